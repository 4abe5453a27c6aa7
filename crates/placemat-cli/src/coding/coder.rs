//! A conversion between two encodings, whichever they are.

use super::bridge::Bridge;
use super::source::pair;
use super::{Coding, Fault};
use placemat::encoding::Label;
use placemat::policy::PolicyError;
use placemat::{Policy, Status, Transcoder};

/// From one encoding to another. What the policy makes an error is a fault.
pub(crate) enum Coder {
    /// The library knows both.
    Direct(Box<Transcoder>),
    Bridge(Box<Bridge>),
}

impl Coder {
    /// # Errors
    /// A policy that makes no sense for the pair, in a sentence.
    pub(crate) fn new(
        from: Coding,
        to: Coding,
        policy: Policy,
        lenient: bool,
    ) -> Result<Self, String> {
        if !to.is_written() {
            return Err(format!("{to} is read, not written: write utf-8 instead"));
        }
        let told = |error: PolicyError| error.to_string();
        if let (Coding::Family(from), Coding::Family(to)) = (from, to) {
            let pair = pair(from, to, policy, lenient).map_err(told)?;
            return Ok(Self::Direct(Box::new(pair)));
        }
        let possible = match policy {
            Policy::Utf8b => false,
            Policy::Latin1 | Policy::Windows1252 | Policy::Windows1252Strict => match from {
                // Whether it is a dialect of UTF-8, the library knows.
                Coding::Family(from) => pair(from, Label::Utf8, policy, lenient).is_ok(),
                Coding::Legacy(_) => false,
            },
            _ => true,
        };
        if !possible {
            let needs = policy.needs();
            return Err(format!("policy {policy} makes no sense from {from} to {to}: {needs}"));
        }
        Ok(Self::Bridge(Box::new(Bridge::new(from, to, policy, lenient).map_err(told)?)))
    }

    /// Converts `chunk`, which follows all that was pushed before, and writes what
    /// it becomes, through `buffer`: each time whole items. The buffer has
    /// [`Transcoder::MIN_ROOM`] bytes or more.
    pub(crate) fn push<E>(
        &mut self,
        chunk: &[u8],
        last: bool,
        buffer: &mut [u8],
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Option<Fault>, E> {
        let pair = match self {
            Self::Direct(pair) => pair,
            Self::Bridge(bridge) => return bridge.push(chunk, last, buffer, write),
        };
        let mut rest = chunk;
        loop {
            let progress = pair.push(rest, buffer, last);
            write(&buffer[..progress.written])?;
            rest = &rest[progress.read..];
            match progress.status {
                Status::InputEmpty => return Ok(None),
                Status::Malformed(bad) => return Ok(Some(Fault::Malformed(bad))),
                Status::Unmappable(item) => return Ok(Some(Fault::Unmappable(item))),
                // The buffer is empty again, and so has room for the next item.
                _ => {}
            }
        }
    }

    /// Malformed and unmappable items that the policy has dealt with.
    pub(crate) fn counts(&self) -> (u64, u64) {
        match self {
            Self::Direct(pair) => (pair.malformed(), pair.unmappable()),
            Self::Bridge(bridge) => bridge.counts(),
        }
    }
}
