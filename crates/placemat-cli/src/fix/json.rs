//! The records that `fix --format json` writes.

use super::plan::Plan;
use super::records::RecordTally;
use crate::print::json::is_zero;
use crate::print::name::{NameFields, hex};
use placemat_detect::mojibake::Step;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Default, Serialize)]
pub(super) struct Totals {
    pub(super) r#type: &'static str,
    pub(super) files: u64,
    pub(super) files_changed: u64,
    pub(super) files_left_alone: u64,
    pub(super) changes: u64,
    /// What profiles refuse, and nobody can mend.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) left: u64,
    pub(super) trouble: u64,
}

#[derive(Serialize)]
pub(super) struct ChangeRecord<'a> {
    pub(super) r#type: &'static str,
    #[serde(flatten)]
    pub(super) name: NameFields<'a>,
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) kind: &'static str,
    pub(super) before: String,
    pub(super) after: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) plan: Option<PlanRecord<'a>>,
}

/// How mojibake is undone.
#[derive(Serialize)]
pub(super) struct PlanRecord<'a> {
    /// Of a hundred like it, how many are right.
    confidence: u8,
    exact: bool,
    steps: Vec<StepRecord<'a>>,
}

#[derive(Serialize)]
struct StepRecord<'a> {
    /// In bytes from the start of what is repaired, as the steps before leave it.
    at: usize,
    read_as: &'static str,
    before: &'a str,
    bytes: String,
    /// Of bytes that are not written as what they are in the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    written: Vec<WrittenRecord<'a>>,
    after: &'a str,
}

#[derive(Serialize)]
struct WrittenRecord<'a> {
    byte: usize,
    r#as: &'a str,
}

impl<'a> PlanRecord<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        let step = |step: &'a Step| StepRecord {
            at: step.at,
            read_as: step.page(),
            before: &step.before,
            bytes: hex(&step.bytes()),
            written: step.respelled().map(|(byte, r#as)| WrittenRecord { byte, r#as }).collect(),
            after: &step.after,
        };
        let exact = plan.steps.iter().all(Step::is_exact);
        Self { confidence: plan.confidence, exact, steps: plan.steps.iter().map(step).collect() }
    }
}

/// What became of the records of a file.
#[derive(Serialize)]
pub(super) struct RecordsRecord<'a> {
    pub(super) r#type: &'static str,
    #[serde(flatten)]
    pub(super) name: NameFields<'a>,
    #[serde(flatten)]
    pub(super) tally: RecordTally,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moved_to: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct FileRecord<'a> {
    pub(super) r#type: &'static str,
    #[serde(flatten)]
    pub(super) name: NameFields<'a>,
    pub(super) changed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) looks_like: Option<&'a str>,
    pub(super) changes: u64,
    pub(super) bytes: BTreeMap<String, u64>,
    pub(super) kinds: BTreeMap<&'static str, u64>,
    /// What profiles refuse: changed, and left as it is.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) refused: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) left: u64,
    pub(super) line_endings: u64,
    pub(super) signatures: u64,
    /// The name under which the old file is kept because text is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kept: Option<String>,
}
