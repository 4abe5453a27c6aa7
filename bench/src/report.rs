//! Tables for people.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::machine::Machine;
use crate::measure::Measurement;
use crate::targets::{self, Group, Peer, Target};
use crate::texts::SOME_LENGTHS;

const OURS: &str = "placemat";

/// Times in nanoseconds by text and implementation, texts in the order measured.
struct Times<'a>(Vec<(&'a str, BTreeMap<&'a str, &'a Measurement>)>);

impl<'a> Times<'a> {
    fn new(results: impl IntoIterator<Item = &'a Measurement>) -> Self {
        let mut texts: Vec<(&str, BTreeMap<&str, &Measurement>)> = Vec::new();
        for result in results {
            if texts.last().is_none_or(|(name, _)| *name != result.corpus) {
                texts.push((&result.corpus, BTreeMap::new()));
            }
            let (_, row) = texts.last_mut().expect("a row was pushed");
            row.insert(&result.implementation, result);
        }
        Self(texts)
    }

    /// The ratios of a target, each with its text. Empty where either side is missing.
    fn ratios(&self, target: &Target) -> Vec<(f64, &'a str)> {
        let texts = self.0.iter().filter(|(name, _)| target.group.contains(name));
        let ratio = |(name, row): &(&'a str, BTreeMap<&str, &Measurement>)| {
            let peer = match target.peer {
                Peer::Named(peer) => row.get(peer)?.median_ns,
                Peer::Fastest => {
                    let peers = row.values().filter(|m| m.implementation != OURS);
                    peers.map(|m| m.median_ns).min_by(f64::total_cmp)?
                }
            };
            Some((peer / row.get(OURS)?.median_ns, *name))
        };
        texts.filter_map(ratio).collect()
    }
}

/// Geometric mean and lowest of some ratios.
struct Summary<'a> {
    geomean: f64,
    lowest: f64,
    /// The text of the lowest.
    at: &'a str,
}

impl<'a> Summary<'a> {
    fn new(ratios: &[(f64, &'a str)]) -> Option<Self> {
        let &(lowest, at) = ratios.iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let logarithms: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
        Some(Self { geomean: (logarithms / ratios.len() as f64).exp(), lowest, at })
    }

    fn meets(&self, target: &Target) -> bool {
        // To the two digits that are printed: the third is noise.
        let rounded = |x: f64| (x * 100.0).round() / 100.0;
        rounded(self.lowest) >= rounded(target.each)
            && rounded(self.geomean) >= rounded(target.geomean)
    }
}

/// Prints an operation: speeds by text, and how many times faster placemat is.
pub(crate) fn table(operation: &str, results: &[Measurement]) {
    let times = Times::new(results);
    let mut names: Vec<&str> = results.iter().map(|m| &*m.implementation).collect();
    names.sort_unstable();
    names.dedup();
    names.sort_by_key(|&name| (name != OURS, name != "simdutf", name));

    let is_short =
        |name: &str| ["short/", "words/", "records/"].iter().any(|group| name.starts_with(group));
    let long = times.0.iter().filter(|(name, _)| !is_short(name));
    let short = times.0.iter().filter(|(name, _)| is_short(name) && is_shown(name));
    rows(operation, "GB/s", &names, long, |m| m.input_bytes as f64 / m.median_ns);
    rows(operation, "ns per call", &names, short, |m| m.median_ns);
}

/// Whether the table of short strings, which would be long, shows a text.
fn is_shown(short: &str) -> bool {
    !short.starts_with("short/")
        || short
            .split('/')
            .nth(1)
            .and_then(|length| length.parse().ok())
            .is_some_and(|length| SOME_LENGTHS.contains(&length))
}

fn rows<'a>(
    operation: &str,
    unit: &str,
    names: &[&str],
    texts: impl Iterator<Item = &'a (&'a str, BTreeMap<&'a str, &'a Measurement>)>,
    figure: impl Fn(&Measurement) -> f64,
) {
    let mut texts = texts.peekable();
    if texts.peek().is_none() {
        return;
    }
    println!("\n{operation}, {unit} (in brackets: how many times as fast placemat is)");
    print!("{:30}{:>7}", "", "bytes");
    names.iter().for_each(|name| print!("{name:>16}"));
    println!();
    for (text, row) in texts {
        let bytes = row.values().next().map_or(0, |m| m.input_bytes);
        print!("{text:30}{bytes:>7}");
        for name in names {
            let Some(m) = row.get(name) else {
                print!("{:>16}", "-");
                continue;
            };
            let ratio =
                row.get(OURS).filter(|_| *name != OURS).map(|ours| m.median_ns / ours.median_ns);
            let ratio = ratio.map_or_else(String::new, |ratio| format!(" ({ratio:.2})"));
            print!("{:>16}", format!("{:.2}{ratio}", figure(m)));
        }
        println!();
    }
}

/// Prints all groups and targets of what was measured.
pub(crate) fn targets(results: &[Measurement]) {
    let mut lines = String::new();
    let (mut met, mut missed) = (0, 0);
    for operation in results.chunk_by(|a, b| a.operation == b.operation) {
        let name = &*operation[0].operation;
        let times = Times::new(operation);
        for target in targets::of(name) {
            let Some(summary) = Summary::new(&times.ratios(&target)) else { continue };
            let verdict = match (target.each > 0.0, summary.meets(&target)) {
                (false, _) => String::new(),
                (true, meets) => {
                    *(if meets { &mut met } else { &mut missed }) += 1;
                    let verdict = if meets { "met" } else { "MISSED" };
                    format!("{:.2}, every {:.2}: {verdict}", target.geomean, target.each)
                }
            };
            let (group, peer) = (target.group.name(), target.peer.name());
            let Summary { geomean, lowest, at } = summary;
            let lowest = format!("{lowest:.2} {at}");
            writeln!(lines, "{name:35}{group:22}{peer:12}{geomean:>8.2}  {lowest:36}{verdict}")
                .expect("a string takes all");
        }
    }
    if !lines.is_empty() {
        println!(
            "\nTimes as fast as a peer\n{:69}{:>8}  {:30}target",
            "operation, group, peer", "geomean", "lowest"
        );
        println!("{lines}{met} targets met, {missed} missed");
    }
}

/// The table of docs/benchmarks.md.
pub(crate) fn markdown(machine: &Machine, results: &[Measurement], runs: usize) -> String {
    const COLUMNS: [Group; 8] = [
        Group::Ascii,
        Group::MostlyAscii,
        Group::LatinAndMixed,
        Group::OtherScripts,
        Group::Buffers,
        Group::Records,
        Group::Words,
        Group::Short,
    ];
    let of_fastest =
        |group| matches!(group, Group::Short | Group::Words | Group::Records | Group::Buffers);
    let mut page = String::from("| operation | peer |");
    for group in COLUMNS {
        let versus = if of_fastest(group) { ", the fastest peer" } else { "" };
        write!(page, " {}{versus} |", group.name()).expect("a string takes all");
    }
    page += "\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    for operation in results.chunk_by(|a, b| a.operation == b.operation) {
        let name = &*operation[0].operation;
        let times = Times::new(operation);
        let peer = targets::of(name)[0].peer;
        let cells = COLUMNS.map(|group| {
            let peer = if of_fastest(group) { Peer::Fastest } else { peer };
            let ratios = times.ratios(&Target { group, peer, each: 0.0, geomean: 0.0 });
            match Summary::new(&ratios) {
                None => String::new(),
                Some(s) if ratios.len() == 1 => format!("{:.2}", s.geomean),
                Some(s) => format!("{:.2} ({:.2})", s.geomean, s.lowest),
            }
        });
        if cells.iter().any(|cell| !cell.is_empty()) {
            writeln!(page, "| `{name}` | {} | {} |", peer.name(), cells.join(" | "))
                .expect("a string takes all");
        }
    }
    let of_runs = if runs > 1 { format!(", of {runs} processes") } else { String::new() };
    format!(
        "{page}\nTimes as fast as the peer: geometric mean, in brackets the lowest of the group. \
         Same bytes, same process, in turn; medians{of_runs}.\n{machine}.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(corpus: &str, implementation: &str, median_ns: f64) -> Measurement {
        let (corpus, level) = (corpus.to_owned(), String::new());
        Measurement {
            operation: "validate_utf8".to_owned(),
            corpus,
            implementation: implementation.to_owned(),
            level,
            input_bytes: 1,
            median_ns,
            mad_ns: 0.0,
        }
    }

    #[test]
    fn ratios_geomean_and_lowest() {
        let results = [
            measured("prose/thai", "placemat", 10.0),
            measured("prose/thai", "simdutf", 40.0),
            measured("prose/thai", "std", 20.0),
            measured("prose/arabic", "placemat", 10.0),
            measured("prose/arabic", "simdutf", 90.0),
            measured("mixed/arabic", "simdutf", 90.0),
        ];
        let times = Times::new(&results);
        let target = |peer| Target { group: Group::OtherScripts, peer, each: 4.0, geomean: 6.0 };
        let ratios = times.ratios(&target(Peer::Named("simdutf")));
        assert_eq!(ratios, [(4.0, "prose/thai"), (9.0, "prose/arabic")]);
        let summary = Summary::new(&ratios).unwrap();
        assert!((summary.geomean - 6.0).abs() < 1e-9 && summary.at == "prose/thai");
        assert!(summary.meets(&target(Peer::Fastest)));
        assert_eq!(times.ratios(&target(Peer::Fastest))[0], (2.0, "prose/thai"));
    }
}
