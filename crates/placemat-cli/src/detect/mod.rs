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
    Verdict(Name, Box<Verdict>),
    Trouble(Name, String),
    Notice(String),
}

/// Files are judged by several threads, and reported in the order of the walk.
fn detect(
    settings: &settings::Detect,
    page: Option<Gatherer>,
    out: &mut (impl Write + Send),
) -> io::Result<Outcome> {
    let known = report::Known::default();
    let mut report = Report { settings, out, page, known, uncertain: false, trouble: false };
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
    let hints = settings.hints.hints();
    let work = |mut block: Vec<u8>| {
        while !stop.load(Ordering::Relaxed) {
            let next = tasks.lock().expect("no walk panics").next();
            let Some((number, visit)) = next else { return };
            ordered.begin(number);
            if let Some(told) = perform(visit, &hints, &mut block) {
                ordered.deliver(number, told, 0);
            }
            ordered.done(number);
        }
    };
    workers::run(threads, 1, || vec![0; BLOCK], work);
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

/// What there is to tell of `visit`.
fn perform(visit: Visit, hints: &Hints<'_>, block: &mut [u8]) -> Option<Told> {
    match visit {
        Visit::File { name, named, size, sparse } => {
            let input = Input::new(name, named, size, sparse);
            Some(match judge(&input, hints, block) {
                Ok(verdict) => Told::Verdict(input.name, Box::new(verdict)),
                Err(error) => Told::Trouble(input.name, what(&error)),
            })
        }
        Visit::Trouble { name, what } => Some(Told::Trouble(name, what)),
        Visit::Notice(notice) => Some(Told::Notice(notice)),
        Visit::Special(_) | Visit::Link => None,
    }
}

/// Puts what the threads tell together.
struct Report<'a, W> {
    settings: &'a settings::Detect,
    out: &'a mut W,
    /// A page, if one was asked for.
    page: Option<Gatherer>,
    known: report::Known,
    uncertain: bool,
    trouble: bool,
}

impl<W: Write> Report<'_, W> {
    fn tell(&mut self, told: Told) -> io::Result<()> {
        match told {
            Told::Verdict(name, verdict) => {
                self.uncertain |= verdict.encoding.is_none();
                if let Some(page) = &mut self.page {
                    page.file(&name, &verdict);
                }
                report::write(&name, &verdict, self.settings, &mut self.known, self.out)?;
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
