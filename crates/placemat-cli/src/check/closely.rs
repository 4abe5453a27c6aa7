//! Looks for more than malformed UTF-8, from front to back: what profiles refuse, and in which record
//! and field everything is that is found.

use super::event::{Block, Event, Near, Piece, Wanted, Wrong};
use crate::input::Place;
use crate::report::html::Sketch;
use crate::report::{CONTEXT, Tally, words};
use crate::settings::{self, Closely, RecordsOf};
use placemat::detect::Look;
use placemat::utf8;
use placemat_profile::records::Records;
use placemat_profile::{Checker, Refusal};

/// What is remembered of an input.
pub(super) struct Closer {
    checkers: Vec<Checker>,
    records: Option<Records>,
    /// What separates the fields of the header, if that is not what was assumed, until it is told.
    other_delimiter: Option<&'static str>,
    /// The same, before the first block.
    records_of: Option<RecordsOf>,
    /// What is refused in a block.
    refused: Vec<Refusal>,
}

impl Closer {
    /// None, if nothing of it was asked for.
    pub(super) fn new(settings: &settings::Check) -> Option<Self> {
        let Closely { records, .. } = settings.closely;
        let records_of = records;
        let records = records.map(|records| records.start());
        let checkers = settings.closely.checkers();
        settings.is_close().then(|| Self {
            checkers,
            records,
            other_delimiter: None,
            records_of,
            refused: Vec::new(),
        })
    }

    /// How much of `text` can be judged without what follows.
    pub(super) fn floor(&self, text: &[u8]) -> usize {
        // A step back for one can be one into what another needs whole.
        let mut cut = text.len();
        loop {
            let floor = self.checkers.iter().map(|checker| checker.floor(&text[..cut])).min();
            match floor {
                Some(floor) if floor < cut => cut = floor,
                _ => return cut,
            }
        }
    }

    /// Judges a block; whether to go on. `place` is not behind it.
    pub(super) fn judge(
        &mut self,
        block: &Block<'_>,
        place: Option<&mut Place>,
        wanted: &mut Wanted,
        (tally, mut sketch): (&mut Tally, Option<&mut Sketch>),
        piece: &Piece,
        emit: &mut dyn FnMut(Event) -> bool,
    ) -> bool {
        let place = place.expect("what is judged closely is passed from its start");
        let Block { text, base, ref judged, last } = *block;
        if let Some(records) = self.records_of.take() {
            let (header, _) = records.start().pass_record(&text[judged.clone()]);
            self.other_delimiter = records.other_delimiter(&text[judged.start..][..header]);
        }
        let mut refused = std::mem::take(&mut self.refused);
        refused.clear();
        for checker in &mut self.checkers {
            checker.push(&text[judged.clone()], last, &mut |refusal| refused.push(refusal));
        }
        refused.sort_by_cached_key(|refusal| refusal.offset);
        let groups = utf8::groups(&text[judged.start..])
            .map(|mut group| {
                group.offset += judged.start;
                group
            })
            .take_while(|group| group.offset < judged.end);

        let (mut groups, mut refusals) = (groups.peekable(), refused.drain(..).peekable());
        let (mut passed, mut sketched, mut go_on) = (judged.start, judged.start, true);
        while go_on {
            let in_text = |refusal: &Refusal| (refusal.offset - base) as usize;
            let (at, wrong) = match (groups.peek(), refusals.peek()) {
                (None, None) => break,
                (Some(group), refusal)
                    if refusal.is_none_or(|refusal| group.offset <= in_text(refusal)) =>
                {
                    let group = groups.next().expect("it was seen");
                    (group.offset, Wrong::Malformed(group))
                }
                _ => {
                    let refusal = refusals.next().expect("it was seen");
                    (in_text(&refusal), Wrong::Refused(refusal))
                }
            };
            let count = match &wrong {
                Wrong::Malformed(group) => {
                    tally.add_group(group, Look::of(text, group));
                    group.subparts
                }
                Wrong::Refused(refusal) => {
                    tally.add_refusal(refusal.kind);
                    1
                }
            };
            if let Some(sketch) = &mut sketch {
                sketch.pass(&text[sketched..at]);
                sketched = at;
                match &wrong {
                    Wrong::Malformed(group) => sketch.error(text, at..group.end(), None),
                    Wrong::Refused(refusal) => {
                        let bad = at..text.len().min(at + refusal.len);
                        sketch.error(text, bad, Some(&|| words::refusal(refusal)));
                    }
                }
            }
            if wanted.limit == 0 {
                continue;
            }
            wanted.limit = wanted.limit.saturating_sub(count as u64);
            if wanted.reading && matches!(wrong, Wrong::Malformed(_)) {
                piece.subject.find_reading(&text[at..]);
            }
            place.pass(&text[(place.offset() - base) as usize..at]);
            let record = self.records.as_mut().map(|records| {
                records.pass(&text[passed..at]);
                passed = at;
                records.place()
            });
            if let Some(other) = self.other_delimiter.take() {
                emit(Event::OtherDelimiter(other));
            }
            let around = at.saturating_sub(CONTEXT)..text.len().min(at + 2 * CONTEXT);
            let (bytes, place) = (text[around.clone()].to_vec(), *place);
            go_on = emit(Event::Near(Box::new(Near {
                bytes,
                at: at - around.start,
                place,
                wrong,
                record,
            })));
        }
        drop(refusals);
        self.refused = refused;
        if let Some(sketch) = &mut sketch {
            sketch.pass(&text[sketched..judged.end]);
        }
        if let Some(records) = &mut self.records {
            records.pass(&text[passed..judged.end]);
        }
        go_on
    }
}
