//! Rounds, medians and deviations.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::kinds;
use crate::texts::Text;

/// One implementation on one text; a row of the JSON file.
#[derive(Deserialize, Serialize)]
pub(crate) struct Measurement {
    /// The operation's name.
    pub(crate) operation: String,
    /// The text's name.
    pub(crate) corpus: String,
    /// Who did it.
    pub(crate) implementation: String,
    /// The instruction-set level of placemat; empty for peers.
    pub(crate) level: String,
    /// The length of the input in bytes; for short strings, of one of them, rounded.
    pub(crate) input_bytes: usize,
    /// The median over the rounds of the time of a call.
    pub(crate) median_ns: f64,
    /// The median of the distances from it.
    pub(crate) mad_ns: f64,
}

impl Measurement {
    /// What is measured.
    fn name(&self) -> [&str; 3] {
        [&self.operation, &self.corpus, &self.implementation]
    }
}

/// How long to measure.
pub(crate) struct Effort {
    quick: bool,
    corpus_rounds: usize,
    short_rounds: usize,
}

impl Effort {
    pub(crate) fn new(quick: bool, rounds: Option<usize>) -> Self {
        let (corpus, short) = if quick { (31, 75) } else { (151, 101) };
        Self {
            quick,
            corpus_rounds: rounds.unwrap_or(corpus),
            short_rounds: rounds.unwrap_or(short),
        }
    }

    /// The lengths of short strings to measure.
    pub(crate) fn short_lengths(&self) -> Vec<usize> {
        if self.quick { crate::texts::SOME_LENGTHS.to_vec() } else { (1..=128).collect() }
    }
}

/// A sample is at least this long, so that reading the clock costs less than 1 in 500. (Of buffers, for each of which it is read, that is
/// taken off.)
const SAMPLE: Duration = Duration::from_micros(20);

/// Measures all implementations of a case, in turn.
pub(crate) fn measure(
    operation: &'static str,
    text: &Text,
    case: &mut dyn Case,
    effort: &Effort,
) -> Result<Vec<Measurement>> {
    case.compare_outputs()?;
    let names = case.implementations();
    let passes = (0..names.len()).map(|i| calibrate(case, i)).collect::<Result<Vec<_>>>()?;

    // A fixed seed: everybody measures the same orders.
    let mut random = Rng::with_seed(1992);
    let rounds = if case.calls() > kinds::TEXTS && !text.is_read() {
        effort.short_rounds
    } else {
        effort.corpus_rounds
    };
    let mut samples = vec![Vec::with_capacity(rounds); names.len()];
    let mut order: Vec<usize> = (0..names.len()).collect();
    // Everybody has each place as often: who is first finds less in the caches. And forwards as often as backwards: so nobody
    // is more often behind somebody. With orders drawn by lot the same code twice had .85 of itself.
    let turns = names.len();
    for round in 0..rounds.next_multiple_of(2 * turns) {
        if round % (2 * turns) == 0 {
            random.shuffle(&mut order);
        } else if round % turns == 0 {
            order.reverse();
        } else {
            order.rotate_left(1);
        }
        case.shuffle(&mut random);
        for &i in &order {
            if case.calls() == 1 {
                // Code and predictor as they are in the middle of work. (A pass over many texts
                // is long enough to get there by itself, and must not be seen twice.)
                case.time(i, 1)?;
            }
            let time = case.time(i, passes[i])?;
            samples[i].push(time.as_secs_f64() * 1e9 / (passes[i] * case.calls()) as f64);
        }
    }
    case.compare_outputs()?;

    let level = placemat::level::current().to_string();
    let rows = names.iter().zip(samples).map(|(&implementation, samples)| {
        let (median_ns, mad_ns) = median_and_deviation(samples);
        Measurement {
            operation: operation.to_owned(),
            corpus: text.name.clone(),
            implementation: implementation.to_owned(),
            level: if implementation == "placemat" { level.clone() } else { String::new() },
            input_bytes: (case.input_bytes() + case.calls() / 2) / case.calls(),
            median_ns,
            mad_ns,
        }
    });
    Ok(rows.collect())
}

/// Of several runs of the same measurements the median of each.
pub(crate) fn medians(runs: Vec<Vec<Measurement>>) -> Result<Vec<Measurement>> {
    let mut runs = runs.into_iter();
    let Some(mut results) = runs.next() else { bail!("nothing ran") };
    let others: Vec<_> = runs.collect();
    for (i, result) in results.iter_mut().enumerate() {
        let mut times = vec![result.median_ns];
        for other in &others {
            let other = other.get(i).filter(|other| other.name() == result.name());
            times.push(other.context("the runs have measured different things")?.median_ns);
        }
        (result.median_ns, result.mad_ns) = median_and_deviation(times);
    }
    Ok(results)
}

/// How many passes of an implementation make a sample.
fn calibrate(case: &mut dyn Case, implementation: usize) -> Result<usize> {
    let mut passes = 1;
    loop {
        // The better of two: the first may have been interrupted.
        let time = case.time(implementation, passes)?.min(case.time(implementation, passes)?);
        if time >= SAMPLE {
            return Ok(passes);
        }
        passes *= 2;
    }
}

/// The median, and the median absolute deviation from it.
fn median_and_deviation(mut samples: Vec<f64>) -> (f64, f64) {
    let middle = median(&mut samples);
    let mut distances: Vec<f64> = samples.iter().map(|x| (x - middle).abs()).collect();
    (middle, median(&mut distances))
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { (values[half - 1] + values[half]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::Measurement;

    #[test]
    fn medians_of_runs() {
        let run = |operation: &str, median_ns| {
            vec![Measurement {
                operation: operation.to_owned(),
                corpus: "prose/thai".to_owned(),
                implementation: "std".to_owned(),
                level: String::new(),
                input_bytes: 1,
                median_ns,
                mad_ns: 0.0,
            }]
        };
        let results = super::medians(vec![run("a", 9.0), run("a", 1.0), run("a", 2.0)]).unwrap();
        assert_eq!((results[0].median_ns, results[0].mad_ns), (2.0, 1.0));
        assert!(super::medians(vec![run("a", 9.0), run("b", 1.0)]).is_err());
        assert!(super::medians(vec![run("a", 9.0), vec![]]).is_err());
    }

    #[test]
    fn median_and_deviation() {
        assert_eq!(super::median_and_deviation(vec![9.0, 1.0, 2.0, 3.0, 100.0]), (3.0, 2.0));
        assert_eq!(super::median_and_deviation(vec![4.0, 2.0]), (3.0, 1.0));
    }
}
