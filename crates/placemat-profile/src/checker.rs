//! Text in pieces, and what a profile refuses of it.

use crate::rules::{Filename, Json, Source, single, xml};
use crate::{Profile, Refusal};

/// Finds what one profile refuses.
///
/// # Examples
/// ```
/// use placemat_profile::{Checker, Kind, Profile};
///
/// let text = "[\"\u{1F600}\"]".as_bytes();
/// let mut checker = Checker::new(Profile::MysqlUtf8mb3);
/// checker.push(text, true, &mut |refusal| {
///     assert_eq!((refusal.kind, refusal.offset, refusal.len), (Kind::AboveBmp, 2, 4));
/// });
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    profile: Profile,
    rules: Rules,
    /// How much was pushed.
    offset: u64,
}

#[derive(Clone, Debug)]
enum Rules {
    Nul,
    AboveBmp,
    Xml,
    Json(Json),
    Filename(Filename),
    Source(Source),
}

impl Checker {
    /// For text from its start.
    #[must_use]
    pub fn new(profile: Profile) -> Self {
        let rules = match profile {
            Profile::Postgres | Profile::CString => Rules::Nul,
            Profile::MysqlUtf8mb3 => Rules::AboveBmp,
            Profile::Xml => Rules::Xml,
            Profile::Json => Rules::Json(Json::default()),
            Profile::Filename => Rules::Filename(Filename::default()),
            Profile::Source => Rules::Source(Source::default()),
        };
        Self { profile, rules, offset: 0 }
    }

    /// The profile.
    #[must_use]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// How much of `text`, which is what will be pushed next and ends at a boundary of UTF-8, can be
    /// pushed without what follows: all but an escape, a word or a name at its end. Those of
    /// more than 256 bytes are cut.
    ///
    /// # Complexity
    /// O(1).
    #[must_use]
    pub fn floor(&self, text: &[u8]) -> usize {
        match &self.rules {
            Rules::Nul | Rules::AboveBmp => text.len(),
            Rules::Xml => xml::floor(text),
            Rules::Json(_) => Json::floor(text),
            Rules::Filename(_) => Filename::floor(text),
            Rules::Source(_) => Source::floor(text),
        }
    }

    /// Takes the next `text`, which ends where [`floor`](Self::floor) says, or is the `last`. `tell`
    /// is told what is refused, from front to back, but for a whole word or name, which is told when it ends;
    /// offsets count from the first push.
    ///
    /// # Complexity
    /// O(n).
    pub fn push(&mut self, text: &[u8], last: bool, tell: &mut dyn FnMut(Refusal)) {
        let (profile, base) = (self.profile, self.offset);
        let tell = &mut |found: Found| {
            let Found { kind, at, len, code_point, scripts } = found;
            tell(Refusal { profile, kind, offset: base + at as u64, len, code_point, scripts });
        };
        match &mut self.rules {
            Rules::Nul => single::nul(text, tell),
            Rules::AboveBmp => single::above_bmp(text, tell),
            Rules::Xml => xml::push(text, tell),
            Rules::Json(json) => json.push(text, tell),
            Rules::Filename(filename) => filename.push(text, last, tell),
            Rules::Source(source) => source.push(text, base == 0, tell),
        }
        self.offset += text.len() as u64;
    }
}

/// A refusal, as a rule tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) kind: crate::Kind,
    /// Where in the text that was pushed.
    pub(crate) at: usize,
    pub(crate) len: usize,
    pub(crate) code_point: Option<u32>,
    pub(crate) scripts: Option<[&'static str; 2]>,
}

impl Found {
    /// A code point, or what stands for one.
    pub(crate) fn value(kind: crate::Kind, at: usize, len: usize, value: u32) -> Self {
        Self { kind, at, len, code_point: Some(value), scripts: None }
    }

    /// A whole name.
    pub(crate) fn whole(kind: crate::Kind, at: usize, len: usize) -> Self {
        Self { kind, at, len, code_point: None, scripts: None }
    }
}

/// Who is told.
pub(crate) type Tell<'a> = dyn FnMut(Found) + 'a;
