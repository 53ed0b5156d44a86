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

    /// Checks that the call has given back what it takes. An object that other calls have made has no name, so
    /// the test keeps the pointer to it, which the call may give back, too. What the call has allocated itself
    /// is counted: `n_freed` blocks, unless there are none.
    pub(super) fn check_frees(&mut self, n_freed: u64) {
        let has_own =
            |name: &str| self.facts.functions.contains_key(name) || self.facts.mocks.contains_key(name);
        if has_own(frees::FREE) || n_freed == 0 && !self.things.iter().any(|thing| thing.is_freed) {
            return;
        }
        let mut known: BTreeMap<usize, String> = BTreeMap::new();
        for (at, object) in self.objects.iter().enumerate() {
            let way = object.way.as_ref().filter(|way| is_word(way));
            known.extend(way.map(|way| (at, way.clone())));
        }
        let freed = known.iter().filter(|(at, _)| self.things[**at].is_freed);
        let mut checks: Vec<Check> = freed.map(|(_, way)| frees::check(way)).collect();
        let mut open: VecDeque<(usize, String)> = known.clone().into_iter().collect();
        let mut kept = Vec::new();
        while let Some((at, way)) = open.pop_front().filter(|_| kept.len() < MOST) {
            // What it is when the call begins, also if other calls have made it.
            let Some(held) = self.held.get(at) else { continue };
            let (Some(before), Some(ty)) = (&held.before, self.things[at].ty) else { continue };
            let mut found = Vec::new();
            self.leads(&Lvalue::Behind(way), before, ty, &mut found);
            for (place, target, object) in found {
                if known.contains_key(&object) || self.things[object].holding != Holding::Heap {
                    continue;
                }
                let pointer = place.value();
                let Ok(begins) = self.beginning(&pointer, object, 0, target) else { continue };
                known.insert(object, begins.clone());
                open.push_back((object, begins));
                if self.things[object].is_freed && kept.len() < MOST {
                    self.use_type(ty);
                    let wanted = pointer.rsplit(['>', '.']).next().unwrap_or_default();
                    let wanted = wanted.split('[').next().unwrap_or_default().to_owned();
                    let name = self.name(&wanted);
                    checks.push(frees::check(&name));
                    kept.push(format!("const void *{name} = {pointer}"));
                }
            }
        }
        if (1..MOST_BLOCKS).contains(&n_freed) {
            checks.push(frees::count(n_freed));
        }
        if !checks.is_empty() {
            self.out.setup.extend(kept);
            self.out.setup.push(frees::watch());
            self.out.checks.extend(checks);
        }
    }
}
