//! Where the bytes go that a paste stands for.

use placemat::tool::anatomy::spell;

/// Bytes, and what is odd about them.
#[derive(Default)]
pub(super) struct Out {
    bytes: Vec<u8>,
    notes: Vec<String>,
    /// A high surrogate whose low one may follow.
    high: Option<u16>,
    lone: Lone,
}

/// Surrogates that are no half of a pair: the first, and how many.
#[derive(Default)]
struct Lone {
    first: Option<u32>,
    count: usize,
}

impl Out {
    pub(super) fn push_byte(&mut self, byte: u8) {
        self.settle();
        self.bytes.push(byte);
    }

    pub(super) fn push_str(&mut self, text: &str) {
        if !text.is_empty() {
            self.settle();
            self.bytes.extend_from_slice(text.as_bytes());
        }
    }

    /// A code point, or half of one: two that follow each other are a pair, and any other is
    /// written as WTF-8 has it. Up to 7FFFFFFF, as RFC 2279 has it; `false` if it is above.
    pub(super) fn push_code_point(&mut self, value: u32) -> bool {
        if let (Some(high), low @ 0xDC00..=0xDFFF) = (self.high, value) {
            self.high = None;
            let pair = 0x1_0000 + ((u32::from(high) - 0xD800) << 10) + (low - 0xDC00);
            return self.push_code_point(pair);
        }
        self.settle();
        match value {
            0xD800..=0xDBFF => self.high = Some(value as u16),
            0xDC00..=0xDFFF => self.push_lone(value),
            _ => return self.spell(value),
        }
        true
    }

    pub(super) fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.high.is_none()
    }

    /// The bytes, and the notes.
    pub(super) fn finish(mut self) -> (Vec<u8>, Vec<String>) {
        self.settle();
        if let Lone { first: Some(first), count } = self.lone {
            let many = match count {
                1 => String::new(),
                _ => format!(" and {} more", count - 1),
            };
            self.notes.push(format!(
                "U+{first:04X}{many}: a surrogate that is no half of a pair, written as WTF-8 \
                 has it"
            ));
        }
        (self.bytes, self.notes)
    }

    /// What waits for its low surrogate waits no longer.
    fn settle(&mut self) {
        if let Some(high) = self.high.take() {
            self.push_lone(high.into());
        }
    }

    fn push_lone(&mut self, surrogate: u32) {
        self.lone.first.get_or_insert(surrogate);
        self.lone.count += 1;
        self.spell(surrogate);
    }

    fn spell(&mut self, value: u32) -> bool {
        let mut room = [0; 6];
        let spelt = spell(value, &mut room);
        self.bytes.extend_from_slice(spelt.unwrap_or_default());
        spelt.is_some()
    }
}
