//! Files whose errors a relative of UTF-8 explains, all of them.

use super::throughout::is_well_formed;
use crate::coding::Coding;
use crate::input::Input;
use crate::print::words::count;
use placemat::detect::Look;
use placemat::encoding::Label;
use std::io;

/// How much is read at a time.
const BLOCK: usize = 64 << 10;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) label: Label,
    /// Only the lenient form takes all of it: it is mixed with UTF-8.
    pub(crate) lenient: bool,
    /// Its title, and what is in it; in a sentence without a full stop.
    pub(crate) message: String,
    /// The options of `placemat convert` that read it.
    pub(crate) options: String,
    /// UTF-8 can hold all of it.
    pub(crate) fits: bool,
}

/// What a file is that has malformed text. It is read once more, and again if only that
/// can tell.
pub(crate) fn dialect(input: &Input) -> io::Result<Option<Dialect>> {
    let evidence = super::survey(input)?.evidence;
    if evidence.cut_end > 0 {
        return Ok(None);
    }
    let looks = std::array::from_fn(|i| evidence.looks_like(Look::all()[i]));
    Dialect::of(input, &looks, BLOCK)
}

impl Dialect {
    /// What `input` is, of whose errors so many look like what. It is read once
    /// more if only that can tell.
    pub(crate) fn of(
        input: &Input,
        looks: &[u64; Look::all().len()],
        block: usize,
    ) -> io::Result<Option<Self>> {
        let of = |look: Look| looks[look as usize];
        if of(Look::Windows1252) + of(Look::CutOff) + of(Look::Unknown) > 0 {
            return Ok(None);
        }
        let (pairs, nuls) = (of(Look::Cesu8), of(Look::ModifiedUtf8));
        let (lone, large) = (of(Look::Wtf8), of(Look::Rfc2279));
        let strict = |label| is_well_formed(input, Coding::Family(label), block);
        let (label, lenient) = match (pairs, nuls, lone, large) {
            (0, 0, 0, 0) => return Ok(None),
            // These have all of UTF-8.
            (0, 0, _, 0) => (Label::Wtf8, false),
            (_, 0, _, 1..) => (Label::Utf8Rfc2279, pairs + lone > 0),
            (.., 1..) => return Ok(None),
            (_, 0, 0, _) => (Label::Cesu8, !strict(Label::Cesu8)?),
            (_, 0, ..) if strict(Label::ModifiedUtf8)? => (Label::ModifiedUtf8, false),
            (_, 0, ..) => (Label::Cesu8, true),
            _ => (Label::ModifiedUtf8, !strict(Label::ModifiedUtf8)?),
        };
        let look = Look::all().iter().copied().find(|look| look.encoding() == Some(label.name()));
        let title = look.and_then(Look::title).unwrap_or(label.name());
        let mut message = format!("this is {title}");
        if lenient {
            message += " mixed with UTF-8";
        }
        let parts = [
            (pairs, "encoded surrogate pair", "encoded surrogate pairs"),
            (nuls, "NUL as C0 80", "NULs as C0 80"),
            (lone, "lone encoded surrogate", "lone encoded surrogates"),
            (large, "value above U+10FFFF", "values above U+10FFFF"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|&(n, ..)| n > 0)
            .map(|(n, one, many)| count(n, one, many))
            .collect();
        let mut options = format!("-f {label}");
        if lenient {
            options += " --lenient";
        }
        let fits = lone + large == 0;
        if !fits {
            options += " --policy replace";
        }
        message += &format!(": {}; convert with {options}", parts.join(", "));
        if !fits {
            message += ", because UTF-8 cannot hold all of it";
        }
        Ok(Some(Self { label, lenient, message, options, fits }))
    }
}
