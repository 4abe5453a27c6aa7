//! Records of CSV or JSON Lines: those with errors are moved aside as they are, or the fields with
//! errors emptied. All others stay as they are, byte for byte.

use crate::settings::{self, RecordsOf};
use placemat::{encoding::Label, utf8};
use placemat_profile::records::{Records, fields, string_values};
use placemat_profile::{Checker, Profile};
use serde::Serialize;
use std::io;
use std::ops::Range;

/// The most bytes of a record: so many are held in memory.
const MOST: usize = 64 << 20;

/// Takes text in pieces, and gives out whole records.
#[derive(Debug)]
pub(super) struct Sieve {
    settings: settings::FixRecords,
    profiles: Vec<Profile>,
    records: Records,
    /// What separates the fields of the header, if that is not what was assumed.
    other_delimiter: Option<&'static str>,
    /// The record that is read.
    held: Vec<u8>,
    tally: RecordTally,
}

/// How many records there were, and what became of them: `records` are those kept and those
/// moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct RecordTally {
    pub(super) records: u64,
    pub(super) kept: u64,
    pub(super) moved: u64,
    /// Of those kept: how many have emptied fields, how many fields that are, and how many records have errors
    /// still.
    pub(super) changed: u64,
    pub(super) emptied: u64,
    pub(super) left: u64,
}

impl Sieve {
    pub(super) fn new(settings: &settings::FixRecords, profiles: &[Profile]) -> Self {
        Self {
            records: settings.of.start(),
            other_delimiter: None,
            settings: settings.clone(),
            profiles: profiles.to_vec(),
            held: Vec::new(),
            tally: RecordTally::default(),
        }
    }

    pub(super) fn tally(&self) -> RecordTally {
        self.tally
    }

    /// Takes the next `text`: what is kept of it goes to `out`, what is moved to `aside`. An
    /// error, if a record is too long, or the header cannot stay.
    pub(super) fn push(
        &mut self,
        mut text: &[u8],
        last: bool,
        out: &mut Vec<u8>,
        aside: &mut Vec<u8>,
    ) -> io::Result<()> {
        while !text.is_empty() {
            let (len, ended) = self.records.pass_record(text);
            let (part, rest) = text.split_at(len);
            text = rest;
            if ended && self.held.is_empty() {
                self.settle(part, out, aside)?;
                continue;
            }
            if self.held.len() + part.len() > MOST {
                let number = self.tally.records + 1;
                let what = "has more than 64 MiB: perhaps a quote that ends a field is missing";
                return Err(io::Error::other(format!("record {number} {what}")));
            }
            self.held.extend_from_slice(part);
            if ended {
                self.settle_held(out, aside)?;
            }
        }
        if last && !self.held.is_empty() {
            self.settle_held(out, aside)?;
        }
        Ok(())
    }

    fn settle_held(&mut self, out: &mut Vec<u8>, aside: &mut Vec<u8>) -> io::Result<()> {
        let record = std::mem::take(&mut self.held);
        self.settle(&record, out, aside)?;
        self.held = record;
        self.held.clear();
        Ok(())
    }

    /// Decides what becomes of a record, with the end of its line.
    fn settle(&mut self, record: &[u8], out: &mut Vec<u8>, aside: &mut Vec<u8>) -> io::Result<()> {
        let is_first = self.tally.records == 0;
        self.tally.records += 1;
        if is_first {
            self.other_delimiter = self.settings.of.other_delimiter(record);
        }
        let bad = self.bad(record);
        if bad.is_empty() {
            self.tally.kept += 1;
            out.extend_from_slice(record);
            return Ok(());
        }
        // Where nothing is to be changed, it matters to nobody.
        if let Some(other) = self.other_delimiter {
            return Err(io::Error::other(format!(
                "the header has no comma, and may have another delimiter: say --csv={other}, or --csv=comma if \
                 it is one field"
            )));
        }
        if is_first && matches!(self.settings.of, RecordsOf::Csv { has_header: true, .. }) {
            let what = "the header has an error, and can neither be moved nor emptied: mend it \
                        first, or say --no-header";
            return Err(io::Error::other(what));
        }
        if self.settings.null
            && let Some(empty) = self.to_be_emptied(record, is_first, &bad)
        {
            self.tally.kept += 1;
            self.tally.changed += 1;
            self.tally.emptied += empty.fields.len() as u64;
            let mut at = 0;
            for field in empty.fields {
                out.extend_from_slice(&record[at..field.start]);
                out.extend_from_slice(empty.nothing.as_bytes());
                at = field.end;
            }
            out.extend_from_slice(&record[at..]);
        } else if self.settings.quarantine.is_some() {
            self.tally.moved += 1;
            aside.extend_from_slice(record);
        } else {
            self.tally.kept += 1;
            self.tally.left += 1;
            out.extend_from_slice(record);
        }
        Ok(())
    }

    /// Where errors are.
    fn bad(&self, record: &[u8]) -> Vec<Range<usize>> {
        let mut bad = Vec::new();
        if !utf8::is_valid(record) {
            bad.extend(utf8::errors(record).map(|error| error.offset..error.end()));
        }
        for &profile in &self.profiles {
            Checker::new(profile).push(record, true, &mut |refusal| {
                let at = refusal.offset as usize;
                bad.push(at..at + refusal.len);
            });
        }
        bad
    }

    /// The fields that have all errors of a record; none, if one is in no field.
    fn to_be_emptied(&self, record: &[u8], is_first: bool, bad: &[Range<usize>]) -> Option<Empty> {
        let (fields, nothing) = match self.settings.of {
            RecordsOf::Csv { delimiter, .. } => {
                let signature = Label::Utf8.signature();
                let start =
                    if is_first && record.starts_with(signature) { signature.len() } else { 0 };
                let fields = fields(&record[start..], delimiter);
                // A line with nothing in it would be skipped by some.
                let nothing = if fields.len() == 1 { "\"\"" } else { "" };
                (
                    fields
                        .into_iter()
                        .map(|field| field.start + start..field.end + start)
                        .collect(),
                    nothing,
                )
            }
            RecordsOf::JsonLines => (string_values(record), "null"),
        };
        let fields: Vec<Range<usize>> = fields;
        // They are in order, and none is in another.
        let mut is_bad = vec![false; fields.len()];
        for bad in bad {
            let at = fields.partition_point(|field| field.end < bad.end);
            if fields.get(at)?.start > bad.start {
                return None;
            }
            is_bad[at] = true;
        }
        let fields = fields.into_iter().zip(is_bad).filter(|(_, is_bad)| *is_bad);
        Some(Empty { fields: fields.map(|(field, _)| field).collect(), nothing })
    }
}

/// Fields, and what stands for one without anything in it.
struct Empty {
    fields: Vec<Range<usize>>,
    nothing: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sieve(of: RecordsOf, quarantine: bool, null: bool, profiles: &[Profile]) -> Sieve {
        let quarantine = quarantine.then(|| "aside".into());
        Sieve::new(&settings::FixRecords { of, quarantine, null }, profiles)
    }

    const CSV: RecordsOf = RecordsOf::Csv { delimiter: b',', has_header: false, is_assumed: true };

    /// Any text, in any pieces: each record is in one of both, in order and unchanged, and what is kept
    /// is well-formed.
    #[test]
    fn counts_add_up() {
        const PIECES: [&[u8]; 12] = [
            b"a",
            b",",
            b"\n",
            b"\r\n",
            b"\"",
            b"\"\"",
            b"\xFF",
            b"\xE2\x82",
            "é€".as_bytes(),
            b"\"x\ny\"",
            b"{\"k\": \"",
            b"\": \"v\"}",
        ];
        let mut seed = 1_u64;
        let mut below = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % most
        };
        for round in 0..20_000 {
            let text: Vec<u8> = (0..below(30)).flat_map(|_| PIECES[below(12)]).copied().collect();
            let of = if round % 2 == 0 { CSV } else { RecordsOf::JsonLines };
            let mut records = Vec::new();
            let (mut scanner, mut rest) = (of.start(), &text[..]);
            while !rest.is_empty() {
                let (record, behind) = rest.split_at(scanner.pass_record(rest).0);
                records.push(record);
                rest = behind;
            }
            let (good, bad): (Vec<&[u8]>, Vec<&[u8]>) =
                records.iter().partition(|record| utf8::is_valid(record));

            let mut sieve = sieve(of, true, false, &[]);
            let (mut out, mut aside, mut at) = (Vec::new(), Vec::new(), 0);
            while at < text.len() {
                let end = (at + 1 + below(9)).min(text.len());
                sieve.push(&text[at..end], end == text.len(), &mut out, &mut aside).unwrap();
                at = end;
            }
            assert_eq!((out, aside), (good.concat(), bad.concat()));
            let RecordTally { records: all, kept, moved, .. } = sieve.tally();
            assert_eq!((all, kept, moved), {
                (records.len() as u64, good.len() as u64, bad.len() as u64)
            });
        }
    }

    fn run(mut sieve: Sieve, text: &[u8]) -> (String, String, RecordTally) {
        let (mut out, mut aside) = (Vec::new(), Vec::new());
        sieve.push(text, true, &mut out, &mut aside).unwrap();
        let shown = |bytes: Vec<u8>| bytes.escape_ascii().to_string();
        (shown(out), shown(aside), sieve.tally())
    }

    #[test]
    fn fields_are_emptied() {
        let (out, _, tally) =
            run(sieve(CSV, false, true, &[]), b"1,\xFF,\"a\n\xFE\"\r\n\xFF\n2,b,c\n");
        assert_eq!(out, "1,,\\r\\n\\\"\\\"\\n2,b,c\\n");
        assert_eq!((tally.records, tally.kept, tally.changed, tally.emptied), (3, 3, 2, 3));

        let lines = b"{\"a\": \"\xFF\", \"b\": [1, \"\xFE\"]}\n{\"\xFF\": \"x\"}\n";
        let (out, aside, tally) = run(sieve(RecordsOf::JsonLines, true, true, &[]), lines);
        assert_eq!(out, r#"{\"a\": null, \"b\": [1, null]}\n"#);
        assert_eq!(aside, r#"{\"\xff\": \"x\"}\n"#);
        assert_eq!((tally.emptied, tally.moved, tally.left), (2, 1, 0));

        let (_, _, tally) = run(sieve(RecordsOf::JsonLines, false, true, &[]), lines);
        assert_eq!((tally.kept, tally.moved, tally.left), (2, 0, 1));
    }

    /// As many steps as there are fields, and not for each of them.
    #[test]
    fn a_record_of_many_fields_with_errors() {
        let many = 300_000;
        let (out, _, tally) = run(sieve(CSV, false, true, &[]), &b"\xFF,".repeat(many));
        assert_eq!((out.len(), tally.emptied), (many, many as u64));
        let line = [&b"["[..], &b"\"\xFF\",".repeat(many), b"1]"].concat();
        let (_, _, tally) = run(sieve(RecordsOf::JsonLines, false, true, &[]), &line);
        assert_eq!(tally.emptied, many as u64);
    }

    #[test]
    fn what_profiles_refuse_is_an_error_of_a_record() {
        let sieve = sieve(CSV, true, false, &[Profile::Postgres]);
        let (out, aside, _) = run(sieve, b"a,b\nc,\0\nd,e");
        assert_eq!((&*out, &*aside), (r"a,b\nd,e", r"c,\x00\n"));
    }

    #[test]
    fn a_header_stays() {
        let of = RecordsOf::Csv { delimiter: b',', has_header: true, is_assumed: true };
        let push = |text: &[u8]| {
            sieve(of, true, true, &[]).push(text, true, &mut Vec::new(), &mut Vec::new())
        };
        assert!(push(b"n\xE9,x\n1,2\n").is_err());
        assert!(push(b"n,x\n\xE9,2\n").is_ok());
    }
}
