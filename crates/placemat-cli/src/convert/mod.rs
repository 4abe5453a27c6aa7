//! `placemat convert`: reads a block, converts it, writes it.

mod failure;
mod input;
mod labels;
mod lines;
mod pair;
#[cfg(test)]
mod tests;

pub(crate) use labels::{encodings, label, list};
pub(crate) use pair::pair;

use crate::Outcome;
use crate::args::Bom;
use crate::output::Output;
use crate::settings;
use failure::{Failure, Fault};
use input::Input;
use placemat::{Label, Status, Transcoder};
use std::fmt;

/// How much is read at a time: with what it becomes it stays in the second-level
/// cache, and system calls do not show.
const BLOCK: usize = 128 << 10;

/// Converts what the settings say, and tells what went wrong.
pub(crate) fn run(settings: &settings::Convert) -> Outcome {
    match convert(settings, BLOCK) {
        Ok(done) => {
            if settings.stats {
                eprintln!("placemat: {done}");
            }
            Outcome::Clean
        }
        Err(failure) => {
            if let Some(told) = failure.told() {
                eprintln!("placemat: {told}");
            }
            failure.outcome()
        }
    }
}

/// What the inputs came to.
#[derive(Debug, Default)]
struct Done {
    inputs: usize,
    read: u64,
    written: u64,
    malformed: u64,
    unmappable: u64,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inputs, read, written, malformed, unmappable } = self;
        let plural = if *inputs == 1 { "" } else { "s" };
        write!(f, "{inputs} input{plural}, {read} bytes read, {written} bytes written, ")?;
        write!(f, "{malformed} malformed, {unmappable} unmappable")
    }
}

fn convert(settings: &settings::Convert, block: usize) -> Result<Done, Failure> {
    let mut output = Output::open(settings.output.as_deref())?;
    let to = settings.to.for_writing();
    // The output has one signature at most: this, or the one of the first input.
    let added = match settings.bom {
        Bom::Keep => settings.to.needs_signature(),
        Bom::Add => true,
        Bom::Remove => false,
    };
    if added {
        output.write(to.signature())?;
    }
    // With 96 bytes any item fits.
    let mut buffer = vec![0; (2 * block).max(96)];
    let mut done = Done::default();
    for name in &settings.inputs {
        let mut input = Input::open(name, block)?;
        if output.is(input.metadata().as_ref()) {
            return Err(Failure::OntoItself(name.clone()));
        }
        let (from, mut signature) = find_signature(&mut input, settings.from)?;
        let kept = settings.bom == Bom::Keep && !added && done.inputs == 0;
        if kept && !settings.from.needs_signature() {
            signature = 0;
        }
        input.pass_over(signature);
        let pair = pair(from, to, settings.policy, settings.lenient)?;
        convert_input(&mut input, (from, to), pair, &mut output, &mut buffer, &mut done)?;
    }
    done.written = output.finish()?;
    Ok(done)
}

/// The encoding of an input, and the length of its signature.
fn find_signature(input: &mut Input, label: Label) -> Result<(Label, usize), Failure> {
    loop {
        if let Some(found) = label.for_reading(input.block(), input.ended()) {
            return Ok(found);
        }
        input.read_more()?;
    }
}

/// Converts from where `input` stands to its end.
fn convert_input(
    input: &mut Input,
    (from, to): (Label, Label),
    mut pair: Transcoder,
    output: &mut Output,
    buffer: &mut [u8],
    done: &mut Done,
) -> Result<(), Failure> {
    // In the input, not behind its signature.
    let base = input.offset();
    input.count_lines(from);
    loop {
        let (mut rest, last) = (input.block(), input.ended());
        let fault = loop {
            let progress = pair.push(rest, buffer, last);
            output.write(&buffer[..progress.written])?;
            rest = &rest[progress.read..];
            match progress.status {
                Status::InputEmpty => break None,
                Status::Malformed(bad) => break Some(Fault::Malformed(bad)),
                Status::Unmappable(item) => break Some(Fault::Unmappable(item)),
                // The buffer is empty again.
                _ => {}
            }
        };
        if let Some(fault) = fault {
            return Err(Failure::fault(input, from, to, fault.behind(base)));
        }
        if last {
            break;
        }
        input.next_block()?;
    }
    done.inputs += 1;
    done.read += input.offset();
    done.malformed += pair.malformed();
    done.unmappable += pair.unmappable();
    Ok(())
}
