//! What a file had, by its size and its SHA-256 (FIPS 180-4): `sha256sum` says the same.
//!
//! The log needs a checksum that others can check, and the tool one function of it: so it is written
//! here, and no package is added that has all of them.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Seek};

/// What a file had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    pub(super) size: u64,
    pub(super) sha256: String,
}

impl Fingerprint {
    /// Of all that `file` has.
    pub(super) fn of(mut file: &File) -> io::Result<Self> {
        file.rewind()?;
        let (mut sum, mut block) = (Sha256::new(), vec![0; 128 << 10]);
        loop {
            match file.read(&mut block) {
                Ok(0) => break,
                Ok(read) => sum.push(&block[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let size = sum.size;
        let sha256 = sum.finish().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { size, sha256 })
    }
}

struct Sha256 {
    state: [u32; 8],
    /// What is no whole block yet.
    held: Vec<u8>,
    size: u64,
}

const BLOCK: usize = 64;

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const START: [u32; 8] = [
    0x6A09_E667,
    0xBB67_AE85,
    0x3C6E_F372,
    0xA54F_F53A,
    0x510E_527F,
    0x9B05_688C,
    0x1F83_D9AB,
    0x5BE0_CD19,
];

/// The same of the cube roots of the first 64 primes.
#[rustfmt::skip]
const ROUNDS: [u32; 64] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
    0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
    0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
    0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
    0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
];

impl Sha256 {
    fn new() -> Self {
        Self { state: START, held: Vec::new(), size: 0 }
    }

    fn push(&mut self, mut bytes: &[u8]) {
        self.size += bytes.len() as u64;
        if !self.held.is_empty() {
            let (more, rest) = bytes.split_at(bytes.len().min(BLOCK - self.held.len()));
            self.held.extend_from_slice(more);
            if self.held.len() < BLOCK {
                return;
            }
            let held = std::mem::take(&mut self.held);
            self.blocks(&held);
            bytes = rest;
        }
        let whole = bytes.len() - bytes.len() % BLOCK;
        self.blocks(&bytes[..whole]);
        self.held.extend_from_slice(&bytes[whole..]);
    }

    fn finish(mut self) -> [u8; 32] {
        let bits = (8 * self.size).to_be_bytes();
        let mut end = vec![0x80];
        // So that the length ends a block.
        end.resize(1 + (2 * BLOCK - 9 - self.held.len()) % BLOCK, 0);
        end.extend(bits);
        self.push(&end);
        let mut sum = [0; 32];
        for (bytes, word) in sum.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        sum
    }

    fn blocks(&mut self, bytes: &[u8]) {
        for block in bytes.chunks_exact(BLOCK) {
            let mut words = [0; 64];
            for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
                *word = u32::from_be_bytes(*bytes);
            }
            for at in 16..64 {
                let (a, b) = (words[at - 15], words[at - 2]);
                let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
                let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
                words[at] =
                    a.wrapping_add(b).wrapping_add(words[at - 16]).wrapping_add(words[at - 7]);
            }
            let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
            for (word, round) in words.into_iter().zip(ROUNDS) {
                let one = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
                let choice = (e & f) ^ (!e & g);
                let one = h.wrapping_add(one).wrapping_add(choice).wrapping_add(round);
                let one = one.wrapping_add(word);
                let two = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
                let two = two.wrapping_add((a & b) ^ (a & c) ^ (b & c));
                (h, g, f, e) = (g, f, e, d.wrapping_add(one));
                (d, c, b, a) = (c, b, a, one.wrapping_add(two));
            }
            for (sum, word) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
                *sum = sum.wrapping_add(word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn sum(chunks: &[&[u8]]) -> String {
        let mut sum = Sha256::new();
        chunks.iter().for_each(|chunk| sum.push(chunk));
        sum.finish().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// FIPS 180-4 has these as examples.
    #[test]
    fn as_the_standard_has_it() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sum(&[]), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sum(&[b"abc"]), abc);
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let expected = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(sum(&[two_blocks]), expected);
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(sum(&[&[b'a'; 1000][..]; 1000]), million);
    }

    #[test]
    fn the_same_in_any_chunks() {
        let text: Vec<u8> = (0..=255).collect();
        for len in [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 256] {
            let whole = sum(&[&text[..len]]);
            for size in 1..70 {
                let chunks: Vec<&[u8]> = text[..len].chunks(size).collect();
                assert_eq!(sum(&chunks), whole, "{len} in {size}");
            }
        }
    }

    #[test]
    fn of_a_file_from_its_start() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abc").unwrap();
        let found = Fingerprint::of(&file).unwrap();
        assert_eq!((found.size, found.sha256), (3, sum(&[b"abc"])));
    }
}
