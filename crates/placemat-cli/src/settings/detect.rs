//! What `placemat detect` is to do.

use super::{Walk, stdin_has_data, wants_color};
use crate::args::{DetectArgs, DetectFormat, When};
use ignore::overrides::Override;
use ignore::types::Types;

pub(crate) struct Detect {
    pub(crate) walk: Walk,
    pub(crate) format: DetectFormat,
    /// Show candidates also where they are not needed.
    pub(crate) all: bool,
    pub(crate) color: bool,
}

impl Detect {
    pub(crate) fn resolve(args: DetectArgs, color: When) -> Result<Self, String> {
        let implied = args.paths.is_empty();
        if implied && !stdin_has_data() {
            return Err("nothing to detect: give a PATH, or text on standard input".to_owned());
        }
        let walk = Walk {
            paths: if implied { vec!["-".into()] } else { args.paths },
            implied: false,
            hidden: false,
            no_ignore: false,
            follow: false,
            globs: Override::empty(),
            types: Types::empty(),
        };
        Ok(Self { walk, format: args.format, all: args.all, color: wants_color(color) })
    }
}
