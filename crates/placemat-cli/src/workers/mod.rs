//! How many threads can be had: fewer of them take longer, and tell the same.

mod ordered;
mod turns;

pub(crate) use ordered::Ordered;
pub(crate) use turns::Turns;

use std::sync::mpsc::channel;
use std::thread;

/// Address space that is left alone. A thread may take 128 MiB of it for its allocator when it
/// first allocates, and what it does then is to find some, too: it could not go on without.
const HEADROOM: usize = 192 << 20;

/// Files that are open besides one for each thread: a folder, an ignore file, the next file,
/// and one that is read once more.
#[cfg(unix)]
const FILES_BESIDES: usize = 4;

/// Runs `work` in up to `wanted` threads, this one included, each with what `begin` makes
/// in it and so many files open at most.
pub(crate) fn run<T>(
    wanted: usize,
    files: usize,
    begin: impl Fn() -> T + Sync,
    work: impl Fn(T) + Sync,
) {
    let first = begin();
    let (begin, work) = (&begin, &work);
    thread::scope(|scope| {
        for _ in 1..with_files(wanted, files) {
            if !has_headroom() {
                break;
            }
            let (begun, has_begun) = channel();
            let thread = move || {
                let own = begin();
                let _ = begun.send(());
                work(own);
            };
            if thread::Builder::new().spawn_scoped(scope, thread).is_err() {
                break;
            }
            // What it takes is gone when the next one is thought of.
            let _ = has_begun.recv();
        }
        work(first);
    });
}

/// How many threads of up to `wanted` can each have so many files open. It is tried, since those who
/// started this process may have left files open for it.
fn with_files(wanted: usize, files: usize) -> usize {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let open = (0..wanted * files + FILES_BESIDES)
            .map_while(|_| std::io::stderr().as_fd().try_clone_to_owned().ok());
        let open = open.collect::<Vec<_>>().len();
        (open.saturating_sub(FILES_BESIDES) / files).max(1)
    }
    #[cfg(not(unix))]
    {
        let _ = files;
        wanted
    }
}

/// Whether there is memory for another thread, and for what all of them do then.
fn has_headroom() -> bool {
    Vec::<u8>::new().try_reserve_exact(HEADROOM).is_ok()
}
