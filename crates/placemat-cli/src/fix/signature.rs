//! The signature at the start of the mended text: kept, removed or added.

use crate::args::Bom;
use placemat::encoding::Label;

#[derive(Clone, Debug)]
pub(super) struct Signature {
    wanted: Bom,
    /// How many bytes of a signature have come; none once it is decided.
    held: Option<usize>,
    changed: u64,
}

impl Signature {
    pub(super) fn new(wanted: Bom) -> Self {
        let held = (wanted != Bom::Keep).then_some(0);
        Self { wanted, held, changed: 0 }
    }

    /// How many were added or removed.
    pub(super) fn changed(&self) -> u64 {
        self.changed
    }

    /// Takes the next bytes, the last of which may be held back, and gives out
    /// what becomes of them.
    pub(super) fn push(&mut self, mut text: &[u8], last: bool, mut out: impl FnMut(&[u8])) {
        let signature = Label::Utf8.signature();
        while let Some(held) = self.held {
            let more = signature[held..].iter().zip(text).take_while(|(a, b)| a == b).count();
            text = &text[more..];
            let held = held + more;
            self.held = Some(held);
            if held == signature.len() {
                match self.wanted {
                    // All of them: the next run is to find none.
                    Bom::Remove => (self.held, self.changed) = (Some(0), self.changed + 1),
                    _ => self.decide(&mut out, signature),
                }
            } else if text.is_empty() && !last {
                return;
            } else {
                if self.wanted == Bom::Add {
                    self.changed += 1;
                    out(signature);
                }
                self.decide(&mut out, &signature[..held]);
            }
        }
        out(text);
    }

    fn decide(&mut self, out: &mut impl FnMut(&[u8]), held: &[u8]) {
        self.held = None;
        out(held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(wanted: Bom, text: &[u8], size: usize) -> Vec<u8> {
        let mut signature = Signature::new(wanted);
        let mut out = Vec::new();
        for chunk in text.chunks(size) {
            signature.push(chunk, false, |text| out.extend_from_slice(text));
        }
        signature.push(b"", true, |text| out.extend_from_slice(text));
        out
    }

    #[test]
    fn all_of_them_in_any_chunks() {
        for size in 1..8 {
            for text in ["", "a", "long text", "\u{FEFE}", "\u{FEFF}", "\u{FEFF}\u{FEFF}b\u{FEFF}"]
            {
                let plain = text.trim_start_matches('\u{FEFF}');
                assert_eq!(pushed(Bom::Remove, text.as_bytes(), size), plain.as_bytes());
                assert_eq!(pushed(Bom::Keep, text.as_bytes(), size), text.as_bytes());
                let signed =
                    if plain == text { format!("\u{FEFF}{text}") } else { text.to_owned() };
                assert_eq!(pushed(Bom::Add, text.as_bytes(), size), signed.as_bytes());
            }
            assert_eq!(pushed(Bom::Remove, b"\xEF\xBB", size), b"\xEF\xBB");
        }
    }
}
