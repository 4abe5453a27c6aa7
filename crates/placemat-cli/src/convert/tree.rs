//! Files that are converted each alone, also those in folders: in place, or below another folder.
//!
//! A file is replaced, or written, as a whole or not at all. One that has an error is named and
//! left as it is, and the others are converted.

use super::auto::{self, Taken};
use super::failure::Failure;
use super::input::Input;
use super::{BLOCK, Done, buffer, convert_one, drain};
use crate::args::When;
use crate::coding::Coding;
use crate::identify::judge_file;
use crate::input::{Blocks, Visit, Walk};
use crate::outcome::Outcome;
use crate::output::{Backups, How, Keep, Log, Original, Output, found};
use crate::print::name::{Name, shown};
use crate::print::progress::Progress;
use crate::print::say::{say, what};
use crate::settings::{self, Backup, Origin, Tree, TreeTarget};
use crate::workers::{self, Ordered};
use placemat::detect::Sniffed;
use placemat::encoding::Label;
use placemat::{Validator, utf8};
use placemat_detect::Hints;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

/// How many files a thread has open: what is read, by two names where it is replaced, what it
/// becomes, and a folder or the target while that is made.
const FILES: usize = 4;

/// How many names a sentence holds.
const NAMES: usize = 5;

/// Converts all files, and tells what went wrong.
pub(super) fn run(settings: &settings::Convert, tree: &Tree) -> Outcome {
    // Before the first file changes: what comes into being meanwhile is not meant. Whoever looks
    // at a file then would keep Windows from replacing it.
    let folder = own_folder(tree);
    let own = match &tree.target {
        TreeTarget::InPlace(backup) => backup.suffix(),
        TreeTarget::Folder(_) => None,
    };
    let backups = Backups::new(own, &tree.walk.paths);
    let meant = |visit| meant(visit, tree, &backups, folder.as_deref());
    let visits: Vec<Visit> = match &tree.target {
        TreeTarget::InPlace(_) => Walk::once(&tree.walk).filter_map(meant).collect(),
        TreeTarget::Folder(_) => Walk::new(&tree.walk).filter_map(meant).collect(),
    };
    if let Some(refusal) = refusal(tree, &visits) {
        say(refusal);
        return Outcome::Trouble;
    }
    // It is no input, not even of this run.
    let log = match tree.log.as_deref().map(Log::open).transpose() {
        Ok(log) => log,
        Err(error) => {
            say(what(&error));
            return Outcome::Trouble;
        }
    };
    let sizes = visits.iter().filter_map(|visit| match visit {
        Visit::File { size, .. } => *size,
        _ => None,
    });
    let progress = Progress::new(settings.progress, || Some(sizes.sum()));
    let mut report = Report { progress, ..Report::default() };
    let threads = settings.threads.min(visits.len()).max(1);
    let each = settings.threads / threads;
    let (taken, progress) = (Mutex::default(), report.progress.clone());
    let job = Job { settings, tree, each, taken, log, progress };
    let tasks = Mutex::new((0..).zip(visits));
    let ordered = Ordered::new(|told| report.tell(told));
    workers::run(
        threads,
        FILES,
        || buffer(BLOCK),
        |mut buffer| loop {
            let next = tasks.lock().expect("no list panics").next();
            let Some((number, visit)) = next else { return };
            ordered.begin(number);
            ordered.deliver(number, job.perform(visit, &mut buffer), 0);
            ordered.done(number);
        },
    );
    drop(ordered);
    let hint = job.log.as_ref().and_then(Log::hint);
    report.end(settings, hint)
}

/// Why nothing is to be converted: what was named cannot be read, and the rest would be
/// replaced, as if all had been meant; or all inputs are where the new files would go.
fn refusal(tree: &Tree, visits: &[Visit]) -> Option<String> {
    match &tree.target {
        TreeTarget::InPlace(_) => visits.iter().find_map(|visit| match visit {
            Visit::Trouble { name: Name::Path(path), what } if tree.walk.paths.contains(path) => {
                let name = shown(path);
                Some(format!(
                    "{name}: {what}; nothing was changed: mend that first, or leave it out"
                ))
            }
            _ => None,
        }),
        TreeTarget::Folder(folder) => {
            let folder = folder.canonicalize().ok()?;
            let own = tree
                .walk
                .paths
                .iter()
                .find(|path| path.canonicalize().is_ok_and(|path| path == folder))?;
            let own = shown(own);
            Some(format!("{own} is where the new files would go: --in-place replaces those in it"))
        }
    }
}

/// What came of one visit.
enum Told {
    Converted {
        done: Done,
        /// It is UTF-8 already, and was read as that.
        already: Option<Name>,
        /// What else is to be known, safe to print.
        more: Vec<String>,
    },
    /// It looks like something else than text.
    LeftAlone(Name),
    Failed(Failure),
    Trouble(String),
    Notice(String),
    Nothing,
}

/// What all threads know.
struct Job<'a> {
    settings: &'a settings::Convert,
    tree: &'a Tree,
    /// How many threads each file can have.
    each: usize,
    /// What was written: two inputs must not become one file.
    taken: Mutex<HashSet<PathBuf>>,
    /// Where it is written what is replaced.
    log: Option<Log>,
    progress: Progress,
}

/// What is meant: not the log, nor what an earlier run has written. Of what was named it is said that it is left out.
/// `folder` is where new files go, if that is in one of the folders.
fn meant(visit: Visit, tree: &Tree, backups: &Backups<'_>, folder: Option<&Path>) -> Option<Visit> {
    let Visit::File { name: Name::Path(path), named, .. } = &visit else { return Some(visit) };
    let left_out = |why: &str| named.then(|| Visit::Notice(format!("{}: {why}", shown(path))));
    // Even if it was named, as by `*`.
    if tree.log.as_ref().is_some_and(|log| Log::is_at(log, path)) {
        return left_out("the log of this run, and left out");
    }
    let is_own = match &tree.target {
        TreeTarget::InPlace(_) => backups.has(path, *named),
        TreeTarget::Folder(_) => {
            !named
                && folder.is_some_and(|folder| {
                    path.canonicalize().is_ok_and(|path| path.starts_with(folder))
                })
        }
    };
    if !is_own {
        return Some(visit);
    }
    left_out("kept by an earlier run; left as it is")
}

/// The folder that new files are written to, if it is found when inputs are.
fn own_folder(tree: &Tree) -> Option<PathBuf> {
    let TreeTarget::Folder(folder) = &tree.target else { return None };
    let folder = folder.canonicalize().ok()?;
    let mut inputs = tree.walk.paths.iter().filter_map(|path| path.canonicalize().ok());
    inputs.any(|input| folder.starts_with(input)).then_some(folder)
}

impl Job<'_> {
    fn perform(&self, visit: Visit, buffer: &mut [u8]) -> Told {
        match visit {
            Visit::File { name: Name::Path(path), named, size, .. } => {
                let name = Name::Path(path.clone());
                if size.is_none() {
                    let what = "not a regular file, so it is not converted alone";
                    return Told::Failed(Failure::Input(name, io::Error::other(what)));
                }
                self.file(&name, &path, named, buffer).unwrap_or_else(Told::Failed)
            }
            Visit::File { name: Name::Stdin, .. } | Visit::Link => Told::Nothing,
            Visit::Special(path) => {
                Told::Notice(format!("{}: a FIFO, socket or device, left alone", shown(&path)))
            }
            Visit::Trouble { name, what } => Told::Trouble(format!("{}: {what}", name.shown())),
            Visit::Notice(notice) => Told::Notice(notice),
        }
    }

    fn file(
        &self,
        name: &Name,
        path: &Path,
        named: bool,
        buffer: &mut [u8],
    ) -> Result<Told, Failure> {
        let input = |error| Failure::Input(name.clone(), error);
        let may_be_link = named || self.tree.walk.follow;
        let open = |path: &Path| match may_be_link {
            true => File::open(path),
            false => found().open(path),
        };
        let file = open(path).map_err(input)?;
        let Some(Taken { coding: from, told, certainty }) = self.look(name, &file, named)? else {
            return Ok(Told::LeftAlone(name.clone()));
        };
        let (mut done, mut more) = (Done::default(), Vec::from_iter(told));
        match &self.tree.target {
            TreeTarget::InPlace(backup) => {
                drop(file);
                let original = match may_be_link {
                    true => Original::open(path),
                    false => Original::open_found(path),
                }
                .map_err(input)?;
                let new = original.replacement().map_err(input)?;
                let source = original.file.try_clone().map_err(input)?;
                let output = Output::beside(new, path);
                let drain = self.convert(name, source, from, output, buffer, &mut done)?;
                let (new, written) = drain.into_new()?;
                done.written = written;
                let Some(new) = new else { return Ok(Told::Nothing) };
                if !new.has_text_of(&original.file).map_err(input)? {
                    let suffix = match backup {
                        Backup::OfLosses if done.malformed + done.unmappable == 0 => None,
                        backup => backup.suffix(),
                    };
                    let log = self.log.as_ref().map(|log| (log, self.how(from, certainty, &done)));
                    let keep = Keep { suffix, log };
                    let replaced = original.replace_and_keep(new, &keep).map_err(input)?;
                    more.extend(replaced.told);
                    // What was asked for need not be told.
                    let asked = matches!(backup, Backup::Always(_));
                    if let Some(kept) = replaced.kept.filter(|_| !asked) {
                        more.push(format!("the old file is kept as {}", shown(&kept)));
                    }
                }
            }
            TreeTarget::Folder(folder) => {
                let place = self.place(folder, path).map_err(input)?;
                let output = Output::open(Some(&place))?;
                let drain = self.convert(name, file, from, output, buffer, &mut done)?;
                done.written = drain.finish()?;
            }
        }
        more.iter_mut().for_each(|more| *more = format!("{}: {more}", name.shown()));
        let already = self.settings.from.named().is_some_and(|named| from != named);
        let already = already.then(|| name.clone());
        Ok(Told::Converted { done, already, more })
    }

    /// How a file was converted, for the log.
    fn how(&self, from: Coding, certainty: Option<f64>, done: &Done) -> How {
        let changed = done.malformed + done.unmappable > 0;
        How {
            command: "convert",
            from: Some(from.name()),
            to: Some(self.settings.to.name()),
            // More digits would only look like more.
            certainty: certainty.map(|it| (1000.0 * it).round() / 1000.0),
            methods: changed.then(|| self.settings.policy.name().to_owned()).into_iter().collect(),
        }
    }

    /// Converts from the start of `file`; what it becomes is yet to be finished.
    fn convert(
        &self,
        name: &Name,
        file: File,
        from: Coding,
        output: Output,
        buffer: &mut [u8],
        done: &mut Done,
    ) -> Result<super::Drain, Failure> {
        let mut input = Input::of(name, file, BLOCK)?;
        let mut drain = drain(output, self.settings);
        // In place, it is looked at before it is replaced.
        if matches!(self.tree.target, TreeTarget::Folder(_))
            && drain.comes_of(input.metadata().as_ref())
        {
            return Err(Failure::OntoItself(name.clone()));
        }
        convert_one(
            &mut input,
            from,
            self.settings,
            self.each,
            &mut drain,
            buffer,
            done,
            &self.progress,
        )?;
        done.needlessly_old = drain.lacks_hangul();
        Ok(drain)
    }

    /// What a file is to be read as; `None`: it was found, and is no such text. What is UTF-8
    /// already is not read as something else where it is to be UTF-8: a second
    /// run would encode it twice. ASCII says nothing, where what it is to be read as has it, too.
    fn look(&self, name: &Name, file: &File, named: bool) -> Result<Option<Taken>, Failure> {
        let from = match &self.settings.from {
            Origin::Named(from) if self.settings.framed.source => {
                return Ok(Some((*from).into()));
            }
            Origin::Named(from) => *from,
            Origin::Auto(how) => {
                let taken = auto::taken(name, file, how);
                return match taken {
                    Err(Failure::NoText(_)) if !named => Ok(None),
                    taken => taken.map(Some),
                };
            }
        };
        let input = |error| Failure::Input(name.clone(), error);
        let mut blocks = Blocks::borrowed(file, BLOCK).map_err(input)?;
        let sniffed = blocks.sniff().map_err(input)?;
        let is_text = matches!(sniffed, Sniffed::Text { .. });
        let to_utf8 = self.settings.to == Coding::Family(Label::Utf8);
        let form = from.wide_form(blocks.block());
        // An empty file is anything.
        let mut fits = named || blocks.block().is_empty();
        fits |= match (sniffed, form) {
            (Sniffed::Text { .. }, None) => true,
            (Sniffed::Other(other), Some(form)) if other.name == form => true,
            (_, Some(form)) => is_mostly_ascii(form, blocks.block()),
            _ => false,
        };
        // Of a large file, where it begins, and where the first error is.
        let is_western = is_text && to_utf8 && is_western(from);
        let mut mixed = is_western && is_mixed(blocks.block());
        let already =
            is_text && to_utf8 && is_utf8(&mut blocks, !from.has_ascii()).map_err(input)?;
        // Where something is odd, the whole tells.
        if !fits
            && !already
            && let Some(form) = form
        {
            let verdict = judge_file(file, &Hints::default()).map_err(input)?;
            fits = verdict.candidates.first().is_some_and(|first| first.encoding == form);
        }
        mixed |= is_western && is_mixed(blocks.block());
        Ok(match already {
            true => Some(Coding::Family(Label::Utf8).into()),
            false => fits.then(|| Taken { told: mixed.then(|| MIXED.to_owned()), ..from.into() }),
        })
    }

    /// Where the file at `path` goes: below `folder`, as it is named, but for what leads out
    /// of that.
    fn place(&self, folder: &Path, path: &Path) -> io::Result<PathBuf> {
        let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
        let place: PathBuf = folder.components().chain(parts).collect();
        if !self.taken.lock().expect("no set panics").insert(place.clone()) {
            let what = format!("another input is written to {} already", shown(&place));
            return Err(io::Error::other(what));
        }
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        Ok(place)
    }
}

/// What is said of text of which a part is encoded twice now.
const MIXED: &str = "some of it looks like UTF-8 already, and is encoded twice now: `placemat fix --fallback \
                     windows-1252` leaves that as it is, and `placemat fix --mojibake` takes it back";

fn is_western(from: Coding) -> bool {
    use Label::{Latin1, Windows1252, Windows1252Whatwg};
    matches!(from, Coding::Family(Latin1 | Windows1252 | Windows1252Whatwg))
}

/// Whether some of a text in a page of western Europe is UTF-8: more than by chance, as "ß“" and "é\u{A0}»" are,
/// which would be letters of far away, and alone.
fn is_mixed(text: &[u8]) -> bool {
    let (mut well_formed, mut malformed, mut alone) = (0, 0, true);
    for found in utf8::code_points(text) {
        match found {
            Ok(c) if c.is_ascii() => alone = true,
            Ok(c) => {
                let near = matches!(c, '\u{A0}'..='\u{FF}' | 'Œ' | 'œ' | '–'..='™' | '\u{10000}'..);
                well_formed += usize::from(near || !alone);
                alone = false;
            }
            Err(_) => (malformed, alone) = (malformed + 1, true),
        }
    }
    well_formed > 0 && 4 * well_formed >= malformed
}

/// Whether most units of the start are ASCII in that form of UTF-16: whatever else is in it, that is no chance.
fn is_mostly_ascii(form: &str, start: &[u8]) -> bool {
    let unit: fn([u8; 2]) -> u16 = match form {
        "utf-16le" => u16::from_le_bytes,
        "utf-16be" => u16::from_be_bytes,
        _ => return false,
    };
    let (units, _) = start.as_chunks::<2>();
    let is_ascii = |bytes: &&[u8; 2]| matches!(unit(**bytes), 0x20..=0x7E | 0x09 | 0x0A | 0x0D);
    2 * units.iter().filter(is_ascii).count() > units.len()
}

/// Whether all that is to come is UTF-8, and has something that tells: what is not ASCII, or, if `ascii` does, a space or
/// an end of a line, and no control codes.
fn is_utf8(blocks: &mut Blocks<'_>, ascii: bool) -> io::Result<bool> {
    let (mut validator, mut tells, mut errors) = (Validator::new(), false, 0);
    let is_control =
        |&byte: &u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B);
    loop {
        let (block, last) = (blocks.block(), blocks.ended());
        tells |= match ascii {
            true => block.iter().any(|byte| matches!(byte, b' ' | b'\n')),
            false => !block.is_ascii(),
        };
        errors += u64::from(ascii && block.iter().any(is_control));
        validator.push(block, last, |_| errors += 1);
        if last || errors > 0 {
            return Ok(tells && errors == 0);
        }
        blocks.next_block()?;
    }
}

/// What all files came to.
struct Report {
    progress: Progress,
    done: Done,
    already: Vec<Name>,
    left_alone: Vec<Name>,
    findings: bool,
    trouble: bool,
}

impl Default for Report {
    fn default() -> Self {
        Self {
            progress: Progress::new(When::Never, || None),
            done: Done { needlessly_old: true, ..Done::default() },
            already: Vec::new(),
            left_alone: Vec::new(),
            findings: false,
            trouble: false,
        }
    }
}

impl Report {
    fn tell(&mut self, told: Told) {
        match told {
            Told::Converted { done, already, more } => {
                self.progress.add_file();
                self.done.add(done);
                self.already.extend(already);
                more.into_iter().for_each(|more| self.say(&more));
            }
            Told::LeftAlone(name) => self.left_alone.push(name),
            Told::Failed(failure) => {
                match failure.outcome() {
                    Outcome::Findings => self.findings = true,
                    _ => self.trouble = true,
                }
                if let Some(told) = failure.told() {
                    self.say(&told);
                }
            }
            Told::Trouble(what) => {
                self.trouble = true;
                self.say(&what);
            }
            Told::Notice(notice) => self.say(&notice),
            Told::Nothing => {}
        }
    }

    fn say(&self, what: &str) {
        self.progress.suspend(|| say(what));
    }

    fn end(mut self, settings: &settings::Convert, hint: Option<String>) -> Outcome {
        self.progress.end();
        if !self.left_alone.is_empty() {
            let (what, hint) = match &settings.from {
                Origin::Named(from) if from.is_wide() => (
                    from.name(),
                    " (placemat detect says what it is; what is named is read as it all the same)",
                ),
                _ => ("text", ""),
            };
            say(format_args!(
                "left alone, because it looks like no {what}: {}{hint}",
                list(&self.left_alone)
            ));
        }
        if !self.already.is_empty() {
            let from = &settings.from;
            say(format_args!(
                "utf-8 already, and not read as {from}: {} (-o FILE reads it as {from})",
                list(&self.already)
            ));
        }
        self.done.needlessly_old &= self.done.inputs > 0;
        self.done.tell(settings);
        if let Some(hint) = hint {
            say(hint);
        }
        match self {
            Self { trouble: true, .. } => Outcome::Trouble,
            Self { findings: true, .. } => Outcome::Findings,
            _ => Outcome::Clean,
        }
    }
}

fn list(names: &[Name]) -> String {
    let mut list: Vec<String> = names.iter().take(NAMES).map(Name::shown).collect();
    if names.len() > NAMES {
        list.push(format!("and {} more", names.len() - NAMES));
    }
    list.join(", ")
}
