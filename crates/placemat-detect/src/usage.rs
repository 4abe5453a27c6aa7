//! How often each encoding is met, and for which languages it was used.

/// A page of one byte a code point.
#[derive(Debug)]
pub(crate) struct Usage {
    pub(crate) page: &'static str,
    /// The natural logarithm of how often it is met, among text that is not UTF-8.
    pub(crate) prior: f32,
    /// The languages it was used for, each with its share.
    pub(crate) languages: &'static [(&'static str, f32)],
}

const fn usage(page: &'static str, prior: f32, languages: &'static [(&'static str, f32)]) -> Usage {
    Usage { page, prior, languages }
}

/// The languages of Western Europe.
const WEST: &[(&str, f32)] = &[
    ("en", 0.25),
    ("de", 0.15),
    ("fr", 0.13),
    ("es", 0.13),
    ("pt", 0.07),
    ("it", 0.07),
    ("nl", 0.04),
    ("sv", 0.03),
    ("da", 0.02),
    ("nb", 0.02),
    ("fi", 0.02),
    ("ca", 0.01),
    ("is", 0.005),
    ("id", 0.005),
    ("gl", 0.003),
    ("eu", 0.003),
    ("ga", 0.003),
    ("nn", 0.003),
    ("af", 0.003),
    ("sq", 0.003),
    ("br", 0.001),
    ("lb", 0.001),
    ("fo", 0.001),
    ("cy", 0.001),
    ("et", 0.001),
    ("sw", 0.001),
    ("tl", 0.001),
    ("fy", 0.001),
    ("ms", 0.001),
    ("gd", 0.001),
    ("mul-west", 0.02),
];

/// Those of Central Europe.
const CENTRAL: &[(&str, f32)] = &[
    ("pl", 0.25),
    ("cs", 0.20),
    ("hu", 0.20),
    ("ro", 0.08),
    ("sk", 0.07),
    ("hr", 0.05),
    ("sl", 0.04),
    ("bs", 0.02),
    ("en", 0.02),
    ("de", 0.02),
    ("sq", 0.005),
    ("mul-center", 0.02),
];

const CYRILLIC: &[(&str, f32)] =
    &[("ru", 0.80), ("uk", 0.07), ("bg", 0.06), ("be", 0.02), ("sr", 0.02), ("mk", 0.01)];

const BALTIC: &[(&str, f32)] =
    &[("lt", 0.38), ("lv", 0.34), ("et", 0.2), ("en", 0.02), ("pl", 0.005), ("mul-balt", 0.02)];

const GREEK: &[(&str, f32)] = &[("el", 0.97)];
const HEBREW: &[(&str, f32)] = &[("he", 0.95), ("yi", 0.01)];
const NORTH: &[(&str, f32)] = &[
    ("is", 0.2),
    ("se", 0.15),
    ("fo", 0.1),
    ("kl", 0.05),
    ("sv", 0.05),
    ("da", 0.05),
    ("nb", 0.05),
    ("fi", 0.05),
    ("lt", 0.1),
    ("lv", 0.1),
    ("et", 0.1),
];

/// All pages. The frequencies are, in round figures, those that surveys of the Web give
/// (W3Techs, 2015 to 2024); pages of DOS and of the old Macintosh are not on it, and rare.
#[rustfmt::skip]
pub(crate) static ALL: [Usage; 37] = [
    usage("iso-8859-1", -1.2, WEST),
    usage("windows-1252", -1.2, WEST),
    usage("windows-1250", -3.6, CENTRAL),
    usage("windows-1251", -1.8, CYRILLIC),
    usage("windows-1253", -4.6, GREEK),
    usage("windows-1254", -4.0, &[("tr", 0.85), ("en", 0.01), ("de", 0.01), ("az", 0.01)]),
    usage("windows-1255", -4.6, HEBREW),
    usage("windows-1256", -4.0, &[("ar", 0.70), ("fa", 0.20), ("ur", 0.05), ("fr", 0.01)]),
    usage("windows-1257", -4.8, BALTIC),
    usage("windows-1258", -6.0, &[("vi", 0.97)]),
    usage("windows-874", -4.4, &[("th", 0.98)]),
    usage("iso-8859-2", -3.6, CENTRAL),
    usage("iso-8859-3", -7.5, &[("eo", 0.5), ("mt", 0.45)]),
    usage("iso-8859-4", -7.5, BALTIC),
    usage("iso-8859-5", -6.5, CYRILLIC),
    usage("iso-8859-6", -7.0, &[("ar", 0.97)]),
    usage("iso-8859-7", -4.8, GREEK),
    usage("iso-8859-8", -5.2, HEBREW),
    usage("iso-8859-10", -8.5, NORTH),
    usage("iso-8859-13", -7.0, BALTIC),
    usage("iso-8859-14", -8.5, &[("cy", 0.5), ("ga", 0.4), ("gd", 0.05), ("br", 0.02)]),
    usage("iso-8859-15", -3.8, WEST),
    usage("iso-8859-16", -8.0, &[("ro", 0.8), ("hu", 0.05), ("pl", 0.05), ("sq", 0.02), ("fr", 0.02)]),
    usage("koi8-r", -4.6, &[("ru", 0.96), ("bg", 0.02)]),
    usage("koi8-u", -6.0, &[("uk", 0.75), ("ru", 0.1), ("be", 0.1)]),
    usage("macintosh", -6.5, WEST),
    usage("x-mac-cyrillic", -8.0, CYRILLIC),
    usage("x-mac-ce", -8.0, CENTRAL),
    usage("ibm437", -7.0, WEST),
    usage("ibm737", -8.0, GREEK),
    usage("ibm775", -8.5, BALTIC),
    usage("ibm850", -6.5, WEST),
    usage("ibm852", -7.0, CENTRAL),
    usage("ibm855", -8.5, CYRILLIC),
    usage("ibm866", -5.0, CYRILLIC),
    usage("ibm1125", -8.5, &[("uk", 0.85), ("ru", 0.1)]),
    usage("ibm857", -8.0, &[("tr", 0.9), ("en", 0.01)]),
];

/// The share of a language that a page was not used for, and can yet hold.
pub(crate) const ELSEWHERE: f32 = -6.0;

/// The share of English in a page that was used for other languages.
pub(crate) const ENGLISH: f32 = -4.0;

/// How often East Asian encodings are met, in the same measure.
pub(crate) fn east_asian(name: &str) -> f32 {
    match name {
        "shift_jis" | "gbk" => -2.2,
        "euc-jp" | "euc-kr" => -2.8,
        "big5" => -3.2,
        "gb18030" => -5.0,
        "euc-tw" | "johab" => -9.0,
        _ => -9.0,
    }
}
