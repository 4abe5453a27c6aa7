//! Numbers and names of `placemat.h` are those of the library.

#![allow(unsafe_code, reason = "functions of C are called")]

use placemat::encoding::Label;
use placemat::{MalformedKind, Policy};
use std::ffi::{CStr, c_char};

/// What a function of names gives, if that is a name.
fn text(name: *const c_char) -> Option<&'static str> {
    if name.is_null() {
        return None;
    }
    // SAFETY: names end with a zero byte, and last as long as the program.
    Some(unsafe { CStr::from_ptr(name) }.to_str().unwrap())
}

#[test]
fn names_are_the_librarys() {
    for (number, &kind) in (1..).zip(MalformedKind::all()) {
        // SAFETY: it takes any number.
        let name = unsafe { placemat_capi::placemat_kind_name(number) };
        // SAFETY: as above.
        let sentence = unsafe { placemat_capi::placemat_kind_text(number) };
        assert_eq!([name, sentence].map(text), [Some(kind.name()), Some(&*kind.to_string())]);
    }
    for (number, &policy) in (0..).zip(Policy::all()) {
        // SAFETY: as above.
        let name = unsafe { placemat_capi::placemat_policy_name(number) };
        assert_eq!(text(name), Some(policy.name()));
    }
    for (number, &label) in (1..).zip(Label::all()) {
        // SAFETY: as above.
        let name = unsafe { placemat_capi::placemat_label_name(number) };
        assert_eq!(text(name), Some(label.name()));
    }
}

/// The name of an enumerator, as C spells the name of what it stands for.
fn spelled(prefix: &str, name: &str) -> String {
    format!("{prefix}{}", name.to_uppercase().replace('-', "_"))
}

#[test]
fn enumerators_have_the_numbers() {
    let header = include_str!("../include/placemat.h");
    let has = |prefix: &str, name: &str, number: usize| {
        let line = format!("    {} = {number}", spelled(prefix, name));
        let found = header.lines().any(|l| {
            l.strip_prefix(&line)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        assert!(found, "placemat.h has no line {line}");
    };
    for (number, kind) in (1..).zip(MalformedKind::all()) {
        has("PLACEMAT_KIND_", kind.name(), number);
    }
    for (number, policy) in (0..).zip(Policy::all()) {
        has("PLACEMAT_", policy.name(), number);
    }
    for (number, label) in (1..).zip(Label::all()) {
        has("PLACEMAT_LABEL_", label.name(), number);
    }
    for (number, name) in ["ok", "malformed", "unmappable", "output-full", "bad-argument", "defect"]
        .iter()
        .enumerate()
    {
        has("PLACEMAT_", name, number);
    }
}
