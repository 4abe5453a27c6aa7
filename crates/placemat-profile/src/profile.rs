//! The targets, by name.

use std::fmt;
use std::str::FromStr;

/// A target that refuses some of what UTF-8 allows.
///
/// # Examples
/// ```
/// use placemat_profile::Profile;
///
/// assert_eq!("mysql-utf8mb3".parse(), Ok(Profile::MysqlUtf8mb3));
/// assert!("oracle".parse::<Profile>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Profile {
    /// Text of PostgreSQL: no U+0000 (PostgreSQL 17, 8.3 "Character Types": "The characters that can
    /// be stored [..]. The character with code zero (sometimes called NUL) cannot be stored").
    Postgres,
    /// The character set `utf8mb3` of MySQL and MariaDB: nothing above U+FFFF (MySQL 8.4 Reference
    /// Manual, 12.9.2 "The utf8mb3 Character Set": "Supports BMP characters only").
    MysqlUtf8mb3,
    /// XML 1.0, fifth edition, production 2 (`Char`), and references to characters (4.1,
    /// "Legal Character").
    Xml,
    /// JSON, RFC 8259: raw control characters (7), lone surrogates written as `\uD83D` (8.2: their
    /// meaning is unpredictable), and a signature (8.1).
    Json,
    /// File names that Unix and Windows both take, one a line (POSIX.1-2024, 3.141 "Filename";
    /// "Naming Files, Paths, and Namespaces" of Windows).
    Filename,
    /// Strings of C: the first U+0000 ends them (ISO C, 7.1.1).
    CString,
    /// Source code that shows what it does: no controls of direction (CVE-2021-42574), nothing
    /// invisible, no word of mixed scripts (UTS #39, "Highly Restrictive").
    Source,
}

impl Profile {
    /// All of them.
    #[must_use]
    pub const fn all() -> &'static [Self] {
        use Profile::{CString, Filename, Json, MysqlUtf8mb3, Postgres, Source, Xml};
        &[Postgres, MysqlUtf8mb3, Xml, Json, Filename, CString, Source]
    }

    /// The name that is typed: `postgres`, `mysql-utf8mb3`, ..
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::MysqlUtf8mb3 => "mysql-utf8mb3",
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Filename => "filename",
            Self::CString => "c-string",
            Self::Source => "source",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, UnknownProfile> {
        Self::all().iter().copied().find(|profile| profile.name() == name).ok_or(UnknownProfile)
    }
}

/// No profile has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownProfile;

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no profile has that name: there are ")?;
        let names: Vec<&str> = Profile::all().iter().map(|profile| profile.name()).collect();
        f.write_str(&names.join(", "))
    }
}

impl std::error::Error for UnknownProfile {}
