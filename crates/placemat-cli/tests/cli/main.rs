//! The tool as it is used: arguments and files in, reports and exit codes out.

mod check;
mod common;
#[cfg(unix)]
mod faults;
