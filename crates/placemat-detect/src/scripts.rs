//! Whether a few sequences of UTF-8 are there by chance: their code points are none that stand in one word.

/// What letters stand beside each other.
#[derive(Clone, Copy, PartialEq)]
enum Script {
    /// One of those that languages are written in, by number.
    Of(u32),
    /// A code point that hardly any text has.
    Rare,
    /// What stands beside anything: signs, marks, pictures.
    Any,
}

/// How many code points are rare, and how many stand beside one of another script.
pub(crate) fn strange(bytes: &[u8]) -> u64 {
    let mut strange = 0;
    for chunk in bytes.utf8_chunks() {
        let mut before = Script::Any;
        for c in chunk.valid().chars() {
            let script = script(c);
            strange += u64::from(match (before, script) {
                (_, Script::Rare) => true,
                (one, other) if is_mark(c) => one != other,
                (Script::Of(one), Script::Of(other)) => one != other,
                _ => false,
            });
            before = script;
        }
    }
    strange
}

/// A vowel or a tone that belongs to the letter before, which is of its script: Hebrew, Arabic, Thai.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5BD}' | '\u{64B}'..='\u{65F}' | '\u{E34}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}')
}

fn script(c: char) -> Script {
    let c = u32::from(c);
    match c {
        0xC0..=0x24F | 0x1E00..=0x1EFF => Script::Of(0),
        // Archaic letters, and marks that only scholars write.
        0x358..=0x37F | 0x3D7..=0x3EF | 0x460..=0x489 | 0x500..=0x52F => Script::Rare,
        0x386..=0x3FF | 0x1F00..=0x1FFF => Script::Of(1),
        0x400..=0x4FF => Script::Of(2),
        0x531..=0x58F => Script::Of(3),
        0x590..=0x5FF => Script::Of(4),
        0x600..=0x6FF | 0x750..=0x77F => Script::Of(5),
        // Each has a block; from Tibetan on, some have more.
        0x700..=0x74F | 0x780..=0xEFF => Script::Of(c >> 7),
        0xF00..=0x1DFF => Script::Of(7),
        0x3400..=0x4DBF => Script::Rare,
        0x3040..=0x33FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => Script::Of(6),
        _ => Script::Any,
    }
}

#[cfg(test)]
mod tests {
    use super::strange;

    #[test]
    fn words_are_in_one_script() {
        for text in [
            "Привет",
            "қазақ",
            "γειά",
            "สวัสดี",
            "日本のテレビ",
            "é à ñ",
            "Việt",
            "½ λ и",
            "한국어",
            "שָׁלוֹם",
            "مُحَمَّد",
        ] {
            assert_eq!(strange(text.as_bytes()), 0, "{text}");
        }
        // "通知" of GBK: two marks that belong to no letter.
        assert_eq!(strange("\u{368}\u{5AA}".as_bytes()), 2);
        // Thai of windows-874.
        for (text, most) in [("Ժѵԡ", 2), ("жٕ", 1), ("㹡óՏ", 2)] {
            assert_eq!(strange(text.as_bytes()), most, "{text}");
        }
    }
}
