//! The errors of a block, rendered: by one thread, or by two at once.

use super::event::Errors;
use crate::input::Place;
use crate::print::name::Name;
use crate::report::{Finding, Renderer};
use placemat::utf8;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Errors that are to be shown.
pub(super) struct Shown<'a> {
    pub(super) name: &'a Name,
    pub(super) errors: &'a Errors,
    pub(super) stop: &'a AtomicBool,
}

impl Shown<'_> {
    /// Shows those of `judged`, or as many as `left` says; `place` is at its start, or before it
    /// with nothing malformed between. Returns how many subparts were shown, and the place behind
    /// the last.
    pub(super) fn show(
        &self,
        judged: Range<usize>,
        mut place: Place,
        left: u64,
        renderer: &mut dyn Renderer,
        out: &mut Vec<u8>,
    ) -> (u64, Place) {
        let Self { name, errors: Errors { bytes, base, .. }, stop } = self;
        let (start, mut count) = (judged.start, 0);
        renderer.other_bytes(name);
        for mut group in
            utf8::groups(&bytes[start..]).take_while(|group| group.offset < judged.len())
        {
            let left = left - count;
            if left == 0 || stop.load(Ordering::Relaxed) {
                break;
            }
            group.offset += start;
            let passed = (place.offset() - base) as usize;
            place.pass_well_formed(&bytes[passed..group.offset]);
            let finding = Finding::new(name, bytes, group, place, left);
            count += finding.shown as u64;
            renderer.error(&finding, out).expect("memory can be written");
            place.pass_malformed(&group);
        }
        (count, place)
    }

    /// Shows all errors from the first of three offsets to the last, in two threads if they can
    /// be had. Returns the same, and how far that was. What the second has follows `out`.
    pub(super) fn show_both(
        &self,
        [start, middle, end]: [usize; 3],
        place: Place,
        (renderer, second): (&mut dyn Renderer, &mut Second),
        out: &mut Vec<u8>,
    ) -> (u64, Place, usize) {
        let mut behind = place;
        behind.pass(&self.errors.bytes[(place.offset() - self.errors.base) as usize..middle]);
        let Second { renderer: other, out: more } = second;
        thread::scope(|scope| {
            let second = thread::Builder::new().spawn_scoped(scope, move || {
                self.show(middle..end, behind, u64::MAX, &mut **other, more)
            });
            let (count, place) = self.show(start..middle, place, u64::MAX, renderer, out);
            let Ok(second) = second else { return (count, place, middle) };
            let (more, place) = second.join().expect("a panic ends the process");
            (count + more, place, end)
        })
    }
}

/// What a second thread renders with.
pub(super) struct Second {
    pub(super) renderer: Box<dyn Renderer + Send>,
    /// What it has rendered, and nobody has taken.
    pub(super) out: Vec<u8>,
}

impl Second {
    pub(super) fn new(renderer: Box<dyn Renderer + Send>) -> Self {
        Self { renderer, out: Vec::new() }
    }
}
