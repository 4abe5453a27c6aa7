//! Progress of long work, on a terminal only: one line, which is written over itself.

use super::words::{count, size};
use crate::args::When;
use crate::input::{Visit, Walk};
use crate::settings;
use crate::standard::Stderr;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Work that takes less is not worth a line.
const LONG: Duration = Duration::from_secs(1);

/// How long a line stands at least.
const STANDS: Duration = Duration::from_millis(100);

/// Columns, where the terminal does not say how many it has.
const WIDTH: usize = 80;

/// How much there is, where that is not known.
const OPEN: u64 = u64::MAX;

/// Clones show the same line, from any thread.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    /// None: it is never shown.
    bar: Option<Arc<Bar>>,
}

#[derive(Debug)]
struct Bar {
    started: Instant,
    total: AtomicU64,
    bytes: AtomicU64,
    files: AtomicU64,
    line: Mutex<Line>,
}

/// What is on the terminal.
#[derive(Debug, Default)]
struct Line {
    drawn: Option<Instant>,
    /// How many columns are written to.
    columns: usize,
    ended: bool,
}

impl Progress {
    /// `total` is how many bytes there are, if that is known.
    pub(crate) fn new(when: When, total: impl FnOnce() -> Option<u64>) -> Self {
        let wanted = match when {
            When::Auto => io::stderr().is_terminal(),
            When::Always => true,
            When::Never => false,
        };
        let bar = || Bar {
            started: Instant::now(),
            total: total().unwrap_or(OPEN).into(),
            bytes: 0.into(),
            files: 0.into(),
            line: Mutex::default(),
        };
        Self { bar: wanted.then(|| Arc::new(bar())) }
    }

    /// The same for files and folders. How much there is in folders takes a walk of its own, which begins when
    /// there is something to be shown.
    pub(crate) fn of_walk(when: When, walk: &settings::Walk) -> Self {
        let progress = Self::new(when, || walk.total());
        let open = |bar: &Arc<Bar>| bar.total.load(Ordering::Relaxed) == OPEN;
        if let Some(bar) = progress.bar.clone().filter(open) {
            let walk = walk.clone();
            let add_up = move || {
                thread::sleep(LONG);
                let sizes = Walk::new(&walk).map(|visit| match visit {
                    Visit::File { size, .. } => size,
                    _ => Some(0),
                });
                // What has no size never ends, as far as anybody knows.
                if let Some(total) = sizes.sum() {
                    bar.total.store(total, Ordering::Relaxed);
                }
            };
            let _ = thread::Builder::new().spawn(add_up);
        }
        progress
    }

    pub(crate) fn add_bytes(&self, bytes: u64) {
        let Some(bar) = &self.bar else { return };
        bar.bytes.fetch_add(bytes, Ordering::Relaxed);
        if bar.started.elapsed() >= LONG {
            bar.draw();
        }
    }

    pub(crate) fn add_file(&self) {
        if let Some(bar) = &self.bar {
            bar.files.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Does what writes to the terminal while nothing else is drawn there.
    pub(crate) fn suspend<T>(&self, act: impl FnOnce() -> T) -> T {
        let Some(bar) = &self.bar else { return act() };
        let mut line = bar.line.lock().expect("nothing panics that holds it");
        line.clear();
        act()
    }

    pub(crate) fn end(&self) {
        let Some(bar) = &self.bar else { return };
        let mut line = bar.line.lock().expect("nothing panics that holds it");
        line.clear();
        line.ended = true;
    }
}

impl Bar {
    /// Shows how far the work is, unless that was shown just now, or is shown by another thread.
    fn draw(&self) {
        let Ok(mut line) = self.line.try_lock() else { return };
        if line.ended || line.drawn.is_some_and(|drawn| drawn.elapsed() < STANDS) {
            return;
        }
        let [bytes, total, files] =
            [&self.bytes, &self.total, &self.files].map(|n| n.load(Ordering::Relaxed));
        line.show(&text(bytes, total, files, self.started.elapsed()));
        line.drawn = Some(Instant::now());
    }
}

impl Line {
    /// Writes over what is there. Who cannot see it misses nothing.
    fn show(&mut self, text: &str) {
        let width = terminal_size::terminal_size_of(io::stderr());
        let width = width.map_or(WIDTH, |(width, _)| usize::from(width.0)).saturating_sub(1);
        let text = &text[..text.len().min(width)];
        let old = self.columns.min(width);
        let _ = Stderr.write_all(format!("\r{text:old$}").as_bytes());
        self.columns = text.len();
    }

    fn clear(&mut self) {
        if self.columns > 0 {
            self.show("");
            let _ = Stderr.write_all(b"\r");
        }
    }
}

/// What is said of work that has taken so long: ASCII.
fn text(bytes: u64, total: u64, files: u64, took: Duration) -> String {
    let seconds = took.as_secs_f64().max(0.001);
    let files = if files > 1 { count(files, "", "files, ") } else { String::new() };
    let speed = size((bytes as f64 / seconds) as u64);
    if total == OPEN || bytes == 0 {
        return format!("{files}{}, {speed}/s, {}", size(bytes), duration(took.as_secs()));
    }
    // It may have grown since.
    let total = total.max(bytes);
    let percent = u128::from(bytes) * 100 / u128::from(total);
    let left = seconds * ((total - bytes) as f64 / bytes as f64);
    let (total, left) = (size(total), duration(left.ceil() as u64));
    format!("{files}{percent} % of {total}, {speed}/s, {left} left")
}

fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_it_is() {
        let after =
            |bytes, total, files, seconds| text(bytes, total, files, Duration::from_secs(seconds));
        assert_eq!(after(250, 1000, 1, 10), "25 % of 1.0 kB, 25 bytes/s, 30 s left");
        assert_eq!(after(1 << 30, OPEN, 1200, 3700), "1,200 files, 1.1 GB, 290.2 kB/s, 1 h 1 min");
        assert_eq!(after(2, 1, 0, 1), "100 % of 2 bytes, 2 bytes/s, 0 s left", "it has grown");
        assert_eq!(
            after(1, u64::MAX - 1, 0, 1).split_once(" left").map(|(_, rest)| rest),
            Some("")
        );
        assert_eq!(after(0, 0, 0, 2), "0 bytes, 0 bytes/s, 2 s");
    }
}
