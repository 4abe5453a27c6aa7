//! The tests beside the library as one program, for `cargo xtask test-targets`: what they share of
//! the library is compiled once instead of in each of twenty programs. Every module has its own
//! lock on the level in use, so they run in one thread.
//!
//! Left out are tests that need all processors for minutes, or Python, or the folder of fuzz
//! targets, and `core_only`, which is a program without std. A test of xtask reads this list.

#[path = "../cut.rs"]
mod cut;
#[path = "../escape.rs"]
mod escape;
#[path = "../family.rs"]
mod family;
#[path = "../group_boundary.rs"]
mod group_boundary;
#[path = "../groups.rs"]
mod groups;
#[path = "../guard_pages.rs"]
mod guard_pages;
#[path = "../incremental.rs"]
mod incremental;
#[path = "../io.rs"]
mod io;
#[path = "../levels.rs"]
mod levels;
#[path = "../matrix.rs"]
mod matrix;
#[path = "../properties.rs"]
mod properties;
#[path = "../repair.rs"]
mod repair;
#[path = "../room.rs"]
mod room;
#[path = "../specifications/main.rs"]
mod specifications;
#[path = "../stream.rs"]
mod stream;
#[path = "../transcode.rs"]
mod transcode;
#[path = "../transcoder.rs"]
mod transcoder;
#[path = "../trusted.rs"]
mod trusted;
#[path = "../utf8b.rs"]
mod utf8b;
