//! What can be typed of the files in which a project says what holds in it, behind `check`, `convert` and `fix`.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Which of these files count.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ProjectArgs {
    /// Take options from FILE [default: the nearest placemat.toml, up to the top of the repository]
    ///
    /// `placemat rules` shows what is in force. What is typed goes before what a file says.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_config")]
    #[arg(help_heading = "Project")]
    pub(crate) config: Option<PathBuf>,

    /// Read no placemat.toml
    #[arg(long, help_heading = "Project")]
    pub(crate) no_config: bool,

    /// Do not ask .gitattributes and .editorconfig which encodings files are in
    #[arg(long, help_heading = "Project")]
    pub(crate) no_rules: bool,
}
