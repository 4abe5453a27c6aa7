//! The part of a text that tells its language: what is not ASCII, and what stands around it.

/// How much is kept: more says nothing new.
const SIZE: usize = 16 << 10;

/// How much of text with escapes is kept.
const ESCAPES: usize = 4 << 10;

/// How much ASCII is kept before and behind what is not.
const AROUND: usize = 64;

/// Bytes around those that are not ASCII, as they come, up to a limit. Where ASCII is left out,
/// a line ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excerpt {
    bytes: Vec<u8>,
    /// The last ASCII bytes, which stay if something follows that is not.
    waiting: Vec<u8>,
    /// How much ASCII may still stay behind what is not.
    open: usize,
    started: bool,
    left_out: bool,
    /// What begins with an escape, a shift or a tilde, as some encodings without high bytes do.
    escapes: Vec<u8>,
}

impl Excerpt {
    /// Takes the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.escape(bytes);
        let mut rest = bytes;
        while !rest.is_empty() && self.bytes.len() < SIZE {
            let ascii = rest.iter().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
            self.ascii(&rest[..ascii]);
            rest = &rest[ascii..];
            let dense = dense(&rest[..rest.len().min(SIZE)]);
            if dense > 0 {
                // All of it may stay.
                let room = SIZE.saturating_sub(self.bytes.len());
                self.bytes.reserve(room.min(rest.len() + AROUND));
                self.take(&rest[..dense]);
                rest = &rest[dense..];
            }
        }
    }

    fn escape(&mut self, bytes: &[u8]) {
        // Where a byte is not ASCII, nobody asks for them.
        if self.started || self.escapes.len() >= ESCAPES || !bytes.is_ascii() {
            return;
        }
        let from = match self.escapes.is_empty() {
            true => bytes.iter().position(|byte| matches!(byte, 0x1B | b'~')),
            false => Some(0),
        };
        let behind = from.map_or(&[][..], |from| &bytes[from..]);
        let room = ESCAPES - self.escapes.len();
        self.escapes.extend(&behind[..behind.len().min(room)]);
    }

    /// What begins with an escape or a tilde.
    pub(crate) fn escapes(&self) -> &[u8] {
        &self.escapes
    }

    fn ascii(&mut self, bytes: &[u8]) {
        let (now, later) = bytes.split_at(bytes.len().min(self.open));
        self.bytes.extend(now);
        self.open -= now.len();
        if later.len() > AROUND {
            self.left_out |= self.started;
            self.waiting.clear();
            self.waiting.extend(&later[later.len() - AROUND..]);
        } else {
            self.waiting.extend(later);
            let over = self.waiting.len().saturating_sub(AROUND);
            self.left_out |= over > 0 && self.started;
            self.waiting.drain(..over);
        }
    }

    /// What begins and ends with bytes that are not ASCII.
    fn take(&mut self, dense: &[u8]) {
        if self.left_out {
            self.bytes.push(b'\n');
        }
        self.bytes.append(&mut self.waiting);
        self.bytes.extend(dense);
        (self.open, self.started, self.left_out) = (AROUND, true, false);
    }

    /// The bytes, if any of them is not ASCII.
    pub(crate) fn bytes(&self) -> &[u8] {
        // How much more there is depends on the pieces.
        if self.started { &self.bytes[..self.bytes.len().min(SIZE)] } else { &[] }
    }
}

/// How much there is from a byte that is not ASCII to the last one from which no gap is longer
/// than what is kept on either side.
fn dense(bytes: &[u8]) -> usize {
    let last =
        |bytes: &[u8]| bytes.iter().rposition(|byte| !byte.is_ascii()).map_or(0, |at| at + 1);
    let mut at = 0;
    // A gap that is too long has a whole block.
    while let Some(block) = bytes[at..].chunks(AROUND).position(<[u8]>::is_ascii) {
        let gap = at + block * AROUND;
        let end = last(&bytes[..gap]);
        match bytes[gap..].iter().position(|byte| !byte.is_ascii()) {
            Some(next) if gap + next - end <= 2 * AROUND => at = gap + next,
            _ => return end,
        }
    }
    last(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pieces: &[&[u8]]) -> Vec<u8> {
        let mut excerpt = Excerpt::default();
        pieces.iter().for_each(|piece| excerpt.push(piece));
        excerpt.bytes().to_vec()
    }

    #[test]
    fn what_is_kept() {
        assert_eq!(of(&[b"plain"]), b"");
        assert_eq!(of(&[b"caf", b"\xE9 x"]), b"caf\xE9 x");
        let long = [&[b'x'; 5000][..], b"\xE9", &[b'y'; 5000], b"\xE8", b"z"].concat();
        let kept = [&[b'x'; 64][..], b"\xE9", &[b'y'; 64], b"\n", &[b'y'; 64], b"\xE8z"].concat();
        for size in [1, 7, 64, 65, 5000, long.len()] {
            let pieces: Vec<&[u8]> = long.chunks(size).collect();
            assert_eq!(of(&pieces), kept, "{size}");
        }
        assert_eq!(of(&[&[0xE9; 2 * SIZE]]).len(), SIZE);
    }
}
