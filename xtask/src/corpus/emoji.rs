//! A text heavy with emoji, of the kinds that people type: no library of human rights has one.

/// Composes at least `size` bytes; the same ones every time.
pub(super) fn compose(size: usize) -> String {
    let mut dice = Dice(0x1F37D);
    let mut text = String::new();
    while text.len() < size {
        sentence(&mut dice, &mut text);
        text.push('\n');
    }
    text
}

fn sentence(dice: &mut Dice, text: &mut String) {
    for _ in 0..4 + dice.below(9) {
        match dice.below(10) {
            0..2 => {
                text.push_str(dice.pick(WORDS));
                text.push(' ');
            }
            2..7 => (0..1 + dice.below(4)).for_each(|_| text.push(plain(dice))),
            7 => flag(dice, text),
            8 => person(dice, text),
            _ => text.push_str(dice.pick(SEQUENCES)),
        }
    }
}

/// One code point of the blocks that hold most emoji.
fn plain(dice: &mut Dice) -> char {
    let (first, count) = dice.pick(&[
        (0x1F300, 0x22),
        (0x1F330, 0xD0),
        (0x1F600, 0x50),
        (0x1F680, 0x46),
        (0x1F90C, 0xF4),
    ]);
    char::from_u32(first + dice.below(count)).expect("the blocks hold scalar values")
}

/// Two regional indicators.
fn flag(dice: &mut Dice, text: &mut String) {
    let letters = dice.pick(&[
        "DE", "FR", "GB", "IN", "JP", "KR", "BR", "TR", "UA", "VN", "TH", "IL", "EG", "CN", "US",
    ]);
    text.extend(
        letters
            .bytes()
            .map(|b| char::from_u32(0x1F1E6 + u32::from(b - b'A')).expect("a regional indicator")),
    );
}

/// Somebody, with a skin tone or without, sometimes at work.
fn person(dice: &mut Dice, text: &mut String) {
    text.push(dice.pick(&['👩', '👨', '🧑', '👋', '🙏', '👍', '💪']));
    if dice.below(3) > 0 {
        text.push(dice.pick(&['🏻', '🏼', '🏽', '🏾', '🏿']));
    }
    if dice.below(3) == 0 {
        text.push('\u{200D}');
        text.push(dice.pick(&['🚀', '🔬', '🎨', '🍳', '💻', '🌾', '🎤']));
    }
}

/// Families, hearts with a variation selector, key caps and the like.
const SEQUENCES: &[&str] =
    &["👨‍👩‍👧‍👦", "👩‍👩‍👦", "🏳️‍🌈", "❤️‍🔥", "❤️", "☕️", "✌️", "1️⃣", "☀️", "✨", "🧑‍🤝‍🧑", "👁️‍🗨️", "⚽️", "🐕‍🦺"];

const WORDS: &[&str] = &[
    "dinner",
    "tonight",
    "at",
    "the",
    "diner",
    "see",
    "you",
    "soon",
    "thanks",
    "so",
    "much",
    "happy",
    "birthday",
    "lol",
    "what",
    "a",
    "day",
    "we",
    "won",
    "ok",
    "great",
    "coffee?",
    "yes!",
    "on my way",
    "haha,",
    "miss",
    "love",
    "this",
    "really",
    "good",
    "night",
    "café",
    "mañana",
    "über",
];

/// A small generator (SplitMix64), so that the text depends on nobody's next version.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % u64::from(n)) as u32
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn composed_text_is_always_the_same_and_heavy_with_emoji() {
        let text = super::compose(10_000);
        assert_eq!(text, super::compose(10_000));
        assert!(text.len() < 11_000);
        let emoji = text.chars().filter(|c| c.len_utf8() == 4).count();
        assert!(3 * emoji > text.chars().count(), "{emoji} emoji");
    }
}
