//! An encoding that is chosen at run time: its state says which one it is.
//!
//! So whatever is generic over encodings need not know whether they are types or values. A codec is
//! called by its table of functions, once for a value where one value is asked for, and once for a
//! block where `engine::pivot` goes through blocks.

#[cfg(feature = "convert")]
use super::Native;
use super::form::Form;
#[cfg(feature = "convert")]
use super::historic::Ucs4;
use super::sealed::Sealed;
use super::{Encoded, Encoding, Step, bocu1, scsu, utf7};
#[cfg(feature = "convert")]
use crate::engine::convert_prefix;
#[cfg(feature = "convert")]
use crate::transcode::Converted;
use core::fmt;
use core::marker::PhantomData;
#[cfg(feature = "convert")]
use core::mem::MaybeUninit;

/// What is between two codecs: any value of any encoding.
#[cfg(feature = "convert")]
type Values = Ucs4<Native, true>;

/// Any encoding whose units are bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Any;

/// A codec that was chosen, and what it knows of the text before.
#[derive(Clone, Copy)]
pub struct Chosen {
    codec: &'static dyn Codec,
    form: Form,
    state: AnyState,
}

impl Chosen {
    pub(crate) fn new(codec: &'static dyn Codec) -> Self {
        Self { codec, form: codec.form(), state: codec.start() }
    }

    #[inline(always)]
    pub(crate) const fn form(&self) -> Form {
        self.form
    }

    /// The values of a prefix of `src`, as many as there is room for.
    #[cfg(feature = "convert")]
    pub(crate) fn values(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Converted {
        self.codec.to_values(&mut self.state, src, values)
    }

    /// The bytes of as many of `values` as there is room for.
    #[cfg(feature = "convert")]
    pub(crate) fn bytes(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Converted {
        self.codec.of_values(&mut self.state, values, dst)
    }
}

impl Default for Chosen {
    fn default() -> Self {
        Self::new(known::<super::Utf8>())
    }
}

impl PartialEq for Chosen {
    fn eq(&self, other: &Self) -> bool {
        self.codec.name() == other.codec.name() && self.state == other.state
    }
}

impl Eq for Chosen {}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { codec, state, .. } = self;
        f.debug_struct("Chosen").field("codec", &codec.name()).field("state", state).finish()
    }
}

/// The states of all codecs, as one type.
macro_rules! states {
    ($($name:ident($state:ty),)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum AnyState {
            $($name($state),)*
        }

        $(impl Saved for $state {
            fn save(self) -> AnyState {
                AnyState::$name(self)
            }

            fn restore(state: AnyState) -> Self {
                match state {
                    AnyState::$name(state) => state,
                    state => unreachable!("the codec has not left {state:?}"),
                }
            }
        })*
    };
}

states! {
    Nothing(()),
    Surrogate(u32),
    Shift(utf7::Shift),
    Windows(scsu::Windows),
    Distance(bocu1::Base),
}

/// A state that can be kept as [`AnyState`].
pub(crate) trait Saved: Sized {
    fn save(self) -> AnyState;
    fn restore(state: AnyState) -> Self;
}

/// The functions of an encoding.
pub(crate) trait Codec: Sync {
    fn name(&self) -> &'static str;
    fn form(&self) -> Form;
    fn start(&self) -> AnyState;
    fn decode(&self, state: &mut AnyState, units: &[u8], last: bool) -> Step;
    fn encode(&self, state: &mut AnyState, value: u32) -> Option<Encoded<u8>>;
    fn encode_surrogate(&self, value: u32) -> Option<Encoded<u8>>;
    fn finish(&self, state: &mut AnyState) -> Encoded<u8>;
    #[cfg(feature = "convert")]
    fn to_values(
        &self,
        state: &mut AnyState,
        src: &[u8],
        dst: &mut [MaybeUninit<u32>],
    ) -> Converted;
    #[cfg(feature = "convert")]
    fn of_values(
        &self,
        state: &mut AnyState,
        src: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Converted;
}

/// The functions of an encoding that is a type.
struct Known<E>(PhantomData<E>);

/// The functions of `E`.
pub(crate) const fn known<E: Encoding<Unit = u8, State: Saved>>() -> &'static dyn Codec {
    &Known::<E>(PhantomData)
}

impl<E: Encoding<Unit = u8, State: Saved>> Codec for Known<E> {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn form(&self) -> Form {
        E::FORM
    }

    fn start(&self) -> AnyState {
        E::State::default().save()
    }

    fn decode(&self, state: &mut AnyState, units: &[u8], last: bool) -> Step {
        with(state, |state| E::decode(state, units, last))
    }

    fn encode(&self, state: &mut AnyState, value: u32) -> Option<Encoded<u8>> {
        with(state, |state| E::encode(state, value))
    }

    fn encode_surrogate(&self, value: u32) -> Option<Encoded<u8>> {
        E::encode_surrogate(&E::State::default(), value)
    }

    fn finish(&self, state: &mut AnyState) -> Encoded<u8> {
        with(state, E::finish)
    }

    #[cfg(feature = "convert")]
    fn to_values(
        &self,
        state: &mut AnyState,
        src: &[u8],
        dst: &mut [MaybeUninit<u32>],
    ) -> Converted {
        with(state, |state| convert_prefix::<E, Values>(state, &mut (), src, dst))
    }

    #[cfg(feature = "convert")]
    fn of_values(
        &self,
        state: &mut AnyState,
        src: &[u32],
        dst: &mut [MaybeUninit<u8>],
    ) -> Converted {
        with(state, |state| convert_prefix::<Values, E>(&mut (), state, src, dst))
    }
}

/// Calls `function` with a state as what it is.
fn with<S: Saved, R>(state: &mut AnyState, function: impl FnOnce(&mut S) -> R) -> R {
    let mut known = S::restore(*state);
    let result = function(&mut known);
    *state = known.save();
    result
}

impl Sealed for Any {}

impl Encoding for Any {
    type Unit = u8;
    const NAME: &'static str = "any";
    type State = Chosen;

    fn decode(state: &mut Chosen, units: &[u8], last: bool) -> Step {
        state.codec.decode(&mut state.state, units, last)
    }

    fn encode(state: &mut Chosen, value: u32) -> Option<Encoded<u8>> {
        state.codec.encode(&mut state.state, value)
    }

    fn finish(state: &mut Chosen) -> Encoded<u8> {
        state.codec.finish(&mut state.state)
    }

    #[inline(always)]
    fn is_stateless(state: &Chosen) -> bool {
        matches!(state.state, AnyState::Nothing(()))
    }

    #[inline(always)]
    fn is_at_start(state: &Chosen) -> bool {
        Self::is_stateless(state) || state.state == state.codec.start()
    }

    #[inline(always)]
    fn restart(state: &mut Chosen) {
        if !Self::is_stateless(state) {
            state.state = state.codec.start();
        }
    }

    fn encode_surrogate(state: &Chosen, value: u32) -> Option<Encoded<u8>> {
        state.codec.encode_surrogate(value)
    }

    #[inline(always)]
    fn chosen(state: &mut Chosen) -> Option<&mut Chosen> {
        Some(state)
    }
}
