//! Legacy encodings: which reading of the bytes is the likeliest text.
//!
//! Each reading has a likelihood: of the bytes, if the text were in that encoding and in the
//! languages that it was used for. So have two that name no encoding: bytes by chance, and text in
//! a page that is not known here. The certainty of a reading is its share.

mod cells;
mod drawing;
mod east_asian;
mod ebcdic;
pub(crate) mod languages;
mod measures;
// The web page has a megabyte.
#[cfg(not(target_arch = "wasm32"))]
mod mixed;
mod pairs;
pub(crate) mod single_byte;
mod vietnamese;

use crate::certainty::{Weighed, Writing, odds};
use crate::judge::Candidate;
use crate::model::SEVERAL;
use crate::words::count;
use crate::{Hints, usage, utf16};
use pairs::Pairs;
use placemat::detect::{Evidence, Look};
use single_byte::{Tables, sum};

/// What is known besides the bytes that are counted.
pub(crate) struct Context<'a> {
    pub(crate) excerpt: &'a [u8],
    /// The first bytes.
    pub(crate) start: &'a [u8],
    /// The label that the text itself declares.
    pub(crate) declared: Option<&'a str>,
    pub(crate) hints: &'a Hints<'a>,
}

/// The name of a page that is not known here (RFC 1428).
pub(crate) const UNKNOWN: &str = "unknown-8bit";

/// What a declaration adds to the logarithm of a likelihood, and what somebody's hint does.
const DECLARED: f32 = 6.0;
const HINTED: f32 = 6.0;

/// What it says for a page of the Macintosh that lines end with CR alone.
const ENDS_OF_LINES: f32 = 5.0;

/// What it says for pages of DOS that lines of a drawing meet, each time.
const DRAWN: f32 = 8.0;

/// The page of DOS that has "і" and "Ґ" where ibm866 has "ў" and "Є", and what each "i" of ASCII in a Cyrillic word says
/// against it: only who lacked that letter wrote so, in Ukrainian and Belarusian.
const UKRAINIAN: &str = "ibm1125";
const LATIN_I: f32 = 2.0;

/// What is so far behind the best counts no more, and is not looked at again.
const FAR: f32 = 40.0;

/// How rare bytes by chance are, and pages without a name.
const CHANCE: f32 = -5.0;
const NAMELESS: f32 = -9.0;

/// And so are bytes in few values.
const FEW_VALUES: f32 = -9.0;

/// A reading of the text, with its share.
struct Read {
    name: &'static str,
    score: f32,
    /// The same, if all encodings were met alike often.
    alike: f32,
    /// How many bytes before it are no part of it.
    skipped: usize,
    reason: String,
    same: Vec<&'static str>,
    /// The number of the page, if it is one.
    page: Option<usize>,
    /// No byte reads as a letter.
    signs_only: bool,
    writing: Writing,
}

/// Legacy encodings, the likeliest first; certainties sum up to 1.
pub(crate) fn candidates(evidence: &Evidence, context: &Context<'_>) -> Vec<Candidate> {
    let (readings, judged) = east_asian::read(context.excerpt);
    let pairs = Pairs::of(&context.excerpt[..judged]);
    let clear = readings.iter().any(east_asian::Reading::is_clear);
    let mut reads = east_asian(readings, &pairs, context);
    if !clear {
        reads.extend(pages(&pairs, evidence, context));
        #[cfg(not(target_arch = "wasm32"))]
        reads.extend(mixed::read(Tables::get(), evidence, context));
    }
    let ebcdic = ebcdic::read(&pairs, &Told(context));
    // Of what spaces and ends of lines are there, ASCII has none.
    let few_values =
        if ebcdic.is_empty() { pairs.few_values() + FEW_VALUES } else { f32::NEG_INFINITY };
    reads.extend(ebcdic);
    reads.extend(without_zeros(&pairs, context));
    let (chance, nameless) = (by_chance(&pairs), pairs.nameless() + NAMELESS);
    let reason = if chance > few_values {
        "bytes as they come by chance"
    } else {
        "few different bytes, and hardly any spaces or lines"
    };
    reads.push(Read::new("binary", sum(chance, few_values), 0.0, reason.to_owned()));
    let reason = "text, but in no page that is known here".to_owned();
    reads.push(Read::new(UNKNOWN, nameless, 0.0, reason));
    let high = pairs.bytes().map(|byte| byte.1 as u64).sum();
    let odds = |score: fn(&Read) -> f32| odds(&reads.iter().map(score).collect::<Vec<_>>(), high);
    let (odds, alike) = (odds(|read| read.score), odds(|read| read.alike));
    let repeats = high.max(1) as f64 / pairs.bytes().count().max(1) as f64;
    // How many bytes there are for each that is not ASCII.
    let each = |bytes: usize| bytes as f64 / high.max(1) as f64;
    let against = against(&reads, &pairs);
    let weighed = odds.into_iter().zip(alike).zip(&reads).zip(against);
    let weighed = weighed.map(|(((odds, alike), read), (against_signs, by_signs))| Weighed {
        odds,
        alike,
        repeats,
        // Weights were fitted on no shorter text: that tells no more.
        thin: if read.signs_only { 1.0 } else { each(judged.max(30)) },
        judged,
        against_signs,
        writing: read.writing,
        among: if read.signs_only { 1.0 } else { each(judged.max(1)) },
        by_signs,
    });
    let weighed: Vec<Weighed> = weighed.collect();
    let mut candidates: Vec<Candidate> = reads
        .into_iter()
        .zip(weighed)
        .map(|(Read { name, skipped, reason, same, .. }, weighed)| Candidate {
            skipped,
            same,
            weighed: Some(weighed),
            ..Candidate::new(name, weighed.share(), reason)
        })
        .collect();
    candidates.sort_by(|a, b| b.certainty.total_cmp(&a.certainty));
    candidates.truncate(6);
    if let Some((first, others)) = candidates.split_first_mut() {
        let share = first.certainty;
        first.certainty = first.weighed.map_or(share, |weighed| weighed.stated());
        #[cfg(not(target_arch = "wasm32"))]
        if first.encoding == mixed::NAME {
            first.certainty = first.certainty.min(mixed::at_most(evidence.multi_byte()));
        }
        // A share that rounds to one leaves the others what they have, which is more than nothing.
        let rest: f64 = others.iter().map(|other| other.certainty).sum();
        let left = (1.0 - first.certainty) / rest.max(1.0 - share).max(f64::MIN_POSITIVE);
        for other in others {
            other.certainty = (other.certainty * left).min(first.certainty);
        }
    }
    candidates
}

/// Of each, whether the best of all others, if all encodings were met alike often, reads signs only; and whether signs
/// are all that tells the two apart.
fn against(reads: &[Read], pairs: &Pairs) -> Vec<(bool, bool)> {
    let best_but = |out: Option<usize>| {
        let others = (0..reads.len()).filter(|at| Some(*at) != out);
        others.max_by(|a, b| reads[*a].alike.total_cmp(&reads[*b].alike))
    };
    let best = best_but(None);
    let second = best_but(best);
    let next_to = |at: usize| if Some(at) == best { second } else { best };
    let of = |at: usize| {
        let Some(next) = next_to(at) else { return (false, false) };
        let (one, next) = (&reads[at], &reads[next]);
        (next.signs_only, Tables::get().differ_by_signs(one.page, next.page, pairs))
    };
    (0..reads.len()).map(of).collect()
}

impl Read {
    /// `met`: how much of the score is how often the encoding is met.
    fn new(name: &'static str, score: f32, met: f32, reason: String) -> Self {
        Self {
            name,
            score,
            alike: score - met,
            skipped: 0,
            reason,
            same: Vec::new(),
            page: None,
            signs_only: false,
            writing: Writing::Latin,
        }
    }
}

/// What declarations and hints say.
struct Told<'a>(&'a Context<'a>);

impl Told<'_> {
    /// What they add for an encoding that `is` says is the named one.
    fn of(&self, is: impl Fn(&str) -> bool) -> f32 {
        let Context { declared, hints, .. } = *self.0;
        let declared = declared.is_some_and(&is);
        let hinted = hints.encoding.is_some_and(|hint| is(&hint.to_ascii_lowercase()));
        f32::from(u8::from(declared)) * DECLARED + f32::from(u8::from(hinted)) * HINTED
    }
}

/// Encodings of two bytes. Repeats count as little as they do in pages.
fn east_asian(
    readings: Vec<east_asian::Reading>,
    pairs: &Pairs,
    context: &Context<'_>,
) -> Vec<Read> {
    let read = |reading: east_asian::Reading| {
        let characters = count(reading.of_all, "character", "characters");
        let reason = format!("reads as text with {characters} of two bytes and more");
        let told = Told(context).of(|label| east_asian::is(reading.name, label));
        let met = usage::east_asian(reading.name);
        let score = reading.score * pairs.damping() + pairs.sparse() + met + told;
        let writing = Writing::EastAsian;
        Read { writing, ..Read::new(reading.name, score, met, reason) }
    };
    readings.into_iter().map(read).collect()
}

/// UTF-16 that has no zeros: it is told by its start. Pages explain no ASCII, and so it is not counted
/// what this does.
fn without_zeros(pairs: &Pairs, context: &Context<'_>) -> Vec<Read> {
    let Context { excerpt, start, .. } = *context;
    if !utf16::may_be(start) {
        return Vec::new();
    }
    let of_excerpt = excerpt.len() as f32 / start.len() as f32;
    let ascii: f32 = pairs.ascii().map(|(byte, count)| count * ascii_cost(byte)).sum();
    let read = |reading: &utf16::Reading| {
        let score = reading.score * of_excerpt + ascii + utf16::PRIOR;
        Read {
            skipped: reading.skipped,
            ..Read::new(reading.name, score, utf16::PRIOR, reading.reason())
        }
    };
    utf16::read(start).iter().map(read).collect()
}

/// Pages of one byte; those that read the same text are one.
fn pages(pairs: &Pairs, evidence: &Evidence, context: &Context<'_>) -> Vec<Read> {
    let tables = Tables::get();
    let named: Vec<usize> = [context.declared, context.hints.encoding]
        .into_iter()
        .flatten()
        .filter_map(|label| tables.named(&label.to_ascii_lowercase()))
        .collect();
    let language = context.hints.language.and_then(languages::known);
    let mut readings = tables.read(pairs, language.as_deref(), &named);
    readings.sort_by_key(|reading| reading.page);
    let most = |score: fn(&single_byte::Reading) -> f32| {
        readings.iter().map(score).fold(f32::NEG_INFINITY, f32::max)
    };
    let (best, best_alike) = (most(|reading| reading.score), most(|reading| reading.alike));
    let drawn = DRAWN * pairs::damped(drawing::joints(context.excerpt));
    let mut reads: Vec<(usize, Read)> = Vec::with_capacity(readings.len());
    for reading in readings {
        let is = |label: &str| tables.named(label) == Some(reading.page);
        let named = Told(context).of(is);
        let mut told = named;
        if drawn > 0.0 && reading.draws {
            told += drawn;
        }
        if of_macintosh(evidence) && is_of_macintosh(reading.name) {
            told += ENDS_OF_LINES;
        }
        let is_near = reading.score > best - FAR || reading.alike > best_alike - FAR;
        if is_near && reading.name == vietnamese::PAGE && reading.language == "vi" {
            told += vietnamese::against(context.excerpt);
        }
        if reading.name == UKRAINIAN {
            told -= LATIN_I * pairs.latin_i();
        }
        let (score, alike) = (reading.score + told, reading.alike + told);
        if let Some((_, read)) = reads.iter_mut().find(|(text, _)| *text == reading.text) {
            read.score = sum(read.score, score);
            read.alike = sum(read.alike, alike);
            // Nothing but what is told says that Romanian has commas below.
            let mut name = reading.name;
            if named > 0.0 && name == "iso-8859-16" {
                std::mem::swap(&mut read.name, &mut name);
            }
            read.same.push(name);
            continue;
        }
        let reason = reason(&reading, evidence);
        let signs_only = reading.letters == 0;
        let read = Read::new(reading.name, score, score - alike, reason);
        let writing = if reading.other_script { Writing::Other } else { Writing::Latin };
        let page = Some(reading.page);
        reads.push((reading.text, Read { page, signs_only, writing, ..read }));
    }
    reads.into_iter().map(|(_, read)| read).collect()
}

/// Whether lines end as they did on the old Macintosh.
fn of_macintosh(evidence: &Evidence) -> bool {
    evidence.count(b'\r'..=b'\r') > 0 && evidence.count(b'\n'..=b'\n') == 0
}

fn is_of_macintosh(page: &str) -> bool {
    page == "macintosh" || page.starts_with("x-mac-")
}

fn reason(reading: &single_byte::Reading, evidence: &Evidence) -> String {
    let letters = count(reading.letters, "letter", "letters");
    let several = reading.language.starts_with(SEVERAL);
    let language = if several { "several languages" } else { reading.language };
    let mut reason = format!("reads as text ({language}) with {letters} above U+007F");
    let (known, _) = evidence.c1();
    match reading.name {
        "windows-1252" if known > 0 => {
            reason += &format!(
                ", and {} that ISO-8859-1 has no signs for",
                count(known, "byte in 80..9F", "bytes in 80..9F")
            );
        }
        "iso-8859-1" => reason += ", and no byte in 80..9F: the same in Windows-1252",
        _ => {}
    }
    let signs = evidence.looks_like(Look::Windows1252);
    if reading.name == "windows-1252" && signs > 0 {
        reason += &format!(", {signs} of them alone or in twos between ASCII");
    }
    reason
}

/// Bytes by chance: each as likely as any other. What text has of ASCII is counted against it.
fn by_chance(pairs: &Pairs) -> f32 {
    let each = 256.0_f32.ln();
    let ascii: f32 = pairs.ascii().map(|(byte, count)| count * (ascii_cost(byte) - each)).sum();
    ascii - each * pairs.high() + CHANCE
}

/// What a byte of ASCII costs in text: the negative logarithm of its frequency.
pub(crate) fn ascii_cost(byte: u8) -> f32 {
    // A table, as no branch could foretell what comes.
    static COSTS: [f32; 128] = {
        let (mut costs, mut byte) = ([0.0; 128], 0);
        while byte < 128 {
            costs[byte as usize] = cost(byte);
            byte += 1;
        }
        costs
    };
    const fn cost(byte: u8) -> f32 {
        match byte {
            b' ' => 1.9,
            b'a'..=b'z' => 3.0,
            b'\n' | b'\r' | b'\t' => 3.8,
            b'0'..=b'9' | b'A'..=b'Z' => 4.6,
            0..=0x1F | 0x7F => 12.0,
            _ => 5.0,
        }
    }
    COSTS.get(usize::from(byte)).copied().unwrap_or(const { cost(0x80) })
}
