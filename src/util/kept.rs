//! What takes long to make and is needed again: made once for each key, and kept as long as the process lives.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Values by keys. Threads that ask for the same key at the same time may both make its value.
pub struct Kept<K, V>(Mutex<BTreeMap<K, V>>);

impl<K: Ord, V: Clone> Kept<K, V> {
    /// Nothing is kept yet.
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The value of a key. If there is none, it is made and kept; an error is not kept.
    pub fn get_or_make<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = kept().get(&key) {
            return Ok(value.clone());
        }
        let value = make()?;
        kept().insert(key, value.clone());
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_made_once_and_errors_again() {
        let kept = Kept::new();
        assert_eq!(kept.get_or_make(1, || Err("no")), Err("no"));
        assert_eq!(kept.get_or_make(1, || Ok::<_, &str>("one")), Ok("one"));
        assert_eq!(kept.get_or_make(1, || Ok::<_, &str>("other")), Ok("one"));
        assert_eq!(kept.get_or_make(2, || Ok::<_, &str>("two")), Ok("two"));
    }
}
