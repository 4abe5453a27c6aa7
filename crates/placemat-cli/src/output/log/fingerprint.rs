//! What a file had, by its size and its SHA-256: `sha256sum` says the same.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
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
        let (mut sum, mut size, mut block) = (Sha256::new(), 0, vec![0; 128 << 10]);
        loop {
            match file.read(&mut block) {
                Ok(0) => break,
                Ok(read) => {
                    sum.update(&block[..read]);
                    size += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let sha256 = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { size, sha256 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// FIPS 180-4 has these as examples.
    #[test]
    fn of_a_file_from_its_start() {
        let mut file = tempfile::tempfile().unwrap();
        for (text, size, sum) in [
            ("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ] {
            file.write_all(text.as_bytes()).unwrap();
            let found = Fingerprint::of(&file).unwrap();
            assert_eq!((found.size, &*found.sha256), (size, sum));
        }
    }
}
