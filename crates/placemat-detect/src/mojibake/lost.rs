//! Letters of which a byte was lost, named by the language of the text: "Ñ\u{FFFD}" is "с", "э" or "я".
//!
//! Only for repairs that may guess. The line as it was read, and what came before it, tell how likely each
//! language is; in each, the pairs with the letters around tell how likely each letter is. Which letters are
//! possible, the bytes say that are left. What is not likely enough is U+FFFD.

mod gaps;
mod run;

use super::context::Before;
use super::plan::Edit;
use crate::model::{Language, Model};
use crate::pages::{fold, is_latin, is_letter};
use gaps::Gap;
use run::{Memory, Run, behind};

/// How likely a letter must be to be named.
const BOUND: f32 = 0.97;

/// So many letters and more tell of the language.
const LEAST: f32 = 24.0;

/// How much the letters tell of the language that pairs of them say: they depend on each other.
const DAMPED: f32 = 0.3;

/// How much the text before tells of the language at most, as a logarithm: another one can begin in any line.
const CHANGE: f32 = 16.0;

/// Of so many letters before, what they say is remembered.
const MEMORY: f32 = 512.0;

/// So many bytes before a line are read at most.
const RECENT: usize = 512;

/// A text in a language that the model has costs less for each letter,
const FAMILIAR: f32 = 3.3;

/// and one that is short so much more.
const SLACK: f32 = 6.0;

/// What it costs a letter to be no letter, but a sign or a mark.
const SIGN: f32 = -5.0;

/// The exponential of less is 0, with room for what is rounded.
const NOTHING: f32 = -110.0;

/// What is known of the languages of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Lost {
    /// What came since something was lost, its end.
    recent: Vec<u8>,
    /// Latin, and all others.
    evidence: [Evidence; 2],
    /// The pages that all of it can have been read in, a bit each; 0: any.
    pages: u16,
}

/// What the letters so far say, as a logarithm for each language, and how many they are.
#[derive(Clone, Debug, Default)]
struct Evidence {
    sums: Vec<f32>,
    letters: f32,
}

/// A place in a line: what stands there, or can stand there.
enum Place<'a> {
    /// No letter of the script, or one by its number, of all languages.
    Known(Option<u16>),
    /// What the languages say of is not known: it tells nothing.
    Unknown,
    /// With the two code points before it, and the two behind.
    Lost(&'a Gap, [char; 4]),
}

/// What can stand there.
struct Candidate {
    c: char,
    letter: Option<u16>,
    /// How likely it is but for the language: upper or lower case, letter or sign.
    weight: f32,
}

impl Lost {
    /// Text passes that may tell the language.
    pub(super) fn remember(&mut self, text: &[u8]) {
        self.recent.extend_from_slice(&text[text.len().saturating_sub(RECENT)..]);
        if self.recent.len() > 4 * RECENT {
            self.recent.drain(..self.recent.len() - RECENT);
        }
    }

    /// Names what was lost in a line that was repaired; whether that was looked at.
    pub(super) fn name(&mut self, before: Before, now: &mut Vec<u8>, edits: &mut [Edit]) -> bool {
        let gaps = gaps::of(edits, &mut self.pages);
        let line = str::from_utf8(now).unwrap_or_default();
        if gaps.is_empty() || line.is_empty() {
            return false;
        }
        let recent = std::mem::take(&mut self.recent);
        let recent = &recent[recent.len().saturating_sub(RECENT)..];
        let recent: Vec<Vec<Letter>> =
            recent.utf8_chunks().map(|chunk| letters(chunk.valid())).collect();
        let letters = letters(line);
        let mut named = vec![None; gaps.len()];
        for (latin, evidence) in [true, false].into_iter().zip(&mut self.evidence) {
            for letters in &recent {
                evidence.learn(&places(Before::START, letters, &[], latin), latin);
            }
            evidence.forget();
            let places = places(before, &letters, &gaps, latin);
            let mut own = Evidence::default();
            own.learn(&places, latin);
            let is = own.name(evidence, &places, latin);
            evidence.add(&own);
            let of_script = gaps.iter().zip(&mut named).filter(|(gap, _)| gap.latin == latin);
            of_script.zip(is).for_each(|((_, named), is)| *named = is);
        }
        // From the end, so that what is before stays where it is.
        for (gap, named) in gaps.iter().zip(named).rev() {
            // A letter that no language has is none that one of these was.
            let is_odd = gap.now < '\u{800}'
                && is_letter(gap.now)
                && !is_known(Model::get().letter(fold(gap.now)));
            let named = named.or(Some((char::REPLACEMENT_CHARACTER, 1.0)).filter(|_| is_odd));
            let Some((c, share)) = named.filter(|(c, _)| *c != gap.now) else { continue };
            let (mut bytes, old) = ([0; 4], gap.now.len_utf8());
            let new = c.encode_utf8(&mut bytes);
            now.splice(gap.at..gap.at + old, new.bytes());
            edits[gap.edit].rename((gap.step, gap.within), old, new, 1.0 - share);
            let by = new.len() as isize - old as isize;
            edits[gap.edit + 1..].iter_mut().for_each(|edit| edit.shift(by));
        }
        true
    }
}

impl Evidence {
    /// The languages of the script.
    fn languages(latin: bool) -> Vec<(usize, &'static Language)> {
        let all = Model::get().languages.iter().enumerate();
        all.filter(|(_, language)| language.latin == latin && !language.is_several()).collect()
    }

    /// Learns what the places say, but for those that are lost.
    fn learn(&mut self, places: &[Place], latin: bool) {
        self.sums.resize(Model::get().languages.len(), 0.0);
        let known = |pair: &[Place]| match *pair {
            [Place::Known(a), Place::Known(b)] => (a.is_some() || b.is_some()).then_some((a, b)),
            _ => None,
        };
        let pairs: Vec<_> = places.windows(2).filter_map(known).collect();
        if pairs.is_empty() {
            return;
        }
        for (number, language) in Self::languages(latin) {
            let sum = &mut self.sums[number];
            *sum = pairs.iter().fold(*sum, |sum, (a, b)| sum + behind(language, *a, *b));
        }
        self.letters += pairs.iter().filter(|(_, b)| b.is_some()).count() as f32;
    }

    /// Learns what another one knows.
    fn add(&mut self, other: &Self) {
        self.sums.resize(other.sums.len(), 0.0);
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.letters += other.letters;
    }

    /// What is known of a language.
    fn sum(&self, number: usize) -> f32 {
        self.sums.get(number).copied().unwrap_or(0.0)
    }

    /// Forgets what is long ago.
    fn forget(&mut self) {
        if self.letters > MEMORY {
            let keep = MEMORY / self.letters;
            self.sums.iter_mut().for_each(|sum| *sum *= keep);
            self.letters = MEMORY;
        }
    }

    /// What is lost in the line that it is of, in order, and how likely that is, where it is likely enough.
    fn name(&self, before: &Self, places: &[Place], latin: bool) -> Vec<Option<(char, f32)>> {
        let languages = Self::languages(latin);
        // The letters that are there tell of text in other languages that it fits none.
        let may_fit = before.letters + self.letters >= LEAST
            && languages.iter().any(|(number, _)| self.is_familiar(before, *number));
        let runs = if may_fit { Run::all(places, latin) } else { Vec::new() };
        let lost = || runs.iter().flat_map(|run| &run.lost);
        if !lost().flatten().any(Candidate::can_be_named) {
            let lost = places.iter().filter(|place| matches!(place, Place::Lost(..)));
            return lost.map(|_| None).collect();
        }
        let sums = languages.iter().map(|(number, _)| before.sum(*number));
        let likeliest = sums.fold(f32::NEG_INFINITY, f32::max);
        let known = |number| self.sum(number) + (before.sum(number) - likeliest).max(-CHANGE);
        // For each language, how likely all of it is, what is known, and each letter.
        let (mut each, mut shares, mut memory) = (Vec::new(), Vec::new(), Memory::default());
        let mut add = |number, language, shares: &mut Vec<f32>| {
            let each = runs.iter().map(|run| run.shares(language, &mut memory, shares));
            each.fold(known(number), |sum, any| sum + any)
        };
        // A bound: the likeliest language has no less than this one.
        let first = languages.iter().max_by(|a, b| known(a.0).total_cmp(&known(b.0)));
        let least = first.map_or(0.0, |(number, language)| add(*number, language, &mut shares));
        shares.clear();
        let most_of_runs: f32 = runs.iter().map(Run::most).sum();
        for (number, language) in languages {
            // The others would have a weight of 0, whatever was lost.
            if (known(number) + most_of_runs - least) * DAMPED > NOTHING {
                each.push((add(number, language, &mut shares), number));
            }
        }
        let best = each.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let (most, number) = best.copied().unwrap_or_default();
        let is_familiar = self.is_familiar(before, number);
        let weight = |sum: f32| ((sum - most) * DAMPED).exp();
        let all: f32 = each.iter().map(|one| weight(one.0)).sum();
        let weights: Vec<f32> = each.iter().map(|one| weight(one.0) / all).collect();
        let count = lost().map(Vec::len).sum();
        let mut number = 0;
        lost()
            .map(|candidates| {
                let mut best = ('\0', 0.0);
                for candidate in candidates {
                    let of_each = shares.chunks_exact(count).map(|shares| shares[number]);
                    let share =
                        weights.iter().zip(of_each).map(|(weight, share)| weight * share).sum();
                    number += 1;
                    if share > best.1 && candidate.can_be_named() {
                        best = (candidate.c, share);
                    }
                }
                Some(best).filter(|(_, share)| is_familiar && *share >= BOUND)
            })
            .collect()
    }

    /// Whether the line can be in the language.
    fn is_familiar(&self, before: &Self, number: usize) -> bool {
        // A line that is long enough tells alone: the text before can be in another language.
        let (mut known, mut letters) = (self.sum(number), self.letters);
        if letters < LEAST {
            (known, letters) = (known + before.sum(number), letters + before.letters);
        }
        -known <= FAMILIAR * letters + SLACK
    }
}

impl Candidate {
    /// What can stand in a gap, between these.
    fn all(gap: &Gap, around: [char; 4], latin: bool) -> Vec<Self> {
        let candidate = |&(c, of_page): &(char, f32)| {
            let letter = letter(c);
            let weight = of_page + if letter.is_some() { of_case(c, around) } else { SIGN };
            Self { c, letter: letter.filter(|_| is_latin(c) == latin), weight }
        };
        gap.can_be.iter().map(candidate).collect()
    }

    /// Whether it is a letter of some language.
    fn can_be_named(&self) -> bool {
        self.letter.is_some_and(is_known) && !is_mark(self.c)
    }
}

/// Whether it stands on the letter before: texts with such write all of them so, and the model was not counted in these.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// Whether any language has the letter.
fn is_known(letter: u16) -> bool {
    usize::from(letter) + 2 < Model::get().letters()
}

/// A code point: where it stands, and its number if it is a letter.
type Letter = (usize, char, Option<u16>);

fn letter(c: char) -> Option<u16> {
    is_letter(c).then(|| Model::get().letter(fold(c)))
}

/// The code points of a text.
fn letters(text: &str) -> Vec<Letter> {
    text.char_indices().map(|(at, c)| (at, c, letter(c))).collect()
}

/// The places of a line, for languages that are written in Latin, or for others.
fn places<'a>(before: Before, line: &[Letter], gaps: &'a [Gap], latin: bool) -> Vec<Place<'a>> {
    let of_script = |c: char, letter: Option<u16>| letter.filter(|_| is_latin(c) == latin);
    let mut gaps = gaps.iter().peekable();
    let mut places = Vec::with_capacity(line.len() + 2);
    places.push(match before.c {
        char::REPLACEMENT_CHARACTER => Place::Unknown,
        c => Place::Known(of_script(c, letter(c))),
    });
    let mut last = [before.earlier, before.c];
    for (number, &(at, c, of_c)) in line.iter().enumerate() {
        let gap = gaps.next_if(|gap| gap.at == at);
        places.push(match gap {
            Some(gap) if gap.latin == latin => {
                let [behind, later] =
                    [1, 2].map(|by| line.get(number + by).map_or('\n', |one| one.1));
                let around = [last[0], last[1], behind, later];
                Place::Lost(gap, around)
            }
            None if c != '\u{FFFD}' => Place::Known(of_script(c, of_c)),
            _ => Place::Unknown,
        });
        last = [last[1], c];
    }
    places.push(Place::Known(None));
    places
}

/// How likely its case is there, as a logarithm.
fn of_case(c: char, [earlier, before, behind, later]: [char; 4]) -> f32 {
    let of = |c: char| (c.is_uppercase(), c.is_lowercase());
    let is_upper = match of(c) {
        (true, _) => true,
        (_, true) => false,
        _ => return 0.0,
    };
    let [upper, lower] = match (of(before), of(behind)) {
        ((_, true), _) => [-6.0, 0.0],
        ((true, _), (true, _)) => [0.0, -4.0],
        ((true, _), (_, true)) => [-4.0, 0.0],
        ((true, _), _) if earlier.is_uppercase() => [0.0, -3.0],
        ((true, _), _) => [-1.5, -0.3],
        (_, (true, _)) if later.is_lowercase() => [-1.0, -1.0],
        (_, (true, _)) => [0.0, -5.0],
        _ => [-1.5, -0.3],
    };
    if is_upper { upper } else { lower }
}
