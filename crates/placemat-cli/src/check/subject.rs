//! An input that is checked, and what is known of it before all of it is.

use crate::identify::{Reading, may_be_throughout, reading};
use crate::input::Input;
use crate::rules::Rule;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// Shared by the threads that check pieces of it, and by those that tell what they find.
#[derive(Debug)]
pub(super) struct Subject {
    pub(super) input: Input,
    /// What is said of its encoding.
    pub(super) rule: Option<Arc<Rule>>,
    /// What malformed text in it is, once some was found.
    reading: OnceLock<Reading>,
    decided: AtomicBool,
}

impl Subject {
    pub(super) fn new(input: Input, rule: Option<Arc<Rule>>) -> Self {
        Self { input, rule, reading: OnceLock::new(), decided: AtomicBool::new(false) }
    }

    /// Whether it is said to be in another encoding than UTF-8.
    pub(super) fn is_declared_other(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| !rule.is_utf8())
    }

    /// Malformed text was found, of which `sample` is some: finds out what it is.
    pub(super) fn find_reading(&self, sample: &[u8]) {
        self.reading.get_or_init(|| {
            let reading = may_be_throughout(sample).then(|| reading(&self.input));
            // Who reads the file next tells why it cannot be read.
            reading.and_then(Result::ok).unwrap_or(Reading::Unknown)
        });
    }

    /// What malformed text in it is, if that was asked.
    pub(super) fn reading(&self) -> Option<Reading> {
        self.reading.get().copied()
    }

    /// Says that no more of it needs to be read.
    pub(super) fn decide(&self) {
        self.decided.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_decided(&self) -> bool {
        self.decided.load(Ordering::Relaxed)
    }
}
