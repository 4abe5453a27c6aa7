//! Letters of which a byte was lost, named by the language of the text: "Ñ\u{FFFD}" is "с", "э" or "я".
//!
//! Only for repairs that may guess. The line as it was read, and what came before it, tell how likely each
//! language is; in each, the pairs with the letters around tell how likely each letter is. Which letters are
//! possible, the bytes say that are left. What is not likely enough is U+FFFD.

mod gaps;

use super::context::Before;
use super::plan::Edit;
use crate::model::{FOREIGN, Language, Model, NONE};
use crate::pages::{fold, is_latin, is_letter};
use gaps::Gap;

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
enum Place {
    /// No letter of the script, or one by its number, of all languages.
    Known(Option<u16>),
    /// What the languages say of is not known: it tells nothing.
    Unknown,
    Lost(Vec<Candidate>),
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
        let mut named = vec![None; gaps.len()];
        for (latin, evidence) in [true, false].into_iter().zip(&mut self.evidence) {
            for chunk in recent.utf8_chunks() {
                evidence.learn(&places(Before::START, chunk.valid(), &[], latin), latin);
            }
            evidence.forget();
            let places = places(before, line, &gaps, latin);
            let mut own = Evidence::default();
            own.learn(&places, latin);
            let is = own.name(evidence, &places, latin);
            evidence.add(&own);
            let of_script = gaps.iter().zip(&mut named).filter(|(gap, _)| gap.is_latin() == latin);
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
    fn languages(latin: bool) -> impl Iterator<Item = (usize, &'static Language)> {
        let all = Model::get().languages.iter().enumerate();
        all.filter(move |(_, language)| language.latin == latin && !language.is_several())
    }

    /// Learns what the places say, but for those that are lost.
    fn learn(&mut self, places: &[Place], latin: bool) {
        self.sums.resize(Model::get().languages.len(), 0.0);
        for pair in places.windows(2) {
            let [Place::Known(a), Place::Known(b)] = *pair else { continue };
            if a.is_none() && b.is_none() {
                continue;
            }
            for (number, language) in Self::languages(latin) {
                self.sums[number] += behind(language, a, b);
            }
            self.letters += f32::from(u8::from(b.is_some()));
        }
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
        let mut runs = Vec::new();
        let mut at = 0;
        while at < places.len() {
            let is_lost = |place: &&Place| matches!(place, Place::Lost(_));
            let len = places[at..].iter().take_while(is_lost).count();
            if len > 0 {
                runs.push(at..at + len);
            }
            at += len.max(1);
        }
        let lost = runs.iter().flat_map(|run| &places[run.clone()]);
        let lost = lost.filter_map(|place| match place {
            Place::Lost(candidates) => Some(candidates),
            _ => None,
        });
        if before.letters + self.letters < LEAST {
            return lost.map(|_| None).collect();
        }
        // For each language, how likely all of it is, what is known, and each letter.
        let mut each = Vec::new();
        let sums = Self::languages(latin).map(|(number, _)| before.sum(number));
        let likeliest = sums.fold(f32::NEG_INFINITY, f32::max);
        for (number, language) in Self::languages(latin) {
            let (known, earlier) = (self.sum(number), before.sum(number));
            let (mut sum, mut shares) = (known + (earlier - likeliest).max(-CHANGE), Vec::new());
            for run in &runs {
                let around = [run.start.checked_sub(1), Some(run.end)];
                let around = around.map(|at| at.and_then(|at| places.get(at)));
                sum += shares_of(language, &places[run.clone()], around, &mut shares);
            }
            each.push((sum, number, shares));
        }
        let best = each.iter().max_by(|a, b| a.0.total_cmp(&b.0));
        let (most, number) = best.map_or((0.0, 0), |best| (best.0, best.1));
        // A line that is long enough tells alone: the text before can be in another language.
        let (mut known, mut letters) = (self.sum(number), self.letters);
        if letters < LEAST {
            (known, letters) = (known + before.sum(number), letters + before.letters);
        }
        let is_familiar = -known <= FAMILIAR * letters + SLACK;
        let weight = |sum: f32| ((sum - most) * DAMPED).exp();
        let all: f32 = each.iter().map(|one| weight(one.0)).sum();
        let mut number = 0;
        lost.map(|candidates| {
            let mut best = ('\0', 0.0);
            for Candidate { c, letter, .. } in candidates {
                let share = each.iter().map(|one| weight(one.0) / all * one.2[number]).sum();
                number += 1;
                if share > best.1 && letter.is_some_and(is_known) && !is_mark(*c) {
                    best = (*c, share);
                }
            }
            Some(best).filter(|(_, share)| is_familiar && *share >= BOUND)
        })
        .collect()
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

/// How likely each candidate of a run is in a language, appended to `shares`; and the logarithm of how likely any is.
fn shares_of(
    language: &Language,
    run: &[Place],
    around: [Option<&Place>; 2],
    shares: &mut Vec<f32>,
) -> f32 {
    let lost = |place: &'_ Place| match place {
        Place::Lost(candidates) => candidates.iter().map(|one| (one.letter, one.weight)).collect(),
        _ => Vec::new(),
    };
    let known = |place: Option<&Place>| match place {
        Some(Place::Known(letter)) => Some(*letter),
        Some(_) => None,
        None => Some(None),
    };
    let [before, after] = around.map(known);
    let ways: Vec<Vec<(Option<u16>, f32)>> = run.iter().map(lost).collect();
    // A word of one letter.
    let alone = |letter: Option<u16>| match letter {
        Some(letter) if run.len() == 1 && before == Some(None) && after == Some(None) => {
            let own = language.own(letter);
            language.alone(own) - language.pair(own, NONE)
        }
        _ => 0.0,
    };
    let sum = |costs: &mut dyn Iterator<Item = f32>| {
        let costs: Vec<f32> = costs.collect();
        let most = costs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        most + costs.iter().map(|cost| (cost - most).exp()).sum::<f32>().ln()
    };
    let mut forward: Vec<Vec<f32>> = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        let costs = way.iter().map(|&(letter, weight)| {
            weight
                + match at {
                    0 => before.map_or(0.0, |before| behind(language, before, letter)),
                    _ => sum(&mut ways[at - 1]
                        .iter()
                        .zip(&forward[at - 1])
                        .map(|(one, cost)| cost + behind(language, one.0, letter))),
                }
        });
        let costs = costs.collect();
        forward.push(costs);
    }
    let mut backward: Vec<Vec<f32>> = vec![Vec::new(); ways.len()];
    for at in (0..ways.len()).rev() {
        backward[at] = ways[at]
            .iter()
            .map(|&(letter, _)| match ways.get(at + 1) {
                None => after.map_or(0.0, |after| behind(language, letter, after)) + alone(letter),
                Some(next) => sum(&mut next
                    .iter()
                    .zip(&backward[at + 1])
                    .map(|(one, cost)| cost + one.1 + behind(language, letter, one.0))),
            })
            .collect();
    }
    let mut any = 0.0;
    for (forward, backward) in forward.iter().zip(&backward) {
        any = sum(&mut forward.iter().zip(backward).map(|(a, b)| a + b));
        shares.extend(forward.iter().zip(backward).map(|(a, b)| (a + b - any).exp()));
    }
    any
}

/// The logarithm of how likely a letter is behind another one; none is what is no letter.
fn behind(language: &Language, a: Option<u16>, b: Option<u16>) -> f32 {
    let own = |letter: Option<u16>| letter.map_or(NONE, |letter| language.own(letter));
    let foreign = match b {
        Some(letter) if own(b) == FOREIGN => Model::get().foreign(letter),
        _ => 0.0,
    };
    language.pair(own(a), own(b)) + foreign
}

/// The places of a line, for languages that are written in Latin, or for others.
fn places(before: Before, line: &str, gaps: &[Gap], latin: bool) -> Vec<Place> {
    let model = Model::get();
    let letter = |c: char| (is_letter(c) && is_latin(c) == latin).then(|| model.letter(fold(c)));
    let mut gaps = gaps.iter().peekable();
    let mut places = vec![match before.c {
        char::REPLACEMENT_CHARACTER => Place::Unknown,
        c => Place::Known(letter(c)),
    }];
    let mut last = [before.earlier, before.c];
    for (at, c) in line.char_indices() {
        let gap = gaps.next_if(|gap| gap.at == at);
        places.push(match gap {
            Some(gap) if gap.is_latin() == latin => {
                let mut behind = line[at + c.len_utf8()..].chars();
                let [behind, later] = [(); 2].map(|()| behind.next().unwrap_or('\n'));
                let around = [last[0], last[1], behind, later];
                let candidates = gap.can_be.iter().map(|&(c, of_page)| Candidate {
                    c,
                    letter: letter(c),
                    weight: of_page + if is_letter(c) { of_case(c, around) } else { SIGN },
                });
                Place::Lost(candidates.collect())
            }
            None if c != '\u{FFFD}' => Place::Known(letter(c)),
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
