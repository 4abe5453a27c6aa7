//! What is read: what is named, and what a walk finds; files, pipes and terminals; from
//! where to where; and how far lines are counted.

mod blocks;
mod lines;
pub(crate) mod live;
mod place;
mod source;
mod walk;

pub(crate) use blocks::Blocks;
pub(crate) use lines::Lines;
pub(crate) use live::{Live, Patience};
pub(crate) use place::Place;
pub(crate) use source::{Handle, Input, Reader};
pub(crate) use walk::{Visit, Walk};
