//! Corpora and short strings.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use placemat::utf8::{ceil_boundary, floor_boundary};

use crate::kinds;

/// Something to measure on, under its name in the results.
pub(crate) struct Text {
    /// `prose/NAME`, `mixed/NAME`, `kind/NAME`, `extra/FILE`, `words/NAME`, `records/NAME`,
    /// `short/LENGTH/ascii|non-ascii`, or `buffers/` and one of the first four with `-` in it.
    pub(crate) name: String,
    /// A few long strings or many short ones.
    pub(crate) strings: Vec<String>,
}

impl Text {
    /// Whether its strings are read into a buffer, one after the other.
    pub(crate) fn is_read(&self) -> bool {
        self.name.starts_with(kinds::BUFFERS)
    }
}

/// Which code points an operation can take.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Repertoire {
    /// All of Unicode.
    Unicode,
    /// Those of Latin-1: only corpora that hardly use others take part, and lose those.
    Latin1,
}

impl Repertoire {
    fn holds(self, c: char) -> bool {
        self == Self::Unicode || c <= '\u{FF}'
    }
}

/// Corpora that exist for operations on Latin-1 only.
const LATIN1_ONLY: [&str; 2] = ["prose/portuguese", "prose/esperanto"];

/// Lengths of short strings that tables show, and all that `--quick` measures.
pub(crate) const SOME_LENGTHS: &[usize] =
    &[1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 31, 32, 48, 63, 64, 80, 96, 112, 128];

/// All corpora, as they are.
pub(crate) struct Library {
    corpora: Vec<(String, String)>,
}

impl Library {
    /// Reads the corpora of `cargo xtask corpus`, and folders of a user's own.
    pub(crate) fn load(corpora: &Path, extra: &[impl AsRef<Path>]) -> Result<Self> {
        let mut library = Self { corpora: Vec::new() };
        for group in ["prose", "mixed"] {
            library
                .add(&corpora.join(group), group)
                .context("`cargo xtask corpus` makes the corpora")?;
        }
        for folder in extra {
            library.add(folder.as_ref(), "extra")?;
        }
        Ok(library)
    }

    fn add(&mut self, folder: &Path, group: &str) -> Result<()> {
        let entries = fs::read_dir(folder)
            .with_context(|| format!("cannot read the folder {}", folder.display()))?;
        let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        paths.sort();
        let before = self.corpora.len();
        for path in paths {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let Some(name) = file.strip_suffix(".utf8.txt") else { continue };
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            ensure!(!text.is_empty(), "{} is empty", path.display());
            self.corpora.push((format!("{group}/{name}"), text));
        }
        ensure!(self.corpora.len() > before, "no *.utf8.txt file in {}", folder.display());
        Ok(())
    }

    /// The texts for an operation: kinds, corpora, then short strings of the given lengths.
    pub(crate) fn texts(
        &self,
        repertoire: Repertoire,
        lengths: Vec<usize>,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<Text> {
        let corpora: Vec<(&str, String)> = self
            .corpora
            .iter()
            .filter_map(|(name, text)| Some((&**name, restrict(name, text, repertoire)?)))
            .collect();
        let short = Short::new(&corpora);
        let short_names = lengths.into_iter().flat_map(|length| [(length, true), (length, false)]);
        let in_any_way = |name: &str| wanted(name) || wanted(&kinds::as_buffers(name));
        let mut texts = kinds::texts(&corpora);
        texts.retain(|text| in_any_way(&text.name));
        for (name, text) in &corpora {
            if in_any_way(name) {
                let strings =
                    if name.starts_with("extra/") { vec![text.clone()] } else { kinds::long(text) };
                texts.push(Text { name: (*name).to_owned(), strings });
            }
        }
        let read = texts.iter().filter(|text| wanted(&kinds::as_buffers(&text.name)));
        let buffers: Vec<Text> = read.filter_map(kinds::buffers).collect();
        texts.extend(buffers);
        texts.retain(|text| wanted(&text.name));
        for (length, ascii) in short_names {
            let name = format!("short/{length}/{}", if ascii { "ascii" } else { "non-ascii" });
            if wanted(&name)
                && let Some(strings) = short.strings(length, ascii)
            {
                texts.push(Text { name, strings });
            }
        }
        texts
    }
}

/// A corpus without what the repertoire lacks; nothing if that would change it much.
fn restrict(name: &str, text: &str, repertoire: Repertoire) -> Option<String> {
    if repertoire == Repertoire::Unicode && LATIN1_ONLY.contains(&name) {
        return None;
    }
    let kept: String = text.chars().filter(|&c| repertoire.holds(c)).collect();
    (kept.chars().count() * 100 >= text.chars().count() * 98).then_some(kept)
}

/// Makes short strings out of prose.
pub(crate) struct Short<'a> {
    ascii: Vec<&'a str>,
    other: Vec<&'a str>,
}

impl<'a> Short<'a> {
    /// Takes strings from the prose among some corpora.
    pub(crate) fn new(corpora: &'a [(&str, String)]) -> Self {
        let prose = corpora.iter().filter(|(name, _)| name.starts_with("prose/"));
        let (ascii, other) = prose.map(|(_, text)| &**text).partition(|text| text.is_ascii());
        Self { ascii, other }
    }

    /// Strings of a length in bytes, from anywhere in the prose: so many, and so different, that no
    /// processor learns them, yet few enough to stay in its caches.
    ///
    /// None where there is no such string: no code point of one byte is beyond ASCII.
    pub(crate) fn strings(&self, length: usize, ascii: bool) -> Option<Vec<String>> {
        let sources = if ascii { &self.ascii } else { &self.other };
        if sources.is_empty() || (length < 2 && !ascii) {
            return None;
        }
        let mut random = Rng::with_seed(length as u64);
        let count = (128 * 1024 / length).min(4096);
        let mut strings = Vec::with_capacity(count);
        // Text with hardly anything beyond ASCII may not have enough strings.
        for _ in 0..1000 * count {
            if strings.len() == count {
                return Some(strings);
            }
            let source = sources[random.usize(..sources.len())];
            let room = source.len().checked_sub(length)?;
            let start = ceil_boundary(source.as_bytes(), random.usize(..=room));
            let end = floor_boundary(source.as_bytes(), start.saturating_add(length));
            let mut string = source[start..end].to_owned();
            while string.len() < length {
                // The next code point does not fit.
                string.push('.');
            }
            if string.len() == length && string.is_ascii() == ascii {
                strings.push(string);
            }
        }
        None
    }
}
