//! Names in archives: each is judged by what the archive says of it, and told. In zip most programs say nothing: then
//! names are in the code page of the system that packed them, which all of them together may give away.

use super::archive::{self, Claim, Entry, Kind, Trouble};
use super::judge::{self, Judge, Wrong};
use crate::args::{Labels, NamesFormat};
use crate::coding::{Coding, coding};
use crate::print::escape;
use crate::print::json::write_line;
use crate::print::name::{Name, NameFields, hex, shown};
use crate::print::say::{say, what};
use placemat::encoding::Label;
use placemat_detect::Hints;
use placemat_inspect::code_point::is_unsafe;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// How much of the names is looked at to find out what they are in.
const SAMPLE: usize = 64 << 10;

/// What is less certain is no better than the book.
const CERTAIN: f64 = 0.5;

/// Whether what is found by that name in a folder may be an archive.
pub(super) fn may_be(path: &Path) -> bool {
    ends_in(path, &[".zip", ".jar", ".tar", ".tar.gz", ".tgz"])
}

fn ends_in(path: &Path, ends: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ends.iter().any(|end| name.ends_with(end))
}

/// How names are looked at.
pub(super) struct Look {
    /// What names that are not UTF-8 are in, if that was typed.
    pub(super) from: Option<Coding>,
    pub(super) nfc: bool,
    pub(super) format: NamesFormat,
}

/// What it came to.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) names: u64,
    pub(super) found: u64,
    pub(super) trouble: bool,
}

#[derive(Serialize)]
struct Object<'a> {
    archive: NameFields<'a>,
    name: std::borrow::Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_bytes: Option<String>,
    wrong: &'static str,
    new: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'a str>,
}

impl Look {
    /// Tells of all of these that are archives. An error is one of the output.
    pub(super) fn all(&self, paths: &[PathBuf], out: &mut impl Write) -> io::Result<Told> {
        let mut told = Told::default();
        for path in paths {
            let (kind, file) = match open(path) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(error) => {
                    told.trouble = true;
                    say(format_args!("{}: {}", shown(path), what(&error)));
                    continue;
                }
            };
            if let Err(trouble) = self.one(path, kind, &file, &mut told, out)? {
                told.trouble = true;
                let why = match &trouble {
                    Trouble::Io(error) => what(error),
                    broken => broken.to_string(),
                };
                // Behind what was already told.
                out.flush()?;
                say(format_args!("{}: {why}", shown(path)));
            }
        }
        Ok(told)
    }

    fn one(
        &self,
        path: &Path,
        kind: Kind,
        file: &File,
        told: &mut Told,
        out: &mut impl Write,
    ) -> io::Result<Result<(), Trouble>> {
        let from = match self.from {
            Some(from) => from,
            None => guess(kind, file),
        };
        let judge = Judge { from, nfc: self.nfc };
        let mut written = Ok(());
        let ended = archive::each(kind, file, &mut |entry| {
            told.names += 1;
            if let Some((wrong, new)) = look(&entry, &judge)
                && written.is_ok()
            {
                told.found += 1;
                written = self.tell(path, &entry, wrong, new, from, out);
            }
        });
        written.map(|()| ended)
    }

    fn tell(
        &self,
        path: &Path,
        entry: &Entry,
        wrong: Wrong,
        new: Option<String>,
        from: Coding,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let is_read = matches!(wrong, Wrong::NotUtf8 | Wrong::SaidToBeUtf8) && new.is_some();
        let encoding = is_read.then(|| from.name());
        if self.format == NamesFormat::Json {
            let name = String::from_utf8_lossy(&entry.name);
            let name_bytes = str::from_utf8(&entry.name).is_err().then(|| hex(&entry.name));
            let (archive, wrong) = (Name::Path(path.to_owned()), wrong.name());
            let (archive, new) = (archive.fields(), new.as_deref());
            return write_line(&Object { archive, name, name_bytes, wrong, new, encoding }, out);
        }
        let mut name = String::new();
        escape::escape(&entry.name, &mut name);
        let new = new.filter(|new| new.as_bytes() != entry.name);
        let new = new.map_or(String::new(), |new| format!(" → {new}"));
        let encoding = encoding.map_or(String::new(), |encoding| format!(", read as {encoding}"));
        writeln!(out, "{}: {name}{new}: {wrong}{encoding}", shown(path))
    }
}

/// What a file is, if it is a file and an archive.
fn open(path: &Path) -> io::Result<Option<(Kind, File)>> {
    if !path.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    (&mut file).take(512).read_to_end(&mut start)?;
    let kind = match Kind::of(&start) {
        // Most of what gzip packs is no archive.
        Some(Kind::TarGz) if !ends_in(path, &[".tar.gz", ".tgz"]) => None,
        // There may be a program before it.
        None if ends_in(path, &[".zip", ".jar"]) => Some(Kind::Zip),
        None => match packer(path, &start) {
            Some(packer) => {
                return Err(io::Error::other(format!(
                    "an archive of {packer}, which is not read: its names are not known"
                )));
            }
            None => None,
        },
        kind => kind,
    };
    Ok(kind.map(|kind| (kind, file)))
}

/// What has packed an archive that cannot be looked into.
fn packer(path: &Path, start: &[u8]) -> Option<&'static str> {
    let is_tar = |ends: &[&str]| ends_in(path, ends);
    match start {
        [b'B', b'Z', b'h', ..] if is_tar(&[".tar.bz2", ".tbz", ".tbz2"]) => Some("bzip2"),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] if is_tar(&[".tar.xz", ".txz"]) => Some("xz"),
        [0x28, 0xB5, 0x2F, 0xFD, ..] if is_tar(&[".tar.zst", ".tzst"]) => Some("zstd"),
        [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Some("7-Zip"),
        [b'R', b'a', b'r', b'!', 0x1A, 7, ..] => Some("RAR"),
        _ => None,
    }
}

/// What names that are not UTF-8 are in, as far as the first of them tell; trouble is met again.
fn guess(kind: Kind, file: &File) -> Coding {
    let mut sample = Vec::new();
    let _ = archive::each(kind, file, &mut |entry| {
        if sample.len() < SAMPLE && str::from_utf8(&entry.name).is_err() {
            sample.extend_from_slice(&entry.name);
            sample.push(b'\n');
        }
    });
    let book = if kind == Kind::Zip { "ibm437" } else { "windows-1252" };
    let mut hints = Hints::default();
    hints.encoding = Some(book);
    let verdict = placemat_detect::detect(&sample, &hints);
    let likely = verdict.candidates.first().filter(|found| found.certainty >= CERTAIN);
    let likely = likely.and_then(|found| coding(found.encoding, Labels::Iana).ok());
    // Names in several encodings at once are UTF-8 with mistakes to a judge.
    let legacy = likely.filter(|coding| matches!(coding, Coding::Legacy(_)));
    let latin = likely
        .filter(|coding| matches!(coding, Coding::Family(Label::Latin1 | Label::Windows1252)));
    let known = coding(book, Labels::Iana).expect("it is an encoding");
    legacy.or(latin.filter(|_| kind != Kind::Zip)).unwrap_or(known)
}

/// What is wrong with a name, and what it would be. Its folders are part of it.
fn look(entry: &Entry, judge: &Judge) -> Option<(Wrong, Option<String>)> {
    let is_utf8 = str::from_utf8(&entry.name);
    match (entry.claim, is_utf8) {
        (Claim::Oem, Ok(name)) if !name.is_ascii() => {
            Some((Wrong::NotSaidToBeUtf8, Some(name.to_owned()).filter(|name| is_printable(name))))
        }
        (claim, Err(_)) => {
            let wrong = if claim == Claim::Utf8 { Wrong::SaidToBeUtf8 } else { Wrong::NotUtf8 };
            Some((wrong, judge::read(&entry.name, judge.from).filter(|name| is_printable(name))))
        }
        (_, Ok(name)) => {
            // Each part is a name.
            let parts: Vec<_> = name.split('/').map(|part| judge.look(part.as_bytes())).collect();
            let wrong = parts.iter().flatten().next()?.0;
            let parts = name.split('/').zip(parts).map(|(part, found)| match found {
                None => Some(part.to_owned()),
                Some((_, new)) => new,
            });
            Some((wrong, parts.collect::<Option<Vec<String>>>().map(|parts| parts.join("/"))))
        }
    }
}

fn is_printable(name: &str) -> bool {
    !name.contains(is_unsafe)
}
