//! Inputs that may have more to say only later: pipes, terminals, sockets.
//!
//! What is certain is to be out before anybody waits, and what a text looks like is decided
//! with what there is. So whoever reads can ask whether a read would wait.

use crate::print::name::Name;
use crate::print::say::say;
use crate::standard;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::time::{Duration, Instant};

#[cfg(any(not(unix), test))]
mod thread;

/// How long an input that nobody named is waited for in silence.
const SILENCE: Duration = Duration::from_secs(2);

/// How long more of a text is waited for until it is decided what it looks like.
const PATIENCE: Duration = Duration::from_millis(100);

/// A file, or standard input, whatever that is.
#[derive(Debug)]
pub(crate) struct Live {
    source: Source,
    /// What else may have been meant, as long as nothing came.
    hint: Option<&'static str>,
    /// It was opened here, and so can be read from its start once more.
    own: bool,
}

#[derive(Debug)]
enum Source {
    File {
        file: File,
        /// A regular file: it has all it has to say.
        regular: bool,
        opened: Option<Metadata>,
    },
    #[cfg(not(unix))]
    Thread(thread::Thread),
}

impl Live {
    /// What has that name.
    pub(crate) fn open(name: &Name) -> io::Result<Self> {
        match name {
            Name::Stdin => Self::stdin(),
            Name::Path(path) => File::open(path).map(Self::file),
        }
    }

    /// Standard input. A terminal is not waited for in silence.
    pub(crate) fn stdin() -> io::Result<Self> {
        if standard::is_typed() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter end it" } else { "Ctrl-D ends it" };
            say(format_args!("reading text from the terminal: {end}"));
        }
        #[cfg(unix)]
        let source = Source::of(standard::stdin_file()?);
        #[cfg(not(unix))]
        let source = Source::Thread(thread::Thread::new(io::stdin()));
        Ok(Self { source, hint: standard::hint(), own: false })
    }

    pub(crate) fn file(file: File) -> Self {
        Self { source: Source::of(file), hint: None, own: true }
    }

    /// Whether a read would return at once, or does so before `wait` has passed: with bytes,
    /// with an error, or with the end.
    pub(crate) fn is_ready(&mut self, wait: Duration) -> bool {
        match &mut self.source {
            Source::File { regular: true, .. } => true,
            #[cfg(unix)]
            Source::File { file, .. } => is_readable(file, wait),
            // It can be read, and not asked.
            #[cfg(not(unix))]
            Source::File { .. } => true,
            #[cfg(not(unix))]
            Source::Thread(thread) => thread.is_ready(wait),
        }
    }

    /// Begins at `offset`: in a file, without reading what is before.
    pub(crate) fn begin_at(&mut self, offset: u64) -> io::Result<()> {
        match self.regular() {
            Some(file) => file.seek(SeekFrom::Start(offset)),
            None => io::copy(&mut self.take(offset), &mut io::sink()),
        }
        .map(|_| ())
    }

    /// What it was when it was opened.
    pub(crate) fn metadata(&self) -> Option<Metadata> {
        match &self.source {
            Source::File { opened, .. } => opened.clone(),
            #[cfg(not(unix))]
            Source::Thread(_) => None,
        }
    }

    /// The file, if it can be read from its start once more.
    pub(crate) fn regular(&mut self) -> Option<&mut File> {
        match &mut self.source {
            Source::File { file, regular: true, .. } if self.own => Some(file),
            _ => None,
        }
    }
}

impl Source {
    fn of(file: File) -> Self {
        let opened = file.metadata().ok();
        let regular = opened.as_ref().is_some_and(Metadata::is_file);
        Self::File { file, regular, opened }
    }

    /// An error, if its end is not where it was when it was opened, but before that.
    fn is_whole(&mut self) -> io::Result<()> {
        match self {
            Self::File { file, regular: true, opened: Some(opened) } => {
                let end = file.stream_position()?;
                is_whole(file, end, opened.len())
            }
            _ => Ok(()),
        }
    }
}

/// An error, if `file` ends at `end`, had `size` bytes, and has fewer now: someone else cut off what was
/// still to be read, and what was read is not all of what it was. What only says that it has a
/// size, as files of the system do, is whole.
pub(super) fn is_whole(file: &File, end: u64, size: u64) -> io::Result<()> {
    if end < size && file.metadata()?.len() < size {
        return Err(io::Error::other("became shorter while it was read"));
    }
    Ok(())
}

impl Read for Live {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(hint) = self.hint
            && !self.is_ready(SILENCE)
        {
            say(format_args!("waiting for standard input; {hint}"));
        }
        let read = loop {
            let read = match &mut self.source {
                Source::File { file, .. } => file.read(buffer),
                #[cfg(not(unix))]
                Source::Thread(thread) => thread.read(buffer),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        if read == 0 && !buffer.is_empty() {
            self.source.is_whole()?;
        }
        match self.hint.take() {
            Some(hint) if read == 0 && !buffer.is_empty() => {
                let what = format!("0 bytes from standard input; {hint}");
                Err(io::Error::other(what))
            }
            _ => Ok(read),
        }
    }
}

/// Where it cannot be asked, it is to be tried.
#[cfg(unix)]
fn is_readable(file: &File, wait: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let end = Instant::now() + wait;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).expect("waits are short");
        match poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&left)) {
            Ok(ready) => return ready > 0,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return true,
        }
    }
}

/// Decides when the start of a text is enough to tell what it looks like.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    /// When its first bytes were seen.
    since: Option<Instant>,
}

impl Patience {
    /// Whether nothing is to be waited for behind `start`: a line of it is there, or it has
    /// been waited for. `is_ready` is [`Live::is_ready`].
    pub(crate) fn is_over(
        &mut self,
        start: &[u8],
        is_ready: impl FnOnce(Duration) -> bool,
    ) -> bool {
        if start.is_empty() {
            return false;
        }
        let since = *self.since.get_or_insert_with(Instant::now);
        let wait = match memchr::memchr(b'\n', start) {
            Some(_) => Duration::ZERO,
            None => PATIENCE.saturating_sub(since.elapsed()),
        };
        !is_ready(wait)
    }
}
