//! The forward algorithm: from nothing, call by call, until the function under test can be entered.
//!
//! A [`World`] is what the calls so far have made, as terms over their primitive arguments. A call can be
//! made if the objects that it takes exist and its condition is possible. The fewest calls are tried first.

use super::search::{Effort, Queue, Work};
use super::summary::{Library, Part, Substitution};
use super::{Passed, Sequence, Step};
use crate::exec::{Effect, Held};
use crate::expr::{ExprId, SymbolId, SymbolKey};
use crate::ir::TypeId;
use crate::util::Bits;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What calls have made.
#[derive(Clone, Default)]
struct World {
    conditions: Vec<ExprId>,
    objects: BTreeMap<usize, Object>,
    steps: Vec<Step>,
    next: usize,
}

#[derive(Clone)]
struct Object {
    ty: TypeId,
    /// Whether a variable of the caller leads to it.
    is_known: bool,
    parts: BTreeMap<Bits, Holds>,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Holds {
    Number(ExprId),
    Null,
    Object(usize),
    Unknown,
}

/// How the objects of a call match the objects of a world.
#[derive(Clone, Default)]
struct Match {
    bound: BTreeMap<usize, usize>,
    terms: BTreeMap<SymbolId, ExprId>,
    /// What the pointers hold that the call passes on.
    pointers: BTreeMap<SymbolId, Holds>,
}

/// Finds calls that build the objects for a path through the function under test. `target` is the number of
/// the path's summary.
///
/// # Errors
/// Says why there is no such sequence, or why none was found.
pub fn forward(library: &mut Library, target: usize, effort: Effort) -> (Result<Sequence, String>, Work) {
    let questions = library.n_questions;
    let mut work = Work { is_whole: true, ..Work::default() };
    let found = search(library, target, effort, &mut work);
    work.questions = library.n_questions - questions;
    let found = found.ok_or_else(|| effort.refusal(&work));
    (found, work)
}

fn search(library: &mut Library, target: usize, effort: Effort, work: &mut Work) -> Option<Sequence> {
    let mut queue = Queue::new();
    let mut seen = BTreeSet::new();
    queue.add(0, World::default());
    let wanted = library.needed(target);
    let most = library.most(target);
    while let Some(world) = queue.next() {
        work.tries += 1;
        let effect = library.instance(target);
        for end in world.call(library, target, &effect, None) {
            if let Some(path) = library.path(&end.conditions)
                && let Some(values) = path.witness()
            {
                return Some(Sequence::of(&library.functions, &end.steps, &library.machine.arena, values));
            }
        }
        if world.steps.len() == effort.calls {
            work.is_whole = false;
            continue;
        }
        for summary in 0..library.summaries.len() {
            let part = library.functions[library.summaries[summary].function].part;
            if part == Part::Target || !library.serves(summary, part, &wanted) {
                continue;
            }
            if effort.is_spent(work) {
                work.is_whole = false;
                return None;
            }
            work.tries += 1;
            let effect = library.instance(summary);
            let storage = if let Part::Storage(at) = part { Some(at) } else { None };
            for next in world.call(library, summary, &effect, storage) {
                let is_much = next.n_of_each().iter().any(|(ty, n)| *n > most.get(ty).copied().unwrap_or(1));
                if !is_much && library.path(&next.conditions).is_some() && seen.insert(next.key(library)) {
                    queue.add(next.steps.len(), next);
                }
            }
        }
    }
    None
}

impl Library {
    /// The types of the objects that a path needs, and of the objects that their makers and modifiers need.
    fn needed(&self, target: usize) -> BTreeSet<TypeId> {
        let types = |summary: usize| {
            self.summaries[summary].effect.objects.iter().filter(|it| !it.is_new).map(|it| it.ty)
        };
        let mut needed: BTreeSet<TypeId> = types(target).collect();
        loop {
            let before = needed.len();
            for summary in 0..self.summaries.len() {
                let part = self.functions[self.summaries[summary].function].part;
                if part != Part::Target && self.serves(summary, part, &needed) {
                    needed.extend(types(summary));
                }
            }
            if needed.len() == before {
                return needed;
            }
        }
    }

    /// How many objects of each type are made at most: as many as the path leads to.
    fn most(&self, target: usize) -> BTreeMap<TypeId, usize> {
        let mut most = BTreeMap::new();
        for object in self.summaries[target].effect.objects.iter().filter(|it| !it.is_new) {
            *most.entry(object.ty).or_default() += 1;
        }
        most
    }

    /// Whether a call makes or changes an object of one of these types.
    fn serves(&self, summary: usize, part: Part, types: &BTreeSet<TypeId>) -> bool {
        let effect = &self.summaries[summary].effect;
        let place = match part {
            Part::Maker => effect.result,
            Part::Storage(at) | Part::Modifier(at) => effect.arguments[at],
            Part::Target => Held::Other,
        };
        matches!(place, Held::Object(at) if types.contains(&effect.objects[at].ty)
            && effect.objects.iter().any(|it| it.is_new || it.is_freed || it.before != it.after))
    }
}

impl World {
    fn n_of_each(&self) -> BTreeMap<TypeId, usize> {
        let mut each = BTreeMap::new();
        self.objects.values().for_each(|object| *each.entry(object.ty).or_default() += 1);
        each
    }

    /// The worlds after a call on this path, one for each choice of the objects that the call is given.
    /// `storage` is the parameter that points to storage of the caller that no call has set up.
    fn call(
        &self,
        library: &mut Library,
        summary: usize,
        effect: &Effect,
        storage: Option<usize>,
    ) -> Vec<World> {
        let fresh = storage.and_then(|at| match effect.arguments[at] {
            Held::Object(at) => Some(at),
            _ => None,
        });
        let mut matches = vec![Match::default()];
        for held in &effect.arguments {
            let Held::Object(at) = held else { continue };
            if Some(*at) == fresh {
                continue;
            }
            let mut next = Vec::new();
            for found in matches {
                if found.bound.contains_key(at) {
                    next.push(found);
                    continue;
                }
                for object in self.objects.keys() {
                    let mut found = found.clone();
                    if self.objects[object].is_known && self.bind(library, &mut found, effect, *at, *object) {
                        next.push(found);
                    }
                }
            }
            matches = next;
        }
        // A caller can pass only what it knows, and not what is within other objects.
        matches.retain(|found| {
            effect.arguments.iter().all(|held| match held {
                Held::Object(at) if Some(*at) != fresh => self.objects[&found.bound[at]].is_known,
                _ => true,
            })
        });
        matches.into_iter().filter_map(|found| self.after(library, summary, effect, found, fresh)).collect()
    }

    /// Whether an object of a call can be an object of the world, and so can all objects that it leads to.
    fn bind(
        &self,
        library: &mut Library,
        found: &mut Match,
        effect: &Effect,
        at: usize,
        object: usize,
    ) -> bool {
        let mut waiting = vec![(at, object)];
        while let Some((at, object)) = waiting.pop() {
            if let Some(known) = found.bound.get(&at) {
                if *known != object {
                    return false;
                }
                continue;
            }
            let touched = &effect.objects[at];
            if touched.ty != self.objects[&object].ty || found.bound.values().any(|it| *it == object) {
                return false;
            }
            found.bound.insert(at, object);
            for part in &touched.before {
                let there = self.objects[&object].parts.get(&part.at).copied().unwrap_or(Holds::Unknown);
                match (part.held, there) {
                    (Held::Number(term), Holds::Number(value)) => {
                        found.terms.insert(library.machine.arena.node(term).symbol(), value);
                    }
                    (Held::Null, Holds::Null) => {}
                    (Held::Object(its), Holds::Object(other)) => waiting.push((its, other)),
                    (Held::Open(symbol), holds) => {
                        found.pointers.insert(symbol, holds);
                    }
                    // The value there is not known, so no condition may depend on it.
                    (Held::Number(term), _) => {
                        let symbol = library.machine.arena.node(term).symbol();
                        let mut conditions = effect.conditions.iter();
                        if conditions.any(|it| library.support(*it).contains(&symbol)) {
                            return false;
                        }
                    }
                    (Held::Null | Held::Object(_), _) => return false,
                    (Held::Unwritten | Held::Other, _) => {}
                }
            }
        }
        true
    }

    fn after(
        &self,
        library: &mut Library,
        summary: usize,
        effect: &Effect,
        mut found: Match,
        fresh: Option<usize>,
    ) -> Option<World> {
        let mut world = self.clone();
        if let Some(fresh) = fresh {
            // No condition may depend on the contents of storage that no call has set up.
            for part in &effect.objects[fresh].before {
                let Held::Number(term) = part.held else { continue };
                let symbol = library.machine.arena.node(term).symbol();
                if effect.conditions.iter().any(|it| library.support(*it).contains(&symbol)) {
                    return None;
                }
            }
        }
        for (at, object) in effect.objects.iter().enumerate() {
            if found.bound.contains_key(&at) {
                continue;
            }
            if !object.is_new && Some(at) != fresh {
                return None;
            }
            found.bound.insert(at, world.next);
            world.next += 1;
        }
        let mut substitution = Substitution::default();
        found.terms.iter().for_each(|(symbol, term)| substitution.set(*symbol, *term));
        for condition in &effect.conditions {
            let put = substitution.apply(&mut library.machine.arena, *condition);
            if library.machine.arena.as_const(put) != Some(1) {
                world.conditions.push(put);
            }
        }
        let result = match effect.result {
            Held::Object(at) if effect.objects[at].is_new => Some(at),
            _ => None,
        };
        for (at, object) in effect.objects.iter().enumerate() {
            let number = found.bound[&at];
            if object.is_freed {
                world.objects.remove(&number);
                continue;
            }
            let mut parts = BTreeMap::new();
            for part in &object.after {
                let holds = match part.held {
                    Held::Number(term) => Holds::Number(substitution.apply(&mut library.machine.arena, term)),
                    Held::Null => Holds::Null,
                    Held::Object(other) => Holds::Object(found.bound[&other]),
                    Held::Open(symbol) => found.pointers.get(&symbol).copied().unwrap_or(Holds::Unknown),
                    Held::Unwritten | Held::Other => Holds::Unknown,
                };
                parts.insert(part.at, holds);
            }
            let is_known = world.objects.get(&number).is_some_and(|known| known.is_known)
                || result == Some(at)
                || fresh == Some(at);
            world.objects.insert(number, Object { ty: object.ty, is_known, parts });
        }
        let argument = |held: &Held| {
            Some(match held {
                Held::Number(term) => Passed::Number(*term),
                Held::Null => Passed::Null,
                Held::Object(at) => Passed::Object(found.bound[at]),
                Held::Open(_) | Held::Unwritten | Held::Other => return None,
            })
        };
        let arguments = effect.arguments.iter().map(argument).collect::<Option<Vec<_>>>()?;
        world.steps.push(Step {
            function: library.summaries[summary].function,
            result: result.map(|at| found.bound[&at]),
            storage: fresh.map(|at| found.bound[&at]),
            arguments,
        });
        Some(world)
    }

    /// A key that distinguishes a world from others. The names of objects and of the arguments of calls do
    /// not matter, and neither does the order of the calls.
    fn key(&self, library: &mut Library) -> String {
        let mut order: Vec<(&usize, &Object)> = self.objects.iter().collect();
        let constant = |library: &Library, holds: &Holds| match holds {
            Holds::Number(term) => library.machine.arena.as_const(*term),
            _ => None,
        };
        order.sort_by_cached_key(|(_, object)| {
            let held: Vec<_> = object.parts.values().map(|holds| constant(library, holds)).collect();
            (object.ty, held)
        });
        let place: BTreeMap<usize, usize> =
            order.iter().enumerate().map(|(at, (object, _))| (**object, at)).collect();
        let mut names = Substitution::default();
        let mut text = String::new();
        for (_, object) in &order {
            let _ = write!(text, ";{:?}{}", object.ty, object.is_known);
            for (at, holds) in &object.parts {
                let _ = match holds {
                    Holds::Number(term) => {
                        for symbol in library.support(*term) {
                            name(library, &mut names, symbol);
                        }
                        let put = names.apply(&mut library.machine.arena, *term);
                        write!(text, ",{}={:x}", at.0, library.machine.arena.structural_hash(put))
                    }
                    Holds::Null => write!(text, ",{}=null", at.0),
                    Holds::Object(other) => write!(text, ",{}@{:?}", at.0, place.get(other)),
                    Holds::Unknown => Ok(()),
                };
            }
        }
        let mut conditions = Vec::new();
        for condition in &self.conditions {
            // A condition that does not depend on the contents of objects has no effect on later calls.
            let support = library.support(*condition);
            if support.iter().any(|symbol| names.of.contains_key(symbol)) {
                support.iter().for_each(|symbol| name(library, &mut names, *symbol));
                let put = names.apply(&mut library.machine.arena, *condition);
                conditions.push(library.machine.arena.structural_hash(put));
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        format!("{conditions:x?}{text}")
    }
}

/// Gives a symbol a name that consists of its number in the order in which symbols were met.
fn name(library: &mut Library, names: &mut Substitution, symbol: SymbolId) {
    if names.of.contains_key(&symbol) {
        return;
    }
    let arena = &mut library.machine.arena;
    let width = arena.width(arena.symbol_term(symbol));
    let element = names.of.len() as u32;
    let put = arena.symbol(SymbolKey { input: u32::MAX, element, name: "part".into(), width });
    names.set(symbol, put);
}
