//! What texts are taken for: one or two of each kind.

use encoding_rs::Encoding;
use placemat::encoding::Label;
use placemat::{Policy, Transcoder};
use placemat_detect::training::page;
use placemat_detect::{Hints, Judge, Note, Verdict, detect};

fn verdict(bytes: &[u8]) -> Verdict {
    detect(bytes, &Hints::default())
}

fn named(bytes: &[u8]) -> &'static str {
    verdict(bytes).encoding.unwrap_or("uncertain")
}

/// The text in an encoding of the standard.
fn in_encoding(text: &str, label: &str) -> Vec<u8> {
    let (bytes, _, lost) = Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!lost, "{label} holds {text:?}");
    bytes.into_owned()
}

const TEXTS: [(&str, &str); 16] = [
    (
        "windows-1250",
        "Zażółć gęślą jaźń. Pchnąć w tę łódź jeża lub ośm skrzyń fig – „to prosty tekst”.",
    ),
    (
        "windows-1250",
        "Árvíztűrő tükörfúrógép: ez egy rövid magyar szöveg, amelyet „meg kell ismerni”.",
    ),
    ("iso-8859-2", "Příliš žluťoučký kůň úpěl ďábelské ódy, a potom šel domů na večeři."),
    ("windows-1251", "Съешь же ещё этих мягких французских булок, да выпей чаю."),
    ("koi8-r", "Съешь же ещё этих мягких французских булок, да выпей чаю."),
    ("ibm866", "Съешь же ещё этих мягких французских булок, да выпей чаю."),
    ("windows-1253", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία, και άλλα λόγια για την Άνοιξη."),
    ("windows-1254", "Pijamalı hasta yağız şoföre çabucak güvendi; bu doğru bir öyküdür."),
    ("windows-1255", "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה"),
    ("windows-1256", "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر"),
    ("windows-874", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน"),
    ("shift_jis", "いろはにほへと散りぬるを。我が世たれぞ常ならむ。"),
    ("euc-jp", "いろはにほへと散りぬるを。我が世たれぞ常ならむ。"),
    ("gbk", "我们的文字没有空格，所以很难断句。这是一个例子。"),
    ("big5", "我們的文字沒有空格，所以很難斷句。這是一個例子。"),
    ("euc-kr", "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다."),
];

#[test]
fn each_in_its_encoding() {
    for (label, text) in TEXTS {
        assert_eq!(named(&in_encoding(text, label)), label, "{text}");
    }
}

/// Mistakes in a row stand for what is like them, and not for UTF-8 that is in order behind them.
#[test]
fn mistakes_in_a_row_do_not_hide_what_is_in_order() {
    let russian = "Ошибка соединения с сервером, повторите попытку. ".repeat(60);
    let (mistakes, text) = ([0xFF; 160].as_slice(), russian.as_bytes());
    assert_eq!(named(&[mistakes, text].concat()), "utf-8");
    let mixed = [mistakes, &[text, &mistakes[..32]].concat().repeat(100)].concat();
    assert_eq!(named(&mixed), "utf-8");
}

/// A log says one thing again and again. That is as sure as it was the first time, and not less.
#[test]
fn a_log_is_what_its_lines_are() {
    let lines = [
        ("windows-1251", "Ошибка соединения с сервером"),
        ("koi8-r", "Ошибка соединения с сервером"),
        ("windows-1250", "Błąd połączenia z serwerem"),
        ("windows-1253", "Σφάλμα σύνδεσης με τον διακομιστή"),
        ("windows-1254", "Sunucuya bağlanırken hata oluştu"),
        ("windows-1256", "خطأ في الاتصال بالخادم"),
        ("windows-874", "ข้อผิดพลาดในการเชื่อมต่อเซิร์ฟเวอร์"),
        ("shift_jis", "サーバーへの接続エラー"),
    ];
    for (label, line) in TEXTS.into_iter().chain(lines) {
        for lines in [1, 10, 100, 1000, 20_000] {
            let text = |i| {
                format!("2024-05-{:02} 12:{:02}:{:02} [{i}] {line}\n", i % 28 + 1, i % 60, i % 59)
            };
            let verdict = verdict(&in_encoding(&(0..lines).map(text).collect::<String>(), label));
            assert_eq!(verdict.encoding, Some(label), "{line} {lines}");
            let sure = verdict.certainty;
            assert!(sure > 0.8, "{line} {lines}: {sure}");
        }
    }
}

/// Long text is judged by another way where East Asian characters are clear: other scripts are
/// not to be taken for them. Russian in KOI8-R reads as half-width katakana.
#[test]
fn long_text_in_its_encoding() {
    for (label, text) in TEXTS {
        assert_eq!(named(&in_encoding(&format!("{text}\n").repeat(40), label)), label, "{text}");
    }
}

#[test]
fn pieces_do_not_matter() {
    for (label, text) in TEXTS {
        let bytes = in_encoding(text, label);
        let whole = format!("{:?}", verdict(&bytes).candidates);
        for size in [1, 2, 3, 7] {
            let mut judge = Judge::new();
            bytes.chunks(size).for_each(|piece| judge.push(piece));
            assert_eq!(format!("{:?}", judge.finish(&Hints::default()).candidates), whole);
        }
    }
}

#[test]
fn english_with_signs_only() {
    for text in ["It’s “fine” – really…", "It’s what they said.", "A price of £5 and 20 °C outside"]
    {
        let bytes = in_encoding(text, "windows-1252");
        let first = &verdict(&bytes).candidates[0];
        assert!(matches!(first.encoding, "windows-1252" | "iso-8859-1"), "{text}: {first:?}");
    }
    assert_eq!(named(b"Copyright \xA9 2024 Foo\xAE, and more of the same"), "iso-8859-1");
}

#[test]
fn what_reads_the_same_is_one_answer() {
    let verdict = verdict(&in_encoding("Größe und Übermut, für alle", "windows-1252"));
    let first = &verdict.candidates[0];
    assert_eq!(first.encoding, "iso-8859-1");
    assert!(first.same.contains(&"windows-1252"), "{first:?}");
    assert!(first.certainty > 0.9, "{first:?}");
}

/// Whatever two bytes are, they are too few to be certain of a page.
#[test]
fn two_bytes_prove_no_page() {
    let bytes = (0x80..=0xFF_u8).flat_map(|one| (0x20..=0xFF_u8).map(move |two| [one, two]));
    for bytes in bytes {
        let verdict = verdict(&bytes);
        let first = &verdict.candidates[0];
        // Where what they are is told by more than letters: UTF-8, and signatures.
        let by_rules = first.encoding.starts_with("utf-");
        assert!(by_rules || first.certainty <= 0.97, "{bytes:02X?}: {first:?}");
    }
    let verdict = verdict(b"\xFF\xE9");
    assert!((0.5..0.95).contains(&verdict.certainty), "{verdict:?}");
}

#[test]
fn random_bytes_are_no_text() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 24) as u8).max(1)
    };
    for size in [64, 300, 5000, 100_000] {
        let bytes: Vec<u8> = (0..size).map(|_| next()).collect();
        assert_eq!(named(&bytes), "binary", "{size} bytes");
    }
}

#[test]
fn declarations_and_hints_decide_what_is_open() {
    let open = b"caf\xE9";
    let declared = b"<meta charset=iso-8859-2><p>m\xB1ka";
    assert_eq!(verdict(declared).declared.as_deref(), Some("iso-8859-2"));
    assert_eq!(verdict(declared).candidates[0].encoding, "iso-8859-2");
    let mut hints = Hints::default();
    hints.encoding = Some("macintosh");
    assert_eq!(detect(b"caf\x8E bar", &hints).candidates[0].encoding, "macintosh");
    hints.encoding = Some("no-such-thing");
    assert_eq!(detect(open, &hints).candidates[0].encoding, verdict(open).candidates[0].encoding);
    // A language that is not known says nothing, and its case does not matter.
    let polish = b"\xBF\xF3\xB3ty";
    let with = |language: Option<&'static str>| {
        let mut hints = Hints::default();
        hints.language = language;
        format!("{:?}", detect(polish, &hints).candidates)
    };
    assert_eq!(with(Some("tlh")), with(None));
    assert_eq!(with(Some("PL_pl")), with(Some("pl")));
    // What is declared, and cannot be, is not believed.
    let japanese = in_encoding("いろはにほへと散りぬるを。我が世たれぞ常ならむ。", "shift_jis");
    assert_eq!(named(&[b"<meta charset=euc-jp>", &japanese[..]].concat()), "shift_jis");
}

#[test]
fn ebcdic() {
    let text: Vec<u8> = b"\xE3\x88\x85\x40\x98\xA4\x89\x83\x92\x40\x82\x99\x96\xA6\x95\x40\x86\x96\xA7\x40\
        \x91\xA4\x94\x97\xA2\x40\x96\xA5\x85\x99\x40\xA3\x88\x85\x40\x93\x81\xA9\xA8\x40\x84\x96\x87\x4B"
        .repeat(3);
    let verdict = verdict(&text);
    assert_eq!(verdict.encoding, Some("ibm037"));
    assert_eq!(verdict.candidates[0].same, ["ibm500", "ibm1047", "ibm273"]);
    // German, where the other pages have brackets, and JSON, where it has letters.
    let german = b"\x86\xD0\x99\x40\x84\x85\x95\x40\xD4\xC0\x99\xA9\x40\xA2\x83\x88\x6A\x95\x85\x40\xC7\x99\xD0\xA1\x85\x0D\x25";
    assert_eq!(named(german), "ibm273");
    let json = b"\xC0\x7F\x95\x81\x94\x85\x7F\x7A\x7F\x99\x51\x97\x85\xA3\x51\x7F\x6B\x7F\x83\x89\xA3\x85\x7F\x7A\x7F\xD3\x93\x7F\xD0\x25";
    assert_eq!(named(json), "ibm037");
    // Chinese whose lines end with CR alone.
    assert_ne!(named(&in_encoding("姓名\r地址\r姓名", "big5")), "ibm037");
}

/// Logs and tables that several programs have written.
#[test]
fn utf8_and_windows_1252_in_one_text() {
    let french = "L'été dernier, la cafétéria a été fermée; le dîner est prêt à Noël.\n";
    let (utf8, windows) = (french.as_bytes(), in_encoding(french, "windows-1252"));
    for text in [[utf8, &windows].concat(), [&windows, utf8, &windows, &windows].concat()] {
        let verdict = verdict(&text);
        assert_eq!(verdict.encoding, Some("utf-8"), "{:?}", verdict.candidates);
        assert!(matches!(verdict.notes[..], [Note::Mixed(_)]), "{:?}", verdict.notes);
    }
    assert_eq!(named(&windows.repeat(3)), "iso-8859-1");
    // Some of what is UTF-8 is in no page of one byte.
    let signs = [windows.repeat(5), utf8.repeat(5), "→ ✓ 😀\n".into()].concat();
    assert_eq!(named(&signs), "utf-8");
    // What tells of mojibake quotes its bytes, and stands in no word.
    let told = in_encoding(
        "Mon fichier a Ã© au lieu de é, c'est gênant. Où est le problème, à ton avis ?\n",
        "windows-1252",
    );
    assert!(verdict(&told).certainty < 0.9);
    assert_ne!(named(&told), "utf-8");
    // One sequence among many letters: who reads it as UTF-8 would lose all of them.
    let letter = [&windows.repeat(4)[..], b"le caf\xC3\xA9 est ferm\xE9\n"].concat();
    assert_eq!(named(&letter), "iso-8859-1");
    // A column of two ideographs, of which one is well-formed in UTF-8.
    let column = "id,sex\n1,男\n2,女\n3,男\n4,女\n5,男\n";
    assert_ne!(named(&in_encoding(column, "gbk")), "utf-8");
}

/// What DOS had in Ukrainian: as in Russian, with other letters at the end.
#[test]
fn ukrainian_of_dos() {
    let text = "Ґанок і їжак їдять єдине яблуко біля ґрат\n";
    let page = page("ibm1125").expect("a page");
    let byte = |c: char| {
        page.high.iter().position(|high| *high == c).map_or(c as u8, |at| 0x80 + at as u8)
    };
    assert_eq!(named(&text.chars().map(byte).collect::<Vec<u8>>()), "ibm1125");
    // Who has no "і" writes "i", in Ukrainian and Belarusian.
    for text in [
        "Сьогоднi вранцi їжак перебiг дорогу бiля нашого будинку.\n",
        "СЬОГОДНI ВРАНЦI ЇЖАК ПЕРЕБIГ ДОРОГУ БIЛЯ НАШОГО БУДИНКУ.\n",
        "Ён жыве ў Мiнску, а працуе ў Гродне.\n",
    ] {
        assert_eq!(named(&in_encoding(text, "ibm866")), "ibm866", "{text}");
    }
}

/// Bytes of two-byte encodings are sequences of UTF-8 by chance, and seem cut at either end.
#[test]
fn short_text_has_sequences_by_chance() {
    for (label, text) in [
        ("gbk", "价格：120元"),
        ("euc-jp", "東京都港区"),
        ("euc-kr", "가격: 12,000원"),
        ("gbk", "通知.doc"),
        ("shift_jis", "写真.jpg"),
    ] {
        let first = verdict(&in_encoding(text, label)).candidates.remove(0);
        assert_eq!(first.encoding, label, "{text}");
    }
    for text in
        ["Привет".as_bytes(), &"价格".as_bytes()[..5], &"Größe".as_bytes()[..5], "ok й".as_bytes()]
    {
        assert_eq!(named(text), "utf-8", "{text:X?}");
    }
    // Much of it is UTF-8, whatever was lost, and half as much is not.
    let damaged =
        [&"n\u{FFFD} Paris\n".repeat(60).into_bytes()[..], &b"caf\xE9 \n".repeat(30)].concat();
    assert_eq!(named(&damaged), "utf-8");
}

/// Programs have more signs than letters, and their lines numbers.
#[test]
fn programs_in_ebcdic() {
    // "int main() { return a + b; } /* comment */"
    let program =
        b"\x89\x95\xA3\x40\x94\x81\x89\x95\x4D\x5D\x40\xC0\x40\x99\x85\xA3\xA4\x99\x95\x40\x81\
        \x40\x4E\x40\x82\x5E\x40\xD0\x40\x61\x5C\x40\x83\x96\x94\x94\x85\x95\xA3\x40\x5C\x61";
    assert_eq!(named(program), "ibm037");
}

/// What boxes are drawn with stands beside itself.
#[test]
fn boxes_of_dos() {
    let page = page("ibm437").unwrap();
    for text in [
        "╔════════╦════════╗\r\n║ Name   ║ Price  ║\r\n╠════════╬════════╣\r\n║ Apples ║ 2.50   ║\r\n╚════════╩════════╝\r\n",
        "┌──────────────┐\r\n│ Menü         │\r\n├──────────────┤\r\n│ Datei öffnen │\r\n└──────────────┘\r\n",
        "╔══════╗\r\n║ MENU ║\r\n╚══════╝\r\n",
    ] {
        let byte = |c: char| match page.high.iter().position(|one| *one == c) {
            Some(at) => at as u8 + 0x80,
            None => c as u8,
        };
        assert_eq!(named(&text.chars().map(byte).collect::<Vec<_>>()), "ibm437", "{text}");
    }
    assert_eq!(
        named(
            b"Chapter one\n\x97\x97\x97\x97\x97\x97\nIt was late\x85\n\x97\x97\x97\x97\x97\x97\n"
        ),
        "windows-1252"
    );
}

/// To Windows-1258, "ò" is a tone of the vowel before it.
#[test]
fn italian_verbs_are_no_vietnamese() {
    for text in [
        "Perciò può. Ciò può. Cominciò, studiò, cambiò, lasciò. Può, ciò, però.",
        "Cambiò idea e cominciò a studiare",
    ] {
        let verdict = verdict(&in_encoding(text, "windows-1252"));
        assert_eq!(verdict.encoding, Some("iso-8859-1"), "{text}");
        assert!(verdict.certainty > 0.7, "{text}: {}", verdict.certainty);
    }
    let vietnamese =
        b"T\xF4i kh\xF4ng bi\xEA\xECt anh \xE2\xECy \xF0i \xF0\xE2u, m\xF4\xF2t m\xECnh.";
    assert_eq!(named(vietnamese), "windows-1258");
}

/// Letters that sentences of the language had lost where they were found, or had in another form.
#[test]
fn letters_of_french_spanish_and_turkish() {
    let french = in_encoding("Cœur de bœuf : 4,50 € le kilo ; œufs frais : 3 €\n", "iso-8859-15");
    assert_eq!(named(&french), "iso-8859-15");
    for text in [
        "Mañana iremos con los niños a la montaña, y después comeremos en casa de mi abuela.",
        "¿Dónde está el baño, por favor? No lo sé, señor, pregunte usted en la recepción.",
    ] {
        let verdict = verdict(&in_encoding(text, "windows-1252"));
        assert_eq!(verdict.encoding, Some("iso-8859-1"), "{text}");
        assert!(verdict.candidates[0].reason.contains("(es)"), "{:?}", verdict.candidates[0]);
    }
    // "Sürücü hazır değil. Yeniden denemek için bir tuşa basın."
    let turkish =
        b"S\x81r\x81c\x81 haz\x8Dr de\xA7il. Yeniden denemek i\x87in bir tu\x9Fa bas\x8Dn.";
    assert_eq!(named(turkish), "ibm857");
}

#[test]
fn utf8_with_letters_of_windows_1252() {
    let mixed = [&"Größe, Übermut – für alle Straßen. ".repeat(9).into_bytes()[..], b"caf\xE9 bar"]
        .concat();
    let verdict = verdict(&mixed);
    assert_eq!(verdict.encoding, Some("utf-8"));
    assert!(verdict.notes.contains(&Note::Mixed(1)), "{:?}", verdict.notes);
}

#[test]
fn little_is_said_to_be_little() {
    let verdict = verdict(b"\xE9");
    assert!(verdict.certainty < 0.9);
    assert!(verdict.candidates.iter().map(|one| one.certainty).sum::<f64>() < 1.001);
}

/// Encodings that are told, and that other crates do not have.
#[test]
fn taiwan_and_johab() {
    // "台灣的文字" and more of it in EUC-TW; a sentence in Johab.
    let taiwan =
        b"\xCF\xAF\xC4\xE3\xC5\xC7\xD3\xE8\xC4\xE2\xC4\xE3\xC5\xC7\xC9\xA6\xC7\xB3\xC5\xC7";
    assert!(verdict(taiwan).candidates.iter().any(|one| one.encoding == "euc-tw"));
    assert_eq!(
        named(&b"\x90\x61\x9D\xE5 \xA1\x69\xB7\x65 \x90\x61\xA4\x61\x9F\x69 \x93\x65".repeat(2)),
        "johab"
    );
}

#[test]
fn signatures_of_the_past() {
    for label in [Label::Scsu, Label::Bocu1, Label::UtfEbcdic, Label::Utf1] {
        let text =
            "\u{FEFF}Съешь же ещё этих мягких французских булок, да выпей чаю. 日本語\n".repeat(40);
        let to = Transcoder::new(Label::Utf8, label, Policy::Strict).unwrap();
        let bytes = to.convert(text.as_bytes()).unwrap();
        assert_eq!(named(&bytes), label.name());
    }
    // The bytes of a signature in another text.
    assert_eq!(
        named(&in_encoding("ыо(дин) и ещё несколько слов, чтобы это был текст.", "windows-1251")),
        "windows-1251"
    );
}

/// Lines that end with CR alone are those of the old Macintosh.
#[test]
fn ends_of_lines_tell_the_macintosh() {
    let text = b"d\x8Ej\x88 vu\rla cr\x8Fme br\x9El\x8Ee\r";
    assert_eq!(named(text), "macintosh");
}

#[test]
fn certainties_sum_up_to_one_where_the_first_is_as_good_as_sure() {
    // The share of KOI8-R is one to all 53 bits.
    let text = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1?";
    for times in 1..40 {
        let verdict = detect(&text.repeat(times), &Hints::default());
        assert_eq!(verdict.encoding, Some("koi8-r"));
        let sum: f64 = verdict.candidates.iter().map(|candidate| candidate.certainty).sum();
        assert!(sum <= 1.0 + 1e-9, "{times}: {sum}");
    }
}

/// Text without a signature, as UTF-16 in both byte orders.
const WIDE: [&str; 34] = [
    "Привет",
    "Это обычный текст, в котором есть пробелы и знаки препинания!",
    "Сегодня\nзавтра\nвчера\n",
    "имя;город;сумма\nИван;Москва;120\nАнна;Киев;75\n",
    "Їжачок і ґедзь пішли до лісу",
    "Καλημέρα",
    "Αυτό είναι ένα μικρό κείμενο, με σημεία στίξης.",
    "שלום",
    "זה משפט קצר בעברית",
    "مرحبا",
    "این یک متن کوتاه است",
    "नमस्ते",
    "यह एक छोटा वाक्य है। और एक और।",
    "আমার সোনার বাংলা",
    "வணக்கம்",
    "สวัสดีครับ",
    "วันนี้อากาศดีมากเราไปเที่ยวทะเลกันเถอะ",
    "გამარჯობა",
    "Բարեւ ձեզ",
    "안녕하세요",
    "대한민국의수도는서울입니다",
    "오늘은 날씨가 아주 좋습니다. 같이 산책할까요?",
    "我们今天去公园玩",
    "今天天气很好，我们一起去公园散步吧。",
    "第一章\n总则\n第二章\n",
    "這是一個沒有空格的句子，但是有標點符號。",
    "今日は天気がいいですね",
    "カタカナとひらがなと漢字",
    "ありがとうございました",
    "東京都渋谷区神南一丁目",
    "Tiếng Việt có dấu",
    "Zażółć gęślą jaźń",
    "Версия 2.0 (beta): исправлены ошибки в модуле parser.c",
    "Hi 😀 there",
];

#[test]
fn utf16_without_a_signature() {
    let of_banks = "0861,ﾜﾀﾅﾍﾞ ｹﾝ,001200\n0862,ｻﾄｳ ﾊﾅｺ,000980\n";
    for text in WIDE.into_iter().chain([of_banks]) {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!([named(&little), named(&big)], ["utf-16le", "utf-16be"], "{text}");
    }
}

/// Where letters are in one row, the other byte order reads the same text without its first byte. Where they are in many,
/// and there are no spaces and no lines, little tells.
#[test]
fn utf16_without_its_first_byte() {
    let is_open = |c: char| matches!(c, ' ' | '\n');
    let all_alike = |text: &str| text.chars().all(|c| ('\u{3040}'..'\u{3100}').contains(&c));
    let east_asian = |c: char| c >= '\u{3040}';
    for text in WIDE {
        if text.starts_with(east_asian) && !text.contains(is_open) && !all_alike(text) {
            continue;
        }
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [&little[1..], &big[1..]] {
            let verdict = verdict(bytes);
            let from = usize::from(verdict.notes.contains(&Note::OddStart));
            let label = verdict.encoding.unwrap_or("uncertain");
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let (read, _) = encoding.decode_without_bom_handling(&bytes[from..]);
            let read = read.trim_end_matches(['\0', '\u{FFFD}']);
            let rest = text.split_at(text.chars().next().unwrap().len_utf8()).1;
            assert!(read.contains(rest) || text.starts_with(read), "{text}: {label} {read}");
        }
    }
}

/// Six letters of Thai are well-formed UTF-8 by chance now and then: of letters that stand in no word together.
#[test]
fn a_few_sequences_by_chance() {
    for word in ["ิบัติก", "ำกัดอธ", "ในกรณี", "่งชาติ", "้งปวงไ", "จะถูกแ", "จากองศ"]
    {
        let bytes = in_encoding(word, "windows-874");
        assert_ne!(named(&bytes), "utf-8", "{word}");
    }
    for text in [
        "10 кΩ",
        "μм",
        "λ → и",
        "αβγ где",
        "қазақ",
        "ӧҹ",
        "བོད་ཡིག",
        "ᐃᓄᒃᑎᑐᑦ",
        "አማርኛ",
        "日本のテレビ",
        "é",
        "½ λ",
    ] {
        assert_eq!(named(text.as_bytes()), "utf-8", "{text}");
    }
}

/// Korean as Johab has it: three letters of five bits each behind a bit that is set.
fn in_johab(text: &str) -> Vec<u8> {
    let vowels: Vec<u32> = (3..=7).chain(10..=15).chain(18..=23).chain(26..=29).collect();
    let bytes = |c: char| match u32::from(c).checked_sub(0xAC00) {
        Some(syllable) => {
            let (first, last) = (syllable / 588 + 2, syllable % 28 + 1);
            let last = if last > 17 { last + 1 } else { last };
            let vowel = vowels[(syllable / 28 % 21) as usize];
            (0x8000 | (first << 10 | vowel << 5 | last) as u16).to_be_bytes().to_vec()
        }
        None => vec![c as u8],
    };
    text.chars().flat_map(bytes).collect()
}

#[test]
fn johab_from_forty_bytes_on() {
    const LINES: [&str; 6] = [
        "오늘은 날씨가 아주 좋습니다. 같이 산책할까요?",
        "파일을 저장하지 못했습니다. 다시 시도해 주십시오.",
        "서울에서 부산까지 기차로 두 시간 반이 걸립니다.",
        "새로운 창에서 열기, 인쇄, 찾기, 바꾸기",
        "비밀번호는 여덟 글자보다 길어야 합니다!",
        "어제 읽은 책은 생각보다 훨씬 재미있었어요.",
    ];
    for from in 0..LINES.len() {
        let lines = (0..200).map(|at| LINES[(from + at) % LINES.len()]).collect::<Vec<_>>();
        let bytes = in_johab(&lines.join("\n"));
        for size in [40, 100, 300, 1000, 4000] {
            assert_eq!(named(&bytes[..size]), "johab", "{size} bytes from {}", LINES[from]);
        }
    }
}

/// One sign in English, again and again: no letter of another language.
#[test]
fn many_apostrophes_are_apostrophes() {
    let text = "We don’t know if it’s the server’s fault.\nYou can’t open it, and they won’t say why.\n\
                I’m sure that isn’t what the user’s after.\n";
    for times in [5, 20, 100, 400] {
        for label in ["windows-1252", "macintosh"] {
            assert_eq!(named(&in_encoding(&text.repeat(times), label)), label, "{times}");
        }
    }
}

/// Records of EBCDIC, with few spaces, and with letters that ASCII lacks.
#[test]
fn records_of_ebcdic() {
    const ASCII: &str =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz ,.;:-/()=é\n";
    const BYTES: &[u8] = b"\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\x81\x82\x83\x84\x85\x86\x87\x88\x89\x91\x92\x93\x94\x95\x96\x97\x98\x99\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xA9\x40\x6B\x4B\x5E\x7A\x60\x61\x4D\x5D\x7E\x51\x15";
    let byte = |c: char| BYTES[ASCII.chars().position(|other| other == c).unwrap()];
    for text in [
        "00017;1994-03-02;MUELLER;KLAUS;1200.50\n00018;1994-03-03;SCHMIDT;ANNA;980.00\n",
        "//STEP1,EXEC,PGM=IEFBR14\n//DD1,DD,DSN=PROD.MASTER.FILE,DISP=(NEW,CATLG)\n",
        "Café fermé jusqu a lundi\nL été, la clé est chez René\n",
    ] {
        let bytes: Vec<u8> = text.chars().map(byte).collect();
        assert_eq!(named(&bytes), "ibm037", "{text}");
    }
}

/// Bytes in few values, without a space or a line: pictures of few colours, sounds.
#[test]
fn bytes_in_few_values_are_no_text() {
    let pictures: [&[u8]; 4] =
        [b"\xE0\x0E\xE5", b"\xC4\xB3\x08\x41", b"\xE9\x11\x80", b"\xFD\xE7\x7F\x15"];
    for colours in pictures {
        for size in [300, 5000, 20_000] {
            let run = |at: usize| 1 + at * at % 11;
            let bytes = (0..).flat_map(|at| {
                std::iter::repeat_n(colours[(at * at + at / 3) % colours.len()], run(at))
            });
            let bytes: Vec<u8> = bytes.take(size).collect();
            assert_eq!(named(&bytes), "binary", "{colours:X?} {size}");
        }
    }
    // A sound: around the middle.
    let sound: Vec<u8> = (0..4000_u32).map(|at| 122 + (at * at / 7 % 13) as u8).collect();
    assert_eq!(named(&sound), "binary");
}

/// Romanian is in the same bytes with cedillas and with commas below.
#[test]
fn commas_below_are_no_other_text() {
    let text = "Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi.\n";
    let bytes = in_encoding(text, "windows-1250");
    assert_eq!(in_encoding(&text.replace('ţ', "ț").replace('ş', "ș"), "iso-8859-16"), bytes);
    let first = |hints: &Hints<'_>| detect(&bytes, hints).candidates.swap_remove(0);
    let found = first(&Hints::default());
    assert_eq!(found.encoding, "windows-1250");
    assert!(found.certainty > 0.99 && found.same.contains(&"iso-8859-16"), "{found:?}");
    // That is said, unless there is no such letter, or the other page is named.
    assert!(verdict(&bytes).notes.contains(&Note::Cedillas));
    assert_eq!(
        verdict(&in_encoding("Până când vântul bate încă în câmpie.\n", "windows-1250")).notes,
        []
    );
    let mut hints = Hints::default();
    hints.encoding = Some("iso-8859-16");
    assert_eq!(detect(&bytes, &hints).notes, []);
    let found = first(&hints);
    assert_eq!(found.encoding, "iso-8859-16");
    assert!(found.same.contains(&"windows-1250"), "{found:?}");
}

/// Lists and words have few values, too.
#[test]
fn text_without_spaces_is_text() {
    for (text, label) in [
        ("ประเทศไทยเป็นประเทศที่มีประวัติศาสตร์ยาวนานและวัฒนธรรมที่หลากหลาย", "windows-874"),
        ("我们今天去公园玩，明天去学校上课，后天再去图书馆看书，大后天休息一天。", "gbk"),
        ("今日は天気がいいので、みんなで公園へ行きました。そして、お弁当を食べました。", "euc-jp"),
        ("Москва;Тула;Омск;Пермь;Самара;Казань;Рязань;Калуга;Тверь;Псков;Новгород", "windows-1251"),
        ("дождь,дождь,дождь,дождь,дождь,дождь,дождь,дождь,дождь,дождь,дождь,", "windows-1251"),
        ("Łódź_żółw_gęś_źdźbło_książka_mąka_świeży_ćma_Kraków_gęś_żółw_Łódź_", "windows-1250"),
        ("погода........................сегодня........................поезд", "windows-1251"),
        ("57314;שלום;61.87;A70338;12621;בוקר;970.43;A52260;22037;רחוב;524.62;A2", "windows-1255"),
    ] {
        for times in [1, 20] {
            assert_eq!(named(&in_encoding(&text.repeat(times), label)), label, "{text} {times}");
        }
    }
    // A table with long rows.
    let row = |at: usize| {
        format!(
            "{at:06};MÜLLER;KÖLN;{}.00;DE{:020};2024-01-{:02};OK\n",
            at * 13,
            at * 7919,
            at % 28
        )
    };
    for rows in [5, 20, 400] {
        let text: String = (1..=rows).map(row).collect();
        let found = named(&in_encoding(&text, "windows-1252"));
        assert!(matches!(found, "iso-8859-1" | "windows-1252"), "{found} {rows}");
    }
}
