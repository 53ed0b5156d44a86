//! The backward algorithm: from the condition of a path through the function under test towards the start.
//!
//! A [`Goal`] says what the calls that are still missing have to bring about: which objects there are, which
//! parts of them have a fixed value or a symbol in the conditions, and which parts point to which objects.
//! Putting a call before a goal gives another goal: the value that the call leaves in a part replaces the
//! part's symbol in the conditions (the weakest precondition over the call), and the objects that the call
//! makes are removed. A goal without objects is a sequence.
//!
//! If no call that makes an object reaches the goal, the solver names conditions that contradict each other
//! (an unsatisfiable core). Calls that change a part of the object that these conditions mention are tried
//! first.

use super::search::{Effort, Queue, Work};
use super::summary::{Library, Part, Substitution};
use super::{Passed, Sequence, Step};
use crate::exec::{Effect, Held};
use crate::expr::{ExprId, SymbolId};
use crate::ir::TypeId;
use crate::util::Bits;
use std::collections::{BTreeMap, BTreeSet};

/// How much more a call costs if it changes no part that is in a contradiction.
const DETOUR: usize = 8;

/// What must exist and hold before the calls that were chosen.
#[derive(Clone)]
struct Goal {
    conditions: Vec<ExprId>,
    objects: BTreeMap<usize, Wanted>,
    /// The last call first.
    steps: Vec<Step>,
    next: usize,
}

/// An object that has to be made.
#[derive(Clone)]
struct Wanted {
    ty: TypeId,
    parts: BTreeMap<Bits, Want>,
}

/// What a part has to hold.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Want {
    /// The number that this symbol stands for in the conditions.
    Number(SymbolId),
    Null,
    Object(usize),
}

/// Finds calls that build the objects for a path through the function under test. `target` is the number of
/// the path's summary.
///
/// # Errors
/// Says why there is no such sequence, or why none was found.
pub fn backward(library: &mut Library, target: usize, effort: Effort) -> (Result<Sequence, String>, Work) {
    let questions = library.n_questions;
    let mut work = Work::default();
    let found = search(library, target, effort, &mut work);
    work.questions = library.n_questions - questions;
    (found, work)
}

fn search(library: &mut Library, target: usize, effort: Effort, work: &mut Work) -> Result<Sequence, String> {
    let first = Goal::of(library, target).ok_or("the path depends on what no call can be told to make")?;
    let mut queue = Queue::new();
    let mut seen = BTreeSet::new();
    let mut conflict: BTreeSet<String> = BTreeSet::new();
    queue.add(first.objects.len(), (0, first));
    work.is_whole = true;
    while let Some((cost, goal)) = queue.next() {
        if goal.objects.is_empty() {
            if let Some(path) = library.path(&goal.conditions)
                && let Some(values) = path.witness()
            {
                let steps: Vec<Step> = goal.steps.iter().rev().cloned().collect();
                return Ok(Sequence::of(&library.functions, &steps, &library.machine.arena, values));
            }
            continue;
        }
        // An object that is left needs at least one more call, which makes it.
        if goal.steps.len() > effort.calls {
            work.is_whole = false;
            continue;
        }
        let mut contradicted: BTreeSet<(usize, Bits)> = BTreeSet::new();
        let mut next = Vec::new();
        for summary in 0..library.summaries.len() {
            let part = library.functions[library.summaries[summary].function].part;
            if part == Part::Target {
                continue;
            }
            for object in goal.objects.keys().copied() {
                if !may_concern(library, summary, part, &goal.objects[&object]) {
                    continue;
                }
                if effort.is_spent(work) {
                    work.is_whole = false;
                    return Err(refusal(conflict, effort, work));
                }
                work.tries += 1;
                let effect = library.instance(summary);
                for way in goal.before(library, summary, part, &effect, object) {
                    let Put { goal: before, changed, became } = way;
                    if library.path(&before.conditions).is_some() {
                        next.push((changed, part, before));
                    } else if matches!(part, Part::Maker | Part::Storage(_)) {
                        let core = library.core(&before.conditions);
                        let parts = goal.parts_of(library, &changed, &became, &core);
                        if goal.steps.len() == 1 {
                            conflict.extend(parts.iter().filter_map(|part| goal.name_of(library, part)));
                        }
                        contradicted.extend(parts);
                    }
                }
            }
        }
        for (changed, part, before) in next {
            let is_near = contradicted.is_empty()
                || matches!(part, Part::Maker | Part::Storage(_))
                || changed.iter().any(|at| contradicted.contains(at));
            let cost = cost + 1 + if is_near { 0 } else { DETOUR };
            if seen.insert(before.key(library)) {
                // Each object that is left needs a call that makes it.
                queue.add(cost + before.objects.len(), (cost, before));
            }
        }
    }
    Err(refusal(conflict, effort, work))
}

/// Whether a summary may concern an object of a goal: it makes or changes an object of the same type.
fn may_concern(library: &Library, summary: usize, part: Part, wanted: &Wanted) -> bool {
    let effect = &library.summaries[summary].effect;
    let place = match part {
        Part::Maker => effect.result,
        Part::Storage(at) | Part::Modifier(at) => effect.arguments.get(at).copied().unwrap_or(Held::Other),
        Part::Target => Held::Other,
    };
    match place {
        Held::Object(at) => {
            let object = &effect.objects[at];
            let is_changed = object.is_new || object.before != object.after;
            object.ty == wanted.ty && !object.is_freed && (is_changed || effect.objects.len() > 1)
        }
        _ => false,
    }
}

/// The words that say why nothing was found. `conflict` names the parts to which makers give other values
/// than the path needs.
fn refusal(conflict: BTreeSet<String>, effort: Effort, work: &Work) -> String {
    let what = effort.refusal(work);
    match conflict.is_empty() {
        true => what,
        false => {
            let names: Vec<String> = conflict.into_iter().collect();
            format!("{what}: what makes the objects contradicts the path in {}", names.join(", "))
        }
    }
}

/// A goal before a call, and the parts that the call changes.
struct Put {
    goal: Goal,
    changed: BTreeSet<(usize, Bits)>,
    /// The conditions of the goal after the call, each with the condition that it becomes before the call.
    became: Vec<(ExprId, ExprId)>,
}

/// A call that is being put before a goal.
#[derive(Clone)]
struct Match {
    /// Maps objects of the call to objects of the goal.
    bound: BTreeMap<usize, usize>,
    /// The terms that replace symbols of the goal.
    terms: BTreeMap<SymbolId, ExprId>,
    /// What the pointers have to be that the call passes on.
    pointers: BTreeMap<SymbolId, Want>,
    waiting: Vec<usize>,
}

impl Goal {
    fn of(library: &mut Library, target: usize) -> Option<Self> {
        let effect = library.instance(target);
        let mut goal = Self {
            conditions: effect.conditions.clone(),
            objects: BTreeMap::new(),
            steps: Vec::new(),
            next: 0,
        };
        let bound = goal.take_in(library, &effect, BTreeMap::new(), &BTreeMap::new());
        let arguments = passed(&effect, &bound)?;
        let function = library.summaries[target].function;
        goal.steps.push(Step { function, result: None, storage: None, arguments });
        Some(goal)
    }

    /// Adds the objects that a call is given; `bound` has those that are known already.
    fn take_in(
        &mut self,
        library: &mut Library,
        effect: &Effect,
        mut bound: BTreeMap<usize, usize>,
        pointers: &BTreeMap<SymbolId, Want>,
    ) -> BTreeMap<usize, usize> {
        for (at, object) in effect.objects.iter().enumerate() {
            if !object.is_new && !bound.contains_key(&at) {
                bound.insert(at, self.next);
                self.next += 1;
            }
        }
        let mut used: BTreeSet<SymbolId> = BTreeSet::new();
        for condition in self.conditions.clone() {
            used.extend(library.support(condition));
        }
        for (at, object) in effect.objects.iter().enumerate().filter(|(_, object)| !object.is_new) {
            let mut parts = BTreeMap::new();
            for part in &object.before {
                let want = match part.held {
                    Held::Number(term) => {
                        let symbol = library.machine.arena.node(term).symbol();
                        used.contains(&symbol).then_some(Want::Number(symbol))
                    }
                    Held::Null => Some(Want::Null),
                    Held::Object(other) => bound.get(&other).map(|other| Want::Object(*other)),
                    Held::Open(symbol) => pointers.get(&symbol).copied(),
                    Held::Unwritten | Held::Other => None,
                };
                parts.extend(want.map(|want| (part.at, want)));
            }
            self.objects.insert(bound[&at], Wanted { ty: object.ty, parts });
        }
        bound
    }

    /// The goals before a call on this path that makes or changes `object`: one for each way in which the
    /// other objects of the call may be objects of the goal.
    fn before(
        &self,
        library: &mut Library,
        summary: usize,
        part: Part,
        effect: &Effect,
        object: usize,
    ) -> Vec<Put> {
        let place = match part {
            Part::Maker => effect.result,
            Part::Storage(at) | Part::Modifier(at) => effect.arguments[at],
            Part::Target => return Vec::new(),
        };
        let Held::Object(main) = place else { return Vec::new() };
        let mut start = Match {
            bound: BTreeMap::new(),
            terms: BTreeMap::new(),
            pointers: BTreeMap::new(),
            waiting: Vec::new(),
        };
        if !self.bind(&mut start, effect, main, object) || !self.settle(&mut start, effect) {
            return Vec::new();
        }
        // An object that the call is given may be one of the goal, or another one.
        let mut matches = vec![start];
        for (at, given) in effect.objects.iter().enumerate().filter(|(_, given)| !given.is_new) {
            let mut more = Vec::new();
            for found in &matches {
                if found.bound.contains_key(&at) {
                    continue;
                }
                for (other, wanted) in &self.objects {
                    if wanted.ty != given.ty || found.bound.values().any(|known| known == other) {
                        continue;
                    }
                    let mut found = found.clone();
                    if self.bind(&mut found, effect, at, *other) && self.settle(&mut found, effect) {
                        more.push(found);
                    }
                }
            }
            matches.extend(more);
        }
        matches.into_iter().filter_map(|found| self.put(library, summary, part, effect, found)).collect()
    }

    /// Notes that an object of a call is an object of the goal. Returns whether that is possible.
    fn bind(&self, found: &mut Match, effect: &Effect, at: usize, object: usize) -> bool {
        match found.bound.get(&at) {
            Some(known) => *known == object,
            None if found.bound.values().any(|known| *known == object) => false,
            None => {
                let Some(wanted) = self.objects.get(&object) else { return false };
                if wanted.ty != effect.objects[at].ty || effect.objects[at].is_freed {
                    return false;
                }
                found.bound.insert(at, object);
                found.waiting.push(at);
                true
            }
        }
    }

    /// Returns whether the call leaves in its objects what the goal wants.
    fn settle(&self, found: &mut Match, effect: &Effect) -> bool {
        while let Some(at) = found.waiting.pop() {
            let object = found.bound[&at];
            for (place, want) in &self.objects[&object].parts {
                let left = effect.objects[at].after.iter().find(|part| part.at == *place);
                let Some(left) = left else { return false };
                let is_right = match (want, left.held) {
                    (Want::Number(symbol), Held::Number(term)) => {
                        found.terms.insert(*symbol, term);
                        true
                    }
                    (Want::Null, Held::Null) => true,
                    (Want::Object(other), Held::Object(its)) => self.bind(found, effect, its, *other),
                    (Want::Null | Want::Object(_), Held::Open(symbol)) => {
                        found.pointers.insert(symbol, *want).is_none_or(|known| known == *want)
                    }
                    _ => false,
                };
                if !is_right {
                    return false;
                }
            }
        }
        true
    }

    /// The goal before a call.
    fn put(
        &self,
        library: &mut Library,
        summary: usize,
        part: Part,
        effect: &Effect,
        found: Match,
    ) -> Option<Put> {
        let mut changed = BTreeSet::new();
        for (at, object) in &found.bound {
            let touched = &effect.objects[*at];
            for place in self.objects[object].parts.keys() {
                let was = touched.before.iter().find(|part| part.at == *place).map(|part| part.held);
                let is = touched.after.iter().find(|part| part.at == *place).map(|part| part.held);
                if was != is {
                    changed.insert((*object, *place));
                }
            }
        }
        // A call that changes nothing that is wanted is of no use, unless it makes an object.
        let is_maker = matches!(part, Part::Maker | Part::Storage(_));
        if changed.is_empty() && !is_maker {
            return None;
        }
        let mut substitution = Substitution::default();
        found.terms.iter().for_each(|(symbol, term)| substitution.set(*symbol, *term));
        let arena = &mut library.machine.arena;
        let became: Vec<(ExprId, ExprId)> =
            self.conditions.iter().map(|it| (*it, substitution.apply(arena, *it))).collect();
        let mut conditions: Vec<ExprId> = became.iter().map(|(_, it)| *it).collect();
        conditions.extend(&effect.conditions);
        let yes = library.machine.arena.bool(true);
        conditions.retain(|condition| *condition != yes);
        let mut steps = self.steps.clone();
        for step in &mut steps {
            for passed in &mut step.arguments {
                if let Passed::Number(term) = passed {
                    *term = substitution.apply(&mut library.machine.arena, *term);
                }
            }
        }
        let mut goal = Goal { conditions, objects: self.objects.clone(), steps, next: self.next };
        let made: BTreeSet<usize> = found
            .bound
            .iter()
            .filter(|(at, _)| effect.objects[**at].is_new)
            .map(|(_, object)| *object)
            .collect();
        goal.objects.retain(|object, _| !found.bound.values().any(|bound| bound == object));
        // An object from before the call cannot point to an object that the call makes.
        let points_to = |wanted: &Wanted| {
            wanted.parts.values().any(|want| matches!(want, Want::Object(other) if made.contains(other)))
        };
        if goal.objects.values().any(points_to) {
            return None;
        }
        let result = match effect.result {
            Held::Object(at) if effect.objects[at].is_new => found.bound.get(&at).copied(),
            _ => None,
        };
        // A later call can be given an object that this call makes only if it is the result of this call.
        let is_lost = |passed: &Passed| matches!(passed, Passed::Object(it) if made.contains(it) && Some(*it) != result);
        if goal.steps.iter().flat_map(|step| &step.arguments).any(is_lost) {
            return None;
        }
        let bound = goal.take_in(library, effect, found.bound, &found.pointers);
        let arguments = passed(effect, &bound)?;
        let mut storage = None;
        if let Part::Storage(at) = part {
            // The storage holds nothing yet, so no call before this one can provide contents that this call
            // needs.
            let Passed::Object(object) = arguments[at] else { return None };
            let wanted = goal.objects.remove(&object)?;
            let is_needed = |want: &Want| match want {
                Want::Number(symbol) => {
                    goal.conditions.iter().any(|it| library.support(*it).contains(symbol))
                }
                _ => true,
            };
            if wanted.parts.values().any(is_needed) {
                return None;
            }
            storage = Some(object);
        }
        let function = library.summaries[summary].function;
        goal.steps.push(Step { function, result, storage, arguments });
        Some(Put { goal, changed, became })
    }

    /// The parts that the call changes and whose symbols occur in a condition that became part of the core.
    fn parts_of(
        &self,
        library: &mut Library,
        changed: &BTreeSet<(usize, Bits)>,
        became: &[(ExprId, ExprId)],
        core: &[ExprId],
    ) -> Vec<(usize, Bits)> {
        let mut symbols: BTreeSet<SymbolId> = BTreeSet::new();
        for (condition, _) in became.iter().filter(|(_, it)| core.contains(it)) {
            symbols.extend(library.support(*condition));
        }
        let is_in_core = |(object, place): &&(usize, Bits)| {
            let want = self.objects[object].parts.get(place);
            matches!(want, Some(Want::Number(symbol)) if symbols.contains(symbol))
        };
        changed.iter().filter(is_in_core).copied().collect()
    }

    /// The name of a part in the source.
    fn name_of(&self, library: &Library, part: &(usize, Bits)) -> Option<String> {
        match self.objects.get(&part.0)?.parts.get(&part.1)? {
            Want::Number(symbol) => Some(library.machine.arena.symbol_key(*symbol).name.to_string()),
            Want::Null | Want::Object(_) => None,
        }
    }

    /// A key that distinguishes a goal from others by its conditions and shape. The names of its symbols do
    /// not matter.
    fn key(&self, library: &mut Library) -> String {
        let mut names: BTreeMap<SymbolId, ExprId> = BTreeMap::new();
        let arena = &mut library.machine.arena;
        for (number, want) in self.objects.values().flat_map(|wanted| wanted.parts.values()).enumerate() {
            if let Want::Number(symbol) = want {
                let width = arena.width(arena.symbol_term(*symbol));
                let element = number as u32;
                let key = crate::expr::SymbolKey { input: u32::MAX, element, name: "part".into(), width };
                names.insert(*symbol, arena.symbol(key));
            }
        }
        let mut substitution = Substitution::default();
        names.into_iter().for_each(|(symbol, term)| substitution.set(symbol, term));
        let mut conditions: Vec<ExprId> = Vec::new();
        for condition in &self.conditions {
            let put = substitution.apply(arena, *condition);
            conditions.push(put);
        }
        // Conditions that depend only on arguments are left out, because earlier calls do not affect them.
        let arena = &library.machine.arena;
        let own = |symbol: &SymbolId| arena.symbol_key(*symbol).input == u32::MAX;
        let supports: Vec<Vec<SymbolId>> = conditions
            .iter()
            .map(|it| library.machine.solver.analysis().support(arena, *it).to_vec())
            .collect();
        let mut kept: Vec<u64> = conditions
            .iter()
            .zip(&supports)
            .filter(|(_, support)| support.iter().any(own))
            .map(|(condition, _)| arena.structural_hash(*condition))
            .collect();
        kept.sort_unstable();
        let shape: Vec<String> = self
            .objects
            .iter()
            .map(|(at, wanted)| {
                let parts = wanted.parts.iter().map(|(place, want)| match want {
                    Want::Number(_) => format!("{}", place.0),
                    Want::Null => format!("{}=0", place.0),
                    Want::Object(other) => format!("{}@{other}", place.0),
                });
                format!("{at}:{:?}{}", wanted.ty, parts.collect::<Vec<_>>().join(","))
            })
            .collect();
        format!("{} {kept:?} {}", self.steps.len(), shape.join(";"))
    }
}

/// The arguments of a call.
fn passed(effect: &Effect, bound: &BTreeMap<usize, usize>) -> Option<Vec<Passed>> {
    let one = |held: &Held| {
        Some(match held {
            Held::Number(term) => Passed::Number(*term),
            Held::Null => Passed::Null,
            Held::Object(at) => Passed::Object(*bound.get(at)?),
            Held::Open(_) | Held::Unwritten | Held::Other => return None,
        })
    };
    effect.arguments.iter().map(one).collect()
}
