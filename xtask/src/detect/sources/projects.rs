//! The messages of many projects, each a file a language.
//!
//! A project is one voice: what it says is said in the same words in each sample. So certainties are set by many projects,
//! and judged by as many others. Which project is on which side was drawn by lot before any answer was known; those of
//! which one has lines of the other were left out or are on one side. Five that are built on Django, whose messages are
//! kept back for judging, and have some of these, were taken out of those that certainties are set by.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::tables::MESSAGES;
use super::{Split, Text, translated, without_tags};

/// Where a package is published.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Registry {
    Npm,
    PyPi,
}

/// The messages of a project.
pub(super) struct Project {
    pub(super) registry: Registry,
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    pub(super) split: Split,
    /// Where in the package they are.
    folder: &'static str,
    /// What the names of files begin with, before the language; where that is nothing, a folder may be named by it.
    before: &'static str,
    end: &'static str,
}

use Registry::{Npm, PyPi};
use Split::{Calibrate, Test};

#[rustfmt::skip]
const fn project(split: Split, registry: Registry, name: &'static str, version: &'static str, folder: &'static str, before: &'static str, end: &'static str) -> Project {
    Project { registry, name, version, split, folder, before, end }
}

#[rustfmt::skip]
pub(super) const PROJECTS: [Project; 31] = [
    project(Calibrate, Npm, "@brightspace-ui/core", "3.295.0", "package/lang", "", ".js"),
    project(Calibrate, Npm, "@clerk/localizations", "4.18.0", "package/dist", "", ".js"),
    project(Calibrate, Npm, "@mui/x-data-grid", "9.17.0", "package/locales", "", ".js"),
    project(Calibrate, Npm, "@openui5/sap.m", "1.152.0", "package/src/sap/m", "messagebundle_", ".properties"),
    project(Calibrate, Npm, "cldr-annotations-full", "48.2.0", "package/annotations", "", ".json"),
    project(Calibrate, Npm, "cldr-localenames-full", "48.2.0", "package/main", "", ".json"),
    project(Calibrate, PyPi, "flask-appbuilder", "5.3.0", "flask_appbuilder/translations", "", ".mo"),
    project(Calibrate, PyPi, "formencode", "2.1.1", "formencode/i18n", "", ".mo"),
    project(Calibrate, PyPi, "lektor", "3.3.14", "lektor/translations", "", ".json"),
    project(Calibrate, Npm, "lighthouse", "12.8.2", "package/shared/localization/locales", "", ".json"),
    project(Calibrate, Npm, "mirador", "4.0.0", "package/src/locales", "", ".json"),
    project(Calibrate, Npm, "summernote", "0.9.1", "package/src/lang", "summernote-", ".js"),
    project(Calibrate, PyPi, "trac", "1.6", "trac/locale", "", ".mo"),
    project(Calibrate, Npm, "vxe-table", "4.21.3", "package/es/locale/lang", "", ".js"),
    project(Test, Npm, "@openstreetmap/id-tagging-schema", "6.19.2", "package/dist/translations", "", ".json"),
    project(Test, Npm, "@payloadcms/translations", "3.90.2", "package/dist/languages", "", ".js"),
    project(Test, Npm, "@pnp/spfx-controls-react", "3.21.0", "package/lib/loc", "", ".js"),
    project(Test, Npm, "auth0-lock", "14.3.0", "package/lib/i18n", "", ".js"),
    project(Test, Npm, "bootstrap-fileinput", "5.5.4", "package/js/locales", "", ".js"),
    project(Test, Npm, "botframework-webchat-api", "4.19.1", "package/src/localization", "", ".json"),
    project(Test, Npm, "decap-cms-locales", "3.8.2", "package/dist/esm", "", ".js"),
    project(Test, PyPi, "django-filer", "3.6.0", "filer", "", ".mo"),
    project(Test, PyPi, "django-helpdesk", "2.6.1", "helpdesk/locale", "", ".mo"),
    project(Test, PyPi, "holidays", "0.109", "holidays/locale", "", ".mo"),
    project(Test, Npm, "keycloakify", "11.16.0", "package/login/i18n", "", ".js"),
    project(Test, Npm, "osrm-text-instructions", "0.15.0", "package/languages/translations", "", ".json"),
    project(Test, Npm, "tarteaucitronjs", "1.34.0", "package/lang", "tarteaucitron.", ".js"),
    project(Test, PyPi, "thonny", "5.0.1", "thonny", "", ".mo"),
    project(Test, Npm, "typescript", "5.9.3", "package/lib", "", ".json"),
    project(Test, Npm, "validatorjs", "3.22.1", "package/src/lang", "", ".js"),
    project(Test, Npm, "video.js", "8.24.1", "package/dist/lang", "", ".json"),
];

/// Fewer bytes than these are no text to cut from; of more lines than these, so many are taken, from all over.
const LEAST: usize = 1500;
const LINES: usize = 400;

impl Project {
    /// What it has in each language.
    pub(super) fn texts(&self, home: &Path) -> Result<Vec<Text>> {
        let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let root = home.join(self.name).join(self.folder);
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            let mut paths: Vec<PathBuf> =
                fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
            paths.sort_unstable();
            for path in paths {
                if path.is_dir() {
                    folders.push(path);
                } else if let Some(language) = self.language(&root, &path) {
                    found.entry(language).or_default().extend(self.lines(&path)?);
                }
            }
        }
        // What is not translated is English.
        let english: BTreeSet<String> = found.get("en").into_iter().flatten().cloned().collect();
        let text = |(language, lines): (&'static str, Vec<String>)| {
            let mut known = if language == "en" { BTreeSet::new() } else { english.clone() };
            let lines: Vec<String> =
                lines.into_iter().filter(|line| known.insert(line.clone())).collect();
            let step = lines.len().div_ceil(LINES).max(1);
            let lines: Vec<String> = lines.into_iter().step_by(step).collect();
            let is_text = lines.iter().map(String::len).sum::<usize>() >= LEAST
                && is_written_as(language, &lines);
            let (source, language) = (self.name, language.to_owned());
            is_text.then_some(Text { source, language, lines })
        };
        Ok(found.into_iter().filter_map(text).collect())
    }

    /// The language of a file, by its name or that of a folder.
    fn language(&self, root: &Path, path: &Path) -> Option<&'static str> {
        let stem = path.file_name()?.to_str()?.strip_suffix(self.end)?.strip_prefix(self.before)?;
        if !self.before.is_empty() {
            return language_of(stem);
        }
        let folders = path.parent()?.strip_prefix(root).ok()?.iter().rev();
        let folders = folders.filter_map(|part| part.to_str());
        std::iter::once(stem).chain(folders).find_map(language_of)
    }

    fn lines(&self, path: &Path) -> Result<Vec<String>> {
        let bytes = fs::read(path)?;
        let lines = match self.end {
            ".mo" => translated(&bytes).unwrap_or_default(),
            ".properties" => String::from_utf8_lossy(&bytes).lines().filter_map(property).collect(),
            _ => String::from_utf8_lossy(&bytes).lines().flat_map(literals).collect(),
        };
        let line = |line: String| {
            let line = without_places(&without_tags(&line)).trim().to_owned();
            let is_message = line.len() >= 12
                && (line.contains(' ') || !line.is_ascii())
                && !line.contains("http")
                && !line.contains(char::is_control);
            is_message.then_some(line)
        };
        Ok(lines
            .into_iter()
            .flat_map(|text| text.lines().map(ToOwned::to_owned).collect::<Vec<_>>())
            .filter_map(line)
            .collect())
    }
}

/// The language of a name such as `de`, `pt-BR`, `zh_Hant` and `nlNL`.
fn language_of(name: &str) -> Option<&'static str> {
    let (language, rest) = (name.get(..2)?, name.get(2..)?);
    let is_apart = rest.is_empty() || rest.starts_with(['-', '_']);
    let is_region = rest.len() == 2 && rest.bytes().all(|byte| byte.is_ascii_uppercase());
    let rest = rest.to_ascii_lowercase();
    let is_short =
        |part: &str| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_locale = (is_apart || is_region) && rest.split(['-', '_']).all(is_short);
    let is_other_script = rest.contains("lat") || language != "sr" && rest.contains("cyrl");
    if !is_locale || is_other_script {
        return None;
    }
    let language = match language {
        "no" => "nb",
        "zh" if ["tw", "hk", "mo", "hant"].iter().any(|of| rest.contains(of)) => "zh-tw",
        language => language,
    };
    MESSAGES.iter().map(|(_, language)| *language).find(|known| *known == language)
}

/// Whether these lines are in the script of the language.
fn is_written_as(language: &str, lines: &[String]) -> bool {
    let letters = || lines.iter().flat_map(|line| line.chars()).filter(|c| c.is_alphabetic());
    let other = letters().filter(|&c| c >= '\u{370}' && !('\u{1E00}'..'\u{1F00}').contains(&c));
    let is_other = 2 * other.count() > letters().count();
    let others = "ar be bg el fa he ja ko mk ru sr th uk zh zh-tw";
    is_other == others.split(' ').any(|other| other == language)
}

/// What a line of JSON, JavaScript or Python has quoted, but for keys.
fn literals(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    if line.trim_start().starts_with(['*', '#']) || line.trim_start().starts_with("//") {
        return found;
    }
    let mut rest = line;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let quote = char::from(rest.as_bytes()[start]);
        rest = &rest[start + 1..];
        let mut escaped = false;
        let end = rest.find(|c| {
            let is_end = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            is_end
        });
        let Some(end) = end else { break };
        let text = &rest[..end];
        rest = &rest[end + 1..];
        if !rest.trim_start().starts_with(':') {
            found.push(unescaped(text));
        }
    }
    found
}

/// What a line of a file of properties says.
fn property(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    (!key.starts_with('#')).then(|| unescaped(value))
}

/// A text with escapes, as JSON has them, read; what is none is left.
fn unescaped(text: &str) -> String {
    let text = text.replace("\\'", "'").replace("\\`", "`").replace("\\\"", "\"");
    serde_json::from_str(&format!("\"{}\"", text.replace('"', "\\\""))).unwrap_or(text)
}

/// A text without the places for values in a template: `${name}`.
fn without_places(text: &str) -> String {
    let mut parts = text.split("${");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| text + part.split_once('}').map_or("", |(_, text)| text))
}
