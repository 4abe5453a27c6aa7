//! Small objects that results are made of. None of them can be changed.

use placemat::policy::Cause;
use placemat::{MalformedKind, utf8};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A name that this library gives something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoPyObject, IntoPyObjectRef)]
pub(crate) struct Word(pub(crate) &'static str);

impl<'a, 'py> FromPyObject<'a, 'py> for Word {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let name: &str = object.extract()?;
        let kinds = MalformedKind::all().iter().map(|kind| kind.name());
        let known = kinds.chain(["stray-continuation", "unmappable"]).find(|known| *known == name);
        known.map(Self).ok_or_else(|| PyValueError::new_err(format!("no name: {name}")))
    }
}

/// How a field looks in Python.
trait Show {
    fn show(&self) -> String;
}

macro_rules! show_numbers {
    ($($number:ty)*) => {$(
        impl Show for $number {
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
show_numbers! { u32 u64 usize }

impl Show for str {
    fn show(&self) -> String {
        if self.contains(|c: char| c.is_control() || c == '\'' || c == '\\') {
            format!("{self:?}")
        } else {
            format!("'{self}'")
        }
    }
}

impl Show for Word {
    fn show(&self) -> String {
        self.0.show()
    }
}

impl Show for String {
    fn show(&self) -> String {
        self.as_str().show()
    }
}

impl<T: Show> Show for Option<T> {
    fn show(&self) -> String {
        self.as_ref().map_or("None".to_owned(), T::show)
    }
}

/// A class whose objects are equal if their fields are, and show them.
macro_rules! object {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty),* $(,)? }) => {
        $(#[$about])*
        #[pyclass(frozen, eq, get_all, module = "placemat")]
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub(crate) struct $name { $($(#[$doc])* pub(crate) $field: $type),* }

        #[pymethods]
        impl $name {
            #[new]
            #[allow(clippy::too_many_arguments, reason = "one for each field")]
            const fn of($($field: $type),*) -> Self {
                Self { $($field),* }
            }

            /// So that it can be pickled and copied.
            fn __getnewargs__(&self) -> ($($type,)*) {
                ($(Clone::clone(&self.$field),)*)
            }

            fn __repr__(&self) -> String {
                let fields = [$(format!("{}={}", stringify!($field), self.$field.show())),*];
                format!("{}({})", stringify!($name), fields.join(", "))
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                self.hash(&mut hasher);
                hasher.finish()
            }
        }
    };
}

object! {
    /// One malformed maximal subpart.
    Malformed {
        /// In code units, from 0.
        offset: u64,
        /// In code units.
        len: usize,
        kind: Word,
        /// From 1; 0 in UTF-16 and UTF-32.
        line: u64,
        /// In bytes, from 1; 0 in UTF-16 and UTF-32.
        column: u64,
    }
}

object! {
    /// One mistake, as people read it.
    Group {
        offset: u64,
        len: usize,
        subparts: usize,
        kind: Word,
        line: u64,
        column: u64,
        /// What was probably meant, in words.
        meaning: Word,
        /// The code point or value that was probably meant, if any.
        value: Option<u32>,
        /// What the bytes are in Windows-1252.
        reading: String,
    }
}

object! {
    /// Something that a policy has changed.
    Change {
        offset: u64,
        len: usize,
        output_offset: u64,
        output_len: usize,
        kind: Word,
    }
}

object! {
    /// A well-formed sequence, or a malformed maximal subpart.
    Item {
        offset: u64,
        len: usize,
        /// None: it is malformed.
        code_point: Option<u32>,
        /// None: it is well-formed.
        kind: Option<Word>,
    }
}

/// Lines and columns of offsets that come in order.
pub(crate) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
    start: usize,
}

impl<'a> Lines<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, start: 0 }
    }

    /// The line and the column of `offset`, which is not before the last one.
    pub(crate) fn of(&mut self, offset: usize) -> (u64, u64) {
        let passed = &self.bytes[self.at..offset];
        let ends = passed.iter().filter(|&&byte| byte == b'\n').count();
        if ends > 0 {
            self.line += ends as u64;
            let last = passed.iter().rposition(|&byte| byte == b'\n').unwrap_or_default();
            self.start = self.at + last + 1;
        }
        self.at = offset;
        (self.line, (offset - self.start) as u64 + 1)
    }
}

impl Malformed {
    pub(crate) fn new(bad: placemat::Malformed, (line, column): (u64, u64)) -> Self {
        Self { offset: bad.offset as u64, len: bad.len, kind: Word(bad.kind.name()), line, column }
    }
}

impl Group {
    pub(crate) fn new(group: utf8::Group, bytes: &[u8], (line, column): (u64, u64)) -> Self {
        let windows_1252 = placemat::encoding::single_byte::windows_1252;
        Self {
            offset: group.offset as u64,
            len: group.len,
            subparts: group.subparts,
            kind: Word(group.kind.name()),
            line,
            column,
            meaning: Word(group.meaning.name()),
            value: group.meaning.value(),
            reading: bytes[group.offset..group.end()].iter().map(|&b| windows_1252(b)).collect(),
        }
    }
}

impl From<&placemat::policy::Change> for Change {
    fn from(change: &placemat::policy::Change) -> Self {
        let kind = Word(match change.cause {
            Cause::Malformed(kind) => kind.name(),
            _ => "unmappable",
        });
        Self {
            offset: change.offset,
            len: change.len,
            output_offset: change.output_offset,
            output_len: change.output_len,
            kind,
        }
    }
}
