//! Mojibake undone: text that was read in the wrong code page and encoded again, once or more
//! often, as a whole or in parts.
//!
//! "cafÃ©" is "café", whose UTF-8 was read as Windows-1252. Where code points, written in a page,
//! are bytes of well-formed UTF-8, they may be mojibake; whether they are is judged by how likely
//! either text is. A repair is a plan with a proof: the steps, each with the page, and the inverse
//! of each, which gives back what was there. What had to be guessed, because something got lost on
//! the way, is done only where [`Options::lossy`] asks for it. docs/mojibake.md has the measures.
//!
//! # Examples
//! ```
//! use placemat_detect::mojibake::{Options, repair};
//!
//! assert_eq!(repair("cafÃ© Ã\u{A0} la crÃ¨me", Options::default()), "café à la crème");
//! assert_eq!(repair("dÃƒÂ©jÃƒÂ\u{A0} vu", Options::default()), "déjà vu");
//! assert_eq!(repair("╨Я╤А╨╕╨▓╨╡╤В", Options::default()), "Привет");
//! // What is as it should be stays so.
//! assert_eq!(repair("NÃO, MAÇÃ, «voilà»", Options::default()), "NÃO, MAÇÃ, «voilà»");
//! ```

mod blocks;
mod clues;
mod context;
mod cost;
mod entity;
mod items;
mod joiner;
mod likely;
mod line;
#[cfg(not(target_arch = "wasm32"))]
mod lost;
mod pages;
mod place;
mod plan;
mod quick;
mod reading;
mod scan;
mod sequence;
mod stack;
mod stream;
#[cfg(test)]
mod tests;

pub use plan::{Repair, Step};
pub use sequence::Loss;
pub use stream::Stream;

use std::borrow::Cow;

/// How mojibake is to be repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Also what cannot be proved, because part of it got lost: it is guessed.
    pub lossy: bool,
}

impl Options {
    /// With guesses.
    #[must_use]
    pub fn lossy() -> Self {
        Self { lossy: true }
    }
}

/// `text` with its mojibake undone; borrowed where there is none.
///
/// A second run changes nothing, where no line is longer than 8 KiB. `lossy` does not promise it.
///
/// # Complexity
/// Linear in the text.
#[must_use]
pub fn repair(text: &str, options: Options) -> Cow<'_, str> {
    let mut out = Vec::new();
    let mut repairs = 0;
    let mut stream = Stream::new(options);
    stream.push(text.as_bytes(), true, &mut out, &mut |_| repairs += 1);
    match String::from_utf8(out) {
        Ok(new) if repairs > 0 => Cow::Owned(new),
        _ => Cow::Borrowed(text),
    }
}
