//! From likelihoods to certainties.

use crate::legacy::single_byte::sum;

/// How much of a likelihood counts where so many bytes are not ASCII: they are not independent of
/// each other. Fitted on the split that is for tuning; between the lengths, by the logarithm.
const TEMPERATURES: [(f32, f32); 5] =
    [(1.0, 0.75), (4.0, 0.75), (22.0, 0.95), (80.0, 1.2), (4096.0, 1.2)];

/// The share of each hypothesis; shares sum up to one. `high`: bytes that are not ASCII.
pub(crate) fn shares(scores: &[f32], high: u64) -> Vec<f64> {
    let temperature = temperature(high as f32);
    let all = scores.iter().fold(f32::NEG_INFINITY, |all, &score| sum(all, score * temperature));
    scores.iter().map(|&score| f64::from(score * temperature - all).exp()).collect()
}

/// How much of a likelihood counts where so many bytes are not ASCII.
#[must_use]
pub fn temperature(high: f32) -> f32 {
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
