//! `cargo xtask levels`: what this processor has, what was built, and which algorithm each operation
//! of the library takes here.

use placemat::level::{self, Level};

/// Operations, the algorithm that they share over vectors, and the one without.
const OPERATIONS: &[(&str, &str, &str)] = &[
    ("validate UTF-8", "validate/utf8.rs", "validate/utf8_scalar.rs"),
    ("errors of UTF-8", "validate/next_subparts.rs", "the codec"),
    ("validate UTF-16, UTF-32", "validate/utf16.rs, utf32.rs", "the codec"),
    ("count, lengths", "count/*.rs", "count/*.rs, by words"),
    ("UTF-8 to UTF-16, UTF-32", "transcode/utf8_to_units.rs", "the codec"),
    ("UTF-8 to Latin-1", "transcode/utf8_to_latin1.rs", "the codec"),
    ("UTF-16 to UTF-8", "transcode/utf16_to_utf8.rs", "transcode/utf16_to_utf8_scalar.rs"),
    ("UTF-16 to UTF-32", "transcode/utf16_to_utf32.rs", "the codec"),
    ("UTF-32 to UTF-8, UTF-16", "transcode/utf32_to_*.rs", "the codec"),
    ("Latin-1 to UTF-8", "transcode/latin1_to_utf8.rs", "the codec"),
    ("Latin-1 with UTF-16, UTF-32", "transcode/one_to_one.rs", "the codec"),
    ("replacement, UTF-8 to UTF-16", "transcode/mend/utf8_to_utf16.rs", "the codec"),
    ("other replacement", "transcode/mend/utf8.rs, utf16.rs", "the codec"),
    ("up to 128 units, one for one", "transcode/short.rs, at no level", "transcode/short.rs"),
];

/// Prints both tables.
pub(crate) fn run() {
    let here = level::current();
    println!("{:10}{:12}in use", "level", "processor");
    for &level in Level::all() {
        let has = if level.is_available() { "has it" } else { "-" };
        let in_use = match level {
            _ if level == here => "yes",
            Level::Avx2 if here == Level::Avx512 => "where it is faster",
            _ if level.is_available() => "where it is forced",
            _ => "",
        };
        println!("{:10}{has:12}{in_use}", level.name());
    }
    println!("\n{:32}algorithm at {here}, in crates/placemat/src", "operation");
    for (operation, vectors, scalar) in OPERATIONS {
        println!("{operation:32}{}", if here == Level::Scalar { scalar } else { vectors });
    }
}
