//! aarch64: NEON, which every such processor has.

pub(crate) mod neon;
