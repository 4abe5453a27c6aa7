//! What threads do one after the other, in the order of the numbers of their work.

use std::sync::{Condvar, Mutex};

/// Something that only the thread whose turn it is has.
pub(crate) struct Turns<T> {
    state: Mutex<State<T>>,
    moved: Condvar,
}

struct State<T> {
    /// Whose turn it is.
    next: u64,
    stopped: bool,
    shared: T,
}

impl<T> Turns<T> {
    /// The first number is 0.
    pub(crate) fn new(shared: T) -> Self {
        let state = State { next: 0, stopped: false, shared };
        Self { state: Mutex::new(state), moved: Condvar::new() }
    }

    /// Waits for the turn of `number`, and calls `act`, which says whether there are more turns.
    /// Whether there are, and were until then.
    pub(crate) fn take(&self, number: u64, act: impl FnOnce(&mut T) -> bool) -> bool {
        let state = self.state.lock().expect("nobody panics in a turn");
        let waits = |state: &mut State<T>| state.next != number && !state.stopped;
        let mut state = self.moved.wait_while(state, waits).expect("nobody panics in a turn");
        if !state.stopped {
            state.stopped = !act(&mut state.shared);
            state.next += 1;
            self.moved.notify_all();
        }
        !state.stopped
    }

    /// What was shared, after all turns.
    pub(crate) fn into_inner(self) -> T {
        self.state.into_inner().expect("nobody panics in a turn").shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    #[test]
    fn turns_come_in_order_until_one_is_the_last() {
        for threads in [1, 2, 3, 8] {
            let (turns, next) = (Turns::new(Vec::new()), AtomicU64::new(0));
            let work = || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let act = |taken: &mut Vec<u64>| {
                        taken.push(number);
                        number < 500
                    };
                    if !turns.take(number, act) {
                        return;
                    }
                }
            };
            thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
            assert_eq!(turns.into_inner(), (0..=500).collect::<Vec<_>>(), "{threads} threads");
        }
    }
}
