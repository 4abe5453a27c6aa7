//! How often the judge is right, and whether its certainties hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::Result;
use placemat_detect::training::{self, LAPSE, WEIGHTS, WEIGHTS_OF_WORDS, Weighed};
use placemat_detect::{Hints, detect};

use super::lively;
use super::samples::{self, SHORT, SIZES, Sample};
use super::sources::Split;

/// An answer to a sample.
pub(super) struct Answer {
    pub(super) name: &'static str,
    pub(super) certainty: f64,
    /// What the certainty was made from, if likelihoods were.
    weighed: Option<Weighed>,
    pub(super) right: bool,
}

/// What the judge answers. An answer is right if it reads the sample as the text that it was made
/// from; what is uncertain is not right.
pub(super) fn answers(samples: &[Sample]) -> Vec<Answer> {
    let answer = |sample: &Sample| {
        let verdict = detect(&sample.bytes, &Hints::default());
        let name = verdict.candidates.first().map_or("", |first| first.encoding);
        let right = is_right(sample, name);
        let weighed = verdict.candidates.first().and_then(training::weighed);
        Answer { name, certainty: verdict.certainty, weighed, right }
    };
    samples.iter().map(answer).collect()
}

/// Whether this label reads the sample as it was meant.
pub(super) fn is_right(sample: &Sample, label: &str) -> bool {
    // What names no encoding says that it is none.
    let names_nothing = matches!(label, "binary" | "unknown-8bit");
    let read = |label: &str| -> Option<String> {
        let text = samples::decode(&sample.bytes, label)?;
        // Romanian is the same text with cedillas and with commas below.
        Some(text.chars().map(training::with_cedilla).collect())
    };
    label.eq_ignore_ascii_case(sample.encoding)
        || sample.encoding == "binary" && names_nothing
        || read(label).is_some_and(|text| Some(text) == read(sample.encoding))
}

pub(super) fn run(split: Split, wrong: usize, short: bool, lively: bool) -> Result<()> {
    let (samples, sizes) = match short {
        true => (samples::short(split)?, &SHORT[..]),
        false if lively => (lively::make(split, LIVELY)?, &SIZES[..]),
        false => {
            let rounds = if split != Split::Tune { ROUNDS } else { 1 };
            (samples::make(split, rounds)?, &SIZES[..])
        }
    };
    let start = std::time::Instant::now();
    let answers = answers(&samples);
    let seconds = start.elapsed().as_secs_f64();
    let bytes: usize = samples.iter().map(|sample| sample.bytes.len()).sum();
    println!("{} samples, {bytes} bytes in {seconds:.2} s", samples.len());
    let told: Vec<(&Sample, &Answer)> = samples.iter().zip(&answers).collect();
    println!("{}", rows(&told, sizes));
    println!("{}", calibration(&told, sizes, |sample| sample.weight));
    println!("{}", calibration(&told, sizes, |_| 1.0));
    if split == Split::Calibrate && !lively {
        fitted(short, &told)?;
    }
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

/// How often each text is cut anew where certainties are fitted and measured. More texts say more than more cuts.
pub(super) const ROUNDS: usize = 3;

/// The same of lists and what else life has.
pub(super) const LIVELY: usize = 4;

/// What weights are fitted on.
struct Case<const N: usize> {
    evidence: [f64; N],
    /// What is known besides, and does not change.
    known: f64,
    /// So many answers are wrong, whatever speaks for them.
    lapse: f64,
    /// How much it counts.
    counts: f64,
    right: bool,
}

/// What weights are worth at first, and how much holds them there: as many answers that each tell. Without that, one
/// became 8 where no answer above some odds is wrong. Those of texts are what was fitted to texts alone. Both were chosen on the split that
/// tunes. Those of words are fitted beside those of texts that are compiled in, so texts come first.
const AT_FIRST: [f64; WEIGHTS] =
    [1.21, 1.62, 1.07, -0.22, -0.06, -0.54, -1.76, 2.47, -1.92, 0.0, 0.0];
const HELD: f64 = 20.0;
const HELD_OF_WORDS: f64 = 0.15;

/// How much texts count in all, and lists and the like: seven to one. Where lists count more, texts are stated too low, and
/// where they count less, lists too high. The weights that are compiled in are older: docs/what-failed.md says why they stayed.
const TEXTS: f64 = 56_000.0;
const LISTS: f64 = 8_000.0;

/// Prints the weights with which certainties fit best what is right in both splits that are for setting numbers.
fn fitted(short: bool, told: &[(&Sample, &Answer)]) -> Result<()> {
    let more = match short {
        true => samples::short(Split::Tune)?,
        false => samples::make(Split::Tune, ROUNDS)?,
    };
    let answers_of_more = answers(&more);
    let told: Vec<_> = told.iter().copied().chain(more.iter().zip(&answers_of_more)).collect();
    if short {
        let all =
            1000.0 * told.iter().map(|told| &told.0.language).collect::<BTreeSet<_>>().len() as f64;
        let case = |weighed: &Weighed, counts: f64, right: bool| Case {
            evidence: weighed.evidence_of_words(),
            known: weighed.worth(),
            lapse: LAPSE * weighed.fewer(),
            counts,
            right,
        };
        let weights = fit(&cases(&told, all, case), &[0.0; WEIGHTS_OF_WORDS], HELD_OF_WORDS);
        println!("certainties of words by {weights:.2?}");
        return Ok(());
    }
    let mut lists = lively::make(Split::Calibrate, LIVELY)?;
    lists.extend(lively::make(Split::Tune, LIVELY)?);
    // What is no text is no encoding, whatever the odds are.
    lists.retain(|sample| sample.encoding != "binary");
    let answers_of_lists = answers(&lists);
    let of_lists: Vec<_> = lists.iter().zip(&answers_of_lists).collect();
    let case = |weighed: &Weighed, counts: f64, right: bool| Case {
        evidence: weighed.evidence(),
        known: 0.0,
        lapse: LAPSE,
        counts,
        right,
    };
    let mut both = cases(&told, TEXTS, case);
    both.extend(cases(&of_lists, LISTS, case));
    println!("certainties by {:.2?}", fit(&both, &AT_FIRST, HELD));
    Ok(())
}

/// What weights are fitted on, of answers that count so much in all; all documents count alike, each a project in a language.
fn cases<const N: usize>(
    told: &[(&Sample, &Answer)],
    all: f64,
    case: impl Fn(&Weighed, f64, bool) -> Case<N>,
) -> Vec<Case<N>> {
    let mut documents: BTreeMap<_, f64> = BTreeMap::new();
    told.iter().for_each(|told| *documents.entry(told.0.document()).or_default() += 1.0);
    let each = all / documents.len() as f64;
    let one = |&(sample, answer): &(&Sample, &Answer)| {
        Some(case(&answer.weighed?, each / documents[&sample.document()], answer.right))
    };
    told.iter().filter_map(one).collect()
}

/// The weights with which certainties fit best what is right: logistic regression, by Fisher's scoring, with a weight
/// for each that holds it where it was at first.
fn fit<const N: usize>(cases: &[Case<N>], first: &[f64; N], held: f64) -> [f64; N] {
    let number = cases.len() as f64;
    // As evidence is spread: what is the same everywhere is as one of 1.
    let holds: [f64; N] = std::array::from_fn(|at| {
        let of = || cases.iter().map(|case| case.evidence[at]);
        let mean = of().sum::<f64>() / number;
        let spread = of().map(|of| (of - mean).powi(2)).sum::<f64>() / number;
        held * if spread == 0.0 { 1.0 } else { spread }
    });
    let mut weights = *first;
    for _ in 0..30 {
        // An equation for each: the second derivatives, and the first.
        let (mut rows, mut sums) = ([[0.0; N]; N], [0.0; N]);
        for at in 0..N {
            rows[at][at] = holds[at];
            sums[at] = holds[at] * (first[at] - weights[at]);
        }
        for Case { evidence, known, lapse, counts, right } in cases {
            let sum: f64 = evidence.iter().zip(weights).map(|(of, weight)| of * weight).sum();
            let share = 1.0 / (1.0 + (-known - sum).exp());
            let stated = (1.0 - lapse) * share;
            // By how much the certainty rises with the sum, and how much that tells.
            let rise = stated * (1.0 - share);
            let tells = counts * rise / (stated * (1.0 - stated)).max(1e-12);
            let missed = f64::from(u8::from(*right)) - stated;
            for ((row, sum), one) in rows.iter_mut().zip(&mut sums).zip(evidence) {
                row.iter_mut()
                    .zip(evidence)
                    .for_each(|(cell, of)| *cell += rise * tells * one * of);
                *sum += missed * tells * one;
            }
        }
        let steps = solved(rows, sums);
        weights.iter_mut().zip(steps).for_each(|(weight, step)| *weight += step.clamp(-2.0, 2.0));
    }
    weights
}

/// Linear equations solved, as Gauss and Jordan did.
fn solved<const N: usize>(mut rows: [[f64; N]; N], mut sums: [f64; N]) -> [f64; N] {
    for at in 0..N {
        let largest = (at..N).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()));
        rows.swap(at, largest.unwrap_or(at));
        sums.swap(at, largest.unwrap_or(at));
        let (pivot, sum) = (rows[at], sums[at]);
        for other in (0..N).filter(|other| *other != at) {
            let times = rows[other][at] / pivot[at];
            rows[other].iter_mut().zip(pivot).for_each(|(cell, of)| *cell -= times * of);
            sums[other] -= times * sum;
        }
    }
    std::array::from_fn(|at| sums[at] / rows[at][at])
}

/// Per cent right: by length, kind and encoding.
fn rows(told: &[(&Sample, &Answer)], sizes: &[usize]) -> String {
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
    for &size in sizes {
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

/// Of answers stated with about this certainty, how many are right, and between which bounds that is 19 times in 20, as far
/// as so many documents can tell. Where what is stated is not between them, the cell is bold. `weight` is how much an answer counts.
pub(super) fn calibration(
    told: &[(&Sample, &Answer)],
    sizes: &[usize],
    weight: fn(&Sample) -> f64,
) -> String {
    const BUCKETS: [f64; 7] = [0.0, 0.5, 0.7, 0.85, 0.95, 0.995, 1.1];
    let mut table = String::from("| stated |");
    sizes.iter().for_each(|size| _ = write!(table, " {size} bytes |"));
    table += " all |\n|---|";
    table += &"--:|".repeat(sizes.len() + 1);
    table += "\n";
    // Cells of a length with 40 answers and more: all, those that are off by more than three points, by more than chance, and
    // by more than chance and three points.
    let [mut cells, mut far, mut off, mut far_off] = [0_usize; 4];
    for bucket in BUCKETS.windows(2) {
        _ = write!(table, "| {:.1} to {:.1} % |", bucket[0] * 100.0, bucket[1].min(1.0) * 100.0);
        for size in sizes.iter().copied().map(Some).chain([None]) {
            let within = |(sample, answer): &&(&Sample, &Answer)| {
                size.is_none_or(|size| sample.size == size)
                    && (bucket[0]..bucket[1]).contains(&answer.certainty)
            };
            let mut documents: BTreeMap<_, [f64; 3]> = BTreeMap::new();
            let mut count = 0;
            for (sample, answer) in told.iter().filter(within) {
                let weight = weight(sample);
                let sums = documents.entry(sample.document()).or_default();
                let of_answer = [1.0, answer.certainty, f64::from(u8::from(answer.right))];
                sums.iter_mut().zip(of_answer).for_each(|(sum, of)| *sum += weight * of);
                count += 1;
            }
            let documents: Vec<[f64; 3]> = documents.into_values().collect();
            let [all, stated, right] = sum(documents.iter());
            if all == 0.0 {
                table += " |";
                continue;
            }
            let (stated, right) = (100.0 * stated / all, 100.0 * right / all);
            let [low, high] = bounds(&documents);
            let is_off = |by: f64| !(low - by..=high + by).contains(&stated);
            if size.is_some() && count >= 40 {
                cells += 1;
                far += usize::from((stated - right).abs() > 3.0);
                off += usize::from(is_off(0.0));
                far_off += usize::from(is_off(3.0));
            }
            let bold = if is_off(0.0) { "**" } else { "" };
            _ = write!(
                table,
                " {bold}{stated:.1}: {right:.1}{bold}, {low:.1} to {high:.1} ({count}) |"
            );
        }
        table += "\n";
    }
    _ = writeln!(
        table,
        "\nOf {cells} cells of one length with 40 answers and more, {far} are off by more than three points, {off} by more than chance, and {far_off} by three points more than chance."
    );
    table
}

fn sum<'a>(documents: impl Iterator<Item = &'a [f64; 3]>) -> [f64; 3] {
    documents.fold([0.0; 3], |all, one| std::array::from_fn(|at| all[at] + one[at]))
}

/// Between which bounds the share that is right would be, 19 times in 20, if as many documents were drawn from these anew.
fn bounds(documents: &[[f64; 3]]) -> [f64; 2] {
    const DRAWS: usize = 400;
    let mut dice = lively::Dice(0x9E37_79B9_7F4A_7C15);
    let mut draw = |_| {
        let drawn = (0..documents.len()).map(|_| &documents[dice.next(documents.len())]);
        let [all, _, right] = sum(drawn);
        100.0 * right / all
    };
    let mut shares: Vec<f64> = (0..DRAWS).map(&mut draw).collect();
    shares.sort_unstable_by(f64::total_cmp);
    [DRAWS / 40, DRAWS - 1 - DRAWS / 40].map(|at| shares[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_as_wide_as_documents_are_few() {
        // Each second document is wrong, in all of its ten answers.
        let of = |number: usize| -> Vec<[f64; 3]> {
            (0..number).map(|at| [10.0, 9.0, 10.0 * (at % 2) as f64]).collect()
        };
        let [low, high] = bounds(&of(400));
        assert!((44.0..47.0).contains(&low) && (53.0..56.0).contains(&high), "{low} {high}");
        let [low, high] = bounds(&of(10));
        assert!(low <= 20.0 && high >= 80.0, "{low} {high}");
        assert_eq!(bounds(&[[10.0, 9.0, 7.0]]), [70.0, 70.0]);
    }
}
