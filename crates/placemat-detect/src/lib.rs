//! Judgement about text, where the rules of UTF-8 do not decide: which encoding bytes are in, how
//! sure that is, and why; and what text was before it was read in the wrong one ([`mojibake`]).
//!
//! The library `placemat` counts evidence without knowing any language. This crate weighs: a model
//! of 135 KB says which letters follow each other in dozens of languages, and which East Asian
//! characters are frequent. It reads no files, and prints nothing.
//!
//! # Examples
//! ```
//! use placemat_detect::{Hints, detect};
//!
//! // "Съешь же ещё этих мягких французских булок" in KOI8-R.
//! let bytes = b"\xF3\xDF\xC5\xDB\xD8 \xD6\xC5 \xC5\xDD\xA3 \xDC\xD4\xC9\xC8 \xCD\xD1\xC7\xCB\xC9\xC8";
//! let verdict = detect(bytes, &Hints::default());
//! assert_eq!(verdict.encoding, Some("koi8-r"));
//! ```

mod certainty;
mod declared;
mod excerpt;
mod judge;
mod legacy;
mod model;
pub mod mojibake;
mod pages;
mod scripts;
mod seven_bits;
mod signs;
#[doc(hidden)]
pub mod training;
mod usage;
mod utf16;
mod words;

pub use judge::{Candidate, Note, Verdict};

use excerpt::Excerpt;
use judge::Seen;
use placemat::detect::Detector;

/// What is known of the bytes before they are looked at.
///
/// # Examples
/// ```
/// use placemat_detect::{Hints, detect};
///
/// let mut hints = Hints::default();
/// hints.language = Some("pl");
/// let verdict = detect(b"\xBF\xF3\xB3ty", &hints);
/// assert_eq!(verdict.candidates[0].encoding, "windows-1250");
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Hints<'a> {
    /// The language, as in BCP 47: `pl`, `pt-BR`. One that the model lacks says nothing.
    pub language: Option<&'a str>,
    /// The encoding that somebody has named, who may be wrong: a header, a user.
    pub encoding: Option<&'a str>,
}

/// Whether a hint of this language, as in BCP 47, says anything: `fr`, `pt-BR`, but not `french`.
#[must_use]
pub fn knows_language(tag: &str) -> bool {
    legacy::languages::known(tag).is_some()
}

/// Judges bytes that are all there.
///
/// # Complexity
/// Linear in the length of `bytes`, and in constant memory beside them.
#[must_use]
pub fn detect(bytes: &[u8], hints: &Hints<'_>) -> Verdict {
    let mut judge = Judge::new();
    judge.push(bytes);
    judge.finish(hints)
}

/// Judges bytes as they come, in any pieces: the verdict does not depend on them.
///
/// # Examples
/// ```
/// use placemat_detect::{Hints, Judge};
///
/// let mut judge = Judge::new();
/// judge.push(b"plain text, and caf\xC3");
/// judge.push(b"\xA9 at the end");
/// assert_eq!(judge.finish(&Hints::default()).encoding, Some("utf-8"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Judge {
    detector: Detector,
    excerpt: Excerpt,
    /// The first bytes, where declarations stand.
    start: Vec<u8>,
}

impl Judge {
    /// One that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.detector.push(bytes);
        self.excerpt.push(bytes);
        let room = declared::START - self.start.len();
        self.start.extend(&bytes[..bytes.len().min(room)]);
    }

    /// What all bytes together say.
    #[must_use]
    pub fn finish(self, hints: &Hints<'_>) -> Verdict {
        let Self { detector, excerpt, start } = self;
        let seen = Seen { excerpt: excerpt.bytes(), escapes: excerpt.escapes(), start: &start };
        judge::judge(detector.finish(), &seen, hints)
    }
}

/// The examples of README.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
