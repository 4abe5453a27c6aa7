//! Commands that run at the same time, with the output of each in one piece.

use std::io::{self, BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};

use crate::shell;
use crate::test::Total;

/// Hands `items` to `job`, as many at a time as there are processors. All begin, whatever fails;
/// the first failure is returned.
pub(crate) fn each<T: Sync>(items: &[T], job: impl Fn(&T) -> Result<()> + Sync) -> Result<()> {
    let next = AtomicUsize::new(0);
    let worker = || -> Result<()> {
        let mut result = Ok(());
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            result = result.and(job(item));
        }
        result
    };
    let workers = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
        let results = joined.map(|end| end.unwrap_or_else(|_| Err(anyhow!("a thread panicked"))));
        results.fold(Ok(()), Result::and)
    })
}

/// What a test runner has printed, and how it ended.
pub(crate) struct Outcome {
    lines: Vec<String>,
    took: Duration,
    result: Result<()>,
}

impl Outcome {
    /// Runs `command` to its end.
    pub(crate) fn of(mut command: Command) -> Result<Self> {
        let start = Instant::now();
        let shown = shell::shown(&command);
        let (reader, writer) = io::pipe()?;
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
        // It holds the end to write to, and so would keep the reader from an end.
        drop(command);
        let mut lines = Vec::new();
        for line in BufReader::new(reader).split(b'\n') {
            lines.push(String::from_utf8_lossy(&line?).into_owned());
        }
        let status = child.wait()?;
        let result = if status.success() { Ok(()) } else { Err(anyhow!("`{shown}`: {status}")) };
        Ok(Self { lines, took: start.elapsed(), result })
    }

    /// Prints it under a heading, and adds the results to `total`.
    ///
    /// # Errors
    /// If the command has failed.
    pub(crate) fn print(self, heading: &str, total: &Mutex<Total>) -> Result<()> {
        // Locked to the end, so that outputs do not mix.
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        println!("\n==== {heading}, {} s ====", self.took.as_secs());
        for line in &self.lines {
            println!("{line}");
            total.add(line);
        }
        self.result.with_context(|| heading.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::each;
    use anyhow::bail;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_begin_and_the_first_failure_is_told() {
        let begun = AtomicUsize::new(0);
        let result = each(&[1, 2, 3, 4, 5], |item| {
            begun.fetch_add(1, Ordering::Relaxed);
            if item % 5 == 2 { bail!("{item}") } else { Ok(()) }
        });
        assert_eq!(result.unwrap_err().to_string(), "2");
        assert_eq!(begun.into_inner(), 5);
    }
}
