//! A reader that can be asked whether it has something, where the system cannot be asked: a
//! thread reads.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

pub(super) struct Thread {
    blocks: Receiver<io::Result<Vec<u8>>>,
    /// What came, and is not yet read.
    block: io::Result<Vec<u8>>,
    at: usize,
    ended: bool,
}

impl std::fmt::Debug for Thread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thread").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl Thread {
    pub(super) fn new(mut reader: impl Read + Send + 'static) -> Self {
        // The thread is one block ahead. It ends with the process, if not before.
        let (sender, blocks) = sync_channel(0);
        std::thread::spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = reader.read(&mut block).map(|read| {
                    block.truncate(read);
                    block
                });
                let ended = read.as_ref().is_ok_and(Vec::is_empty);
                if sender.send(read).is_err() || ended {
                    return;
                }
            }
        });
        Self { blocks, block: Ok(Vec::new()), at: 0, ended: false }
    }

    /// Whether a read would return before `wait` has passed.
    pub(super) fn is_ready(&mut self, wait: Duration) -> bool {
        if self.ended || self.has_some() {
            return true;
        }
        match self.blocks.recv_timeout(wait) {
            Ok(block) => self.take(block),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => self.ended = true,
        }
        true
    }

    fn has_some(&self) -> bool {
        self.block.as_ref().map_or(true, |block| self.at < block.len())
    }

    fn take(&mut self, block: io::Result<Vec<u8>>) {
        self.ended = block.as_ref().is_ok_and(Vec::is_empty);
        (self.block, self.at) = (block, 0);
    }
}

impl Read for Thread {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.ended && !self.has_some() {
            match self.blocks.recv() {
                Ok(block) => self.take(block),
                Err(_) => self.ended = true,
            }
        }
        let block = std::mem::replace(&mut self.block, Ok(Vec::new()))?;
        let read = (&block[self.at..]).read(buffer)?;
        self.at += read;
        self.block = Ok(block);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    /// Gives out what is sent, and waits in between.
    struct Slow(Receiver<io::Result<&'static [u8]>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.recv() {
                Ok(bytes) => bytes.and_then(|mut bytes| bytes.read(buffer)),
                Err(_) => Ok(0),
            }
        }
    }

    #[test]
    fn it_is_ready_when_something_came() {
        const LONG: Duration = Duration::from_secs(60);
        let (sender, receiver) = channel();
        let mut thread = Thread::new(Slow(receiver));
        assert!(!thread.is_ready(Duration::ZERO));
        assert!(!thread.is_ready(Duration::from_millis(1)));
        sender.send(Ok(&b"abc"[..])).unwrap();
        assert!(thread.is_ready(LONG));
        let mut buffer = [0; 2];
        assert_eq!((thread.read(&mut buffer).unwrap(), &buffer), (2, b"ab"));
        assert!(thread.is_ready(Duration::ZERO));
        assert_eq!((thread.read(&mut buffer).unwrap(), buffer[0]), (1, b'c'));
        assert!(!thread.is_ready(Duration::ZERO));
        sender.send(Err(io::Error::other("lost"))).unwrap();
        assert!(thread.is_ready(LONG));
        assert_eq!(thread.read(&mut buffer).unwrap_err().to_string(), "lost");
        sender.send(Ok(b"d")).unwrap();
        assert_eq!(thread.read(&mut buffer).unwrap(), 1);
        drop(sender);
        assert!(thread.is_ready(LONG));
        assert_eq!(thread.read(&mut buffer).unwrap(), 0);
        assert!(thread.is_ready(Duration::ZERO));
        assert_eq!(thread.read(&mut buffer).unwrap(), 0);
    }
}
