//! `placemat.toml`: what would have to be typed each time. The nearest file counts, from the current folder up to the top of
//! the working tree; its patterns are relative to its folder.

use super::glob::{Dialect, Glob};
use super::{LARGEST, Rule, Signature, near, real, relative};
use crate::args::{Eol, Labels};
use crate::coding;
use crate::print::name::{Name, shown};
use crate::print::say::what;
use crate::print::words::count;
use clap::ValueEnum;
use placemat::{Policy, utf8};
use placemat_profile::Profile;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What the file is called.
pub(crate) const NAME: &str = "placemat.toml";

/// What the file says.
#[derive(Debug, Default)]
pub(crate) struct Config {
    path: PathBuf,
    folder: PathBuf,
    /// What is left out where it is found in a folder.
    exclude: Vec<Glob>,
    pub(super) encodings: Vec<(Glob, Arc<Rule>)>,
    pub(crate) check: Section,
    pub(crate) fix: Section,
    pub(crate) convert: Section,
}

/// What it says of one command: options that are not typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) profiles: Vec<Profile>,
    pub(crate) policy: Option<Policy>,
    pub(crate) fallback: Option<String>,
    pub(crate) eol: Option<Eol>,
}

impl Config {
    /// The file that holds here, if there is one.
    pub(crate) fn find() -> Result<Option<Self>, String> {
        let Ok(here) = Path::new(".").canonicalize() else { return Ok(None) };
        for folder in here.ancestors() {
            let path = folder.join(NAME);
            if path.is_file() {
                return Self::read(&path).map(Some);
            }
            if folder.join(".git").exists() {
                break;
            }
        }
        Ok(None)
    }

    /// The file at `path`; an error has its place in it.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let fail = |error: io::Error| format!("{}: {}", shown(near(path)), what(&error));
        let mut bytes = Vec::new();
        File::open(path).map_err(fail)?.take(LARGEST).read_to_end(&mut bytes).map_err(fail)?;
        let absolute = fs::canonicalize(path).map_err(fail)?;
        let text = utf8::validate(&bytes).map_err(|error| Wrong {
            at: error.offset,
            what: format!(
                "not UTF-8: {error}; `placemat check --no-config {}` shows where",
                Name::Path(near(path).to_owned()).argument().unwrap_or_else(|| NAME.to_owned())
            ),
        });
        text.and_then(|text| Self::parse(text, &absolute)).map_err(|Wrong { at, what }| {
            let before = &bytes[..at.min(bytes.len())];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            format!("{}:{line}: {}", shown(near(path)), crate::print::escape::shown(&what))
        })
    }

    fn parse(text: &str, path: &Path) -> Result<Self, Wrong> {
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        let mut config = Self { path: path.to_owned(), folder, ..Self::default() };
        let table = DeTable::parse(text).map_err(|error| Wrong {
            at: error.span().map_or(0, |span| span.start),
            what: error.message().to_owned(),
        })?;
        for (key, value) in table.into_inner() {
            match key.get_ref().as_ref() {
                "exclude" => {
                    for (glob, _) in strings(&value)? {
                        config.exclude.extend(exclusion(&glob));
                    }
                }
                "encodings" => {
                    for (glob, label) in entries(&value)? {
                        let line = 1 + text[..glob.span().start].matches('\n').count();
                        config.encodings.push(config.rule(glob, label, line)?);
                    }
                }
                "check" => config.check = section(&value, &["profiles"])?,
                "fix" => config.fix = section(&value, &["profiles", "policy", "fallback", "eol"])?,
                "convert" => config.convert = section(&value, &["policy", "eol"])?,
                _ => {
                    return Err(unknown(
                        &key,
                        &["exclude", "encodings", "check", "fix", "convert"],
                    ));
                }
            }
        }
        Ok(config)
    }

    /// What `[encodings]` says in one line.
    fn rule(
        &self,
        glob: &Spanned<impl AsRef<str>>,
        label: &Spanned<DeValue<'_>>,
        line: usize,
    ) -> Result<(Glob, Arc<Rule>), Wrong> {
        let (glob, typed) = (glob.get_ref().as_ref(), string(label)?);
        let (label, at) = (typed.0, typed.1.start);
        let (name, signature) = match &*label.to_ascii_lowercase() {
            "utf-8-bom" => ("utf-8".to_owned(), Signature::Needed),
            _ => (label.clone(), Signature::Any),
        };
        let coding = coding::coding(&name, Labels::Iana).map_err(|what| Wrong { at, what })?;
        let place = format!("{}:{line}", shown(near(&self.path)));
        let said = crate::print::escape::shown(&format!("\"{glob}\" = \"{label}\"")).to_string();
        let rule = Rule { coding, signature, place, said };
        Ok((Glob::new(glob, Dialect::EditorConfig), Arc::new(rule)))
    }

    /// What the file says of another one: the last line that does.
    pub(super) fn encoding(&self, path: &Path) -> Option<Arc<Rule>> {
        let relative = relative(path, &self.folder)?;
        let found = self.encodings.iter().rev().find(|(glob, _)| glob.matches(&relative));
        found.map(|(_, rule)| Arc::clone(rule))
    }

    /// Whether something that is found in a folder is left out.
    pub(crate) fn excludes(&self, path: &Path) -> bool {
        if self.exclude.is_empty() {
            return false;
        }
        let (parent, name) = (path.parent().unwrap_or(Path::new("")), path.file_name());
        let Some(path) = real(parent).zip(name).map(|(parent, name)| parent.join(name)) else {
            return false;
        };
        let relative = relative(&path, &self.folder);
        relative.is_some_and(|path| self.exclude.iter().any(|glob| glob.matches(&path)))
    }

    /// Writes what is in force.
    pub(crate) fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        writeln!(out, "{}", shown(near(&self.path)))?;
        if !self.exclude.is_empty() {
            let patterns = count(self.exclude.len() as u64 / 2, "pattern", "patterns");
            writeln!(out, "  exclude: {patterns}")?;
        }
        for (_, rule) in &self.encodings {
            writeln!(out, "  encodings: {} ({})", rule.said, rule.place)?;
        }
        for (name, section) in
            [("check", &self.check), ("fix", &self.fix), ("convert", &self.convert)]
        {
            let Section { profiles, policy, fallback, eol } = section;
            if !profiles.is_empty() {
                let names: Vec<&str> = profiles.iter().map(|profile| profile.name()).collect();
                writeln!(out, "  {name}: --profile {}", names.join(","))?;
            }
            if let Some(policy) = policy {
                writeln!(out, "  {name}: --policy {policy}")?;
            }
            if let Some(fallback) = fallback {
                writeln!(out, "  {name}: --fallback {fallback}")?;
            }
            if let Some(eol) = eol.and_then(|eol| eol.to_possible_value()) {
                writeln!(out, "  {name}: --eol {}", eol.get_name())?;
            }
        }
        Ok(())
    }
}

/// What is wrong with the file, and where.
#[derive(Debug)]
struct Wrong {
    at: usize,
    what: String,
}

fn wrong(span: Range<usize>, what: impl Into<String>) -> Wrong {
    Wrong { at: span.start, what: what.into() }
}

/// A key that there is not, and one that is like it.
fn unknown(key: &Spanned<impl AsRef<str>>, known: &[&str]) -> Wrong {
    let typed = key.get_ref().as_ref();
    let like = |name: &&&str| strsim::jaro_winkler(typed, name);
    let near =
        known.iter().max_by(|a, b| like(a).total_cmp(&like(b))).filter(|name| like(name) > 0.8);
    let hint = match near {
        Some(near) => format!("; did you mean {near}?"),
        None => format!("; there are {}", known.join(", ")),
    };
    wrong(key.span(), format!("no key is called \"{typed}\"{hint}"))
}

type Entry<'t, 'i> = (&'t Spanned<std::borrow::Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

fn entries<'t, 'i>(
    value: &'t Spanned<DeValue<'i>>,
) -> Result<impl Iterator<Item = Entry<'t, 'i>>, Wrong> {
    match value.get_ref() {
        DeValue::Table(table) => Ok(table.iter()),
        _ => Err(wrong(value.span(), "a table is meant")),
    }
}

fn string(value: &Spanned<DeValue<'_>>) -> Result<(String, Range<usize>), Wrong> {
    match value.get_ref() {
        DeValue::String(text) => Ok((text.to_string(), value.span())),
        _ => Err(wrong(value.span(), "a text in quotes is meant")),
    }
}

fn strings(value: &Spanned<DeValue<'_>>) -> Result<Vec<(String, Range<usize>)>, Wrong> {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().map(string).collect(),
        _ => Err(wrong(value.span(), "a list of texts in brackets is meant")),
    }
}

/// What is said of a command, which has these keys.
fn section(value: &Spanned<DeValue<'_>>, known: &[&str]) -> Result<Section, Wrong> {
    let mut section = Section::default();
    for (key, value) in entries(value)? {
        let name = key.get_ref().as_ref();
        if !known.contains(&name) {
            return Err(unknown(key, known));
        }
        if name == "profiles" {
            for (profile, span) in strings(value)? {
                let profile = profile.parse().map_err(|_| {
                    let names: Vec<&str> = Profile::all().iter().map(|p| p.name()).collect();
                    wrong(
                        span,
                        format!(
                            "no profile is called \"{profile}\"; there are {}",
                            names.join(", ")
                        ),
                    )
                })?;
                section.profiles.push(profile);
            }
            continue;
        }
        let (text, span) = string(value)?;
        let refuse = |names: Vec<String>| {
            wrong(span.clone(), format!("\"{text}\" is no {name}; there are {}", names.join(", ")))
        };
        match name {
            "policy" => {
                let all = || Policy::all().iter().map(|policy| policy.name().to_owned()).collect();
                section.policy = Some(text.parse().map_err(|_| refuse(all()))?);
            }
            "eol" => {
                let all = || Eol::value_variants().iter().filter_map(ValueEnum::to_possible_value);
                let names = || all().map(|value| value.get_name().to_owned()).collect();
                section.eol = Some(Eol::from_str(&text, true).map_err(|_| refuse(names()))?);
            }
            _ => section.fallback = Some(text),
        }
    }
    if section.policy.is_some() && section.fallback.is_some() {
        return Err(wrong(value.span(), "policy and fallback are two answers to one question"));
    }
    Ok(section)
}

/// A pattern as .gitignore has it: with all that is below what it means.
fn exclusion(glob: &str) -> [Glob; 2] {
    let glob = glob.trim_end_matches('/');
    // What has no slash is about names in any folder.
    let below = if glob.contains('/') { format!("{glob}/**") } else { format!("**/{glob}/**") };
    [Glob::new(glob, Dialect::Git), Glob::new(&below, Dialect::Git)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Config, (usize, String)> {
        Config::parse(text, Path::new("/project/placemat.toml"))
            .map_err(|Wrong { at, what }| (1 + text[..at].matches('\n').count(), what))
    }

    #[test]
    fn what_a_file_says() {
        let text = "exclude = [\"vendor/\", \"*.bin\", \"/a/b\"]\n[encodings]\n\"*.bat\" = \"ibm850\"\n\
            \"x/*.bat\" = \"utf-8-bom\"\n[check]\nprofiles = [\"source\", \"xml\"]\n[fix]\nfallback = \"windows-1252\"\n\
            eol = \"lf\"\n[convert]\npolicy = \"replace\"\n";
        let config = parse(text).unwrap();
        let rule = |path: &str| config.encoding(Path::new(path));
        assert_eq!(rule("/project/y/a.bat").unwrap().coding.name(), "ibm850");
        assert_eq!(rule("/project/x/a.bat").unwrap().signature, Signature::Needed);
        assert_eq!(rule("/other/a.bat"), None);
        assert_eq!(config.check.profiles.len(), 2);
        assert_eq!(config.convert.policy, Some(Policy::Replace));
        let excludes = |path: &str| config.exclude.iter().any(|glob| glob.matches(path.as_bytes()));
        for path in ["vendor", "vendor/x", "y/vendor/x", "x.bin", "d/x.bin", "a/b", "a/b/c"] {
            assert!(excludes(path), "{path}");
        }
        for path in ["vendors", "x.bins", "y/a/b"] {
            assert!(!excludes(path), "{path}");
        }
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        for (text, line, what) in [
            ("\nexlude = []\n", 2, "no key is called \"exlude\"; did you mean exclude?"),
            ("[check]\npolicy = \"x\"\n", 2, "no key is called \"policy\"; there are profiles"),
            ("[fix]\n\npolicy = \"x\"\n", 3, "\"x\" is no policy; there are "),
            ("[encodings]\na = 1\n", 2, "a text in quotes is meant"),
            ("[encodings]\na = \"utf-9\"\n", 2, "no encoding is called \"utf-9\""),
            (
                "[check]\nprofiles = [\"sauce\"]\n",
                2,
                "no profile is called \"sauce\"; there are postgres",
            ),
            ("exclude = \"x\"\n", 1, "a list of texts in brackets is meant"),
            ("fix = 1\n", 1, "a table is meant"),
            ("[fix]\npolicy = \"replace\"\nfallback = \"latin1\"\n", 1, "policy and fallback"),
            ("a = [\n", 1, ""),
        ] {
            let (found, told) = parse(text).unwrap_err();
            assert!(told.starts_with(what), "{told}");
            assert!(found == line || what.is_empty(), "{text}: {found}");
        }
    }
}
