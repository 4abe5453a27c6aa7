//! From a file of records to two: those kept, and those moved aside.

use super::records::Sieve;
use super::{BLOCK, Failure, Fix};
use crate::input::Blocks;
use crate::output::{Original, Output, Replaced};
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
        let kept = match (&self.settings.target, name) {
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
        let aside = match &records.quarantine {
            Some(path) if kept.is_some() => Some(self.output(Some(path), &source)?),
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
        let mut outputs = [kept, aside];
        let mut sieve = Sieve::new(records, &self.settings.closely.profiles);
        let mut texts = [Vec::new(), Vec::new()];
        loop {
            let (block, last) = (source.block(), source.ended());
            let [out, aside] = &mut texts;
            sieve.push(block, last, out, aside).map_err(Failure::File)?;
            for (output, text) in outputs.iter_mut().zip(&mut texts) {
                if let Some(output) = output {
                    output.write(text).map_err(Failure::Output)?;
                }
                text.clear();
            }
            if last {
                break;
            }
            self.report.progress.add_bytes(block.len() as u64);
            source.next_block().map_err(Failure::File)?;
        }
        drop(source);
        let tally = sieve.tally();
        let [kept, aside] = outputs;
        // What is moved is safe before it is gone from where it was.
        if let Some(aside) = aside {
            aside.finish().map_err(Failure::Output)?;
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
