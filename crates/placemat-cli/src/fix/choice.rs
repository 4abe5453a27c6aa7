//! What can become of malformed text, where nobody has said it: commands to choose from.

use crate::check::source::Input;
use crate::check::{Reading, reading};
use crate::coding::Coding;
use crate::name::Name;
use crate::render::count;
use crate::settings::KEPT;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// How many files are looked at to recommend something, and named.
const FILES: usize = 5;

/// The files with malformed text, of which it is not decided what becomes of it.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// Something that was named cannot be replaced: there is nothing to choose.
    pub(super) is_refused: bool,
    files: u64,
    /// The first of them, and what they seem to be.
    first: Vec<(Name, Reading)>,
}

impl Choice {
    pub(super) fn add(&mut self, name: &Name, path: &Path) {
        self.files += 1;
        if self.first.len() < FILES {
            let size = fs::metadata(path).ok().map(|metadata| metadata.len());
            let input = Input::new(name.clone(), true, size, false);
            let reading = reading(&input).unwrap_or(Reading::Unknown);
            self.first.push((name.clone(), reading));
        }
    }

    /// The commands, if there is anything to choose.
    pub(super) fn told(&self) -> Option<String> {
        if self.files == 0 {
            return None;
        }
        let have = if self.files == 1 { "has" } else { "have" };
        let mut lines = vec![format!(
            "nothing was changed: {} {have} malformed text, and it was not said what is to become \
             of it",
            count(self.files, "file", "files")
        )];
        for (name, reading) in &self.first {
            let what = match reading {
                Reading::Throughout(coding) => format!("{coding} throughout"),
                Reading::Windows1252 => {
                    "most of what is malformed looks like windows-1252".to_owned()
                }
                Reading::Unknown => "it does not look like anything in particular".to_owned(),
            };
            lines.push(format!("  {}: {what}", name.shown()));
        }
        let more = self.files - self.first.len() as u64;
        if more > 0 {
            lines.push(format!("  and {}", count(more, "other file", "other files")));
        }
        lines.push("Choose one:".to_owned());
        let commands = self.commands();
        let width = commands.iter().map(|(command, _)| command.chars().count()).max();
        for (command, what) in commands {
            lines.push(format!("  {command:width$}  {what}", width = width.unwrap_or_default()));
        }
        Some(lines.join("\n"))
    }

    /// Commands, and what they do; what is recommended first.
    fn commands(&self) -> Vec<(String, String)> {
        let mut commands = Vec::new();
        let mut add = |command, what: String| commands.push((command, what));
        match self.page() {
            Some(Page::Fallback(page)) => {
                add(again(&["--fallback", page]), format!("# reads it as {page}"));
            }
            Some(Page::Convert(from, name)) => {
                let command = format!("placemat convert -f {from} -t utf-8 -o {name} {name}");
                add(command, format!("# converts all of it from {from}"));
            }
            None => {}
        }
        let kept = format!("# U+FFFD for it; what was there is kept in NAME{KEPT}");
        add(again(&["--policy", "replace"]), kept);
        let typed: Vec<OsString> = std::env::args_os().collect();
        let excludes = |arg: &OsString| {
            let text = arg.to_string_lossy();
            text.starts_with("--bom") || text.starts_with("--eol")
        };
        if !typed.iter().any(excludes) {
            let what = "# \\xHH for it; --undo in its place brings it back";
            add(again(&["--escape"]), what.to_owned());
        }
        commands
    }

    /// What all of the files that were looked at seem to be.
    fn page(&self) -> Option<Page> {
        let of = |reading: Reading| match reading {
            Reading::Throughout(coding) => Some(coding.name()),
            Reading::Windows1252 => Some("windows-1252"),
            Reading::Unknown => None,
        };
        let (name, first) = self.first.first()?;
        let page = of(*first)?;
        if !self.first.iter().all(|(_, reading)| of(*reading) == Some(page)) {
            return None;
        }
        match first {
            Reading::Throughout(Coding::Legacy(legacy)) if !legacy.is_code_page() => {
                let name = name.argument().filter(|_| self.files == 1)?;
                Some(Page::Convert(page, name))
            }
            _ => Some(Page::Fallback(page)),
        }
    }
}

enum Page {
    Fallback(&'static str),
    /// From what, and an argument for the shell.
    Convert(&'static str, String),
}

/// What was typed, with more behind "fix"; without the rest where it cannot be printed.
fn again(more: &[&str]) -> String {
    let mut words = vec!["placemat".to_owned()];
    let mut typed = std::env::args_os().skip(1);
    let argument = |arg: OsString| Name::quoted(arg.as_encoded_bytes());
    for arg in typed.by_ref() {
        let is_fix = arg == "fix";
        words.extend(argument(arg));
        if is_fix {
            break;
        }
    }
    words.extend(more.iter().map(|&word| word.to_owned()));
    match typed.map(argument).collect::<Option<Vec<String>>>() {
        Some(rest) => words.extend(rest),
        None => words.push("-i …".to_owned()),
    }
    words.join(" ")
}
