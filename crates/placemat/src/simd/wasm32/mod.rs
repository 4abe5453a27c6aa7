//! WebAssembly: simd128, which a module either uses or not: no engine can be asked,
//! so the level is there when the target feature is.

pub(crate) mod simd128;
