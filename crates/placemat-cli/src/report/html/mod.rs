//! `--report FILE.html`: what was found as one page, to be shown to others. It is whole in itself, and static:
//! no script, nothing that is loaded, and a policy in the page that forbids both. Commands hand over the
//! values that their other reports have; here is only how they look.

mod figures;
mod lines;
mod markup;
mod sketch;

pub(crate) use figures::{Share, bars, heat, map, shares};
pub(crate) use lines::{Edited, Hit, Part, edited, hit};
pub(crate) use markup::Markup;
pub(crate) use sketch::{Bytes, LINES, Map, Sketch, add};

use crate::output::{Output, OutputError};
use crate::print::say::what;
use base64::prelude::{BASE64_STANDARD as BASE64, Engine};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Colours and type are those of the page in web/, which takes them from here.
const STYLE: &str = concat!(include_str!("tokens.css"), include_str!("style.css"));

/// What every page begins with, and nothing else does.
const START: &str = "<!DOCTYPE html>\n<html lang=\"en\" dir=\"ltr\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '";

/// How many files have a place of their own on a page.
pub(crate) const FILES: usize = 100;

/// How many of these are unfolded.
pub(crate) const OPEN: usize = 12;

/// A page that is to be written. The file has its name only when all of it is there.
#[derive(Debug)]
pub(crate) struct Page {
    output: Output,
    path: PathBuf,
    /// The command, in words for the shell.
    command: String,
}

/// What a page says first.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) tone: Tone,
    /// In one sentence.
    pub(crate) sentence: String,
    /// And a few more, with commands between back quotes.
    pub(crate) more: Vec<String>,
    /// Numbers, and what they are numbers of.
    pub(crate) figures: Vec<(String, &'static str)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Note,
    Bad,
}

impl Page {
    /// Opens the file, before there is anything to write to it.
    ///
    /// # Errors
    /// It cannot be written, it is a folder, or a file that is no page: that may have been meant to be read.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        if path.as_os_str() == "-" {
            return Err("--report needs the name of a file: standard output has the other report"
                .to_owned());
        }
        refuse_other(path)?;
        let output = Output::open(Some(path));
        let output = output.map_err(|failure| told(&failure))?;
        Ok(Self { output, path: path.to_owned(), command: command() })
    }

    /// Writes the page.
    ///
    /// # Errors
    /// What went wrong, in words that are safe to print.
    pub(crate) fn finish(mut self, answer: &Answer, sections: &Markup) -> Result<(), String> {
        // This run may have made it, by another option.
        refuse_other(&self.path)?;
        let page = self.page(answer, sections).into_string();
        self.output
            .write(page.as_bytes())
            .and_then(|()| self.output.finish().map(drop))
            .map_err(|failure| told(&failure))
    }

    fn page(&self, answer: &Answer, sections: &Markup) -> Markup {
        let mut page = Markup::default();
        page.raw(START);
        let style = BASE64.encode(Sha256::digest(STYLE));
        page.text(&format!("sha256-{style}")).raw("'; base-uri 'none'; form-action 'none'\">\n");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.raw("<meta name=\"referrer\" content=\"no-referrer\">\n");
        page.within("title", |page| _ = page.text(&answer.sentence).raw(" – placemat"));
        page.raw("<style>").raw(STYLE).raw("</style>\n</head>\n<body>\n");
        page.raw(
            "<header class=\"top\"><p class=\"brand\"><span class=\"mark\" aria-hidden=\"true\">",
        );
        page.raw("<i></i><i></i><i></i></span>placemat</p>\n<p class=\"when\"><time>").text(&now());
        page.raw("</time></p></header>\n<main>\n<section class=\"answer\">\n");
        let tone = match answer.tone {
            Tone::Good => "<h1 class=\"sentence\">",
            Tone::Note => "<h1 class=\"sentence note\">",
            Tone::Bad => "<h1 class=\"sentence bad\">",
        };
        page.raw(tone).text(&answer.sentence).raw("</h1>\n");
        for sentence in &answer.more {
            page.within("p class=\"more\"", |page| _ = page.prose(sentence));
        }
        if !answer.figures.is_empty() {
            page.within("dl class=\"counts\"", |page| {
                for (number, of) in &answer.figures {
                    page.raw("<div><dt>")
                        .raw(of)
                        .raw("</dt><dd>")
                        .text(number)
                        .raw("</dd></div>\n");
                }
            });
        }
        page.raw("</section>\n").add(sections).raw("</main>\n<footer>");
        page.within("p", |page| _ = page.raw("Made by <code>").text(&self.command).raw("</code>"));
        page.raw("<p>placemat ")
            .raw(env!("CARGO_PKG_VERSION"))
            .raw(". Offsets count from 0, lines and columns from 1, ");
        page.raw("columns in bytes. This page is one file, runs no script and loads nothing.</p></footer>\n</body>\n</html>\n");
        page
    }
}

fn refuse_other(path: &Path) -> Result<(), String> {
    if !is_other(path) {
        return Ok(());
    }
    let shown = crate::print::name::shown(path);
    Err(format!(
        "{shown}: it is there, and is no page of an earlier --report: name another file, or remove it first"
    ))
}

/// Whether a file is there that is neither empty nor a page. One that cannot be read is taken for such a file.
fn is_other(path: &Path) -> bool {
    let Ok(found) = path.metadata() else { return false };
    let mut start = [0; START.len()];
    let mut page = || File::open(path).and_then(|mut file| file.read_exact(&mut start));
    found.is_file() && found.len() > 0 && (page().is_err() || start != *START.as_bytes())
}

fn told(failure: &OutputError) -> String {
    format!("{}: {}", failure.shown, what(&failure.error))
}

/// The command as it was typed.
fn command() -> String {
    let args = std::env::args_os().skip(1).map(|arg| {
        let bytes = arg.as_encoded_bytes();
        crate::print::name::Name::quoted(bytes)
            .unwrap_or_else(|| crate::print::name::shown(Path::new(&arg)))
    });
    std::iter::once("placemat".to_owned()).chain(args).collect::<Vec<_>>().join(" ")
}

/// What time it is, in words: that of SOURCE_DATE_EPOCH, where builds are to be reproducible.
fn now() -> String {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let now = fixed.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds));
    let now = now.unwrap_or_else(SystemTime::now).duration_since(UNIX_EPOCH).unwrap_or_default();
    in_words(now.as_secs())
}

/// Seconds since 1970: `23 November 2026, 10:46 UTC`.
fn in_words(seconds: u64) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    // Years that begin in March have their leap day at the end; 400 of them are 146,097 days.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let in_month = day - (153 * month + 2) / 5 + 1;
    let year = 400 * era + year + u64::from(month >= 10);
    let name = MONTHS[(month as usize + 2) % 12];
    format!("{in_month} {name} {year}, {:02}:{:02} UTC", seconds / 3600 % 24, seconds / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(in_words(0), "1 January 1970, 00:00 UTC");
        assert_eq!(in_words(951_782_399), "28 February 2000, 23:59 UTC");
        assert_eq!(in_words(951_782_400), "29 February 2000, 00:00 UTC");
        assert_eq!(in_words(1_795_430_760), "23 November 2026, 10:46 UTC");
        assert_eq!(in_words(4_107_542_400), "1 March 2100, 00:00 UTC");
    }

    /// Nothing in it may end the element that it is in, or be loaded.
    #[test]
    fn the_style_is_style() {
        assert!(!STYLE.contains("</") && !STYLE.contains("url(") && !STYLE.contains("@import"));
    }
}
