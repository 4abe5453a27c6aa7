//! Whatever is pasted is read, without a panic; in the form that it was taken for, and in each of
//! the others, it is read again; what is read is no longer than what was pasted; and bytes that are
//! written come back.
#![cfg_attr(fuzzing, no_main)]

use libfuzzer_sys::fuzz_target;
use placemat_inspect::paste::{Form, read, read_as};
use std::fmt::Write;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let paste = read(&text);
    let again = read_as(&text, paste.form).expect("it was read");
    assert_eq!(again.bytes, paste.bytes);
    assert!(paste.others.iter().all(|&form| form != paste.form && read_as(&text, form).is_ok()));
    for form in Form::all() {
        match read_as(&text, form) {
            Ok(paste) => assert!(paste.bytes.len() <= text.len()),
            Err(why) => {
                let shown = why.to_string();
                assert!(!shown.contains(placemat_inspect::code_point::is_unsafe), "{shown:?}");
                // Sentences, and a piece of what is wrong.
                assert!(shown.len() < 500, "{shown}");
            }
        }
    }

    let mut written =
        [(Form::Hex, String::new()), (Form::Octal, String::new()), (Form::Escapes, String::new())];
    for byte in data {
        let _ = write!(written[0].1, "{byte:02x} ");
        let _ = write!(written[1].1, "{byte:03o} ");
        let _ = write!(written[2].1, "\\x{byte:02X}");
    }
    for (form, text) in written.iter().filter(|_| !data.is_empty()) {
        assert_eq!(read_as(text, *form).expect("it is in order").bytes, data);
    }
});
