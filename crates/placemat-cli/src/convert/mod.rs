//! `placemat convert`: reads a block, converts it, writes it.

mod auto;
mod drain;
mod failure;
mod framed;
mod input;
#[cfg(test)]
mod tests;
mod tree;

use crate::args::Bom;
use crate::coding::{Coder, Coding, Cut};
use crate::outcome::Outcome;
use crate::output::Output;
use crate::pieces::Pieces;
use crate::print::name::Name;
use crate::print::progress::Progress;
use crate::print::say::say;
use crate::settings::{self, Origin};
use drain::Drain;
use failure::Failure;
use input::Input;
use placemat::Transcoder;
use std::fmt;

/// How much is read at a time: with what it becomes it stays in the second-level
/// cache, and system calls do not show.
const BLOCK: usize = 128 << 10;

/// Converts what the settings say, and tells what went wrong.
pub(crate) fn run(settings: &settings::Convert) -> Outcome {
    if let Some(tree) = &settings.tree {
        return tree::run(settings, tree);
    }
    let progress = Progress::new(settings.progress, || settings.total());
    let done = convert(settings, BLOCK, &progress);
    progress.end();
    match done {
        Ok(done) => {
            done.tell(settings);
            Outcome::Clean
        }
        Err(failure) => {
            if let Some(told) = failure.told() {
                say(told);
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
    /// Inputs whose byte order was named, and that have a signature all the same.
    kept_signatures: Vec<Name>,
    /// Those that have the signature of the byte order that was not named.
    turned: Vec<Name>,
    /// Text was written as UNICODE-1-1-UTF-8, and has no Hangul.
    needlessly_old: bool,
}

impl Done {
    fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.read += other.read;
        self.written += other.written;
        self.malformed += other.malformed;
        self.unmappable += other.unmappable;
        self.kept_signatures.extend(other.kept_signatures);
        self.turned.extend(other.turned);
        self.needlessly_old &= other.needlessly_old;
    }

    /// Says what should be known of it.
    fn tell(&self, settings: &settings::Convert) {
        if self.needlessly_old {
            let which = if self.inputs == 1 { "the text" } else { "all of the text" };
            say(format_args!(
                "{which} has no Hangul: it is the same in utf-8, and should be labelled as that \
                 (RFC 2279, section 5)"
            ));
        }
        let without_order = match settings.from.named() {
            Some(from) if from.signature().len() == 2 => "utf-16",
            _ => "utf-32",
        };
        for name in &self.kept_signatures {
            say(format_args!(
                "{}: its signature is kept as U+FEFF, because {} names its byte order; -f \
                 {without_order} or --bom remove leaves it out",
                name.shown(),
                settings.from,
            ));
        }
        for name in &self.turned {
            say(format_args!(
                "{}: its signature states the other byte order than {}: it was read in that which \
                 was named; -f {without_order} goes by the signature",
                name.shown(),
                settings.from,
            ));
        }
        if settings.stats {
            say(self);
        }
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inputs, read, written, malformed, unmappable, .. } = self;
        let plural = if *inputs == 1 { "" } else { "s" };
        write!(f, "{inputs} input{plural}, {read} bytes read, {written} bytes written, ")?;
        write!(f, "{malformed} malformed, {unmappable} unmappable")
    }
}

fn convert(
    settings: &settings::Convert,
    block: usize,
    progress: &Progress,
) -> Result<Done, Failure> {
    let mut drain = drain(Output::open(settings.output.as_deref())?, settings);
    let mut buffer = buffer(block);
    let mut done = Done::default();
    for name in &settings.inputs {
        let mut input = Input::open(name, block)?;
        if drain.comes_of(input.metadata().as_ref()) {
            return Err(Failure::OntoItself(name.clone()));
        }
        let from = match &settings.from {
            Origin::Named(from) => *from,
            Origin::Auto(how) => {
                let file = input.into_file()?;
                let taken = auto::taken(name, &file, how)?;
                input = Input::of(name, file, block)?;
                if let Some(told) = &taken.told {
                    say(format_args!("{}: {told}", name.shown()));
                }
                taken.coding
            }
        };
        let threads = settings.threads;
        convert_one(
            &mut input,
            from,
            settings,
            threads,
            &mut drain,
            &mut buffer,
            &mut done,
            progress,
        )?;
    }
    done.needlessly_old = drain.lacks_hangul();
    done.written = drain.finish()?;
    Ok(done)
}

fn drain(output: Output, settings: &settings::Convert) -> Drain {
    Drain::new(output, settings.to.for_writing(), settings.framed, settings.eol)
}

/// Room for what a block becomes. With 96 bytes any item fits.
fn buffer(block: usize) -> Vec<u8> {
    vec![0; (2 * block).max(Transcoder::MIN_ROOM)]
}

/// Converts an input, whose text is in `from`. What comes before an error is written.
#[expect(clippy::too_many_arguments, reason = "each is another thing")]
fn convert_one(
    input: &mut Input,
    from: Coding,
    settings: &settings::Convert,
    threads: usize,
    drain: &mut Drain,
    buffer: &mut [u8],
    done: &mut Done,
    progress: &Progress,
) -> Result<(), Failure> {
    // The output has one signature at most: this, or the one of the first input.
    let added = match settings.bom {
        Bom::Keep => settings.to.needs_signature(),
        Bom::Add => true,
        Bom::Remove => false,
    };
    // Nothing is written before something was read, or there is nothing to be read.
    input.read_more()?;
    if added && done.inputs == 0 {
        drain.write_signature()?;
    }
    drain.begin(input.name());
    let converted = if settings.framed.source {
        framed::convert_records(input, from, settings, drain, buffer, done, progress)
    } else {
        convert_text(input, from, settings, added, threads, drain, buffer, done, progress)
    };
    match converted {
        Ok(()) => drain.end()?,
        Err(failure) => return Err(drain.flush().err().unwrap_or(failure)),
    }
    done.inputs += 1;
    done.read += input.offset();
    Ok(())
}

/// Converts an input that is text. Whether a signature was `added` to the output.
#[expect(clippy::too_many_arguments, reason = "each is another thing")]
fn convert_text(
    input: &mut Input,
    from: Coding,
    settings: &settings::Convert,
    added: bool,
    threads: usize,
    drain: &mut Drain,
    buffer: &mut [u8],
    done: &mut Done,
    progress: &Progress,
) -> Result<(), Failure> {
    let typed = from;
    let (from, mut signature) = find_signature(input, typed)?;
    let turned: Vec<u8> = typed.signature().iter().rev().copied().collect();
    if matches!(turned.len(), 2 | 4)
        && !typed.needs_signature()
        && input.block().starts_with(&turned)
    {
        done.turned.push(input.name().clone());
    }
    let kept = settings.bom == Bom::Keep && !added && done.inputs == 0;
    if kept && !typed.needs_signature() {
        signature = 0;
        let stray = has_stray_signature(typed, settings.to, input.block());
        if settings.bom_implied && stray {
            done.kept_signatures.push(input.name().clone());
        }
    }
    input.pass_over(signature);
    // All of them: whoever reads the output is to find none.
    while settings.bom == Bom::Remove && signature > 0 {
        signature = find_signature(input, from)?.1;
        input.pass_over(signature);
    }
    if threads > 1
        && let base = input.offset()
        && let Some(file) = input.regular()
        && let Some(cut) = Cut::of(from, settings.to.for_writing())
        && let Some(pieces) = Pieces::of(file, base, buffer.len(), cut)
    {
        let end = convert_pieces(&pieces, from, settings, threads, drain, done, progress)?;
        input.go_to(end)?;
    }
    let coder = coder(from, settings)?;
    convert_input(input, (from, settings.to.for_writing()), coder, drain, buffer, done, progress)
}

/// Converts pieces that have no fault. Returns how far it came: the first that has one is for the loop that names
/// faults.
fn convert_pieces(
    pieces: &Pieces<'_>,
    from: Coding,
    settings: &settings::Convert,
    threads: usize,
    drain: &mut Drain,
    done: &mut Done,
    progress: &Progress,
) -> Result<u64, Failure> {
    let begin = || (Vec::new(), Vec::new());
    let work = |(room, output): &mut (Vec<u8>, Vec<u8>), text: &[u8]| {
        room.resize(2 * text.len().max(Transcoder::MIN_ROOM), 0);
        output.clear();
        let mut coder = coder(from, settings).ok()?;
        let write = &mut |bytes: &[u8]| {
            output.extend_from_slice(bytes);
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(fault) = coder.push(text, true, room, write);
        fault.is_none().then(|| coder.counts())
    };
    pieces.each(threads, begin, work, |(_, output), (malformed, unmappable), len| {
        drain.write(output)?;
        drain.flush()?;
        done.malformed += malformed;
        done.unmappable += unmappable;
        progress.add_bytes(len);
        Ok(())
    })
}

/// Whether text in a form of UTF-16 or UTF-32 that names its byte order begins with the
/// signature that it need not have, and that is in the way where it goes to.
fn has_stray_signature(from: Coding, to: Coding, start: &[u8]) -> bool {
    let states_order = |coding: Coding| matches!(coding.signature().len(), 2 | 4);
    states_order(from) && !states_order(to) && start.starts_with(from.signature())
}

fn coder(from: Coding, settings: &settings::Convert) -> Result<Coder, Failure> {
    Coder::new(from, settings.to.for_writing(), settings.policy, settings.lenient)
        .map_err(Failure::Policy)
}

/// The encoding of an input, and the length of its signature.
fn find_signature(input: &mut Input, coding: Coding) -> Result<(Coding, usize), Failure> {
    loop {
        if let Some(found) = coding.for_reading(input.block(), input.ended()) {
            return Ok(found);
        }
        input.read_more()?;
    }
}

/// Converts from where `input` stands to its end.
fn convert_input(
    input: &mut Input,
    (from, to): (Coding, Coding),
    mut coder: Coder,
    drain: &mut Drain,
    buffer: &mut [u8],
    done: &mut Done,
    progress: &Progress,
) -> Result<(), Failure> {
    // In the input, not behind its signature.
    let base = input.offset();
    input.count_lines(from);
    loop {
        let last = input.ended();
        let fault =
            coder.push(input.block(), last, buffer, &mut |bytes: &[u8]| drain.write(bytes))?;
        if let Some(fault) = fault {
            return Err(Failure::fault(input, from, to, fault.behind(base)));
        }
        if last {
            break;
        }
        drain.flush()?;
        progress.add_bytes(input.block().len() as u64);
        input.next_block()?;
    }
    let (malformed, unmappable) = coder.counts();
    done.malformed += malformed;
    done.unmappable += unmappable;
    Ok(())
}
