//! What kept paths from going somewhere: sides of branches that no path can take, and places where something was made
//! concrete or left out.
//!
//! Of each edge one refutation is kept, the first, whose conditions are shared with the path that met it; further
//! ones are only counted.

use super::{Decisions, InputRecord, Machine, State};
use crate::expr::ExprId;
use crate::ir::{EdgeId, Pc};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The obstacles that one machine has met.
#[derive(Default)]
pub struct Obstacles {
    /// By edge; as long as the greatest edge needs.
    refuted: Vec<Option<Box<Refuted>>>,
    narrowed: BTreeMap<(Pc, &'static str), u64>,
}

/// An edge that could not be taken although its condition depends on the inputs.
pub struct Refuted {
    /// How often.
    pub count: u64,
    /// What would have to hold, at the first of them.
    pub condition: ExprId,
    /// What the path had decided before.
    pub decisions: Decisions,
    pub inputs: Vec<Rc<InputRecord>>,
}

impl Obstacles {
    /// Why an edge could not be taken, if it could not.
    pub fn refuted(&self, edge: EdgeId) -> Option<&Refuted> {
        self.refuted.get(edge.index())?.as_deref()
    }

    /// Each place where values were made concrete or possibilities left out, with the words for it and how often.
    pub fn narrowed(&self) -> impl Iterator<Item = (Pc, &'static str, u64)> + '_ {
        self.narrowed.iter().map(|((at, what), count)| (*at, *what, *count))
    }

    fn known(&mut self, edge: EdgeId) -> Option<&mut Refuted> {
        self.refuted.get_mut(edge.index())?.as_deref_mut()
    }
}

impl Machine {
    /// Notes that the state cannot go along `edge`, for which `condition` would have to hold.
    pub(super) fn refute(
        &mut self,
        state: &State,
        edge: EdgeId,
        condition: impl FnOnce(&mut Machine) -> ExprId,
    ) {
        if let Some(known) = self.obstacles.known(edge) {
            known.count += 1;
            return;
        }
        let condition = condition(self);
        let refuted = &mut self.obstacles.refuted;
        if refuted.len() <= edge.index() {
            refuted.resize_with(edge.index() + 1, || None);
        }
        let (decisions, inputs) = (state.decisions.clone(), state.inputs.clone());
        refuted[edge.index()] = Some(Box::new(Refuted { count: 1, condition, decisions, inputs }));
    }

    /// Counts an approximation that may lose paths, and notes where it was made.
    pub(super) fn narrow(&mut self, state: &State, name: &'static str) {
        self.approximate(name);
        let at = self.place_with_line(state);
        *self.obstacles.narrowed.entry((at, name)).or_default() += 1;
    }
}
