//! The code pages that text is read in wrongly, as tables.

/// How many pages there are.
pub(super) const PAGES: usize = 13;

/// No page: what a C1 control was, a byte of Windows-1252 that was read as ISO-8859-1.
pub(super) const C1: usize = PAGES;

/// Those of which ISO-8859-1 and -9 are the half without signs.
pub(super) const WINDOWS_1252: usize = 0;
#[cfg(not(target_arch = "wasm32"))]
pub(super) const ISO_8859_1: usize = 1;
pub(super) const WINDOWS_1254: usize = 5;

/// Two pages in which many letters are those of the other one, each in another place.
pub(super) const WINDOWS_1250: usize = 2;
pub(super) const ISO_8859_2: usize = 7;

/// Those of Cyrillic and Greek.
pub(super) const WINDOWS_1251: usize = 3;
pub(super) const WINDOWS_1253: usize = 4;

/// That of the Baltic.
const WINDOWS_1257: usize = 6;

/// One in which "ś" is what "Ž" is in ibm850.
pub(super) const IBM437: usize = 9;

/// The page in which most letters of Cyrillic go on with a sequence.
pub(super) const IBM866: usize = 11;

/// Those in which a byte can be lost, of Windows, iso-8859-1 and iso-8859-2, a bit each: in others all are shown.
pub(super) const LOSABLE: u16 = 0b1111_1111;

/// The names of the pages, the likeliest first: of those that read a text alike, it counts.
pub(super) const NAMES: [&str; PAGES + 1] = [
    "windows-1252",
    "iso-8859-1",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "iso-8859-2",
    "macintosh",
    "ibm437",
    "ibm850",
    "ibm866",
    "koi8-r",
    "windows-1252 as iso-8859-1",
];

/// What the bytes from 80 on are, in UTF-8. U+FFFD: undefined. The undefined bytes below A0 are
/// read as the C1 controls of the same number, as the Encoding Standard has it; those of Windows pages
/// above, as what they are in ISO-8859-1.
const HIGH: [&[u8]; PAGES] = {
    let mut high: [&[u8]; PAGES] = [&[]; PAGES];
    let mut page = 0;
    while page < PAGES {
        high[page] = line_behind(NAMES[page].as_bytes());
        page += 1;
    }
    high
};

/// The line behind the one that begins with this name, in the list of all pages.
const fn line_behind(name: &[u8]) -> &'static [u8] {
    let mut rest = crate::pages::PAGES.as_bytes();
    loop {
        let (labels, behind) = first_line(rest);
        let (line, behind) = first_line(behind);
        let mut same = 0;
        while same < name.len() && same < labels.len() && labels[same] == name[same] {
            same += 1;
        }
        if same == name.len() && (labels.len() == same || labels[same] == b' ') {
            return line;
        }
        rest = behind;
    }
}

const fn first_line(text: &[u8]) -> (&[u8], &[u8]) {
    let mut end = 0;
    while text[end] != b'\n' {
        end += 1;
    }
    let (line, rest) = text.split_at(end);
    (line, rest.split_at(1).1)
}

/// What a code point is in all pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Its byte in each page; 0: none. In windows-1252 and -1254, a C1 control is the byte of its number, whatever the page
    /// has there: of text that was read as iso-8859-1, some may have become what windows-1252 has, and some not.
    pub(super) bytes: [u8; PAGES],
    /// The pages in which it is the first byte of a sequence, C2 to F4; a bit each.
    pub(super) leads: u16,
    /// Those in which it continues one, 80 to BF.
    pub(super) follows: u16,
    /// For each page, those before it that have the same byte, and as rightly.
    pub(super) same: [u16; SAME],
}

/// No fewer than pages, so that all are in whole vectors.
pub(super) const SAME: usize = 16;

/// Rows that are not empty; 0 is the empty one.
const ROWS: usize = 512;

/// Code points with a row are below U+0800, or from U+2000 to U+25FF, or one of `STRAYS`.
const LOW: usize = 0x800;
const HIGHER: std::ops::Range<usize> = 0x2000..0x2600;

/// Of Macintosh: the sign of its maker, and two ligatures.
const STRAYS: [u32; 3] = [0xF8FF, 0xFB01, 0xFB02];

const CELLS: usize = LOW + 0x600 + STRAYS.len();

/// In which pages a code point is what; a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Masks {
    /// The first byte of a sequence.
    pub(super) leads: u16,
    /// Of one of three bytes and more.
    pub(super) leads_more: u16,
    /// One that continues a sequence.
    pub(super) follows: u16,
    /// That, by a small letter of Cyrillic: common words are sequences of three bytes in ibm866, and
    /// could be in windows-1251.
    pub(super) small: u16,
}

pub(super) const NOTHING: Masks = Masks { leads: 0, leads_more: 0, follows: 0, small: 0 };

struct Table {
    rows: [Row; ROWS],
    index: [u16; CELLS],
    masks: [Masks; CELLS],
    bytes: [[u8; CELLS]; PAGES],
    code_points: [[char; 128]; PAGES],
}

static TABLE: Table = table();

/// What `c` is in all pages.
#[inline]
pub(super) fn row(c: char) -> &'static Row {
    match cell(c as u32) {
        Some(cell) => &TABLE.rows[usize::from(TABLE.index[cell])],
        None => &TABLE.rows[0],
    }
}

/// The byte of which the page makes `c`; 0: none.
#[inline]
pub(super) fn byte(c: char, page: usize) -> u8 {
    cell(c as u32).map_or(0, |cell| TABLE.bytes[page][cell])
}

/// The same, if the page makes `c` of it again.
#[inline]
pub(super) fn exact_byte(c: char, page: usize) -> Option<u8> {
    Some(byte(c, page)).filter(|byte| code_point(page, *byte) == Some(c))
}

/// What `c` begins in all pages.
pub(super) fn masks(c: char) -> Masks {
    cell(c as u32).map_or(NOTHING, |cell| TABLE.masks[cell])
}

/// The code point of a byte from 80 on, where it is defined or read as a C1 control.
pub(super) fn code_point(page: usize, byte: u8) -> Option<char> {
    let c = TABLE.code_points[page][usize::from(byte.checked_sub(0x80)?)];
    (c != '\u{FFFD}').then_some(c)
}

/// The pages that these bits are.
#[inline]
pub(super) fn each(mut pages: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let page = pages.trailing_zeros() as usize;
        (pages != 0).then(|| {
            pages &= pages - 1;
            page
        })
    })
}

/// The bytes below A0 that a page leaves undefined, a bit each.
static UNDEFINED: [u32; PAGES] = {
    let mut undefined = [0; PAGES];
    let mut page = 0;
    while page < PAGES {
        let mut at = 0;
        while at < 32 {
            if TABLE.code_points[page][at] as usize == 0x80 + at {
                undefined[page] |= 1 << at;
            }
            at += 1;
        }
        page += 1;
    }
    undefined
};

/// Whether the page leaves it undefined.
pub(super) fn is_undefined(page: usize, byte: u8) -> bool {
    matches!(byte, 0x80..=0x9F) && UNDEFINED[page] >> (byte & 0x1F) & 1 == 1
}

/// The bytes that the page leaves undefined, but for first bytes of a sequence; with `all`, those below A0.
pub(super) fn undefined(page: usize, all: bool) -> impl Iterator<Item = u8> {
    let mut left = if all { u32::MAX } else { UNDEFINED[page] };
    let above: &[u8] = match page {
        _ if all => &[],
        WINDOWS_1253 => &[0xAA],
        WINDOWS_1257 => &[0xA1, 0xA5],
        _ => &[],
    };
    let below = std::iter::from_fn(move || {
        let byte = 0x80 | u8::try_from(left.trailing_zeros()).ok().filter(|at| *at < 32)?;
        left &= left - 1;
        Some(byte)
    });
    below.chain(above.iter().copied())
}

/// What begins `text` in all pages, and its length in bytes; malformed bytes are one each, and
/// nothing.
#[inline]
pub(super) fn look(text: &[u8]) -> (Masks, usize) {
    let low = |at: usize| text.get(at).map_or(0, |byte| u32::from(byte & 0x3F));
    let continues = |at: usize| text.get(at).is_some_and(|byte| matches!(byte, 0x80..=0xBF));
    let (c, len) = match text[0] {
        first @ 0xC2..=0xDF if continues(1) => (u32::from(first & 0x1F) << 6 | low(1), 2),
        // From U+2000 on, and from U+F000 on.
        first @ (0xE2 | 0xEF) if continues(1) && continues(2) => {
            (u32::from(first & 0x0F) << 12 | low(1) << 6 | low(2), 3)
        }
        0xE0..=0xEF if continues(1) && continues(2) => return (NOTHING, 3),
        0xF0..=0xF4 if continues(1) && continues(2) && continues(3) => return (NOTHING, 4),
        _ => return (NOTHING, 1),
    };
    (cell(c).map_or(NOTHING, |cell| TABLE.masks[cell]), len)
}

#[inline]
const fn cell(c: u32) -> Option<usize> {
    let c = c as usize;
    if c < LOW {
        Some(c)
    } else if c >= HIGHER.start && c < HIGHER.end {
        Some(LOW + c - HIGHER.start)
    } else if c == STRAYS[0] as usize {
        Some(LOW + 0x600)
    } else if c == STRAYS[1] as usize {
        Some(LOW + 0x601)
    } else if c == STRAYS[2] as usize {
        Some(LOW + 0x602)
    } else {
        None
    }
}

const fn table() -> Table {
    let empty = Row { bytes: [0; PAGES], leads: 0, follows: 0, same: [0; SAME] };
    let mut rows = [empty; ROWS];
    let mut index = [0; CELLS];
    let mut code_points = [['\u{FFFD}'; 128]; PAGES];
    let mut used = 1;
    let mut page = 0;
    while page < PAGES {
        let text = HIGH[page];
        let is_windows = NAMES[page].as_bytes()[0] == b'w';
        let (mut at, mut byte) = (0, 0x80);
        while at < text.len() {
            let (c, len) = decode(text, at);
            at += len;
            let c = if c == 0xFFFD && (byte < 0xA0 || is_windows) { byte } else { c };
            if c != 0xFFFD {
                if let Some(c) = char::from_u32(c) {
                    code_points[page][byte as usize - 0x80] = c;
                }
                let Some(cell) = cell(c) else { panic!("a code point without a row") };
                if index[cell] == 0 {
                    index[cell] = used as u16;
                    used += 1;
                }
                let row = &mut rows[index[cell] as usize];
                row.bytes[page] = byte as u8;
                if byte < 0xC0 {
                    row.follows |= 1 << page;
                } else if byte >= 0xC2 && byte <= 0xF4 {
                    row.leads |= 1 << page;
                }
            }
            byte += 1;
        }
        assert!(byte == 0x100, "a page has 128 bytes");
        byte = 0x80;
        // Others have a page of ISO-8859 that is likelier.
        while (page == WINDOWS_1252 || page == WINDOWS_1254) && byte < 0xA0 {
            let cell = byte as usize;
            if index[cell] == 0 {
                index[cell] = used as u16;
                used += 1;
            }
            let row = &mut rows[index[cell] as usize];
            row.bytes[page] = byte as u8;
            row.follows |= 1 << page;
            byte += 1;
        }
        page += 1;
    }
    let mut masks = [NOTHING; CELLS];
    let mut bytes = [[0; CELLS]; PAGES];
    let mut at = 0;
    while at < CELLS {
        let row = &mut rows[index[at] as usize];
        let is_control = at >= 0x80 && at < 0xA0;
        let mut page = 0;
        while page < PAGES {
            let is_exact = !is_control || code_points[page][at - 0x80] as usize == at;
            bytes[page][at] = if is_exact { row.bytes[page] } else { 0 };
            let mut earlier = 0;
            while earlier < page {
                if row.bytes[earlier] == row.bytes[page] && bytes[earlier][at] == bytes[page][at] {
                    row.same[page] |= 1 << earlier;
                }
                earlier += 1;
            }
            if row.bytes[page] >= 0xE0 && row.bytes[page] <= 0xF4 {
                masks[at].leads_more |= 1 << page;
            }
            if matches!(at, 0x430..=0x44F | 0x452 | 0x456 | 0x458..=0x45B | 0x45F) {
                masks[at].small |= row.follows & 1 << page;
            }
            page += 1;
        }
        (masks[at].leads, masks[at].follows) = (row.leads, row.follows);
        at += 1;
    }
    Table { rows, index, masks, bytes, code_points }
}

/// The code point at `at`, and its length; `text` is well-formed, and has none above U+FFFF.
pub(super) const fn decode(text: &[u8], at: usize) -> (u32, usize) {
    match text[at] {
        first @ 0..=0x7F => (first as u32, 1),
        first @ 0..=0xDF => ((first as u32 & 0x1F) << 6 | text[at + 1] as u32 & 0x3F, 2),
        first => {
            let rest = (text[at + 1] as u32 & 0x3F) << 6 | text[at + 2] as u32 & 0x3F;
            ((first as u32 & 0x0F) << 12 | rest, 3)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_those_of_the_encoding_standard() {
        for (page, name) in NAMES.iter().enumerate().take(PAGES) {
            // What that calls iso-8859-1 is Windows-1252; the DOS pages 437 and 850 are not in it.
            let Some(of) = encoding_rs::Encoding::for_label(name.as_bytes()) else { continue };
            if *name == "iso-8859-1" {
                continue;
            }
            for byte in 0x80..=0xFF_u8 {
                let theirs = of
                    .decode_without_bom_handling_and_without_replacement(&[byte])
                    .and_then(|text| text.chars().next());
                let ours = code_point(page, byte);
                let theirs = theirs.or(Some(char::from(byte)).filter(|_| name.starts_with('w')));
                assert_eq!(ours, theirs, "{name} {byte:02X}");
            }
        }
    }

    #[test]
    fn rows_are_the_inverse() {
        for (page, name) in NAMES.iter().enumerate().take(PAGES) {
            for byte in 0x80..=0xFF {
                if let Some(c) = code_point(page, byte) {
                    assert_eq!(row(c).bytes[page], byte, "{name} {byte:02X}");
                }
            }
        }
        assert_eq!(row('日').leads | row('日').follows | row('a').follows, 0);
    }
}
