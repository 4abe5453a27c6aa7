//! Names in a tar archive: of POSIX.1-2024 (pax and ustar), of GNU, and of before.

use super::{Claim, Entry, LONGEST, Source, Trouble};
use std::io;

const BLOCK: usize = 512;

/// More of a header of pax is not read: a path of 64 KiB has room, and comments.
const MOST: u64 = 1 << 20;

/// Whether a file that begins with `start` is an archive: by its magic, or by the sum of its header.
pub(super) fn is_header(start: &[u8]) -> bool {
    start.first_chunk::<BLOCK>().is_some_and(|header| header[0] != 0 && sum_is_right(header))
}

fn sum_is_right(header: &[u8; BLOCK]) -> bool {
    // The field itself counts as spaces. Old programs added bytes with their signs.
    let bytes = || {
        header
            .iter()
            .enumerate()
            .map(|(at, &byte)| if (148..156).contains(&at) { b' ' } else { byte })
    };
    let sum: u64 = bytes().map(u64::from).sum();
    let signed: i64 = bytes().map(|byte| i64::from(byte as i8)).sum();
    number(&header[148..156]).is_some_and(|said| said == sum || i64::try_from(said) == Ok(signed))
}

pub(super) fn each(mut source: impl Source, tell: &mut dyn FnMut(Entry)) -> Result<(), Trouble> {
    let mut header = [0; BLOCK];
    let mut is_first = true;
    // What is said of the next entry, and of all that follow.
    let (mut next, mut always) = (Said::default(), Said::default());
    loop {
        match source.read_exact(&mut header) {
            // Two blocks of zeros end it; many archives just end.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && !is_first => {
                return Ok(());
            }
            read => read?,
        }
        if header.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        if !sum_is_right(&header) {
            return Err(Trouble::Broken(if is_first {
                "no archive of tar"
            } else {
                "the archive is damaged"
            }));
        }
        is_first = false;
        let size = number(&header[124..136]).ok_or(Trouble::Broken("the archive is damaged"))?;
        let padded = size.checked_next_multiple_of(BLOCK as u64);
        let padded = padded.ok_or(Trouble::Broken("the archive is damaged"))?;
        match header[156] {
            b'L' => {
                let name = long(&mut source, size, padded, LONGEST)?;
                next.name = Some(Entry { name: until_nul(&name).to_vec(), claim: Claim::Bytes });
            }
            b'x' => next.read(&long(&mut source, size, padded, MOST)?),
            b'g' => always.read(&long(&mut source, size, padded, MOST)?),
            // The target of a link, the name of a volume, and what was begun in another volume.
            b'K' | b'V' | b'M' | b'N' => source.pass(padded)?,
            kind => {
                let said = std::mem::take(&mut next);
                let own = || Entry { name: own_name(&header), claim: Claim::Bytes };
                tell(said.name.or_else(|| always.name.clone()).unwrap_or_else(own));
                let mut is_extended = kind == b'S' && header[482] != 0;
                while is_extended {
                    // Where the holes of a file are, as GNU has it.
                    source.read_exact(&mut header)?;
                    is_extended = header[504] != 0;
                }
                let padded = match said.size {
                    Some(size) => size.checked_next_multiple_of(BLOCK as u64).unwrap_or(u64::MAX),
                    None => padded,
                };
                // Links and folders have no contents, whatever size is said.
                source.pass(if matches!(kind, b'1'..=b'6') { 0 } else { padded })?;
            }
        }
    }
}

/// A name that is longer than a header has room for, or a header of pax.
fn long(source: &mut impl Source, size: u64, padded: u64, most: u64) -> Result<Vec<u8>, Trouble> {
    if size > most {
        return Err(Trouble::Broken("the archive has a name that is longer than any can be"));
    }
    let mut bytes = vec![0; padded as usize];
    source.read_exact(&mut bytes)?;
    bytes.truncate(size as usize);
    Ok(bytes)
}

/// The name in a header, with what stands before it in ustar.
fn own_name(header: &[u8; BLOCK]) -> Vec<u8> {
    let name = until_nul(&header[..100]);
    // GNU has times there.
    let is_ustar = header[257..265] == *b"ustar\x0000";
    match until_nul(&header[345..500]) {
        prefix if is_ustar && !prefix.is_empty() => [prefix, b"/", name].concat(),
        _ => name.to_vec(),
    }
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// What a header of pax says of an entry.
#[derive(Default)]
struct Said {
    name: Option<Entry>,
    size: Option<u64>,
}

impl Said {
    /// Takes records of `LENGTH KEY=VALUE`, each with a line feed, up to one that is none.
    fn read(&mut self, mut records: &[u8]) {
        let mut claim = Claim::Utf8;
        while let Some((record, rest)) = record(records) {
            if let Some(path) = record.strip_prefix(b"path=") {
                self.name = Some(Entry { name: path.to_vec(), claim });
            } else if let Some(size) = record.strip_prefix(b"size=") {
                self.size = str::from_utf8(size).ok().and_then(|size| size.parse().ok());
            } else if record == b"hdrcharset=BINARY" {
                claim = Claim::Bytes;
                self.name.iter_mut().for_each(|entry| entry.claim = claim);
            }
            records = rest;
        }
    }
}

/// The first record, without its length and its line feed, and what follows it.
fn record(records: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = records.iter().position(|&byte| byte == b' ')?;
    let len: usize = str::from_utf8(&records[..space]).ok()?.parse().ok()?;
    Some((records.get(space + 1..len)?.strip_suffix(b"\n")?, &records[len..]))
}

/// A number in octal digits, or in base 256, as GNU writes large ones.
fn number(field: &[u8]) -> Option<u64> {
    if field[0] == 0x80 {
        let digits = &field[1..];
        let (zeros, low) = digits.split_at(digits.len().saturating_sub(8));
        let value = low.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        return zeros.iter().all(|&byte| byte == 0).then_some(value);
    }
    let digits = field.trim_ascii_start();
    let digits = digits.split(|byte| matches!(byte, 0 | b' ')).next().unwrap_or_default();
    let octal = |sum: u64, &byte: &u8| match byte {
        b'0'..=b'7' => Some(sum * 8 + u64::from(byte - b'0')),
        _ => None,
    };
    // Twelve digits are 36 bits.
    digits.iter().try_fold(0, octal)
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, names};
    use super::*;
    use std::io::Write;

    fn header(name: &[u8], kind: u8, size: &[u8], ustar: &[u8]) -> Vec<u8> {
        let mut header = vec![0; BLOCK];
        header[..name.len()].copy_from_slice(name);
        header[124..124 + size.len()].copy_from_slice(size);
        header[156] = kind;
        header[257..257 + ustar.len()].copy_from_slice(ustar);
        header[148..156].fill(b' ');
        let sum: u64 = header.iter().map(|&byte| u64::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        header
    }

    fn file(name: &[u8], kind: u8, contents: &[u8]) -> Vec<u8> {
        let size = format!("{:011o}", contents.len());
        let mut bytes = header(name, kind, size.as_bytes(), b"");
        bytes.extend(contents);
        bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
        bytes
    }

    fn entry(name: &[u8], claim: Claim) -> Entry {
        Entry { name: name.to_vec(), claim }
    }

    fn archive() -> (Vec<u8>, Vec<Entry>) {
        let long = [b"folder/".repeat(40), b"caf\xE9".to_vec()].concat();
        let pax = "20 path=d/caf\u{E9}.txt\n";
        let pax = pax.replace("20", &pax.len().to_string());
        let mut ustar = header(b"name", b'0', b"00000000000", b"ustar\x0000");
        ustar[345..351].copy_from_slice(b"prefix");
        let sum: u64 = ustar.iter().map(|&byte| u64::from(byte)).sum::<u64>()
            - ustar[148..156].iter().map(|&byte| u64::from(byte)).sum::<u64>()
            + 8 * 32;
        ustar[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let bytes = [
            file(b"a.txt", b'0', b"hello"),
            file(b"././@LongLink", b'K', &[b'k'; 300]),
            file(b"././@LongLink", b'L', &[&long[..], b"\0"].concat()),
            file(b"cut", b'0', &[1; 700]),
            file(b"x", b'x', pax.as_bytes()),
            file(b"d/caf?.txt", b'0', b"hello"),
            // The size that is too large for a header.
            file(b"x", b'x', b"12 size=600\n"),
            [header(b"large", b'0', b"00000000000", b""), vec![1; 1024]].concat(),
            ustar,
            file(b"link", b'2', b""),
            vec![0; 2 * BLOCK],
        ];
        let expected = vec![
            entry(b"a.txt", Claim::Bytes),
            entry(&long, Claim::Bytes),
            entry("d/café.txt".as_bytes(), Claim::Utf8),
            entry(b"large", Claim::Bytes),
            entry(b"prefix/name", Claim::Bytes),
            entry(b"link", Claim::Bytes),
        ];
        (bytes.concat(), expected)
    }

    #[test]
    fn names_of_all_kinds() {
        let (bytes, expected) = archive();
        assert_eq!(Kind::of(&bytes), Some(Kind::Tar));
        assert_eq!(names(Kind::Tar, &bytes), (expected.clone(), None));
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&bytes).unwrap();
        let packed = packed.finish().unwrap();
        assert_eq!(Kind::of(&packed), Some(Kind::TarGz));
        assert_eq!(names(Kind::TarGz, &packed), (expected, None));
    }

    #[test]
    fn hostile_archives_end() {
        let (bytes, expected) = archive();
        for cut in (0..bytes.len()).step_by(61) {
            assert!(names(Kind::Tar, &bytes[..cut]).0.len() <= expected.len(), "{cut}");
        }
        // Sizes that lie: more than there is, more than any memory, no number.
        let mut base_256 = [0xFF; 12];
        base_256[0] = 0x80;
        base_256[1..4].fill(0);
        for size in [&b"77777777777"[..], &base_256, b"nonsense"] {
            for kind in [b'0', b'L', b'x', b'g'] {
                let (found, trouble) = names(Kind::Tar, &header(b"a", kind, size, b""));
                assert!(found.len() <= 1 && trouble.is_some(), "{size:?} {kind}");
            }
        }
        for records in ["", "5", "0 path=x\n", "99 path=x\n", "11 path=abc", " =\n"] {
            let bytes = [file(b"x", b'x', records.as_bytes()), file(b"a", b'0', b"")].concat();
            assert_eq!(
                names(Kind::Tar, &bytes),
                (vec![entry(b"a", Claim::Bytes)], None),
                "{records}"
            );
        }
        // A sum in base 256: its field is shorter than others.
        let mut header = header(b"a", b'0', b"0", b"");
        header[148] = 0x80;
        assert!(names(Kind::Tar, &header).1.is_some());
        assert!(names(Kind::Tar, &[7; 5000]).1.is_some());
        assert!(names(Kind::TarGz, b"\x1F\x8B\x08nonsense").1.is_some());
    }
}
