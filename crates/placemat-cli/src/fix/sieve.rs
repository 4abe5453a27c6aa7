//! From a file of records to two: those kept, and those moved aside.

use super::records::Sieve;
use super::{BLOCK, Failure, Fix};
use crate::input::Blocks;
use crate::output::{Aside, Original, Output, Replaced};
use crate::print::name::Name;
use crate::settings::{self, Backup, Target};
use std::ffi::OsStr;
use std::io;
use std::path::Path;

impl Fix<'_> {
    /// Keeps the records of `source` without errors, or with emptied fields, and moves the others
    /// aside.
    pub(super) fn sieve(
        &mut self,
        name: &Name,
        named: bool,
        source: Blocks<'_>,
        records: &settings::FixRecords,
    ) -> Result<(), Failure> {
        let mut original = None;
        let mut kept = match (&self.settings.target, name) {
            (Target::Preview, _) => None,
            (Target::InPlace(_), Name::Path(path)) => {
                let found = if self.may_be_link(named) {
                    Original::open(path)
                } else {
                    Original::open_found(path)
                };
                let found = original.insert(found.map_err(Failure::File)?);
                Some(Output::beside(found.replacement().map_err(Failure::File)?, path))
            }
            (Target::File(path), _) => Some(self.output(Some(path), &source)?),
            _ => Some(self.output(None, &source)?),
        };
        let mut aside = match &records.quarantine {
            Some(path) if kept.is_some() => Some(self.aside(path, &source)?),
            _ => None,
        };
        // What is replaced is read, whatever has its name meanwhile.
        let mut source = match &original {
            Some(original) => {
                drop(source);
                Blocks::borrowed(&original.file, BLOCK).map_err(Failure::File)?
            }
            None => source,
        };
        if let (Some(kept), Some(aside)) = (&kept, &mut aside)
            && kept.is_stream()
            && aside.is_compared()
        {
            self.compare(&mut source, records, aside)?;
        }
        let mut sieve = Sieve::new(records, &self.settings.closely.profiles);
        let [mut out, mut moved] = [const { Vec::new() }; 2];
        loop {
            let (block, last) = (source.block(), source.ended());
            sieve.push(block, last, &mut out, &mut moved).map_err(Failure::File)?;
            // What cannot be moved must not be missing.
            if let Some(aside) = &mut aside {
                aside.write(&moved).map_err(Failure::Output)?;
            }
            if let Some(kept) = &mut kept {
                kept.write(&out).map_err(Failure::Output)?;
            }
            out.clear();
            moved.clear();
            if last {
                break;
            }
            self.report.progress.add_bytes(block.len() as u64);
            source.next_block().map_err(Failure::File)?;
        }
        drop(source);
        let tally = sieve.tally();
        // What is moved is safe before it is gone from where it was.
        if let Some(aside) = aside {
            let shown = aside.shown().to_owned();
            let is_left = aside.finish(original.is_some()).map_err(Failure::Output)?;
            if is_left && !self.settings.quiet {
                self.report.say(&format!(
                    "{shown}: no record is moved to it, so what it has is left as it is"
                ));
            }
        }
        match (kept, original) {
            (Some(kept), Some(original)) => {
                if tally.moved + tally.changed > 0 {
                    let suffix = self.suffix(tally.emptied > 0);
                    self.put_in_place(name, kept, original, suffix)?;
                }
            }
            (Some(kept), None) => _ = kept.finish().map_err(Failure::Output)?,
            (None, _) => {}
        }
        self.report.records(name, &tally).map_err(Failure::Report)
    }

    /// Opens an output that is not the input.
    fn output(&self, path: Option<&Path>, source: &Blocks<'_>) -> Result<Output, Failure> {
        let mut output = Output::open(path).map_err(Failure::Output)?;
        if output.comes_of(source.metadata().as_ref()) {
            return Err(Failure::File(io::Error::other("the input is the output")));
        }
        Ok(output)
    }

    /// Opens where records are moved to, which is not the input.
    fn aside(&self, path: &Path, source: &Blocks<'_>) -> Result<Aside, Failure> {
        let mut aside = Aside::open(path).map_err(Failure::Output)?;
        if let Some(stream) = aside.stream()
            && stream.comes_of(source.metadata().as_ref())
        {
            return Err(Failure::File(io::Error::other("the input is the output")));
        }
        Ok(aside)
    }

    /// Reads all of `source`, before any of it is written to a stream: an error, if what would be moved is not what is
    /// there. What can be read only once cannot be known before.
    fn compare(
        &self,
        source: &mut Blocks<'_>,
        records: &settings::FixRecords,
        aside: &mut Aside,
    ) -> Result<(), Failure> {
        if source.regular().is_none() {
            return Err(Failure::Output(aside.unknown()));
        }
        let mut sieve = Sieve::new(records, &self.settings.closely.profiles);
        let [mut out, mut moved] = [const { Vec::new() }; 2];
        loop {
            let last = source.ended();
            sieve.push(source.block(), last, &mut out, &mut moved).map_err(Failure::File)?;
            aside.write(&moved).map_err(Failure::Output)?;
            out.clear();
            moved.clear();
            if last {
                break;
            }
            source.next_block().map_err(Failure::File)?;
        }
        aside.compare_again().map_err(Failure::Output)?;
        source.go_to(0).map_err(Failure::File)
    }

    /// Under what ending the old file is kept, if it is.
    fn suffix(&self, loses_text: bool) -> Option<&OsStr> {
        match &self.settings.target {
            Target::InPlace(Backup::OfLosses) if !loses_text => None,
            Target::InPlace(backup) => backup.suffix(),
            _ => None,
        }
    }

    fn put_in_place(
        &self,
        name: &Name,
        kept: Output,
        original: Original,
        suffix: Option<&OsStr>,
    ) -> Result<(), Failure> {
        let new = kept.into_new().expect("it is written beside the old one");
        let replaced = original.replace_and_keep(new, &self.keep(suffix)).map_err(Failure::File)?;
        let Replaced { kept, told } = replaced;
        for told in told {
            self.report.say(&format!("{}: {told}", name.shown()));
        }
        if let Some(kept) = kept.filter(|_| !self.settings.quiet) {
            let kept = crate::print::name::shown(&kept);
            self.report.say(&format!("{}: the old file is kept as {kept}", name.shown()));
        }
        Ok(())
    }
}
