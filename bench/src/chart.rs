//! The picture of the README: speeds as bars, light and dark, as an SVG that needs nothing else.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::machine::Machine;
use crate::measure::Measurement;
use crate::targets::Group;

/// What is shown: an operation, and what it is called for people.
const PANELS: [(&str, &str); 4] = [
    ("validate_utf8", "Check UTF-8"),
    ("utf8_to_utf16le", "UTF-8 to UTF-16"),
    ("utf16le_to_utf8", "UTF-16 to UTF-8"),
    ("utf8_to_utf8_replace_1_per_100", "Repair UTF-8, an error in every 100 bytes"),
];

const OURS: &str = "placemat";

/// How many peers a panel shows, the fastest ones.
const PEERS: usize = 4;

// Lengths in the picture, as in CSS.
const WIDTH: f64 = 760.0;
const MARGIN: f64 = 20.0;
const NAMES: f64 = 110.0;
const FIGURES: f64 = 90.0;
const BAR: f64 = 18.0;
const PITCH: f64 = 24.0;
const HEADING: f64 = 40.0;

const STYLE: &str = "\
    svg { font: 14px system-ui, sans-serif; background: #fff } \
    text { fill: #24292f } .heading { font-weight: 600 } .note { fill: #57606a; font-size: 12px } \
    .peer { fill: #afb8c1 } .ours { fill: #0969da } \
    @media (prefers-color-scheme: dark) { \
    svg { background: #0d1117 } text { fill: #e6edf3 } .note { fill: #8b949e } \
    .peer { fill: #484f58 } .ours { fill: #4493f8 } }";

/// Gigabytes of the source a second, by implementation, the fastest first: geometric means over
/// all corpora.
fn speeds<'a>(results: &'a [Measurement], operation: &str) -> Vec<(&'a str, f64)> {
    let mut logarithms: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for m in results {
        if m.operation == operation && Group::All.contains(&m.corpus) {
            let speed = m.input_bytes as f64 / m.median_ns;
            logarithms.entry(&m.implementation).or_default().push(speed.ln());
        }
    }
    let mean = |of: Vec<f64>| (of.iter().sum::<f64>() / of.len() as f64).exp();
    let mut speeds: Vec<(&str, f64)> =
        logarithms.into_iter().map(|(name, of)| (name, mean(of))).collect();
    speeds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut peers = 0;
    speeds.retain(|(name, _)| {
        peers += usize::from(*name != OURS);
        *name == OURS || peers <= PEERS
    });
    speeds
}

/// The picture.
pub(crate) fn svg(machine: &Machine, results: &[Measurement]) -> String {
    let mut body = String::new();
    let mut y = MARGIN;
    for (operation, heading) in PANELS {
        let speeds = speeds(results, operation);
        let Some(&(_, fastest)) = speeds.first() else { continue };
        let full = WIDTH - 2.0 * MARGIN - NAMES - FIGURES;
        text(&mut body, "heading", (MARGIN, y + 15.0), heading);
        y += HEADING - 12.0;
        for (name, speed) in speeds {
            let class = if name == OURS { "ours" } else { "peer" };
            let (x, width) = (MARGIN + NAMES, (full * speed / fastest).max(1.0));
            text(&mut body, "", (MARGIN, y + 14.0), name);
            writeln!(
                body,
                r#"<rect class="{class}" x="{x}" y="{y}" width="{width:.1}" height="{BAR}" rx="2"/>"#
            )
            .expect("a string takes all");
            let figure = if speed < 10.0 { format!("{speed:.1}") } else { format!("{speed:.0}") };
            text(&mut body, "", (x + width + 8.0, y + 14.0), &format!("{figure} GB/s"));
            y += PITCH;
        }
        y += 12.0;
    }
    let means = "Gigabytes of the source a second, one core; geometric means over all corpora.";
    // The machine, and who uses which instructions: too long for one line.
    let machine = machine.to_string();
    for note in [means].into_iter().chain(machine.splitn(2, "; ")) {
        y += 16.0;
        text(&mut body, "note", (MARGIN, y), note);
    }
    let height = y + MARGIN;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="How fast placemat is, and others are">
<style>{STYLE}</style>
{body}</svg>
"#
    )
}

fn text(body: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(body, r#"<text class="{class}" x="{x:.1}" y="{y:.1}">{text}</text>"#)
        .expect("a string takes all");
}

#[cfg(test)]
mod tests {
    use super::{PEERS, speeds};
    use crate::measure::Measurement;

    #[test]
    fn the_fastest_peers_and_placemat_are_shown() {
        let measured = |implementation: &str, corpus: &str, median_ns| Measurement {
            operation: "validate_utf8".to_owned(),
            corpus: corpus.to_owned(),
            implementation: implementation.to_owned(),
            level: String::new(),
            input_bytes: 100,
            median_ns,
            mad_ns: 0.0,
        };
        let mut results = vec![
            measured("placemat", "prose/thai", 1000.0),
            measured("std", "prose/thai", 25.0),
            measured("std", "mixed/thai", 100.0),
            // Not a corpus of the README.
            measured("std", "short/4/ascii", 1.0),
        ];
        for peer in ["a", "b", "c", "d"] {
            results.push(measured(peer, "prose/thai", 200.0));
        }
        let shown = speeds(&results, "validate_utf8");
        assert_eq!(shown[0].0, "std");
        assert!((shown[0].1 - 2.0).abs() < 1e-9);
        assert_eq!(shown.len(), PEERS + 1);
        assert_eq!(shown.last().map(|(name, _)| *name), Some("placemat"));
        assert!(speeds(&results, "utf8_to_utf16le").is_empty());
    }
}
