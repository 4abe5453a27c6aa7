//! What was made, from what, and of which code points: target/corpus/manifest.json.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::text::Document;

/// All corpora.
#[derive(Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(super) source: String,
    pub(super) edition: u32,
    pub(super) corpora: Vec<Corpus>,
}

/// One file of text.
#[derive(Serialize, Deserialize)]
pub(super) struct Corpus {
    pub(super) name: String,
    bytes: usize,
    /// How many code points take one, two, three and four bytes in UTF-8.
    code_points: [usize; 4],
    note: String,
    parts: Vec<Part>,
}

/// What one declaration gave.
#[derive(Serialize, Deserialize)]
pub(super) struct Part {
    code: String,
    language: String,
    bytes: usize,
}

impl Part {
    /// Nothing, if the declaration gave nothing.
    pub(super) fn new(document: &Document, bytes: usize) -> Option<Self> {
        let (code, language) = (document.code.clone(), document.language.clone());
        (bytes > 0).then_some(Self { code, language, bytes })
    }
}

impl Corpus {
    pub(super) fn new(name: &str, text: &str, parts: Vec<Part>, note: &str) -> Self {
        let mut code_points = [0; 4];
        text.chars().for_each(|c| code_points[c.len_utf8() - 1] += 1);
        Self { name: name.to_owned(), bytes: text.len(), code_points, note: note.to_owned(), parts }
    }
}

/// Where a corpus lies.
pub(super) fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.utf8.txt"))
}

impl Manifest {
    /// The manifest of files that are there, of the right size, and what this program would make.
    pub(super) fn load(folder: &Path) -> Option<Self> {
        let manifest: Self =
            serde_json::from_slice(&fs::read(folder.join("manifest.json")).ok()?).ok()?;
        let there = |c: &Corpus| {
            fs::metadata(path(folder, &c.name)).is_ok_and(|m| m.len() == c.bytes as u64)
        };
        (manifest.edition == super::EDITION && manifest.corpora.iter().all(there))
            .then_some(manifest)
    }

    pub(super) fn save(&self, folder: &Path) -> Result<()> {
        Ok(fs::write(folder.join("manifest.json"), serde_json::to_string_pretty(self)? + "\n")?)
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "target/corpus, from {}; code points of 1, 2, 3 and 4 bytes in percent",
            self.source
        )?;
        for corpus in &self.corpora {
            let all = corpus.code_points.iter().sum::<usize>() as f64;
            let [one, two, three, four] = corpus.code_points.map(|n| 100.0 * n as f64 / all);
            let parts = corpus
                .parts
                .iter()
                .map(|p| format!("{} {}", p.code, p.bytes))
                .collect::<Vec<_>>()
                .join(", ");
            writeln!(
                f,
                "{:17} {:6} bytes {one:5.1} {two:4.1} {three:4.1} {four:4.1}  {parts}",
                corpus.name, corpus.bytes
            )?;
        }
        Ok(())
    }
}
