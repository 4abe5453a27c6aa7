//! Against std, at every level.
use placemat::{Level, level, utf8};

#[test]
fn equals_std_on_mutated_text() {
    let base =
        "a plain line of text, then naïve café, Привет мир, שלום, 你好世界, 😀🎉 and € again. "
            .repeat(6);
    let mut seed = 1u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for level in level::available() {
        level::force(level).unwrap();
        for _ in 0..200_000 {
            let start = next() as usize % base.len();
            let len = next() as usize % 420;
            let mut bytes = base.as_bytes()[start..base.len().min(start + len)].to_vec();
            if bytes.is_empty() {
                continue;
            }
            for _ in 0..next() % 3 {
                let at = next() as usize % bytes.len();
                bytes[at] = next() as u8;
            }
            match (utf8::validate(&bytes), std::str::from_utf8(&bytes)) {
                (Ok(a), Ok(b)) => assert_eq!(a, b),
                (Err(a), Err(b)) => assert_eq!(a.offset, b.valid_up_to()),
                (a, b) => panic!("{level}: {a:?} {b:?} {bytes:x?}"),
            }
            assert_eq!(placemat::compat::from_utf8_lossy(&bytes), String::from_utf8_lossy(&bytes));
            if let Ok(text) = std::str::from_utf8(&bytes) {
                assert_eq!(utf8::count_code_points(&bytes), text.chars().count());
                assert_eq!(utf8::utf16_len(&bytes), text.encode_utf16().count());
            }
            let mut back: Vec<_> = utf8::code_points(&bytes).rev().collect();
            back.reverse();
            assert_eq!(back, utf8::code_points(&bytes).collect::<Vec<_>>());
        }
    }
    let _ = Level::Scalar;
}
