//! What `placemat detect` is to do.

use super::{FOLDER, Walk, threads, wants_color};
use crate::args::{DetectArgs, DetectFormat, HintArgs, When};
use crate::standard;
use ignore::overrides::Override;
use ignore::types::Types;
use std::path::PathBuf;

pub(crate) struct Detect {
    pub(crate) walk: Walk,
    pub(crate) format: DetectFormat,
    /// Where a page of the verdicts goes.
    pub(crate) page: Option<PathBuf>,
    /// Show candidates also where they are not needed.
    pub(crate) all: bool,
    pub(crate) color: bool,
    pub(crate) threads: usize,
    pub(crate) hints: HintArgs,
}

impl Detect {
    pub(crate) fn resolve(args: DetectArgs, color: When) -> Result<Self, String> {
        args.hints.refuse()?;
        let implied = args.paths.is_empty();
        let paths = match args.paths {
            paths if !implied => paths,
            _ if standard::is_implied(FOLDER) => vec!["-".into()],
            _ => vec![".".into()],
        };
        let walk = Walk {
            paths,
            implied,
            hidden: false,
            no_ignore: false,
            follow: false,
            globs: Override::empty(),
            types: Types::empty(),
            config: None,
        };
        let (format, all) = (args.format, args.all);
        let (color, threads) = (wants_color(color), threads());
        Ok(Self { walk, format, page: args.report, all, color, threads, hints: args.hints })
    }
}
