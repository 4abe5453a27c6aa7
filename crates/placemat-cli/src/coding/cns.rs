//! CNS 11643, planes 1 and 2, which have the characters of Big5 in nearly the same order: no table of code points,
//! but of stretches. (Big5 counts strokes otherwise in some places.)

use encoding_rs::BIG5;

/// How many cells a row has.
const CELLS: u16 = 94;

/// How many cells a first byte has in Big5, and the first of them.
const BIG5_CELLS: u16 = 157;
const BIG5_FIRST: u8 = 0x81;

/// What a cell of a plane is: 1 or 2, and bytes from 21 to 7E.
pub(super) fn code_point(plane: u8, a: u8, b: u8) -> Option<char> {
    let cell = u16::from(a.checked_sub(0x21)?) * CELLS + u16::from(b.checked_sub(0x21)?);
    if let Some(&(_, _, c)) = OTHERS.iter().find(|other| (other.0, other.1) == (plane, cell)) {
        return Some(c);
    }
    let behind = STRETCHES.partition_point(|stretch| (stretch.0, stretch.1) <= (plane, cell));
    let (of_plane, from, in_big5, len) = STRETCHES[behind.checked_sub(1)?];
    let by = (of_plane == plane).then(|| cell - from).filter(|by| *by < len)?;
    let (lead, trail) = ((in_big5 + by) / BIG5_CELLS, (in_big5 + by) % BIG5_CELLS);
    let trail = trail as u8 + if trail < 0x3F { 0x40 } else { 0x62 };
    let pair = [BIG5_FIRST + lead as u8, trail];
    let text = BIG5.decode_without_bom_handling_and_without_replacement(&pair)?;
    text.chars().next()
}

/// Signs that Big5 has as others, and a character that it has in another form.
const OTHERS: [(u8, u16, char); 8] = [
    (1, 5, '\u{30FB}'),
    (1, 23, '\u{FE32}'),
    (1, 96, '\u{203E}'),
    (1, 129, '\u{223C}'),
    (1, 144, '\u{2641}'),
    (1, 145, '\u{2609}'),
    (1, 154, '\u{2016}'),
    (1, 8022, '\u{5F5E}'),
];

/// The plane, the first cell, which cell of Big5 that is, and how many follow each other.
#[rustfmt::skip]
const STRETCHES: [(u8, u16, u16, u16); 93] = [
    (1, 0, 5024, 5), (1, 6, 5030, 15), (1, 21, 5047, 2), (1, 24, 5046, 1), (1, 29, 5053, 44),
    (1, 73, 5098, 1), (1, 74, 5097, 1), (1, 75, 5099, 21), (1, 98, 5122, 1), (1, 100, 5124, 27),
    (1, 127, 5152, 1), (1, 128, 5151, 1), (1, 130, 5154, 14), (1, 146, 5170, 2), (1, 148, 5173, 1),
    (1, 149, 5172, 1), (1, 150, 5174, 4), (1, 155, 5045, 1), (1, 156, 5180, 78), (1, 282, 5258, 29),
    (1, 312, 5288, 1), (1, 314, 5290, 142), (1, 470, 10896, 30), (1, 571, 10929, 1), (1, 578, 10932, 1),
    (1, 583, 10933, 1), (1, 3102, 5432, 33), (1, 3290, 5495, 1412), (1, 4702, 6908, 424), (1, 5126, 6907, 1),
    (1, 5127, 7332, 1876), (1, 7003, 9595, 1), (1, 7004, 9208, 387), (1, 7391, 9596, 525),
    (1, 7916, 10310, 1), (1, 7917, 10121, 105), (1, 8023, 10227, 83), (1, 8106, 10311, 84),
    (1, 8190, 10541, 1), (1, 8191, 10395, 54), (1, 8245, 10450, 1), (1, 8246, 10449, 1), (1, 8247, 10451, 90),
    (1, 8337, 10542, 354), (2, 0, 11304, 10), (2, 10, 11315, 33), (2, 43, 11396, 1), (2, 44, 11348, 48),
    (2, 92, 11397, 46), (2, 138, 11610, 1), (2, 139, 11443, 167), (2, 306, 11611, 1840), (2, 2146, 14098, 1),
    (2, 2147, 13452, 108), (2, 2255, 13561, 537), (2, 2792, 13451, 1), (2, 2793, 14099, 100),
    (2, 2893, 13560, 1), (2, 2894, 14199, 399), (2, 3293, 14599, 1637), (2, 4930, 16785, 1),
    (2, 4931, 16236, 146), (2, 5077, 16923, 1), (2, 5078, 16382, 287), (2, 5365, 17532, 1),
    (2, 5366, 16669, 116), (2, 5482, 16786, 137), (2, 5619, 16924, 104), (2, 5723, 17449, 1),
    (2, 5724, 17028, 222), (2, 5946, 17251, 198), (2, 6144, 17450, 82), (2, 6226, 17533, 86),
    (2, 6312, 17250, 1), (2, 6313, 17619, 8), (2, 6321, 17628, 153), (2, 6474, 17782, 56),
    (2, 6530, 18138, 1), (2, 6531, 17838, 113), (2, 6644, 17627, 1), (2, 6645, 17951, 142),
    (2, 6787, 17781, 1), (2, 6788, 18093, 45), (2, 6833, 18139, 71), (2, 6904, 18404, 1),
    (2, 6905, 18210, 194), (2, 7099, 18405, 490), (2, 7589, 18938, 1), (2, 7590, 18895, 43),
    (2, 7633, 18939, 1), (2, 7634, 18941, 11), (2, 7645, 18940, 1), (2, 7646, 18952, 4),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// As many as glibc's tables have: these stretches were made from them.
    #[test]
    fn every_cell_once() {
        let cells = |plane| {
            let rows = (0x21..=0x7E).flat_map(|a| (0x21..=0x7E).map(move |b| (a, b)));
            rows.filter_map(|(a, b)| code_point(plane, a, b)).collect::<Vec<char>>()
        };
        let [one, two] = [cells(1), cells(2)];
        assert_eq!((one.len(), two.len(), cells(3).len()), (5867, 7650, 0));
        let all: HashSet<char> = one.iter().chain(&two).copied().collect();
        assert_eq!(all.len(), one.len() + two.len());
        assert!(!all.contains(&'\u{FFFD}'));
        // The first of each plane, and what Big5 has elsewhere.
        let some = [
            (1, 0x44, 0x21, '一'),
            (1, 0x57, 0x53, '耄'),
            (2, 0x21, 0x21, '乂'),
            (1, 0x79, 0x61, '勸'),
        ];
        for (plane, a, b, c) in some {
            assert_eq!(code_point(plane, a, b), Some(c), "{plane} {a:X} {b:X}");
        }
    }

    /// Text in EUC-TW is told from 40 bytes on.
    #[test]
    fn text_is_told() {
        const LINES: [&str; 6] = [
            "今天的天氣很好，我們一起去公園散步吧。",
            "無法儲存檔案，請稍後再試一次。",
            "從臺北坐火車到高雄要兩個小時。",
            "開啟新視窗、列印、尋找、取代",
            "密碼的長度必須超過八個字元！",
            "昨天讀的那本書比想像中有趣得多。",
        ];
        let mut cells = std::collections::HashMap::new();
        for (plane, a, b) in [1, 2].into_iter().flat_map(|plane| {
            (0x21..=0x7E).flat_map(move |a| (0x21..=0x7E).map(move |b| (plane, a, b)))
        }) {
            if let Some(c) = code_point(plane, a, b) {
                let behind = [0x8E, 0xA0 + plane, a | 0x80, b | 0x80];
                cells.insert(c, behind[if plane == 1 { 2 } else { 0 }..].to_vec());
            }
        }
        for from in 0..LINES.len() {
            let lines = (0..200).map(|at| LINES[(from + at) % LINES.len()]).collect::<Vec<_>>();
            let text = lines.join("\n");
            let bytes = text.chars().flat_map(|c| cells.get(&c).cloned().unwrap_or(vec![c as u8]));
            let bytes: Vec<u8> = bytes.collect();
            for size in [40, 100, 300, 1000, 4000] {
                let verdict = placemat_detect::detect(&bytes[..size], &Default::default());
                assert_eq!(verdict.encoding, Some("euc-tw"), "{size} bytes from {}", LINES[from]);
            }
        }
    }
}
