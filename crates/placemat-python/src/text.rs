//! `str` objects out of UTF-8.
//!
//! CPython decodes ASCII, and text that is nearly that, as fast as memory is; other text code point by code point.
//! For that this library has kernels, but the stable ABI has no function that takes the units of a
//! `str`. CPython has one, `PyUnicode_FromKindAndData`, in every version since 3.3: where the running
//! interpreter has it, it is used for text of many bytes a code point (docs/speed.md).

use placemat::{utf8, utf16};
use pyo3::ffi::{self, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

type FromKindAndData = unsafe extern "C" fn(c_int, *const c_void, Py_ssize_t) -> *mut ffi::PyObject;

/// What is shorter is decoded by CPython sooner than it is converted.
const SHORT: usize = 256;

/// Whether kernels convert `bytes` sooner than CPython decodes them: most of a sample out of the
/// middle is sequences of three bytes.
fn is_dense(bytes: &[u8]) -> bool {
    let sample = &bytes[bytes.len() / 2..][..bytes.len().min(SHORT) / 2];
    bytes.len() > SHORT
        && sample.iter().filter(|byte| (0xE0..0xF0).contains(*byte)).count() > sample.len() / 5
}

/// `text` as a `str`.
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    let bytes = text.as_bytes();
    if is_dense(bytes) && utf8::utf16_len(bytes) == utf8::count_code_points(bytes) {
        let units = py.detach(|| utf8::to_utf16(bytes)).expect("a str is well-formed");
        if let Some(string) = string_of_utf16(py, &units) {
            return string;
        }
    }
    Ok(PyString::new(py, text))
}

/// `bytes` as a `str`, if CPython is the one to decode them, and they are well-formed.
pub(crate) fn decoded<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    if is_dense(bytes) {
        return None;
    }
    let len = Py_ssize_t::try_from(bytes.len()).ok()?;
    // SAFETY: so many bytes are there; no handler is named: errors are an exception.
    let made = unsafe { ffi::PyUnicode_DecodeUTF8(bytes.as_ptr().cast(), len, std::ptr::null()) };
    // SAFETY: it is a new reference, or null with an exception, which is forgotten.
    let made = unsafe { Bound::from_owned_ptr_or_err(py, made) }.ok()?;
    made.cast_into::<PyString>().ok()
}

/// `bytes`, which are malformed, with U+FFFD in the place of what is; `None` if it has code points
/// above U+FFFF, or this interpreter cannot.
pub(crate) fn replaced<'py>(
    py: Python<'py>,
    bytes: &[u8],
) -> Option<PyResult<Bound<'py, PyString>>> {
    from_kind_and_data().filter(|_| bytes.len() > SHORT)?;
    let units = py.detach(|| {
        let units = utf8::to_utf16_lossy(bytes);
        (utf16::count_code_points(&units) == units.len()).then_some(units)
    });
    string_of_utf16(py, &units?)
}

/// UTF-16 without surrogates, or bytes of Latin-1, or UTF-32, as a `str`.
fn units<'py, T: Copy>(
    py: Python<'py>,
    make: FromKindAndData,
    units: &[T],
) -> PyResult<Bound<'py, PyString>> {
    let kind = size_of::<T>() as c_int;
    // SAFETY: the kinds are 1, 2 and 4: how many bytes a unit has; so many units are there.
    let made = unsafe { make(kind, units.as_ptr().cast(), units.len() as Py_ssize_t) };
    // SAFETY: it is a new reference, or null with an exception.
    let made = unsafe { Bound::from_owned_ptr_or_err(py, made) }?;
    Ok(made.cast_into::<PyString>()?)
}

/// UTF-16 in the order of this machine, which has no surrogates, as a `str`; `None` if this interpreter cannot.
pub(crate) fn string_of_utf16<'py>(
    py: Python<'py>,
    text: &[u16],
) -> Option<PyResult<Bound<'py, PyString>>> {
    Some(units(py, from_kind_and_data()?, text))
}

fn from_kind_and_data() -> Option<FromKindAndData> {
    static FUNCTION: OnceLock<Option<FromKindAndData>> = OnceLock::new();
    *FUNCTION.get_or_init(|| {
        #[cfg(unix)]
        {
            let name = c"PyUnicode_FromKindAndData";
            // SAFETY: the name ends with a zero byte.
            let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
            // SAFETY: a function pointer or null; it has had this signature since CPython 3.3.
            unsafe { std::mem::transmute::<*mut c_void, Option<FromKindAndData>>(symbol) }
        }
        #[cfg(not(unix))]
        None
    })
}
