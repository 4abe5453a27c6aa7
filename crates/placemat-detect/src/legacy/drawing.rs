//! What DOS drew with signs: boxes, tables, and trees of folders. A line that goes down meets one that goes
//! up, in the same column of the next line of text: letters of other pages do that by chance at most.

/// What a sign of the pages of DOS has at its upper, right, lower and left edge: a line, two, or nothing. Of these
/// signs all of the pages have the same.
fn edges(byte: u8) -> Option<[u8; 4]> {
    Some(match byte {
        0xB3 => [1, 0, 1, 0],
        0xB4 => [1, 0, 1, 1],
        0xBF => [0, 0, 1, 1],
        0xC0 => [1, 1, 0, 0],
        0xC1 => [1, 1, 0, 1],
        0xC2 => [0, 1, 1, 1],
        0xC3 => [1, 1, 1, 0],
        0xC4 => [0, 1, 0, 1],
        0xC5 => [1, 1, 1, 1],
        0xD9 => [1, 0, 0, 1],
        0xDA => [0, 1, 1, 0],
        0xB9 => [2, 0, 2, 2],
        0xBA => [2, 0, 2, 0],
        0xBB => [0, 0, 2, 2],
        0xBC => [2, 0, 0, 2],
        0xC8 => [2, 2, 0, 0],
        0xC9 => [0, 2, 2, 0],
        0xCA => [2, 2, 0, 2],
        0xCB => [0, 2, 2, 2],
        0xCC => [2, 2, 2, 0],
        0xCD => [0, 2, 0, 2],
        0xCE => [2, 2, 2, 2],
        _ => return None,
    })
}

/// How many lines must meet for each that does not where it should.
const EACH_BROKEN: u32 = 8;

/// How often lines meet from one line of text to the next; 0 if that is no drawing: a letter in the same column of
/// each line of a list meets itself, and nothing beside it.
pub(super) fn joints(text: &[u8]) -> u32 {
    let (mut met, mut broken, mut across) = (0_u32, 0_u32, false);
    let mut above: &[u8] = &[];
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut before: Option<[u8; 4]> = None;
        for (column, &byte) in line.iter().enumerate() {
            let here = edges(byte);
            let over = above.get(column).and_then(|&byte| edges(byte));
            match (over, here) {
                (Some(over), Some(here)) if over[2] == here[0] => met += u32::from(here[0] > 0),
                (Some(_), Some(_)) => broken += 1,
                _ => {}
            }
            match (before, here) {
                (Some([_, right, ..]), Some([.., left])) if right != left => broken += 1,
                (Some([_, right, ..]), Some(_)) => across |= right > 0,
                _ => {}
            }
            before = here;
        }
        above = line;
    }
    if across && met >= EACH_BROKEN * broken { met } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::joints;

    #[test]
    fn lines_that_meet() {
        let tree =
            b"C:.\r\n\xC3\xC4\xC4\xC4docs\r\n\xB3   \xC0\xC4\xC4\xC4old\r\n\xC0\xC4\xC4\xC4src\r\n";
        assert_eq!(joints(tree), 2);
        let menu = b"\xDA\xC4\xC4\xBF\n\xB3ab\xB3\n\xC0\xC4\xC4\xD9\n";
        assert_eq!(joints(menu), 4);
        // Words of Windows-1251 in capitals.
        assert_eq!(joints(b"\xC3\xC4\xC5\xB3\n\xC6\xC8\xCB\n\xC2\xC0\xD1\xDF\n\xC4\xCE\xCC\n"), 0);
        assert_eq!(joints(b"plain\ntext\n"), 0);
        // "Île de Sein" in Windows-1252, again and again.
        assert_eq!(joints(&b"\xCEle de Sein 12\n".repeat(60)), 0);
    }
}
