//! UTF-8, the strict form, and its dialects.

mod cesu8;
mod dialect;
mod mutf8;
mod rfc2279;
mod strict;
mod wtf8;

pub use cesu8::Cesu8;
pub use mutf8::ModifiedUtf8;
pub use rfc2279::Utf8Rfc2279;
pub use strict::Utf8;
pub use wtf8::Wtf8;

pub(crate) use strict::{decode, encode, is_continuation, sequence_len};
