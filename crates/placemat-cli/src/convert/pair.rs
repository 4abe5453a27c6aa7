//! The pair of encodings, as the settings name them.

use placemat::{Label, Policy, PolicyError, Transcoder};

/// From one encoding to another, in their lenient forms if that is asked for.
pub(crate) fn pair(
    from: Label,
    to: Label,
    policy: Policy,
    lenient: bool,
) -> Result<Transcoder, PolicyError> {
    if lenient { Transcoder::lenient(from, to, policy) } else { Transcoder::new(from, to, policy) }
}
