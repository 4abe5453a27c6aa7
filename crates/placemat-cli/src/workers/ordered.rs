//! Work done by many threads, told in order.
//!
//! Each piece of work has a number, and delivers its events as it goes. They
//! reach the consumer in the order of the numbers, so that a report does not
//! depend on the threads. There is no thread for it: whoever delivers what is
//! next consumes it. Threads that are far ahead, or hold much, wait.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

/// How many pieces can be begun before the first of them is done.
const AHEAD: u64 = 128;

/// How many bytes events that are not yet consumed can hold.
const HELD: usize = 8 * 1024 * 1024;

pub(crate) struct Ordered<E, C> {
    state: Mutex<State<E, C>>,
    moved: Condvar,
}

struct State<E, C> {
    /// The number of the first piece that is not yet told.
    head: u64,
    /// The pieces from `head` on.
    slots: VecDeque<Slot<E>>,
    /// Away while someone consumes.
    consumer: Option<C>,
    held: usize,
    waiting: usize,
}

struct Slot<E> {
    events: VecDeque<(E, usize)>,
    done: bool,
}

impl<E, C: FnMut(E)> Ordered<E, C> {
    pub(crate) fn new(consumer: C) -> Self {
        let state = State {
            head: 0,
            slots: VecDeque::new(),
            consumer: Some(consumer),
            held: 0,
            waiting: 0,
        };
        Self { state: Mutex::new(state), moved: Condvar::new() }
    }

    /// Waits until piece `number` is not too far ahead.
    pub(crate) fn begin(&self, number: u64) {
        self.wait_while(|state| number >= state.head + AHEAD);
    }

    /// Takes an event of piece `number` that holds `weight` bytes.
    pub(crate) fn deliver(&self, number: u64, event: E, weight: usize) {
        self.with_slot(number, |slot| slot.events.push_back((event, weight)), weight);
        self.consume();
        self.wait_while(|state| number != state.head && state.held > HELD);
    }

    /// Says that piece `number` has delivered all.
    pub(crate) fn done(&self, number: u64) {
        self.with_slot(number, |slot| slot.done = true, 0);
        self.consume();
    }

    fn with_slot(&self, number: u64, change: impl FnOnce(&mut Slot<E>), weight: usize) {
        let mut state = self.lock();
        let at = (number - state.head) as usize;
        while state.slots.len() <= at {
            state.slots.push_back(Slot { events: VecDeque::new(), done: false });
        }
        state.held += weight;
        change(&mut state.slots[at]);
    }

    /// Consumes all that is next, unless someone does.
    fn consume(&self) {
        let mut state = self.lock();
        // Taken only for as long as there is something to consume, and given
        // back under the lock under which nothing more was seen.
        while let Some(slot) = state.slots.front_mut() {
            if let Some((event, weight)) = slot.events.pop_front() {
                let Some(mut consumer) = state.consumer.take() else {
                    // Someone does, and sees this event, too, before they stop.
                    state.slots[0].events.push_front((event, weight));
                    return;
                };
                drop(state);
                consumer(event);
                state = self.lock();
                state.consumer = Some(consumer);
                state.held -= weight;
            } else if slot.done && state.consumer.is_some() {
                state.slots.pop_front();
                state.head += 1;
            } else {
                return;
            }
            if state.waiting > 0 {
                self.moved.notify_all();
            }
        }
    }

    fn wait_while(&self, condition: impl Fn(&State<E, C>) -> bool) {
        let mut state = self.lock();
        while condition(&state) {
            state.waiting += 1;
            state = self.moved.wait(state).expect("no consumer panicked");
            state.waiting -= 1;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<E, C>> {
        self.state.lock().expect("no consumer panicked")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    #[test]
    fn events_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 3, 8] {
            let mut told = Vec::new();
            let ordered = Ordered::new(|event: (u64, u64)| told.push(event));
            let next = AtomicU64::new(0);
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        loop {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number >= 2000 {
                                return;
                            }
                            ordered.begin(number);
                            for event in 0..number % 5 {
                                ordered.deliver(number, (number, event), HELD / 4);
                            }
                            ordered.done(number);
                        }
                    });
                }
            });
            drop(ordered);
            let expected: Vec<_> = (0..2000)
                .flat_map(|number| (0..number % 5).map(move |event| (number, event)))
                .collect();
            assert_eq!(told, expected, "{threads} threads");
        }
    }
}
