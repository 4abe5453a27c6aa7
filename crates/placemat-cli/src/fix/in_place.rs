//! Files replaced by what they become. All are looked at before the first is changed:
//! whether each can be read and replaced, and what becomes of it. If one that was named
//! cannot be, none is.

use super::choice::Choice;
use super::mender::Tally;
use super::source::Source;
use super::{Failure, Fix};
use crate::args::FixBinary;
use crate::check::{Visit, Walk};
use crate::name::Name;
use crate::output::{Original, back_up};
use crate::say::what;
use crate::settings::Backup;
use placemat::detect::Sniffed;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that is to be replaced.
struct Planned {
    name: Name,
    path: PathBuf,
    named: bool,
    /// How much of it was read, and has been told as progress.
    told: u64,
}

impl Fix<'_> {
    /// Replaces all files that change; none, if one that was named cannot be, or if it
    /// is not decided how. An error is one of the report.
    pub(super) fn replace(&mut self, backup: &Backup) -> io::Result<()> {
        let mut choice = Choice::default();
        let planned = self.plan(backup, &mut choice)?;
        if choice.is_refused {
            if !planned.is_empty() {
                self.report.say("nothing was changed: mend that first, or leave it out");
            }
            return Ok(());
        }
        if let Some(told) = choice.told(self.settings, backup) {
            self.report.totals.trouble += 1;
            self.report.say(&told);
            return Ok(());
        }
        for file in planned {
            let result = match self.replace_one(&file, backup) {
                Ok((tally, kept)) => self.report.file(&file.name, &tally, kept.as_deref()),
                Err(error) => {
                    self.report.trouble(&file.name.shown(), &what(&error));
                    Ok(())
                }
            };
            result?;
        }
        Ok(())
    }

    /// Looks at every file, and says which are to be replaced.
    fn plan(&mut self, backup: &Backup, choice: &mut Choice) -> io::Result<Vec<Planned>> {
        let mut planned = Vec::new();
        for visit in Walk::new(&self.settings.walk) {
            let (name, path, named, regular) = match visit {
                Visit::File { name: Name::Path(path), named, size, .. } => {
                    (Name::Path(path.clone()), path, named, size.is_some())
                }
                visit => {
                    let named = |name: &Name| match name {
                        Name::Path(path) => self.settings.walk.paths.contains(path),
                        Name::Stdin => true,
                    };
                    choice.is_refused |=
                        matches!(&visit, Visit::Trouble { name, .. } if named(name));
                    self.other(visit);
                    continue;
                }
            };
            // What was kept in this run, or an earlier one, stays as it is.
            if !named && is_kept(&path, backup) {
                continue;
            }
            let mut file = Planned { name, path, named, told: 0 };
            match self.look_at(&mut file, regular, backup, choice) {
                Ok(true) => planned.push(file),
                Ok(false) => {}
                Err(Failure::Report(error)) => return Err(error),
                Err(failure) => {
                    choice.is_refused |= file.named;
                    self.trouble(&file.name, failure)?;
                }
            }
        }
        Ok(planned)
    }

    /// Whether a file is to be replaced, and can be.
    fn look_at(
        &mut self,
        file: &mut Planned,
        regular: bool,
        backup: &Backup,
        choice: &mut Choice,
    ) -> Result<bool, Failure> {
        if !regular {
            let what = "not a regular file, so it cannot be replaced";
            return Err(Failure::File(io::Error::other(what)));
        }
        let mut source = match self.may_be_link(file.named) {
            true => Source::open(&file.path).map_err(Failure::File)?,
            false => Source::open_found(&file.path).map_err(Failure::File)?,
        };
        if self.settings.binary == FixBinary::Skip {
            match source.sniff().map_err(Failure::File)? {
                Sniffed::Text { .. } => {}
                Sniffed::Other(other) => {
                    return self.leave_encoding(&file.name, file.named, other).map(|()| false);
                }
                Sniffed::Binary => {
                    return self.leave_binary(&file.name, file.named).map(|()| false);
                }
            }
        }
        let tally = self.first_change(&mut source, &mut file.told).map_err(Failure::File)?;
        if tally.changes() == 0 {
            self.report.file(&file.name, &tally, None).map_err(Failure::Report)?;
            return Ok(false);
        }
        let original = self.original(file).map_err(Failure::File)?;
        // What can be made now can be made later, as far as anyone can tell.
        drop(original.replacement().map_err(Failure::File)?);
        let method = self.settings.method;
        if let Some(suffix) = backup.suffix()
            && (matches!(backup, Backup::Always(_)) || method.loses_text(&tally))
        {
            original.can_be_kept(suffix).map_err(Failure::File)?;
        }
        if !self.settings.decided && tally.malformed > 0 {
            choice.add(&file.name, &file.path);
        }
        Ok(true)
    }

    /// Reads until something changes that decides whether the file is to be replaced.
    fn first_change(&mut self, source: &mut Source<'_>, told: &mut u64) -> io::Result<Tally> {
        let mut mender = self.mender();
        let mut out = Vec::new();
        loop {
            out.clear();
            mender.push(source.block(), source.ended(), &mut out, &mut |_| ());
            let tally = mender.tally();
            let changed = tally.changes() > 0 && (self.settings.decided || tally.malformed > 0);
            if changed || source.ended() {
                return Ok(tally);
            }
            let read = source.block().len();
            *told += read as u64;
            self.report.progress.add_bytes(read as u64);
            source.take(read);
            source.read_more()?;
        }
    }

    fn original(&self, file: &Planned) -> io::Result<Original> {
        match self.may_be_link(file.named) {
            true => Original::open(&file.path),
            false => Original::open_found(&file.path),
        }
    }

    /// Replaces a file: what was changed, and under what name the old one is kept.
    fn replace_one(
        &mut self,
        file: &Planned,
        backup: &Backup,
    ) -> io::Result<(Tally, Option<PathBuf>)> {
        let mut original = self.original(file)?;
        let mut new = original.replacement()?;
        let mut mender = self.mender();
        let (mut out, mut told) = (Vec::new(), file.told);
        // From the start, in what cannot become another file meanwhile.
        let mut source = Source::file(&original.file)?;
        loop {
            out.clear();
            mender.push(source.block(), source.ended(), &mut out, &mut |_| ());
            new.write(&out)?;
            if source.ended() {
                break;
            }
            let read = source.block().len() as u64;
            self.report.progress.add_bytes(read.saturating_sub(told));
            told = told.saturating_sub(read);
            source.take(source.block().len());
            source.read_more()?;
        }
        let tally = mender.tally();
        if tally.changes() == 0 {
            // Someone else has mended it meanwhile.
            return Ok((tally, None));
        }
        let lost = new.finish()?;
        let names = original.names();
        original.is_unchanged()?;
        let suffix = match backup {
            Backup::OfLosses if !self.settings.method.loses_text(&tally) => None,
            backup => backup.suffix(),
        };
        let kept = suffix.map(|suffix| back_up(&mut original, suffix)).transpose()?;
        if let Err(error) = original.replace(new) {
            // The text is where it was: nobody needs it twice.
            kept.map(fs::remove_file);
            return Err(error);
        }
        let shown = file.name.shown();
        if names > 1 {
            let others = if names == 2 { "hard link has" } else { "hard links have" };
            self.report
                .say(&format!("{shown}: its {} other {others} the old text still", names - 1));
        }
        if let Some(lost) = lost {
            self.report.say(&format!("{shown}: {lost}"));
        }
        // A suffix that was typed need not be told.
        Ok((tally, kept.filter(|_| *backup == Backup::OfLosses)))
    }
}

/// Whether a file was kept by a run like this one: as it was asked for, or because
/// text was lost. Others may have called a file so, too: then its like is not there.
fn is_kept(path: &Path, backup: &Backup) -> bool {
    match backup {
        Backup::Always(suffix) => without(path, suffix).is_some(),
        Backup::OfLosses => {
            let suffix = backup.suffix().unwrap_or_default();
            without(path, suffix).is_some_and(|path| path.symlink_metadata().is_ok())
        }
        Backup::None => false,
    }
}

/// The path without the suffix, if it has that.
fn without(path: &Path, suffix: &OsStr) -> Option<PathBuf> {
    let name = path.as_os_str().as_encoded_bytes();
    let stem = name.strip_suffix(suffix.as_encoded_bytes()).filter(|stem| !stem.is_empty())?;
    Some(os_string(stem)?.into())
}

#[cfg(unix)]
fn os_string(bytes: &[u8]) -> Option<OsString> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(bytes).to_owned())
}

#[cfg(not(unix))]
fn os_string(bytes: &[u8]) -> Option<OsString> {
    Some(str::from_utf8(bytes).ok()?.into())
}
