//! Archives of zip and tar, of any bytes: names are told in time that is linear in them, and memory that is not; what
//! an archive has that is cut is what it had before.
#![cfg_attr(fuzzing, no_main)]

#[cfg(not(test))]
#[path = "common/memory.rs"]
mod memory;

use libfuzzer_sys::fuzz_target;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

#[allow(dead_code, unused_imports, reason = "the tool uses it")]
#[path = "../../crates/placemat-cli/src/names/archive/mod.rs"]
mod archive;

use archive::{Entry, Kind, each};

/// Counts what is read.
struct Counted<'a> {
    data: Cursor<&'a [u8]>,
    read: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.data.read(to).inspect(|&read| self.read += read as u64)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.data.seek(to)
    }
}

fn names(kind: Kind, data: &[u8]) -> (Vec<Entry>, bool) {
    let mut found = Vec::new();
    let ended = each(kind, Cursor::new(data), &mut |entry| found.push(entry));
    (found, ended.is_ok())
}

fuzz_target!(|data: &[u8]| {
    let Some((&first, data)) = data.split_first() else { return };
    for kind in [Kind::Zip, Kind::Tar, Kind::TarGz] {
        let (mut count, mut bytes) = (0, 0);
        let mut counted = Counted { data: Cursor::new(data), read: 0 };
        let (ended, memory) = crate::memory::measured(|| {
            each(kind, &mut counted, &mut |entry| {
                count += 1;
                bytes += entry.name.len();
            })
        });
        // A header of pax has a mebibyte at most, and what unpacks takes some.
        assert!(memory < 4 << 20, "{kind:?}: {memory} bytes");
        if kind == Kind::TarGz {
            continue;
        }
        // The end of a zip is read twice, and what a reader holds is read ahead after each seek.
        assert!(
            counted.read <= 4 * data.len() as u64 + 64,
            "{kind:?}: {} bytes read",
            counted.read
        );
        assert!(count <= 1 + data.len() / 46 && bytes <= data.len() * 4 + (1 << 20));
        if kind == Kind::Tar && ended.is_ok() {
            let (whole, _) = names(kind, data);
            let (part, _) = names(kind, &data[..data.len() * usize::from(first) / 256]);
            assert!(whole.starts_with(&part), "{whole:?} {part:?}");
        }
    }
});
