//! `str` objects out of UTF-8.
//!
//! CPython holds a `str` in units of one, two or four bytes, and decodes UTF-8 code point by code point. This
//! library has kernels for that; but the stable ABI has no function that takes the units. CPython has
//! one, `PyUnicode_FromKindAndData`, in every version since 3.3: where the running interpreter has it, it
//! is used for longer text.

use placemat::{ascii, utf8};
use pyo3::ffi::{self, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

type FromKindAndData = unsafe extern "C" fn(c_int, *const c_void, Py_ssize_t) -> *mut ffi::PyObject;

/// What is shorter is decoded by CPython sooner than it is converted.
const SHORT: usize = 64;

/// `text` as a `str`.
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    let bytes = text.as_bytes();
    let Some(make) = from_kind_and_data().filter(|_| bytes.len() > SHORT) else {
        return Ok(PyString::new(py, text));
    };
    if ascii::is_ascii(bytes) {
        return units(py, make, bytes);
    }
    let code_points = utf8::count_code_points(bytes);
    if utf8::utf16_len(bytes) == code_points {
        let two = py.detach(|| utf8::to_utf16(bytes)).expect("a str is well-formed");
        return units(py, make, &two);
    }
    let four = py.detach(|| utf8::to_utf32(bytes)).expect("a str is well-formed");
    units(py, make, &four)
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
