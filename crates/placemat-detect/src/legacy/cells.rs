//! What a byte is in a page, and what it is to its neighbours, whatever the language.

use crate::model::Model;
use crate::pages::{self, Class};
use crate::signs;

/// What a byte is in a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// What it is to its neighbours, as a number in [`Cells`].
    pub(super) kind: u8,
    /// The letter, as a number in the model of languages.
    pub(super) letter: Option<u16>,
}

/// What a cell is to its neighbours: all cells of a kind are alike.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kind {
    class: Class,
    upper: bool,
    /// A letter of a script other than that of ASCII.
    other_script: bool,
    /// The edges of a sign that lines and boxes are drawn with.
    edges: Option<(u8, u8)>,
    /// Of a sign, the logarithm of how likely it is behind each class, and each class behind it.
    contexts: ([f32; 5], [f32; 5]),
}

/// Cells as they are made: those of one code point are looked up once, as most pages have them.
#[derive(Default)]
pub(super) struct Cells {
    kinds: Vec<Kind>,
    /// By the code point, where the cell is.
    index: Vec<u16>,
    cells: Vec<Cell>,
}

/// What two cells are worth beside each other, by their kinds.
pub(super) struct Beside {
    worth: Box<[[f32; KINDS]; KINDS]>,
    /// Which kinds are signs.
    signs: [bool; KINDS],
    undefined: u8,
}

/// How many kinds there are at most.
const KINDS: usize = 64;

/// What boxes are drawn with, behind each other: where lines go on, or end together,
const DRAWN: f32 = -3.0;
/// and where they do not.
const BROKEN: f32 = -8.0;

/// A sign behind itself: lines that are drawn, and leaders of dots.
const AGAIN: f32 = -1.0;

/// What a sign costs behind the same neighbour once more, of what it costs at first: lists of measures have the same
/// one in each line.
const REPEATED: f32 = 0.5;

/// Letters of two scripts in one word.
const MIXED: f32 = -4.0;

impl Cells {
    /// The cell of a code point.
    pub(super) fn cell(&mut self, c: char, model: &Model) -> Cell {
        let at = c as usize;
        // All but a few signs.
        if at >= 0x2600 {
            return self.make(c, model);
        }
        self.index.resize(0x2600, u16::MAX);
        if self.index[at] == u16::MAX {
            self.index[at] = self.cells.len() as u16;
            let cell = self.make(c, model);
            self.cells.push(cell);
        }
        self.cells[usize::from(self.index[at])]
    }

    fn make(&mut self, c: char, model: &Model) -> Cell {
        let class = pages::class(c);
        let lower = pages::fold(c);
        let is_letter = class == Class::Letter;
        let contexts = match class {
            Class::Sign => signs::contexts(c),
            _ => ([0.0; 5], [0.0; 5]),
        };
        let (upper, other_script) = (lower != c, is_letter && !pages::is_latin(c));
        let edges = signs::edges(c).filter(|_| class == Class::Sign);
        let kind = Kind { class, upper, other_script, edges, contexts };
        let known = self.kinds.iter().position(|one| *one == kind);
        let kind = known.unwrap_or_else(|| {
            assert!(self.kinds.len() < KINDS, "there are few kinds");
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        Cell { kind: kind as u8, letter: is_letter.then(|| model.letter(lower)) }
    }

    /// What all kinds are worth beside each other.
    pub(super) fn beside(&self) -> Beside {
        let mut worth = Box::new([[0.0; KINDS]; KINDS]);
        for (row, a) in worth.iter_mut().zip(&self.kinds) {
            row.iter_mut().zip(&self.kinds).for_each(|(worth, b)| *worth = beside(a, b));
        }
        let mut signs = [false; KINDS];
        let kinds = self.kinds.iter().map(|kind| kind.class == Class::Sign);
        signs.iter_mut().zip(kinds).for_each(|(sign, is)| *sign = is);
        let undefined = self.kinds.iter().position(|kind| kind.class == Class::Undefined);
        Beside { worth, signs, undefined: undefined.expect("ASCII has controls") as u8 }
    }
}

impl Beside {
    /// What a cell is worth behind another one, which may be the same, where that counts as `weight` times.
    pub(super) fn of(&self, a: Cell, b: Cell, same: bool, weight: f32) -> f32 {
        let worth = self.worth[usize::from(a.kind) % KINDS][usize::from(b.kind) % KINDS];
        if same && self.signs[usize::from(a.kind) % KINDS] {
            weight * worth.max(AGAIN)
        } else if self.signs[usize::from(b.kind) % KINDS] {
            (weight.min(1.0) + (weight - 1.0).max(0.0) * REPEATED) * worth
        } else {
            weight * worth
        }
    }

    /// Whether a cell is one that the page leaves undefined.
    pub(super) fn is_undefined(&self, cell: Cell) -> bool {
        cell.kind == self.undefined
    }
}

/// What two kinds are worth beside each other.
fn beside(a: &Kind, b: &Kind) -> f32 {
    let class = |kind: &Kind| match kind.class {
        Class::Undefined => Class::Punctuation as usize,
        class => class as usize,
    };
    if let (Some(a), Some(b)) = (a.edges, b.edges) {
        return if a.1 == b.0 { DRAWN } else { BROKEN };
    }
    match (a.class, b.class) {
        (_, Class::Undefined) => 0.0, // counted alone
        (Class::Letter, Class::Letter) if a.other_script != b.other_script => MIXED,
        (Class::Letter, Class::Letter) => case(Some(a.upper), b.upper),
        (Class::Sign, Class::Letter) => a.contexts.1[class(b)] + case(None, b.upper),
        (_, Class::Letter) => signs::letter_behind(a.class) + case(None, b.upper),
        // That a word ends is in the model of the language.
        (Class::Letter, Class::Sign) => (b.contexts.0[class(a)] + 1.6).min(0.0),
        (_, Class::Sign) => b.contexts.0[class(a)],
        (Class::Sign, _) => a.contexts.1[class(b)],
        _ => 0.0,
    }
}

/// Upper or lower case behind the case of a letter, or behind what is no letter.
fn case(before: Option<bool>, upper: bool) -> f32 {
    match (before, upper) {
        (None, false) => -0.25,
        (None, true) => -1.5,
        (Some(false), false) => -0.02,
        (Some(false), true) => -5.5,
        (Some(true), false) => -0.25,
        (Some(true), true) => -1.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_behind_the_same_neighbour_costs_half() {
        let (mut cells, model) = (Cells::default(), Model::get());
        let [m, two, e, line, controls] = ['m', '²', 'é', '─', '\0'].map(|c| cells.cell(c, model));
        let beside = cells.beside();
        let once = beside.of(m, two, false, 1.0);
        assert!(once < -2.0);
        assert_eq!(beside.of(m, two, false, 3.0), (1.0 + 2.0 * REPEATED) * once);
        assert_eq!(beside.of(m, two, false, 0.5), 0.5 * once);
        // Of a letter, and of what stands behind the sign, each time counts.
        assert_eq!(beside.of(m, e, false, 3.0), 3.0 * beside.of(m, e, false, 1.0));
        assert_eq!(beside.of(two, m, false, 3.0), 3.0 * beside.of(two, m, false, 1.0));
        // A line goes on.
        assert_eq!(beside.of(line, line, true, 3.0), 3.0 * AGAIN);
        assert!(beside.is_undefined(controls) && !beside.is_undefined(m));
    }
}
