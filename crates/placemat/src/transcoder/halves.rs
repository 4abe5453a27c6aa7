//! One decoder and one encoder for each encoding, chosen at run time.

use crate::encoding::form::Form;
use crate::encoding::historic::{
    Ucs2Bytes, Ucs4, Ucs4Bytes, Unicode11Utf8, Utf1, Utf7, Utf7Imap, Utf8Rfc2279,
};
use crate::encoding::{
    BigEndian, Cesu8, Encoding, Label, Latin1, LittleEndian, ModifiedUtf8, Native, UsAscii, Utf8,
    Utf16Bytes, Utf32Bytes, Windows1252, Wtf8,
};
use crate::policy::Policy;
use crate::stream::{Progress, Stream};

/// What is between the halves: any value of any encoding.
type Values = Ucs4<Native, true>;

/// The two enumerations, and what each does with the stream that it holds.
macro_rules! halves {
    ($($name:ident = $encoding:ty,)*) => {
        /// An encoding in one of its forms.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Half {
            $($name,)*
        }

        /// From bytes to values.
        #[derive(Clone, Debug)]
        pub(super) enum Decoder {
            $($name(Stream<$encoding, Values>),)*
        }

        /// From values to bytes.
        #[derive(Clone, Debug)]
        pub(super) enum Encoder {
            $($name(Stream<Values, $encoding>),)*
        }

        impl Decoder {
            pub(super) fn new(half: Half, policy: Policy) -> Self {
                match half {
                    $(Half::$name => Self::$name(Stream::new(policy)),)*
                }
            }

            pub(super) fn push(&mut self, src: &[u8], dst: &mut [u32], last: bool) -> Progress {
                match self {
                    $(Self::$name(stream) => stream.push(src, dst, last),)*
                }
            }

            pub(super) fn pass_over(&mut self, src: &[u8], last: bool) -> (usize, u64, usize) {
                match self {
                    $(Self::$name(stream) => stream.pass_over(src, last),)*
                }
            }

            pub(super) fn offset(&self) -> u64 {
                match self {
                    $(Self::$name(stream) => stream.offset(),)*
                }
            }

            pub(super) fn waiting(&self) -> &[u8] {
                match self {
                    $(Self::$name(stream) => stream.waiting(),)*
                }
            }

            pub(super) fn form(&self) -> Form {
                match self {
                    $(Self::$name(_) => <$encoding as Encoding>::FORM,)*
                }
            }
        }

        impl Encoder {
            pub(super) fn new(half: Half, policy: Policy) -> Self {
                match half {
                    $(Half::$name => Self::$name(Stream::new(policy)),)*
                }
            }

            pub(super) fn push(&mut self, src: &[u32], dst: &mut [u8], last: bool) -> Progress {
                match self {
                    $(Self::$name(stream) => stream.push(src, dst, last),)*
                }
            }

            pub(super) fn unmappable(&self) -> u64 {
                match self {
                    $(Self::$name(stream) => stream.unmappable(),)*
                }
            }

            pub(super) fn form(&self) -> Form {
                match self {
                    $(Self::$name(_) => <$encoding as Encoding>::FORM,)*
                }
            }
        }
    };
}

halves! {
    UsAscii = UsAscii,
    Utf8 = Utf8,
    Latin1 = Latin1,
    Windows1252 = Windows1252,
    Windows1252Whatwg = Windows1252<true>,
    Unicode11Utf8 = Unicode11Utf8,
    Utf8Rfc2279 = Utf8Rfc2279,
    Utf8Rfc2279Lenient = Utf8Rfc2279<true>,
    Cesu8 = Cesu8,
    Cesu8Lenient = Cesu8<true>,
    ModifiedUtf8 = ModifiedUtf8,
    ModifiedUtf8Lenient = ModifiedUtf8<true>,
    Wtf8 = Wtf8,
    Wtf8Lenient = Wtf8<true>,
    Utf7 = Utf7,
    Utf7Lenient = Utf7<true>,
    Utf7Imap = Utf7Imap,
    Utf7ImapLenient = Utf7Imap<true>,
    Utf1 = Utf1,
    Utf1Lenient = Utf1<true>,
    Utf16Le = Utf16Bytes<LittleEndian>,
    Utf16LeLenient = Utf16Bytes<LittleEndian, true>,
    Utf16Be = Utf16Bytes<BigEndian>,
    Utf16BeLenient = Utf16Bytes<BigEndian, true>,
    Utf32Le = Utf32Bytes<LittleEndian>,
    Utf32LeLenient = Utf32Bytes<LittleEndian, true>,
    Utf32Be = Utf32Bytes<BigEndian>,
    Utf32BeLenient = Utf32Bytes<BigEndian, true>,
    Ucs2Le = Ucs2Bytes<LittleEndian>,
    Ucs2LeLenient = Ucs2Bytes<LittleEndian, true>,
    Ucs2Be = Ucs2Bytes<BigEndian>,
    Ucs2BeLenient = Ucs2Bytes<BigEndian, true>,
    Ucs4Le = Ucs4Bytes<LittleEndian>,
    Ucs4LeLenient = Ucs4Bytes<LittleEndian, true>,
    Ucs4Be = Ucs4Bytes<BigEndian>,
    Ucs4BeLenient = Ucs4Bytes<BigEndian, true>,
}

impl Half {
    /// The encoding that `label` names, big-endian if it leaves that open.
    pub(super) fn new(label: Label, lenient: bool) -> Self {
        match (label, lenient) {
            (Label::UsAscii, _) => Self::UsAscii,
            (Label::Utf8, _) => Self::Utf8,
            (Label::Latin1, _) => Self::Latin1,
            (Label::Windows1252, _) => Self::Windows1252,
            (Label::Windows1252Whatwg, _) => Self::Windows1252Whatwg,
            (Label::Unicode11Utf8, _) => Self::Unicode11Utf8,
            (Label::Utf8Rfc2279, false) => Self::Utf8Rfc2279,
            (Label::Utf8Rfc2279, true) => Self::Utf8Rfc2279Lenient,
            (Label::Cesu8, false) => Self::Cesu8,
            (Label::Cesu8, true) => Self::Cesu8Lenient,
            (Label::ModifiedUtf8, false) => Self::ModifiedUtf8,
            (Label::ModifiedUtf8, true) => Self::ModifiedUtf8Lenient,
            (Label::Wtf8, false) => Self::Wtf8,
            (Label::Wtf8, true) => Self::Wtf8Lenient,
            (Label::Utf7, false) => Self::Utf7,
            (Label::Utf7, true) => Self::Utf7Lenient,
            (Label::Utf7Imap, false) => Self::Utf7Imap,
            (Label::Utf7Imap, true) => Self::Utf7ImapLenient,
            (Label::Utf1, false) => Self::Utf1,
            (Label::Utf1, true) => Self::Utf1Lenient,
            (Label::Utf16Le, false) => Self::Utf16Le,
            (Label::Utf16Le, true) => Self::Utf16LeLenient,
            (Label::Utf16 | Label::Utf16Be, false) => Self::Utf16Be,
            (Label::Utf16 | Label::Utf16Be, true) => Self::Utf16BeLenient,
            (Label::Utf32Le, false) => Self::Utf32Le,
            (Label::Utf32Le, true) => Self::Utf32LeLenient,
            (Label::Utf32 | Label::Utf32Be, false) => Self::Utf32Be,
            (Label::Utf32 | Label::Utf32Be, true) => Self::Utf32BeLenient,
            (Label::Ucs2Le, false) => Self::Ucs2Le,
            (Label::Ucs2Le, true) => Self::Ucs2LeLenient,
            (Label::Ucs2 | Label::Ucs2Be, false) => Self::Ucs2Be,
            (Label::Ucs2 | Label::Ucs2Be, true) => Self::Ucs2BeLenient,
            (Label::Ucs4Le, false) => Self::Ucs4Le,
            (Label::Ucs4Le, true) => Self::Ucs4LeLenient,
            (Label::Ucs4 | Label::Ucs4Be, false) => Self::Ucs4Be,
            (Label::Ucs4 | Label::Ucs4Be, true) => Self::Ucs4BeLenient,
        }
    }
}
