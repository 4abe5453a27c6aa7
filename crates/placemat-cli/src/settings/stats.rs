//! What `placemat stats` is to do.

use super::{Walk, threads, wants_color, width};
use crate::args::{StatsArgs, StatsFormat, When};
use std::path::PathBuf;

pub(crate) struct Stats {
    pub(crate) walk: Walk,
    /// Only what can be counted without decoding.
    pub(crate) counts: bool,
    pub(crate) format: StatsFormat,
    /// Where a page of what was counted goes.
    pub(crate) page: Option<PathBuf>,
    pub(crate) threads: usize,
    pub(crate) color: bool,
    /// Columns of the terminal.
    pub(crate) width: usize,
}

impl Stats {
    pub(crate) fn resolve(args: StatsArgs, color: When) -> Result<Self, ignore::Error> {
        Ok(Self {
            walk: Walk::resolve(args.paths, args.walk, None)?,
            counts: args.counts,
            format: args.format,
            page: args.report,
            threads: args.threads.map_or_else(threads, |n| n.get()),
            color: wants_color(color),
            width: width(),
        })
    }
}
