//! Checks that a call gives back what it takes.

use super::super::frees;
use super::super::place::Lvalue;
use super::Writer;
use crate::emit::facts::Type;
use crate::emit::suite::statements::Check;
use crate::testcase::{Datum, Holding};
use std::collections::{BTreeMap, VecDeque};

/// A suite has no room to note so many blocks, see `text/frees.c`.
const MOST_BLOCKS: u64 = 1024;
/// The most objects without a name of which a test checks that they were given back.
const MOST: usize = 8;

/// The checks that a call gives back what it takes, and the statements before the call which keep the pointers
/// that these checks need.
#[derive(Default)]
pub(super) struct Frees {
    kept: Vec<String>,
    checks: Vec<Check>,
}

/// Whether an expression is the name of a variable.
fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl Writer<'_> {
    /// The pointers within a value of a type that lead to the beginning of an object, with the type of their
    /// target and the number of the object. A value that is several elements is of their type.
    fn leads(&self, place: &Lvalue, value: &Datum, ty: u32, out: &mut Vec<(Lvalue, u32, usize)>) {
        match (value, self.facts.ty(ty)) {
            (Datum::At { object, offset: 0 }, Type::Pointer(target)) => {
                out.push((place.clone(), *target, *object as usize));
            }
            (Datum::Struct(members), Type::Record(record)) if record.entity.is_some() => {
                for (name, value) in members {
                    if let Ok(ty) = self.member(ty, name) {
                        self.leads(&place.member(name), value, ty, out);
                    }
                }
            }
            (Datum::Array(values), of) => {
                let element = if let Type::Array(element, _) = of { *element } else { ty };
                for (index, value) in (0..).zip(values) {
                    self.leads(&place.element(index), value, element, out);
                }
            }
            _ => {}
        }
    }

    /// What objects of the test are called when the call begins: those with a variable that points to them,
    /// and globals.
    fn named_before(&self) -> (BTreeMap<usize, String>, VecDeque<(usize, Lvalue)>) {
        let mut known = BTreeMap::new();
        let mut open = VecDeque::new();
        for (at, (object, thing)) in self.objects.iter().zip(self.things).enumerate() {
            if let Some(way) = object.way.as_ref().filter(|way| is_word(way)) {
                known.insert(at, way.clone());
                open.push_back((at, Lvalue::Behind(way.clone())));
            } else if let Holding::Global(name) = &thing.holding
                && is_word(name)
                && self.facts.globals.get(name).is_some_and(|variable| !variable.is_constant)
            {
                open.push_back((at, Lvalue::Named(name.clone())));
            }
        }
        (known, open)
    }

    /// Checks that the call gives back what it takes. An object that other calls have made may have no name, so
    /// the test keeps the pointer to it, which the call may give back, too. What the call has allocated itself
    /// is counted: `n_freed` blocks, unless there are none. The names of objects have to be those that they
    /// have when the call begins.
    pub(super) fn frees(&mut self, n_freed: u64) -> Frees {
        let mut frees = Frees::default();
        let has_own =
            |name: &str| self.facts.functions.contains_key(name) || self.facts.mocks.contains_key(name);
        if has_own(frees::FREE) || n_freed == 0 && !self.things.iter().any(|thing| thing.is_freed) {
            return frees;
        }
        let (mut known, mut open) = self.named_before();
        let freed = known.iter().filter(|(at, _)| self.things[**at].is_freed);
        frees.checks.extend(freed.map(|(_, way)| frees::check(way)));
        while let Some((at, place)) = open.pop_front().filter(|_| frees.kept.len() < MOST) {
            // What it is when the call begins, also if other calls have made it.
            let Some(held) = self.held.get(at) else { continue };
            let (Some(before), Some(ty)) = (&held.before, self.things[at].ty) else { continue };
            let mut found = Vec::new();
            self.leads(&place, before, ty, &mut found);
            for (place, target, object) in found {
                if known.contains_key(&object) || self.things[object].holding != Holding::Heap {
                    continue;
                }
                let pointer = place.value();
                let Ok(begins) = self.beginning(&pointer, object, 0, target) else { continue };
                known.insert(object, begins.clone());
                open.push_back((object, Lvalue::Behind(begins)));
                if self.things[object].is_freed && frees.kept.len() < MOST {
                    self.use_type(ty);
                    let member = pointer.rsplit(['>', '.']).next().unwrap_or_default();
                    let member = member.split('[').next().unwrap_or_default();
                    let wanted = match self.facts.globals.contains_key(member) {
                        true => format!("{member}_before"),
                        false => member.to_owned(),
                    };
                    let name = self.name(&wanted);
                    frees.checks.push(frees::check(&name));
                    frees.kept.push(format!("const void *{name} = {pointer}"));
                }
            }
        }
        if (1..MOST_BLOCKS).contains(&n_freed) {
            frees.checks.push(frees::count(n_freed));
        }
        frees
    }

    pub(super) fn check_frees(&mut self, frees: Frees) {
        if !frees.checks.is_empty() {
            self.out.setup.extend(frees.kept);
            self.out.setup.push(frees::watch());
            self.out.checks.extend(frees.checks);
        }
    }
}
