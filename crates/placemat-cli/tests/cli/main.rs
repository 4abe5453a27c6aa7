//! The tool as it is used: arguments and files in, reports and exit codes out.

mod advice;
mod auto;
mod baseline;
mod check;
mod choices;
mod common;
mod completions;
mod convert;
mod cookbook;
mod dense;
mod detect;
#[cfg(unix)]
mod disturbed;
mod explain;
#[cfg(unix)]
mod faults;
mod fix;
mod framed;
mod guard;
mod guard_git;
mod habits;
#[cfg(unix)]
mod hostile;
mod judged_as;
#[cfg(unix)]
mod killed;
mod legacy;
#[cfg(unix)]
mod live;
#[cfg(unix)]
mod logs;
mod mojibake;
#[cfg(unix)]
mod names;
mod page;
mod profiles;
mod records;
#[cfg(unix)]
mod replace;
mod rules;
#[cfg(unix)]
mod scarce;
mod stats;
#[cfg(unix)]
mod stdin;
mod suggestions;
mod trees;
#[cfg(unix)]
mod undo;
#[cfg(unix)]
mod unheard;
#[cfg(unix)]
mod workplace;
