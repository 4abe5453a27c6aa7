//! `placemat guard`: whether an edit damaged text.

mod align;
#[cfg(test)]
mod beside_edits;
#[cfg(test)]
mod bounded;
mod compare;
mod conversion;
mod damage;
mod exact;
mod git;
mod harm;
mod held;
mod hint;
mod items;
mod legacy;
mod matching;
#[cfg(test)]
mod random_edits;
mod renames;
mod report;
mod restore;
mod signature;
#[cfg(test)]
mod tests;
mod text;
mod words;

use crate::args::PlainFormat;
use crate::input::Live;
use crate::outcome::Outcome;
use crate::output::{Original, Output, OutputError};
use crate::print::name::Name;
use crate::print::say::{say, what};
use crate::settings::{Accepted, Guard, Versions};
use crate::standard::Stdout;
use compare::compare;
use hint::{Damaged, Elsewhere, hint};
use report::Report;
use restore::restore;
use std::fs::Metadata;
use std::io::{self, Read, Write};
use std::path::Path;

/// Versions are held in memory, several times over: the most bytes that one may have.
const MOST: u64 = 1 << 30;

/// Two versions of a file.
struct Pair {
    old: Vec<u8>,
    new: Vec<u8>,
    /// The new one's.
    name: Name,
    /// It is replaced by what is restored.
    original: Option<Original>,
    /// What it was when it was opened, if that is not in `original`.
    opened: Option<Metadata>,
    /// What else is let pass than what the settings say.
    accept: Accepted,
}

/// Compares, and reports, all that the settings say.
pub(crate) fn run(settings: &Guard) -> Outcome {
    let mut report = Report::new(settings);
    let mut complete = true;
    let mut damaged = Damaged::default();
    let told = match &settings.versions {
        Versions::Files { old, new } => {
            let pair = read(old).map_err(|error| trouble(old, &error)).and_then(|(bytes, _)| {
                open(bytes, new, settings).map_err(|error| trouble(new, &error))
            });
            judge(pair, settings, &mut report, &mut complete)
        }
        Versions::Git { revision, staged, paths } => {
            let range = git::Range { revision: revision.as_deref(), staged: *staged };
            match git::changes(range, paths) {
                Ok(changes) => changes.into_iter().try_for_each(|change| {
                    let name = Name::Path(change.path.clone());
                    let accept = Accepted { text_only: change.guessed, ..settings.accept };
                    let pair = if *staged {
                        let name = name.clone();
                        let pair = |(old, new)| Pair {
                            old,
                            new,
                            name,
                            original: None,
                            opened: None,
                            accept,
                        };
                        change.staged().map(pair)
                    } else {
                        in_tree(&change, accept, settings)
                    };
                    let pair = pair.map_err(|error| trouble(&name, &error));
                    let before = (report.totals.files_damaged, report.totals.files_restored);
                    judge(pair, settings, &mut report, &mut complete)?;
                    let is_damaged = report.totals.files_damaged > before.0;
                    let is_restored = report.totals.files_restored > before.1;
                    // What is for machines has no hints.
                    if settings.format == PlainFormat::Json {
                        return Ok(());
                    }
                    if *staged && is_damaged {
                        damaged.push(&change.path, in_working_tree(&change, accept, settings));
                    } else if is_restored && is_staged(&change, accept) {
                        damaged.push(&change.path, Elsewhere::Staged);
                    }
                    Ok(())
                }),
                Err(error) => {
                    report.totals.trouble += 1;
                    say(format_args!("git: {}", what(&error)));
                    Ok(())
                }
            }
        }
    };
    let told =
        told.and_then(|()| report.end(&hint(settings, &damaged))).and_then(|()| flush(&mut report));
    match told {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(format_args!("standard output: {}", what(&error)));
            Outcome::Trouble
        }
        _ if report.totals.trouble > 0 => Outcome::Trouble,
        _ if report.totals.findings > 0 && !(settings.restore && complete) => Outcome::Findings,
        _ => Outcome::Clean,
    }
}

/// Compares two versions, and restores the new one where that is asked for. An
/// error is one of standard output.
fn judge(
    pair: Result<Pair, String>,
    settings: &Guard,
    report: &mut Report,
    complete: &mut bool,
) -> io::Result<()> {
    let result = pair.and_then(|pair| {
        let comparison = compare(&pair.old, &pair.new, pair.accept);
        let told = report.tell(&pair.name, (&pair.old, &pair.new), &comparison);
        let damaged = !comparison.findings.is_empty();
        if settings.restore && (damaged || settings.output.is_some()) {
            let (restored, all) = restore(&pair.old, &pair.new, pair.accept);
            if !all {
                say(format_args!("{}: not all of it can be taken back", pair.name.shown()));
                *complete = false;
            }
            let changed = restored != pair.new;
            if changed || settings.output.is_some() {
                write(&restored, pair, settings.output.as_deref())?;
            }
            report.totals.files_restored += u64::from(changed);
        }
        Ok(told)
    });
    match result {
        Ok(told) => told?,
        Err(said) => {
            report.totals.trouble += 1;
            say(said);
        }
    }
    flush(report)
}

/// The old contents of a changed file, and what is in the working tree.
fn in_tree(change: &git::Change, accept: Accepted, settings: &Guard) -> io::Result<Pair> {
    let mut pair = open(change.old()?, &Name::Path(change.path.clone()), settings)?;
    pair.old = change.as_it_was(pair.old, &pair.new)?;
    pair.accept = accept;
    Ok(pair)
}

/// What the working tree has of a file that is staged with damage.
fn in_working_tree(change: &git::Change, accept: Accepted, settings: &Guard) -> Elsewhere {
    if !change.path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Elsewhere::Missing;
    }
    match in_tree(change, accept, settings) {
        Ok(pair) if compare(&pair.old, &pair.new, accept).findings.is_empty() => Elsewhere::Sound,
        // What cannot be read is told when it is to be restored.
        _ => Elsewhere::Damaged,
    }
}

/// Whether a file is staged with damage.
fn is_staged(change: &git::Change, accept: Accepted) -> bool {
    let versions = change.kept().and_then(|old| Ok(change.in_index()?.map(|new| (old, new))));
    match versions {
        Ok(Some((old, new))) => !compare(&old, &new, accept).findings.is_empty(),
        // It is staged again in vain, at worst.
        Err(_) => true,
        Ok(None) => false,
    }
}

/// Reads what is to be compared, and may have to be replaced.
fn open(old: Vec<u8>, name: &Name, settings: &Guard) -> io::Result<Pair> {
    let (new, opened, original) = match name {
        Name::Path(path) if settings.restore && settings.output.is_none() => {
            // Git does not look behind links.
            let mut original = match settings.versions {
                Versions::Git { .. } => Original::open_found(path)?,
                Versions::Files { .. } => Original::open(path)?,
            };
            (read_all(&mut original.file)?, None, Some(original))
        }
        name => {
            let (new, opened) = read(name)?;
            (new, opened, None)
        }
    };
    Ok(Pair { old, new, name: name.clone(), original, opened, accept: settings.accept })
}

/// All of it, and what it was when it was opened.
fn read(name: &Name) -> io::Result<(Vec<u8>, Option<Metadata>)> {
    let mut live = Live::open(name)?;
    let opened = live.metadata();
    Ok((read_all(&mut live)?, opened))
}

fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(io::Error::other(
            "it has more than 1 GiB, too much for guard, which holds it in memory",
        ));
    }
    Ok(bytes)
}

/// Writes what was restored: over the new version, or to where it is wanted.
fn write(restored: &[u8], pair: Pair, output: Option<&Path>) -> Result<(), String> {
    let Some(original) = pair.original else {
        let written = Output::open(output).and_then(|mut output| {
            output.comes_of(pair.opened.as_ref());
            output.write(restored)?;
            output.finish()
        });
        return written
            .map(drop)
            .map_err(|OutputError { shown, error }| format!("{shown}: {}", what(&error)));
    };
    let replace = || {
        let mut new = original.replacement()?;
        new.write(restored)?;
        if let Some(lost) = new.finish()? {
            say(format_args!("{}: {lost}", pair.name.shown()));
        }
        original.replace(new)
    };
    replace().map_err(|error| trouble(&pair.name, &error))
}

fn trouble(name: &Name, error: &io::Error) -> String {
    format!("{}: {}", name.shown(), what(error))
}

fn flush(report: &mut Report) -> io::Result<()> {
    let pending = std::mem::take(&mut report.pending);
    Stdout.write_all(&pending)
}
