//! Records of `DataOutputStream` as input: each becomes a line.

use super::drain::Drain;
use super::failure::Failure;
use super::input::Input;
use super::{Done, coder};
use crate::coding::{Coder, Coding, Fault, line_feed};
use crate::print::progress::Progress;
use crate::settings;
use core::convert::Infallible;
use placemat::policy::Cause;
use placemat::tool::framed::{Cut, Records};
use placemat::{Policy, Unmappable};

/// Where a record is.
#[derive(Clone, Copy, Default)]
struct Record {
    /// From 1.
    number: u64,
    /// The offset of its text.
    start: u64,
}

/// Converts all records of `input`.
pub(super) fn convert_records(
    input: &mut Input,
    from: Coding,
    settings: &settings::Convert,
    drain: &mut Drain,
    buffer: &mut [u8],
    done: &mut Done,
    progress: &Progress,
) -> Result<(), Failure> {
    let to = settings.to.for_writing();
    let line_feed = line_feed(to);
    let (mut records, mut record) = (Records::new(), Record::default());
    let mut open: Option<Coder> = None;
    // A record may not have any, and what stands for them otherwise.
    let mut instead = String::new();
    let Ok(has_answer) = settings.policy.settle(Cause::Unmappable(0x0A), b"\n", |substitute| {
        instead.extend(substitute.values().iter().filter_map(|&value| char::from_u32(value)));
        Ok::<_, Infallible>(())
    });
    let for_line_feed = has_answer.then_some(instead);
    loop {
        let (block, at) = (input.block(), input.offset());
        let mut rest = block;
        while let Some(part) = records.next_part(&mut rest) {
            if part.starts {
                let start = at + (block.len() - rest.len() - part.bytes.len()) as u64;
                record = Record { number: record.number + 1, start };
            }
            let mut bytes = part.bytes.to_vec();
            let mut fault = None;
            if let Some(first) = memchr::memchr(b'\n', &bytes) {
                match &for_line_feed {
                    None => {
                        let offset =
                            at + (block.len() - rest.len() - part.bytes.len() + first) as u64;
                        fault = Some(Unmappable { offset, len: 1, code_point: 0x0A });
                        bytes.truncate(first);
                    }
                    Some(instead) => {
                        done.unmappable += memchr::memchr_iter(b'\n', &bytes).count() as u64;
                        bytes = replaced(&bytes, instead.as_bytes());
                    }
                }
            }
            let mut current = match open.take() {
                Some(coder) => coder,
                None => coder(from, settings)?,
            };
            let ends = part.ends && fault.is_none();
            let found =
                current.push(&bytes, ends, buffer, &mut |bytes: &[u8]| drain.write(bytes))?;
            if let Some(found) = found.map(|found| found.behind(record.start)) {
                let offset = match found {
                    Fault::Malformed(bad) => bad.offset,
                    Fault::Unmappable(item) => item.offset,
                };
                let place = place(input, record, offset);
                return Err(Failure::fault_at(input, place, from, to, found));
            }
            if let Some(Unmappable { offset, .. }) = fault {
                return Err(Failure::Fault {
                    place: place(input, record, offset),
                    reason: format!(
                        "0A at offset {offset} is a line feed, and a record becomes one line"
                    ),
                    hint: "--policy backslashreplace writes \\x0a for it",
                });
            }
            match part.ends {
                true => end_record(&current, &line_feed, drain, done)?,
                false => open = Some(current),
            }
        }
        if input.ended() {
            break;
        }
        drain.flush()?;
        progress.add_bytes(input.block().len() as u64);
        input.next_block()?;
    }
    let Some(cut) = records.cut() else { return Ok(()) };
    if settings.policy == Policy::Strict {
        return Err(cut_off(input, cut, record));
    }
    // What is there of the record becomes a line.
    done.malformed += 1;
    if let Some(mut coder) = open {
        coder.push(b"", true, buffer, &mut |bytes: &[u8]| drain.write(bytes))?;
        end_record(&coder, &line_feed, drain, done)?;
    }
    Ok(())
}

/// Ends the line that a record has become.
fn end_record(
    coder: &Coder,
    line_feed: &[u8],
    drain: &mut Drain,
    done: &mut Done,
) -> Result<(), Failure> {
    let (malformed, unmappable) = coder.counts();
    done.malformed += malformed;
    done.unmappable += unmappable;
    drain.write(line_feed)
}

/// A record in the place of a line.
fn place(input: &Input, record: Record, offset: u64) -> String {
    let Record { number, start } = record;
    format!("{}:{number}:{}", input.name().shown(), offset - start + 1)
}

/// The input ends within a record.
fn cut_off(input: &Input, cut: Cut, record: Record) -> Failure {
    let end = input.offset() + input.block().len() as u64;
    let (place, reason) = match cut {
        Cut::Length => {
            let next = Record { number: record.number + 1, start: end - 1 };
            let reason = format!("the input ends at offset {end}, within the length of a record");
            (place(input, next, end - 1), reason)
        }
        Cut::Text { missing } => {
            let bytes = if missing == 1 { "byte" } else { "bytes" };
            let reason =
                format!("the input ends at offset {end}, {missing} {bytes} before the record does");
            (place(input, record, end), reason)
        }
    };
    let hint =
        "--policy replace takes what is there; or the input has no records: leave --framed out";
    Failure::Fault { place, reason, hint }
}

/// `bytes` with `instead` for each line feed.
fn replaced(bytes: &[u8], instead: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    lines.join(instead)
}
