//! The grammar of RFC 3629, section 4, as a table, and which of its rules a
//! malformed sequence breaks.

use crate::encoding::utf8::is_continuation;

/// One alternative of the grammar: a row of Table 3-7 of The Unicode Standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The rule that it is an alternative of: `UTF8-3`.
    pub name: &'static str,
    /// The alternative as the RFC writes it: `%xE0 %xA0-BF UTF8-tail`.
    pub text: &'static str,
    bytes: &'static [(u8, u8)],
}

/// `UTF8-tail`.
const TAIL: (u8, u8) = (0x80, 0xBF);

const RULES: [Rule; 9] = [
    Rule { name: "UTF8-1", text: "%x00-7F", bytes: &[(0x00, 0x7F)] },
    Rule { name: "UTF8-2", text: "%xC2-DF UTF8-tail", bytes: &[(0xC2, 0xDF), TAIL] },
    Rule {
        name: "UTF8-3",
        text: "%xE0 %xA0-BF UTF8-tail",
        bytes: &[(0xE0, 0xE0), (0xA0, 0xBF), TAIL],
    },
    Rule { name: "UTF8-3", text: "%xE1-EC 2( UTF8-tail )", bytes: &[(0xE1, 0xEC), TAIL, TAIL] },
    Rule {
        name: "UTF8-3",
        text: "%xED %x80-9F UTF8-tail",
        bytes: &[(0xED, 0xED), (0x80, 0x9F), TAIL],
    },
    Rule { name: "UTF8-3", text: "%xEE-EF 2( UTF8-tail )", bytes: &[(0xEE, 0xEF), TAIL, TAIL] },
    Rule {
        name: "UTF8-4",
        text: "%xF0 %x90-BF 2( UTF8-tail )",
        bytes: &[(0xF0, 0xF0), (0x90, 0xBF), TAIL, TAIL],
    },
    Rule {
        name: "UTF8-4",
        text: "%xF1-F3 3( UTF8-tail )",
        bytes: &[(0xF1, 0xF3), TAIL, TAIL, TAIL],
    },
    Rule {
        name: "UTF8-4",
        text: "%xF4 %x80-8F 2( UTF8-tail )",
        bytes: &[(0xF4, 0xF4), (0x80, 0x8F), TAIL, TAIL],
    },
];

/// What nothing that begins with 80..BF or F8..FF is an alternative of.
const ANY: Rule = Rule { name: "UTF8-char", text: "UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4", bytes: &[] };

impl Rule {
    /// The alternative whose sequences `lead` begins.
    #[must_use]
    pub fn of_lead(lead: u8) -> Option<Self> {
        RULES.into_iter().find(|rule| rule.allows(0, lead))
    }

    /// The lowest and the highest byte allowed at each place of the sequence.
    #[must_use]
    pub const fn bytes(&self) -> &'static [(u8, u8)] {
        self.bytes
    }

    fn allows(&self, at: usize, byte: u8) -> bool {
        (self.bytes[at].0..=self.bytes[at].1).contains(&byte)
    }
}

/// Where a sequence leaves the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The alternative that the sequence follows farthest.
    pub rule: Rule,
    /// The first byte that it does not allow, counted from the start of the
    /// sequence.
    pub at: usize,
    /// The lowest and the highest byte that it allows there; `None` if no rule
    /// allows such a lead byte.
    pub allowed: Option<(u8, u8)>,
    /// The byte that is there; `None` at the end of the input.
    pub found: Option<u8>,
}

/// How `bytes` begin to break the grammar of RFC 3629, section 4; `None` if
/// they are empty or begin with a well-formed sequence.
///
/// # Examples
/// ```
/// use placemat::tool::anatomy::broken_rule;
///
/// let overlong = broken_rule(b"\xC0\xAF").unwrap();
/// assert_eq!((overlong.rule.text, overlong.at), ("%xC2-DF UTF8-tail", 0));
/// assert!(broken_rule(b"\xC3").unwrap().is_cut_short());
/// assert_eq!(broken_rule("é".as_bytes()), None);
/// ```
#[must_use]
pub fn broken_rule(bytes: &[u8]) -> Option<Broken> {
    let &lead = bytes.first()?;
    let Some(rule) = Rule::of_lead(lead) else {
        let (rule, allowed) = match lead {
            0xC0 | 0xC1 => (RULES[1], Some((0xC2, 0xDF))),
            0xF5..=0xF7 => (RULES[8], Some((0xF0, 0xF4))),
            _ => (ANY, None),
        };
        return Some(Broken { rule, at: 0, allowed, found: Some(lead) });
    };
    let broken = |at: usize| {
        let found = bytes.get(at).copied();
        Broken { rule, at, allowed: Some(rule.bytes[at]), found }
    };
    let allowed = |at: usize| bytes.get(at).is_some_and(|&byte| rule.allows(at, byte));
    (1..rule.bytes.len()).find(|&at| !allowed(at)).map(broken)
}

impl Broken {
    /// Whether a byte of another kind is where a continuation byte should be,
    /// or none at all.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.at > 0 && !self.found.is_some_and(is_continuation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{Step, utf8 as codec};
    use crate::error::MalformedKind;

    #[test]
    fn the_grammar_and_the_codec_agree() {
        // Every three bytes, and a fourth where three are not enough.
        for first in 0..=0xFF {
            for second in 0..=0xFF {
                for third in [0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF] {
                    for fourth in [0x7F, 0x80, 0xBF, 0xC0] {
                        agree(&[first, second, third, fourth]);
                    }
                    agree(&[first, second, third]);
                }
                agree(&[first, second]);
            }
            agree(&[first]);
        }
        assert_eq!(broken_rule(b""), None);
    }

    fn agree(bytes: &[u8]) {
        let broken = broken_rule(bytes);
        match codec::decode(bytes, true) {
            Step::Malformed { len, kind } => {
                let broken = broken.unwrap_or_else(|| panic!("{bytes:02X?}: {kind}"));
                // The maximal subpart ends where the grammar is left, but has one byte.
                assert_eq!(len, broken.at.max(1), "{bytes:02X?}");
                let cut =
                    matches!(kind, MalformedKind::Incomplete | MalformedKind::IncompleteAtEnd);
                assert_eq!(broken.is_cut_short(), cut, "{bytes:02X?}");
            }
            _ => assert_eq!(broken, None, "{bytes:02X?}"),
        }
    }
}
