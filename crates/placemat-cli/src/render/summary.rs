//! The summary in words, for the formats that people read.

use super::words::{count, size, thousands};
use crate::args::Format;
use crate::check::Summary;
use crate::name::Name;
use placemat::MalformedKind;

/// How many names a sentence holds; all of them are in the JSON report.
const NAMES: usize = 5;

/// The sentences; none if there is nothing to say.
pub(super) fn sentences(summary: &Summary) -> Vec<String> {
    let mut sentences = Vec::new();
    if summary.has_findings() {
        sentences.push(found(summary));
    }
    if let Some(title) = summary.look().and_then(|look| look.title()) {
        let most = if summary.tally.groups == 1 { "It looks" } else { "Most look" };
        sentences.push(format!("{most} like {title}."));
    }
    if !summary.looks_binary.is_empty() {
        let look = if summary.looks_binary.len() == 1 { "looks" } else { "look" };
        sentences.push(format!("{} {look} binary.", names(&summary.looks_binary)));
    }
    if !summary.binary.is_empty() {
        let n = summary.binary.len() as u64;
        let skipped = count(n, "binary file", "binary files");
        let hint = format!("--binary=check checks {}", if n == 1 { "it" } else { "them" });
        sentences.push(format!("Skipped {skipped} ({hint}): {}.", names(&summary.binary)));
    }
    if !summary.special.is_empty() {
        let n = summary.special.len() as u64;
        let skipped = count(n, "FIFO, socket or device", "FIFOs, sockets and devices");
        sentences.push(format!("Skipped {skipped}: {}.", names(&summary.special)));
    }
    // Alone it would say no more than standard error does.
    if summary.trouble > 0 && !sentences.is_empty() {
        sentences.push(format!("Trouble with {}.", count(summary.trouble, "path", "paths")));
    }
    sentences
}

/// `3 errors (6 malformed subparts) in 1 of 212 files, 4.1 MB.`
fn found(summary: &Summary) -> String {
    let tally = &summary.tally;
    let mut what = Vec::new();
    if tally.groups > 0 {
        let mut errors = count(tally.groups, "error", "errors");
        if tally.subparts != tally.groups {
            errors += &format!(" ({} malformed subparts)", thousands(tally.subparts));
        }
        what.push(errors);
    }
    if summary.other_encodings > 0 {
        let files = count(summary.other_encodings, "file", "files");
        what.push(format!("{files} in UTF-16 or UTF-32"));
    }
    let with = summary.files_with_errors + summary.other_encodings;
    let place = match (with, summary.files) {
        (1, 1) => "1 file".to_owned(),
        (with, all) => format!("{} of {}", thousands(with), count(all, "file", "files")),
    };
    let comma = if what.len() > 1 { "," } else { "" };
    format!("{}{comma} in {place}, {}.", what.join(" and "), size(tally.bytes))
}

fn names(names: &[Name]) -> String {
    let mut shown: Vec<String> = names.iter().take(NAMES).map(Name::shown).collect();
    if names.len() > NAMES {
        let more = (names.len() - NAMES) as u64;
        shown.push(format!("and {} more (all in --format={})", thousands(more), json()));
    }
    shown.join(", ")
}

fn json() -> String {
    use clap::ValueEnum;
    let value = Format::Json.to_possible_value().expect("no format is skipped");
    value.get_name().to_owned()
}

/// What `--stats` tells, a line each.
pub(super) fn stats(summary: &Summary) -> Vec<String> {
    let tally = &summary.tally;
    let clean = summary.files - summary.files_with_errors - summary.other_encodings;
    let mut lines = vec![
        format!("{} checked, {}", count(summary.files, "file", "files"), size(tally.bytes)),
        format!("{} well-formed UTF-8", thousands(clean)),
        format!(
            "{} with a UTF-8 signature (EF BB BF), which is legal",
            thousands(summary.signatures)
        ),
        format!("{} with malformed UTF-8", thousands(summary.files_with_errors)),
        format!("{} in UTF-16 or UTF-32", thousands(summary.other_encodings)),
        format!("{} binary, skipped", thousands(summary.binary.len() as u64)),
        format!("{} FIFOs, sockets and devices, skipped", thousands(summary.special.len() as u64)),
        format!("{} symbolic links, not followed", thousands(summary.links)),
        format!("{} with trouble", thousands(summary.trouble)),
    ];
    if tally.groups > 0 {
        let errors = count(tally.groups, "error", "errors");
        lines.push(format!("{errors}, {} malformed subparts", thousands(tally.subparts)));
        let kinds = MalformedKind::ALL.into_iter().zip(tally.kinds).filter(|&(_, n)| n > 0);
        lines.extend(kinds.map(|(kind, n)| format!("  {} {kind}", thousands(n))));
    }
    let seconds = summary.elapsed.as_secs_f64();
    let speed = (tally.bytes as f64 / seconds.max(1e-9)) as u64;
    lines.push(format!("{seconds:.3} seconds, {}/s", size(speed)));
    lines
}
