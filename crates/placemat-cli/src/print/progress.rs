//! Progress of long work, on a terminal only.

use crate::args::When;
use crate::input::{Visit, Walk};
use crate::settings;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Work that takes less is not worth a line.
const LONG: Duration = Duration::from_secs(1);

/// Clones show the same line, from any thread.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// None: it is never shown.
    bar: Option<ProgressBar>,
    started: Instant,
    shown: Arc<AtomicBool>,
    files: u64,
}

/// What is shown while it is not known how much there is, and when it is.
const OPEN: &str = "{spinner} {msg}{decimal_bytes}, {decimal_bytes_per_sec} [{elapsed}]";
const KNOWN: &str =
    "{spinner} {msg}{percent} % of {decimal_total_bytes}, {decimal_bytes_per_sec}, {eta} left";

impl Progress {
    /// `total` is how many bytes there are, if that is known.
    pub(crate) fn new(when: When, total: impl FnOnce() -> Option<u64>) -> Self {
        let wanted = match when {
            When::Auto => io::stderr().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        let bar = wanted.then(|| {
            let total = total();
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
            bar.with_style(style(if total.is_some() { KNOWN } else { OPEN }))
        });
        Self { bar, started: Instant::now(), shown: Arc::default(), files: 0 }
    }

    /// The same for files and folders. How much there is in folders takes a walk of its own, which begins when
    /// there is something to be shown.
    pub(crate) fn of_walk(when: When, walk: &settings::Walk) -> Self {
        let progress = Self::new(when, || walk.total());
        if let Some(bar) = progress.bar.clone().filter(|bar| bar.length().is_none()) {
            let walk = walk.clone();
            let add_up = move || {
                thread::sleep(LONG);
                let sizes = Walk::new(&walk).map(|visit| match visit {
                    Visit::File { size, .. } => size,
                    _ => Some(0),
                });
                // What has no size never ends, as far as anybody knows.
                if let Some(total) = sizes.sum() {
                    bar.set_style(style(KNOWN));
                    bar.set_length(total);
                }
            };
            let _ = thread::Builder::new().spawn(add_up);
        }
        progress
    }

    pub(crate) fn add_bytes(&self, bytes: u64) {
        let Some(bar) = &self.bar else { return };
        bar.inc(bytes);
        if self.started.elapsed() >= LONG && !self.shown.swap(true, Ordering::Relaxed) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    pub(crate) fn add_file(&mut self) {
        self.files += 1;
        if self.shown.load(Ordering::Relaxed)
            && self.files.is_multiple_of(64)
            && let Some(bar) = &self.bar
        {
            bar.set_message(format!("{} files, ", self.files));
        }
    }

    /// Does what writes to the terminal while nothing else is drawn there.
    pub(crate) fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shown.load(Ordering::Relaxed) => bar.suspend(act),
            _ => act(),
        }
    }

    pub(crate) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("it is constant")
}
