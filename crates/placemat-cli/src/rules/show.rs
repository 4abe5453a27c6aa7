//! `placemat rules`: what is in force, for people.

use crate::print::name::shown;
use crate::print::say::say;
use crate::settings::Project;
use std::io::{self, Write};
use std::path::PathBuf;

/// Writes what `project` says, or what it says of these files.
pub(crate) fn show(paths: &[PathBuf], project: &Project, out: &mut Vec<u8>) -> io::Result<()> {
    if paths.is_empty() {
        return match &project.config {
            Some(config) => config.write(out),
            None => writeln!(out, "no placemat.toml is in force"),
        };
    }
    let rules = project.rules();
    for path in paths {
        let (rule, name) = (rules.of(path), shown(path));
        rules.notices().iter().for_each(say);
        let excluded = project.config.as_ref().is_some_and(|config| config.excludes(path));
        let note = if excluded { "; left out where it is found in a folder" } else { "" };
        match rule {
            Some(rule) => {
                let (coding, signature) = (rule.coding, rule.signature.note());
                writeln!(out, "{name}: {coding}{signature} ({}: {}){note}", rule.place, rule.said)?;
            }
            None => writeln!(out, "{name}: nothing is declared{note}")?,
        }
    }
    Ok(())
}
