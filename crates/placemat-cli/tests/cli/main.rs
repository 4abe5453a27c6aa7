//! The tool as it is used: arguments and files in, reports and exit codes out.

mod check;
mod common;
mod convert;
mod detect;
mod explain;
#[cfg(unix)]
mod faults;
mod fix;
mod framed;
mod guard;
mod judged_as;
mod legacy;
#[cfg(unix)]
mod replace;
