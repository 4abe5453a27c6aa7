//! Files replaced by what they become. All are looked at before the first is changed:
//! whether each can be read and replaced, what becomes of it, and whether the old one can
//! be kept where it must be. If one that was named cannot be, none is.

use super::choice::Choice;
use super::mender::Tally;
use super::{BLOCK, Failure, Fix};
use crate::args::FixBinary;
use crate::input::{Blocks, Visit, Walk};
use crate::output::{Original, Replaced};
use crate::print::name::Name;
use crate::settings::Backup;
use placemat::detect::Sniffed;
use placemat_profile::is_utf8_with_nuls;
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;

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
        if !self.can_log() {
            return Ok(());
        }
        let mut choice = Choice::default();
        let mut planned = self.plan(&mut choice)?;
        if !choice.is_refused {
            if let Some(told) = choice.told(self.settings, backup) {
                self.report.totals.trouble += 1;
                self.report.say(&told);
                return Ok(());
            }
            planned = self.with_room_for_backups(planned, backup, &mut choice)?;
        }
        if choice.is_refused {
            if !planned.is_empty() {
                self.report.say("nothing was changed: mend that first, or leave it out");
            }
            return Ok(());
        }
        if planned.is_empty() || !self.open_log() {
            return Ok(());
        }
        for file in planned {
            let result = match self.replace_one(&file, backup) {
                Ok((tally, kept)) => self.report.file(&file.name, &tally, kept.as_deref()),
                Err(failure) => self.trouble(&file.name, failure),
            };
            result?;
        }
        Ok(())
    }

    /// Looks at every file, and says which are to be replaced.
    fn plan(&mut self, choice: &mut Choice) -> io::Result<Vec<Planned>> {
        let mut planned = Vec::new();
        for visit in Walk::once(&self.settings.walk) {
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
            if self.leave_log(&path, named) || self.leave_backup(&path, named) {
                continue;
            }
            let mut file = Planned { name, path, named, told: 0 };
            match self.look_at(&mut file, regular, choice) {
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
        choice: &mut Choice,
    ) -> Result<bool, Failure> {
        if !regular {
            let what = "not a regular file, so it cannot be replaced";
            return Err(Failure::File(io::Error::other(what)));
        }
        if self.leave_declared(&file.name, file.named)? {
            return Ok(false);
        }
        let mut source = self.open(&file.name, file.named)?;
        if self.settings.binary == FixBinary::Skip {
            match source.sniff().map_err(Failure::File)? {
                Sniffed::Text { .. } => {}
                Sniffed::Binary if self.is_meant(file.named) => {}
                Sniffed::Other(_)
                    if self.is_meant(file.named) && is_utf8_with_nuls(source.block()) => {}
                Sniffed::Other(other) => {
                    return self.leave_encoding(&file.name, file.named, other).map(|()| false);
                }
                Sniffed::Binary => {
                    return self.leave_binary(&file.name, file.named).map(|()| false);
                }
            }
        }
        let decided = self.settings.decided;
        let is_enough = |tally: &Tally| tally.changes() > 0 && (decided || tally.needs_method());
        let tally = self.read(&mut source, &mut file.told, is_enough).map_err(Failure::File)?;
        if tally.changes() == 0 {
            self.report.file(&file.name, &tally, None).map_err(Failure::Report)?;
            return Ok(false);
        }
        let original = self.original(file).map_err(Failure::File)?;
        // What can be made now can be made later, as far as anyone can tell.
        drop(original.replacement().map_err(Failure::File)?);
        if !decided && tally.needs_method() {
            choice.add(&file.name, &file.path, tally.malformed > 0);
        }
        Ok(true)
    }

    /// Those whose old file can be kept, if it has to be. An error is one of the report.
    fn with_room_for_backups(
        &mut self,
        planned: Vec<Planned>,
        backup: &Backup,
        choice: &mut Choice,
    ) -> io::Result<Vec<Planned>> {
        let Some(suffix) = backup.suffix() else { return Ok(planned) };
        let mut with_room = Vec::new();
        for mut file in planned {
            match self.has_room(&mut file, backup, suffix) {
                Ok(()) => with_room.push(file),
                Err(error) => {
                    choice.is_refused |= file.named;
                    self.trouble(&file.name, Failure::File(error))?;
                }
            }
        }
        Ok(with_room)
    }

    /// An error, if the old file has to be kept, and its name is taken. All of it is read
    /// only if that must be known.
    fn has_room(&mut self, file: &mut Planned, backup: &Backup, suffix: &OsStr) -> io::Result<()> {
        let original = self.original(file)?;
        let Err(taken) = original.can_be_kept(suffix) else { return Ok(()) };
        let method = self.settings.method;
        let is_kept = match backup {
            Backup::Always(_) | Backup::OfGuesses => true,
            Backup::OfLosses => {
                let mut source = Blocks::borrowed(&original.file, BLOCK)?;
                let loses = |tally: &Tally| method.loses_text(tally);
                loses(&self.read(&mut source, &mut file.told, loses)?)
            }
            Backup::None => false,
        };
        if is_kept { Err(taken) } else { Ok(()) }
    }

    /// Reads from the start, until enough is known of what changes, or to the end. What of
    /// it was told as progress is not told again.
    fn read(
        &mut self,
        source: &mut Blocks<'_>,
        told: &mut u64,
        is_enough: impl Fn(&Tally) -> bool,
    ) -> io::Result<Tally> {
        let mut mender = self.mender();
        let (mut out, mut read) = (Vec::new(), 0);
        loop {
            out.clear();
            mender.push(source.block(), source.ended(), &mut out, &mut |_| ());
            let tally = mender.tally();
            if is_enough(&tally) || source.ended() {
                return Ok(tally);
            }
            read += source.block().len() as u64;
            self.report.progress.add_bytes(read.saturating_sub(*told));
            *told = read.max(*told);
            source.next_block()?;
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
    ) -> Result<(Tally, Option<PathBuf>), Failure> {
        let original = self.original(file).map_err(Failure::File)?;
        let mut new = original.replacement().map_err(Failure::File)?;
        // From the start, in what cannot become another file meanwhile.
        let mut source = Blocks::borrowed(&original.file, BLOCK).map_err(Failure::File)?;
        let tally =
            self.mend(&mut source, file.told, |text| new.write(text).map_err(Failure::File))?;
        if tally.changes() == 0 {
            // Someone else has mended it meanwhile.
            return Ok((tally, None));
        }
        let suffix = match backup {
            Backup::OfLosses if !self.settings.method.loses_text(&tally) => None,
            backup => backup.suffix(),
        };
        let Replaced { kept, told } =
            original.replace_and_keep(new, &self.keep(suffix)).map_err(Failure::File)?;
        for told in told {
            self.report.say(&format!("{}: {told}", file.name.shown()));
        }
        // A suffix that was typed need not be told.
        Ok((tally, kept.filter(|_| *backup == Backup::OfLosses)))
    }
}
