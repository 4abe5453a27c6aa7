//! What can become of malformed text, where nobody has said it: commands to choose from.

use crate::args::{Bom, Eol};
use crate::coding::Coding;
use crate::identify::{Dialect, Reading, dialect, reading};
use crate::input::Input;
use crate::print::name::Name;
use crate::print::words::count;
use crate::settings::{self, Backup};
use placemat::encoding::Label;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// How many files are looked at to recommend something, and named.
const FILES: usize = 5;

/// The files with malformed text, of which it is not decided what becomes of it.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// Something that was named cannot be replaced: there is nothing to choose.
    pub(super) is_refused: bool,
    files: u64,
    /// The first of them, and what they seem to be.
    first: Vec<(Name, Looks)>,
}

/// What a file seems to be.
#[derive(Debug)]
enum Looks {
    /// A relative of UTF-8.
    Dialect(Dialect),
    Reading(Reading),
    /// Well-formed, but a profile refuses some of it.
    Refused,
}

/// What to type, or the options of it, and what it does.
type Command = (String, String);

impl Looks {
    fn of(input: &Input) -> Self {
        match dialect(input) {
            Ok(Some(dialect)) => Self::Dialect(dialect),
            // Who reads the file next tells why it cannot be read.
            _ => Self::Reading(reading(input).unwrap_or(Reading::Unknown)),
        }
    }

    /// In words.
    fn what(&self) -> String {
        match self {
            Self::Dialect(dialect) => dialect.message.clone(),
            Self::Reading(Reading::Throughout(coding)) => format!("{coding} throughout"),
            Self::Reading(Reading::Windows1252) => {
                "most of what is malformed looks like windows-1252".to_owned()
            }
            Self::Reading(Reading::Unknown) => {
                "it does not look like anything in particular".to_owned()
            }
            Self::Refused => "well-formed, but the profile refuses some of it".to_owned(),
        }
    }

    /// The options that convert all of it, and what that does.
    fn conversion(&self) -> Option<(String, String)> {
        match self {
            Self::Dialect(Dialect { label, options, fits, .. }) => {
                let lost = if *fits { "" } else { "; U+FFFD for what UTF-8 cannot hold" };
                Some((options.clone(), format!("# converts all of it from {label}{lost}")))
            }
            Self::Reading(Reading::Throughout(coding)) => {
                Some((format!("-f {coding}"), format!("# converts all of it from {coding}")))
            }
            Self::Reading(_) | Self::Refused => None,
        }
    }

    /// The code page in which malformed bytes, and only those, can be read: what is
    /// well-formed by chance in text of any other is no letter or two of that.
    fn fallback(&self) -> Option<&'static str> {
        match self {
            Self::Reading(Reading::Windows1252) => Some(Label::Windows1252.name()),
            Self::Reading(Reading::Throughout(Coding::Family(label))) => Some(label.name()),
            _ => None,
        }
    }
}

impl Choice {
    pub(super) fn add(&mut self, name: &Name, path: &Path, is_malformed: bool) {
        self.files += 1;
        if self.first.len() < FILES {
            let size = fs::metadata(path).ok().map(|metadata| metadata.len());
            let input = Input::new(name.clone(), true, size, false);
            let looks = if is_malformed { Looks::of(&input) } else { Looks::Refused };
            self.first.push((name.clone(), looks));
        }
    }

    /// The commands, if there is anything to choose.
    pub(super) fn told(&self, settings: &settings::Fix, backup: &Backup) -> Option<String> {
        if self.files == 0 {
            return None;
        }
        let have = if self.files == 1 { "has" } else { "have" };
        let what = match settings.closely.profiles.is_empty() {
            true => "malformed text",
            false => "malformed text or what a profile refuses",
        };
        let mut lines = vec![format!(
            "nothing was changed: {} {have} {what}, and it was not said what is to become of it",
            count(self.files, "file", "files")
        )];
        for (name, looks) in &self.first {
            lines.push(format!("  {}: {}", name.shown(), looks.what()));
        }
        let more = self.files - self.first.len() as u64;
        if more > 0 {
            lines.push(format!("  and {}", count(more, "other file", "other files")));
        }
        lines.push("Choose one:".to_owned());
        let mut commands: Vec<Command> = self.recommended(settings, backup).into_iter().collect();
        let lost = match backup.suffix() {
            Some(suffix) => {
                let mut kept = OsString::from("NAME");
                kept.push(suffix);
                format!("is kept in {}", crate::print::name::shown(&PathBuf::from(kept)))
            }
            None => "is lost".to_owned(),
        };
        let what = format!("# U+FFFD for it; what was there {lost}");
        commands.push((again("--policy replace"), what));
        let excludes = |arg: OsString| {
            let text = arg.to_string_lossy();
            ["--bom", "--eol", "--profile"].iter().any(|option| text.starts_with(option))
        };
        if !std::env::args_os().any(excludes) {
            let what = "# \\xHH for it; --undo in its place brings it back";
            commands.push((again("--escape"), what.to_owned()));
        }
        let width = commands.iter().map(|(command, _)| command.chars().count()).max();
        for (command, what) in commands {
            lines.push(format!("  {command:width$}  {what}", width = width.unwrap_or_default()));
        }
        Some(lines.join("\n"))
    }

    /// What is best, as far as can be told from the files that were looked at.
    fn recommended(&self, settings: &settings::Fix, backup: &Backup) -> Option<Command> {
        let (name, looks) = self.first.first()?;
        // Of what else was asked for, a conversion would do nothing.
        let only_mends = settings.bom == Bom::Keep
            && settings.eol == Eol::Keep
            && !matches!(backup, Backup::Always(_));
        if let Some((options, what)) = looks.conversion().filter(|_| self.files == 1 && only_mends)
            && let Some(name) = name.argument()
        {
            return Some((format!("placemat convert {options} -t utf-8 -i {name}"), what));
        }
        let page = looks.fallback()?;
        let all = self.first.iter().all(|(_, looks)| looks.fallback() == Some(page));
        all.then(|| (again(&format!("--fallback {page}")), format!("# reads it as {page}")))
    }
}

/// What was typed, with more behind "fix"; only that, where not all can be printed.
fn again(more: &str) -> String {
    let typed: Vec<OsString> = std::env::args_os().skip(1).collect();
    let words = typed.iter().map(|arg| Name::quoted(arg.as_encoded_bytes()));
    let Some(mut words) = words.collect::<Option<Vec<String>>>() else { return more.to_owned() };
    let behind = typed.iter().position(|arg| arg == "fix").map_or(0, |at| at + 1);
    words.insert(behind, more.to_owned());
    format!("placemat {}", words.join(" "))
}
