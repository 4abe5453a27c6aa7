//! `placemat stats`: what text is made of, counted. What a code point is, `placemat-inspect` knows.

mod interrupt;
mod page;
mod report;
mod tally;
mod words;

use crate::input::{Input, Visit, Walk};
use crate::outcome::Outcome;
use crate::print::name::Name;
use crate::print::say::{say, what};
use crate::report::html::Page;
use crate::settings::{self, Sizes};
use crate::standard::stdout;
use crate::workers::{self, Ordered};
use page::Gatherer;
use report::Report;
use std::io::{self, BufWriter};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use tally::{Counter, Tally};

/// Counts, and reports, all that the settings say.
pub(crate) fn run(settings: &settings::Stats) -> Result<Outcome, Box<dyn std::error::Error>> {
    let page = settings.page.as_deref().map(Page::open).transpose()?.map(Gatherer::new);
    match count_all(settings, page) {
        // Nobody reads on: no reason to complain.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Clean),
        Err(error) => Err(format!("standard output: {}", what(&error)).into()),
        Ok(outcome) => Ok(outcome),
    }
}

/// What threads tell of one visit.
enum Told {
    Counted(Name, Box<Tally>),
    Trouble(Name, String),
    Notice(String),
}

/// Files are read by several threads, and reported in the order of the walk.
fn count_all(settings: &settings::Stats, page: Option<Gatherer>) -> io::Result<Outcome> {
    let out = BufWriter::new(stdout(page.is_some()));
    let mut report = Report::new(settings, out, page);
    let (mut written, mut trouble, stop) = (report.begin(), false, AtomicBool::new(false));
    let mut walk = Walk::new(&settings.walk);
    let first: Vec<Visit> = walk.by_ref().take(2).collect();
    // One file needs no other thread.
    let threads = if first.len() < 2 { 1 } else { settings.threads };
    let tasks = Mutex::new((0..).zip(first.into_iter().chain(walk)));
    let ordered = Ordered::new(|told| {
        if written.is_err() {
            return;
        }
        match told {
            Told::Counted(name, tally) => written = report.file(&name, *tally),
            Told::Trouble(name, what) => {
                trouble = true;
                // Behind what was already reported.
                written = report.flush();
                say(format_args!("{}: {what}", name.shown()));
            }
            Told::Notice(notice) => say(notice),
        }
        stop.fetch_or(written.is_err(), Ordering::Relaxed);
    });
    let work = |mut block: Vec<u8>| {
        while !stop.load(Ordering::Relaxed) {
            let next = tasks.lock().expect("no walk panics").next();
            let Some((number, visit)) = next else { return };
            ordered.begin(number);
            if let Some(told) = perform(visit, settings, &mut block) {
                ordered.deliver(number, told, 0);
            }
            ordered.done(number);
        }
    };
    workers::run(threads, 1, || vec![0; Sizes::default().block], work);
    drop(ordered);
    written?;
    if let Err(what) = report.end()? {
        say(what);
        trouble = true;
    }
    Ok(if trouble || interrupt::heard() { Outcome::Trouble } else { Outcome::Clean })
}

/// What there is to tell of `visit`.
fn perform(visit: Visit, settings: &settings::Stats, block: &mut [u8]) -> Option<Told> {
    match visit {
        Visit::File { name, named, size, sparse } => {
            let input = Input::new(name, named, size, sparse);
            let mut counter = Counter::new(settings.counts);
            if settings.page.is_some() {
                counter.count_bytes();
            }
            let read = input.read_while(block, &|| !interrupt::heard(), |bytes| {
                // Before anything has come, there is nothing to tell.
                if input.size.is_none() {
                    interrupt::listen();
                }
                counter.push(bytes);
                true
            });
            if matches!(read, Ok(false)) {
                say(format_args!("{}: interrupted: counted so far", input.name.shown()));
            }
            Some(match read {
                Ok(_) => Told::Counted(input.name, Box::new(counter.finish())),
                Err(error) => Told::Trouble(input.name, what(&error)),
            })
        }
        Visit::Trouble { name, what } => Some(Told::Trouble(name, what)),
        Visit::Notice(notice) => Some(Told::Notice(notice)),
        Visit::Special(_) | Visit::Link => None,
    }
}
