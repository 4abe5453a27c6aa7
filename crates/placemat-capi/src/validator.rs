//! Validation of UTF-8 that comes in pieces, with lines and columns.

use crate::border::export;
use crate::result::Place;
use placemat::Validator;
use std::ffi::c_void;

/// `placemat_located`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Located {
    /// The error; its offset counts from the start of the text.
    pub error: Place,
    /// From 1.
    pub line: u64,
    /// In bytes, from 1.
    pub column: u64,
}

/// `placemat_tell`: is told of each error.
pub type Tell = extern "C" fn(context: *mut c_void, error: &Located);

export! {
    /// At the beginning of a text.
    fn placemat_validator_new() -> Option<Box<Validator>> { Some(Box::default()) }
    /// Checks the next chunk, and returns how many errors became certain.
    fn placemat_validator_push(
        validator: Option<&mut Validator>, chunk[len]: In<u8>, last: bool,
        report: Option<Tell>, context: *mut c_void
    ) -> u64 {
        let Some(validator) = validator else { return 0 };
        let before = validator.malformed();
        validator.push(chunk, last, |found| {
            if let Some(report) = report {
                let placemat::error::Located { malformed, line, column } = found;
                report(context, &Located { error: malformed.into(), line, column });
            }
        });
        validator.malformed() - before
    }
    /// How many bytes are checked.
    fn placemat_validator_offset(validator: Option<&Validator>) -> u64 {
        validator.map_or(0, |validator| validator.offset())
    }
    /// How many bytes wait for the rest of their sequence.
    fn placemat_validator_waiting(validator: Option<&Validator>) -> usize {
        validator.map_or(0, |validator| validator.waiting().len())
    }
    /// How many line feeds there were.
    fn placemat_validator_line_feeds(validator: Option<&Validator>) -> u64 {
        validator.map_or(0, |validator| validator.line_feeds())
    }
    /// The end of it.
    fn placemat_validator_free(validator: Option<Box<Validator>>) { drop(validator) }
}
