//! What can be done about damage: commands that do it, with the names of the files.

use crate::print::name::Name;
use crate::settings::{Accepted, Guard, Versions};
use std::path::{Path, PathBuf};

/// As many bytes of names can be read behind a sentence.
const NAMES: usize = 200;

/// Where else a file is, in git, than where damage was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// The working tree has damage, too.
    Damaged,
    /// The working tree has none.
    Sound,
    /// The working tree has no such file.
    Missing,
    /// The damage was taken back there, and what is staged still has it.
    Staged,
}

/// Damaged files of a repository, seen from the current folder.
#[derive(Debug, Default)]
pub(super) struct Damaged {
    files: Vec<(PathBuf, Elsewhere)>,
}

impl Damaged {
    pub(super) fn push(&mut self, path: &Path, elsewhere: Elsewhere) {
        self.files.push((path.to_owned(), elsewhere));
    }

    fn which(&self, wanted: &[Elsewhere]) -> Vec<&Path> {
        let are_wanted = self.files.iter().filter(|(_, elsewhere)| wanted.contains(elsewhere));
        are_wanted.map(|(path, _)| &**path).collect()
    }
}

/// Stands behind the last sentence.
pub(super) fn hint(settings: &Guard, damaged: &Damaged) -> String {
    let accept = accepted(settings.accept);
    match &settings.versions {
        Versions::Git { .. } if settings.restore => after_restoration(damaged),
        _ if settings.restore => String::new(),
        Versions::Git { revision, staged: true, .. } => {
            let revision = Name::Path(PathBuf::from(revision.as_deref().unwrap_or("HEAD")));
            let revision = revision.argument().unwrap_or_else(|| "REV".to_owned());
            of_staged(damaged, &format!("placemat guard --git {revision} --restore{accept}"))
        }
        Versions::Files { old, new: Name::Path(new) } => {
            let (old, new) = (old.argument(), Name::Path(new.clone()).argument());
            match old.zip(new) {
                Some((old, new)) => {
                    let command = format!("placemat guard --restore{accept} {old} {new}");
                    format!(": `{command}` takes back what was damaged")
                }
                None => general(),
            }
        }
        _ => general(),
    }
}

fn general() -> String {
    ": --restore takes back what was damaged".to_owned()
}

/// Git commits what is staged, whatever is in the working tree: what was taken back there must
/// be staged again.
fn of_staged(damaged: &Damaged, restore: &str) -> String {
    use Elsewhere::{Damaged as Too, Missing, Sound};
    let (too, missing) = (damaged.which(&[Too]), damaged.which(&[Missing]));
    let mut hints = Vec::new();
    if !too.is_empty() {
        let names = names(&too).map(|names| format!(" {names}")).unwrap_or_default();
        hints.push(format!("`{restore}{names}` takes back what was damaged"));
    }
    let add = damaged.which(&[Too, Sound]);
    if !add.is_empty() {
        let command = git("add", &add);
        hints.push(match &too[..] {
            [] => format!("the working tree has no such damage, and {command} stages that"),
            _ => format!("then {command} stages it again"),
        });
    }
    if !missing.is_empty() {
        let command = git("restore --staged", &missing);
        hints.push(format!("{command} unstages what is not in the working tree"));
    }
    match hints.is_empty() {
        true => String::new(),
        false => format!(": {}", hints.join(", ")),
    }
}

fn after_restoration(damaged: &Damaged) -> String {
    let staged = damaged.which(&[Elsewhere::Staged]);
    match staged.is_empty() {
        true => String::new(),
        false => format!("; what is staged still has it: {} stages it again", git("add", &staged)),
    }
}

/// A command of git in back quotes; without names, if they cannot be written.
fn git(command: &str, paths: &[&Path]) -> String {
    let Some(names) = names(paths) else { return format!("`git {command}` with these files") };
    // Git reads names as patterns.
    let is_pattern = |path: &&Path| {
        let bytes = path.as_os_str().as_encoded_bytes();
        bytes.starts_with(b":") || bytes.iter().any(|byte| b"*?[\\".contains(byte))
    };
    match cfg!(unix) && paths.iter().any(is_pattern) {
        true => format!("`git --literal-pathspecs {command} {names}`"),
        false => format!("`git {command} {names}`"),
    }
}

/// Names for a shell, if they are not too many, and each can be one.
fn names(paths: &[&Path]) -> Option<String> {
    let names: Option<Vec<String>> =
        paths.iter().map(|path| Name::Path(path.to_path_buf()).argument()).collect();
    names.map(|names| names.join(" ")).filter(|names| names.len() <= NAMES)
}

/// What was let pass must not be taken back.
fn accepted(accept: Accepted) -> String {
    let all = [
        ("conversion", accept.conversion),
        ("signature", accept.signature),
        ("line-ending", accept.line_ending),
    ];
    let all: Vec<&str> = all.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
    match all.is_empty() {
        true => String::new(),
        false => format!(" --accept {}", all.join(",")),
    }
}
