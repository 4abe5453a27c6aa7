//! What a project says of the encodings of its files: `placemat.toml`, `.gitattributes` and
//! `.editorconfig`, the first that says something of a file.

mod attributes;
mod config;
mod editorconfig;
mod glob;
mod show;
mod truth;

pub(crate) use config::{Config, Section};
pub(crate) use show::show;
pub(crate) use truth::{PageOrUtf8, Untrue};

use crate::args::Labels;
use crate::coding::{self, Coding};
use crate::print::escape;
use crate::print::name::shown;
use crate::print::say::what;
use attributes::Macros;
use editorconfig::{Declared, EditorConfig};
use placemat::encoding::Label;
use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// More of a file is not read: it is no list of rules.
const LARGEST: u64 = 4 << 20;

/// What is said of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) coding: Coding,
    pub(crate) signature: Signature,
    /// The file and the line that say it, and what they say; safe to print.
    pub(crate) place: String,
    pub(crate) said: String,
}

/// Whether a file begins with a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signature {
    /// As it likes.
    Any,
    Needed,
    Forbidden,
}

impl Signature {
    /// What is said of it behind the name of an encoding.
    fn note(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Needed => " with a signature",
            Self::Forbidden => " without a signature",
        }
    }
}

impl Rule {
    /// Whether the file is UTF-8, with or without signature.
    pub(crate) fn is_utf8(&self) -> bool {
        self.coding == Coding::Family(Label::Utf8)
    }
}

/// Finds what is said of files. Each file of rules is read once.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    config: Option<Arc<Config>>,
    /// Whether other files than `placemat.toml` count.
    of_others: bool,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// By the names of folders as they come.
    folders: HashMap<PathBuf, Arc<Folder>>,
    /// By their paths; none where there is no such file.
    sources: HashMap<PathBuf, Option<Arc<Source>>>,
    /// What is to be told, and was not yet; safe to print.
    notices: Vec<String>,
}

/// What holds in a folder: the files that say it, the nearest first.
#[derive(Debug, Default)]
struct Folder {
    path: PathBuf,
    of_git: Vec<Arc<Source>>,
    of_editors: Vec<Arc<Source>>,
}

/// What one file says.
#[derive(Debug)]
struct Source {
    /// What its patterns are relative to.
    folder: PathBuf,
    /// The last first; none: nothing holds that was said before.
    rules: Vec<(glob::Glob, Option<Arc<Rule>>)>,
    /// Of an `.editorconfig`: those above it do not count.
    root: bool,
    /// Of a `.gitattributes`, with those above it.
    macros: Macros,
}

impl Rules {
    /// `of_others`: whether `.gitattributes` and `.editorconfig` count.
    pub(crate) fn new(config: Option<Arc<Config>>, of_others: bool) -> Self {
        Self { config, of_others, known: Mutex::default() }
    }

    /// What is said of the file at `path`.
    pub(crate) fn of(&self, path: &Path) -> Option<Arc<Rule>> {
        let encodings = self.config.as_ref().is_some_and(|config| !config.encodings.is_empty());
        if !self.of_others && !encodings {
            return None;
        }
        let (parent, name) = (path.parent().unwrap_or(Path::new("")), path.file_name()?);
        let folder = self.folder(parent)?;
        let path = folder.path.join(name);
        if let Some(config) = self.config.as_ref().filter(|_| encodings)
            && let Some(rule) = config.encoding(&path)
        {
            return Some(rule);
        }
        let said = |source: &Arc<Source>| {
            let relative = relative(&path, &source.folder)?;
            let found = source.rules.iter().find(|(glob, _)| glob.matches(&relative));
            found.map(|(_, rule)| rule.clone())
        };
        let of_git = folder.of_git.iter().find_map(said).flatten();
        of_git.or_else(|| folder.of_editors.iter().find_map(said).flatten())
    }

    /// What was found out about the rules themselves, and is to be told; each once.
    pub(crate) fn notices(&self) -> Vec<String> {
        std::mem::take(&mut self.known.lock().expect("no reader panics").notices)
    }

    fn folder(&self, named: &Path) -> Option<Arc<Folder>> {
        let mut known = self.known.lock().expect("no reader panics");
        if let Some(folder) = known.folders.get(named) {
            return Some(Arc::clone(folder));
        }
        let path = real(named)?;
        let (mut of_git, mut of_editors) = (Vec::new(), Vec::new());
        if self.of_others {
            of_git = known.attributes(&path);
            of_editors = known.charsets(&path);
        }
        let folder = Arc::new(Folder { path, of_git, of_editors });
        known.folders.insert(named.to_owned(), Arc::clone(&folder));
        Some(folder)
    }
}

impl Known {
    /// The files of git that hold in `folder`, up to the top of the working tree.
    fn attributes(&mut self, folder: &Path) -> Vec<Arc<Source>> {
        let top = folder.ancestors().find(|folder| folder.join(".git").exists());
        let info = top.map(|top| (top, top.join(".git/info/attributes")));
        let folders = folder.ancestors().take_while(|&folder| Some(folder) != top).chain(top);
        let files = folders.map(|folder| (folder, folder.join(".gitattributes")));
        let mut files: Vec<(&Path, PathBuf)> = info.into_iter().chain(files).collect();
        // What is above is read first, for the macros that it has.
        files.reverse();
        let mut found: Vec<Arc<Source>> = Vec::new();
        for (folder, path) in files {
            let defines = top.is_none_or(|top| top == folder);
            let macros = found.last().map(|source| source.macros.clone()).unwrap_or_default();
            found.extend(self.source(&path, |text, notices| {
                let mut macros = macros;
                let rules = attributes::parse(text, &mut macros, defines);
                let rules = understood(&path, attribute, rules, notices);
                Source { folder: folder.to_owned(), rules, root: false, macros }
            }));
        }
        found.reverse();
        found
    }

    /// The files of editors that hold in `folder`, up to one that is the root.
    fn charsets(&mut self, folder: &Path) -> Vec<Arc<Source>> {
        let mut found: Vec<Arc<Source>> = Vec::new();
        for folder in folder.ancestors() {
            let path = folder.join(".editorconfig");
            found.extend(self.source(&path, |text, notices| {
                let EditorConfig { root, rules } = EditorConfig::parse(text);
                let rules = understood(&path, charset, rules, notices);
                Source { folder: folder.to_owned(), rules, root, macros: Macros::new() }
            }));
            if found.last().is_some_and(|source| source.root) {
                break;
            }
        }
        found
    }

    /// What the file at `path` says, if there is one.
    fn source(
        &mut self,
        path: &Path,
        parse: impl FnOnce(&[u8], &mut Vec<String>) -> Source,
    ) -> Option<Arc<Source>> {
        if let Some(known) = self.sources.get(path) {
            return known.clone();
        }
        let text = read(path).unwrap_or_else(|error| {
            self.notices.push(format!(
                "{}: {}: what it says does not count",
                shown(near(path)),
                what(&error)
            ));
            None
        });
        let source = text.map(|text| Arc::new(parse(&text, &mut self.notices)));
        self.sources.insert(path.to_owned(), source.clone());
        source
    }
}

/// The path of a folder without links; of one that is not there yet, as far as it is.
fn real(folder: &Path) -> Option<PathBuf> {
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match here.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Some(real(folder.parent()?)?.join(folder.file_name()?))
        }
        found => found.ok(),
    }
}

/// What a file has; `None`, if there is none.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let is_file = |known: io::Result<Metadata>| known.is_ok_and(|known| known.is_file());
    // To open a FIFO would wait for ever.
    if !is_file(path.metadata()) {
        return Ok(None);
    }
    let file = File::open(path)?;
    if !is_file(file.metadata()) {
        return Ok(None);
    }
    let mut text = Vec::new();
    file.take(LARGEST).read_to_end(&mut text)?;
    Ok(Some(text))
}

/// What a value means, and how it is said.
type Meaning = fn(&str) -> (Result<(Coding, Signature), String>, String);

/// The rules whose encodings are known, the last first; of others it is told.
fn understood(
    path: &Path,
    meaning: Meaning,
    rules: Vec<Declared>,
    notices: &mut Vec<String>,
) -> Vec<(glob::Glob, Option<Arc<Rule>>)> {
    let mut understood = Vec::new();
    for Declared { glob, line, value } in rules.into_iter().rev() {
        let place = format!("{}:{line}", shown(near(path)));
        let rule = match value.as_deref().map(meaning) {
            None => None,
            Some((Ok((coding, signature)), said)) => {
                let said = escape::shown(&said).to_string();
                Some(Arc::new(Rule { coding, signature, place, said }))
            }
            Some((Err(what), _)) => {
                notices.push(format!("{place}: {what}"));
                continue;
            }
        };
        understood.push((glob, rule));
    }
    understood
}

/// `path` as people see it: from where they are, if it is below that.
fn near(path: &Path) -> &Path {
    let here = Path::new(".").canonicalize().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}

/// `path` from `folder` on, with slashes between names.
fn relative(path: &Path, folder: &Path) -> Option<Vec<u8>> {
    let path = path.strip_prefix(folder).ok()?;
    let parts: Vec<&[u8]> = path.iter().map(|part| part.as_encoded_bytes()).collect();
    Some(parts.join(&b'/'))
}

/// `charset` of `.editorconfig`. Its names of five encodings mean what they do for editors; others are labels.
fn charset(value: &str) -> (Result<(Coding, Signature), String>, String) {
    let said = format!("charset = {value}");
    let (label, signature) = match &*value.to_ascii_lowercase() {
        "utf-8-bom" => ("utf-8", Signature::Needed),
        "utf-8" => ("utf-8", Signature::Forbidden),
        _ => (value, Signature::Any),
    };
    (coding::coding(label, Labels::Iana).map(|coding| (coding, signature)), said)
}

/// `working-tree-encoding` of `.gitattributes`. What git asks of signatures, it refuses to work without: utf-16 has one,
/// and utf-16le none.
fn attribute(value: &str) -> (Result<(Coding, Signature), String>, String) {
    use Label::{Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
    let said = format!("working-tree-encoding={value}");
    if value.eq_ignore_ascii_case("utf-16le-bom") {
        return (Ok((Coding::Family(Utf16Le), Signature::Needed)), said);
    }
    let known = coding::coding(value, Labels::Iana).map(|coding| {
        let signature = match coding {
            Coding::Family(Utf16 | Utf32) => Signature::Needed,
            Coding::Family(Utf16Le | Utf16Be | Utf32Le | Utf32Be) => Signature::Forbidden,
            _ => Signature::Any,
        };
        (coding, signature)
    });
    (known, said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// What is said of files below a folder with these files.
    fn said(
        files: &[(&str, &str)],
        of: &[&str],
    ) -> (Vec<Option<(String, Signature)>>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let rules = Rules::new(None, true);
        let found = of.iter().map(|name| {
            let rule = rules.of(&folder.path().join(name))?;
            Some((rule.coding.name().to_owned(), rule.signature))
        });
        (found.collect(), rules.notices())
    }

    #[test]
    fn the_nearest_file_counts() {
        let files = [
            (".editorconfig", "root = true\n[*]\ncharset = latin1\n[*.md]\ncharset = UTF-8\n"),
            ("a/.editorconfig", "[*.txt]\ncharset = utf-8-bom\n[x.txt]\ncharset = unset\n"),
            ("a/b/.editorconfig", "root = true\n[z]\ncharset=utf-16le\n"),
        ];
        let names = ["y.txt", "y.md", "a/y.txt", "a/x.txt", "a/y", "a/b/y.txt", "a/b/z"];
        let found = |name: &str, signature| Some((name.to_owned(), signature));
        let expected = [
            found("iso-8859-1", Signature::Any),
            found("utf-8", Signature::Forbidden),
            found("utf-8", Signature::Needed),
            None,
            found("iso-8859-1", Signature::Any),
            None,
            found("utf-16le", Signature::Any),
        ];
        assert_eq!(said(&files, &names), (expected.to_vec(), vec![]));
    }

    #[test]
    fn git_goes_before_editors() {
        let files = [
            (".editorconfig", "root=true\n[*]\ncharset = utf-8\n"),
            (
                ".gitattributes",
                "[attr]wide working-tree-encoding=UTF-16\n*.rc wide\n*.x working-tree-encoding=sjis\n",
            ),
            (".git/info/attributes", "secret.rc working-tree-encoding=UTF-16LE-BOM\n"),
            (
                "sub/.gitattributes",
                "*.rc working-tree-encoding=UTF-16LE\nlist.rc !working-tree-encoding\n",
            ),
        ];
        let names = ["a.rc", "a.x", "a.txt", "secret.rc", "sub/a.rc", "sub/list.rc"];
        let found = |name: &str, signature| Some((name.to_owned(), signature));
        let expected = [
            found("utf-16", Signature::Needed),
            found("shift_jis", Signature::Any),
            found("utf-8", Signature::Forbidden),
            found("utf-16le", Signature::Needed),
            found("utf-16le", Signature::Forbidden),
            found("utf-8", Signature::Forbidden),
        ];
        assert_eq!(said(&files, &names), (expected.to_vec(), vec![]));
    }

    #[test]
    fn unknown_names_are_told_once() {
        let files = [(".editorconfig", "root=true\n[*]\ncharset = utf8-bomm\n"), ("a/b", "")];
        let (found, notices) = said(&files, &["x", "a/b"]);
        assert_eq!(found, [None, None]);
        assert_eq!(notices.len(), 1, "{notices:?}");
        assert!(notices[0].contains(".editorconfig:3: no encoding is called \"utf8-bomm\""));
    }
}
