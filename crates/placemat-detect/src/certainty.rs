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

/// What a share is worth, by how much each of these counts (see [`Weighed::evidence`]): the logarithm of
/// the odds that it is right. Fitted on a split of its own, in which all encodings are alike frequent
/// (`cargo xtask detect evaluate --split calibrate`).
const WORTH: [f64; 5] = [-0.35, 1.57, 0.82, -0.28, 0.67];

/// So many answers are wrong, whatever speaks for them: text can be what the model has never seen.
pub const LAPSE: f64 = 0.0015;

/// A share grows into a certainty at two speeds: below such odds, and above.
const BEND: f64 = 3.0;

/// A share, and what else tells how often such an answer is right.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// Of the likelihoods, what of all hypotheses is for this one.
    pub share: f64,
    /// How many bytes are not ASCII.
    pub high: u64,
    /// The logarithm of how much more frequent it is than the next one.
    pub more_frequent: f32,
}

impl Weighed {
    /// What counts, in the order of the weights: a constant, the odds of the share (twice), how many
    /// bytes are not ASCII, and that the answer was not preferred because it is frequent. Where all are alike
    /// frequent, that has to be taken out again.
    #[must_use]
    pub fn evidence(&self) -> [f64; 5] {
        let odds = log_odds(self.share).max(-BEND);
        let (low, more) = (odds.min(BEND), (odds - BEND).max(0.0));
        [1.0, low, more, (self.high.max(1) as f64).ln(), -f64::from(self.more_frequent)]
    }

    /// How sure the answer is.
    #[must_use]
    pub fn stated(&self) -> f64 {
        let worth: f64 = self.evidence().iter().zip(WORTH).map(|(of, worth)| of * worth).sum();
        (1.0 - LAPSE) / (1.0 + (-worth).exp())
    }
}

/// The logarithm of the odds of a share, up to what no evidence exceeds.
fn log_odds(share: f64) -> f64 {
    (share / (1.0 - share)).ln().clamp(-14.0, 14.0)
}
