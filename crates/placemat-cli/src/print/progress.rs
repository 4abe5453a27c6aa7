//! Progress of long work, on a terminal only.

use crate::args::When;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Work that takes less is not worth a line.
const LONG: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(crate) struct Progress {
    /// None: it is never shown.
    bar: Option<ProgressBar>,
    started: Instant,
    shown: bool,
    files: u64,
}

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
            let template = match total {
                Some(_) => {
                    "{spinner} {msg}{percent} % of {decimal_total_bytes}, \
                     {decimal_bytes_per_sec}, {eta} left"
                }
                None => "{spinner} {msg}{decimal_bytes}, {decimal_bytes_per_sec} [{elapsed}]",
            };
            bar.with_style(ProgressStyle::with_template(template).expect("it is constant"))
        });
        Self { bar, started: Instant::now(), shown: false, files: 0 }
    }

    pub(crate) fn add_bytes(&mut self, bytes: u64) {
        let Some(bar) = &self.bar else { return };
        bar.inc(bytes);
        if !self.shown && self.started.elapsed() >= LONG {
            self.shown = true;
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    pub(crate) fn add_file(&mut self) {
        self.files += 1;
        if self.shown
            && self.files.is_multiple_of(64)
            && let Some(bar) = &self.bar
        {
            bar.set_message(format!("{} files, ", self.files));
        }
    }

    /// Does what writes to the terminal while nothing else is drawn there.
    pub(crate) fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shown => bar.suspend(act),
            _ => act(),
        }
    }

    pub(crate) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
