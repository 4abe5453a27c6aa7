//! Names in a zip archive: those of its central directory, APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16.

use super::{Claim, Entry, Trouble, number};
use std::io::{self, Read, Seek, SeekFrom};

const ENTRY: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The length of the end record without its comment, and of the record that tells where that of zip64 is.
const END_LEN: usize = 22;
const LOCATOR_LEN: usize = 20;

/// How long a comment can be.
const COMMENT: u64 = 0xFFFF;

/// Bit 11 of the flags: the name is UTF-8.
const UTF8: u64 = 1 << 11;

/// Info-ZIP's Unicode Path, in the extra field.
const UNICODE_PATH: u64 = 0x7075;

/// Where the entries are, and how many there are said to be.
struct Directory {
    start: u64,
    len: u64,
    entries: u64,
}

pub(super) fn each(
    file: &mut (impl Read + Seek),
    tell: &mut dyn FnMut(Entry),
) -> Result<(), Trouble> {
    let directory = find(file)?;
    file.seek(SeekFrom::Start(directory.start))?;
    let mut reader = io::BufReader::new(file.take(directory.len));
    let mut told = 0;
    let mut header = [0; 46];
    // A signature may follow the entries.
    while told < directory.entries {
        reader.read_exact(&mut header)?;
        if !header.starts_with(ENTRY) {
            return Err(Trouble::Broken("the archive has fewer names than it says"));
        }
        let len = |at| number::<2>(&header, at) as usize;
        let mut name = vec![0; len(28)];
        reader.read_exact(&mut name)?;
        let mut extra = vec![0; len(30)];
        reader.read_exact(&mut extra)?;
        let comment = len(32) as u64;
        if io::copy(&mut (&mut reader).take(comment), &mut io::sink())? < comment {
            return Err(Trouble::Broken("the archive is cut"));
        }
        let is_utf8 = number::<2>(&header, 8) & UTF8 != 0;
        tell(match unicode_path(&extra, &name) {
            Some(path) if !is_utf8 => Entry { name: path, claim: Claim::Utf8 },
            _ => Entry { name, claim: if is_utf8 { Claim::Utf8 } else { Claim::Oem } },
        });
        told += 1;
    }
    Ok(())
}

/// Finds the directory, from the end of the file.
fn find(file: &mut (impl Read + Seek)) -> Result<Directory, Trouble> {
    let size = file.seek(SeekFrom::End(0))?;
    let from = size.saturating_sub(END_LEN as u64 + COMMENT + LOCATOR_LEN as u64);
    file.seek(SeekFrom::Start(from))?;
    let mut tail = Vec::new();
    file.take(size - from).read_to_end(&mut tail)?;
    // The last one whose comment ends where the file does; some programs add to a file, so else the last.
    let ends = || {
        let places = (0..=tail.len().checked_sub(END_LEN)?).rev();
        Some(places.filter(|&at| tail[at..].starts_with(END)))
    };
    let Some(mut places) = ends() else { return Err(NOT_FOUND) };
    let fits = |at: &usize| at + END_LEN + number::<2>(&tail, at + 20) as usize == tail.len();
    let last = places.next();
    let Some(at) = ends().and_then(|mut places| places.find(fits)).or(last) else {
        return Err(NOT_FOUND);
    };
    let end = &tail[at..];
    let (disk, first_disk) = (number::<2>(end, 4), number::<2>(end, 6));
    let mut directory = Directory {
        entries: number::<2>(end, 10),
        len: number::<4>(end, 12),
        start: number::<4>(end, 16),
    };
    let mut end_of_directory = from + at as u64;
    let is_64 = directory.entries == 0xFFFF
        || directory.len == 0xFFFF_FFFF
        || directory.start == 0xFFFF_FFFF
        || disk == 0xFFFF;
    let locator = at.checked_sub(LOCATOR_LEN).map(|at| &tail[at..]);
    match locator.filter(|locator| is_64 && locator.starts_with(LOCATOR_64)) {
        Some(locator) => {
            let place = number::<8>(locator, 8);
            let mut end = [0; 56];
            if place > size {
                return Err(Trouble::Broken("the archive is cut"));
            }
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(&mut end)?;
            if !end.starts_with(END_64) {
                return Err(Trouble::Broken(
                    "the archive has no end record of zip64 where it says",
                ));
            }
            directory = Directory {
                entries: number::<8>(&end, 32),
                len: number::<8>(&end, 40),
                start: number::<8>(&end, 48),
            };
            end_of_directory = place;
        }
        None if disk != 0 || first_disk != 0 => {
            return Err(Trouble::Broken("the archive is one of several parts"));
        }
        None => {}
    }
    // Before an archive there may be a program that unpacks it, and offsets may count from behind that.
    let before = end_of_directory.checked_sub(directory.len);
    directory.start = match before {
        Some(start) if is_entry(file, start)? || directory.entries == 0 => start,
        _ if directory.start <= size && is_entry(file, directory.start)? => directory.start,
        _ => return Err(Trouble::Broken("the archive has no names where it says")),
    };
    Ok(directory)
}

const NOT_FOUND: Trouble = Trouble::Broken("the archive has no end record: it is cut, or none");

fn is_entry(file: &mut (impl Read + Seek), at: u64) -> io::Result<bool> {
    file.seek(SeekFrom::Start(at))?;
    let mut start = Vec::new();
    file.take(ENTRY.len() as u64).read_to_end(&mut start)?;
    Ok(start == ENTRY)
}

/// The name in UTF-8 that an extra field has, if it is that of `name`: programs that do not know the field rename without it.
fn unicode_path(mut extra: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    while extra.len() >= 4 {
        let (id, len) = (number::<2>(extra, 0), number::<2>(extra, 2) as usize);
        let data = extra.get(4..4 + len)?;
        if id == UNICODE_PATH
            && len > 5
            && data[0] == 1
            && number::<4>(data, 1) == u64::from(crc_32(name))
        {
            return Some(data[5..].to_vec());
        }
        extra = &extra[4 + len..];
    }
    None
}

/// The checksum of zip, bit by bit: names are short.
fn crc_32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, names};
    use super::*;

    /// An archive of empty files: the flags, the extra field, and the name of each.
    fn archive(entries: &[(u16, Vec<u8>, &[u8])], before: &[u8], comment: &[u8]) -> Vec<u8> {
        let mut bytes = before.to_vec();
        let start = bytes.len();
        for (flags, extra, name) in entries {
            let mut header = [0; 46];
            header[..4].copy_from_slice(ENTRY);
            header[8..10].copy_from_slice(&flags.to_le_bytes());
            header[28..30].copy_from_slice(&(name.len() as u16).to_le_bytes());
            header[30..32].copy_from_slice(&(extra.len() as u16).to_le_bytes());
            bytes.extend([&header[..], name, extra].concat());
        }
        let len = bytes.len() - start;
        bytes.extend(END);
        bytes.extend([0; 4]);
        bytes.extend((entries.len() as u16).to_le_bytes().repeat(2));
        bytes.extend((len as u32).to_le_bytes());
        bytes.extend((start as u32).to_le_bytes());
        bytes.extend((comment.len() as u16).to_le_bytes());
        bytes.extend(comment);
        bytes
    }

    fn path(of: &[u8], name: &str) -> Vec<u8> {
        let mut field = vec![0xFF, 0xFF, 1, 0, b'x'];
        field.extend(0x7075u16.to_le_bytes());
        field.extend((name.len() as u16 + 5).to_le_bytes());
        field.push(1);
        field.extend(crc_32(of).to_le_bytes());
        field.extend(name.as_bytes());
        field
    }

    fn entry(name: &[u8], claim: Claim) -> Entry {
        Entry { name: name.to_vec(), claim }
    }

    #[test]
    fn names_and_what_is_said_of_them() {
        let known = [
            (0, vec![], &b"plain"[..]),
            (1 << 11, vec![], "é".as_bytes()),
            (0, path(b"?", "Ж"), b"?"),
            // It is the path of another name.
            (0, path(b"!", "Ж"), b"\x82"),
        ];
        let expected = vec![
            entry(b"plain", Claim::Oem),
            entry("é".as_bytes(), Claim::Utf8),
            entry("Ж".as_bytes(), Claim::Utf8),
            entry(b"\x82", Claim::Oem),
        ];
        for (before, comment) in
            [(&b""[..], &b""[..]), (b"MZ a program", b"a comment PK\x05\x06 of mine, longer")]
        {
            let bytes = archive(&known, before, comment);
            assert_eq!(names(Kind::Zip, &bytes), (expected.clone(), None));
            // Offsets count from behind what stands before.
            let moved = [b"before that", &bytes[..]].concat();
            assert_eq!(names(Kind::Zip, &moved), (expected.clone(), None));
        }
        assert_eq!(names(Kind::Zip, &archive(&[], b"", b"")), (vec![], None));
        assert_eq!(crc_32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn zip64() {
        let mut bytes = archive(&[(0, vec![], b"a"), (0, vec![], b"b")], b"", b"");
        let end = bytes.split_off(bytes.len() - END_LEN);
        let place = bytes.len() as u64;
        bytes.extend(END_64);
        bytes.extend([0; 28]);
        bytes.extend([2u64, place, 0].map(u64::to_le_bytes).concat());
        bytes.extend([LOCATOR_64, &[0; 4], &place.to_le_bytes(), &[1, 0, 0, 0]].concat());
        bytes.extend([&end[..8], &[0xFF; 12], &end[20..]].concat());
        assert_eq!(names(Kind::Zip, &bytes).0.len(), 2);
    }

    #[test]
    fn hostile_archives_end() {
        let bytes = archive(&[(0, vec![], b"abc"), (0, path(b"x", "y"), b"def")], b"", b"");
        for cut in 0..bytes.len() {
            let (found, trouble) = names(Kind::Zip, &bytes[..cut]);
            assert!(found.len() <= 2 && trouble.is_some(), "{cut}");
        }
        // Any byte may lie, and two.
        for at in 0..bytes.len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                assert!(names(Kind::Zip, &bytes).0.len() <= 2, "{at} {value}");
                if let Some(next) = bytes.get_mut(at + 1) {
                    *next = 0xFF;
                }
                assert!(names(Kind::Zip, &bytes).0.len() <= 2, "{at} {value}");
            }
        }
    }
}
