//! What holds for any text: chunks make no difference, a second run changes nothing, and time is by the length.

use super::super::pages::{NAMES, PAGES};
use super::super::{Options, Stream, repair};
use super::{HARD, PHRASES, misread, strict};
#[cfg(not(target_arch = "wasm32"))]
use super::{lose, lossy};

/// What becomes of a text that comes in chunks of so many bytes.
fn in_chunks(text: &str, size: usize, options: Options) -> String {
    let (mut stream, mut out) = (Stream::new(options), Vec::new());
    text.as_bytes().chunks(size).for_each(|chunk| stream.push(chunk, false, &mut out, &mut |_| ()));
    stream.push(b"", true, &mut out, &mut |_| ());
    String::from_utf8(out).expect("the text was UTF-8")
}

#[test]
fn chunks_make_no_difference() {
    let texts = [
        "cafÃ© Ã\u{A0} la crÃ¨me\nItâ€™s caf&Atilde;&copy; Ã  la\n",
        "Привет РјРёСЂ ÃƒÂ©\n x\u{92}y",
        "Ã",
        "&Atilde",
        "б ά тодтДГάΓ",
        "ά ςтоо╤α╤В",
        "â-‹ Aâ”€ Ã ‹",
        "caf&Atilde;&#169; Ã&copy &amp;&Atilde&copy;",
        "&copy;BĞ Р РџСЂРёРІРµС‚Ï»",
        "╨Ð Î• Ð Î ",
        "cittÃ, cittÃ",
    ];
    for text in texts {
        for options in [Options::default(), Options::lossy()] {
            let whole = repair(text, options);
            for size in 1..9 {
                assert_eq!(in_chunks(text, size, options), whole, "{size}");
            }
        }
    }
}

/// What tells the language came before, in whatever chunks.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn chunks_make_no_difference_to_lost_letters() {
    let lines = [
        "Все люди рождаются свободными и равными в своём достоинстве и правах.\n",
        "Plain text in English stands between.\n",
        "«Как тебя зовут?» – спросила она, и они засмеялись, стоя у самой стены.\n",
        "Они наделены разумом и совестью\n",
    ];
    let text: String =
        lines.iter().cycle().take(40).map(|line| lose(line, "windows-1252")).collect();
    let known = lossy(&text);
    assert!(known.matches('\u{FFFD}').count() < text.matches('\u{FFFD}').count());
    for size in [1, 2, 7, 64, 513, 4096] {
        assert_eq!(in_chunks(&text, size, Options::lossy()), known, "{size}");
    }
}

#[test]
fn malformed_bytes_stay() {
    let read = |text: &[u8]| {
        let mut out = Vec::new();
        Stream::new(Options::default()).push(text, true, &mut out, &mut |_| ());
        out
    };
    let text = b"caf\xE9 caf\xC3\x83\xC2\xA9 \xC3\x83\xFF\xC2\xA9 \xC3";
    assert_eq!(read(text), b"caf\xE9 caf\xC3\xA9 \xC3\x83\xFF\xC2\xA9 \xC3");
    // A second run begins later in the line.
    let once = read(b"(\xC2\x83\xC3\x87\xC2\x83\xC3\xC2\x9B)\xC3\xC2\x9B)");
    assert_eq!(read(&once), once);
}

#[test]
fn lines_without_an_end() {
    let text = "cafÃ© ".repeat(10_000) + &"é".repeat(30_000) + &"Ã©".repeat(20_000);
    let was = "café ".repeat(10_000) + &"é".repeat(50_000);
    assert_eq!(strict(&text), was);
}

/// The last line may be a little longer than a window: from 8193 to 8208 bytes, it was held back for good.
#[test]
fn the_end_of_a_long_line_comes_out() {
    for len in (8 << 10) - 40..(8 << 10) + 60 {
        for piece in ["x", "é", "я"] {
            let rest = piece.repeat(len / piece.len());
            let text = format!("cafÃ© {rest}");
            assert_eq!(strict(&text), format!("café {rest}"), "{}", text.len());
            let mut out = Vec::new();
            let mut stream = Stream::new(Options::lossy());
            stream.push(text.as_bytes(), true, &mut out, &mut |_| ());
            assert_eq!((stream.held(), out.ends_with(piece.as_bytes())), (0, true));
        }
    }
}

/// What is read without a search is what the search finds.
#[test]
fn text_full_of_one_page_is_read_alike() {
    let full = "Съешь же ещё этих мягких французских булок\n".repeat(8);
    for (page, name) in NAMES.iter().enumerate().take(PAGES) {
        let (Some(before), mut wrong) = (misread(&full, page), Vec::new()) else { continue };
        for phrase in PHRASES {
            let Some(text) = misread(phrase, page).filter(|_| !HARD.contains(&(*name, *phrase)))
            else {
                continue;
            };
            let (mixed, twice) = (format!("{phrase}; {text}"), misread(&text, page));
            for (text, was) in [
                (text.clone(), (*phrase).to_owned()),
                (mixed, format!("{phrase}; {phrase}")),
                (twice.unwrap_or_default(), (*phrase).to_owned()),
            ] {
                let is = strict(&format!("{before}{text}"));
                if !text.is_empty() && is.strip_prefix(&full) != Some(&was) {
                    wrong.push((text, is[full.len()..].to_owned()));
                }
            }
        }
        assert!(wrong.len() <= 3, "{name}: {wrong:#?}");
    }
}

/// The same, where it was misread twice, with a proof.
#[test]
fn text_full_of_two_pages_is_read_alike() {
    let full = "Съешь же ещё этих мягких французских булок\n".repeat(8);
    for (first, last) in [(0, 0), (1, 1), (1, 0), (0, 8), (9, 9)] {
        let twice = |text: &str| misread(&misread(text, first)?, last);
        let before = twice(&full).unwrap();
        let mut wrong = Vec::new();
        for phrase in PHRASES {
            let Some(text) = twice(phrase).filter(|text| text != phrase) else { continue };
            let text = format!("{before}{text}\n{before}");
            let mut out = Vec::new();
            Stream::new(Options::default()).push(text.as_bytes(), true, &mut out, &mut |repair| {
                assert_eq!(repair.undo().as_deref(), Some(repair.before), "{text:?}");
            });
            let is = String::from_utf8(out).unwrap();
            assert_eq!(strict(&is), is);
            if is != format!("{full}{phrase}\n{full}") {
                wrong.push((*phrase, is[full.len()..is.len() - full.len()].to_owned()));
            }
        }
        assert!(wrong.len() <= 1, "{first} {last}: {wrong:#?}");
    }
}

/// What is as it should be once it is read once less, and what was misread once more, among text that was misread twice.
#[test]
fn lines_among_text_of_two_pages_may_be_misread_otherwise() {
    let misread_often = |text: &str, page, times| {
        (0..times).try_fold(text.to_owned(), |text, _| misread(&text, page)).unwrap()
    };
    let full = "Voilà, l’été à Orléans; où déjà on naît à la forêt\n".repeat(8);
    for (text, page, times) in [
        // Talked about.
        ("why “Ã±”?", 0, 1),
        ("why `â€œ`?", 8, 1),
        ("You see ‘Å‚’ instead of ‘ł’.", 8, 1),
        ("it turns «ü» into «Ã¼»", 1, 1),
        // Ellipses and signs behind letters.
        ("Ð…E", 0, 1),
        ("3Å² vs. 5Å³", 0, 1),
        ("phê™®", 0, 1),
        // One letter in quotation marks.
        ("if (c == 'Å' || c == 'å')", 8, 3),
    ] {
        let before = misread_often(&full, page, 2);
        let line = misread_often(text, page, times);
        let is = strict(&format!("{before}{line}\n{before}"));
        assert_eq!(is, format!("{full}{text}\n{full}"), "{page} {times}");
        assert_eq!(strict(&is), is);
    }
}

/// Half of a file was repaired before, or is from elsewhere.
#[test]
fn what_is_as_it_should_be_stays_among_much_that_is_not() {
    for (page, full, lines) in [
        (
            3,
            "Съешь же ещё этих мягких французских булок",
            ["КАДР–СТОП", "ДОКТОР™, АТЛАС™ 2", "ТЕХАС„"],
        ),
        (
            0,
            "Zwölf Boxkämpfer jagen Viktor über den großen Sylter Deich",
            ["«ILTAPÄIVÄ» 5", "HÄMÄ™, SUOMISÄ…", "«ETELÄ…» AVELÃ®"],
        ),
    ] {
        let before = misread(full, page).unwrap();
        for line in lines {
            let is = strict(&format!("{}{line}\n{before}", format!("{before}\n").repeat(20)));
            assert_eq!(is.lines().skip(19).collect::<Vec<_>>(), [full, line, full]);
        }
    }
}

/// Texts that nobody wrote: what looks like mojibake, at random; with `PLACEMAT_THOROUGH` three million of them.
#[test]
fn anything_is_repaired_with_a_proof_and_only_once() {
    let pool: Vec<char> =
        "aé  ÃÂâ€™œƒ¢à©\u{9D}\u{A0}Ð°ÑРСВрсі├┬Γ√∂‚Äôпя─ΞΟ©\u{FFFD}'\"`-\n日ь&".chars().collect();
    let entities = ["&Atilde;", "&copy", "&#xA9;", "&acirc;", "&euro;", "&nbsp;", "&"];
    let mut seed = 1_u64;
    let mut dice = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % limit
    };
    // Half of them behind text full of one page, so that much is known.
    let full = "Ã© Ã¨ Ã¶ Ã¼ Ã±a Ã´t Ã®e".repeat(4) + "\n";
    let rounds = if std::env::var_os("PLACEMAT_THOROUGH").is_some() { 3_000_000 } else { 6_000 };
    for round in 0..rounds {
        let text: String = (0..1 + dice(24)).map(|_| pool[dice(pool.len())]).collect();
        let text = text.replace('&', entities[dice(entities.len())]);
        let text = if round % 2 == 0 { text } else { full.clone() + &text };
        let (mut out, mut at) = (Vec::new(), 0);
        Stream::new(Options::default()).push(text.as_bytes(), true, &mut out, &mut |repair| {
            assert_eq!(repair.undo().as_deref(), Some(repair.before), "{text:?}");
            let offset = repair.offset as usize;
            assert!(offset >= at && text[offset..].starts_with(repair.before), "{text:?}");
            at = offset + repair.before.len();
        });
        let is = str::from_utf8(&out).unwrap();
        assert_eq!(strict(is), is, "{text:?}");
        let size = 1 + dice(7);
        assert_eq!(in_chunks(&text, size, Options::default()), is, "{text:?} by {size}");
    }
}

/// A window is not searched again for each byte that comes: each looked for the end of a line in all before.
#[test]
fn bytes_that_come_one_by_one_are_read_once() {
    let text = "cafÃ© ".repeat(300_000);
    let start = std::time::Instant::now();
    let out = in_chunks(&text, 1, Options::default());
    assert!(start.elapsed().as_secs() < 2);
    assert_eq!(out, text.replace("Ã©", "é"));
    // With what may be guessed it stops at each letter.
    let text = "ä¸".repeat(16_000);
    let start = std::time::Instant::now();
    let out = in_chunks(&text, 1, Options::lossy());
    assert!(start.elapsed().as_secs() < 4);
    assert_eq!(out, repair(&text, Options::lossy()));
}

/// Long runs without a place to stop at take time by their length: a hundred thousand took minutes.
#[test]
fn long_runs_are_read_once() {
    let start = std::time::Instant::now();
    for letter in ["\u{301}", "а", "ё", "é", "Ã", "\u{300}\u{301}"] {
        let text = format!("e{}!", letter.repeat(50_000));
        assert_eq!(strict(&text), text, "{letter}");
    }
    assert!(start.elapsed().as_secs() < 20);
}
