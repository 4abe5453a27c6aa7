//! What placemat and ftfy make of texts.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use placemat_detect::mojibake::{Options, Stream, repair};

/// What is made of a text.
pub(super) struct Answer {
    /// Only what is proved.
    pub(super) proved: String,
    /// With guesses.
    pub(super) guessed: String,
    /// Of ftfy, if it takes part.
    pub(super) ftfy: Option<String>,
}

/// What is made of all texts.
pub(super) fn answers(texts: &[&str], python: &Path) -> Vec<Answer> {
    let ftfy = ftfy(texts, python);
    if let Err(error) = &ftfy {
        eprintln!("ftfy does not take part: {error:#}");
    }
    let mut ftfy = ftfy.into_iter().flatten();
    let answer = |text: &&str| Answer {
        proved: repair(text, Options::default()).into_owned(),
        guessed: repair(text, Options::lossy()).into_owned(),
        ftfy: ftfy.next(),
    };
    texts.iter().map(answer).collect()
}

/// How sure the least sure repair of a text is, in per cent.
pub(super) fn confidence(text: &str) -> Option<u8> {
    let mut least = None;
    Stream::new(Options::default()).push(text.as_bytes(), true, &mut Vec::new(), &mut |repair| {
        let confidence = repair.confidence();
        least = Some(least.map_or(confidence, |least: u8| least.min(confidence)));
    });
    least
}

/// It reads a list of texts, and prints a list of what becomes of them.
const FTFY: &str = "
import json, sys
from ftfy import fix_encoding
json.dump([fix_encoding(text) for text in json.load(sys.stdin)], sys.stdout)
";

fn ftfy(texts: &[&str], python: &Path) -> Result<Vec<String>> {
    let mut child = Command::new(python)
        .args(["-c", FTFY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut stdin = child.stdin.take().context("standard input is piped")?;
    // If it ends early, its status says more.
    _ = stdin.write_all(&serde_json::to_vec(texts)?);
    drop(stdin);
    let output = child.wait_with_output()?;
    if !output.status.success() {
        bail!("the program failed: {}", output.status);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
