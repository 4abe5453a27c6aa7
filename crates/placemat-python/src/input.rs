//! Bytes out of Python objects.

use pyo3::buffer::PyUntypedBuffer;
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};
use std::borrow::Cow;
use std::ffi::CStr;
use std::slice;

/// The bytes of an object, kept as long as this.
pub(crate) enum Bytes<'py> {
    /// What nobody can change.
    Immutable(Bound<'py, PyBytes>),
    /// What says that nobody may change it: a mapped file, a view of bytes.
    ReadOnly(PyUntypedBuffer),
    /// A copy of what anybody can change while the interpreter runs on.
    Copied(Vec<u8>),
}

/// Bytes, and how many of them are a code unit: 1, 2 or 4.
pub(crate) struct Units<'py> {
    bytes: Bytes<'py>,
    width: usize,
    /// Whether they are whole numbers in the byte order of this machine.
    is_native: bool,
}

impl Bytes<'_> {
    pub(crate) fn get(&self) -> &[u8] {
        match self {
            Self::Immutable(bytes) => bytes.as_bytes(),
            Self::ReadOnly(buffer) => {
                let (start, len) = (buffer.buf_ptr().cast::<u8>().cast_const(), buffer.len_bytes());
                if len == 0 {
                    return &[];
                }
                // SAFETY: the buffer is contiguous, has so many bytes, is held until `self` goes, and
                // says that it is read-only.
                unsafe { slice::from_raw_parts(start, len) }
            }
            Self::Copied(bytes) => bytes,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Units<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let bytes = Bytes::Immutable(bytes.to_owned());
            return Ok(Self { bytes, width: 1, is_native: true });
        }
        let buffer = match PyUntypedBuffer::get(&object) {
            // An array of ctypes says less of itself than a view of it does.
            Err(error) if error.is_instance_of::<PyBufferError>(object.py()) => {
                let view = PyMemoryView::from(&object)?;
                PyUntypedBuffer::get(&view).map_err(|_| error)?
            }
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => {
                let found = object.get_type().name()?;
                let message = format!("bytes or another buffer is needed, not {found}");
                return Err(PyTypeError::new_err(message));
            }
            found => found?,
        };
        if !buffer.is_c_contiguous() {
            return Err(PyValueError::new_err("the buffer has gaps: copy it first"));
        }
        let width = buffer.item_size();
        if !matches!(width, 1 | 2 | 4) {
            return Err(PyTypeError::new_err("code units have 1, 2 or 4 bytes"));
        }
        let is_native = is_native(buffer.format());
        let is_writable = !buffer.readonly() || shows_writable(&object);
        let bytes = Bytes::ReadOnly(buffer);
        let bytes = if is_writable { Bytes::Copied(bytes.get().to_vec()) } else { bytes };
        Ok(Self { bytes, width, is_native })
    }
}

/// Whether a format of the module `struct` is that of whole numbers, or of an array of code points, in the byte
/// order of this machine.
fn is_native(format: &CStr) -> bool {
    let order: &[u8] = if cfg!(target_endian = "little") { b"@=<" } else { b"@=>!" };
    match format.to_bytes() {
        [kind] | [_, kind] if !b"bBhHiIlLuw".contains(kind) => false,
        [_] => true,
        [stated, _] => order.contains(stated),
        _ => false,
    }
}

/// Whether `object` is a view of something that can be changed past it: what a `memoryview` or an array of numpy
/// is a view of, and what that is, says so.
fn shows_writable(object: &Bound<'_, PyAny>) -> bool {
    let py = object.py();
    let mut owner = object.to_owned();
    for _ in 0..DEEPEST {
        let name = if owner.is_instance_of::<PyMemoryView>() {
            intern!(py, "obj")
        } else {
            intern!(py, "base")
        };
        match owner.getattr(name) {
            Ok(next) if !next.is_none() => owner = next,
            _ => return false,
        }
        if PyUntypedBuffer::get(&owner).is_ok_and(|buffer| !buffer.readonly()) {
            return true;
        }
    }
    true
}

/// A view of a view of .. so many is copied unseen.
const DEEPEST: usize = 32;

impl Units<'_> {
    pub(crate) fn get(&self) -> &[u8] {
        self.bytes.get()
    }

    /// How many bytes a unit has, for what takes UTF-16 and UTF-32 as well.
    pub(crate) fn width(&self) -> PyResult<usize> {
        if self.width == 1 || self.is_native {
            return Ok(self.width);
        }
        let message = "units of 2 and 4 bytes are whole numbers in the byte order of the machine";
        Err(PyTypeError::new_err(message))
    }

    /// Whether they are bytes.
    pub(crate) const fn is_bytes(&self) -> bool {
        self.width == 1
    }

    /// UTF-16 and UTF-32 in the byte order of this machine.
    pub(crate) fn u16s(&self) -> Cow<'_, [u16]> {
        self.get().as_chunks().0.iter().map(|&unit| u16::from_ne_bytes(unit)).collect()
    }

    pub(crate) fn u32s(&self) -> Cow<'_, [u32]> {
        self.get().as_chunks().0.iter().map(|&unit| u32::from_ne_bytes(unit)).collect()
    }
}
