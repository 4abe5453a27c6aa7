//! Labels as they are typed.

use super::Coding;
use super::legacy::{self, Codec, Legacy};
use crate::args::Labels;
use crate::print::escape;
use placemat::encoding::Label;
use std::io::{self, Write};

/// What `label` means, or a sentence that names what may have been meant. A MIME
/// type means its charset.
pub(crate) fn coding(label: &str, labels: Labels) -> Result<Coding, String> {
    let label = Label::charset_of(label).unwrap_or(label);
    let found = match labels {
        Labels::Iana => Label::for_label(label)
            .map(Coding::Family)
            .or_else(|| Legacy::for_label(label).map(Coding::Legacy)),
        Labels::Whatwg => whatwg(label),
    };
    found.ok_or_else(|| {
        if legacy::is_replaced(label) {
            return format!(
                "\"{}\" is not supported: the Encoding Standard has withdrawn this encoding, \
                 because it hides text from filters",
                escape::shown(label)
            );
        }
        if let Some(habit) = habit(label) {
            return format!("\"{}\": {habit}", escape::shown(label));
        }
        let mut told = format!("no encoding is called \"{}\"", escape::shown(label));
        match &near(label)[..] {
            [] => {}
            [one] => told += &format!("; did you mean {one}?"),
            [most @ .., one] => told += &format!("; did you mean {} or {one}?", most.join(", ")),
        }
        told + " (placemat encodings names all)"
    })
}

/// The same for a hint, which may name what can be told and not be read.
pub(crate) fn refuse_hint(label: &str) -> Result<(), String> {
    match coding(label, Labels::Iana) {
        Err(what) if !legacy::is_replaced(label) => Err(what),
        _ => Ok(()),
    }
}

/// The names of all encodings.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let family = Label::all().iter().map(|label| label.name());
    family.chain(legacy::all().map(|legacy| legacy.name))
}

/// What `label` means in the Encoding Standard.
fn whatwg(label: &str) -> Option<Coding> {
    let family = Label::for_label_whatwg(label).map(Coding::Family);
    family.or_else(|| Legacy::for_whatwg(label).map(Coding::Legacy))
}

/// What is called so elsewhere, and is no name of an encoding.
fn habit(label: &str) -> Option<&'static str> {
    let significant = |c: &char| c.is_ascii_alphanumeric();
    let label: String = label.to_ascii_lowercase().chars().filter(significant).collect();
    Some(match &*label {
        "ansi" | "windowsansi" | "western" | "westerneuropean" => {
            "the code page of a Windows system; in western Europe that is windows-1252, in central \
             Europe windows-1250, where Cyrillic is written windows-1251"
        }
        "unicode" => "Windows calls utf-16le so, others utf-8: placemat detect FILE tells",
        "oem" | "dos" => {
            "the code page of a DOS system; in the United States that is ibm437, in western Europe \
             ibm850, in central Europe ibm852, where Cyrillic is written ibm866"
        }
        "utf8sig" | "utf8bom" | "utf8withbom" | "utf8withsignature" => {
            "that is utf-8; --bom add writes the signature, --bom remove takes it away"
        }
        "utf8nobom" | "utf8withoutbom" => "that is utf-8; --bom remove takes a signature away",
        "utf8mb4" => "MySQL's name of utf-8",
        "utf8mb3" => "MySQL's name of utf-8 without code points above U+FFFF",
        "auto" | "guess" | "detect" => {
            "nothing is guessed here: placemat detect FILE tells, and convert -f auto converts"
        }
        _ => return None,
    })
}

/// The names and aliases that are most like `label`, at most three.
fn near(label: &str) -> Vec<&'static str> {
    let typed = label.to_ascii_lowercase();
    let mut likely: Vec<(f64, &str)> = Label::all()
        .iter()
        .flat_map(|label| label.aliases().iter().copied().chain([label.name()]))
        .chain(legacy::all().flat_map(Legacy::labels))
        .map(|name| (strsim::jaro_winkler(&typed, &name.to_ascii_lowercase()), name))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    // Of numbers that are not negative, the bits have the same order.
    likely.sort_by_cached_key(|(likeness, _)| (1.0 - likeness).max(0.0).to_bits());
    likely.into_iter().map(|(_, name)| name).take(3).collect()
}

/// A line for each encoding: its name, then its other labels.
pub(crate) fn list(out: &mut Vec<u8>) -> io::Result<()> {
    for &label in Label::all() {
        writeln!(out, "{}", [&[label.name()], label.aliases()].concat().join(" "))?;
    }
    for legacy in legacy::all() {
        writeln!(out, "{}", legacy.labels().collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

/// What there is to know about each encoding, and about those of its labels that
/// the Encoding Standard gives another meaning.
pub(crate) fn encodings(labels: Labels, out: &mut Vec<u8>) -> io::Result<()> {
    for &label in Label::all() {
        let names = match labels {
            Labels::Iana => [&[label.name()], label.aliases()].concat(),
            Labels::Whatwg => label.whatwg_labels().to_vec(),
        };
        if names.is_empty() {
            continue;
        }
        writeln!(out, "{label}")?;
        writeln!(out, "    {}", label.about())?;
        writeln!(out, "    {}", names.join(" "))?;
        let differs =
            |name: &&&str| whatwg(name).is_some_and(|meant| meant != Coding::Family(label));
        let others: Vec<&str> = names.iter().filter(differs).copied().collect();
        if let [first, ..] = others[..] {
            let meant = whatwg(first).map_or("", Coding::name);
            writeln!(out, "    in the Encoding Standard {meant}: {}", others.join(" "))?;
        }
    }
    for legacy in legacy::all() {
        let names: Vec<&str> = match labels {
            Labels::Iana => legacy.labels().collect(),
            Labels::Whatwg => legacy.whatwg.to_vec(),
        };
        if names.is_empty() {
            continue;
        }
        let standard = match legacy.codec {
            Codec::Standard(_) => "; as in the Encoding Standard",
            Codec::Page(_) | Codec::Form(_) => "",
        };
        writeln!(out, "{}", legacy.name)?;
        writeln!(out, "    {}{standard}", legacy.about)?;
        writeln!(out, "    {}", names.join(" "))?;
    }
    Ok(())
}
