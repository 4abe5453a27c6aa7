//! The summary in words, for the formats that people read.

use super::Summary;
use crate::args::Format;
use crate::print::name::Name;
use crate::print::words::{count, size, thousands};
use placemat::MalformedKind;
use placemat::detect::Look;
use placemat_profile::Kind;

/// How many names a sentence holds; all of them are in the JSON report.
const NAMES: usize = 5;

/// The lines of the summary; none if there is nothing to say.
pub(crate) fn lines(summary: &Summary) -> Vec<String> {
    let mut lines = Vec::new();
    if summary.has_findings() {
        let mut line = found(summary);
        if let Some(name) = &summary.refused {
            let options = format!("--profile {}", profiles(summary, ","));
            let next = try_to_fix(&options, summary, Some(name), summary.files_with_errors);
            line += &format!(" To see what can be mended{next}.");
        }
        if let Some((look, files)) = summary.look_of_rest()
            && let Some(title) = look.title()
        {
            let most = match summary.tally.groups {
                1 => "It looks",
                _ if summary.throughout.is_empty() => "Most look",
                _ => "Most of the others look",
            };
            line += &format!(" {most} like {title}{}.", next_step(summary, look, files));
        }
        lines.push(line);
    }
    if let Some((name, files)) = &summary.mojibake {
        lines.push(mojibake(summary, name, *files));
    }
    if let Some((known, gone)) = summary.known
        && known + gone > 0
    {
        let mut line = format!("{} not told again", count(known, "known error", "known errors"));
        if gone > 0 {
            line += &format!("; {} of the baseline not found", thousands(gone));
        }
        lines.push(line + ".");
    }
    if !summary.binary.is_empty() {
        let n = summary.binary.len() as u64;
        let skipped = count(n, "binary file", "binary files");
        let hint = format!("--binary=check checks {}", if n == 1 { "it" } else { "them" });
        lines.push(format!("Skipped {skipped} ({hint}): {}.", names(&summary.binary)));
    }
    if !summary.special.is_empty() {
        let n = summary.special.len() as u64;
        let skipped = count(n, "FIFO, socket or device", "FIFOs, sockets and devices");
        lines.push(format!("Skipped {skipped}: {}.", names(&summary.special)));
    }
    // Alone it would say no more than standard error does.
    if summary.trouble > 0 && !lines.is_empty() {
        lines.push(format!("Trouble with {}.", count(summary.trouble, "path", "paths")));
    }
    lines
}

/// What to do about it, in a command line that can be used as it is: the file, or
/// what was asked for, if there are several.
fn next_step(summary: &Summary, look: Look, files: u64) -> String {
    if look != Look::Windows1252 {
        return String::new();
    }
    try_to_fix("--fallback windows-1252", summary, summary.malformed.as_ref(), files)
}

/// What was read wrongly, and encoded again, and what to do about it.
fn mojibake(summary: &Summary, name: &Name, files: u64) -> String {
    let what = match files {
        1 => format!("{} begins", name.shown()),
        _ => format!("{} begin", count(files, "file", "files")),
    };
    let next = try_to_fix("--mojibake", summary, Some(name), files);
    format!("{what} with text that was read in the wrong encoding once{next}.")
}

/// A command for the file, or for what was asked for, if there are several.
fn try_to_fix(options: &str, summary: &Summary, name: Option<&Name>, files: u64) -> String {
    let paths = match name {
        Some(Name::Stdin) => return format!(": try `placemat fix {options}`"),
        Some(name) if files == 1 => std::slice::from_ref(name),
        _ => &summary.asked[..],
    };
    let arguments: Option<Vec<String>> = paths.iter().map(Name::argument).collect();
    let Some(arguments) = arguments.filter(|arguments| arguments.len() <= NAMES) else {
        return String::new();
    };
    // Else it is left alone.
    let binary = if paths.iter().any(|path| summary.looks_binary.contains(path)) {
        " --binary=fix"
    } else {
        ""
    };
    format!(": try `placemat fix {options}{binary} --diff {}`", arguments.join(" "))
}

/// `3 errors (6 malformed subparts) in 1 of 212 files, 4.1 MB.`
/// `2 of 212 files are UTF-16 or UTF-32.`
fn found(summary: &Summary) -> String {
    let mut what = Vec::new();
    if !summary.tally.is_clean() {
        let place = match (summary.files_with_errors, summary.files) {
            (1, 1) => "1 file".to_owned(),
            (with, all) => format!("{} of {}", thousands(with), count(all, "file", "files")),
        };
        what.push(format!("{} in {place}, {}.", errors(summary), size(summary.tally.bytes)));
    }
    if summary.other_encodings > 0 {
        let files = match (summary.other_encodings, summary.files) {
            (1, 1) => "1 file".to_owned(),
            (other, all) => format!("{} of {}", thousands(other), count(all, "file", "files")),
        };
        let are = if summary.other_encodings == 1 { "is" } else { "are" };
        what.push(format!("{files} {are} UTF-16 or UTF-32."));
    }
    if summary.untrue > 0 {
        let files = match (summary.untrue, summary.files) {
            (1, 1) => "1 file".to_owned(),
            (untrue, all) => format!("{} of {}", thousands(untrue), count(all, "file", "files")),
        };
        let are = if summary.untrue == 1 { "is" } else { "are" };
        what.push(format!("{files} {are} not what is declared."));
    }
    what.join(" ")
}

/// `3 errors (6 malformed subparts) and 2 refusals (xml)`; the same number is not said twice.
fn errors(summary: &Summary) -> String {
    let (groups, subparts) = (summary.tally.groups, summary.tally.subparts);
    let mut errors = count(groups, "error", "errors");
    if groups != subparts {
        errors += &format!(" ({} malformed subparts)", thousands(subparts));
    }
    if summary.tally.refused == 0 {
        return errors;
    }
    let refused = count(summary.tally.refused, "refusal", "refusals");
    let refused = format!("{refused} ({})", profiles(summary, ", "));
    if groups == 0 { refused } else { format!("{errors} and {refused}") }
}

/// The names of the profiles.
fn profiles(summary: &Summary, between: &str) -> String {
    let names: Vec<&str> = summary.profiles.iter().map(|profile| profile.name()).collect();
    names.join(between)
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
    let mut lines =
        vec![format!("{} checked, {}", count(summary.files, "file", "files"), size(tally.bytes))];
    let encoding = summary.judged_as.unwrap_or("UTF-8");
    let what = match summary.profiles.is_empty() {
        true => format!("malformed {encoding}"),
        false => "malformed UTF-8, or what a profile refuses".to_owned(),
    };
    for (n, what) in [
        (clean, &*format!("well-formed {encoding}")),
        (summary.signatures, "with a UTF-8 signature (EF BB BF), which is legal"),
        (summary.files_with_errors, &*format!("with {what}")),
        (summary.other_encodings, "in UTF-16 or UTF-32"),
        (summary.untrue, "not what is declared"),
        (summary.binary.len() as u64, "skipped: binary"),
        (summary.special.len() as u64, "skipped: FIFOs, sockets and devices"),
        (summary.links, "skipped: symbolic links"),
        (summary.trouble, "with trouble"),
    ] {
        if n > 0 {
            lines.push(format!("  {} {what}", thousands(n)));
        }
    }
    if !tally.is_clean() {
        lines.push(errors(summary));
        let kinds = MalformedKind::all().iter().copied().zip(tally.kinds).filter(|&(_, n)| n > 0);
        lines.extend(kinds.map(|(kind, n)| format!("  {} {kind}", thousands(n))));
        let refused = Kind::all().iter().zip(tally.refused_kinds).filter(|&(_, n)| n > 0);
        lines.extend(refused.map(|(kind, n)| format!("  {} {kind}", thousands(n))));
    }
    let seconds = summary.elapsed.as_secs_f64();
    let speed = (tally.bytes as f64 / seconds.max(1e-9)) as u64;
    lines.push(format!("{seconds:.3} seconds, {}/s", size(speed)));
    lines
}
