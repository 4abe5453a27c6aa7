//! `placemat names`: names of files that are not UTF-8, or were encoded twice; what they would be, and
//! renaming them.

mod archive;
mod archived;
mod judge;
mod walk;

use crate::args::{Labels, NamesArgs, NamesFormat};
use crate::coding::{Coding, coding};
use crate::outcome::Outcome;
use crate::output::{Log, undo};
use crate::print::json::write_line;
use crate::print::name::{Name, NameFields};
use crate::print::say::{say, what};
use crate::print::words::count;
use crate::standard::Stdout;
use judge::{Judge, Wrong};
use placemat::encoding::Label;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A name that is not as it should be.
struct Found {
    path: PathBuf,
    wrong: Wrong,
    /// The same file by another name, if one is known.
    renamed: Option<PathBuf>,
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    name: NameFields<'a>,
    wrong: &'static str,
    /// What it would be, or is now.
    new: Option<std::borrow::Cow<'a, str>>,
    renamed: bool,
}

/// Finds names, and renames what they belong to if that is asked for.
pub(crate) fn run(args: NamesArgs) -> Result<Outcome, Box<dyn std::error::Error>> {
    if let Some(file) = &args.undo {
        return Ok(undo(file, &[])?);
    }
    let typed = args.from.as_deref().map(|label| coding(label, Labels::Iana)).transpose()?;
    let from = typed.unwrap_or(Coding::Family(Label::Windows1252));
    let judge = Judge { from, nfc: args.nfc };
    let paths = if args.paths.is_empty() { vec![".".into()] } else { args.paths };
    let (mut found, mut all, mut trouble) = (Vec::new(), 0, false);
    let mut archives = Vec::new();
    walk::walk(paths, &mut |visited| match visited {
        Ok((path, is_named)) => {
            all += 1;
            if is_named || args.archives && archived::may_be(&path) {
                archives.push(path.clone());
            }
            found.extend(look(path, &judge));
        }
        Err((path, error)) => {
            trouble = true;
            say(format_args!("{}: {}", Name::Path(path).shown(), what(&error)));
        }
    });
    let mut out = BufWriter::new(Stdout);
    // Before an archive gets another name.
    let into = archived::Look { from: typed, nfc: args.nfc, format: args.format };
    let told = into.all(&archives, &mut out).and_then(|told| out.flush().map(|()| told));
    let in_archives = match told {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => archived::Told::default(),
        told => told.map_err(|error| format!("standard output: {}", what(&error)))?,
    };
    let report = if args.rename { rename(&found, &args.log)? } else { Report::default() };
    let told = tell(&found, &report, args.format, &mut out).and_then(|()| out.flush());
    match told {
        // Nobody reads on: no reason to complain.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => return Err(format!("standard output: {}", what(&error)).into()),
        Ok(()) => {}
    }
    if args.format == NamesFormat::Text && in_archives.found > 0 {
        let names = count(in_archives.names, "name", "names");
        say(format_args!("{} of {names} in archives; they are only told", in_archives.found));
    }
    if args.format == NamesFormat::Text && !found.is_empty() {
        let names = count(all, "name", "names");
        match args.rename {
            false => say(format_args!(
                "{} of {names}; --rename renames what has another name",
                found.len()
            )),
            // There is nothing to be taken back.
            true if report.renamed.is_empty() => say(format_args!("renamed 0 of {names}")),
            true => say(format_args!(
                "renamed {} of {names}; `placemat names --undo {}` takes it back",
                report.renamed.len(),
                Name::Path(args.log).argument().unwrap_or_else(|| "LOG".to_owned())
            )),
        }
    }
    Ok(match () {
        () if trouble || report.trouble || in_archives.trouble => Outcome::Trouble,
        () if report.renamed.len() < found.len() || in_archives.found > 0 => Outcome::Findings,
        () => Outcome::Clean,
    })
}

fn look(path: PathBuf, judge: &Judge) -> Option<Found> {
    let name = path.file_name()?;
    let (wrong, new) = judge.look(name.as_encoded_bytes())?;
    let renamed = new.map(|new| path.with_file_name(new));
    Some(Found { path, wrong, renamed })
}

/// What became of what was found.
#[derive(Default)]
struct Report {
    /// Which were renamed, by their numbers.
    renamed: Vec<usize>,
    trouble: bool,
}

/// Renames what is in a folder before the folder, so that each path holds until it is used.
fn rename(found: &[Found], log: &Path) -> io::Result<Report> {
    let mut report = Report::default();
    let log = Log::open(log)?;
    for (number, found) in found.iter().enumerate().rev() {
        let Some(new) = &found.renamed else { continue };
        match log.rename(&found.path, new) {
            Ok(()) => report.renamed.push(number),
            Err(error) => {
                report.trouble = true;
                say(format_args!("{}: {}", Name::Path(found.path.clone()).shown(), what(&error)));
            }
        }
    }
    Ok(report)
}

fn tell(
    found: &[Found],
    report: &Report,
    format: NamesFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    for (number, Found { path, wrong, renamed }) in found.iter().enumerate() {
        let name = Name::Path(path.clone());
        let new = renamed.clone().map(Name::Path);
        if format == NamesFormat::Json {
            let object = Object {
                name: name.fields(),
                wrong: wrong.name(),
                new: new.as_ref().map(Name::lossy),
                renamed: report.renamed.contains(&number),
            };
            write_line(&object, out)?;
            continue;
        }
        let new = new.map_or(String::new(), |new| format!(" → {}", new.shown()));
        writeln!(out, "{}{new}: {wrong}", name.shown())?;
    }
    Ok(())
}
