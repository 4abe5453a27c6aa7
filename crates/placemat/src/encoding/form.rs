//! What the engine knows of an encoding before it sees text: whose kernels convert it, and for
//! which code points they do not. Each encoding says it in its own file.

/// The encodings that kernels are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    /// UTF-8.
    Utf8,
    /// ISO-8859-1.
    Latin1,
    /// UTF-16 in memory, aligned or not; `swapped`: not in the byte order of this processor.
    Utf16 { swapped: bool },
    /// UTF-32 in memory, aligned or not.
    Utf32 { swapped: bool },
}

impl Base {
    pub(crate) const ALL: [Self; 6] = [
        Self::Utf8,
        Self::Latin1,
        Self::Utf16 { swapped: false },
        Self::Utf16 { swapped: true },
        Self::Utf32 { swapped: false },
        Self::Utf32 { swapped: true },
    ];

    /// Its place among [all](Self::ALL).
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Utf8 => 0,
            Self::Latin1 => 1,
            Self::Utf16 { swapped } => 2 + swapped as usize,
            Self::Utf32 { swapped } => 4 + swapped as usize,
        }
    }

    /// How many bytes a unit has in memory.
    #[inline(always)]
    pub(crate) const fn unit_size(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 => 1,
            Self::Utf16 { .. } => 2,
            Self::Utf32 { .. } => 4,
        }
    }

    /// Values below it are one unit, but for surrogates: a power of two. Of UTF-32 it counts
    /// as many as a lane of 16 bits can hold.
    #[inline(always)]
    const fn plain_limit(self) -> u32 {
        match self {
            Self::Utf8 => 0x80,
            Self::Latin1 => 0x100,
            Self::Utf16 { .. } | Self::Utf32 { .. } => 0x1_0000,
        }
    }

    const fn lengths(self) -> Lengths {
        match self {
            Self::Utf8 => [1, 1, 2, 2, 3, 4, 0],
            Self::Latin1 => [1, 1, 1, 0, 0, 0, 0],
            Self::Utf16 { .. } => [1, 1, 1, 1, 1, 2, 0],
            Self::Utf32 { .. } => [1, 1, 1, 1, 1, 1, 0],
        }
    }
}

/// How many units a value has, at most, that is no larger than 0, 7F, FF, 7FF, FFFF, 10FFFF and
/// 7FFFFFFF, and larger than the one before; 0: the encoding does not hold it.
type Lengths = [u8; 7];

/// A set of code points for which an encoding is not like the one whose kernels it shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Apart(u8);

impl Apart {
    pub(crate) const NOTHING: Self = Self(0);
    /// U+0000.
    pub(crate) const NUL: Self = Self(1);
    /// U+0080 to U+009F.
    pub(crate) const C1: Self = Self(2);
    /// All but ASCII.
    pub(crate) const ABOVE_7F: Self = Self(4);
    /// All beyond the Basic Multilingual Plane.
    pub(crate) const ABOVE_FFFF: Self = Self(8);

    #[inline(always)]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub(crate) const fn is(self, other: Self) -> bool {
        self.0 == other.0
    }

    #[inline(always)]
    pub(crate) const fn is_nothing(self) -> bool {
        self.0 == 0
    }
}

/// What the engine knows of an encoding.
///
/// | encoding | kernels of | but for |
/// |---|---|---|
/// | WTF-8, UTF-8 of RFC 2279 | UTF-8 | what that does not know: it stops there |
/// | CESU-8 | UTF-8 | above U+FFFF |
/// | Modified UTF-8 | UTF-8 | above U+FFFF, and U+0000 |
/// | ASCII | Latin-1 | above U+007F |
/// | Windows-1252 | Latin-1 | U+0080 to U+009F |
/// | UCS-2 | UTF-16 | above U+FFFF |
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Whose kernels convert it, if there are any.
    pub(crate) base: Option<Base>,
    /// What is read otherwise than by the kernels.
    pub(crate) read: Apart,
    /// What is written otherwise.
    pub(crate) written: Apart,
    /// Whether what is malformed there is malformed here, and nothing else: then the kernels
    /// that mend can be used, too.
    pub(crate) is_exact: bool,
    /// Whether lone surrogates have a place in it, as units or as values: UTF-8B puts bytes there.
    pub(crate) has_surrogates: bool,
    lengths: Lengths,
}

impl Form {
    /// An encoding that no kernel knows.
    pub(crate) const OTHER: Self = Self {
        base: None,
        read: Apart::NOTHING,
        written: Apart::NOTHING,
        is_exact: false,
        has_surrogates: false,
        lengths: [0; 7],
    };

    /// The encoding that the kernels are written for.
    pub(crate) const fn of(base: Base) -> Self {
        Self { is_exact: true, ..Self::like(base) }
    }

    /// One that is like it: what is malformed there is for the codec to judge.
    pub(crate) const fn like(base: Base) -> Self {
        let has_surrogates = matches!(base, Base::Utf16 { .. } | Base::Utf32 { .. });
        Self { base: Some(base), has_surrogates, lengths: base.lengths(), ..Self::OTHER }
    }

    /// Like its base but for `apart`.
    pub(crate) const fn but_for(self, apart: Apart) -> Self {
        self.reading_but_for(apart).writing_but_for(apart)
    }

    pub(crate) const fn reading_but_for(self, apart: Apart) -> Self {
        Self { read: apart, is_exact: false, ..self }
    }

    pub(crate) const fn writing_but_for(self, apart: Apart) -> Self {
        Self { written: apart, is_exact: false, ..self }
    }

    pub(crate) const fn with_surrogates(self, has_surrogates: bool) -> Self {
        Self { has_surrogates, ..self }
    }

    /// Where values have other lengths than in its base.
    pub(crate) const fn with_lengths(self, lengths: Lengths) -> Self {
        Self { lengths, ..self }
    }

    /// Whether it is UTF-8, or a dialect of it.
    #[inline(always)]
    pub(crate) const fn is_dialect_of_utf8(self) -> bool {
        matches!(self.base, Some(Base::Utf8))
    }

    /// Whether it is UTF-8 itself.
    #[inline(always)]
    pub(crate) const fn is_utf8(self) -> bool {
        self.is_dialect_of_utf8() && self.is_exact
    }

    /// Values below it are one unit, the one that the base has for them, but for surrogates and
    /// U+0000; 0: nothing is known of them.
    #[inline(always)]
    pub(crate) const fn plain_limit(self) -> u32 {
        match self.base {
            None => 0,
            Some(_) if self.read.and(self.written).has(Apart::C1.and(Apart::ABOVE_7F)) => 0x80,
            Some(base) => base.plain_limit(),
        }
    }

    /// How many units of `target` a unit can become, at most.
    pub(crate) const fn most_units(self, target: Self) -> usize {
        let base = match self.base {
            Some(base) => base.lengths(),
            None => self.lengths,
        };
        let (mut most, mut i) = (1, 0);
        while i < base.len() {
            // Lenient forms take what is as short as in their base.
            let longer = base[i] == 0 || self.lengths[i] < base[i];
            let from = if longer { self.lengths[i] } else { base[i] };
            if from > 0 {
                let units = target.lengths[i].div_ceil(from) as usize;
                most = if units > most { units } else { most };
            }
            i += 1;
        }
        most
    }

    /// The unit of UTF-16 or UTF-32 that is all of `bytes`.
    pub(crate) fn unit(self, bytes: &[u8]) -> Option<u32> {
        match self.base? {
            Base::Utf16 { swapped } => {
                let unit = u16::from_ne_bytes(bytes.try_into().ok()?);
                Some(u32::from(if swapped { unit.swap_bytes() } else { unit }))
            }
            Base::Utf32 { swapped } => {
                let unit = u32::from_ne_bytes(bytes.try_into().ok()?);
                Some(if swapped { unit.swap_bytes() } else { unit })
            }
            Base::Utf8 | Base::Latin1 => None,
        }
    }
}
