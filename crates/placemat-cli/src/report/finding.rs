//! What is reported of one mistake, whatever the format.

use crate::input::Place;
use crate::print::name::Name;
use placemat::detect::{Look, is_windows_1252};
use placemat::encoding::single_byte;
use placemat::utf8::{self, Group};
use placemat::{Malformed, MalformedKind};
use placemat_profile::{Refusal, records};
use std::ops::Range;

/// How many bytes on either side of an error a report can show; more than any
/// sequence has.
pub(crate) const CONTEXT: usize = 512;

/// One mistake, its place and what is around it.
#[derive(Debug)]
pub(crate) struct Finding<'a> {
    pub(crate) name: &'a Name,
    pub(crate) place: Place,
    /// Its offset is that in `bytes_around`.
    pub(crate) group: Group,
    pub(crate) look: Look,
    /// How many of its malformed subparts are shown: not all, if the limit ends within it.
    pub(crate) shown: usize,
    pub(super) bytes_around: &'a [u8],
    /// In which record it is, if that was asked for.
    pub(crate) record: Option<&'a records::Place>,
}

/// What a profile refuses, and where it is.
#[derive(Debug)]
pub(crate) struct Refused<'a> {
    pub(crate) name: &'a Name,
    pub(crate) place: Place,
    pub(crate) refusal: &'a Refusal,
    pub(crate) bytes_around: &'a [u8],
    /// Where it begins in them.
    pub(crate) at: usize,
    pub(crate) record: Option<&'a records::Place>,
}

impl<'a> Refused<'a> {
    /// Where it is in the bytes around it.
    pub(super) fn range(&self) -> Range<usize> {
        self.at..self.bytes_around.len().min(self.at + self.refusal.len)
    }

    pub(super) fn bytes(&self) -> &'a [u8] {
        &self.bytes_around[self.range()]
    }
}

impl<'a> Finding<'a> {
    /// A group of `bytes`, which begins at `place`.
    pub(crate) fn new(
        name: &'a Name,
        bytes: &'a [u8],
        group: Group,
        place: Place,
        limit: u64,
    ) -> Self {
        let shown = group.subparts.min(usize::try_from(limit).unwrap_or(usize::MAX));
        Self {
            name,
            place,
            group,
            look: Look::of(bytes, &group),
            shown,
            bytes_around: bytes,
            record: None,
        }
    }

    /// Its malformed subparts; their offsets are those in its bytes.
    pub(crate) fn subparts(&self) -> impl Iterator<Item = Malformed> {
        // Two bytes behind the group tell what its last subpart is.
        let end = self.bytes_around.len().min(self.group.end() + 2);
        utf8::errors(&self.bytes_around[self.group.offset..end]).take(self.group.subparts)
    }

    /// The malformed bytes.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        &self.bytes_around[self.group.offset..self.group.end()]
    }

    /// The malformed bytes, and what is behind them.
    pub(super) fn bytes_on(&self) -> &'a [u8] {
        &self.bytes_around[self.group.offset..]
    }

    /// The byte behind them, if the input goes on.
    pub(crate) fn next(&self) -> Option<u8> {
        self.bytes_around.get(self.group.end()).copied()
    }

    /// The bytes as Windows-1252, if that is what they look like.
    pub(crate) fn windows_1252(&self) -> Option<impl Iterator<Item = char>> {
        let like = self.is_windows_1252();
        like.then(|| self.bytes().iter().map(|&byte| single_byte::windows_1252(byte)))
    }

    fn is_windows_1252(&self) -> bool {
        match self.look {
            Look::Windows1252 => true,
            Look::Unknown => false,
            // It looks like more than one thing.
            _ => is_windows_1252(self.bytes_around, &self.group),
        }
    }

    /// What it is, but for its place: its bytes, at most six, the byte behind them, and what
    /// it looks like. Never 0, since there are bytes.
    pub(super) fn like(&self) -> u64 {
        let next = self.next();
        let number = |parts: &[u8]| parts.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        let flags = self.group.len << 5
            | usize::from(next.is_some()) << 4
            | usize::from(self.is_windows_1252()) << 3
            | self.look as usize;
        (flags as u64) << 56 | u64::from(next.unwrap_or_default()) << 48 | number(self.bytes())
    }
}

/// One mistake, and where it is: a malformed subpart, and those that belong to it.
#[derive(Debug)]
pub(crate) struct Misread {
    /// The canonical name of the encoding.
    pub(crate) encoding: &'static str,
    /// Which file, and which line of it, say that it is that; safe to print.
    pub(crate) declared: Option<String>,
    pub(crate) offset: u64,
    /// From 1; the first column in bytes.
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) column_code_points: u64,
    /// Of the first subpart.
    pub(crate) kind: MalformedKind,
    /// Not all, if the limit ends within them.
    pub(crate) subparts: Vec<Malformed<u64>>,
    pub(crate) bytes: Vec<u8>,
    /// The byte behind them, if the input goes on.
    pub(crate) next: Option<u8>,
    /// The text of the line on either side, where it is shown, and whether there is more of it.
    pub(crate) before: (String, bool),
    pub(crate) after: (String, bool),
}
