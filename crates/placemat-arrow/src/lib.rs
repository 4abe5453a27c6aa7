//! Columns of text: Arrow arrays checked, repaired and reported on.
//!
//! ```
//! use arrow_array::{Array, BinaryArray, cast::AsArray};
//! use placemat::Policy;
//!
//! let column = BinaryArray::from_vec(vec![b"fine", b"caf\xE9", b"don\x92t"]);
//! let mask = placemat_arrow::is_valid(&column)?;
//! assert_eq!(mask.iter().collect::<Vec<_>>(), [Some(true), Some(false), Some(false)]);
//!
//! let mended = placemat_arrow::make_valid(&column, Policy::Windows1252)?;
//! assert_eq!(mended.array.as_string::<i32>().value(2), "don’t");
//! assert_eq!(mended.rows, 2);
//! # Ok::<(), placemat_arrow::Error>(())
//! ```
//!
//! # Which arrays
//!
//! `Binary`, `LargeBinary`, `BinaryView`, `FixedSizeBinary`, and `Utf8`, `LargeUtf8`, `Utf8View`, which
//! some other system may have marked so without a look; dictionaries and run-end encoded arrays
//! of them; sliced, and with nulls. [`nested`] finds them in lists, structs and maps. What comes
//! out is typed as text of the same layout.
//!
//! | for | take |
//! |---|---|
//! | which rows are well-formed | [`is_valid`] |
//! | text, whatever it takes | [`make_valid`], [`null_invalid`], [`quarantine`] |
//! | a column that says it is text | [`validate_strings`] |
//! | what is wrong, row by row | [`first_error`], [`count_errors`] |
//! | what is wrong, with all chunks of a column | [`Survey`] |
//! | bytes in other encodings | [`convert`], [`from_windows_1252`], [`from_latin1`], [`Detector`] |
//! | arrays from outside that nobody has looked at | [`import()`] |
//!
//! # How
//!
//! Rows lie one behind the other, so the values are validated many rows at once, and then it is asked
//! whether each row begins where a sequence does. A clean column costs little more than to read it.
//! Where something is wrong, every row gets the verdict that it gets alone: tests compare them.
//!
//! # Hostile arrays
//!
//! Offsets that are negative, that decrease or that reach beyond the values, views into no buffer,
//! keys without a value, a validity that is too short: these are [`Error::Broken`]. Nothing is read
//! out of bounds, whatever an array was made of by `unsafe` means.

#![deny(unsafe_code)]

mod bits;
mod column;
mod error;
mod import;
mod legacy;
#[allow(unsafe_code, reason = "strings out of bytes that have been validated, without a copy")]
mod make;
mod mask;
pub mod nested;
#[allow(unsafe_code, reason = "strings out of bytes that have been made well-formed")]
mod rebuild;
mod report;
mod rows;
mod views;

pub use error::Error;
pub use import::import;
pub use legacy::{Detector, convert, from_latin1, from_windows_1252};
pub use make::{Mended, Quarantine, make_valid, null_invalid, quarantine};
pub use report::{InvalidRow, Survey, count_errors, first_error, is_valid, validate_strings};
