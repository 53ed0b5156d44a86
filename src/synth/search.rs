//! The parts that both algorithms share: how much they may try, what they count, and the order in which
//! waiting items are taken.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Instant;

/// How a refusal begins that holds for all sequences, as far as there are summaries.
pub const NO_SEQUENCE: &str = "no sequence of ";

/// How much is tried.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// How many calls may stand before the one under test.
    pub calls: usize,
    /// How many calls are tried at most, in all sequences together.
    pub tries: u64,
    /// When to give up, whatever was tried.
    pub until: Option<Instant>,
}

impl Effort {
    /// Whether no more is to be tried.
    pub(super) fn is_spent(&self, work: &Work) -> bool {
        work.tries >= self.tries || self.is_overdue()
    }

    fn is_overdue(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// Why no sequence was found, after this work.
    pub(super) fn refusal(&self, work: &Work) -> String {
        match work.is_whole {
            true => format!("{NO_SEQUENCE}calls comes there"),
            false if work.tries >= self.tries => {
                format!("no sequence was found, although {} calls were tried", work.tries)
            }
            false if self.is_overdue() => "no sequence was found in time".to_owned(),
            false => format!("{NO_SEQUENCE}up to {} calls comes there", self.calls),
        }
    }
}

/// How much was tried.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Calls that were tried.
    pub tries: u64,
    /// Questions whether conditions are possible.
    pub questions: u64,
    /// Whether all sequences within the number of calls were tried.
    pub is_whole: bool,
}

impl Work {
    /// Adds the work of another search.
    pub fn add(&mut self, other: Self) {
        self.tries += other.tries;
        self.questions += other.questions;
        self.is_whole &= other.is_whole;
    }
}

/// The items that wait. The cheapest comes first; among items of equal cost, the oldest.
pub(super) struct Queue<T> {
    heap: BinaryHeap<Reverse<(usize, u64)>>,
    items: Vec<Option<T>>,
}

impl<T> Queue<T> {
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new(), items: Vec::new() }
    }

    pub fn add(&mut self, cost: usize, item: T) {
        self.heap.push(Reverse((cost, self.items.len() as u64)));
        self.items.push(Some(item));
    }

    pub fn next(&mut self) -> Option<T> {
        let Reverse((_, at)) = self.heap.pop()?;
        self.items[at as usize].take()
    }
}
