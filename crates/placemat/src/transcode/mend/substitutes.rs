//! What malformed bytes become in UTF-8, for the policies that say it byte by
//! byte: a table of 128 entries each, made of what the policy says.

use crate::encoding::utf8 as codec;
use crate::output::Few;
use crate::policy::{Policy, Substitute};

/// The answer of a policy to malformed UTF-8, in UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Substitutes {
    /// What a byte from 80 on becomes.
    table: &'static [Few; 128],
    /// Whether all bytes of a maximal subpart become something: else the first.
    pub(crate) per_byte: bool,
    /// Whether it is always U+FFFD.
    #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
    pub(crate) replaces: bool,
}

impl Substitutes {
    /// The answer of `policy`, if it can be put like that.
    pub(crate) const fn of(policy: Policy) -> Option<Self> {
        static REPLACE: [Few; 128] = table(Policy::Replace);
        static REMOVE: [Few; 128] = table(Policy::Remove);
        static BACKSLASH: [Few; 128] = table(Policy::BackslashReplace);
        static LATIN1: [Few; 128] = table(Policy::Latin1);
        static WINDOWS_1252: [Few; 128] = table(Policy::Windows1252);
        static WINDOWS_1252_STRICT: [Few; 128] = table(Policy::Windows1252Strict);
        let table = match policy {
            Policy::Replace | Policy::ReplacePerByte => &REPLACE,
            Policy::Remove => &REMOVE,
            Policy::BackslashReplace => &BACKSLASH,
            Policy::Latin1 => &LATIN1,
            Policy::Windows1252 => &WINDOWS_1252,
            Policy::Windows1252Strict => &WINDOWS_1252_STRICT,
            Policy::Strict | Policy::Utf8b => return None,
        };
        Some(Self {
            table,
            per_byte: !policy.is_per_item(),
            #[cfg(all(target_arch = "x86_64", feature = "avx512"))]
            replaces: matches!(policy, Policy::Replace | Policy::ReplacePerByte),
        })
    }

    /// What `byte` becomes, unless it is not the first and only the first counts.
    #[inline(always)]
    pub(crate) fn entry(self, byte: u8) -> &'static Few {
        &self.table[usize::from(byte & 0x7F)]
    }
}

const fn table(policy: Policy) -> [Few; 128] {
    let mut entries = [Few::new([0; 4], 0); 128];
    let mut i = 0;
    while i < 128 {
        let mut substitute = Substitute::NOTHING;
        substitute.push_for_byte(policy, 0x80 + i as u8);
        entries[i] = entry(substitute.values());
        i += 1;
    }
    entries
}

/// `values`, which have four bytes at most.
const fn entry(values: &[u32]) -> Few {
    let (mut all, mut total) = ([0; 4], 0);
    let mut i = 0;
    while i < values.len() {
        let Some((bytes, len)) = codec::encode(values[i]) else { unreachable!() };
        let mut at = 0;
        while at < len {
            all[total] = bytes[at];
            total += 1;
            at += 1;
        }
        i += 1;
    }
    Few::new(all, total)
}
