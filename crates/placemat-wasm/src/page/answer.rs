//! The answer: what the bytes are, in one sentence.

use super::card::{begun, lesson};
use super::encodings::{self, title};
use super::mend::{self, Way};
use super::report::scripts;
use super::scan::Scan;
use super::shown::{Shown, shown};
use placemat::Policy;
use placemat::detect::Look;
use placemat::utf8::{self, Meaning};
use placemat_detect::Verdict;
use placemat_detect::mojibake::{Options, Stream};
use placemat_inspect::notation::{self, thousands};
use placemat_inspect::{code_point, malformed};
use serde::Serialize;

/// So much of what it was is shown.
const SHOWN: usize = 4096;

/// What the bytes are.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    /// `good`, `note` or `bad`.
    tone: &'static str,
    sentence: String,
    more: Vec<String>,
    /// What stands before the text.
    lead: &'static str,
    /// What it was, or what it says.
    text: Option<Shown>,
    /// How it is mended, if it should be.
    way: Option<String>,
    /// What explains it.
    lesson: Option<&'static str>,
}

impl Answer {
    fn new(tone: &'static str, sentence: String) -> Self {
        Self { tone, sentence, more: vec![], lead: "", text: None, way: None, lesson: None }
    }

    /// With the sample as a way makes it.
    fn mended(mut self, way: Way, name: String, lead: &'static str, sample: &[u8]) -> Self {
        let sample = &sample[..utf8::floor_group_boundary(sample, sample.len().min(SHOWN))];
        self.text = Some(mend::preview(&way, sample).text);
        (self.way, self.lead) = (Some(name), lead);
        self
    }

    /// With the sample read in an encoding.
    fn read(self, encoding: &str, lead: &'static str, sample: &[u8]) -> Self {
        self.mended(Way::Read(encoding.to_owned()), format!("read:{encoding}"), lead, sample)
    }
}

/// What the source is that `scan` has read and `verdict` judges.
pub(super) fn answer(scan: &Scan, verdict: &Verdict, sample: &[u8]) -> Answer {
    if scan.len == 0 {
        return Answer::new("good", "Nothing is here yet.".to_owned());
    }
    if let Some(found) = wide(verdict, sample) {
        return found;
    }
    if let Some(found) = mojibake(sample) {
        return found;
    }
    if let Some(found) = mixed(scan, verdict, sample) {
        return found;
    }
    if scan.groups.count == 0 {
        well_formed(scan, verdict, sample)
    } else {
        bad(scan, verdict, sample)
    }
}

/// UTF-16 and UTF-32; and what is no text.
fn wide(verdict: &Verdict, sample: &[u8]) -> Option<Answer> {
    let first = verdict.candidates.first()?;
    match verdict.encoding? {
        "binary" => {
            let mut answer = Answer::new("bad", "This is not text, but binary data.".to_owned());
            answer.more.push(capital(&first.reason));
            Some(answer)
        }
        name if name.starts_with("utf-16") || name.starts_with("utf-32") => {
            // The name without an order reads the signature; here it is to be seen.
            let name = match (name, sample) {
                ("utf-16", [0xFF, 0xFE, ..]) => "utf-16le",
                ("utf-16", _) => "utf-16be",
                ("utf-32", [0xFF, 0xFE, ..]) => "utf-32le",
                ("utf-32", _) => "utf-32be",
                (name, _) => name,
            };
            let sentence = format!("This is {}.", title(name));
            let mut answer = Answer::new("note", sentence).read(name, "It says", sample);
            answer.more.push(capital(&first.reason));
            answer.more.push("Below, its bytes are shown as if they were UTF-8. Look, in the row of its name, shows its code points."
                .to_owned());
            answer.lesson = Some("utf-16");
            Some(answer)
        }
        _ => None,
    }
}

/// Text that was read in the wrong encoding, and encoded again.
fn mojibake(sample: &[u8]) -> Option<Answer> {
    let sample = &sample[..utf8::floor_boundary(sample, sample.len().min(64 << 10))];
    let (text, rest) = utf8::split_valid(sample);
    if text.is_empty() || rest.len() > sample.len() / 2 {
        return None;
    }
    let (mut pages, mut deepest, mut repairs, mut least) = (Vec::new(), 0, 0, 100);
    let mut exact = true;
    let mut out = Vec::new();
    Stream::new(Options::default()).push(text.as_bytes(), true, &mut out, &mut |repair| {
        repairs += 1;
        deepest = deepest.max(repair.steps.len());
        least = least.min(repair.confidence());
        exact &= repair.is_exact();
        for step in repair.steps {
            if !pages.contains(&step.page()) {
                pages.push(step.page());
            }
        }
    });
    if repairs == 0 {
        return None;
    }
    let pages: Vec<String> = pages.iter().take(3).map(|page| title(page)).collect();
    let often = match deepest {
        1 => "",
        2 => ", twice",
        _ => ", several times",
    };
    let sentence =
        format!("This is UTF-8 that was read as {} and encoded again{often}.", pages.join(" and "));
    let mut answer = Answer::new("bad", sentence);
    answer = answer.mended(Way::Mojibake, "mojibake".to_owned(), "It was", sample);
    let (places, they) = match repairs {
        1 => ("One place is mended".to_owned(), "it becomes"),
        _ => (format!("{} places are mended", thousands(repairs)), "they become"),
    };
    let proof = format!("; misread once more, {they} what stands here");
    answer.more.push(format!("{places}{}.", if exact { &*proof } else { "" }));
    answer.more.push(format!("Of a hundred such repairs, {least} are right."));
    answer.lesson = Some("mojibake");
    Some(answer)
}

/// What several programs have written, each in its own encoding, as logs are: some lines are well-formed, more than
/// by chance, and the others look like Windows-1252.
fn mixed(scan: &Scan, verdict: &Verdict, sample: &[u8]) -> Option<Answer> {
    let (look, _) = scan.looks.iter().max_by_key(|(_, count)| count.count)?;
    let lines = sample.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii());
    let (good, bad): (Vec<_>, Vec<_>) = lines.partition(|line| utf8::validate(line).is_ok());
    let is_chance = good.len() < 3 || 3 * good.len() < bad.len();
    let is_utf8 = verdict.encoding == Some("utf-8");
    let are_few = good.len() > 8 * bad.len();
    if *look != Look::Windows1252 || is_utf8 && are_few || is_chance {
        return None;
    }
    let sentence = "This is UTF-8 in some lines, and looks like Windows-1252 in others.";
    let mut answer = Answer::new("bad", sentence.to_owned());
    let all = count((good.len() + bad.len()) as u64, "line");
    answer
        .more
        .push(format!("Of {all} that are more than ASCII, {} are well-formed UTF-8.", good.len()));
    if let Some(name) = verdict.encoding.filter(|_| !is_utf8) {
        answer
            .more
            .push(format!("In one encoding for all, {} would be the likeliest.", title(name)));
    }
    answer.lesson = Some("stray");
    let lead = "Read so where it is malformed, it says";
    let way = Way::Policy(Policy::Windows1252);
    Some(answer.mended(way, "windows-1252".to_owned(), lead, sample))
}

fn well_formed(scan: &Scan, verdict: &Verdict, sample: &[u8]) -> Answer {
    let first = verdict.candidates.first();
    let mut answer;
    if scan.code_points == scan.len {
        if let Some(name) = verdict.encoding.filter(|name| *name != "us-ascii") {
            let sentence = format!("Every byte is ASCII, but this is most likely {}.", title(name));
            answer = Answer::new("note", sentence).read(name, "It says", sample);
            answer.more.extend(first.map(|first| capital(&first.reason)));
            return answer;
        }
        answer = Answer::new("good", "This is plain ASCII.".to_owned());
        answer
            .more
            .push(format!("{}. Nearly every encoding reads it alike.", count(scan.len, "byte")));
    } else {
        answer = Answer::new("good", "This is well-formed UTF-8.".to_owned());
        let scripts: Vec<&str> = scripts(sample).iter().take(4).map(|(name, _)| *name).collect();
        let in_scripts = match scripts[..] {
            [] => String::new(),
            _ => format!(". In {}", scripts.join(", ")),
        };
        let points = count(scan.code_points, "code point");
        answer.more.push(format!("{points} in {}{in_scripts}.", count(scan.len, "byte")));
    }
    if scan.hidden.count > 0 {
        hidden(&mut answer, scan, sample);
    }
    answer
}

/// What does not show, or changes the order of what does.
fn hidden(answer: &mut Answer, scan: &Scan, sample: &[u8]) {
    let (mut names, mut reorders) = (Vec::new(), false);
    for c in utf8::code_points(sample).flatten() {
        if !code_point::is_unsafe(c) || c.is_control() {
            continue;
        }
        reorders |= matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
        let name = format!("U+{:04X} {}", u32::from(c), code_point::name(c));
        if names.len() < 4 && !names.contains(&name) {
            names.push(name);
        }
    }
    let many = count(scan.hidden.count, "code point");
    let what = match (reorders, scan.hidden.count) {
        (true, 1) => "reorders what is shown: it may not mean what it seems to",
        (true, _) => "reorder what is shown: it may not mean what it seems to",
        (false, 1) => "does not show",
        (false, _) => "do not show",
    };
    answer.tone = "note";
    answer.sentence = format!("This is well-formed UTF-8, with {many} that {what}.");
    answer.more.push(format!("{}.", names.join(", ")));
    answer.lead = "It says, with them in sight";
    answer.text = Some(shown(utf8::split_valid(sample).0, SHOWN));
    answer.lesson = Some("hidden");
}

/// UTF-8 with mistakes, a relative of it, or something else.
fn bad(scan: &Scan, verdict: &Verdict, sample: &[u8]) -> Answer {
    let mistakes = match (scan.groups.count, scan.subparts) {
        (groups, subparts) if groups == subparts => count(groups, "mistake"),
        (groups, subparts) => {
            format!("{} ({})", count(groups, "mistake"), count(subparts, "malformed subpart"))
        }
    };
    let first = verdict.candidates.first();
    let reason = first.map(|first| capital(&first.reason));
    match verdict.encoding {
        Some(name @ ("cesu-8" | "modified-utf-8" | "wtf-8" | "utf-8-rfc2279")) => {
            let sentence = format!("This is {}, not quite UTF-8.", title(name));
            let mut answer = Answer::new("note", sentence).read(name, "It says", sample);
            answer.more.extend(one(scan, sample).or(reason));
            answer.lesson = Some(match name {
                "utf-8-rfc2279" => "rfc2279",
                "wtf-8" => "surrogates",
                name => name,
            });
            answer
        }
        other if spelled(scan) => {
            let whole = one(scan, sample);
            let many = format!("This is UTF-8 with {mistakes}.");
            let mut answer = Answer::new("bad", whole.unwrap_or(many));
            if let Some(name) = other.filter(|name| !matches!(*name, "utf-8" | "binary")) {
                let read = encodings::read(name, sample).map(|read| read.text);
                let says = notation::shown(&read.unwrap_or_default());
                answer.more.push(format!("If it is no UTF-8 at all, {} reads {says}", title(name)));
            }
            answer.lesson = utf8::groups(sample).next().map(|group| lesson(&group));
            answer
        }
        _ if is_utf8(scan, verdict) => {
            let mut answer = Answer::new("bad", format!("This is UTF-8 with {mistakes}."));
            let most = scan.looks.iter().max_by_key(|(_, count)| count.count);
            let (way, name, lead) = match most {
                Some((Look::Windows1252, _)) => {
                    let look = if scan.groups.count == 1 { "looks" } else { "look" };
                    answer.sentence =
                        format!("This is UTF-8 with {mistakes} that {look} like Windows-1252.");
                    answer.lesson = Some("stray");
                    (Policy::Windows1252, "windows-1252", "Read so where it is malformed, it says")
                }
                Some((Look::CutOff, _)) if scan.groups.count == 1 => {
                    answer.sentence =
                        "This is UTF-8 that is cut off within a code point.".to_owned();
                    answer.more.extend(was_cut(sample));
                    answer.lesson = Some("incomplete");
                    (Policy::Replace, "replace", "It says")
                }
                _ => (Policy::Replace, "replace", "With U+FFFD where it is malformed, it says"),
            };
            answer.more.extend(one(scan, sample));
            answer.mended(Way::Policy(way), name.to_owned(), lead, sample)
        }
        Some(name) if name != "us-ascii" => {
            let certainty = (verdict.certainty * 100.0).round();
            let sentence = format!("This is not UTF-8, but most likely {}.", title(name));
            let mut answer = Answer::new("note", sentence).read(name, "It says", sample);
            let same = first.map_or(&[][..], |first| &first.same);
            if !same.is_empty() {
                let names: Vec<_> = same.iter().take(3).map(|name| title(name)).collect();
                let read = if names.len() == 1 { "reads" } else { "read" };
                answer.more.push(format!("{} {read} it alike.", names.join(", ")));
            }
            answer.more.push(format!("Certainty: {certainty} %. {}", reason.unwrap_or_default()));
            answer.lesson = Some("code-pages");
            answer
        }
        _ => {
            let whole = one(scan, sample).unwrap_or_else(|| format!("{mistakes} in UTF-8."));
            let mut answer = match scan.groups.count {
                1 => Answer::new("bad", whole),
                _ => {
                    let mut answer = Answer::new("bad", "This is not UTF-8.".to_owned());
                    answer.more.push(whole);
                    answer
                }
            };
            if let Some(first) =
                first.filter(|first| encodings::read(first.encoding, b"").is_some())
            {
                let certainty = (first.certainty * 100.0).round();
                answer.more.push(format!(
                    "Too little to tell what else it is: {} has {certainty} %.",
                    title(first.encoding)
                ));
            }
            answer
        }
    }
}

/// Whether each mistake spells a value: by chance, few do.
fn spelled(scan: &Scan) -> bool {
    let spells =
        |kind: &str| matches!(kind, "overlong" | "surrogate" | "surrogate-pair" | "too-large");
    scan.kinds.iter().all(|(kind, _)| spells(kind))
}

/// Whether what is malformed stands in UTF-8 rather than in something else.
fn is_utf8(scan: &Scan, verdict: &Verdict) -> bool {
    let high = verdict.evidence.high();
    verdict.encoding == Some("utf-8")
        // A sequence that is cut at the end is all there is.
        || scan.looks.iter().all(|(look, _)| *look == Look::CutOff) && high < 4
}

/// The only mistake, in a sentence.
fn one(scan: &Scan, sample: &[u8]) -> Option<String> {
    if scan.groups.count != 1 {
        return None;
    }
    let group = utf8::groups(sample).next()?;
    Some(format!("{}.", malformed::sentence(&group, &sample[group.offset..])))
}

/// What a sequence at the end was going to be.
fn was_cut(sample: &[u8]) -> Option<String> {
    let group = utf8::groups(sample).last()?;
    let [lead, rest @ ..] = &sample[group.offset..group.end()] else { return None };
    let Meaning::Incomplete { expected } = group.meaning else { return None };
    let (low, high) = begun(*lead, rest)?;
    let missing = expected - group.len;
    let is = if missing == 1 { "is" } else { "are" };
    let missing = count(missing as u64, "byte");
    Some(format!("{missing} {is} missing of what was one of U+{low:04X} to U+{high:04X}."))
}

/// `1 byte`, `1,234 bytes`.
fn count(n: u64, one: &str) -> String {
    format!("{} {one}{}", thousands(n), if n == 1 { "" } else { "s" })
}

/// A reason as a sentence.
fn capital(reason: &str) -> String {
    let mut chars = reason.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
