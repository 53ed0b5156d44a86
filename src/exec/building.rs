//! How a driver built the objects of a call under test: its calls before that, and what their objects held.
//!
//! A call of the driver counts if it changed or made an object of the scenario, or an object that another
//! counted call uses. A test that makes these calls again has the same objects. This does not work if the
//! driver itself wrote to one of the objects in between, or if one of the calls asks for inputs. In these
//! cases there is no such list of calls, and the objects are described by what they hold.

use super::driver_calls::Direct;
use super::observe::Observer;
use super::passed::Declared;
use super::scenario::{Found, Scenario, Walk, is_same};
use super::state::{RecordedCall, Returned, State};
use crate::memory::{Memory, ObjectRef, OriginKind};
use crate::testcase::{Building, Datum, DriverCall, Holding};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is known about the objects of a walk, indexed by their numbers.
#[derive(Default)]
struct Known {
    /// What each object held when a call could first use it; `None` for an object that a call makes.
    first: Vec<Option<Datum>>,
    is_met: Vec<bool>,
}

impl Known {
    fn grow(&mut self, n: usize) {
        self.first.resize(n.max(self.first.len()), None);
        self.is_met.resize(n.max(self.is_met.len()), false);
    }
}

impl Observer<'_> {
    /// How the objects of a call under test were built; `place` is its index among those of the state.
    /// Objects that only the driver's calls use are added to the scenario.
    pub(super) fn building(
        &mut self,
        state: &State,
        place: usize,
        scenario: &mut Scenario,
    ) -> Option<Building> {
        let all = state.driver_calls.all();
        let at = all.iter().position(|call| matches!(call, Direct::Tested(other) if *other == place))?;
        let tested = &*state.calls[place];
        if at == 0 || scenario.obstacle.is_some() || tested.returned.is_none() {
            return None;
        }
        if scenario.found.iter().any(|found| found.holding == Holding::Stream) {
            return None;
        }
        let n_found = scenario.found.len();
        let views: Vec<_> = scenario.found.iter().map(|found| found.view).collect();
        self.walk = Some(Walk::from(&scenario.found));
        let record = |call: &Direct| match call {
            Direct::Tested(place) => Rc::clone(&state.calls[*place]),
            Direct::Own(call) => Rc::clone(call),
        };
        let before: Vec<_> = all[..at].iter().map(record).collect();
        let after: Vec<_> = match all[at + 1..].iter().any(|call| matches!(call, Direct::Tested(_))) {
            true => Vec::new(),
            false => all[at + 1..].iter().map(record).collect(),
        };
        let building = self.built(tested, &scenario.arguments, &before, &after);
        let n_all = self.walk().found.len();
        let aside: Vec<_> = (n_found..n_all).map(|index| self.held_aside(tested, index)).collect();
        let walk = self.walk.take().expect("invariant: a scenario is made");
        let is_as_before =
            walk.obstacle.is_none() && views.iter().zip(&walk.found).all(|(view, found)| *view == found.view);
        let building = building.filter(|_| is_as_before && walk.found.len() == n_all)?;
        let after = &tested.returned.as_ref().expect("invariant: asked above").memory_after;
        for (found, held) in walk.found.into_iter().skip(n_found).zip(aside) {
            let is_there = is_there(after, found.object);
            scenario.found.push(found.aside(held, is_there));
        }
        Some(building)
    }

    /// The contents of an object that only the driver's calls use, when the call under test begins; `None`
    /// for a global variable, which a test has no reason to set.
    fn held_aside(&mut self, tested: &RecordedCall, index: usize) -> Option<Datum> {
        let Found { object, view, is_declared, is_global, .. } = self.walk().found[index].clone();
        self.walk().is_before = true;
        if is_global { None } else { self.contents_at(&tested.memory_before, object, view, is_declared) }
    }

    fn built(
        &mut self,
        tested: &RecordedCall,
        arguments: &[Datum],
        before: &[Rc<RecordedCall>],
        after: &[Rc<RecordedCall>],
    ) -> Option<Building> {
        let mut relevant = Vec::new();
        for call in before.iter().rev() {
            let returned = call.returned.as_ref()?;
            let objects = self.walk().found.iter().map(|found| found.object);
            let is_idle = objects.into_iter().all(|object| is_left_alone(call, returned, object));
            let is_finder = is_idle && self.finds(call, returned).is_some();
            if is_idle && !is_finder {
                continue;
            }
            if returned.inputs > call.inputs {
                return None;
            }
            self.walk().is_before = true;
            let passed = self.passed_to(call)?;
            self.reach(&call.memory_before, &passed);
            relevant.push((&**call, is_finder));
        }
        relevant.reverse();
        let mut known = Known::default();
        let mut calls = Vec::new();
        let mut last: Option<&Memory> = None;
        for (call, is_finder) in relevant {
            let returned = call.returned.as_ref()?;
            self.walk().is_before = true;
            let arguments = self.passed_to(call)?;
            self.meet(&call.memory_before, &arguments, last, &mut known)?;
            self.walk().is_before = false;
            let declared = Declared::of(self.program(), call)?;
            let result = self.result_shape(call, returned, Some(&declared));
            let finds = self.finds(call, returned);
            // An object that another call has found already need not be found again.
            if is_finder && finds.is_none_or(|index| known.is_met.get(index) == Some(&true)) {
                continue;
            }
            let found = &self.walk().found;
            known.grow(found.len());
            if let Some(index) = finds.filter(|index| !known.is_met[*index]) {
                known.is_met[index] = true;
            }
            for (index, found) in found.iter().enumerate() {
                let is_made = !is_there(&call.memory_before, found.object)
                    && is_there(&returned.memory_after, found.object);
                known.is_met[index] |= is_made;
            }
            let function = self.program().functions[call.function.index()].source_name().into_owned();
            calls.push(DriverCall { function, arguments, result });
            last = Some(&returned.memory_after);
        }
        if calls.is_empty() {
            return None;
        }
        self.walk().is_before = true;
        self.meet(&tested.memory_before, arguments, last, &mut known)?;
        let n_found = self.walk().found.len();
        known.grow(n_found);
        for index in (0..n_found).filter(|index| !known.is_met[*index]) {
            known.first[index] = self.first_of(&tested.memory_before, index);
        }
        let (ending, freed) = self.ending(tested, after);
        Some(Building { calls, first: known.first, ending, freed })
    }

    /// The object of the scenario that a call returns, if it lives as long as the program and only the called
    /// function has a name for it, as for the single object that stands for "true".
    fn finds(&mut self, call: &RecordedCall, returned: &Returned) -> Option<usize> {
        let views: Vec<_> = self.walk().found.iter().map(|found| found.view).collect();
        let declared = Declared::of(self.program(), call)?;
        let walk = self.walk();
        let was_before = std::mem::replace(&mut walk.is_before, false);
        let result = self.result_shape(call, returned, Some(&declared));
        // This was only a question: undo what it found, and the views that it improved.
        let walk = self.walk();
        walk.is_before = was_before;
        walk.found.truncate(views.len());
        walk.found.iter_mut().zip(&views).for_each(|(found, view)| found.view = *view);
        walk.pending.retain(|index| *index < views.len());
        let Datum::At { object, offset: 0 } = result else { return None };
        let is_nameless = |found: &&Found| found.holding == Holding::Automatic;
        let index = object as usize;
        let found = self.walk().found.get(index).filter(is_nameless)?;
        (call.memory_before.origin(found.object.id).kind == OriginKind::Global).then_some(index)
    }

    /// Notes the objects that a call can use. `last` is memory as the previous call left it; `None` is
    /// returned if a known object has changed since then.
    fn meet(
        &mut self,
        memory: &Memory,
        arguments: &[Datum],
        last: Option<&Memory>,
        known: &mut Known,
    ) -> Option<()> {
        let mut reached = self.reach(memory, arguments);
        let found = &self.walk().found;
        known.grow(found.len());
        if let Some(last) = last {
            let met = found.iter().zip(&known.is_met).filter(|(_, is_met)| **is_met);
            if !met.into_iter().all(|(found, _)| is_unchanged(last, memory, found.object)) {
                return None;
            }
        } else {
            let is_variable = |index: &usize| matches!(found[*index].holding, Holding::Global(_));
            reached.extend((0..found.len()).filter(is_variable));
        }
        for index in reached {
            if !known.is_met[index] {
                known.is_met[index] = true;
                known.first[index] = self.first_of(memory, index);
            }
        }
        // A view that got better was used as soon as it was found, so no object is visited again.
        self.walk().pending.clear();
        let n_found = self.walk().found.len();
        known.grow(n_found);
        Some(())
    }

    /// The contents of an object; for a global variable, only what differs from its initial value.
    fn first_of(&mut self, memory: &Memory, index: usize) -> Option<Datum> {
        let Found { object, view, is_declared, is_global, .. } = self.walk().found[index].clone();
        let contents = self.contents_at(memory, object, view, is_declared)?;
        Some(match is_global {
            true => self.changed_from_the_beginning(memory, object, view, contents),
            false => contents,
        })
    }

    /// The arguments of a call as declared.
    fn passed_to(&mut self, call: &RecordedCall) -> Option<Vec<Datum>> {
        let declared = Declared::of(self.program(), call).filter(|declared| declared.further.is_empty())?;
        let parameters = declared.parameters.iter().zip(&declared.signature.params);
        Some(parameters.map(|(passed, ty)| self.passed_shape(&call.memory_before, passed, *ty)).collect())
    }

    /// The numbers of the objects that can be reached from some values. New objects get a number.
    fn reach(&mut self, memory: &Memory, from: &[Datum]) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut waiting = Vec::new();
        from.iter().for_each(|datum| datum.objects(&mut |object| waiting.push(object as usize)));
        while let Some(index) = waiting.pop() {
            if !reached.insert(index) {
                continue;
            }
            let Found { object, view, is_declared, .. } = self.walk().found[index].clone();
            if let Some(contents) = self.contents_at(memory, object, view, is_declared) {
                contents.objects(&mut |object| waiting.push(object as usize));
            }
        }
        reached
    }

    /// The driver's calls after the one under test that free objects, and the objects that they free.
    fn ending(&mut self, tested: &RecordedCall, after: &[Rc<RecordedCall>]) -> (Vec<DriverCall>, Vec<u32>) {
        let (mut ending, mut freed) = (Vec::new(), Vec::new());
        let mut last = tested.returned.as_ref().map(|returned| &returned.memory_after);
        self.walk().is_before = false;
        let n_found = self.walk().found.len();
        for call in after {
            let (Some(returned), Some(memory)) = (&call.returned, last) else { break };
            let objects: Vec<ObjectRef> = self.walk().found.iter().map(|found| found.object).collect();
            let is_freed = |object: &ObjectRef| {
                is_there(&call.memory_before, *object) && !is_there(&returned.memory_after, *object)
            };
            let here: Vec<u32> =
                (0..n_found as u32).filter(|index| is_freed(&objects[*index as usize])).collect();
            if here.is_empty() {
                continue;
            }
            let is_kept = objects.iter().all(|object| is_unchanged(memory, &call.memory_before, *object));
            let arguments = self.passed_to(call);
            // If its arguments lead to further objects, only the driver knows what it works on.
            let is_known = self.walk().found.len() == n_found;
            self.walk().found.truncate(n_found);
            let (Some(arguments), true, true) =
                (arguments, is_kept && is_known, returned.inputs == call.inputs)
            else {
                break;
            };
            let function = self.program().functions[call.function.index()].source_name().into_owned();
            ending.push(DriverCall { function, arguments, result: Datum::Void });
            freed.extend(here);
            last = Some(&returned.memory_after);
        }
        (ending, freed)
    }
}

fn is_there(memory: &Memory, object: ObjectRef) -> bool {
    memory.holds(object)
}

/// Whether an object is as it was: not changed, made or freed.
fn is_unchanged(before: &Memory, after: &Memory, object: ObjectRef) -> bool {
    match (is_there(before, object), is_there(after, object)) {
        (true, true) => is_same(before, after, object),
        (is_first, is_then) => is_first == is_then,
    }
}

fn is_left_alone(call: &RecordedCall, returned: &Returned, object: ObjectRef) -> bool {
    is_unchanged(&call.memory_before, &returned.memory_after, object)
}
