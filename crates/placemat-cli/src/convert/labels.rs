//! Labels as they are typed.

use crate::escape;
use placemat::Label;
use std::io::{self, Write};

/// What `label` means, or a sentence that names what may have been meant.
pub(crate) fn label(label: &str) -> Result<Label, String> {
    Label::for_label(label).ok_or_else(|| {
        let mut told = format!("no encoding is called \"{}\"", escape::shown(label));
        match &near(label)[..] {
            [] => {}
            [one] => told += &format!("; did you mean {one}?"),
            [most @ .., one] => told += &format!("; did you mean {} or {one}?", most.join(", ")),
        }
        told + " (placemat convert --list names all)"
    })
}

/// The names and aliases that are most like `label`, at most three.
fn near(label: &str) -> Vec<&'static str> {
    let typed = label.to_ascii_lowercase();
    let mut likely: Vec<(f64, &str)> = Label::ALL
        .iter()
        .flat_map(|label| label.aliases().iter().copied().chain([label.name()]))
        .map(|name| (strsim::jaro_winkler(&typed, &name.to_ascii_lowercase()), name))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    likely.sort_by(|a, b| b.0.total_cmp(&a.0));
    likely.into_iter().map(|(_, name)| name).take(3).collect()
}

/// A line for each encoding: its name, then its other labels.
pub(crate) fn list(out: &mut Vec<u8>) -> io::Result<()> {
    for label in Label::ALL {
        writeln!(out, "{}", [&[label.name()], label.aliases()].concat().join(" "))?;
    }
    Ok(())
}
