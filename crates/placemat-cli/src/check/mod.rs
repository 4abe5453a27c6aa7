//! `placemat check`: visits files, judges each, reports in order.

mod closely;
mod event;
mod judged_as;
mod page;
mod report;
mod scan;
mod shown;
mod subject;
#[cfg(test)]
mod tests;
mod window;

use crate::args::{Binary, Format};
use crate::coding::Coding;
use crate::input::{Handle, Input, Visit, Walk};
use crate::outcome::Outcome;
use crate::print::name::Name;
use crate::print::say::say;
use crate::report::html::Page;
use crate::rules::Rules;
use crate::settings::{self, ReportKind};
use crate::standard::Stdout;
use crate::workers::{self, Ordered};
use closely::Closer;
use event::{Event, Piece, Wanted};
use page::Gatherer;
use placemat::encoding::Label;
use report::{Report, Told};
use scan::scan;
use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use subject::Subject;
use window::Window;

/// Checks, and reports, all that the settings say.
pub(crate) fn run(settings: &settings::Check) -> Outcome {
    run_to(settings, Box::new(Stdout))
}

fn run_to(settings: &settings::Check, out: Box<dyn io::Write + Send>) -> Outcome {
    let page = settings.page.as_deref().map(Page::open).transpose();
    let page = match page {
        Ok(page) => page.map(Gatherer::new),
        Err(what) => {
            say(what);
            return Outcome::Trouble;
        }
    };
    let stop = AtomicBool::new(false);
    let mut report = Report::new(settings, out, page, &stop);
    report.begin();
    let tasks = Tasks::new(settings);
    let threads = if tasks.is_one_piece(settings) { 1 } else { settings.threads };
    let tasks = Mutex::new(tasks);
    let ordered = Ordered::new(|told| report.tell(told));
    let work = |mut window: Window| {
        while !stop.load(Ordering::Relaxed) {
            let Some((number, task)) = tasks.lock().expect("no walk panics").next() else { return };
            ordered.begin(number);
            perform(task, settings, &mut window, &mut |told, weight| {
                ordered.deliver(number, told, weight);
                !stop.load(Ordering::Relaxed)
            });
            ordered.done(number);
        }
    };
    workers::run(threads, 1, || Window::new(settings.sizes.block), work);
    drop(ordered);
    report.end()
}

/// What one thread does at a time.
enum Task {
    Tell(Visit),
    /// A piece, and whether it is the last of its input.
    Scan(Piece, bool),
}

/// Does it, and tells what is found. `tell` takes the bytes that its argument
/// holds, too, and returns whether to go on.
fn perform(
    task: Task,
    settings: &settings::Check,
    window: &mut Window,
    tell: &mut dyn FnMut(Told, usize) -> bool,
) {
    let (piece, last) = match task {
        Task::Tell(visit) => {
            tell(Told::Visit(visit), 0);
            return;
        }
        Task::Scan(piece, last) => (piece, last),
    };
    let named = piece.subject.input.named;
    let wanted = Wanted {
        // What is known is not counted.
        limit: if settings.baseline.is_some() { u64::MAX } else { settings.limit },
        sniff: settings.binary != Some(Binary::Check) && settings.judged_as.is_none(),
        skip_binary: settings.binary.map_or(!named, |binary| binary == Binary::Skip),
        first_only: settings.first_only && settings.baseline.is_none(),
        reading: !settings.first_only && settings.binary != Some(Binary::Check),
        line: settings.report.kind == ReportKind::Findings(Format::Text) || settings.page.is_some(),
        sketch: settings.page.is_some(),
    };
    let mut emit = |event| {
        let weight = match &event {
            Event::Errors(errors) => errors.bytes.len(),
            Event::Near(near) => near.bytes.len(),
            Event::Misread(found) => found.before.0.len() + found.after.0.len(),
            _ => 0,
        };
        tell(Told::Event(Arc::clone(&piece.subject), event), weight)
    };
    let declared = piece.subject.rule.as_ref().map(|rule| rule.coding);
    match settings.judged_as.or(declared) {
        Some(coding) if !is_utf8(coding) => {
            let block = settings.sizes.block;
            judged_as::scan_as(&piece, coding, block, wanted, &mut emit);
        }
        _ => scan(&piece, window, wanted, Closer::new(settings), &mut emit),
    }
    // What waits to be told is not open.
    let subject = Arc::clone(&piece.subject);
    drop(piece);
    if last {
        tell(Told::End(subject), 0);
    }
}

/// UTF-8 has a scan of its own.
fn is_utf8(coding: Coding) -> bool {
    coding == Coding::Family(Label::Utf8)
}

/// Everything to be done, in the order in which it is reported.
struct Tasks<'a> {
    walk: Walk,
    rules: &'a Rules,
    /// What is to be told before the next visit.
    notices: Vec<String>,
    /// The next piece of a big file.
    next: Option<Piece>,
    piece: u64,
    number: u64,
}

impl<'a> Tasks<'a> {
    fn new(settings: &'a settings::Check) -> Self {
        // Other text than UTF-8, records and profiles can be judged from the start only.
        let whole =
            settings.judged_as.is_some_and(|coding| !is_utf8(coding)) || settings.is_close();
        let piece = if whole { u64::MAX } else { settings.sizes.piece };
        let (walk, rules) = (Walk::new(&settings.walk), &settings.rules);
        Self { walk, rules, notices: Vec::new(), next: None, piece, number: 0 }
    }

    /// Whether there is no work for a second thread: a single file, or standard input.
    fn is_one_piece(&self, settings: &settings::Check) -> bool {
        let [path] = &settings.walk.paths[..] else { return false };
        path.metadata().map_or(!path.is_dir(), |found| found.is_file() && found.len() <= self.piece)
    }

    /// The first piece of what is left of an input. The last one takes what may have been
    /// added since the size was asked for.
    fn cut(&mut self, rest: Piece) -> Task {
        let end = rest.start.saturating_add(self.piece);
        // Other text than UTF-8 can be judged from the start only.
        if !rest.subject.is_declared_other()
            && !rest.subject.is_decided()
            && rest.subject.input.size.is_some_and(|size| end < size)
        {
            self.next = Some(Piece { start: end, ..rest.clone() });
            return Task::Scan(Piece { end: Some(end), ..rest }, false);
        }
        Task::Scan(rest, true)
    }
}

impl Iterator for Tasks<'_> {
    type Item = (u64, Task);

    fn next(&mut self) -> Option<(u64, Task)> {
        let task = match self.next.take() {
            Some(piece) => self.cut(piece),
            None if !self.notices.is_empty() => Task::Tell(Visit::Notice(self.notices.remove(0))),
            None => match self.walk.next()? {
                Visit::File { name, named, size, sparse } => {
                    let rule = match &name {
                        Name::Path(path) => self.rules.of(path),
                        Name::Stdin => None,
                    };
                    self.notices = self.rules.notices();
                    let subject = Subject::new(Input::new(name, named, size, sparse), rule);
                    let subject = Arc::new(subject);
                    self.cut(Piece { subject, handle: Handle::default(), start: 0, end: None })
                }
                visit => Task::Tell(visit),
            },
        };
        self.number += 1;
        Some((self.number - 1, task))
    }
}
