//! The pieces of a text, and what they become in one direction or the other.

use crate::boundary;
use crate::encoding::{Step, utf8 as codec};
use crate::simd::{Simd, choice, dispatch};
use crate::validate::prefix::{Check, Prefix};
use crate::validate::utf8::WellFormedPrefix;

/// How much is looked at before it is used: it stays in the first-level cache.
pub(super) const BLOCK: usize = 16 << 10;

/// How many bytes behind an error are left to the codec: errors come in
/// clusters, and a kernel that finds one at once costs more.
const CLUSTER: usize = 32;

/// A piece of the source, of `len` bytes, and what it becomes.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    Same(&'a [u8]),
    Changed { len: usize, target: Few },
}

/// At most twelve bytes: `\xHH` for each byte of a maximal subpart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Few {
    bytes: [u8; 12],
    len: usize,
}

impl Piece<'_> {
    /// How many bytes of the source it has.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Same(text) => text.len(),
            Self::Changed { len, .. } => *len,
        }
    }

    /// What it becomes.
    pub(super) fn target(&self) -> &[u8] {
        match self {
            Self::Same(text) => text,
            Self::Changed { target: Few { bytes, len }, .. } => &bytes[..*len],
        }
    }
}

impl FromIterator<u8> for Few {
    fn from_iter<T: IntoIterator<Item = u8>>(source: T) -> Self {
        let mut few = Self::default();
        for byte in source {
            few.bytes[few.len] = byte;
            few.len += 1;
        }
        few
    }
}

/// Whether text is escaped or unescaped: [`Escape`] or [`Unescape`]. Sealed.
pub trait Direction: sealed::Direction {}

/// From any bytes to well-formed UTF-8: see [`escape`](super::escape()).
#[derive(Clone, Copy, Debug, Default)]
pub struct Escape {
    /// How many bytes from here on are known to be well-formed.
    clean: usize,
    /// How many bytes from here on are left to the codec.
    by_codec: usize,
}

/// From escaped text to the bytes: see [`unescape`](super::unescape()).
#[derive(Clone, Copy, Debug, Default)]
pub struct Unescape;

impl Direction for Escape {}
impl Direction for Unescape {}

mod sealed {
    use super::Piece;

    pub trait Direction: Clone + core::fmt::Debug + Default {
        /// The piece at the start of `text`, which is not empty; `None` if what
        /// it becomes depends on what follows. `last` says that nothing does.
        /// About `block` bytes are looked at, at most.
        fn next<'a>(&mut self, text: &'a [u8], last: bool, block: usize) -> Option<Piece<'a>>;
    }
}

/// The pieces of `text`, without those that depend on what follows.
pub(super) fn pieces<D: Direction>(
    mut text: &[u8],
    last: bool,
    block: usize,
) -> impl Iterator<Item = Piece<'_>> {
    let mut direction = D::default();
    core::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let piece = direction.next(text, last, block)?;
        text = &text[piece.len()..];
        Some(piece)
    })
}

impl sealed::Direction for Escape {
    fn next<'a>(&mut self, text: &'a [u8], last: bool, block: usize) -> Option<Piece<'a>> {
        if self.clean == 0 {
            self.clean = self.well_formed(text, last, block);
        }
        if self.clean == 0 {
            let Step::Malformed { len, .. } = codec::decode(text, last) else { return None };
            self.by_codec = CLUSTER;
            let target = text[..len].iter().flat_map(|&byte| escaped(byte)).collect();
            return Some(Piece::Changed { len, target });
        }
        let piece = match next_escape(text, self.clean, last) {
            Next::None => Piece::Same(&text[..self.clean]),
            Next::Escape { at: 0, .. } => {
                Piece::Changed { len: 1, target: escaped(b'\\').into_iter().collect() }
            }
            Next::Begin { at: 0 } => return None,
            Next::Escape { at, .. } | Next::Begin { at } => Piece::Same(&text[..at]),
        };
        self.clean -= piece.len();
        Some(piece)
    }
}

impl Escape {
    /// How many bytes at the start of `text` are well-formed: not all, but none
    /// only if there are none.
    fn well_formed(&mut self, text: &[u8], last: bool, block: usize) -> usize {
        if self.by_codec == 0 {
            let end =
                if text.len() > block { boundary::item_start(text, block) } else { text.len() };
            let prefix = dispatch::run(WellFormedPrefix(&text[..end]));
            if prefix < end {
                // The error is near; the codec finds it.
                self.by_codec = usize::MAX;
            }
            if prefix > 0 {
                return prefix;
            }
        }
        let mut at = 0;
        while at < text.len().min(self.by_codec) {
            if let Some(ascii) = text[at..].first_chunk::<8>().filter(|eight| eight.is_ascii()) {
                at += ascii.len();
                continue;
            }
            let Step::Value { len, .. } = codec::decode(&text[at..], last) else { break };
            at += len;
        }
        self.by_codec = self.by_codec.saturating_sub(at);
        at
    }
}

impl sealed::Direction for Unescape {
    fn next<'a>(&mut self, text: &'a [u8], last: bool, block: usize) -> Option<Piece<'a>> {
        let block = text.len().min(block);
        Some(match next_escape(text, block, last) {
            Next::None => Piece::Same(&text[..block]),
            Next::Escape { at: 0, byte } => {
                Piece::Changed { len: 4, target: [byte].into_iter().collect() }
            }
            Next::Begin { at: 0 } => return None,
            Next::Escape { at, .. } | Next::Begin { at } => Piece::Same(&text[..at]),
        })
    }
}

/// `\xHH`.
fn escaped(byte: u8) -> [u8; 4] {
    const DIGITS: [u8; 16] = *b"0123456789ABCDEF";
    [b'\\', b'x', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 0xF)]]
}

/// What the first escape in a text is.
enum Next {
    None,
    Escape {
        at: usize,
        byte: u8,
    },
    /// At the end of the text: what follows decides.
    Begin {
        at: usize,
    },
}

/// The first escape that begins in the first `len` bytes of `text`.
fn next_escape(text: &[u8], len: usize, last: bool) -> Next {
    // The `x` may lie behind them.
    let end = text.len().min(len + 1);
    let mut from = 0;
    while let Some(at) = find(&text[from..end]).map(|at| from + at) {
        match text[at + 2..] {
            [high, low, ..] => {
                if let Some(byte) = byte(high, low) {
                    return Next::Escape { at, byte };
                }
            }
            [] if !last => return Next::Begin { at },
            [b'5' | b'8' | b'9' | b'A'..=b'F'] if !last => return Next::Begin { at },
            _ => {}
        }
        from = at + 2;
    }
    match text {
        [before @ .., b'\\'] if !last && len == text.len() => Next::Begin { at: before.len() },
        _ => Next::None,
    }
}

/// The byte that `\xHH` stands for, if it is one that is ever written so.
fn byte(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    let byte = digit(high)? << 4 | digit(low)?;
    (byte >= 0x80 || byte == b'\\').then_some(byte)
}

/// Where the first `\x` of `text` is.
fn find(text: &[u8]) -> Option<usize> {
    let prefix = dispatch::run(Prefix { text, check: NoEscape });
    if prefix == text.len() {
        return None;
    }
    // The backslash may be the last byte of the prefix.
    let from = prefix.saturating_sub(1);
    text[from..].windows(2).position(|pair| pair == b"\\x").map(|at| from + at)
}

/// No `x` comes behind a backslash.
#[derive(Clone, Copy)]
struct NoEscape;

impl Check for NoEscape {
    const AVX512: choice::Lengths = choice::NO_ESCAPE;
    const UNIT: usize = 1;
    const LOOKS_BACK: bool = true;

    #[inline(always)]
    fn holds<S: Simd>(self, s: S, v: [S::V; 4], before: [S::V; 4]) -> bool {
        let (backslash, x, one) = (s.splat(b'\\'), s.splat(b'x'), s.splat(1));
        let mut found = s.splat(0);
        for i in 0..4 {
            // Zero exactly where both are equal, and only a zero leaves a one.
            let differ = s.or(s.xor(v[i], x), s.xor(before[i], backslash));
            found = s.or(found, s.saturating_sub(one, differ));
        }
        !s.any_nonzero(found)
    }

    #[inline]
    fn holds_for(self, unit: &[u8], before: u8) -> bool {
        (before, unit[0]) != (b'\\', b'x')
    }
}
