//! The tests beside the library, as one program: what they share of the library is compiled once.
//!
//! `core_only` is a program without std, and `fuzz_targets` one that stands in for the fuzzer's
//! runtime.

#[path = "../common/mod.rs"]
mod common;

// Emulators are too slow for the first two, and have no Python.
#[cfg(not(placemat_targets))]
mod exhaustive;
#[cfg(not(placemat_targets))]
mod exhaustive_units;
#[cfg(not(placemat_targets))]
mod python_family;
#[cfg(not(placemat_targets))]
mod python_oracle;
#[cfg(not(placemat_targets))]
mod python_policies;

mod another_text;
mod cut;
mod escape;
mod everyday;
mod family;
mod group_boundary;
mod groups;
mod guard_pages;
mod icu;
mod incremental;
mod io;
mod levels;
mod matrix;
mod memory;
mod odd_use;
mod properties;
mod repair;
mod room;
mod specifications;
mod stream;
mod transcode;
mod transcoder;
mod trusted;
mod utf8b;
