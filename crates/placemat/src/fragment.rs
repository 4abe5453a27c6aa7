//! Text cut out of a longer one: its ends may be parts of sequences.

use crate::encoding::{Encoding, Step};
use crate::error::MalformedKind;

/// A piece of text cut out of a longer one, in its three parts: made by
/// [`utf8::fragment`](crate::utf8::fragment) and
/// [`utf16::fragment`](crate::utf16::fragment).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment<'a, U> {
    /// The rest of a sequence that began before the cut: up to three
    /// continuation bytes, or a low surrogate.
    pub lead_in: &'a [U],
    /// All between, which is well-formed if the longer text is.
    pub text: &'a [U],
    /// The begin of a sequence that ends behind the cut.
    pub tail: &'a [U],
}

/// How much of a fragment's lead-in has been passed over.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeadIn {
    /// How many items of it.
    items: usize,
    /// It has ended.
    over: bool,
    /// And so has the fragment.
    pub(crate) ended: bool,
}

impl LeadIn {
    /// How many units of it `src`, which follows what was passed over before,
    /// begins with.
    pub(crate) fn pass<F: Encoding>(&mut self, src: &[F::Unit]) -> usize {
        let mut at = 0;
        // Each turn is the last, or passes one of at most three items.
        while !self.over && at < src.len() {
            let step = F::decode(&mut F::State::default(), &src[at..], false);
            let most = match step {
                Step::NeedMore => break,
                Step::Malformed { kind: MalformedKind::UnexpectedContinuation, .. } => 3,
                Step::Malformed { kind: MalformedKind::LoneLowSurrogate, .. } => 1,
                _ => 0,
            };
            if self.items < most {
                self.items += 1;
                at += step.len();
            } else {
                self.over = true;
            }
        }
        at
    }
}

/// The parts of `units`. `last_item` is the boundary before the last item of
/// what the lead-in leaves, if it leaves anything.
pub(crate) fn split<F: Encoding>(
    units: &[F::Unit],
    last_item: impl Fn(&[F::Unit]) -> usize,
) -> Fragment<'_, F::Unit> {
    let (lead_in, rest) = units.split_at(LeadIn::default().pass::<F>(units));
    let is_cut = |item| F::decode(&mut F::State::default(), item, false) == Step::NeedMore;
    let end = match rest {
        [] => 0,
        _ => match last_item(rest) {
            start if is_cut(&rest[start..]) => start,
            _ => rest.len(),
        },
    };
    let (text, tail) = rest.split_at(end);
    Fragment { lead_in, text, tail }
}
