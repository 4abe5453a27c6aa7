//! The code page of UTF-8: what each of the 256 bytes is for.

use super::strip::class_letter;
use placemat_inspect::malformed::role;
use serde::Serialize;

/// A byte, without a text around it.
#[derive(Debug, Serialize)]
pub(super) struct Cell {
    class: char,
    role: String,
}

/// All bytes, in order.
pub(super) fn code_page() -> Vec<Cell> {
    (0..=0xFF).map(|byte| Cell { class: class_letter(byte), role: role(byte) }).collect()
}
