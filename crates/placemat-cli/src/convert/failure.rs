//! Why a conversion ended early, in words.

use super::input::Input;
use crate::coding::{Coding, Fault};
use crate::outcome::Outcome;
use crate::output::OutputError;
use crate::print::escape;
use crate::print::name::Name;
use crate::print::say::what;
use placemat::encoding::Label;
use std::fmt::Write;
use std::io;

#[derive(Debug)]
pub(super) enum Failure {
    Input(Name, io::Error),
    /// The name is safe to print.
    Output(String, io::Error),
    /// The output is this input.
    OntoItself(Name),
    /// The policy makes no sense.
    Policy(String),
    /// It looks like something else than text.
    NoText(Name),
    /// What it is in cannot be told, or is not sure enough.
    Unsure {
        name: Name,
        reason: String,
        hint: String,
    },
    /// The source, and what is wrong there.
    Fault {
        place: String,
        reason: String,
        hint: &'static str,
    },
}

impl From<OutputError> for Failure {
    fn from(OutputError { shown, error }: OutputError) -> Self {
        Self::Output(shown, error)
    }
}

impl Failure {
    /// A fault of `input`, which is in `from` and is to be in `to`.
    pub(super) fn fault(input: &mut Input, from: Coding, to: Coding, fault: Fault) -> Self {
        let offset = match fault {
            Fault::Malformed(bad) => bad.offset,
            Fault::Unmappable(item) => item.offset,
        };
        let mut place = input.name().shown();
        if let Some((line, column)) = input.place(from, offset) {
            let _ = write!(place, ":{line}:{column}");
        }
        Self::fault_at(input, place, from, to, fault)
    }

    /// The same, with the place in words.
    pub(super) fn fault_at(
        input: &Input,
        place: String,
        from: Coding,
        to: Coding,
        fault: Fault,
    ) -> Self {
        let (reason, hint) = match fault {
            Fault::Malformed(bad) => {
                let (offset, kind) = (bad.offset, bad.kind);
                let bytes = input.bytes(offset, bad.len);
                // A letter or a sign alone.
                let alone = matches!(bytes, [0x82..=0x8C | 0x91..=0x9C | 0xA0..]);
                let bytes = spaced(bytes);
                let reason = format!("{bytes} at offset {offset} is malformed {from}: {kind}");
                let hint = match from {
                    Coding::Family(Label::Utf8) if alone => {
                        "placemat fix --fallback windows-1252 reads what is malformed in that page; \
                         --policy replace writes U+FFFD for it, -c leaves it out"
                    }
                    _ => "--policy replace writes U+FFFD for what is malformed, -c leaves it out",
                };
                (reason, hint)
            }
            Fault::Unmappable(item) => {
                let mut shown = String::new();
                if let Some(c) = char::from_u32(item.code_point).filter(|&c| !escape::is_unsafe(c))
                {
                    let _ = write!(shown, " \"{c}\"");
                }
                let (offset, code_point) = (item.offset, item.code_point);
                let reason = format!("U+{code_point:04X}{shown} at offset {offset} is not in {to}");
                let hint = match code_point {
                    0xFEFF if offset == 0 => "it is a signature: --bom remove leaves it out",
                    _ => {
                        "--policy replace writes U+FFFD for it, or \"?\" where there is none; \
                         backslashreplace its number"
                    }
                };
                (reason, hint)
            }
        };
        Self::Fault { place, reason, hint }
    }

    /// What is said about it; nothing, if nobody wants to read on.
    pub(super) fn told(&self) -> Option<String> {
        Some(match self {
            Self::Output(_, error) if error.kind() == io::ErrorKind::BrokenPipe => return None,
            Self::Input(name, error) => format!("{}: {}", name.shown(), what(error)),
            Self::Output(shown, error) => format!("{shown}: {}", what(error)),
            Self::OntoItself(name) => {
                format!("{}: the input is the output: use -o, which replaces it", name.shown())
            }
            Self::Policy(told) => told.clone(),
            Self::NoText(name) => {
                format!("{}: it looks like no text\n  -f ENC reads it all the same", name.shown())
            }
            Self::Unsure { name, reason, hint } => format!("{}: {reason}\n  {hint}", name.shown()),
            Self::Fault { place, reason, hint } => {
                format!("{place}: {reason}\n  {hint}")
            }
        })
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Fault { .. } | Self::NoText(_) | Self::Unsure { .. } => Outcome::Findings,
            // The reader has all that it wants.
            Self::Output(_, error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Clean,
            _ => Outcome::Trouble,
        }
    }
}

/// Two hexadecimal digits for each byte.
fn spaced(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    digits.join(" ")
}
