//! What a project says of its files.

use crate::args::ProjectArgs;
use crate::rules::{Config, Rules};
use std::sync::Arc;

/// The files that count.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    pub(crate) config: Option<Arc<Config>>,
    /// Whether `.gitattributes` and `.editorconfig` do.
    of_others: bool,
}

impl Project {
    pub(crate) fn resolve(args: &ProjectArgs) -> Result<Self, String> {
        let config = match &args.config {
            Some(path) => Some(Config::read(path)?),
            None if args.no_config => None,
            None => Config::find()?,
        };
        Ok(Self { config: config.map(Arc::new), of_others: !args.no_rules })
    }

    /// What is said of the encodings of files.
    pub(crate) fn rules(&self) -> Rules {
        Rules::new(self.config.clone(), self.of_others)
    }
}
