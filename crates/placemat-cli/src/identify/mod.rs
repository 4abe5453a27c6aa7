//! What a whole file is: the verdict on it; and where it has malformed text, whether it is
//! in a legacy encoding throughout, or in a relative of UTF-8.

mod dialect;
mod throughout;

pub(crate) use dialect::{Dialect, dialect};
pub(crate) use throughout::{Reading, may_be_throughout, reading};

use crate::input::{Blocks, Input};
use crate::print::say::say;
use placemat_detect::{Hints, Judge, Verdict};
use std::fs::File;
use std::io;

/// How much is read at a time.
pub(crate) const BLOCK: usize = 64 << 10;

/// How much of a pipe or a device is read.
const ENDLESS: u64 = 64 << 20;

/// What a file is.
fn survey(input: &Input) -> io::Result<Verdict> {
    judge(input, &Hints::default(), &mut vec![0; BLOCK])
}

/// What a file is that is open, from its start.
pub(crate) fn judge_file(file: &File, hints: &Hints<'_>) -> io::Result<Verdict> {
    let mut blocks = Blocks::borrowed(file, BLOCK)?;
    let mut judge = Judge::new();
    while !blocks.ended() {
        blocks.next_block()?;
        judge.push(blocks.block());
    }
    Ok(judge.finish(hints))
}

/// Reads a whole file in such blocks, and judges it.
pub(crate) fn judge(input: &Input, hints: &Hints<'_>, block: &mut [u8]) -> io::Result<Verdict> {
    let mut judge = Judge::new();
    // What may never end is judged by its start.
    let mut left = if input.size.is_none() { ENDLESS } else { u64::MAX };
    let ended = input.read_all(block, |bytes| {
        judge.push(bytes);
        left = left.saturating_sub(bytes.len() as u64);
        left > 0
    })?;
    if !ended {
        say(format_args!("{}: judged by its first 64 MiB", input.name.shown()));
    }
    // By now it is closed: to judge takes a while, and a process may have few files open.
    Ok(judge.finish(hints))
}
