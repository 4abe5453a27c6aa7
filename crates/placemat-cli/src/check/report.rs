//! Puts what the threads tell together: findings with their places, one file
//! after the other, and the summary.

use super::event::{Errors, Event, Near, Wrong};
use super::page::Gatherer;
use super::shown::{Second, Shown};
use super::subject::Subject;
use crate::coding::Coding;
use crate::identify::{Dialect, Reading};
use crate::input::{Handle, Input, Place, Visit};
use crate::outcome::Outcome;
use crate::print::name::Name;
use crate::print::progress::Progress;
use crate::print::say::{say, what};
use crate::report::words;
use crate::report::{Baseline, Cut, Finding, Refused, Renderer, Summary, Tally, renderer};
use crate::settings::{self, ReportKind};
use placemat::detect::Sniffed;
use placemat::utf8;
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What threads tell.
#[derive(Debug)]
pub(crate) enum Told {
    Visit(Visit),
    Event(Arc<Subject>, Event),
    /// The last event of an input.
    End(Arc<Subject>),
}

/// Collects the report, and writes it as it comes.
pub(crate) struct Report<'a> {
    settings: &'a settings::Check,
    renderer: Box<dyn Renderer + Send>,
    out: Box<dyn Write + Send>,
    /// What is rendered, and not yet written.
    pending: Vec<u8>,
    /// Another thread that renders errors, where there are many.
    second: Option<Second>,
    progress: Progress,
    /// Whether all is said, or nobody reads it.
    stop: &'a AtomicBool,
    file: File,
    /// The input that is told of, until its end is.
    open: Option<Arc<Subject>>,
    baseline: Option<Baseline>,
    /// A page, if one was asked for.
    page: Option<Gatherer>,
    summary: Summary,
    started: Instant,
}

/// How much is rendered before it is written, unless someone watches.
const PENDING: usize = 64 * 1024;

/// Errors of so many bytes are shown at a time. What is shown of a byte has up to 200.
const SHOWN: usize = 16 * 1024;

/// What is known of the file that is told of.
#[derive(Debug, Default)]
struct File {
    tally: Tally,
    /// Malformed subparts that were shown.
    shown: u64,
    /// How far lines are counted.
    place: Place,
    /// What comes from now on is not meant.
    over: bool,
    trouble: bool,
    looks_binary: bool,
    /// It is not what is declared.
    untrue: bool,
    /// How much was read, whatever of it counts.
    read: u64,
    /// The encoding that all of it is in.
    throughout: Option<Coding>,
    verdict: Verdict,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Verdict {
    #[default]
    Utf8,
    OtherEncoding,
    Binary,
    /// In another encoding, which is known.
    Known,
}

impl<'a> Report<'a> {
    pub(crate) fn new(
        settings: &'a settings::Check,
        out: Box<dyn Write + Send>,
        page: Option<Gatherer>,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            out,
            settings,
            renderer: renderer(&settings.report),
            pending: Vec::new(),
            second: None,
            progress: Progress::of_walk(settings.progress, &settings.walk),
            stop,
            file: File::default(),
            open: None,
            baseline: settings.baseline.clone(),
            page,
            summary: Summary::default(),
            started: Instant::now(),
        }
    }

    pub(crate) fn begin(&mut self) {
        self.render(|renderer, out| renderer.begin(out));
    }

    pub(crate) fn tell(&mut self, told: Told) {
        match told {
            Told::Visit(visit) => self.visit(visit),
            Told::Event(subject, event) => {
                self.event(&subject, event);
                self.open = Some(subject);
            }
            Told::End(subject) => {
                self.open = None;
                self.end_file(&subject);
            }
        }
        if self.settings.report.terminal {
            self.write();
        }
    }

    /// The end of the report; what came of the check.
    pub(crate) fn end(mut self) -> Outcome {
        // Where the work was stopped, the last piece of a file, which tells its end, was not read.
        if let Some(subject) = self.open.take() {
            self.end_file(&subject);
        }
        self.progress.end();
        self.summary.elapsed = self.started.elapsed();
        self.summary.asked = self.settings.walk.paths.iter().cloned().map(Name::Path).collect();
        self.summary.judged_as = self.settings.report.judged_as;
        self.summary.known = self.baseline.as_ref().map(Baseline::counts);
        self.summary.profiles.clone_from(&self.settings.closely.profiles);
        let summary = std::mem::take(&mut self.summary);
        self.render(|renderer, out| renderer.end(&summary, out));
        self.summary.trouble = summary.trouble;
        self.write();
        if summary.is_of_nothing() && !self.settings.quiet {
            let asked: Vec<String> = summary.asked.iter().map(Name::shown).collect();
            say(format_args!(
                "nothing was checked: no files in {}, or all of them are hidden, or left out by -g, -t, an ignore \
                 file (--no-ignore) or placemat.toml",
                asked.join(", ")
            ));
        }
        if let Some(page) = self.page.take()
            && let Err(what) = page.finish(&summary)
        {
            self.summary.trouble += 1;
            say(what);
        }
        if self.summary.trouble > 0 && !(self.settings.quiet && summary.has_findings()) {
            Outcome::Trouble
        } else if summary.has_findings() {
            Outcome::Findings
        } else {
            Outcome::Clean
        }
    }

    fn visit(&mut self, visit: Visit) {
        match visit {
            Visit::File { .. } => unreachable!("files are scanned"),
            Visit::Special(path) => self.summary.special.push(Name::Path(path)),
            Visit::Link => self.summary.links += 1,
            Visit::Trouble { name, what } => self.trouble(&name, &what),
            Visit::Notice(notice) => self.say(&notice),
        }
    }

    fn event(&mut self, subject: &Subject, event: Event) {
        let input = &subject.input;
        if self.file.over {
            return;
        }
        match event {
            Event::Waiting => self.write(),
            Event::Sniffed { sniffed, checked } => self.sniffed(input, sniffed, checked),
            Event::Errors(errors) => {
                if self.file.verdict == Verdict::Utf8
                    && let Err(error) = self.errors(subject, &errors)
                {
                    self.file_trouble(subject, &what(&error));
                }
            }
            Event::Near(near) => {
                if self.file.verdict == Verdict::Utf8 {
                    self.near(subject, &near);
                }
            }
            Event::Sketch(sketch) => {
                // Of what is not judged, how many pieces were begun is chance.
                if let Some(page) = &mut self.page
                    && self.file.verdict == Verdict::Utf8
                {
                    page.sketch(*sketch);
                }
            }
            Event::Misread(found) => {
                if let Some(page) = &mut self.page {
                    page.misread(&found);
                }
                self.file.shown += found.subparts.len() as u64;
                self.render(|renderer, out| renderer.misread(&input.name, &found, out));
            }
            Event::Untrue(untrue) => {
                let rule = subject.rule.as_ref().expect("it is about what is said");
                let known = |baseline: &mut Baseline| baseline.knows_untrue(&input.name);
                if self.baseline.as_mut().is_some_and(known) {
                    return;
                }
                self.file.untrue = true;
                self.what(|| words::untrue(rule, &untrue));
                self.render(|renderer, out| renderer.untrue(&input.name, rule, &untrue, out));
                self.stop.fetch_or(self.settings.quiet, Ordering::Relaxed);
                if self.settings.first_only {
                    subject.decide();
                }
            }
            Event::OtherDelimiter(other) => {
                if !matches!(self.settings.report.kind, ReportKind::Findings(_)) {
                    return;
                }
                let name = input.name.shown();
                self.say(&format!(
                    "{name}: the header has no comma, and may have another delimiter: --csv={other}"
                ));
            }
            Event::Tally(tally) => {
                self.progress.add_bytes(tally.bytes);
                self.file.read += tally.bytes;
                // What is declared otherwise is in no baseline.
                if self.baseline.is_some() && !subject.is_declared_other() {
                    // What is found is counted, and is the end of -q, when it turns out to be new.
                    self.file.tally.add(&Tally {
                        bytes: tally.bytes,
                        mojibake: tally.mojibake,
                        ..Tally::default()
                    });
                    return;
                }
                self.file.tally.add(&tally);
                if self.settings.quiet && !tally.is_clean() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            Event::CutShort => self.file_trouble(subject, "became shorter while it was read"),
            Event::Trouble(error) => self.file_trouble(subject, &what(&error)),
        }
    }

    fn sniffed(&mut self, input: &Input, sniffed: Sniffed, checked: bool) {
        match sniffed {
            Sniffed::Text { signature } => self.summary.signatures += u64::from(signature),
            // A profile may be asked for what makes it look so.
            Sniffed::Binary if checked => {
                self.file.looks_binary =
                    self.settings.binary.is_none() && !self.settings.closely.is_asked();
            }
            _ if checked => {}
            Sniffed::Other(other)
                if self.baseline.as_mut().is_some_and(|baseline| {
                    baseline.knows_other_encoding(&input.name, other.signature)
                }) =>
            {
                self.file.verdict = Verdict::Known;
            }
            Sniffed::Other(other) => {
                self.file.verdict = Verdict::OtherEncoding;
                self.what(|| words::other_encoding(&input.name, other));
                self.render(|renderer, out| renderer.other_encoding(&input.name, other, out));
                self.stop.fetch_or(self.settings.quiet, Ordering::Relaxed);
            }
            Sniffed::Binary => self.file.verdict = Verdict::Binary,
        }
    }

    /// How many malformed subparts of the file are shown. Where it is in another
    /// encoding, that is said before the first of them, and one is an example.
    fn limit(&mut self, subject: &Subject) -> u64 {
        if self.file.shown == 0
            && self.file.throughout.is_none()
            && let Some(Reading::Throughout(coding)) = subject.reading()
        {
            self.file.throughout = Some(coding);
            self.what(|| words::throughout(&subject.input.name, coding));
            self.render(|renderer, out| renderer.throughout(&subject.input.name, coding, out));
        }
        match (self.settings.brief, self.settings.limit) {
            (true, _) if self.file.looks_binary => 0,
            (true, limit) if self.file.throughout.is_some() => limit.min(1),
            (_, limit) => limit,
        }
    }

    /// Shows something that was looked for closely, unless enough is shown.
    fn near(&mut self, subject: &Subject, near: &Near) {
        let Near { bytes, at, place, wrong, record } = near;
        let (name, record, place) = (&subject.input.name, record.as_ref(), *place);
        if let Some(baseline) = &mut self.baseline {
            match wrong {
                Wrong::Malformed(group) => {
                    let mut group = *group;
                    group.offset = *at;
                    let finding = Finding::new(name, bytes, group, place, u64::MAX);
                    if baseline.knows(&finding) {
                        return;
                    }
                    self.file.tally.add_group(&group, finding.look);
                }
                Wrong::Refused(refusal) => {
                    let bytes_around = bytes;
                    let refused = Refused { name, place, refusal, bytes_around, at: *at, record };
                    if baseline.knows_refused(&refused) {
                        return;
                    }
                    self.file.tally.add_refusal(refusal.kind);
                }
            }
            if self.settings.quiet {
                self.stop.store(true, Ordering::Relaxed);
            }
            if self.settings.first_only {
                subject.decide();
            }
        }
        let left = match wrong {
            Wrong::Malformed(_) => self.limit(subject),
            Wrong::Refused(_) => self.settings.limit,
        };
        let left = left.saturating_sub(self.file.shown);
        if left == 0 {
            return;
        }
        self.render(|renderer, _| {
            renderer.other_bytes(name);
            Ok(())
        });
        match wrong {
            Wrong::Malformed(group) => {
                let mut group = *group;
                group.offset = *at;
                let mut finding = Finding::new(name, bytes, group, place, left);
                finding.record = record;
                self.file.shown += finding.shown as u64;
                self.render(|renderer, out| renderer.error(&finding, out));
            }
            Wrong::Refused(refusal) => {
                self.file.shown += 1;
                let bytes_around = bytes;
                let refused = Refused { name, place, refusal, bytes_around, at: *at, record };
                self.render(|renderer, out| renderer.refused(&refused, out));
            }
        }
    }

    /// Shows errors, as many as are asked for.
    fn errors(&mut self, subject: &Subject, errors: &Errors) -> io::Result<()> {
        let start = errors.judged.start;
        let mut place = match errors.place {
            Some(place) => place,
            None => self.catch_up(&subject.input, errors.base + start as u64)?,
        };
        let limit = self.limit(subject);
        let shown = Shown { name: &subject.input.name, errors, stop: self.stop };
        let (bytes, end) = (&errors.bytes, errors.judged.end);
        let cut = |at| if at < end { utf8::floor_group_boundary(bytes, at) } else { end };
        let mut at = start;
        while at < end && self.file.shown < limit && !self.stop.load(Ordering::Relaxed) {
            let left = limit - self.file.shown;
            let (to, far) = (cut(at + SHOWN), cut(at + 2 * SHOWN));
            // What is shown of so many takes longer than all else: another thread helps.
            let both = left > 2 * SHOWN as u64 && to < far && self.settings.threads > 1;
            if both && self.second.is_none() {
                self.second = self.renderer.fork().map(Second::new);
            }
            let (renderer, out) = (&mut *self.renderer, &mut self.pending);
            let count;
            (count, place, at) = match self.second.as_mut().filter(|_| both) {
                Some(second) => shown.show_both([at, to, far], place, (renderer, second), out),
                None => {
                    let (count, place) = shown.show(at..to, place, left, renderer, out);
                    (count, place, to)
                }
            };
            self.file.shown += count;
            if self.pending.len() >= PENDING {
                self.write();
            }
            if self.second.as_ref().is_some_and(|second| !second.out.is_empty()) {
                self.write();
                let second = self.second.as_mut().map(|second| &mut second.out);
                mem::swap(&mut self.pending, second.expect("it has something"));
            }
        }
        self.file.place = place;
        Ok(())
    }

    /// The place of `offset`, for which the lines before it are counted now.
    /// All errors before it were shown, so what is passed is well-formed.
    fn catch_up(&self, input: &Input, offset: u64) -> io::Result<Place> {
        let mut place = self.file.place;
        let mut buffer = vec![0; self.settings.sizes.block];
        let handle = Handle::default();
        let mut reader = input.reader_at(&handle, place.offset())?;
        while place.offset() < offset {
            let hole = reader.hole_end(place.offset())?.min(offset);
            if hole > place.offset() {
                place.pass_hole(hole - place.offset());
                reader.seek(hole);
                continue;
            }
            let most = (offset - place.offset()).min(buffer.len() as u64) as usize;
            match reader.read(&mut buffer[..most])? {
                0 => return Err(io::Error::other("became shorter while it was read")),
                read => place.pass_well_formed(&buffer[..read]),
            }
        }
        Ok(place)
    }

    fn end_file(&mut self, subject: &Subject) {
        let input = &subject.input;
        let file = std::mem::take(&mut self.file);
        // What was not read is done with, too.
        self.progress.add_bytes(input.size.unwrap_or(0).saturating_sub(file.read));
        let summary = &mut self.summary;
        let found = match file.verdict {
            Verdict::Binary => {
                summary.binary.push(input.name.clone());
                self.end_page_file(input, &file.tally, false);
                return;
            }
            Verdict::OtherEncoding => {
                summary.files += 1;
                summary.other_encodings += 1;
                true
            }
            Verdict::Known => {
                summary.files += 1;
                false
            }
            Verdict::Utf8 => {
                // A file that could not even be opened was not judged.
                summary.files += u64::from(!file.trouble || file.tally.bytes > 0);
                summary.tally.add(&file.tally);
                if file.tally.mojibake > 0 {
                    summary.mojibake.get_or_insert_with(|| (input.name.clone(), 0)).1 += 1;
                }
                summary.files_with_errors += u64::from(!file.tally.is_clean());
                if file.tally.refused > 0 {
                    summary.refused.get_or_insert_with(|| input.name.clone());
                }
                if file.tally.groups > 0 {
                    match file.throughout {
                        Some(coding) => {
                            summary.throughout.push((input.name.clone(), coding));
                            summary.of_throughout.add(&file.tally);
                        }
                        None => _ = summary.malformed.get_or_insert_with(|| input.name.clone()),
                    }
                }
                if file.looks_binary && file.tally.groups > 0 {
                    summary.looks_binary.push(input.name.clone());
                }
                !file.tally.is_clean()
            }
        };
        let found = found || file.untrue;
        self.summary.untrue += u64::from(file.untrue);
        let errors = file.tally.subparts + file.tally.refused;
        let told = self.settings.brief && file.looks_binary;
        if told && errors > 0 {
            self.render(|renderer, out| renderer.binary(&input.name, errors, out));
        }
        if file.verdict == Verdict::Utf8 && errors > file.shown && !self.settings.first_only {
            let refuses = file.tally.refused > 0;
            let cut = Cut { name: input.name.clone(), errors, shown: file.shown, refuses };
            if !told {
                self.render(|renderer, out| renderer.cut(&cut, out));
            }
            self.summary.cut.push(cut);
        }
        let as_utf8 = self.settings.report.judged_as.is_none() && !subject.is_declared_other();
        let is_heard = !self.stop.load(Ordering::Relaxed);
        if found && !self.settings.first_only && as_utf8 && is_heard {
            self.explain(input, &file);
        }
        self.end_page_file(input, &file.tally, found);
        if !file.trouble || found {
            self.render(|renderer, out| renderer.end_file(&input.name, found, out));
        }
        self.progress.add_file();
    }

    fn end_page_file(&mut self, input: &Input, tally: &Tally, found: bool) {
        if let Some(page) = &mut self.page {
            page.end_file(&input.name, tally, found);
        }
    }

    /// Says what the file is, if a relative of UTF-8 explains all of its errors.
    fn explain(&mut self, input: &Input, file: &File) {
        if file.trouble || file.verdict != Verdict::Utf8 {
            return;
        }
        match Dialect::of(input, &file.tally.looks, self.settings.sizes.block) {
            Ok(None) => {}
            Ok(Some(dialect)) => {
                self.what(|| dialect.message.clone());
                self.render(|renderer, out| renderer.dialect(&input.name, &dialect, out));
                self.summary.dialects.push((input.name.clone(), dialect));
            }
            Err(error) => self.trouble(&input.name, &what(&error)),
        }
    }

    /// Tells the page what the file is as a whole.
    fn what(&mut self, what: impl FnOnce() -> String) {
        if let Some(page) = &mut self.page {
            page.what(what());
        }
    }

    fn file_trouble(&mut self, subject: &Subject, what: &str) {
        self.file.over = true;
        self.file.trouble = true;
        subject.decide();
        self.trouble(&subject.input.name, what);
    }

    fn trouble(&mut self, name: &Name, what: &str) {
        self.summary.trouble += 1;
        self.render(|renderer, _| {
            renderer.trouble(name, what);
            Ok(())
        });
        let told = format!("{}: {what}", name.shown());
        if let Some(page) = &mut self.page {
            page.trouble(&told);
        }
        self.say(&told);
    }

    /// Says something on standard error, behind what was already reported.
    fn say(&mut self, what: &str) {
        if self.settings.report.terminal {
            self.write();
        }
        self.progress.suspend(|| say(what));
    }

    fn render(&mut self, render: impl FnOnce(&mut dyn Renderer, &mut Vec<u8>) -> io::Result<()>) {
        render(&mut *self.renderer, &mut self.pending).expect("memory can be written");
        if self.pending.len() >= PENDING {
            self.write();
        }
    }

    /// Writes what is rendered.
    fn write(&mut self) {
        if self.pending.is_empty() || self.stop.load(Ordering::Relaxed) {
            return self.pending.clear();
        }
        let (out, pending) = (&mut self.out, &self.pending);
        let written = self.progress.suspend(|| out.write_all(pending).and_then(|()| out.flush()));
        self.pending.clear();
        if let Err(error) = written {
            // Nobody reads on: no reason to go on, unless for the page, nor to complain.
            self.out = Box::new(io::sink());
            self.stop.store(self.page.is_none(), Ordering::Relaxed);
            if error.kind() != io::ErrorKind::BrokenPipe {
                self.summary.trouble += 1;
                say(format_args!("standard output: {}", what(&error)));
            }
        }
    }
}
