//! Which encoding bytes are in.

use crate::border::answer;
use crate::export;
use placemat_detect::{Candidate, Hints, Judge, Verdict};
use serde::Serialize;
use std::cell::RefCell;

#[derive(Serialize)]
struct Answer<'a> {
    encoding: Option<&'a str>,
    certainty: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<&'a str>,
    candidates: Vec<Possible<'a>>,
}

#[derive(Serialize)]
struct Possible<'a> {
    encoding: &'a str,
    certainty: f64,
    reason: &'a str,
    same: &'a [&'a str],
}

impl<'a> From<&'a Candidate> for Possible<'a> {
    fn from(candidate: &'a Candidate) -> Self {
        let Candidate { encoding, certainty, reason, same, .. } = candidate;
        Self { encoding, certainty: *certainty, reason, same }
    }
}

impl<'a> From<&'a Verdict> for Answer<'a> {
    fn from(verdict: &'a Verdict) -> Self {
        Self {
            encoding: verdict.encoding,
            certainty: verdict.certainty,
            declared: verdict.declared.as_deref(),
            candidates: verdict.candidates.iter().map(Possible::from).collect(),
        }
    }
}

thread_local! {
    /// Of the text that is looked at: one at a time.
    static JUDGE: RefCell<Judge> = RefCell::default();
}

export! {
    /// Takes the next bytes.
    fn judge_push(chunk[len]: In) { JUDGE.with_borrow_mut(|judge| judge.push(chunk)); }
    /// JSON: the likeliest encoding of all that was pushed, and the others. Empty hints are none.
    fn judge_finish(language[language_len]: In, encoding[encoding_len]: In) -> usize {
        let hint = |bytes| std::str::from_utf8(bytes).ok().filter(|hint| !hint.is_empty());
        let mut hints = Hints::default();
        (hints.language, hints.encoding) = (hint(language), hint(encoding));
        let verdict = JUDGE.take().finish(&hints);
        answer(serde_json::to_vec(&Answer::from(&verdict)).expect("texts and numbers"))
    }
}
