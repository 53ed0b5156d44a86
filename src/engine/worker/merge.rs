//! Merging: the two sides of a branch wait for each other where they meet again, and are joined into one
//! state if they differ in few values.
//!
//! A merged state stands for several paths, but a test shows one path. So a merged state gives no test
//! itself. When it has ended, the program is run once more from its start with the witness of the merged
//! state, without merging, and that path is handed on, just as a run without merging would have found it.
//!
//! Some edges may have been taken only by some of the paths of a merged state, and the witness may not take
//! them. Such an edge is *untested*, and the state keeps the condition under which it was taken. When the
//! state has ended, and no test that was handed on takes the edge, a witness of that condition is looked for
//! and run in the same way. So if every question is answered, every edge of the program's own code that some
//! path takes is taken by a test.
//!
//! Which tests stand for the others depends on the order of search, so a run that merges has one worker.

use super::{FUEL, Worker};
use crate::engine::family::Outcome;
use crate::engine::live::{Live, Member, MergedPaths};
use crate::engine::{Flow, Observer};
use crate::exec::{ChoiceDepths, Ending, ExecStats, Join, Machine, State};
use crate::expr::{Arena, Assignment, Evaluator, ExprId};
use crate::ir::{Joins, Pc, Program};
use crate::search::Covered;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A path of a merged state may be so many times as long as the merged path. It is longer only if something
/// was made concrete in another way.
const LONGER: u64 = 8;

/// States that a fork made and that wait for each other.
struct Group {
    at: Join,
    /// States, or inner groups, that are still on their way.
    open: usize,
    arrived: Vec<Live>,
    /// The group around it.
    parent: Option<u32>,
}

/// Merges the states of one worker.
pub(super) struct Merger {
    joins: Joins,
    depths: ChoiceDepths,
    groups: BTreeMap<u32, Group>,
    n_groups: u32,
    /// States that became part of another one.
    pub(super) n_merged: u64,
    /// The edges of tests that were handed on.
    tested: Vec<bool>,
    /// Their decision paths.
    decision_paths: BTreeSet<Vec<u32>>,
}

/// How far a state has come.
pub(super) enum Way {
    /// It has come to where its innermost group waits.
    Joined,
    /// It has forked at this place, ended, or used up its fuel.
    Other(Pc),
}

impl Merger {
    pub(super) fn new(program: &Program) -> Self {
        Self {
            joins: Joins::new(program),
            depths: ChoiceDepths::default(),
            groups: BTreeMap::new(),
            n_groups: 0,
            n_merged: 0,
            tested: vec![false; program.edges.len()],
            decision_paths: BTreeSet::new(),
        }
    }

    /// The places where states wait.
    pub(super) fn locations(&self) -> impl Iterator<Item = Pc> + '_ {
        self.joins.locations()
    }

    /// Where a state is to wait for others.
    pub(super) fn join_of(&self, live: &Live) -> Option<Join> {
        Some(self.groups.get(live.merged_paths.groups.last()?)?.at)
    }

    /// States that wait for others.
    pub(super) fn n_waiting(&self) -> usize {
        self.groups.values().map(|group| group.arrived.len()).sum()
    }

    /// Takes out all states that wait for others.
    pub(super) fn drain(&mut self) -> Vec<Live> {
        std::mem::take(&mut self.groups).into_values().flat_map(|group| group.arrived).collect()
    }

    /// Notes the path of a test. Returns whether no test before had this path.
    pub(super) fn note(&mut self, state: &State) -> bool {
        state.edges.iter().for_each(|(edge, _)| self.tested[edge] = true);
        self.decision_paths.insert(state.decision_path.clone())
    }

    /// Makes the sides of the branch at `place` wait for each other, if they meet somewhere. Returns whether
    /// they wait.
    fn open(&mut self, place: Pc, family: &mut [Live]) -> bool {
        let Some(join) = self.joins.of(place) else { return false };
        let depth = family[0].state.depth();
        if family.iter().any(|live| live.state.depth() != depth) {
            return false;
        }
        let id = self.n_groups;
        self.n_groups += 1;
        let parent = family[0].merged_paths.groups.last().copied();
        let group = Group { at: Join { at: join, depth }, open: family.len(), arrived: Vec::new(), parent };
        self.groups.insert(id, group);
        family.iter_mut().for_each(|live| live.merged_paths.groups.push(id));
        true
    }
    /// Takes in the states that a state became, after which others may not have to wait any more. Returns the
    /// states that go on.
    pub(super) fn take_in(
        &mut self,
        machine: &mut Machine,
        covered: &Covered,
        groups: &[u32],
        way: Way,
        mut family: Vec<Live>,
    ) -> Vec<Live> {
        match way {
            Way::Joined => {
                let Some(group) = self.group(groups.last()) else { return family };
                group.arrived.append(&mut family);
                group.open -= 1;
            }
            Way::Other(place) => {
                if family.len() > 1 && self.open(place, &mut family) {
                    return family;
                }
                if let Some(group) = self.group(groups.last()) {
                    group.open = group.open + family.len() - 1;
                }
            }
        }
        let mut last = groups.last().copied();
        while let Some(id) = last
            && self.groups.get(&id).is_some_and(|group| group.open == 0)
            && let Some(group) = self.groups.remove(&id)
        {
            let merged = self.close(machine, covered, group.at.at, group.arrived);
            last = group.parent;
            if let Some(parent) = self.group(group.parent.as_ref()) {
                parent.open = parent.open + merged.len() - 1;
            }
            family.extend(merged);
        }
        family
    }

    fn group(&mut self, id: Option<&u32>) -> Option<&mut Group> {
        self.groups.get_mut(id?)
    }

    /// Merges the states that have come to a join, as far as they can be merged.
    fn close(
        &mut self,
        machine: &mut Machine,
        covered: &Covered,
        join: Pc,
        mut arrived: Vec<Live>,
    ) -> Vec<Live> {
        arrived.sort_by(|a, b| a.state.decision_path.cmp(&b.state.decision_path));
        let mut kept: Vec<Live> = Vec::new();
        for mut live in arrived {
            live.merged_paths.groups.pop();
            let mut with = |other: &Live| self.merge(machine, covered, join, other, &live);
            match kept.iter().enumerate().find_map(|(at, other)| Some((at, with(other)?))) {
                Some((at, both)) => {
                    self.n_merged += 1;
                    kept[at] = both;
                }
                None => kept.push(live),
            }
        }
        kept
    }

    fn merge(
        &mut self,
        machine: &mut Machine,
        covered: &Covered,
        join: Pc,
        first: &Live,
        second: &Live,
    ) -> Option<Live> {
        let live = self.joins.live(join);
        let merged = machine.merge(&first.state, &second.state, live, &mut self.depths)?;
        let sides = [(first, merged.when_first), (second, merged.when_second)];
        let untested_edges = self.untested_edges(&mut machine.arena, covered, sides);
        let groups = first.merged_paths.groups.clone();
        Some(Live {
            is_shaped: false,
            state: merged.state,
            share: first.share + second.share,
            news_at: first.news_at.max(second.news_at),
            cost: first.cost.max(second.cost),
            forks: first.forks.clone(),
            iteration: first.iteration.max(second.iteration),
            is_tired: first.is_tired || second.is_tired,
            has_arrived: false,
            merged_paths: MergedPaths { groups, untested_edges: Rc::new(untested_edges), is_merged: true },
        })
    }

    /// The edges that only some paths of two states have taken, each with the condition that holds on those
    /// paths.
    fn untested_edges(
        &self,
        arena: &mut Arena,
        covered: &Covered,
        sides: [(&Live, ExprId); 2],
    ) -> BTreeMap<usize, ExprId> {
        let [first, second] = [sides[0].0, sides[1].0];
        let differing = first.state.edges.differing(&second.state.edges);
        let known = first
            .merged_paths
            .untested_edges
            .keys()
            .chain(second.merged_paths.untested_edges.keys())
            .copied();
        let edges: BTreeSet<usize> = differing.chain(known).collect();
        let mut untested_edges = BTreeMap::new();
        for edge in edges {
            let has = |live: &Live| live.state.edges.get(edge) > 0;
            if !covered.counts(edge) || self.tested[edge] || has(first) && has(second) {
                continue;
            }
            let mut condition = arena.bool(false);
            for (live, when) in sides {
                let inside = match live.merged_paths.untested_edges.get(&edge) {
                    _ if has(live) => arena.bool(true),
                    Some(inside) => *inside,
                    None => continue,
                };
                let here = arena.and(when, inside);
                condition = arena.or(condition, here);
            }
            if arena.as_const(condition) != Some(0) {
                untested_edges.insert(edge, condition);
            }
        }
        untested_edges
    }
}

impl Worker {
    /// Hands on the tests that stand for a merged state which has ended.
    pub(super) fn hand_over_merged(
        &mut self,
        live: &Live,
        ending: Ending,
        observer: &mut Observer<'_>,
    ) -> Flow {
        let path = live.state.path.confirmed(&self.machine.arena, &mut self.machine.solver);
        let Some((path, witness)) = path.as_ref().and_then(|path| Some((path, path.witness()?))) else {
            return observer.sink().ended(&mut self.machine, &live.state, ending);
        };
        let is_cut = matches!(ending, Ending::Budget(_));
        let cut = is_cut.then_some((live.state.instructions, ending));
        if self.follow_witness(live, Rc::clone(witness), cut, observer) == Flow::Stop {
            return Flow::Stop;
        }
        if is_cut {
            return Flow::Continue;
        }
        for (edge, condition) in live.merged_paths.untested_edges.iter() {
            if self.merger.as_ref().is_some_and(|merger| merger.tested[*edge]) {
                continue;
            }
            let side = path.side(&self.machine.arena, &mut self.machine.solver, *condition);
            let Some(side) = side else { continue };
            let Some(other) = path.witness_of(side) else {
                self.work.untested_edges += 1;
                continue;
            };
            if self.follow_witness(live, other, None, observer) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    /// Runs the program from its start with the witness of a merged state, and hands the path on unless that
    /// was done before. `cut` says after how many instructions it ends, and how.
    fn follow_witness(
        &mut self,
        of: &Live,
        mut witness: Rc<Assignment>,
        cut: Option<(u64, Ending)>,
        observer: &mut Observer<'_>,
    ) -> Flow {
        let origin =
            self.origins.iter().find(|origin| of.state.decision_path.starts_with(&origin.decision_path));
        let Some(origin) = origin else { return Flow::Continue };
        let mut live = Live::new(origin.clone(), 0.0);
        let mut replayed = ExecStats::default();
        let mut evaluator = Evaluator::new();
        let longest = LONGER * (of.state.instructions + FUEL);
        live.state.path.follow(&self.machine.arena, &mut self.machine.solver, Rc::clone(&witness));
        let ending = loop {
            let left = cut.as_ref().map_or(FUEL, |(limit, _)| limit.saturating_sub(live.state.instructions));
            if let (0, Some((_, ending))) = (left, &cut) {
                break ending.clone();
            }
            let n_known = live.state.path.conditions().len();
            let stop = self.machine.run(&mut live.state, left.min(FUEL), &mut replayed);
            let Some(outcome) = Outcome::of(stop) else {
                if live.state.instructions > longest {
                    self.work.diverged += 1;
                    return Flow::Continue;
                }
                continue;
            };
            let mut family = outcome.family(live, &self.checker, &self.stop);
            let arena = &self.machine.arena;
            let takes = |member: &Member| {
                let new = member.live.state.path.conditions().get(n_known..).unwrap_or(&[]);
                evaluator.all_hold(arena, &witness, new)
            };
            // If something was made concrete in another way than on the merged path, any side will do.
            let taken = family.iter().position(takes);
            let has_witness = |member: &Member| member.live.state.path.witness().is_some();
            let at = taken.or_else(|| family.iter().position(has_witness)).unwrap_or(0);
            let ending;
            Member { live, ending } = family.swap_remove(at);
            match (taken, live.state.path.witness()) {
                (None, Some(own)) => witness = Rc::clone(own),
                (None, None) => {}
                (Some(_), _) => {
                    let (arena, solver) = (&self.machine.arena, &mut self.machine.solver);
                    live.state.path.follow(arena, solver, Rc::clone(&witness));
                }
            }
            if let Some(ending) = ending {
                break ending;
            }
        };
        self.work.replayed += replayed.instructions;
        match self.merger.as_mut().is_some_and(|merger| merger.note(&live.state)) {
            true => observer.sink().ended(&mut self.machine, &live.state, ending),
            false => Flow::Continue,
        }
    }
}
