//! A `str` whose units are written in place.
//!
//! CPython holds text as units of one, two or four bytes, the narrowest that all of it fits in (PEP 393).
//! The stable ABI has no function that gives them away. CPython has one that makes a `str` to be
//! filled, `PyUnicode_New`, in every version since 3.3. Where the units begin depends on the version and
//! on how it was built; but `__sizeof__` counts everything before them, and strings whose units are
//! known show whether that is so: [`Layout::found`] asks them, and without an answer nothing is written.

use pyo3::ffi::{self, Py_ssize_t};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::slice;
use std::sync::OnceLock;

type New = unsafe extern "C" fn(Py_ssize_t, u32) -> *mut ffi::PyObject;

/// How wide the units of a `str` are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Width {
    /// All below U+0080; a byte each.
    Ascii,
    /// All below U+0100, and one is not ASCII; a byte each.
    One,
    /// All below U+10000, and one does not fit in a byte.
    Two,
    /// One is above U+FFFF.
    Four,
}

impl Width {
    const ALL: [Self; 4] = [Self::Ascii, Self::One, Self::Two, Self::Four];

    const fn last(self) -> u32 {
        match self {
            Self::Ascii => 0x7F,
            Self::One => 0xFF,
            Self::Two => 0xFFFF,
            Self::Four => 0x10_FFFF,
        }
    }

    const fn bytes(self) -> usize {
        match self {
            Self::Ascii | Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
        }
    }
}

/// What this interpreter's strings look like.
struct Layout {
    new: New,
    /// Where the units begin, for each width.
    starts: [usize; 4],
}

impl Layout {
    /// That of the running interpreter; `None` if it is not as expected.
    fn get(py: Python<'_>) -> Option<&'static Self> {
        static LAYOUT: OnceLock<Option<Layout>> = OnceLock::new();
        LAYOUT.get_or_init(|| Self::found(py)).as_ref()
    }

    fn found(py: Python<'_>) -> Option<Self> {
        let new = symbol(c"PyUnicode_New")?;
        // SAFETY: the function has had this signature since CPython 3.3.
        let new = unsafe { std::mem::transmute::<*mut std::ffi::c_void, New>(new) };
        let mut starts = [0; 4];
        for (width, start) in Width::ALL.into_iter().zip(&mut starts) {
            let known = ['a', 'b', 'c', char::from_u32(width.last())?];
            let string = PyString::new(py, &known.iter().collect::<String>());
            let units: Vec<u8> = known
                .iter()
                .chain([&'\0'])
                .flat_map(|&unit| u32::from(unit).to_le_bytes().into_iter().take(width.bytes()))
                .collect();
            *start = size(&string)?.checked_sub(units.len())?;
            // SAFETY: so many bytes the object has, by its own word.
            let first = unsafe { string.as_ptr().cast::<u8>().add(*start) };
            // SAFETY: as above.
            let found = unsafe { slice::from_raw_parts(first, units.len()) };
            if found != units {
                return None;
            }
        }
        let layout = Self { new, starts };
        Width::ALL.into_iter().all(|width| layout.makes(py, width)).then_some(layout)
    }

    /// Whether a new string has as much room as an old one.
    fn makes(&self, py: Python<'_>, width: Width) -> bool {
        let Ok(string) = self.string(py, 5, width) else { return false };
        size(&string) == Some(self.starts[width as usize] + 6 * width.bytes())
    }

    fn string<'py>(
        &self,
        py: Python<'py>,
        len: usize,
        width: Width,
    ) -> PyResult<Bound<'py, PyString>> {
        let len = Py_ssize_t::try_from(len)?;
        // SAFETY: what is asked for is a length and the last code point of a width.
        let made = unsafe { (self.new)(len, width.last()) };
        // SAFETY: it is a new reference, or null with an exception.
        let made = unsafe { Bound::from_owned_ptr_or_err(py, made) }?;
        Ok(made.cast_into::<PyString>()?)
    }
}

fn size(string: &Bound<'_, PyString>) -> Option<usize> {
    string.call_method0("__sizeof__").ok()?.extract().ok()
}

/// A function of the interpreter that the stable ABI does not promise.
fn symbol(name: &CStr) -> Option<*mut std::ffi::c_void> {
    #[cfg(all(unix, target_endian = "little"))]
    {
        // SAFETY: the name ends with a zero byte.
        let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        (!symbol.is_null()).then_some(symbol)
    }
    #[cfg(not(all(unix, target_endian = "little")))]
    {
        let _ = name;
        None
    }
}

/// Whether [`filled`] can do anything here.
pub(crate) fn is_known(py: Python<'_>) -> bool {
    Layout::get(py).is_some()
}

/// A `str` of at most `most` units of `width`, which `write` fills without the interpreter: so many as it
/// returns; or what else it returns. `None` if this interpreter's strings are not known.
///
/// `U` is the unit that `width` has. The units must be of that width, and not of a narrower one.
pub(crate) fn filled<'py, U: Copy + Send, E: Send>(
    py: Python<'py>,
    most: usize,
    width: Width,
    write: impl FnOnce(&mut [MaybeUninit<U>]) -> Result<usize, E> + Send,
) -> Option<PyResult<Result<Bound<'py, PyString>, E>>> {
    assert_eq!(size_of::<U>(), width.bytes());
    // Shorter strings are shared, and filled.
    let layout = Layout::get(py).filter(|_| most > 1)?;
    let string = match layout.string(py, most, width) {
        Ok(string) => string,
        Err(error) => return Some(Err(error)),
    };
    let start = layout.starts[width as usize];
    // SAFETY: the object has room for `most` units from `start` on: `found` has asked others of its width.
    let first = unsafe { string.as_ptr().cast::<u8>().add(start) }.cast::<MaybeUninit<U>>();
    // SAFETY: nobody else knows the object, so nobody reads or writes it. Units are aligned, as CPython reads them.
    let units = unsafe { slice::from_raw_parts_mut(first, most) };
    Some(match py.detach(|| write(units)) {
        Ok(written) if written < most => shortened(string, written).map(Ok),
        Ok(_) => Ok(Ok(string)),
        Err(error) => Ok(Err(error)),
    })
}

/// A `str` that nobody else has, without its end.
fn shortened(string: Bound<'_, PyString>, len: usize) -> PyResult<Bound<'_, PyString>> {
    let (py, mut object) = (string.py(), string.into_ptr());
    // SAFETY: the only reference to a `str` is handed over, and one comes back, or null with an exception.
    unsafe { ffi::PyUnicode_Resize(&raw mut object, Py_ssize_t::try_from(len)?) };
    // SAFETY: as above.
    let object = unsafe { Bound::from_owned_ptr_or_err(py, object) }?;
    Ok(object.cast_into::<PyString>()?)
}
