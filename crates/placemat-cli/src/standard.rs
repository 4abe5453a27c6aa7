//! The three standard streams, which can be closed, or be what nobody meant.
//!
//! Rust opens `/dev/null` in the place of a closed one, so that no file gets its number. What
//! is written there is lost, and that is to be told: so it is seen before Rust begins.

use std::io::{self, IsTerminal, Write};
use std::sync::OnceLock;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

/// Which of 0, 1 and 2 were closed when the process began.
#[cfg(unix)]
static CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

// Safe there: it makes three system calls, and needs nothing of Rust's that is not yet begun.
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn see_what_is_closed() {
        use rustix::{io::fcntl_getfd, stdio};
        let streams = [stdio::stdin(), stdio::stdout(), stdio::stderr()];
        for (closed, stream) in CLOSED.iter().zip(streams) {
            closed.store(fcntl_getfd(stream).is_err(), Ordering::Relaxed);
        }
    }
}

/// An error, if the stream of this number was closed when the process began.
fn is_open(number: usize) -> io::Result<()> {
    #[cfg(unix)]
    if CLOSED[number].load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    let _ = number;
    Ok(())
}

/// Standard output. Nothing is kept back: whoever writes much at a time collects it first.
#[derive(Debug)]
pub(crate) struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        is_open(1)?;
        // What may only be read is no error for the standard library.
        #[cfg(unix)]
        return Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?);
        #[cfg(not(unix))]
        {
            let mut stdout = io::stdout().lock();
            stdout.write_all(bytes)?;
            stdout.flush().map(|()| bytes.len())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Standard output for what is told of other work: a page that is made, files that are mended. That goes on where nobody
/// reads on.
#[derive(Debug)]
pub(crate) struct Aside;

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match Stdout.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Standard output, and whether there is a purpose besides.
pub(crate) fn stdout(aside: bool) -> Box<dyn Write + Send> {
    if aside { Box::new(Aside) } else { Box::new(Stdout) }
}

/// Standard error, in the same way.
#[derive(Debug)]
pub(crate) struct Stderr;

impl Write for Stderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        is_open(2)?;
        io::stderr().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

/// Standard output as a file of its own.
#[cfg(unix)]
pub(crate) fn stdout_file() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    is_open(1)?;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
pub(crate) fn stdout_file() -> io::Result<std::fs::File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

/// Standard input as a file of its own, which has nothing of what others may have read
/// ahead.
#[cfg(unix)]
pub(crate) fn stdin_file() -> io::Result<std::fs::File> {
    use std::os::fd::AsFd;
    is_open(0)?;
    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

/// What else may have been meant, where standard input is read although nobody named it.
static IMPLIED: OnceLock<&'static str> = OnceLock::new();

/// What else may have been meant by those who did not name standard input.
pub(crate) fn hint() -> Option<&'static str> {
    IMPLIED.get().copied()
}

/// Whether standard input is meant where no PATH is given, and what `hint` says would be
/// another choice: if it is a file, a pipe or a socket, as ripgrep asks it. A terminal,
/// /dev/null and a closed one mean that nobody meant it.
///
/// A pipe may be there unmeant, too: programs that start others hand them one. Without a
/// byte in it, the hint is told, and it is trouble.
pub(crate) fn is_implied(hint: &'static str) -> bool {
    #[cfg(unix)]
    let (file, pipe) = {
        use std::os::unix::fs::FileTypeExt;
        let kind = stdin_file().and_then(|stdin| stdin.metadata()).map(|found| found.file_type());
        let pipe = |kind: &std::fs::FileType| kind.is_fifo() || kind.is_socket();
        (kind.as_ref().is_ok_and(|kind| kind.is_file()), kind.as_ref().is_ok_and(pipe))
    };
    #[cfg(windows)]
    let (file, pipe) = {
        let kind = winapi_util::file::typ(winapi_util::HandleRef::stdin());
        (
            kind.as_ref().is_ok_and(|kind| kind.is_disk()),
            kind.as_ref().is_ok_and(|kind| kind.is_pipe()),
        )
    };
    if pipe {
        let _ = IMPLIED.set(hint);
    }
    file || pipe
}

/// Whether somebody would have to type the text.
pub(crate) fn is_typed() -> bool {
    io::stdin().is_terminal()
}
