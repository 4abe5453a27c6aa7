//! How often the judge is right, and whether its certainties hold.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;
use placemat_detect::{Hints, detect, training};

use super::samples::{self, SIZES, Sample};
use super::sources::Split;

/// An answer to a sample.
pub(super) struct Answer {
    pub(super) name: &'static str,
    pub(super) certainty: f64,
    /// What the likelihoods say alone.
    pub(super) share: f64,
    pub(super) right: bool,
}

/// What the judge answers. An answer is right if it reads the sample as the text that it was made
/// from; what is uncertain is not right.
pub(super) fn answers(samples: &[Sample]) -> Vec<Answer> {
    let answer = |sample: &Sample| {
        let verdict = detect(&sample.bytes, &Hints::default());
        let name = verdict.candidates.first().map_or("", |first| first.encoding);
        let right = is_right(sample, name);
        let share = verdict.candidates.first().map_or(0.0, training::share);
        Answer { name, certainty: verdict.certainty, share, right }
    };
    samples.iter().map(answer).collect()
}

/// Whether this label reads the sample as it was meant.
pub(super) fn is_right(sample: &Sample, label: &str) -> bool {
    label == sample.encoding
        || samples::decode(&sample.bytes, label)
            .is_some_and(|text| Some(text) == samples::decode(&sample.bytes, sample.encoding))
}

pub(super) fn run(split: Split, wrong: usize) -> Result<()> {
    let samples = samples::make(split)?;
    let start = std::time::Instant::now();
    let answers = answers(&samples);
    let seconds = start.elapsed().as_secs_f64();
    let bytes: usize = samples.iter().map(|sample| sample.bytes.len()).sum();
    println!("{} samples, {bytes} bytes in {seconds:.2} s", samples.len());
    let told: Vec<(&Sample, &Answer)> = samples.iter().zip(&answers).collect();
    println!("{}", rows(&told));
    println!("{}", calibration(&told, |sample| sample.weight));
    println!("{}", calibration(&told, |_| 1.0));
    println!("{}", temperatures(&samples));
    println!("{}", fits(&told));
    let all: f64 = samples.iter().map(|sample| sample.weight).sum();
    let mut pairs: BTreeMap<(&str, &str), (f64, Vec<String>)> = BTreeMap::new();
    for (sample, answer) in told.iter().filter(|(_, answer)| !answer.right) {
        let pair = pairs.entry((sample.encoding, answer.name)).or_default();
        // Half by number, and half as in life.
        pair.0 += 50.0 / samples.len() as f64 + 50.0 * sample.weight / all;
        let text = samples::decode(&sample.bytes, sample.encoding).unwrap_or_default();
        let text: String = text.chars().take(70).collect();
        let (size, kind, language) = (sample.size, sample.kind, &sample.language);
        pair.1.push(format!("{language} {kind} {size} {:.2}: {text:?}", answer.certainty));
    }
    let mut pairs: Vec<_> = pairs.into_iter().collect();
    pairs.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    for ((encoding, name), (share, texts)) in pairs.iter().take(wrong) {
        println!("{} ({share:.2} %) of {encoding} as {name}", texts.len());
        texts.iter().take(4).for_each(|text| println!("    {text}"));
    }
    Ok(())
}

/// The temperature that fits best, by how many bytes are not ASCII: that with the least surprise
/// at what is right, where half of the weight is as in life and half is alike.
fn temperatures(samples: &[Sample]) -> String {
    const LENGTHS: [u64; 8] = [1, 2, 4, 12, 40, 150, 600, u64::MAX];
    let mut lines = String::from("bytes that are not ASCII: temperature now, the best one\n");
    let life: f64 = samples.iter().map(|sample| sample.weight).sum();
    for two in LENGTHS.windows(2) {
        let (mut texts, mut high_of_all, mut now) = (Vec::new(), 0, 0.0);
        for sample in samples {
            let high = sample.bytes.iter().filter(|byte| !byte.is_ascii()).count() as u64;
            if !(two[0]..two[1]).contains(&high) {
                continue;
            }
            now = f64::from(training::temperature(high as f32));
            high_of_all += high;
            let candidates = detect(&sample.bytes, &Hints::default()).candidates;
            let score = |certainty: f64| certainty.max(1e-30).ln() / now;
            let read = candidates
                .iter()
                .map(|one| (score(one.certainty), is_right(sample, one.encoding)))
                .collect::<Vec<_>>();
            texts.push((sample.weight / life + 1.0 / samples.len() as f64, read));
        }
        let surprise = |&temperature: &f64| -> f64 {
            let of = |(weight, read): &(f64, Vec<(f64, bool)>)| {
                let shares: Vec<f64> = read.iter().map(|one| (one.0 * temperature).exp()).collect();
                let all: f64 = shares.iter().sum();
                let right = read.iter().zip(&shares).filter(|(one, _)| one.1).map(|one| one.1);
                -weight * (right.sum::<f64>() / all).max(1e-3).ln()
            };
            texts.iter().map(of).sum()
        };
        let all = (1..=60).map(|step| f64::from(step) * 0.05);
        let best = all.min_by(|a, b| surprise(a).total_cmp(&surprise(b))).unwrap_or(now);
        let high = high_of_all / texts.len().max(1) as u64;
        _ = writeln!(lines, "{high} ({} texts): {now:.2}, {best:.2}", texts.len());
    }
    lines
}

/// What answers are worth: the logarithm of the odds of their shares, and that of how many are
/// right, which rises with it (isotonic regression); by how many bytes are not ASCII.
fn fits(told: &[(&Sample, &Answer)]) -> String {
    const LENGTHS: [u64; 5] = [1, 3, 10, 50, u64::MAX];
    /// No fewer are a group.
    const LEAST: usize = 60;
    let mut lines =
        String::from("bytes that are not ASCII: log-odds of shares, of what is right\n");
    for two in LENGTHS.windows(2) {
        let mut points: Vec<(f64, f64)> = Vec::new();
        for (sample, answer) in told {
            let high = sample.bytes.iter().filter(|byte| !byte.is_ascii()).count() as u64;
            if (two[0]..two[1]).contains(&high) && answer.name != "utf-8" {
                points.push((training::log_odds(answer.share), f64::from(u8::from(answer.right))));
            }
        }
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Each group: how many, the sum of what they say, and how many are right.
        let mut groups: Vec<(f64, f64, f64)> = Vec::new();
        for some in points.chunks(LEAST) {
            let sum = |of: fn(&(f64, f64)) -> f64| some.iter().map(of).sum::<f64>();
            groups.push((some.len() as f64, sum(|point| point.0), sum(|point| point.1)));
            // One that is right less often than the one before is one with it.
            while let [.., a, b] = groups[..] {
                if b.2 / b.0 > a.2 / a.0 {
                    break;
                }
                groups.truncate(groups.len() - 2);
                groups.push((a.0 + b.0, a.1 + b.1, a.2 + b.2));
            }
        }
        _ = write!(lines, "{} to {}, {} texts:", two[0], two[1] - 1, points.len());
        for (count, sum, right) in groups {
            let odds = training::log_odds((right + 0.5) / (count + 1.0));
            _ = write!(lines, " ({:.2}, {odds:.2})", sum / count);
        }
        lines += "\n";
    }
    lines
}

/// Per cent right: by length, kind and encoding.
fn rows(told: &[(&Sample, &Answer)]) -> String {
    let mut rows = String::from("| | samples | % | as in life |\n");
    let mut row = |title: &str, of: &dyn Fn(&Sample) -> bool| {
        let of: Vec<_> = told.iter().filter(|(sample, _)| of(sample)).collect();
        if of.is_empty() {
            return;
        }
        let right = of.iter().filter(|(_, answer)| answer.right).count();
        let all: f64 = of.iter().map(|(sample, _)| sample.weight).sum();
        let weighed: f64 =
            of.iter().filter(|(_, answer)| answer.right).map(|(sample, _)| sample.weight).sum();
        let (share, life) = (100.0 * right as f64 / of.len() as f64, 100.0 * weighed / all);
        _ = writeln!(rows, "| {title} | {} | {share:.1} | {life:.1} |", of.len());
    };
    row("all", &|_| true);
    row("100 bytes and more", &|sample| sample.size >= 100);
    for size in SIZES {
        row(&format!("{size} bytes"), &|sample| sample.size == size);
    }
    let mut kinds: Vec<&str> = told.iter().map(|(sample, _)| sample.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.iter().for_each(|&kind| row(kind, &|sample| sample.kind == kind));
    let mut names: Vec<&str> = told.iter().map(|(sample, _)| sample.encoding).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    names.iter().for_each(|&name| row(name, &|sample| sample.encoding == name));
    rows
}

/// Of answers stated with about this certainty, how many are right.
/// `weight` is how much an answer counts.
pub(super) fn calibration(told: &[(&Sample, &Answer)], weight: fn(&Sample) -> f64) -> String {
    const BUCKETS: [f64; 7] = [0.0, 0.5, 0.7, 0.85, 0.95, 0.995, 1.1];
    let mut table = String::from("| stated |");
    SIZES.iter().for_each(|size| _ = write!(table, " {size} bytes |"));
    table += " all |\n|---|";
    table += &"--:|".repeat(SIZES.len() + 1);
    table += "\n";
    for bucket in BUCKETS.windows(2) {
        _ = write!(table, "| {:.1} to {:.1} % |", bucket[0] * 100.0, bucket[1].min(1.0) * 100.0);
        for size in SIZES.into_iter().map(Some).chain([None]) {
            let within = |(sample, answer): &&(&Sample, &Answer)| {
                size.is_none_or(|size| sample.size == size)
                    && (bucket[0]..bucket[1]).contains(&answer.certainty)
            };
            let (mut all, mut right, mut stated, mut count) = (0.0, 0.0, 0.0, 0);
            for (sample, answer) in told.iter().filter(within) {
                let weight = weight(sample);
                all += weight;
                stated += weight * answer.certainty;
                right += if answer.right { weight } else { 0.0 };
                count += 1;
            }
            if all > 0.0 {
                let (stated, right) = (100.0 * stated / all, 100.0 * right / all);
                _ = write!(table, " {stated:.1}: {right:.1} ({count}) |");
            } else {
                table += " |";
            }
        }
        table += "\n";
    }
    table
}
