//! The extension module `placemat._native`: what Python cannot do at speed. The package around it is
//! in `python/placemat`.

#![deny(unsafe_code)]

#[allow(unsafe_code, reason = "functions of CPython that the stable ABI lacks")]
mod blank;
#[allow(unsafe_code, reason = "the Arrow PyCapsule interface")]
mod columns;
mod convert;
mod functions;
#[allow(unsafe_code, reason = "buffers of Python objects")]
mod input;
mod kinds;
mod text;

/// What `placemat` is made of. Nothing here is public.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::columns::{
        Column, Survey, column_convert, column_count_errors, column_detect, column_first_error,
        column_is_valid, column_make_valid, column_null_invalid, column_quarantine,
    };
    #[pymodule_export]
    use crate::convert::{Transcoder, convert, decode, labels, policies};
    #[pymodule_export]
    use crate::functions::{
        detect, errors, escape, explain, fix_mojibake, groups, is_valid, locate, repair,
        repair_with_changes, truncate, unescape, validate,
    };
    #[pymodule_export]
    use crate::kinds::{Change, Group, Item, Malformed};
}
