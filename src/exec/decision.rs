//! The decisions of a path with their places: conditions taken at forks, and assumptions of the driver.
//!
//! A condition that follows from earlier decisions is no decision: at such a place there was no fork.

use crate::expr::ExprId;
use crate::ir::Pc;
use std::rc::Rc;

/// A condition that holds on a path from here on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// A term of width 1, as it holds on this path: negated if the false side was taken.
    pub condition: ExprId,
    /// The instruction or, as models of library functions have no lines, the innermost call that has one.
    pub at: Pc,
    pub kind: DecisionKind,
}

/// The kind of a decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// The side of a branch, the target of a switch or the operand of a choice.
    Branch,
    /// Whether an error happens: a division by zero, an access out of bounds.
    Check,
    /// The number or the object that the machine needs: a size, the target of a pointer.
    Choice,
    /// An assumption of the driver. It may have been implied.
    Assumption,
}

/// The decisions of a path. A clone shares all of them, however many there are; so do the states of a fork.
#[derive(Clone, Default)]
pub struct Decisions {
    last: Option<Rc<Link>>,
}

/// A decision and the decisions before it.
struct Link {
    decision: Decision,
    before: Option<Rc<Link>>,
}

impl Decisions {
    pub(super) fn push(&mut self, decision: Decision) {
        self.last = Some(Rc::new(Link { decision, before: self.last.take() }));
    }

    /// The decisions, the last one first.
    pub fn latest_first(&self) -> impl Iterator<Item = &Decision> {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref()).map(|link| &link.decision)
    }

    /// The decisions that came after these, the last one first.
    pub(super) fn since<'d>(&'d self, earlier: &'d Decisions) -> impl Iterator<Item = &'d Decision> {
        let end = earlier.last.as_ref().map(Rc::as_ptr);
        let links = std::iter::successors(self.last.as_deref(), |link| link.before.as_deref());
        links.take_while(move |link| end != Some(std::ptr::from_ref(*link))).map(|link| &link.decision)
    }
}

impl Decisions {
    /// The decisions that two paths share, from before they went apart.
    pub(super) fn common(&self, other: &Decisions) -> Decisions {
        let links = |of: &Decisions| -> Vec<Rc<Link>> {
            let before = |link: &Rc<Link>| link.before.clone();
            std::iter::successors(of.last.clone(), before).collect()
        };
        let (ours, theirs) = (links(self), links(other));
        // Both lists end with the first decision.
        let pairs = ours.iter().rev().zip(theirs.iter().rev());
        let last = pairs.take_while(|(a, b)| Rc::ptr_eq(a, b)).last();
        Decisions { last: last.map(|(link, _)| Rc::clone(link)) }
    }
}

impl Drop for Decisions {
    /// Drops one link after the other: on a long path, recursive calls would overflow the thread's stack.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(link) = next {
            next = Rc::try_unwrap(link).ok().and_then(|mut link| link.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(number: u32) -> Decision {
        let condition = ExprId::from_raw(number);
        Decision { condition, at: Pc::from_raw(number), kind: DecisionKind::Branch }
    }

    #[test]
    fn what_is_pushed_to_a_clone_is_not_in_the_original() {
        let mut first = Decisions::default();
        first.push(decision(1));
        let mut second = first.clone();
        second.push(decision(2));
        first.push(decision(3));
        let numbers = |decisions: &Decisions| -> Vec<u32> {
            decisions.latest_first().map(|decision| decision.at.raw()).collect()
        };
        assert_eq!((numbers(&first), numbers(&second)), (vec![3, 1], vec![2, 1]));
    }

    #[test]
    fn what_is_common_ends_where_two_go_apart() {
        let mut first = Decisions::default();
        (1..4).for_each(|number| first.push(decision(number)));
        let mut second = first.clone();
        first.push(decision(4));
        (4..7).for_each(|number| second.push(decision(number)));
        let common = first.common(&second);
        let numbers: Vec<u32> = common.latest_first().map(|decision| decision.at.raw()).collect();
        assert_eq!(numbers, vec![3, 2, 1]);
        assert_eq!(Decisions::default().common(&first).latest_first().count(), 0);
    }

    #[test]
    fn long_lists_are_dropped_without_deep_calls() {
        let mut decisions = Decisions::default();
        (0..1_000_000).for_each(|number| decisions.push(decision(number)));
        drop(decisions.clone());
        assert_eq!(decisions.latest_first().count(), 1_000_000);
    }
}
