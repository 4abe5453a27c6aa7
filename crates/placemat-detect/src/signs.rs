//! Signs above U+007F: how often text has them, and what stands on either side.
//!
//! A table of contexts, the same for all languages. Corpora of sentences have few signs, and
//! curly quotation marks are often taken out of them; where signs stand is known without.

use crate::pages::Class;

/// How a sign is used. Weights are of space, letter, digit, punctuation and other signs.
#[derive(Debug)]
pub(crate) struct Use {
    pub(crate) signs: &'static str,
    /// How often, among 100,000 code points of text.
    rate: f32,
    before: [f32; 5],
    behind: [f32; 5],
}

const fn uses(signs: &'static str, rate: f32, before: [f32; 5], behind: [f32; 5]) -> Use {
    Use { signs, rate, before, behind }
}

#[rustfmt::skip]
static USES: [Use; 27] = [
    //                        rate  space letter digit punct. sign   space letter digit punct. sign
    uses("’",                 200.0, [0.03, 0.90, 0.01, 0.05, 0.01], [0.17, 0.72, 0.01, 0.09, 0.01]),
    uses("‘",                  25.0, [0.85, 0.02, 0.00, 0.11, 0.02], [0.01, 0.95, 0.02, 0.01, 0.01]),
    uses("“",                  80.0, [0.85, 0.05, 0.01, 0.07, 0.02], [0.06, 0.86, 0.03, 0.03, 0.02]),
    uses("”",                  70.0, [0.02, 0.60, 0.03, 0.33, 0.02], [0.72, 0.03, 0.00, 0.24, 0.01]),
    uses("„",                  50.0, [0.88, 0.01, 0.00, 0.10, 0.01], [0.01, 0.92, 0.04, 0.02, 0.01]),
    uses("‚",                   0.25, [0.88, 0.01, 0.00, 0.10, 0.01], [0.01, 0.92, 0.04, 0.02, 0.01]),
    uses("«",                  50.0, [0.84, 0.02, 0.00, 0.12, 0.02], [0.08, 0.78, 0.03, 0.02, 0.09]),
    uses("»",                  50.0, [0.07, 0.52, 0.03, 0.29, 0.09], [0.68, 0.02, 0.00, 0.28, 0.02]),
    uses("–—",                 60.0, [0.76, 0.12, 0.08, 0.03, 0.01], [0.78, 0.13, 0.07, 0.01, 0.01]),
    uses("…",                  30.0, [0.12, 0.76, 0.02, 0.08, 0.02], [0.72, 0.08, 0.00, 0.18, 0.02]),
    uses("\u{A0}",             40.0, [0.08, 0.36, 0.28, 0.12, 0.16], [0.08, 0.32, 0.20, 0.26, 0.14]),
    uses("•·",                 15.0, [0.88, 0.05, 0.02, 0.03, 0.02], [0.84, 0.12, 0.02, 0.01, 0.01]),
    uses("©",                  12.0, [0.80, 0.03, 0.01, 0.14, 0.02], [0.80, 0.06, 0.11, 0.02, 0.01]),
    uses("®™",                  8.0, [0.04, 0.90, 0.03, 0.02, 0.01], [0.80, 0.03, 0.00, 0.16, 0.01]),
    uses("€",                  40.0, [0.50, 0.03, 0.33, 0.09, 0.05], [0.50, 0.02, 0.30, 0.16, 0.02]),
    uses("£¥₪",                 8.0, [0.76, 0.03, 0.04, 0.16, 0.01], [0.03, 0.03, 0.90, 0.03, 0.01]),
    uses("¢₫฿",                 1.0, [0.15, 0.03, 0.75, 0.06, 0.01], [0.66, 0.05, 0.15, 0.12, 0.02]),
    uses("°",                  12.0, [0.10, 0.04, 0.80, 0.04, 0.02], [0.35, 0.38, 0.08, 0.18, 0.01]),
    uses("§№¶",                 8.0, [0.82, 0.02, 0.01, 0.12, 0.03], [0.62, 0.02, 0.30, 0.02, 0.04]),
    uses("ªº",                  6.0, [0.03, 0.12, 0.80, 0.04, 0.01], [0.80, 0.06, 0.02, 0.11, 0.01]),
    uses("±×÷−≤≥≠≈∞√",          4.0, [0.54, 0.06, 0.30, 0.08, 0.02], [0.50, 0.08, 0.36, 0.05, 0.01]),
    uses("²³¹½¼¾‰",             4.0, [0.18, 0.42, 0.32, 0.06, 0.02], [0.66, 0.04, 0.04, 0.25, 0.01]),
    uses("¡¿",                 10.0, [0.88, 0.01, 0.00, 0.09, 0.02], [0.00, 0.97, 0.01, 0.01, 0.01]),
    uses("†‡",                  2.0, [0.25, 0.60, 0.04, 0.10, 0.01], [0.70, 0.06, 0.03, 0.20, 0.01]),
    uses("µ",                   2.0, [0.35, 0.03, 0.50, 0.11, 0.01], [0.04, 0.88, 0.01, 0.06, 0.01]),
    // Before the name of a file, too, in what is drawn of folders.
    uses("─",                   2.0, [0.10, 0.01, 0.01, 0.01, 0.87], [0.15, 0.10, 0.02, 0.03, 0.70]),
    uses("╔═╗║╚╝│┌┐└┘├┤┬┴┼█▓▒░▀▄■",  2.0, [0.20, 0.01, 0.01, 0.01, 0.77], [0.22, 0.01, 0.01, 0.01, 0.75]),
];

/// Any sign that the table does not have.
static OTHER: Use = uses("", 0.25, [0.45, 0.25, 0.10, 0.15, 0.05], [0.50, 0.25, 0.10, 0.12, 0.03]);

/// How often text has each class: that of neighbours, in the order of [`Class`].
const CLASS: [f32; 5] = [0.16, 0.77, 0.02, 0.045, 0.005];

/// The use of `c`, if the table has it.
pub(crate) fn find(c: char) -> Option<&'static Use> {
    USES.iter().find(|one| one.signs.contains(c))
}

/// What meets the left and the right edge of a sign that boxes are drawn with: 0 is nothing, 1 a line, 2 two, and 3 an area.
pub(crate) fn edges(c: char) -> Option<(u8, u8)> {
    Some(match c {
        '│' | '║' => (0, 0),
        '─' | '┬' | '┴' | '┼' | '╥' | '╨' | '╫' => (1, 1),
        '═' | '╤' | '╧' | '╪' | '╦' | '╩' | '╬' => (2, 2),
        '┌' | '└' | '├' | '╓' | '╙' | '╟' => (0, 1),
        '╒' | '╘' | '╞' | '╔' | '╚' | '╠' => (0, 2),
        '┐' | '┘' | '┤' | '╖' | '╜' | '╢' => (1, 0),
        '╕' | '╛' | '╡' | '╗' | '╝' | '╣' => (2, 0),
        '\u{2500}'..='\u{25A0}' => (3, 3),
        _ => return None,
    })
}

/// The logarithm of how likely `c` is behind each class, and each class behind `c`.
pub(crate) fn contexts(c: char) -> ([f32; 5], [f32; 5]) {
    let found = find(c).unwrap_or(&OTHER);
    let share = found.rate / 1e5 / found.signs.chars().count().clamp(1, 2) as f32;
    let mut behind_class = [0.0; 5];
    for (class, value) in behind_class.iter_mut().enumerate() {
        *value = (share * found.before[class].max(0.003) / CLASS[class]).min(0.5).ln();
    }
    (behind_class, found.behind.map(|weight| weight.max(0.003).ln()))
}

/// The logarithm of how likely a letter is behind a class that is none, and not a sign.
pub(crate) fn letter_behind(class: Class) -> f32 {
    match class {
        Class::Space => 0.82_f32.ln(),
        Class::Digit => 0.03_f32.ln(),
        Class::Punctuation => 0.25_f32.ln(),
        _ => 0.0,
    }
}
