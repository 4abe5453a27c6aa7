//! Every test runs at every level that the processor has.

use placemat::level::{self, Level};
use std::env;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// The level in use is one for the whole process, so tests take turns.
static TURN: Mutex<()> = Mutex::new(());

/// Runs `test` at every level, one after the other. A level that the processor
/// does not have is named on standard error; if `PLACEMAT_EXPECT_LEVELS`, a list
/// with commas, has its name, the test fails.
pub(crate) fn at_every_level(mut test: impl FnMut(Level)) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let expected = expected_levels();
    for &level in Level::all() {
        if is_left_out(level) {
            report_skipped(&std::format!("level {level}, as asked"));
        } else if level.is_available() {
            level::force(level).expect("the level is available");
            test(level);
            assert_eq!(level::current(), level, "something else has changed the level");
        } else {
            assert!(!expected.contains(&level), "expected to run at {level}, and cannot");
            report_skipped(&std::format!("level {level}"));
        }
    }
    level::reset();
}

/// Whether `PLACEMAT_ONLY_LEVEL` names another level, which must be available: `cargo xtask
/// exhaustive --level` continues with it what has run at others.
pub(crate) fn is_left_out(level: Level) -> bool {
    let Ok(name) = env::var("PLACEMAT_ONLY_LEVEL") else { return false };
    let only: Level = name.parse().expect("PLACEMAT_ONLY_LEVEL is a level");
    assert!(only.is_available(), "this processor does not have {only}");
    level != only
}

/// Runs `test` while no other test changes the level.
pub(crate) fn alone<T>(test: impl FnOnce() -> T) -> T {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    test()
}

/// What `PLACEMAT_EXPECT_LEVELS` names.
pub(crate) fn expected_levels() -> Vec<Level> {
    let names = env::var("PLACEMAT_EXPECT_LEVELS").unwrap_or_default();
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| name.parse().expect("PLACEMAT_EXPECT_LEVELS names levels")).collect()
}

/// Whether an emulator runs the tests, which is tens of times slower:
/// `PLACEMAT_EMULATED` says so. Long tests take samples then, and leave out what does
/// not depend on the processor.
pub(crate) fn emulated() -> bool {
    env::var_os("PLACEMAT_EMULATED").is_some()
}

/// Whether there is time for everything: `PLACEMAT_THOROUGH`, which `cargo xtask trust` sets, says
/// so. Without it long tests try a part.
pub(crate) fn thorough() -> bool {
    env::var_os("PLACEMAT_THOROUGH").is_some()
}

/// How often something is done with random text.
pub(crate) fn rounds(count: usize) -> usize {
    if emulated() {
        count / 20
    } else if thorough() {
        count
    } else {
        count / 4
    }
}

/// One of how many cases is tried, where only a thorough run tries all.
pub(crate) fn one_of(parts: usize) -> usize {
    if thorough() { 1 } else { parts }
}

/// The step through places or values.
pub(crate) fn every(step: usize) -> usize {
    if emulated() { step } else { 1 }
}

/// Says what does not run. Written past the test runner, which would keep it
/// to itself.
pub(crate) fn report_skipped(what: &str) {
    let thread = std::thread::current();
    let line = std::format!("{}: SKIPPED: {what}\n", thread.name().unwrap_or("test"));
    let _ = std::io::stderr().write_all(line.as_bytes());
}
