//! All about a source: what it is, what was counted, and what each of that says.

use super::answer::{Answer, answer};
use super::encodings::title;
use super::scan::{Count, Scan};
use placemat_detect::{Hints, Note, Verdict};
use placemat_inspect::code_point;
use serde::Serialize;

/// All about a source but its bytes.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    answer: Answer,
    counts: Vec<(&'static str, u64)>,
    mistakes: u64,
    kinds: Vec<Kind>,
    looks: Vec<(String, u64)>,
    map: Vec<Count>,
    /// How many bytes a stretch of the map has.
    stretch: u64,
    hidden: Count,
    bytes: Vec<u64>,
    candidates: Vec<Candidate>,
    declared: Option<String>,
    notes: Vec<String>,
    scripts: Vec<(&'static str, u64)>,
    /// The sample is not all of the source.
    sampled: bool,
}

/// A kind of mistake.
#[derive(Debug, Serialize)]
struct Kind {
    name: &'static str,
    title: &'static str,
    #[serde(flatten)]
    count: Count,
}

#[derive(Debug, Serialize)]
struct Candidate {
    name: &'static str,
    title: String,
    certainty: f64,
    reason: String,
    same: Vec<String>,
}

/// The report on what was read, of which `sample` is all or a part.
pub(super) fn report(scan: &Scan, sample: &[u8]) -> Report {
    let verdict = scan.judge().finish(&Hints::default());
    let kinds = scan.kinds.iter().map(|&(name, count)| Kind { name, title: named(name), count });
    let looks = scan
        .looks
        .iter()
        .filter_map(|(look, count)| Some((format!("look like {}", look.title()?), count.count)));
    let candidates = verdict.candidates.iter().filter(|candidate| candidate.certainty >= 0.01);
    let candidates = candidates.map(|candidate| Candidate {
        name: candidate.encoding,
        title: title(candidate.encoding),
        certainty: candidate.certainty,
        reason: candidate.reason.clone(),
        same: candidate.same.iter().map(|name| title(name)).collect(),
    });
    Report {
        answer: answer(scan, &verdict, sample),
        counts: vec![
            ("bytes", scan.len),
            ("code points", scan.code_points),
            ("lines", scan.lines()),
            ("mistakes", scan.groups.count),
            ("malformed subparts", scan.subparts),
            ("hidden or reordering code points", scan.hidden.count),
        ],
        mistakes: scan.groups.count,
        kinds: kinds.collect(),
        looks: looks.collect(),
        map: scan.map.clone(),
        stretch: scan.stretch(),
        hidden: scan.hidden,
        bytes: verdict.evidence.counts.to_vec(),
        candidates: candidates.collect(),
        declared: verdict.declared.clone(),
        notes: notes(&verdict),
        scripts: scripts(sample),
        sampled: sample.len() as u64 != scan.len,
    }
}

/// What a kind of mistake is called.
fn named(kind: &str) -> &'static str {
    match kind {
        "overlong" => "overlong sequences",
        "surrogate" => "encoded surrogates",
        "surrogate-pair" => "pairs of encoded surrogates",
        "too-large" => "values above U+10FFFF",
        "incomplete" => "sequences that are cut",
        "stray-continuation" => "stray continuation bytes",
        _ => "bytes that are never valid",
    }
}

fn notes(verdict: &Verdict) -> Vec<String> {
    let words = |note: &Note| match note {
        Note::EncodedTwice { sequences, .. } => {
            format!("Encoded twice: read as Windows-1252, {sequences} code points are UTF-8 again.")
        }
        Note::Nuls(nuls) => format!("Zero bytes in the text: {nuls}."),
        Note::Mixed(bytes) => {
            format!("Mixed: UTF-8 with {bytes} letters and signs of Windows-1252 among it.")
        }
        Note::OddStart => {
            "The first byte is lost: without what is first now, this reads as UTF-16.".to_owned()
        }
        Note::Cedillas => {
            "Romanian with cedillas (ş, ţ): ISO-8859-16 reads the same bytes with commas below \
             (ș, ț)."
                .to_owned()
        }
        _ => String::new(),
    };
    verdict.notes.iter().map(words).filter(|words| !words.is_empty()).collect()
}

/// The scripts of the sample, the most frequent first.
pub(super) fn scripts(sample: &[u8]) -> Vec<(&'static str, u64)> {
    let mut counts: Vec<(&'static str, u64)> = Vec::new();
    for c in placemat::utf8::code_points(sample).flatten() {
        let script = if c.is_ascii_alphabetic() { "Latin" } else { code_point::script(c) };
        if matches!(script, "Common" | "Inherited" | "Unknown") {
            continue;
        }
        match counts.iter_mut().find(|(name, _)| *name == script) {
            Some((_, count)) => *count += 1,
            None => counts.push((script, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}
