//! `placemat detect`: what encoding files are in, and why. `placemat-detect` judges.

mod page;
mod report;

use crate::identify::{BLOCK, judge};
use crate::input::{Input, Visit, Walk};
use crate::outcome::Outcome;
use crate::print::name::Name;
use crate::print::say::{say, what};
use crate::report::html::Page;
use crate::settings;
use crate::standard::stdout;
use crate::workers::{self, Ordered};
use page::Gatherer;
use placemat_detect::{Hints, Verdict};
use std::io::{self, BufWriter, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Detects, and reports, all that the settings say.
pub(crate) fn run(settings: &settings::Detect) -> Result<Outcome, Box<dyn std::error::Error>> {
    let page = settings.page.as_deref().map(Page::open).transpose()?.map(Gatherer::new);
    let out = stdout(page.is_some());
    match detect(settings, page, &mut BufWriter::new(out)) {
        // Nobody reads on: no reason to complain.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Clean),
        Err(error) => Err(format!("standard output: {}", what(&error)).into()),
        Ok(outcome) => Ok(outcome),
    }
}

/// What threads tell of one visit.
enum Told {
    Verdict(Reported),
    Trouble(Name, String),
    Notice(String),
}

/// What is to be printed of a file. It is made by the thread that judged it: a verdict that another one gives back keeps
/// the allocator of the first one waiting.
struct Reported {
    text: Vec<u8>,
    uncertain: bool,
    /// For the page.
    verdict: Option<(Name, Box<Verdict>)>,
}

/// Files are judged by several threads, and reported in the order of the walk.
fn detect(
    settings: &settings::Detect,
    page: Option<Gatherer>,
    out: &mut (impl Write + Send),
) -> io::Result<Outcome> {
    let has_page = page.is_some();
    let mut report = Report { out, page, uncertain: false, trouble: false };
    let (mut written, stop) = (Ok(()), AtomicBool::new(false));
    let mut walk = Walk::new(&settings.walk);
    let first: Vec<Visit> = walk.by_ref().take(2).collect();
    // One file needs no other thread.
    let threads = if first.len() < 2 { 1 } else { settings.threads };
    let tasks = Mutex::new((0..).zip(first.into_iter().chain(walk)));
    let ordered = Ordered::new(|told| {
        if written.is_ok() {
            written = report.tell(told);
            stop.fetch_or(written.is_err(), Ordering::Relaxed);
        }
    });
    let begin = || Judging {
        settings,
        hints: settings.hints.hints(),
        has_page,
        known: report::Known::default(),
        block: vec![0; BLOCK],
    };
    let work = |mut judging: Judging<'_>| {
        let mut taken = Vec::with_capacity(AT_ONCE);
        while !stop.load(Ordering::Relaxed) {
            take(&mut *tasks.lock().expect("no walk panics"), &mut taken);
            if taken.is_empty() {
                return;
            }
            for (number, visit) in taken.drain(..) {
                ordered.begin(number);
                // What was taken is done in any case: others may wait for that.
                let goes_on = !stop.load(Ordering::Relaxed);
                if let Some(told) = goes_on.then(|| judging.perform(visit)).flatten() {
                    ordered.deliver(number, told, 0);
                }
                ordered.done(number);
            }
        }
    };
    workers::run(threads, 1, begin, work);
    drop(ordered);
    written?;
    report.out.flush()?;
    if let Some(Err(what)) = report.page.take().map(Gatherer::finish) {
        say(what);
        report.trouble = true;
    }
    Ok(match report {
        Report { trouble: true, .. } => Outcome::Trouble,
        Report { uncertain: true, .. } => Outcome::Findings,
        _ => Outcome::Clean,
    })
}

/// So many small files are taken at a time, of so many bytes together: to take them one by one, threads would
/// often wait for each other.
const AT_ONCE: usize = 4;
const SMALL: u64 = 64 << 10;

/// About as long as what is told of a file.
const LINE: usize = 256;

/// Takes what is next.
fn take(tasks: &mut impl Iterator<Item = (u64, Visit)>, taken: &mut Vec<(u64, Visit)>) {
    let mut bytes = 0;
    while taken.len() < AT_ONCE && bytes < SMALL {
        let Some((number, visit)) = tasks.next() else { return };
        if let Visit::File { size, .. } = &visit {
            // What has none may take for ever.
            bytes = size.map_or(SMALL, |size| bytes.saturating_add(size));
        }
        taken.push((number, visit));
    }
}

/// What a thread judges with.
struct Judging<'a> {
    settings: &'a settings::Detect,
    hints: Hints<'a>,
    has_page: bool,
    known: report::Known,
    block: Vec<u8>,
}

impl Judging<'_> {
    /// What there is to tell of `visit`.
    fn perform(&mut self, visit: Visit) -> Option<Told> {
        match visit {
            Visit::File { name, named, size, sparse } => {
                let input = Input::once(name, named, size, sparse);
                Some(match judge(&input, &self.hints, &mut self.block) {
                    Ok(verdict) => Told::Verdict(self.reported(input.name, verdict)),
                    Err(error) => Told::Trouble(input.name, what(&error)),
                })
            }
            Visit::Trouble { name, what } => Some(Told::Trouble(name, what)),
            Visit::Notice(notice) => Some(Told::Notice(notice)),
            Visit::Special(_) | Visit::Link => None,
        }
    }

    fn reported(&mut self, name: Name, verdict: Verdict) -> Reported {
        let mut text = Vec::with_capacity(LINE);
        report::write(&name, &verdict, self.settings, &mut self.known, &mut text)
            .expect("memory takes it");
        let uncertain = verdict.encoding.is_none();
        Reported { text, uncertain, verdict: self.has_page.then(|| (name, Box::new(verdict))) }
    }
}

/// Puts what the threads tell together.
struct Report<'a, W> {
    out: &'a mut W,
    /// A page, if one was asked for.
    page: Option<Gatherer>,
    uncertain: bool,
    trouble: bool,
}

impl<W: Write> Report<'_, W> {
    fn tell(&mut self, told: Told) -> io::Result<()> {
        match told {
            Told::Verdict(Reported { text, uncertain, verdict }) => {
                self.uncertain |= uncertain;
                if let (Some(page), Some((name, verdict))) = (&mut self.page, verdict) {
                    page.file(&name, &verdict);
                }
                self.out.write_all(&text)?;
            }
            Told::Trouble(name, what) => {
                self.trouble = true;
                if let Some(page) = &mut self.page {
                    page.trouble();
                }
                // Behind what was already reported.
                self.out.flush()?;
                say(format_args!("{}: {what}", name.shown()));
            }
            Told::Notice(notice) => say(notice),
        }
        Ok(())
    }
}
