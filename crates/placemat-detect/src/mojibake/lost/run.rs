//! Lost letters that stand one behind the other: how likely each is in a language, summed over all others.

use super::{Candidate, Place};
use crate::model::{FOREIGN, Language, Model, NONE};

/// What a word of one letter can be likelier by than that letter before another word: costs are less than that.
const MOST_ALONE: f32 = 16.0;

/// Letters that are lost one behind the other, and what stands around them; none where that tells nothing.
pub(super) struct Run {
    pub(super) lost: Vec<Vec<Candidate>>,
    before: Option<Option<u16>>,
    after: Option<Option<u16>>,
}

/// What a letter costs in a language.
struct Way {
    own: u8,
    foreign: f32,
    weight: f32,
    /// With all before it, and with all behind it.
    forward: f32,
    backward: f32,
}

/// Memory for the ways of a run, and for costs.
#[derive(Default)]
pub(super) struct Memory {
    ways: Vec<Way>,
    costs: Vec<f32>,
}

impl Run {
    /// Those of a line, in order.
    pub(super) fn all(places: &[Place], latin: bool) -> Vec<Self> {
        let known = |place: Option<&Place>| match place {
            Some(Place::Known(letter)) => Some(*letter),
            Some(_) => None,
            None => Some(None),
        };
        let (mut runs, mut at) = (Vec::new(), 0);
        while at < places.len() {
            let candidates = |place: &Place| match *place {
                Place::Lost(gap, around) => Some(Candidate::all(gap, around, latin)),
                _ => None,
            };
            let lost: Vec<_> = places[at..].iter().map_while(candidates).collect();
            let end = at + lost.len();
            if !lost.is_empty() {
                let before = known(at.checked_sub(1).and_then(|before| places.get(before)));
                runs.push(Self { lost, before, after: known(places.get(end)) });
            }
            at = end.max(at + 1);
        }
        runs
    }

    /// Whether it is a word of one letter.
    fn is_word(&self) -> bool {
        self.lost.len() == 1 && (self.before, self.after) == (Some(None), Some(None))
    }

    /// No language finds it likelier, as a logarithm.
    pub(super) fn most(&self) -> f32 {
        let ways: f32 = self.lost.iter().map(|candidates| (candidates.len() as f32).ln()).sum();
        ways + if self.is_word() { MOST_ALONE } else { 0.0 }
    }

    /// How likely each candidate is in a language, appended to `shares`; and the logarithm of how likely any is.
    pub(super) fn shares(
        &self,
        language: &Language,
        memory: &mut Memory,
        shares: &mut Vec<f32>,
    ) -> f32 {
        let Memory { ways, costs } = memory;
        ways.clear();
        ways.extend(self.lost.iter().flatten().map(|one| {
            let (own, foreign) = own_of(language, one.letter);
            Way { own, foreign, weight: one.weight, forward: 0.0, backward: 0.0 }
        }));
        let mut sum = |each: &mut dyn Iterator<Item = f32>| {
            costs.clear();
            costs.extend(each);
            sum(costs)
        };
        let behind = |a: u8, b: &Way| language.pair(a, b.own) + b.foreign;
        let before = self.before.map(|before| own_of(language, before).0);
        let mut rest = &mut ways[..];
        let mut earlier: Option<&[Way]> = None;
        for candidates in &self.lost {
            let (here, behind_here) = rest.split_at_mut(candidates.len());
            for way in &mut *here {
                let cost = match earlier {
                    None => before.map_or(0.0, |before| behind(before, way)),
                    Some(earlier) => {
                        sum(&mut earlier.iter().map(|one| one.forward + behind(one.own, way)))
                    }
                };
                way.forward = way.weight + cost;
            }
            (earlier, rest) = (Some(&*here), behind_here);
        }
        let after = self.after.map(|after| own_of(language, after));
        let mut rest = &mut ways[..];
        let mut later: Option<&[Way]> = None;
        for candidates in self.lost.iter().rev() {
            let (before_here, here) = rest.split_at_mut(rest.len() - candidates.len());
            for way in &mut *here {
                way.backward = match later {
                    None => {
                        let own = way.own;
                        let cost = |(after, foreign)| language.pair(own, after) + foreign;
                        let alone = self.is_word() && own != NONE;
                        let alone = if alone {
                            language.alone(own) - language.pair(own, NONE)
                        } else {
                            0.0
                        };
                        after.map_or(0.0, cost) + alone
                    }
                    Some(later) => sum(&mut later
                        .iter()
                        .map(|one| one.backward + one.weight + behind(way.own, one))),
                };
            }
            (later, rest) = (Some(&*here), before_here);
        }
        let (mut any, mut rest) = (0.0, &ways[..]);
        for candidates in &self.lost {
            let (here, behind_here) = rest.split_at(candidates.len());
            let both = || here.iter().map(|way| way.forward + way.backward);
            any = sum(&mut both());
            shares.extend(both().map(|cost| (cost - any).exp()));
            rest = behind_here;
        }
        any
    }
}

/// The logarithm of how likely any of several is.
#[inline(never)]
fn sum(costs: &[f32]) -> f32 {
    let most = costs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    most + costs.iter().map(|cost| (cost - most).exp()).sum::<f32>().ln()
}

/// The number of a letter in a language, and what it costs to be foreign there; none is what is no letter.
fn own_of(language: &Language, letter: Option<u16>) -> (u8, f32) {
    match letter {
        None => (NONE, 0.0),
        Some(letter) => match language.own(letter) {
            FOREIGN => (FOREIGN, Model::get().foreign(letter)),
            own => (own, 0.0),
        },
    }
}

/// The logarithm of how likely a letter is behind another one.
pub(super) fn behind(language: &Language, a: Option<u16>, b: Option<u16>) -> f32 {
    let (own, foreign) = own_of(language, b);
    language.pair(a.map_or(NONE, |letter| language.own(letter)), own) + foreign
}
