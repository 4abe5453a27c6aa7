//! What `placemat detect` is to do.

use super::{FOLDER, Walk, threads, wants_color};
use crate::args::{DetectArgs, DetectFormat, When};
use crate::standard;
use ignore::overrides::Override;
use ignore::types::Types;
use placemat_detect::Hints;

pub(crate) struct Detect {
    pub(crate) walk: Walk,
    pub(crate) format: DetectFormat,
    /// Show candidates also where they are not needed.
    pub(crate) all: bool,
    pub(crate) color: bool,
    pub(crate) threads: usize,
    language: Option<String>,
    encoding: Option<String>,
}

impl Detect {
    pub(crate) fn resolve(args: DetectArgs, color: When) -> Self {
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
        };
        let (format, all) = (args.format, args.all);
        let (language, encoding) = (args.hint_language, args.hint_encoding);
        let (color, threads) = (wants_color(color), threads());
        Self { walk, format, all, color, threads, language, encoding }
    }

    /// What is known of the files before.
    pub(crate) fn hints(&self) -> Hints<'_> {
        let mut hints = Hints::default();
        hints.language = self.language.as_deref();
        hints.encoding = self.encoding.as_deref();
        hints
    }
}
