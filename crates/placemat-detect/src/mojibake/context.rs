//! What a piece of text stands behind: how much of the text before was read in which page, and what comes right before.

use super::cost::{self, Trait};
use super::line::Line;
use super::pages::PAGES;
use placemat::utf8;

/// What it costs to say that text was read in a page: how seldom that is, in bits.
const START: [i32; PAGES + 1] = [9, 10, 12, 13, 13, 12, 12, 13, 11, 11, 12, 13, 13, 8];

/// How much seldomer that is than in the page that most was read in.
pub(super) fn rarer(page: usize) -> i32 {
    (START[page] - START[0]) / 2
}

/// To go on in a page behind ASCII.
pub(super) const AGAIN: i32 = 3;

/// How much a page costs less where much of the text before was read in it.
const TRUST: i32 = 7;

/// So many likely readings are much.
pub(super) const MUCH: u32 = 16;

/// What was found earlier in the text: how many readings in each page were likely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Trust {
    readings: [u32; PAGES + 1],
}

impl Trust {
    /// More of it makes every page cheaper, or as cheap: so what stays as it is in spite of it
    /// stays without it.
    pub(super) fn start(&self, page: usize) -> i32 {
        START[page] - (2 * (self.readings[page] + 1).ilog2() as i32).min(TRUST)
    }

    /// However much of it there is.
    pub(super) fn least_start(page: usize) -> i32 {
        START[page] - TRUST
    }

    /// To go on in it behind ASCII.
    pub(super) fn again(&self, page: usize) -> i32 {
        (AGAIN - (self.readings[page] + 1).ilog2() as i32 / 2).max(2)
    }

    /// Whether there is any.
    pub(super) fn has(&self, page: usize) -> bool {
        self.readings[page] > 0
    }

    pub(super) fn add(&mut self, page: usize, bits: i32) {
        let known = &mut self.readings[page];
        *known = known.saturating_add(u32::from(bits >= 10));
    }

    /// What was misread more than once was so in the same page, most often.
    pub(super) fn add_layer(&mut self, page: usize, bits: i32) {
        let known = &mut self.readings[page];
        *known = known.saturating_add(if bits >= 10 { 3 } else { 0 });
    }

    /// The page that much of the text was read in.
    pub(super) fn page(&self) -> Option<usize> {
        let page = (0..PAGES).max_by_key(|page| self.readings[*page])?;
        (self.readings[page] >= MUCH).then_some(page)
    }
}

/// What a piece of text stands behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) known: Trait,
    /// The last code point of it.
    pub(super) c: char,
    /// The one before.
    pub(super) earlier: char,
    /// Its last line.
    pub(super) line: Line,
}

impl Before {
    /// The start of a text.
    pub(super) const START: Self =
        Self { known: cost::EDGE, c: '\n', earlier: '\n', line: Line::START };

    /// The end of `text`, or else this; with `ends_line`, that of a line follows.
    pub(super) fn end_of(self, text: &[u8], ends_line: bool) -> Self {
        let known = |c: Result<char, _>| c.map_or(cost::MALFORMED, cost::of);
        let Some((c, len)) = utf8::decode_last(text) else { return self };
        let mut rest = &text[..text.len() - len];
        let second = utf8::decode_last(rest).map(|(c, _)| c);
        let before = second.map_or(self.known, known);
        let mut around = before;
        while let (false, Some((c, len))) = (around.is_letter(), utf8::decode_last(rest)) {
            around = known(c);
            rest = &rest[..rest.len() - len];
        }
        let around = if around.is_letter() { around } else { self.known };
        let last = known(c).behind(before.behind(around));
        let earlier = second.map_or(self.c, |c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
        let line = if ends_line { Line::START } else { self.line.go_on(text) };
        Self { known: last, c, earlier, line }
    }

    /// The end of `text`, or else this; as if a word of another script were before.
    pub(super) fn near(self, text: &[u8]) -> Trait {
        match utf8::decode_last(text) {
            Some((Ok(c), _)) => cost::of(c),
            Some((Err(_), _)) => cost::MALFORMED,
            None if self.c == char::REPLACEMENT_CHARACTER => self.known,
            None => cost::of(self.c),
        }
        .among_others()
    }

    /// The last two code points of `text`, or else of what is before.
    pub(super) fn last_two(self, text: &[u8]) -> [char; 2] {
        let Some((c, len)) = utf8::decode_last(text) else { return [self.earlier, self.c] };
        let second = utf8::decode_last(&text[..text.len() - len]);
        let or = |c: Result<char, _>, other: char| c.unwrap_or(other);
        [second.map_or(self.c, |(c, _)| or(c, self.c)), or(c, self.c)]
    }
}
