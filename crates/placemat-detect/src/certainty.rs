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

/// What a share is worth: for each of these logarithms of its odds, and where so many bytes are not
/// ASCII, the logarithm of the odds that it is right. In round figures, after a split of its own, in
/// which all encodings are alike frequent (`cargo xtask detect evaluate --split calibrate`).
const ODDS: [f64; 7] = [0.0, 1.0, 2.0, 3.5, 6.0, 10.0, 14.0];
const WORTH: [(f64, [f64; 7]); 4] = [
    (1.5, [-0.7, 0.5, 1.15, 2.8, 4.5, 6.0, 6.7]),
    (5.0, [0.4, 1.4, 2.2, 3.2, 4.1, 5.5, 7.5]),
    (22.0, [0.2, 1.0, 1.8, 2.7, 3.6, 4.3, 5.8]),
    (150.0, [0.2, 0.7, 1.1, 1.5, 2.0, 2.8, 5.4]),
];

/// How sure an answer is that has such a share.
pub(crate) fn stated(share: f64, high: u64) -> f64 {
    let odds = log_odds(share);
    let high = (high as f64).clamp(WORTH[0].0, WORTH[WORTH.len() - 1].0).ln();
    let row = WORTH.windows(2).position(|two| high <= two[1].0.ln()).unwrap_or(WORTH.len() - 2);
    let [low, more] = [WORTH[row], WORTH[row + 1]];
    let of_more = (high - low.0.ln()) / (more.0.ln() - low.0.ln());
    let at = |knot: usize| low.1[knot] + of_more * (more.1[knot] - low.1[knot]);
    let knot = ODDS.windows(2).position(|two| odds <= two[1]).unwrap_or(ODDS.len() - 2);
    let worth = match odds {
        // Hardly an answer.
        ..0.0 => at(0) + odds,
        _ => {
            let part = (odds - ODDS[knot]) / (ODDS[knot + 1] - ODDS[knot]);
            at(knot) + part * (at(knot + 1) - at(knot))
        }
    };
    1.0 / (1.0 + (-worth).exp())
}

/// The logarithm of the odds of a share, up to what no evidence exceeds.
#[must_use]
pub fn log_odds(share: f64) -> f64 {
    (share / (1.0 - share)).ln().clamp(-14.0, 14.0)
}
