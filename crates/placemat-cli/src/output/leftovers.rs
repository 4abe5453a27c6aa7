//! Unfinished files: removed when the process is told to end, and when it has to. Only
//! `kill -9`, which nobody can hear, leaves one.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use tempfile::NamedTempFile;

/// The unfinished files. Who holds it decides about them: so none is removed
/// while it takes its place.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a file that is removed if the process is told to end.
pub(super) fn create(
    create: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(listen);
    let mut unfinished = unfinished();
    let file = create()?;
    unfinished.push(file.path().to_owned());
    Ok(file)
}

/// Gives it its name, or removes it; it is no longer unfinished.
pub(super) fn settle<T>(
    file: NamedTempFile,
    settle: impl FnOnce(NamedTempFile) -> io::Result<T>,
) -> io::Result<T> {
    let mut unfinished = unfinished();
    unfinished.retain(|path| path != file.path());
    // If it fails, what it was given removes the file.
    settle(file)
}

/// Removes what is unfinished, unless someone decides about it: the process ends at once.
pub(crate) fn remove_unfinished() {
    let unfinished = match UNFINISHED.try_lock() {
        Ok(unfinished) => unfinished,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => return,
    };
    remove(&unfinished);
}

fn remove(unfinished: &[PathBuf]) {
    for path in unfinished {
        let _ = std::fs::remove_file(path);
    }
}

/// Starts the thread that waits for signals. Without it, all works but that: signals
/// are heard only once it runs, or nobody could end the process.
#[cfg(unix)]
fn listen() {
    let (ready, is_ready) = std::sync::mpsc::channel();
    let thread = std::thread::Builder::new().name("signals".to_owned());
    if thread.spawn(move || wait(&ready)).is_ok() {
        let _ = is_ready.recv();
    }
}

/// Waits for a signal, and says when it hears them.
#[cfg(unix)]
fn wait(ready: &std::sync::mpsc::Sender<()>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    let Ok(mut signals) = Signals::new(heard) else { return };
    let _ = ready.send(());
    if let Some(signal) = signals.forever().next() {
        // Held until the end: nothing may be begun any more.
        let unfinished = unfinished();
        remove(&unfinished);
        // The parent sees what it would have seen without all this.
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
}

/// Whether the parent wants us to live on: nohup does, and shells in the background.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    set.is_some_and(|set| set >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn listen() {}
