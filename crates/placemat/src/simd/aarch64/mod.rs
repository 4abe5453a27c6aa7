//! aarch64: NEON, which every such processor has.

mod kept;
pub(crate) mod neon;
