//! The kinds of damage.

/// What was done to a run of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Harm {
    /// U+FFFD or `?` is there now.
    Replaced,
    /// Its UTF-8 was read as Latin-1 or Windows-1252, and written as UTF-8.
    DoubleEncoded,
    /// It is in another encoding now than the rest of the file.
    Converted,
}

impl Harm {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Replaced => "replaced",
            Self::DoubleEncoded => "double-encoded",
            Self::Converted => "converted",
        }
    }
}
