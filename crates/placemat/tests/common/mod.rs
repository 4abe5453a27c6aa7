//! What the tests share. The library's own unit tests include these files too.

#![allow(dead_code, reason = "every test program uses a part of it")]

pub(crate) mod cases;
#[cfg(feature = "alloc")]
pub(crate) mod everyday;
pub(crate) mod filler;
pub(crate) mod guarded;
pub(crate) mod levels;
pub(crate) mod parallel;
pub(crate) mod policies;
pub(crate) mod python;
pub(crate) mod random;
pub(crate) mod reference;
