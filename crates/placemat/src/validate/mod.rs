//! Validation kernels. A kernel says how far the text is surely well-formed; it
//! never says what is wrong: only the codec does.

pub(crate) mod ascii;
#[cfg(all(target_arch = "x86_64", feature = "avx512"))]
pub(crate) mod brief;
pub(crate) mod latin1;
mod mostly_ascii;
pub(crate) mod next_subparts;
pub(crate) mod prefix;
#[cfg(test)]
mod prefix_tests;
pub(crate) mod short;
pub(crate) mod subparts;
#[cfg(test)]
mod subparts_tests;
pub(crate) mod utf16;
#[cfg(test)]
mod utf16_tests;
pub(crate) mod utf32;
pub(crate) mod utf8;
mod utf8_scalar;

#[cfg(test)]
mod tests;
