//! One input, block by block, and where in it something is.

use super::Failure;
use crate::coding::Coding;
use crate::input::{Blocks, Lines};
use crate::print::name::{Name, shown};
use crate::print::say::what;
use std::fs::{File, Metadata};
use std::io::{self, Seek, Write};
use std::ops::Deref;

#[derive(Debug)]
pub(super) struct Input {
    name: Name,
    blocks: Blocks<'static>,
    /// Lines, where they have to be counted while they pass.
    lines: Option<Lines>,
}

/// What has been read of it.
impl Deref for Input {
    type Target = Blocks<'static>;

    fn deref(&self) -> &Self::Target {
        &self.blocks
    }
}

impl Input {
    /// As [`Blocks::open`].
    pub(super) fn open(name: &Name, block: usize) -> Result<Self, Failure> {
        let blocks = Blocks::open(name, block).map_err(|error| failure(name, error))?;
        Ok(Self { name: name.clone(), blocks, lines: None })
    }

    /// A file from its start.
    pub(super) fn of(name: &Name, mut file: File, block: usize) -> Result<Self, Failure> {
        file.rewind().map_err(|error| failure(name, error))?;
        Ok(Self { name: name.clone(), blocks: Blocks::of(file, block), lines: None })
    }

    /// All of it as a file that can be read again; of a pipe, a copy without a name.
    pub(super) fn into_file(mut self) -> Result<File, Failure> {
        let fail = |error| failure(&self.name, error);
        if let Some(file) = self.blocks.regular() {
            return file.try_clone().map_err(fail);
        }
        // The folder of temporary files is no part of the input, and may be full where nobody thinks of it.
        let folder = std::env::temp_dir();
        let not_copied = |error: io::Error| {
            let words = format!(
                "it is read twice, and cannot be copied to {}: {}",
                shown(&folder),
                what(&error)
            );
            fail(io::Error::new(error.kind(), words))
        };
        let mut copy = tempfile::tempfile().map_err(not_copied)?;
        let is_device = self.blocks.metadata().is_some_and(|metadata| is_device(&metadata));
        let mut left = if is_device { ENDLESS } else { u64::MAX };
        let (mut copied, mut asked) = (0, 0);
        while !self.blocks.ended() {
            self.blocks.next_block().map_err(fail)?;
            let read = self.blocks.block().len() as u64;
            left = left.saturating_sub(read);
            copied += read;
            if copied - asked >= OFTEN {
                asked = copied;
                if free(&copy).is_some_and(|free| free < copied) {
                    let words = format!(
                        "it is read twice, and its copy of {} MiB and more would fill {}: \
                         TMPDIR names another folder, -f ENC reads it once",
                        copied >> 20,
                        shown(&folder)
                    );
                    return Err(fail(io::Error::new(io::ErrorKind::StorageFull, words)));
                }
            }
            if left == 0 {
                return Err(fail(io::Error::other(
                    "a device with more than 64 MiB, which may never end, is not read twice: -f ENC reads it once",
                )));
            }
            copy.write_all(self.blocks.block()).map_err(not_copied)?;
        }
        Ok(copy)
    }

    pub(super) fn name(&self) -> &Name {
        &self.name
    }

    /// Makes the block longer: for less than a signature.
    pub(super) fn read_more(&mut self) -> Result<(), Failure> {
        self.blocks.read_more().map_err(|error| failure(&self.name, error))
    }

    /// Passes over the first `bytes` of the block.
    pub(super) fn pass_over(&mut self, bytes: usize) {
        if let Some(lines) = &mut self.lines {
            lines.pass(&self.blocks.block()[..bytes]);
        }
        self.blocks.pass_over(bytes);
    }

    /// Passes over the block, and reads the next one.
    pub(super) fn next_block(&mut self) -> Result<(), Failure> {
        self.pass_over(self.block().len());
        self.read_more()
    }

    /// The file, if it can be read from its start once more.
    pub(super) fn regular(&mut self) -> Option<&File> {
        self.blocks.regular().map(|file| &*file)
    }

    /// Goes on at `offset`, in a file that can be read from its start once more.
    pub(super) fn go_to(&mut self, offset: u64) -> Result<(), Failure> {
        self.blocks.go_to(offset).map_err(|error| failure(&self.name, error))
    }

    /// Counts the lines of text in the encoding `from` from here on, if that cannot
    /// be done [later](Self::place).
    pub(super) fn count_lines(&mut self, from: Coding) {
        if self.blocks.regular().is_none() {
            let mut lines = Lines::new(from);
            // Less than a signature was passed over.
            lines.pass(self.blocks.bytes(0, self.blocks.offset() as usize));
            self.lines = Some(lines);
        }
    }

    /// Line and column of `offset`, which lies in the block or shortly before it,
    /// if that can be found out.
    pub(super) fn place(&mut self, from: Coding, offset: u64) -> Option<(u64, u64)> {
        if let Some(mut lines) = self.lines {
            let within = offset.saturating_sub(self.offset());
            lines.pass(&self.block()[..within as usize]);
            // No line feed is in a sequence: what began before the block is in
            // the line in which the block begins.
            return Some(lines.place(offset));
        }
        place(self.blocks.regular()?, from, offset).ok()
    }
}

/// More of a device would fill the disk.
const ENDLESS: u64 = 64 << 20;

/// A pipe may never end, too. Whenever so much more is copied, as much must be left as was taken: others use that disk.
const OFTEN: u64 = 16 << 20;

/// How much may still be written where a file is, if that is known.
fn free(file: &File) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::fstatvfs(file).ok().map(|is| is.f_bavail.saturating_mul(is.f_frsize));
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

/// Whether it is a device, as /dev/zero is.
fn is_device(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_char_device(&metadata.file_type());
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

fn failure(name: &Name, error: io::Error) -> Failure {
    Failure::Input(name.clone(), error)
}

/// Reads `file` once more, up to `offset`.
fn place(file: &File, from: Coding, offset: u64) -> io::Result<(u64, u64)> {
    let mut lines = Lines::new(from);
    let mut blocks = Blocks::borrowed(file, 64 << 10)?;
    loop {
        blocks.next_block()?;
        let left = offset - blocks.offset();
        let block = blocks.block();
        if block.len() as u64 >= left {
            lines.pass(&block[..left as usize]);
            return Ok(lines.place(offset));
        }
        if blocks.ended() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        lines.pass(block);
    }
}
