//! What a source becomes: its mistakes mended under a policy, its mojibake undone, or all of it read in
//! another encoding.

use super::Trouble;
use super::encodings;
use super::shown::{Marked, Shown, shown_with};
use placemat::encoding::Label;
use placemat::{Policy, Transcoder, utf8};
use placemat_detect::mojibake::{Options, Stream};
use placemat_inspect::notation::{self, spaced};
use serde::Serialize;

/// So much of the text is shown.
const SHOWN: usize = 16 << 10;

/// How it is mended.
#[derive(Debug)]
pub(super) enum Way {
    Policy(Policy),
    Mojibake,
    /// Read in the encoding of this name.
    Read(String),
}

impl Way {
    /// By its name: that of a policy, `mojibake`, or `read:koi8-r`.
    pub(super) fn of(name: &str) -> Result<Self, Trouble> {
        match name {
            "mojibake" => Ok(Self::Mojibake),
            _ => match name.strip_prefix("read:") {
                Some(encoding) => Ok(Self::Read(encoding.to_owned())),
                None => name.parse().map(Self::Policy).map_err(Trouble::new),
            },
        }
    }
}

/// What the sample becomes.
#[derive(Debug, Default, Serialize)]
pub(super) struct Preview {
    pub(super) text: Shown,
    /// How many stretches were changed.
    changes: u64,
}

/// What the sample becomes; what is changed is marked.
pub(super) fn preview(way: &Way, sample: &[u8]) -> Preview {
    let (text, marked) = match way {
        Way::Policy(policy) => {
            let Ok((repaired, changes)) = utf8::repair_with_changes(sample, *policy) else {
                return Preview::default();
            };
            let marked = changes.iter().map(|change| {
                let (from, to) = (change.offset as usize, change.output_offset as usize);
                let title = format!("was {}", spaced(&sample[from..from + change.len]));
                Marked { range: to..to + change.output_len, kind: "new", title }
            });
            let marked = marked.collect();
            (repaired.text.into_owned(), marked)
        }
        Way::Mojibake => undone(sample),
        Way::Read(name) => match encodings::read(name, sample) {
            Some(read) => (read.text, Vec::new()),
            None => return Preview::default(),
        },
    };
    let changes = marked.len() as u64;
    Preview { text: shown_with(&text, marked, SHOWN), changes }
}

/// The sample without its mojibake. What is malformed is replaced: it has to be shown.
fn undone(sample: &[u8]) -> (String, Vec<Marked>) {
    let text = utf8::to_string_lossy(sample);
    let (mut out, mut repairs) = (Vec::new(), Vec::new());
    let mut stream = Stream::new(Options::default());
    stream.push(text.as_bytes(), true, &mut out, &mut |repair| {
        repairs.push((repair.offset as usize, repair.before.to_owned(), repair.after.len()));
    });
    // How much longer the text is by now.
    let mut shift = 0_isize;
    let mut marked = Vec::new();
    for (offset, before, len) in repairs {
        let start = offset.wrapping_add_signed(shift);
        shift += len as isize - before.len() as isize;
        let title = format!("was {}", notation::shown(&before));
        marked.push(Marked { range: start..start + len, kind: "new", title });
    }
    (String::from_utf8_lossy(&out).into_owned(), marked)
}

/// A source that is mended in pieces.
#[derive(Debug)]
pub(super) enum Mend {
    Convert(Box<Transcoder>),
    Mojibake(Box<Stream>),
    Legacy(Box<encoding_rs::Decoder>),
    /// In a page that only the judge knows: one byte a code point.
    Page(String),
}

impl Mend {
    /// At the start of a source.
    pub(super) fn new(way: &Way) -> Result<Self, Trouble> {
        let convert = |from, policy| {
            let reader = Transcoder::new(from, Label::Utf8, policy).map_err(Trouble::new)?;
            Ok(Self::Convert(Box::new(reader)))
        };
        match way {
            Way::Policy(policy) => convert(Label::Utf8, *policy),
            Way::Mojibake => Ok(Self::Mojibake(Box::new(Stream::new(Options::default())))),
            Way::Read(name) => {
                if let Some(label) = Label::for_label(name) {
                    return convert(label, Policy::Replace);
                }
                match encoding_rs::Encoding::for_label(name.as_bytes()) {
                    Some(found) => {
                        Ok(Self::Legacy(Box::new(found.new_decoder_without_bom_handling())))
                    }
                    None => Ok(Self::Page(name.clone())),
                }
            }
        }
    }

    /// What the next piece becomes.
    pub(super) fn push(&mut self, piece: &[u8], last: bool) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Self::Convert(reader) => encodings::push(reader, piece, last, &mut out),
            Self::Mojibake(stream) => stream.push(piece, last, &mut out, &mut |_| ()),
            Self::Legacy(decoder) => {
                let room = decoder.max_utf8_buffer_length(piece.len()).unwrap_or(0);
                out.resize(room, 0);
                let (_, _, written, _) = decoder.decode_to_utf8(piece, &mut out, last);
                out.truncate(written);
            }
            Self::Page(name) => {
                if let Some(read) = encodings::read(name, piece) {
                    out = read.text.into_bytes();
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(way: &str, bytes: &[u8], piece: usize) -> String {
        let mut mend = Mend::new(&Way::of(way).unwrap()).unwrap();
        let mut out: Vec<u8> =
            bytes.chunks(piece).flat_map(|part| mend.push(part, false)).collect();
        out.extend(mend.push(b"", true));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn in_pieces_as_in_the_preview() {
        let cases: [(&str, &[u8], &str); 6] = [
            ("replace", b"caf\xE9 \xE2\x80", "caf\u{FFFD} \u{FFFD}"),
            ("windows-1252", b"caf\xE9 \x80", "café €"),
            ("remove", b"a\xFFb", "ab"),
            ("mojibake", "cafÃ© donâ€™t".as_bytes(), "café don’t"),
            ("read:koi8-r", b"\xF0\xD2\xC9", "При"),
            ("read:ibm437", b"\x82t\x82", "été"),
        ];
        for (way, bytes, expected) in cases {
            for piece in 1..=bytes.len() {
                assert_eq!(mended(way, bytes, piece), expected, "{way} by {piece}");
            }
            let shown = preview(&Way::of(way).unwrap(), bytes);
            let text: String = shown.text.runs.iter().map(|run| &*run.text).collect();
            assert_eq!(text, expected, "{way}");
        }
        assert!(Way::of("nonsense").is_err());
    }

    #[test]
    fn changes_are_marked() {
        let shown = preview(&Way::Mojibake, "un cafÃ©, donâ€™t".as_bytes());
        let new: Vec<_> = shown.text.runs.iter().filter(|run| run.kind == "new").collect();
        assert_eq!((shown.changes, new.len()), (2, 2));
        assert_eq!((&*new[0].text, &*new[1].text), ("é", "’"));
        assert_eq!(new[1].title, "was â€™");
    }
}
