//! Where converted text goes: to the output as it is, or line by line as records
//! of `DataOutputStream`.

use super::failure::Failure;
use crate::args::Eol;
use crate::coding::{Coding, control};
use crate::output::Endings;
use crate::output::{Beside, Output, OutputError};
use crate::print::name::Name;
use crate::settings::Framed;
use placemat::encoding::Label;
use placemat::encoding::historic::Unicode11Utf8;
use placemat::tool::framed::{MAX_LEN, header};
use std::fs::Metadata;

/// How much is kept before it is written.
const PENDING: usize = 64 << 10;

pub(super) struct Drain {
    output: Output,
    /// That of the target.
    signature: &'static [u8],
    /// None: ends of lines stay as they are.
    endings: Option<Endings>,
    framer: Option<Framer>,
    /// What is not yet written: records and lines can be short.
    pending: Option<Vec<u8>>,
    /// Whether there were Hangul, where that matters.
    hangul: Option<bool>,
    /// The name of the input, safe to print.
    input: String,
}

/// The line that is to be a record.
#[derive(Default)]
struct Framer {
    line: Vec<u8>,
    /// Its number in the input, from 1.
    number: u64,
}

impl Drain {
    pub(super) fn new(output: Output, to: Coding, framed: Framed, eol: Eol) -> Self {
        let old = to == Coding::Family(Label::Unicode11Utf8);
        Self {
            output,
            signature: to.signature(),
            endings: (eol != Eol::Keep)
                .then(|| Endings::new(eol, &control(to, b'\r'), &control(to, b'\n'))),
            framer: framed.target.then(Framer::default),
            pending: (framed.source || framed.target).then(Vec::new),
            hangul: old.then_some(false),
            input: String::new(),
        }
    }

    pub(super) fn comes_of(&mut self, input: Option<&Metadata>) -> bool {
        self.output.comes_of(input)
    }

    /// The output begins with a signature.
    pub(super) fn write_signature(&mut self) -> Result<(), Failure> {
        Ok(self.output.write(self.signature)?)
    }

    /// An input begins.
    pub(super) fn begin(&mut self, name: &Name) {
        self.input = name.shown();
        if let Some(framer) = &mut self.framer {
            framer.number = 1;
        }
    }

    /// Takes whole sequences.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.hangul == Some(false) {
            self.hangul = Some(Unicode11Utf8::has_hangul(bytes));
        }
        if let Some(endings) = &mut self.endings {
            let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 16);
            endings.push(bytes, false, &mut text);
            return Ok(put(&mut self.output, &mut self.pending, &text)?);
        }
        if self.framer.is_none() {
            return Ok(put(&mut self.output, &mut self.pending, bytes)?);
        }
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.write_part(part)?;
        }
        Ok(())
    }

    /// Writes a part of a line, or its end.
    fn write_part(&mut self, part: &[u8]) -> Result<(), Failure> {
        let Some(framer) = &mut self.framer else { return Ok(()) };
        let (text, ends) = match part {
            [text @ .., b'\n'] => (text, true),
            text => (text, false),
        };
        framer.line.extend(text);
        if framer.line.len() > MAX_LEN {
            return Err(Failure::Fault {
                place: format!("{}:{}:1", self.input, framer.number),
                reason: format!(
                    "the line has more than 65,535 bytes in {}, and a record holds no more",
                    Label::ModifiedUtf8
                ),
                hint: "without --framed it can be written",
            });
        }
        if ends { self.write_record() } else { Ok(()) }
    }

    fn write_record(&mut self) -> Result<(), Failure> {
        let Some(framer) = &mut self.framer else { return Ok(()) };
        let length = header(framer.line.len()).expect("it was not longer");
        put(&mut self.output, &mut self.pending, &length)?;
        put(&mut self.output, &mut self.pending, &framer.line)?;
        framer.line.clear();
        framer.number += 1;
        Ok(())
    }

    /// The input ends: so does its last line.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        if self.framer.as_ref().is_some_and(|framer| !framer.line.is_empty()) {
            self.write_record()?;
        }
        self.flush()
    }

    /// Writes what is pending: all that was read is told.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        if let Some(pending) = &mut self.pending
            && !pending.is_empty()
        {
            self.output.write(pending)?;
            pending.clear();
        }
        Ok(())
    }

    /// Whether something was written in UNICODE-1-1-UTF-8 that has no Hangul.
    pub(super) fn lacks_hangul(&self) -> bool {
        self.hangul == Some(false) && self.output.written() > 0
    }

    /// All is written, and the output complete. Returns how many bytes it has.
    pub(super) fn finish(mut self) -> Result<u64, Failure> {
        self.end_lines()?;
        Ok(self.output.finish()?)
    }

    /// All is written. Returns the new file, which is yet to be put in place, and how many bytes it has.
    pub(super) fn into_new(mut self) -> Result<(Option<Beside>, u64), Failure> {
        self.end_lines()?;
        let written = self.output.written();
        Ok((self.output.into_new(), written))
    }

    fn end_lines(&mut self) -> Result<(), Failure> {
        if let Some(endings) = &mut self.endings {
            let mut rest = Vec::new();
            endings.push(b"", true, &mut rest);
            self.output.write(&rest)?;
        }
        Ok(())
    }
}

/// Writes `bytes`, or keeps them for the next flush, up to a point.
fn put(
    output: &mut Output,
    pending: &mut Option<Vec<u8>>,
    bytes: &[u8],
) -> Result<(), OutputError> {
    let Some(pending) = pending else { return output.write(bytes) };
    pending.extend(bytes);
    if pending.len() >= PENDING {
        output.write(pending)?;
        pending.clear();
    }
    Ok(())
}
