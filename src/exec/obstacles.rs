//! Records why paths could not go somewhere: sides of branches that no path can take, and places where
//! something was made concrete or left out.
//!
//! For each edge, only the refutation by the first path in the order of decision paths is kept; others are
//! counted. It shares its conditions with the path that met it. Records of several machines can be combined.

use super::decision::Decision;
use super::{DecisionKind, Decisions, InputRecord, Machine, State};
use crate::expr::{Arena, ExprId, Packet};
use crate::ir::{EdgeId, Pc};
use crate::testcase::InputKind;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The obstacles that one machine has met.
#[derive(Default)]
pub struct Obstacles {
    /// Indexed by edge. Only as long as its greatest edge needs.
    refuted: Vec<Option<Box<Refuted>>>,
    narrowed: BTreeMap<(Pc, Cow<'static, str>), u64>,
    /// The calls during which something was made concrete or left out.
    narrowed_within: BTreeSet<Pc>,
}

/// An edge that could not be taken although its condition depends on the inputs.
pub struct Refuted {
    /// How often a path could not take it.
    pub count: u64,
    /// What would have to hold for the edge to be taken, on the first of these paths.
    pub condition: ExprId,
    /// What that path had decided before.
    pub decisions: Decisions,
    pub inputs: Rc<Vec<Rc<InputRecord>>>,
    decision_path: Vec<u32>,
}

/// Obstacles on their way to another machine.
#[derive(Default)]
pub struct PackedObstacles {
    refuted: Vec<PackedRefuted>,
    narrowed: BTreeMap<(Pc, Cow<'static, str>), u64>,
    narrowed_within: BTreeSet<Pc>,
}

struct PackedRefuted {
    edge: EdgeId,
    count: u64,
    decision_path: Vec<u32>,
    /// The condition, followed by the conditions of the decisions, latest first.
    terms: Packet,
    decided: Vec<(Pc, DecisionKind)>,
    inputs: Vec<(String, InputKind)>,
}

impl Obstacles {
    /// Why an edge could not be taken, if it could not.
    pub fn refuted(&self, edge: EdgeId) -> Option<&Refuted> {
        self.refuted.get(edge.index())?.as_deref()
    }

    /// How often values were made concrete or possibilities left out.
    pub fn n_narrowed(&self) -> u64 {
        self.narrowed.values().sum()
    }

    /// Each place where values were made concrete or possibilities left out, with its description and count.
    pub fn narrowed(&self) -> impl Iterator<Item = (Pc, &str, u64)> + '_ {
        self.narrowed.iter().map(|((at, what), count)| (*at, &**what, *count))
    }

    /// The places from which control goes on with values that were made concrete, or without possibilities
    /// that were left out: those of [`Self::narrowed`] and of the calls around them.
    pub fn places_narrowed(&self) -> BTreeSet<Pc> {
        self.narrowed.keys().map(|(at, _)| *at).chain(self.narrowed_within.iter().copied()).collect()
    }

    /// Everything as plain data.
    pub fn pack(&self, arena: &Arena) -> PackedObstacles {
        let refuted = self.refuted.iter().enumerate().filter_map(|(edge, refuted)| {
            let refuted = refuted.as_ref()?;
            let decisions = || refuted.decisions.latest_first();
            let terms: Vec<ExprId> = std::iter::once(refuted.condition)
                .chain(decisions().map(|decision| decision.condition))
                .collect();
            let input = |input: &Rc<InputRecord>| (input.name.to_string(), input.kind);
            Some(PackedRefuted {
                edge: EdgeId::new(edge),
                count: refuted.count,
                decision_path: refuted.decision_path.clone(),
                terms: Packet::of(arena, &terms),
                decided: decisions().map(|decision| (decision.at, decision.kind)).collect(),
                inputs: refuted.inputs.iter().map(input).collect(),
            })
        });
        PackedObstacles {
            refuted: refuted.collect(),
            narrowed: self.narrowed.clone(),
            narrowed_within: self.narrowed_within.clone(),
        }
    }

    fn keep(&mut self, edge: EdgeId, refuted: Refuted) {
        if self.refuted.len() <= edge.index() {
            self.refuted.resize_with(edge.index() + 1, || None);
        }
        self.refuted[edge.index()] = Some(Box::new(refuted));
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
        let mut count = 1;
        if let Some(known) = self.obstacles.known(edge) {
            known.count += 1;
            if known.decision_path <= state.decision_path {
                return;
            }
            count = known.count;
        }
        let condition = condition(self);
        let (decisions, inputs, decision_path) =
            (state.path.decisions().clone(), state.inputs.clone(), state.decision_path.clone());
        self.obstacles.keep(edge, Refuted { count, condition, decisions, inputs, decision_path });
    }

    /// Adds the obstacles that another machine has met.
    pub fn add_obstacles(&mut self, packed: PackedObstacles) {
        for (place, count) in packed.narrowed {
            *self.obstacles.narrowed.entry(place).or_default() += count;
        }
        self.obstacles.narrowed_within.extend(packed.narrowed_within);
        for packed in packed.refuted {
            let mut count = packed.count;
            if let Some(known) = self.obstacles.known(packed.edge) {
                known.count += count;
                if known.decision_path <= packed.decision_path {
                    continue;
                }
                count = known.count;
            }
            let terms = packed.terms.unpack(&mut self.arena);
            let mut decisions = Decisions::default();
            for (condition, (at, kind)) in terms[1..].iter().zip(&packed.decided).rev() {
                decisions.push(Decision { condition: *condition, at: *at, kind: *kind });
            }
            let inputs = packed
                .inputs
                .into_iter()
                .map(|(name, kind)| Rc::new(InputRecord::new(name.into(), kind, Vec::new())));
            let (condition, inputs, decision_path) =
                (terms[0], Rc::new(inputs.collect()), packed.decision_path);
            self.obstacles.keep(packed.edge, Refuted { count, condition, decisions, inputs, decision_path });
        }
    }

    /// Counts an approximation that may lose paths, and notes where it was made.
    pub(super) fn narrow(&mut self, state: &State, name: impl Into<Cow<'static, str>>) {
        let name = name.into();
        self.approximate(name.clone());
        self.note_narrowed(state, name);
    }

    /// Notes a place where possibilities were left out, so that paths may be lost. The caller counts it.
    pub(super) fn note_narrowed(&mut self, state: &State, name: impl Into<Cow<'static, str>>) {
        let at = self.place_with_line(state);
        *self.obstacles.narrowed.entry((at, name.into())).or_default() += 1;
        self.obstacles.narrowed_within.extend(state.stack().map(|(_, pc)| pc));
    }
}
