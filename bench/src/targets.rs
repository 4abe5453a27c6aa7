//! Groups of texts, and what placemat promises for them.
//!
//! A ratio is a peer's time divided by placemat's: above 1, placemat is faster.

/// Texts that belong together, as in docs/benchmarks.md.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Group {
    /// English prose, which is all ASCII.
    Ascii,
    /// Prose in Latin letters with marks, and all web pages.
    LatinAndMixed,
    /// Prose in other scripts, and emoji.
    OtherScripts,
    /// What Latin-1 is measured with.
    Latin1Prose,
    /// All corpora of `cargo xtask corpus`.
    All,
    /// Text of which nearly all is ASCII: the commonest there is.
    MostlyAscii,
    /// All kinds of text, that with rare ideographs among them.
    Kinds,
    /// Short strings, of one length each time.
    Short,
    /// Short strings of all lengths in one bag.
    Words,
    /// Lines, paragraphs and records of all lengths in one bag.
    Records,
    /// Long texts as they are read, buffer by buffer.
    Buffers,
}

impl Group {
    /// Its name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ASCII",
            Self::LatinAndMixed => "Latin prose and mixed",
            Self::OtherScripts => "other scripts",
            Self::Latin1Prose => "Latin-1 prose",
            Self::All => "all corpora",
            Self::MostlyAscii => "mostly ASCII",
            Self::Kinds => "all kinds",
            Self::Short => "short strings",
            Self::Words => "words, all lengths",
            Self::Records => "records",
            Self::Buffers => "buffers of 64 KB",
        }
    }

    /// Whether a text belongs to it.
    pub(crate) fn contains(self, corpus: &str) -> bool {
        let Some((kind, name)) = corpus.split_once('/') else { return false };
        let prose_of = |names: &[&str]| kind == "prose" && names.contains(&name);
        match self {
            Self::Ascii => prose_of(&["english"]),
            Self::LatinAndMixed => {
                kind == "mixed" || prose_of(&["french", "german", "turkish", "vietnamese"])
            }
            Self::OtherScripts => prose_of(&[
                "arabic", "hebrew", "russian", "hindi", "thai", "chinese", "japanese", "korean",
                "emoji",
            ]),
            Self::Latin1Prose => prose_of(&["french", "german", "portuguese", "esperanto"]),
            Self::All => kind == "prose" || kind == "mixed",
            Self::MostlyAscii => {
                kind == "kind" && name != "rare-ideographs"
                    || kind == "mixed" && ["english", "french", "german"].contains(&name)
            }
            Self::Kinds => kind == "kind",
            Self::Short => kind == "short",
            Self::Words => kind == "words",
            Self::Records => kind == "records",
            Self::Buffers => kind == "buffers",
        }
    }
}

/// Whom placemat is compared with.
#[derive(Clone, Copy)]
pub(crate) enum Peer {
    /// This one.
    Named(&'static str),
    /// The fastest on each text.
    Fastest,
}

impl Peer {
    /// Its name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Named(name) => name,
            Self::Fastest => "the fastest",
        }
    }
}

/// What is promised for an operation on a group of texts.
pub(crate) struct Target {
    /// The texts.
    pub(crate) group: Group,
    /// The peer.
    pub(crate) peer: Peer,
    /// The least ratio of every text.
    pub(crate) each: f64,
    /// The least geometric mean of the ratios.
    pub(crate) geomean: f64,
}

/// The promises for an operation; every group that is reported has one.
pub(crate) fn of(operation: &str) -> Vec<Target> {
    use Group::{
        All, Ascii, Buffers, Kinds, Latin1Prose, LatinAndMixed, MostlyAscii, OtherScripts, Records,
        Words,
    };
    let rows: &[(Group, f64, f64)] = match operation {
        "validate_utf8" => {
            &[(Ascii, 1.0, 1.0), (LatinAndMixed, 1.15, 1.6), (OtherScripts, 1.5, 2.0)]
        }
        "utf8_to_utf16le" => {
            &[(Ascii, 0.0, 0.0), (LatinAndMixed, 1.7, 3.0), (OtherScripts, 1.5, 2.3)]
        }
        "utf16le_to_utf8" => {
            &[(Ascii, 0.0, 0.0), (LatinAndMixed, 1.1, 1.4), (OtherScripts, 1.2, 1.8)]
        }
        "utf8_to_utf16be" | "utf16be_to_utf8" => {
            &[(Ascii, 0.0, 0.0), (LatinAndMixed, 0.0, 0.0), (OtherScripts, 0.0, 0.0)]
        }
        "utf8_to_utf32" => &[(All, 1.05, 2.3)],
        "utf32_to_utf8" => &[(All, 1.05, 1.5)],
        "latin1_to_utf8" => &[(Latin1Prose, 1.5, 1.5)],
        "utf8_to_latin1" => &[(Latin1Prose, 1.7, 1.7)],
        "latin1_to_utf16le" | "utf16le_to_latin1" => &[(Latin1Prose, 0.0, 0.0)],
        "utf8_to_utf8_replace_1_per_10" => &[(All, 8.0, 12.0)],
        "utf8_to_utf8_replace_1_per_100" => &[(All, 2.5, 3.5)],
        "utf8_to_utf8_replace_1_per_1000" => &[(All, 1.1, 1.5)],
        "utf8_to_utf16le_replace_1_per_100" | "utf16le_to_utf8_replace_1_per_100" => {
            &[(All, 1.3, 3.0)]
        }
        "utf8_to_utf16le_replace_1_per_1000" | "utf16le_to_utf8_replace_1_per_1000" => {
            &[(All, 1.8, 3.3)]
        }
        "utf8_to_cesu8"
        | "cesu8_to_utf8"
        | "utf8_to_modified_utf8"
        | "modified_utf8_to_utf8"
        | "utf16le_to_wtf8"
        | "windows_1252_to_utf8" => &[(All, 1.0, 1.0)],
        // UTF-16 <-> UTF-32, validation of UTF-16 and UTF-32, counts, lengths.
        _ => &[(All, 1.0, 1.3)],
    };
    let peer = Peer::Named(match operation {
        "windows_1252_to_utf8" => "encoding_rs",
        "utf16le_to_wtf8" => "wtf8",
        _ if operation.contains("cesu8") || operation.contains("modified") => "simd_cesu8",
        // simdutf has no replacement.
        _ if operation.contains("replace") => "encoding_rs",
        _ => "simdutf",
    });
    let mut targets: Vec<Target> =
        rows.iter().map(|&(group, each, geomean)| Target { group, peer, each, geomean }).collect();
    // No text that loses: nobody is faster. What is the commonest has a target of its own.
    let geomean = match operation {
        "validate_utf8" | "utf8_to_utf16le" => 1.5,
        "utf16le_to_utf8" => 1.3,
        _ => 1.0,
    };
    let peer = Peer::Fastest;
    targets.push(Target { group: MostlyAscii, peer, each: 1.0, geomean });
    targets.push(Target { group: Kinds, peer, each: 1.0, geomean: 1.0 });
    targets.push(Target { group: Words, peer, each: 0.9, geomean: 1.3 });
    targets.push(Target { group: Records, peer, each: 1.0, geomean: 1.0 });
    targets.push(Target { group: Buffers, peer, each: 1.0, geomean: 1.0 });
    // Never slower than 1.1 times the fastest.
    targets.push(Target {
        group: Group::Short,
        peer: Peer::Fastest,
        each: 1.0 / 1.1,
        geomean: 1.0 / 1.1,
    });
    targets
}
