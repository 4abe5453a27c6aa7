//! What the web page asks: one door, a request in JSON with bytes beside it, and one reply.
//!
//! All that the page says of bytes is said here, so that its JavaScript only shows; each file below
//! is one part of the page. A source of any size comes in pieces, to `Request::Push`; all else
//! looks at a window of it, which the page has cut out.

mod answer;
mod card;
mod encodings;
mod mend;
mod paste;
mod readings;
mod report;
mod scan;
mod shown;
mod strip;
mod table;

use crate::border;
use mend::{Mend, Way};
use scan::Scan;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fmt;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

crate::export! {
    /// Asks the page. The answer is a byte, 0 if it went well; the length of a text, in four bytes, and the
    /// text, which is JSON, or what went wrong; then bytes.
    fn page_ask(request[request_len]: In, bytes[len]: In) -> usize {
        let asked = std::str::from_utf8(request).map_err(Trouble::new);
        let asked = asked.and_then(|request| PAGE.with_borrow_mut(|page| page.ask(request, bytes)));
        let (failed, reply) = match asked {
            Ok(reply) => (0, reply),
            Err(trouble) => (1, Reply { json: trouble.to_string(), bytes: Vec::new() }),
        };
        let mut packed = Vec::with_capacity(5 + reply.json.len() + reply.bytes.len());
        packed.push(failed);
        packed.extend((reply.json.len() as u32).to_le_bytes());
        packed.extend(reply.json.into_bytes());
        packed.extend(reply.bytes);
        border::answer(packed)
    }
}

/// One page: what it has been told of its source.
#[derive(Debug, Default)]
pub struct Page {
    scan: Option<Scan>,
    mend: Option<Mend>,
}

/// What is asked for. The bytes that a request is about come beside it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Request {
    /// What the bytes are that a paste means: it comes in UTF-16, as JavaScript has it.
    Read { form: Option<String> },
    /// The forms in which a paste can be.
    Forms {},
    /// A source of so many bytes comes, in pieces.
    Start { len: u64 },
    /// The next piece.
    Push { last: bool },
    /// Where a sample should begin that says what the source is.
    Sample {},
    /// All about the source; beside it, the sample.
    Report {},
    /// What is known of the lines before an offset.
    Checkpoint { at: u64 },
    /// What is known of the lines behind the bytes, which begin at a checkpoint.
    Pass { from: scan::Checkpoint },
    /// Line and column behind the bytes, which begin at a checkpoint.
    Place { from: scan::Checkpoint },
    /// What is known of the lines before a line, which are counted from 1.
    CheckpointOfLine { number: u64 },
    /// Where that line begins in the bytes, which begin at a checkpoint.
    LineStart { from: scan::Checkpoint, number: u64 },
    /// The sequences of a window.
    Strip(strip::Window),
    /// All about the sequence that begins at `from` of a window.
    Card { base: u64, from: usize },
    /// How the encodings read the sample.
    Readings {},
    /// What the sample becomes.
    Preview { way: String },
    /// The source is to be mended, in pieces.
    Mend { way: String },
    /// The next piece.
    MendPush { last: bool },
    /// Where in a window the first mistake of a kind is.
    Find { kind: String, base: u64, from: usize, last: bool },
    /// What each of 256 bytes is for.
    CodePage {},
}

/// An answer: text for the page, and bytes where there are any.
#[derive(Debug, Default)]
pub struct Reply {
    /// In JSON.
    pub json: String,
    /// What a paste means, or what a source becomes.
    pub bytes: Vec<u8>,
}

impl Reply {
    fn of(value: &impl Serialize) -> Self {
        Self::with(value, Vec::new())
    }

    fn with(value: &impl Serialize, bytes: Vec<u8>) -> Self {
        let json = serde_json::to_string(value).expect("its keys are strings");
        Self { json, bytes }
    }
}

/// A request that makes no sense.
#[derive(Debug)]
pub struct Trouble(String);

impl Trouble {
    fn new(what: impl fmt::Display) -> Self {
        Self(what.to_string())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

impl Page {
    /// Answers a request.
    ///
    /// # Errors
    /// If it is none that is known, or comes before what it needs.
    pub fn ask(&mut self, request: &str, bytes: &[u8]) -> Result<Reply, Trouble> {
        let request = serde_json::from_str(request).map_err(Trouble::new)?;
        Ok(match request {
            Request::Read { form } => paste::read(bytes, form.as_deref())?,
            Request::Forms {} => Reply::of(&paste::forms()),
            Request::Start { len } => {
                self.scan = Some(Scan::new(len));
                Reply::default()
            }
            Request::Push { last } => {
                self.scan()?.push(bytes, last);
                Reply::default()
            }
            Request::Sample {} => Reply::of(&self.scan()?.sample()),
            Request::Report {} => Reply::of(&report::report(self.scan()?, bytes)),
            Request::Checkpoint { at } => Reply::of(&self.scan()?.checkpoint(at)),
            Request::Pass { from } => Reply::of(&from.pass(bytes)),
            Request::Place { from } => Reply::of(&from.pass(bytes)),
            Request::CheckpointOfLine { number } => {
                Reply::of(&self.scan()?.checkpoint_of_line(number))
            }
            Request::LineStart { from, number } => Reply::of(&from.line_start(number, bytes)),
            Request::Strip(window) => Reply::of(&strip::strip(&window, bytes)),
            Request::Card { base, from } => Reply::of(&card::card(bytes, base, from)),
            Request::Readings {} => Reply::of(&readings::readings(bytes)),
            Request::Preview { way } => Reply::of(&mend::preview(&Way::of(&way)?, bytes)),
            Request::Mend { way } => {
                self.mend = Some(Mend::new(&Way::of(&way)?)?);
                Reply::default()
            }
            Request::MendPush { last } => {
                let mend = self.mend.as_mut().ok_or_else(|| Trouble::new("nothing is mended"))?;
                Reply { json: String::new(), bytes: mend.push(bytes, last) }
            }
            Request::Find { kind, base, from, last } => {
                Reply::of(&strip::find(&kind, bytes, base, from, last))
            }
            Request::CodePage {} => Reply::of(&table::code_page()),
        })
    }

    fn scan(&mut self) -> Result<&mut Scan, Trouble> {
        self.scan.as_mut().ok_or_else(|| Trouble::new("no source has come"))
    }
}

#[cfg(test)]
mod tests;
