//! What a whole file is: the verdict on it; and where it has malformed text, whether it is
//! in a legacy encoding throughout, or in a relative of UTF-8.

mod dialect;
mod throughout;

pub(crate) use dialect::{Dialect, dialect};
pub(crate) use throughout::{Reading, may_be_throughout, reading};

use crate::input::{Blocks, Input};
use placemat_detect::{Hints, Judge, Verdict};
use std::fs::File;
use std::io;

/// How much is read at a time.
pub(crate) const BLOCK: usize = 64 << 10;

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
    input.read_all(block, |bytes| {
        judge.push(bytes);
        true
    })?;
    // By now it is closed: to judge takes a while, and a process may have few files open.
    Ok(judge.finish(hints))
}
