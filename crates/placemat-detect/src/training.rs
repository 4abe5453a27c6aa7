//! What the program that trains the model, and judges it, shares with the judge. Not for users.

pub use crate::certainty::{LAPSE, WEIGHTS, WEIGHTS_OF_WORDS, Weighed};
pub use crate::pages::{Class, Page, class, fold, with_cedilla};
use crate::usage;
use std::sync::OnceLock;

/// All pages of one byte a code point.
pub fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(crate::pages::all)
}

/// The page that a label names.
#[must_use]
pub fn page(label: &str) -> Option<&'static Page> {
    pages().iter().find(|page| page.name == label || page.aliases.contains(&label))
}

/// How often text in this encoding and language is met, among text that is not UTF-8.
#[must_use]
pub fn frequency(encoding: &str, language: &str) -> f64 {
    let Some(usage) = usage::ALL.iter().find(|usage| usage.page == encoding) else {
        return f64::from(usage::east_asian(encoding).exp());
    };
    let share = usage.languages.iter().find(|(tag, _)| *tag == language);
    f64::from(usage.prior.exp() * share.map_or(0.0, |(_, share)| *share))
}

/// What the certainty of a candidate was made from, if likelihoods were.
#[must_use]
pub fn weighed(candidate: &crate::Candidate) -> Option<Weighed> {
    candidate.weighed
}
