//! The result of a fork: the state that went on or ended, and the states that it split off.

use super::limits::Checker;
use super::live::{Live, Member};
use super::stop::StopPolicy;
use crate::exec::{Child, Ending, Stop};
use crate::ir::Pc;

/// What became of a state: how its path ended, if it did, and the states that it split off.
#[derive(Default)]
pub(super) struct Outcome {
    ending: Option<Ending>,
    children: Vec<Child>,
}

impl Outcome {
    /// The outcome of a step of the machine; `None` if the fuel is used up.
    pub(super) fn of(stop: Stop) -> Option<Self> {
        match stop {
            Stop::Forked(children) => Some(Self { ending: None, children }),
            Stop::Ended(ending, children) => Some(Self { ending: Some(ending), children }),
            Stop::Fuel => None,
        }
    }

    /// All states of the fork, beginning with the one that forked. Paths that went beyond a limit end.
    pub(super) fn family(self, mut live: Live, checker: &Checker, stop: &StopPolicy) -> Vec<Member> {
        let n_members = 1 + self.children.len();
        live.share /= n_members as f64;
        let mut family = Vec::with_capacity(n_members);
        for child in self.children {
            family.push(Member { live: live.sibling(child.state), ending: child.ending });
        }
        family.insert(0, Member { live, ending: self.ending });
        let locations: Vec<Pc> = family.iter().map(|member| member.live.state.pc).collect();
        for (index, member) in family.iter_mut().enumerate() {
            if n_members > 1 {
                checker.check(member, index, &locations);
            }
            stop.note_arrival(&mut member.live);
        }
        family
    }
}
