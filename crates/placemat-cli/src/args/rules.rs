//! What can be typed behind `placemat rules`.

use super::ProjectArgs;
use clap::{Args, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  placemat rules                  what placemat.toml says, and which one
  placemat rules src/old.rc       which encoding is declared, and where";

/// Show what a project says of its files
///
/// Without FILE: the placemat.toml that is in force, and what it says. With FILE: the encoding that is
/// declared for each, and the file and line that declare it. placemat.toml goes before
/// .gitattributes (working-tree-encoding), and that before .editorconfig (charset). check judges files
/// as what is declared, convert -f auto reads them so, and fix leaves alone what is not UTF-8.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RulesArgs {
    /// Files; they need not exist
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) project: ProjectArgs,
}
