//! `placemat fix`: makes malformed text well-formed, in files and on the way
//! through.

mod choice;
mod in_place;
mod json;
mod mender;
mod page;
mod plan;
mod preview;
mod profile;
mod records;
mod report;
mod sieve;
mod signature;

use crate::args::FixBinary;
use crate::coding::Cut;
use crate::input::{Blocks, Visit, Walk};
use crate::outcome::Outcome;
use crate::output::{Backups, How, Keep, Log, Output, OutputError, found};
use crate::pieces::Pieces;
use crate::print::name::Name;
use crate::print::say::{say, what};
use crate::print::words::count;
use crate::report::html::Page;
use crate::report::words::conversion;
use crate::settings::{self, Target};
use mender::{Mender, Tally};
use page::Gatherer;
use placemat::detect::{OtherEncoding, Sniffed};
use placemat_profile::is_utf8_with_nuls;
use report::Report;
use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// How much is read at a time.
const BLOCK: usize = 128 << 10;

/// How many names a sentence holds.
const NAMES: usize = 5;

/// Why a file is not as it should be.
enum Failure {
    /// It, or what it becomes, cannot be read or written.
    File(io::Error),
    /// What it becomes cannot be written: the name is safe to print.
    Output(OutputError),
    /// The report cannot be written.
    Report(io::Error),
}

/// Mends, and reports, all that the settings say.
pub(crate) fn run(settings: &settings::Fix) -> Outcome {
    let page = match settings.page.as_deref().map(Page::open).transpose() {
        Ok(page) => page.map(Gatherer::new),
        Err(what) => {
            say(what);
            return Outcome::Trouble;
        }
    };
    let own = match &settings.target {
        Target::InPlace(backup) => backup.suffix(),
        _ => None,
    };
    let mut fix = Fix {
        settings,
        report: Report::new(settings, page),
        backups: Backups::new(own, &settings.walk.paths),
        binary: Vec::new(),
        log: None,
    };
    let told = fix.all();
    // What is told before the summary of a preview is a change.
    let told_a_change = told.is_err() || fix.report.totals.files_changed > 0;
    fix.report.progress.end();
    let told = told.and_then(|()| fix.report.end());
    fix.name_binary();
    if let Some(hint) = fix.log.as_ref().and_then(Log::hint).filter(|_| !settings.quiet) {
        fix.report.say(&hint);
    }
    if told.is_ok() {
        fix.report.write_page();
    }
    let totals = &fix.report.totals;
    match told {
        // The reader has all that it wants.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            if settings.is_preview() && told_a_change { Outcome::Findings } else { Outcome::Clean }
        }
        Err(error) => {
            fix.report.say(&format!("standard output: {}", what(&error)));
            Outcome::Trouble
        }
        Ok(()) if totals.trouble > 0 => Outcome::Trouble,
        Ok(()) if settings.is_preview() && totals.files_changed > 0 => Outcome::Findings,
        Ok(()) if totals.left > 0 => Outcome::Findings,
        Ok(()) => Outcome::Clean,
    }
}

struct Fix<'a> {
    settings: &'a settings::Fix,
    report: Report<'a>,
    backups: Backups<'a>,
    /// Binary files that were found.
    binary: Vec<Name>,
    /// Where it is written what is replaced, once something is to be.
    log: Option<Log>,
}

impl Fix<'_> {
    /// An error is one of the report, or of standard output.
    fn all(&mut self) -> io::Result<()> {
        if let Target::InPlace(backup) = &self.settings.target
            && self.settings.records.is_none()
        {
            return self.replace(backup);
        }
        // A preview changes nothing, and writes no log.
        let can_begin = if self.settings.is_preview() { self.can_log() } else { self.open_log() };
        if !can_begin {
            return Ok(());
        }
        for visit in Walk::once(&self.settings.walk) {
            match visit {
                Visit::File { name: Name::Path(path), named, .. }
                    if self.leave_log(&path, named) || self.leave_backup(&path, named) => {}
                Visit::File { name, named, .. } => match self.one(&name, named) {
                    Ok(()) => {}
                    Err(Failure::Report(error)) => return Err(error),
                    Err(failure) => self.trouble(&name, failure)?,
                },
                visit => self.other(visit),
            }
        }
        Ok(())
    }

    /// What a walk comes to that is no file.
    fn other(&mut self, visit: Visit) {
        match visit {
            Visit::File { .. } | Visit::Link => {}
            Visit::Special(path) => {
                let shown = crate::print::name::shown(&path);
                self.report.say(&format!("{shown}: a FIFO, socket or device, left alone"));
            }
            Visit::Trouble { name, what } => self.report.trouble(&name.shown(), &what),
            Visit::Notice(notice) => self.report.say(&notice),
        }
    }

    /// Tells why a file is not as it should be, unless nobody reads on.
    fn trouble(&mut self, name: &Name, failure: Failure) -> io::Result<()> {
        match failure {
            Failure::Report(error) => return Err(error),
            Failure::File(error) => self.report.trouble(&name.shown(), &what(&error)),
            Failure::Output(OutputError { shown, error }) => {
                if error.kind() == io::ErrorKind::BrokenPipe {
                    return Err(error);
                }
                self.report.trouble(&shown, &what(&error));
            }
        }
        Ok(())
    }

    /// Opens an input: what was found in a folder only if it still is a file.
    fn open(&self, name: &Name, named: bool) -> Result<Blocks<'static>, Failure> {
        let blocks = match name {
            Name::Path(path) if !self.may_be_link(named) => {
                found().open(path).map(|file| Blocks::of(file, BLOCK))
            }
            name => Blocks::open(name, BLOCK),
        };
        blocks.map_err(Failure::File)
    }

    /// Whether a file is left alone, because it is declared to be in another encoding than UTF-8: that is said.
    fn leave_declared(&mut self, name: &Name, named: bool) -> Result<bool, Failure> {
        let Name::Path(path) = name else { return Ok(false) };
        let rule = self.settings.rules.of(path);
        self.settings.rules.notices().iter().for_each(|notice| self.report.say(notice));
        let Some(rule) = rule.filter(|rule| !rule.is_utf8()) else { return Ok(false) };
        let (shown, coding) = (name.shown(), rule.coding);
        let hint = if named { "; --no-rules mends it as UTF-8" } else { "" };
        let told = format!("{shown}: {coding} is declared ({}), left alone{hint}", rule.place);
        if named || !self.settings.quiet {
            self.report.say(&told);
        }
        self.report.totals.trouble += u64::from(named);
        self.report.left_alone(name, coding.name()).map_err(Failure::Report)?;
        Ok(true)
    }

    fn one(&mut self, name: &Name, named: bool) -> Result<(), Failure> {
        if self.leave_declared(name, named)? {
            return Ok(());
        }
        let mut source = self.open(name, named)?;
        if self.settings.binary == FixBinary::Skip {
            match source.sniff().map_err(Failure::File)? {
                Sniffed::Text { .. } => {}
                Sniffed::Binary if self.is_meant(named) => {}
                Sniffed::Binary
                    if named
                        && self.settings.records.is_some()
                        && is_text_with_nuls(source.block()) => {}
                Sniffed::Other(_) if self.is_meant(named) && is_utf8_with_nuls(source.block()) => {}
                Sniffed::Other(other) => return self.leave_encoding(name, named, other),
                Sniffed::Binary => return self.leave_binary(name, named),
            }
        }
        // Behind that: in UTF-16, a record would end within a code unit.
        if let Some(records) = &self.settings.records {
            return self.sieve(name, named, source, records);
        }
        let tally = match &self.settings.target {
            Target::Preview => {
                let mender = self.mender();
                let tally = preview::preview(name, &mut source, mender, &mut self.report);
                tally.map_err(Failure::Report)?.map_err(Failure::File)?
            }
            Target::File(path) => self.through(source, Some(path))?,
            _ => self.through(source, None)?,
        };
        self.report.file(name, &tally, None).map_err(Failure::Report)
    }

    /// Whether a file is what an earlier run kept: it stays as it is, and that is said.
    fn leave_backup(&self, path: &Path, named: bool) -> bool {
        let is_backup = self.backups.has(path, named);
        if is_backup && (named || !self.settings.quiet) {
            let shown = crate::print::name::shown(path);
            self.report.say(&format!("{shown}: kept by an earlier run; left as it is"));
        }
        is_backup
    }

    /// Opens the log, if there is to be one; whether it can be: if not, that is told.
    fn open_log(&mut self) -> bool {
        let log = self.settings.log.as_deref().map(Log::open).transpose();
        self.told(log).is_some_and(|log| {
            self.log = log;
            true
        })
    }

    /// Whether the log is one, if it is there. It is no input: so a text that was named as the log by mistake would be left
    /// out without a word.
    fn can_log(&mut self) -> bool {
        let can_go_on = self.settings.log.as_deref().map(Log::can_go_on).transpose();
        self.told(can_go_on).is_some()
    }

    /// What came of the log; `None`, if that is trouble, which is told.
    fn told<T>(&mut self, log: io::Result<T>) -> Option<T> {
        log.inspect_err(|error| {
            self.report.totals.trouble += 1;
            self.report.say(&what(error));
        })
        .ok()
    }

    /// Whether a file is the log: it is no input, even if it was named, as by `*`. That is said.
    fn leave_log(&self, path: &Path, named: bool) -> bool {
        let is_log = self.settings.log.as_ref().is_some_and(|log| Log::is_at(log, path));
        if is_log && named {
            let shown = crate::print::name::shown(path);
            self.report.say(&format!("{shown}: the log of this run, and left out"));
        }
        is_log
    }

    /// What is kept of a file that is replaced.
    fn keep<'a>(&'a self, suffix: Option<&'a OsStr>) -> Keep<'a> {
        let how = || How {
            command: "fix",
            from: None,
            to: None,
            certainty: None,
            methods: self.settings.methods(),
        };
        Keep { suffix, log: self.log.as_ref().map(|log| (log, how())) }
    }

    /// Whether what looks binary is to be mended: a profile may refuse what makes it look so.
    fn is_meant(&self, named: bool) -> bool {
        named && !self.settings.closely.profiles.is_empty()
    }

    /// Whether a link is followed, where a file is to be.
    fn may_be_link(&self, named: bool) -> bool {
        named || self.settings.walk.follow
    }

    fn mender(&self) -> Mender {
        Mender::new(self.settings).expect("the settings are possible")
    }

    /// Mends all that is left of `source`, and says what was changed. `told` bytes of it have been told as progress.
    fn mend(
        &mut self,
        source: &mut Blocks<'_>,
        mut told: u64,
        mut write: impl FnMut(&[u8]) -> Result<(), Failure> + Send,
    ) -> Result<Tally, Failure> {
        let mut all = self.pieces(source, &mut told, &mut write)?;
        let (mut mender, mut out) = (self.mender(), Vec::new());
        loop {
            out.clear();
            let (block, last) = (source.block(), source.ended());
            mender.push(block, last, &mut out, &mut |edit| self.report.edit(&edit));
            self.report.pass(block);
            write(&out)?;
            if last {
                all.add(&mender.tally());
                return Ok(all);
            }
            let read = block.len() as u64;
            self.report.progress.add_bytes(read.saturating_sub(told));
            told = told.saturating_sub(read);
            source.next_block().map_err(Failure::File)?;
        }
    }

    /// The same, of pieces of a large file in several threads, as far as each can be mended by itself.
    /// `source` goes on behind them.
    fn pieces(
        &mut self,
        source: &mut Blocks<'_>,
        told: &mut u64,
        mut write: impl FnMut(&[u8]) -> Result<(), Failure> + Send,
    ) -> Result<Tally, Failure> {
        let (settings, mut all) = (self.settings, Tally::default());
        let base = source.offset();
        if settings.threads > 1
            && settings.is_by_pieces()
            && !self.report.shows_changes()
            && let Some(file) = source.file()
            && let Some(pieces) = Pieces::of(file, base, BLOCK, Cut::Utf8)
        {
            let (new, report) = (self.mender(), &mut self.report);
            let work = |out: &mut Vec<u8>, text: &[u8]| {
                out.clear();
                let mut mender = new.clone();
                mender.push(text, true, out, &mut |_| ());
                Some(mender.tally())
            };
            let end = pieces.each(settings.threads, Vec::new, work, |out, tally, len| {
                write(out)?;
                all.add(&tally);
                report.mended(len, told);
                Ok(())
            })?;
            source.go_to(end).map_err(Failure::File)?;
        }
        Ok(all)
    }

    /// Mends from `source` to a file or to standard output.
    fn through(&mut self, mut source: Blocks<'_>, path: Option<&Path>) -> Result<Tally, Failure> {
        let mut output = Output::open(path).map_err(Failure::Output)?;
        if output.comes_of(source.metadata().as_ref()) {
            let what = "the input is the output: use --in-place, which replaces it";
            let emptied = source.block().is_empty() && source.ended();
            let why = if emptied { " (`> FILE` empties it before placemat begins)" } else { "" };
            return Err(Failure::File(io::Error::other(format!("{what}{why}"))));
        }
        let tally =
            self.mend(&mut source, 0, |text| output.write(text).map_err(Failure::Output))?;
        output.finish().map_err(Failure::Output)?;
        Ok(tally)
    }

    fn leave_encoding(
        &mut self,
        name: &Name,
        named: bool,
        other: OtherEncoding,
    ) -> Result<(), Failure> {
        let hint = conversion(name, other.label());
        self.report.alone(&format!(
            "{}: looks like {}, left alone: {hint}",
            name.shown(),
            other.title
        ));
        self.report.totals.trouble += u64::from(named);
        self.report.left_alone(name, other.name).map_err(Failure::Report)
    }

    fn leave_binary(&mut self, name: &Name, named: bool) -> Result<(), Failure> {
        if named {
            let hint = "--binary=fix mends it all the same";
            self.report.alone(&format!("{}: looks binary, left alone ({hint})", name.shown()));
        } else {
            self.binary.push(name.clone());
        }
        self.report.totals.trouble += u64::from(named);
        self.report.left_alone(name, "binary").map_err(Failure::Report)
    }

    /// Says which files were left alone because they look binary.
    fn name_binary(&self) {
        if self.binary.is_empty() || self.settings.quiet {
            return;
        }
        let mut names: Vec<String> = self.binary.iter().take(NAMES).map(Name::shown).collect();
        if self.binary.len() > NAMES {
            let more = self.binary.len() - NAMES;
            names.push(format!("and {more} more (all in --report=json)"));
        }
        let files = count(self.binary.len() as u64, "binary file", "binary files");
        self.report.say(&format!("left alone {files}: {}", names.join(", ")));
    }
}

/// Whether nothing but a few NULs makes a file look binary: some records are dirty so.
fn is_text_with_nuls(start: &[u8]) -> bool {
    let is_text =
        |&byte: &u8| byte >= b' ' || matches!(byte, 0 | b'\t' | b'\n' | b'\r' | 0x0C | 0x1B);
    let nuls = memchr::memchr_iter(0, start).count();
    start.iter().all(is_text) && nuls * 8 < start.len()
}
