//! UTF-8: is it well-formed, and what is wrong with it.

use crate::border::answer;
use crate::export;
use crate::handles::Handles;
use placemat::error::Located;
use placemat::{Validator, ascii, utf8};

thread_local! {
    static VALIDATORS: Handles<Validator> = const { Handles::new() };
}

/// An error as five numbers of 64 bits: offset, length, kind, line, column.
fn push_numbers(found: &Located, out: &mut Vec<u8>) {
    let Located { malformed, line, column } = found;
    let kind = malformed.kind as u8 as f64;
    let numbers =
        [malformed.offset as f64, malformed.len as f64, kind, *line as f64, *column as f64];
    numbers.iter().for_each(|number| out.extend(number.to_le_bytes()));
}

export! {
    /// How many bytes at the start of `text` are well-formed UTF-8.
    fn valid_up_to(text[len]: In) -> usize {
        match utf8::validate(text) {
            Ok(_) => text.len(),
            Err(bad) => bad.offset,
        }
    }
    /// How many bytes at the start of `text` are ASCII.
    fn ascii_up_to(text[len]: In) -> usize { ascii::first_non_ascii(text).unwrap_or(text.len()) }
    /// At the beginning of a text.
    fn validator_new() -> usize { VALIDATORS.with(|all| all.keep(Validator::new())) }
    /// Checks the next chunk. The answer has five numbers for each error that became certain.
    fn validator_push(number: usize, chunk[len]: In, last: bool) -> usize {
        let mut found = Vec::new();
        VALIDATORS.with(|all| all.with(number, |validator| {
            validator.push(chunk, last, |error| push_numbers(&error, &mut found));
        }));
        answer(found)
    }
    /// The end of it.
    fn validator_free(number: usize) { VALIDATORS.with(|all| all.forget(number)); }
}
