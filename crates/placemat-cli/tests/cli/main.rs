//! The tool as it is used: arguments and files in, reports and exit codes out.

mod check;
mod common;
mod convert;
#[cfg(unix)]
mod faults;
