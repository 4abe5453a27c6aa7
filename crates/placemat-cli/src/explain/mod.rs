//! `placemat explain`: what bytes are made of. What there is to know of bytes,
//! the library knows; what there is to know of code points, and to say of
//! mistakes, `placemat-inspect`.

mod card;
mod code_page;
mod json;
mod known;
mod line;
mod picture;
mod source;
mod table;
mod tsv;

use crate::args::Layout;
use crate::outcome::Outcome;
use crate::print::say::say;
use crate::settings;
use crate::standard::Stdout;
use placemat::encoding::single_byte;
use placemat::tool::anatomy::Item;
use source::Source;
use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};

/// One sequence, to be shown.
#[derive(Clone, Debug)]
struct Sequence {
    /// In the input, in bytes.
    offset: u64,
    item: Item,
    /// The sequence, and up to seven bytes behind it.
    around: Vec<u8>,
    len: usize,
}

impl Sequence {
    fn bytes(&self) -> &[u8] {
        &self.around[..self.len]
    }

    /// The byte behind it, if the input goes on.
    fn next(&self) -> Option<u8> {
        self.around.get(self.len).copied()
    }

    /// What shows the bytes where they are taken for Windows-1252.
    fn windows_1252(&self) -> String {
        self.bytes().iter().map(|&byte| single_byte::windows_1252(byte)).collect()
    }
}

/// A way to show sequences.
trait Renderer {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn sequence(&mut self, sequence: &Sequence, out: &mut dyn Write) -> io::Result<()>;
}

/// Explains, on standard output, what the settings name.
pub(crate) fn run(settings: &settings::Explain) -> Result<Outcome, Box<dyn std::error::Error>> {
    settings.notes.iter().for_each(say);
    let mut out = BufWriter::new(Stdout);
    let done = if settings.code_page {
        code_page::print(settings, &mut out).map(|()| Outcome::Clean)
    } else {
        explain(settings, &mut out)
    };
    match done.and_then(|outcome| out.flush().map(|()| outcome).map_err(Trouble::Output)) {
        Ok(outcome) => Ok(outcome),
        // Nobody reads on: no reason to complain.
        Err(Trouble::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(Outcome::Clean)
        }
        Err(Trouble::Output(error)) => {
            Err(format!("standard output: {}", crate::print::say::what(&error)).into())
        }
        Err(Trouble::Input(what)) => Err(what.into()),
    }
}

/// What can go wrong.
#[derive(Debug)]
enum Trouble {
    Input(String),
    Output(io::Error),
}

/// Up to so many sequences are shown as cards, if nothing else is asked for.
const CARDS: usize = 4;

fn explain(settings: &settings::Explain, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let mut source = Source::open(settings)?;
    let mut first = VecDeque::new();
    let mut layout = settings.layout;
    if layout == Layout::Auto {
        while first.len() <= CARDS
            && let Some(sequence) = source.next()?
        {
            first.push_back(sequence);
        }
        layout = if first.len() <= CARDS { Layout::Cards } else { Layout::Table };
    }
    let mut renderer: Box<dyn Renderer> = match layout {
        Layout::Table => Box::new(table::Table::new(settings, source.last_offset())),
        Layout::Json => Box::new(json::Json::default()),
        Layout::Tsv => Box::new(tsv::Tsv::default()),
        Layout::Cards | Layout::Auto => Box::new(card::Cards::new(settings)),
    };
    renderer.begin(out).map_err(Trouble::Output)?;
    let mut outcome = Outcome::Clean;
    loop {
        let next = match first.pop_front() {
            Some(sequence) => Some(sequence),
            None => source.next()?,
        };
        let Some(sequence) = next else { return Ok(outcome) };
        if matches!(sequence.item, Item::Malformed(_)) {
            outcome = Outcome::Findings;
        }
        renderer.sequence(&sequence, out).map_err(Trouble::Output)?;
    }
}
