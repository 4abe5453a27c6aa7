//! Which declarations make which corpus: the table to edit.

/// How one corpus, in prose and as web pages, is joined.
pub(super) struct Recipe {
    /// Its name in the benchmark.
    pub(super) name: &'static str,
    /// Declarations by their code in the package, in order; taken until there is enough text.
    pub(super) codes: &'static str,
    /// Code points above this one are dropped from the prose.
    pub(super) last: char,
    /// Whether there is a corpus of web pages too.
    pub(super) mixed: bool,
    /// What a reader of a figure ought to know.
    pub(super) note: &'static str,
}

const fn script(name: &'static str, codes: &'static str, note: &'static str) -> Recipe {
    Recipe { name, codes, last: char::MAX, mixed: true, note }
}

const fn latin1(name: &'static str, codes: &'static str, note: &'static str) -> Recipe {
    Recipe { name, codes, last: '\u{FF}', mixed: false, note }
}

/// All corpora but the emoji, which are composed.
pub(super) const ALL: &[Recipe] = &[
    Recipe {
        last: '\u{7F}',
        ..script(
            "english",
            "eng sco pcm bis tpi pis 055",
            "English, Scots and creoles of English; prose keeps ASCII only",
        )
    },
    script("french", "fra cat prv lnc wln pcd", "with Catalan, Occitan, Walloon, Picard"),
    script(
        "german",
        "deu_1996 ltz gsw1 nds fri dan",
        "with Luxembourgish, Alemannic, Low Saxon, Frisian, Danish",
    ),
    script(
        "turkish",
        "tur azj_latn gag crh tuk_latn 032",
        "with other Turkic languages in Latin letters",
    ),
    script(
        "vietnamese",
        "vie yor nav boa",
        "marks are combining, as in the source; with other languages where every fourth letter is marked",
    ),
    script("russian", "rus ukr bul bel", "with Ukrainian, Bulgarian, Belarusian"),
    script("arabic", "arb pes_1 urd pbu skr", "with Farsi, Urdu, Pashto, Saraiki"),
    script(
        "hebrew",
        "heb ydd aii arb mly_arab",
        "with Yiddish; then Syriac and Arabic, also two bytes a letter and written from the right",
    ),
    script("hindi", "hin mar nep san", "with other languages in Devanagari"),
    script(
        "thai",
        "tha tha2 lao khm",
        "two versions in Thai; then Lao and Khmer, also three bytes a letter without spaces",
    ),
    script(
        "chinese",
        "cmn_hans cmn_hant yue wuu hak nan gan hsn cmn_hans_nanjing cjy iii",
        "many Chinese languages, simplified and traditional; then Nuosu syllables",
    ),
    script(
        "japanese",
        "jpn jpn_tokyo jpn_osaka iii cmn_hant yue wuu hak nan gan",
        "all there is in Japanese; then Nuosu syllables and Han text, also three bytes a letter without spaces",
    ),
    script(
        "korean",
        "kor 026 blt vai csw",
        "all there is in Hangul; then Tai Dam, Vai and Cree, also short words of three bytes a letter",
    ),
    latin1(
        "portuguese",
        "por_PT glg 044 ast spa kea",
        "with Galician, Mirandese, Asturian, Spanish; Latin-1 only",
    ),
    latin1(
        "esperanto",
        "epo ido ina ita src lad",
        "with Ido, Interlingua, Italian, Sardinian, Ladino; Latin-1 only, so the letters with circumflex are dropped",
    ),
];
