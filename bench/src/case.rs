//! One operation on one text, ready to be timed: inputs, room for outputs, and implementations.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fastrand::Rng;

/// Where an implementation writes. Which of the two it asks for depends on what its contract wants.
pub(crate) struct Sink<O> {
    buffer: Vec<O>,
    start: usize,
    exact: usize,
}

impl<O> Sink<O> {
    /// A slice exactly as long as the output.
    pub(crate) fn exact(&mut self) -> &mut [O] {
        &mut self.buffer[self.start..][..self.exact]
    }

    /// A slice longer than any output, for implementations that want slack.
    pub(crate) fn roomy(&mut self) -> &mut [O] {
        &mut self.buffer[self.start..]
    }

    /// Copies items to the start and returns how many there were.
    pub(crate) fn copy(&mut self, items: &[O]) -> usize
    where
        O: Copy,
    {
        self.roomy()[..items.len()].copy_from_slice(items);
        items.len()
    }

    /// Writes items from the start and returns how many there were.
    pub(crate) fn collect(&mut self, items: impl Iterator<Item = O>) -> usize {
        self.roomy().iter_mut().zip(items).map(|(slot, item)| *slot = item).count()
    }
}

/// The inputs of one sample, one behind the other: a few for a corpus, many for short strings.
struct Batch<I> {
    units: Vec<I>,
    items: Vec<Item>,
}

#[derive(Clone, Copy)]
struct Item {
    start: usize,
    end: usize,
    /// How long the output is.
    exact: usize,
}

impl<I: Copy> Batch<I> {
    /// Lays the inputs out in another order, and in another place. Without it, a processor learns the order of a batch
    /// and predicts branches that it could not predict in life.
    fn shuffle(&mut self, random: &mut Rng) {
        random.shuffle(&mut self.items);
        let mut units = Vec::with_capacity(self.units.len() + SLACK);
        units.resize(random_place::<I>(random), self.units[0]);
        for item in &mut self.items {
            let start = units.len();
            units.extend_from_slice(&self.units[item.start..item.end]);
            (item.start, item.end) = (start, units.len());
        }
        self.units = units;
    }
}

/// Where inputs are read into: one place for all of them.
struct Buffer<I> {
    units: Vec<I>,
    /// Where inputs begin.
    place: usize,
    /// How long the clock says that nothing takes: as much as a tenth of a call.
    nothing: Duration,
}

const PAGE: usize = 4096;

/// More units than any place skips, and than any peer wants to have behind an output.
const SLACK: usize = PAGE + 128;

/// How many units to skip for a place in a page: any multiple of 16 bytes, as allocators give. Vectors that
/// cross a cache line are slower, masked stores that cross a page five times as slow, and so is a target
/// that shares the low 12 bits of its address with the stack: a fixed place would be luck.
fn random_place<U>(random: &mut Rng) -> usize {
    random.usize(..PAGE / 16) * 16 / size_of::<U>().max(1)
}

type Function<I, O> = Box<dyn Fn(&I, &mut Sink<O>) -> usize>;

/// Somebody's way to do an operation.
///
/// The function returns what all implementations must agree on: how many units it wrote, or, where
/// nothing is written, the result itself.
pub(crate) struct Implementation<I, O> {
    name: &'static str,
    one: Function<[I], O>,
    /// Calls it for every input. Compiled with `one` inlined: an indirect call would cost as much
    /// as a short string.
    pass: Function<Batch<I>, O>,
}

/// Names an implementation. The caller promises nothing: its results are compared.
pub(crate) fn implementation<I, O, F>(name: &'static str, function: F) -> Implementation<I, O>
where
    F: Fn(&[I], &mut Sink<O>) -> usize + Copy + 'static,
{
    let pass = move |batch: &Batch<I>, sink: &mut Sink<O>| {
        let mut total = 0;
        for item in &batch.items {
            sink.exact = item.exact;
            total += black_box(function(black_box(&batch.units[item.start..item.end]), sink));
        }
        total
    };
    Implementation { name, one: Box::new(function), pass: Box::new(pass) }
}

/// A case whose types of units are forgotten.
pub(crate) trait Case {
    /// The names of the implementations.
    fn implementations(&self) -> Vec<&'static str>;

    /// How many calls one pass over the inputs makes.
    fn calls(&self) -> usize;

    /// How many bytes one pass reads.
    fn input_bytes(&self) -> usize;

    /// From now on each input is copied into one buffer before the clock starts, as by a system call that reads: most of it lies in
    /// the second cache then, and what it holds is new.
    fn read_into_buffer(&mut self);

    /// Changes the order of the inputs, and the place of everything.
    fn shuffle(&mut self, random: &mut Rng);

    /// Compares the outputs of every implementation with those of the first.
    fn compare_outputs(&mut self) -> Result<()>;

    /// Times some passes of one implementation; their results must be right.
    fn time(&mut self, implementation: usize, passes: usize) -> Result<Duration>;
}

struct Typed<I, O> {
    batch: Batch<I>,
    sink: Sink<O>,
    /// Where inputs are read into, if they are.
    buffer: Option<Buffer<I>>,
    implementations: Vec<Implementation<I, O>>,
    /// The sum of the results of one pass.
    expected: usize,
}

/// Makes a case. The first implementation is the reference.
pub(crate) fn case<I, O>(
    inputs: Vec<Vec<I>>,
    implementations: Vec<Implementation<I, O>>,
) -> Box<dyn Case>
where
    I: Copy + 'static,
    O: Copy + Default + PartialEq + 'static,
{
    // No operation gives more than 4 units for one.
    let room = inputs.iter().map(Vec::len).max().unwrap_or(0) * 4 + SLACK;
    let mut sink = Sink { buffer: vec![O::default(); room], start: 0, exact: 0 };
    let mut batch = Batch { units: Vec::new(), items: Vec::new() };
    let mut expected = 0;
    for input in inputs {
        let exact = (implementations[0].one)(&input, &mut sink);
        expected += exact;
        let start = batch.units.len();
        batch.units.extend_from_slice(&input);
        batch.items.push(Item { start, end: batch.units.len(), exact });
    }
    Box::new(Typed { batch, sink, buffer: None, implementations, expected })
}

impl<I: Copy, O: Copy + Default + PartialEq> Case for Typed<I, O> {
    fn implementations(&self) -> Vec<&'static str> {
        self.implementations.iter().map(|i| i.name).collect()
    }

    fn calls(&self) -> usize {
        self.batch.items.len()
    }

    fn input_bytes(&self) -> usize {
        self.batch.items.iter().map(|item| size_of::<I>() * (item.end - item.start)).sum()
    }

    fn read_into_buffer(&mut self) {
        let longest = self.batch.items.iter().map(|item| item.end - item.start).max();
        let units = vec![self.batch.units[0]; longest.unwrap_or(0) + SLACK];
        let mut readings: Vec<_> = (0..1001).map(|_| Instant::now().elapsed()).collect();
        readings.sort_unstable();
        self.buffer = Some(Buffer { units, place: 0, nothing: readings[500] });
    }

    fn shuffle(&mut self, random: &mut Rng) {
        self.batch.shuffle(random);
        self.sink.start = random_place::<O>(random);
        if let Some(buffer) = &mut self.buffer {
            buffer.place = random_place::<I>(random);
        }
    }

    fn compare_outputs(&mut self) -> Result<()> {
        let (reference, others) =
            self.implementations.split_first().expect("an operation has a reference");
        for item in &self.batch.items {
            let input = &self.batch.units[item.start..item.end];
            self.sink.exact = item.exact;
            let count = (reference.one)(input, &mut self.sink);
            let output = self.sink.exact().to_vec();
            for other in others {
                self.sink.roomy().fill(O::default());
                let other_count = (other.one)(input, &mut self.sink);
                ensure!(
                    other_count == count,
                    "{} returns {other_count}, {} {count}",
                    other.name,
                    reference.name
                );
                let equal =
                    self.sink.exact().iter().zip(&output).take_while(|(a, b)| a == b).count();
                ensure!(
                    equal == output.len(),
                    "{} writes another unit {equal} than {}",
                    other.name,
                    reference.name
                );
            }
        }
        Ok(())
    }

    fn time(&mut self, implementation: usize, passes: usize) -> Result<Duration> {
        let Implementation { name, one, pass } = &self.implementations[implementation];
        let mut total = 0;
        let time = if let Some(Buffer { units, place, nothing }) = &mut self.buffer {
            let mut time = Duration::ZERO;
            for _ in 0..passes {
                for item in &self.batch.items {
                    let buffer = &mut units[*place..][..item.end - item.start];
                    buffer.copy_from_slice(&self.batch.units[item.start..item.end]);
                    self.sink.exact = item.exact;
                    let start = Instant::now();
                    total += black_box(one(black_box(buffer), &mut self.sink));
                    time += start.elapsed().saturating_sub(*nothing);
                }
            }
            time
        } else {
            let start = Instant::now();
            for _ in 0..passes {
                total += pass(&self.batch, &mut self.sink);
            }
            start.elapsed()
        };
        ensure!(total == passes * self.expected, "{name} returns other results while timed");
        Ok(time)
    }
}
