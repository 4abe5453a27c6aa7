//! The next malformed maximal subparts of a text: by the classes of validation
//! where it is in order, by masks where it is not.

use super::subparts::{AHEAD, BACK, DECIDED, Subparts};
use super::utf8::{Class, WellFormedPrefix, errors_in};
use crate::boundary;
use crate::simd::{Simd, Window, choice, dispatch::Operation};

/// The operation: looks from `at` on.
pub(crate) struct NextSubparts<'a> {
    pub(crate) text: &'a [u8],
    /// All that begins before has been found.
    pub(crate) at: usize,
}

/// The first window that has some.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) window: usize,
    /// Where they begin: bit 0 is the first byte of the window. None, if what comes
    /// next is for the codec.
    pub(crate) starts: u64,
    /// Where to look next. If there are none, a boundary ...
    pub(crate) next: usize,
    /// ... from which the codec has to go as far as this.
    pub(crate) until: usize,
}

impl Found {
    fn none(next: usize, until: usize) -> Self {
        Self { window: next, starts: 0, next, until }
    }
}

impl Operation for NextSubparts<'_> {
    type Output = Found;
    const AVX512: choice::Lengths = choice::ERRORS_UTF8;

    #[inline(always)]
    fn len(&self) -> usize {
        self.text.len() - self.at
    }

    #[inline(always)]
    fn with_vectors<S: Simd>(self, s: S) -> Found {
        let Self { text, mut at } = self;
        if at < BACK {
            at = at.max(WellFormedPrefix(text).with_vectors(s));
        }
        if at < BACK {
            return Found::none(at, text.len().min(BACK));
        }
        // Malformed bytes before a window can deceive validation, but no masks: the
        // first window is for them.
        let mut until = at + 1;
        loop {
            while at < until {
                if text.len() - at < AHEAD {
                    if at < text.len() {
                        at = boundary::item_start(text, at);
                    }
                    return Found::none(at, text.len());
                }
                let Subparts { starts, .. } = Subparts::new(s, text, at);
                if starts != 0 {
                    let next = at + DECIDED;
                    return Found { window: at, starts, next, until: next };
                }
                at += DECIDED;
            }
            let start = at;
            while let Some(window) = Window::new(s, text, at) {
                if errors_in(s, window, Class::of::<S, 3>(s, window)) {
                    break;
                }
                at += Window::<S>::LEN;
            }
            // A sequence that begins in the last window may be what is wrong.
            at -= (at - start).min(3);
            until = at + Window::<S>::LEN + 3;
        }
    }

    fn scalar(self) -> Found {
        let rest = &self.text[self.at..];
        Found::none(self.at + WellFormedPrefix(rest).scalar(), self.text.len())
    }
}
