//! Objects that JavaScript holds by a number: it can name one that is gone, and never one that is not there.

use std::cell::RefCell;

/// Objects of one kind, for one thread.
pub(crate) struct Handles<T>(RefCell<Vec<Option<T>>>);

impl<T> Handles<T> {
    /// Without any.
    #[must_use]
    pub(crate) const fn new() -> Self {
        Self(RefCell::new(Vec::new()))
    }

    /// Keeps `object`, and returns its number: the smallest that is free, from 1.
    pub(crate) fn keep(&self, object: T) -> usize {
        let mut all = self.0.borrow_mut();
        let free = all.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            all.push(None);
            all.len() - 1
        });
        all[at] = Some(object);
        at + 1
    }

    /// What `act` makes of the object with this number, if there is one.
    pub(crate) fn with<R>(&self, number: usize, act: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.0.borrow_mut().get_mut(number.checked_sub(1)?)?.as_mut().map(act)
    }

    /// Forgets the object with this number, if there is one.
    pub(crate) fn forget(&self, number: usize) {
        let mut all = self.0.borrow_mut();
        if let Some(place) = number.checked_sub(1).and_then(|at| all.get_mut(at)) {
            *place = None;
        }
        // Those at the end are not looked through again.
        while all.last().is_some_and(Option::is_none) {
            all.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Handles;

    #[test]
    fn numbers_are_used_again_and_wrong_ones_do_nothing() {
        let handles = Handles::new();
        assert_eq!([handles.keep('a'), handles.keep('b'), handles.keep('c')], [1, 2, 3]);
        handles.forget(2);
        assert_eq!(handles.with(2, |c| *c), None);
        assert_eq!(handles.keep('d'), 2);
        assert_eq!(handles.with(2, |c| *c), Some('d'));
        for wrong in [0, 4, usize::MAX] {
            handles.forget(wrong);
            assert_eq!(handles.with(wrong, |c| *c), None);
        }
        (1..=3).for_each(|number| handles.forget(number));
        assert_eq!(handles.0.borrow().len(), 0);
    }
}
