//! From likelihoods to certainties.

use crate::legacy::single_byte::sum;

/// How much of a likelihood counts where so many bytes are not ASCII: they are not independent of
/// each other. Fitted on the split that is for tuning; between the lengths, by the logarithm.
const TEMPERATURES: [(f32, f32); 5] =
    [(1.0, 0.75), (4.0, 0.75), (22.0, 0.95), (80.0, 1.2), (4096.0, 1.2)];

/// The logarithm of the odds of each hypothesis against all others. `high`: bytes that are not ASCII.
pub(crate) fn odds(scores: &[f32], high: u64) -> Vec<f64> {
    let temperature = temperature(high as f32);
    let against = |at: usize| {
        let others = scores[..at].iter().chain(&scores[at + 1..]);
        others.fold(f32::NEG_INFINITY, |all, &score| sum(all, score * temperature))
    };
    (0..scores.len()).map(|at| f64::from(scores[at] * temperature - against(at))).collect()
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

/// What the odds are worth, by how much each of these counts (see [`Weighed::evidence`]): the logarithm of
/// the odds that the answer is right. Fitted on texts in which all encodings are alike frequent, and all languages
/// (`cargo xtask detect evaluate --split calibrate`).
const WORTH: [f64; WEIGHTS] =
    [0.13, 1.11, 0.98, 0.05, -0.04, -0.34, -1.20, 1.56, -0.70, 0.15, 0.32];

/// How many weights there are.
pub const WEIGHTS: usize = 11;

/// So many answers are wrong, whatever speaks for them: text can be what the model has never seen. In text of fewer bytes
/// than make a text, 40, more are, as many times as it has fewer: two bytes can be any word.
pub const LAPSE: f64 = 0.0015;

/// So many bytes, and more, are a text; fewer are a word or two, of which all that is known proves less.
const ENOUGH: f64 = 40.0;

/// What counts besides in fewer bytes, times the logarithm of how many times fewer they are (see
/// [`Weighed::evidence_of_words`]). Fitted as the others are, on words of 1 to 20 bytes; those of two splits
/// gave nearly the same (`cargo xtask detect evaluate --split calibrate --short`).
const WORTH_OF_WORDS: [f64; WEIGHTS_OF_WORDS] = [0.12, 0.04, 1.30, -0.11, -0.70, -0.88, -0.38];

/// How many there are of these.
pub const WEIGHTS_OF_WORDS: usize = 7;

/// Bytes that repeat oftener than in the texts that the weights were fitted on count as often as there: or the longer
/// a text were, or the oftener it said one thing, the less certain it would be.
const MOST_REPEATS: f64 = 64.0;

/// Odds grow into a certainty at two speeds: below this, and above. More than the most says nothing more.
const BEND: f64 = 4.0;
const MOST: f64 = 20.0;

/// What an answer was made from.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The logarithm of the odds against all other hypotheses.
    pub(crate) odds: f64,
    /// The same, if all encodings were met alike often.
    pub(crate) alike: f64,
    /// How often each byte that is not ASCII is there, on average.
    pub(crate) repeats: f64,
    /// How many bytes were judged for each that is not ASCII; 1 if all of these read as signs.
    pub(crate) thin: f64,
    /// How many bytes were judged.
    pub(crate) judged: usize,
    /// Whether what comes closest to it, if all encodings were met alike often, reads signs alone. Those are told
    /// by their neighbours only, and by one table for all languages.
    pub(crate) against_signs: bool,
    /// How the answer writes.
    pub(crate) writing: Writing,
    /// As `thin`, however few were judged: where that says least, they are all of a word.
    pub(crate) among: f64,
    /// Whether each byte that it reads otherwise than what comes closest to it is a sign, in the one or the other: what
    /// decides stands in few places then, however long the text is.
    pub(crate) by_signs: bool,
}

/// How text in an encoding is written, for the most part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writing {
    /// In letters of the script that ASCII has, or nobody knows.
    Latin,
    /// In letters of another script: a single one among ASCII is most likely no letter of that.
    Other,
    /// In characters of two bytes and more.
    EastAsian,
}

impl Weighed {
    /// What counts, in the order of the weights: a constant; the odds (twice); that letters are few among much
    /// ASCII, and that odds are worth less then, and where bytes repeat; that the next answer reads signs; that the
    /// answer is in another script than ASCII, and how few such letters are among it; that all that tells it from the
    /// next one is signs, and what odds are worth more then. The answer may be first
    /// because it is frequent: where all are alike frequent, that says nothing.
    #[must_use]
    pub fn evidence(&self) -> [f64; WEIGHTS] {
        let odds = self.alike.clamp(-MOST, MOST);
        let (low, more) = (odds.min(BEND), (odds - BEND).max(0.0));
        let (thin, repeats) = (self.thin.ln(), self.repeats.min(MOST_REPEATS).ln());
        let is = [self.against_signs, self.writing == Writing::Other, self.by_signs];
        let [signs, other, by_signs] = is.map(|is| f64::from(u8::from(is)));
        let foreign = other * self.among.ln();
        [
            1.0,
            low,
            more,
            thin,
            low * thin,
            low * repeats,
            signs,
            other,
            foreign,
            by_signs,
            by_signs * low,
        ]
    }

    /// How many times fewer bytes there are than make a text.
    #[must_use]
    pub fn fewer(&self) -> f64 {
        (ENOUGH / self.judged.max(1) as f64).max(1.0)
    }

    /// What counts besides in fewer bytes: a constant, the odds (twice), that the next answer reads signs, that the
    /// answer is in another script, and how few such letters are among ASCII; that it is East Asian.
    #[must_use]
    pub fn evidence_of_words(&self) -> [f64; WEIGHTS_OF_WORDS] {
        let [one, low, more, _, _, _, signs, other, foreign, ..] = self.evidence();
        let east_asian = f64::from(u8::from(self.writing == Writing::EastAsian));
        [one, low, more, signs, other, foreign, east_asian].map(|of| of * self.fewer().ln())
    }

    /// What it is worth as a text, whatever its length.
    #[must_use]
    pub fn worth(&self) -> f64 {
        self.evidence().iter().zip(WORTH).map(|(of, worth)| of * worth).sum()
    }

    /// Its share of all hypotheses.
    pub(crate) fn share(&self) -> f64 {
        1.0 / (1.0 + (-self.odds).exp())
    }

    /// How sure the answer is.
    #[must_use]
    pub(crate) fn stated(&self) -> f64 {
        let of_words = self.evidence_of_words().into_iter().zip(WORTH_OF_WORDS);
        let worth = self.worth() + of_words.map(|(of, worth)| of * worth).sum::<f64>();
        (1.0 - LAPSE * self.fewer()) / (1.0 + (-worth).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(alike: f64, judged: usize) -> f64 {
        Weighed {
            odds: alike,
            alike,
            repeats: 1.0,
            thin: 1.0,
            judged,
            against_signs: false,
            writing: Writing::Latin,
            among: 1.0,
            by_signs: false,
        }
        .stated()
    }

    #[test]
    fn a_letter_of_another_script_among_ascii_proves_less() {
        let of = |writing, among| {
            let (odds, alike, repeats, thin, judged) = (3.0, 3.0, 1.0, among, 400);
            let (against_signs, by_signs) = (false, false);
            #[rustfmt::skip]
            let weighed = Weighed { odds, alike, repeats, thin, judged, against_signs, writing, among, by_signs };
            weighed.stated()
        };
        assert!(of(Writing::Other, 1.2) > of(Writing::Latin, 1.2));
        assert!(of(Writing::Other, 40.0) < of(Writing::Latin, 40.0) - 0.05);
    }

    #[test]
    fn what_is_sure_is_less_so_of_fewer_bytes() {
        for odds in [0.0, 1.0, 4.0, 20.0] {
            let all: Vec<f64> = (0..=50).map(|judged| stated(odds, judged)).collect();
            // Where odds say little, a word was right somewhat oftener than a list: what is sure is not surer.
            let more = if all[50] < 0.9 { 0.08 } else { 0.002 };
            assert!(all.iter().all(|one| *one < all[50] + more), "{odds}: {all:?}");
            assert!(odds < 20.0 || all.is_sorted(), "{odds}: {all:?}");
            assert!(all[40..].iter().all(|one| *one == all[50]), "{odds}");
            // From the one to the other there is no step.
            assert!((all[40] - all[39]).abs() < 0.01, "{odds}");
        }
        for (judged, most) in [(1, 0.94), (2, 0.97), (4, 0.985), (12, 0.995), (40, 0.9985)] {
            let surest = stated(1000.0, judged);
            assert!(surest <= most && most - surest < 0.01, "{judged}: {surest}");
        }
    }
}
