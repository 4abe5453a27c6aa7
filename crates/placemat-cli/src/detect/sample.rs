//! The part of a file that tells its language: what follows the first byte that
//! is not ASCII.

/// How much is kept: more says nothing new.
const SIZE: usize = 64 << 10;

/// How much before that byte.
const BEFORE: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Sample {
    bytes: Vec<u8>,
    found: bool,
}

impl Sample {
    /// Takes the next bytes of the file.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        if !self.found {
            // Escapes begin text in ISO-2022-JP, which has no other bytes.
            let tells = |&byte: &u8| !byte.is_ascii() || byte == 0x1B;
            let at = bytes.iter().position(tells);
            self.found = at.is_some();
            let passed = at.unwrap_or(bytes.len());
            self.bytes.extend(&bytes[passed.saturating_sub(BEFORE)..passed]);
            self.bytes.drain(..self.bytes.len().saturating_sub(BEFORE));
            rest = &bytes[passed..];
        }
        let room = SIZE.saturating_sub(self.bytes.len());
        self.bytes.extend(&rest[..rest.len().min(room)]);
    }

    /// The bytes, if any of them is not ASCII.
    pub(super) fn bytes(&self) -> &[u8] {
        if self.found { &self.bytes } else { &[] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept() {
        let of = |pieces: &[&[u8]]| {
            let mut sample = Sample::default();
            pieces.iter().for_each(|piece| sample.push(piece));
            sample.bytes().to_vec()
        };
        assert_eq!(of(&[b"plain"]), b"");
        assert_eq!(of(&[b"caf", b"\xE9 x"]), b"caf\xE9 x");
        assert_eq!(of(&[&[b'x'; 5000], b"ab", b"c\xE9", b"d"]), b"xxxxxxxxxxxxxabc\xE9d");
        assert_eq!(of(&[&[0xE9; 2 * SIZE]]).len(), SIZE);
    }
}
