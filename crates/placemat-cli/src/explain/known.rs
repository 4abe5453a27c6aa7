//! What was said before: of a sequence all but its place depends on its bytes, and text has
//! few sequences that are different.

use super::Sequence;
use placemat::tool::anatomy::Item;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;

/// What a layout says of sequences, but for their places.
#[derive(Default)]
pub(super) struct Known {
    said: HashMap<Key, Vec<u8>>,
}

/// What it depends on: the bytes of the sequence, and if they are malformed the next one.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    bytes: [u8; 6],
    len: usize,
    next: Option<u8>,
}

/// More than a book in Chinese has.
const MOST: usize = 16 * 1024;

impl Known {
    /// What is said of `sequence`; `say` says it, if that was not done.
    pub(super) fn of(
        &mut self,
        sequence: &Sequence,
        say: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<&[u8]> {
        if self.said.len() >= MOST {
            self.said.clear();
        }
        let len = sequence.len;
        let mut bytes = [0; 6];
        bytes[..len].copy_from_slice(sequence.bytes());
        let malformed = matches!(sequence.item, Item::Malformed(_));
        let next = sequence.next().filter(|_| malformed);
        match self.said.entry(Key { bytes, len, next }) {
            Entry::Occupied(said) => Ok(said.into_mut()),
            Entry::Vacant(place) => {
                let mut said = Vec::new();
                say(&mut said)?;
                Ok(place.insert(said))
            }
        }
    }
}
