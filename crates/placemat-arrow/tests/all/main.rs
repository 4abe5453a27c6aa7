//! Every layout of columns, compared row by row with what the standard library says of each row
//! alone.
#![allow(missing_docs)]

mod common;
mod fuzz_target;
mod hostile;
mod nested;
mod row_by_row;
mod shared;

/// The fuzz target takes `fuzz_target!` from the runtime of the fuzzer, which is this program here.
extern crate self as libfuzzer_sys;

/// A target as a function.
#[macro_export]
macro_rules! fuzz_target {
    (|$data:ident: &[u8]| $body:block) => {
        pub(crate) fn run($data: &[u8]) $body
    };
}
