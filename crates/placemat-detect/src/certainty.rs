//! From likelihoods to certainties.

use crate::legacy::single_byte::sum;

/// What the bytes may be, and the logarithm of how likely that is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weighed {
    /// The number of the hypothesis.
    pub(crate) number: usize,
    pub(crate) score: f32,
}

/// How much of a likelihood counts where so many bytes are not ASCII: they are not independent of
/// each other. Fitted on the split that is for tuning; between the lengths, by the logarithm.
const TEMPERATURES: [(f32, f32); 6] =
    [(1.0, 0.6), (4.0, 0.6), (16.0, 0.6), (64.0, 0.5), (256.0, 0.4), (4096.0, 0.3)];

/// The share of each hypothesis; shares sum up to one. `high`: bytes that are not ASCII.
pub(crate) fn shares(scores: &[f32], high: u64) -> Vec<f64> {
    let temperature = temperature(high as f32);
    let all = scores.iter().fold(f32::NEG_INFINITY, |all, &score| sum(all, score * temperature));
    scores.iter().map(|&score| f64::from(score * temperature - all).exp()).collect()
}

fn temperature(high: f32) -> f32 {
    let (first, last) = (TEMPERATURES[0], TEMPERATURES[TEMPERATURES.len() - 1]);
    let high = high.clamp(first.0, last.0).ln();
    for two in TEMPERATURES.windows(2) {
        let (from, to) = (two[0].0.ln(), two[1].0.ln());
        if high <= to {
            return two[0].1 + (two[1].1 - two[0].1) * (high - from) / (to - from);
        }
    }
    last.1
}
