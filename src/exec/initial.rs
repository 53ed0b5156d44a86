//! What the variables of a program hold when a call begins, beside what they held when the program started.

use super::observe::Observer;
use super::scenario::Found;
use super::shape::Source;
use crate::ir::{Const, GlobalId, Relocation, Setting, TypeId};
use crate::memory::{Memory, ObjectRef, OriginKind, Region};
use crate::testcase::Datum;

/// How many parts a variable that is an input may have to be shown whole.
const MAX_SHOWN: usize = 8;

impl Observer<'_> {
    /// The parts of a variable that differ from its initial value, and the parts that the call changes.
    pub(super) fn own_of(&mut self, before: &Memory, index: usize) -> Option<Datum> {
        let Found { object, view, before: first, after, .. } = self.walk().found[index].clone();
        let first = first.filter(|_| before.is_current(object))?;
        // What the driver sets may be the initial value again.
        let global = GlobalId::new(before.origin(object.id).number as usize);
        let is_whole = match self.program().set_by_main(global) {
            Some(Setting::Assigned) => !matches!(first, Datum::Array(_) | Datum::Struct(_)),
            Some(Setting::Input) => n_parts(&first) <= MAX_SHOWN,
            None => false,
        };
        if is_whole {
            return Some(first);
        }
        let trimmed = self.changed_from_the_beginning(before, object, view, first.clone());
        Some(match after {
            // The parts that the call changes are shown in any case.
            Some(last) if last != Datum::Kept => {
                let last = Datum::changes(&first, last);
                revealed(trimmed, &first, &last)
            }
            _ => trimmed,
        })
    }

    /// Whether a global holds its initial value.
    pub(super) fn is_first(&mut self, memory: &Memory, object: ObjectRef) -> bool {
        let program = self.program();
        let global = &program.globals[memory.origin(object.id).number as usize];
        let Some(init) = &global.init else { return false };
        let contents = memory.object(object.id);
        for relocation in &init.relocations {
            let at = relocation.offset.0;
            let now = contents.pointer_at(at as usize).map(|target| (target, self.word(memory, object, at)));
            if now != self.initial_pointer(memory, object, at) {
                return false;
            }
        }
        let is_address = |at: usize| {
            let holds = |it: &Relocation| (it.offset.0..it.offset.0 + it.size.0).contains(&(at as u64));
            init.relocations.iter().any(holds)
        };
        contents.is_still(&init.bytes, is_address)
    }

    /// Eight bytes of an object as a number.
    fn word(&mut self, memory: &Memory, object: ObjectRef, at: u64) -> u64 {
        let mut byte = |at| u64::from(self.byte(memory, object, at).unwrap_or(0));
        (at..at + 8).rev().fold(0, |number, at| number << 8 | byte(at))
    }

    /// The target of a pointer in a global when the program started: an object, and the address.
    pub(super) fn initial_pointer(
        &self,
        memory: &Memory,
        object: ObjectRef,
        at: u64,
    ) -> Option<(ObjectRef, u64)> {
        let program = self.program();
        let global = &program.globals[memory.origin(object.id).number as usize];
        let init = global.init.as_ref()?;
        let relocation = init.relocations.iter().find(|relocation| relocation.offset.0 == at)?;
        type Target<'a> = (&'a [OriginKind], usize, i64);
        let (kinds, number, offset): Target<'_> = match &program.constants[relocation.target.index()] {
            Const::Global { global, offset } => {
                (&[OriginKind::Global, OriginKind::Constant], global.index(), *offset)
            }
            Const::Function(function) => (&[OriginKind::Function], function.index(), 0),
            _ => return None,
        };
        let is_it = |object: &ObjectRef| {
            let origin = memory.origin(object.id);
            kinds.contains(&origin.kind) && origin.number as usize == number
        };
        let target = memory.live(Region::Static).find(is_it)?;
        Some((target, memory.address(target.id).wrapping_add_signed(offset)))
    }

    /// The parts of a global variable that differ from its initial value.
    pub(super) fn changed_from_the_beginning(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        view: Option<TypeId>,
        now: Datum,
    ) -> Datum {
        if self.is_first(memory, object) {
            return Datum::Kept;
        }
        let Some(view) = view else { return now };
        let size = memory.size(object.id).0;
        let first = self.shape(Source::First(memory, object), 0, view, size);
        Datum::changes(&first, now)
    }
}

/// `trimmed`, in which the parts that `last` changes are filled in from `whole`.
fn revealed(trimmed: Datum, whole: &Datum, last: &Datum) -> Datum {
    match (trimmed, whole, last) {
        (trimmed, _, Datum::Kept) => trimmed,
        (Datum::Kept, Datum::Array(values), Datum::Array(last)) if values.len() == last.len() => {
            Datum::Array(
                values.iter().zip(last).map(|(value, last)| revealed(Datum::Kept, value, last)).collect(),
            )
        }
        (Datum::Kept, Datum::Struct(values), Datum::Struct(last)) if values.len() == last.len() => {
            let each = values.iter().zip(last);
            Datum::Struct(
                each.map(|((name, value), (_, last))| (name.clone(), revealed(Datum::Kept, value, last)))
                    .collect(),
            )
        }
        (Datum::Array(trimmed), Datum::Array(values), Datum::Array(last))
            if values.len() == last.len() && values.len() == trimmed.len() =>
        {
            let each = trimmed.into_iter().zip(values).zip(last);
            Datum::Array(each.map(|((trimmed, value), last)| revealed(trimmed, value, last)).collect())
        }
        (Datum::Struct(trimmed), Datum::Struct(values), Datum::Struct(last))
            if values.len() == last.len() && values.len() == trimmed.len() =>
        {
            let each = trimmed.into_iter().zip(values).zip(last);
            Datum::Struct(
                each.map(|(((name, trimmed), (_, value)), (_, last))| (name, revealed(trimmed, value, last)))
                    .collect(),
            )
        }
        (_, whole, _) => whole.clone(),
    }
}

fn n_parts(datum: &Datum) -> usize {
    match datum {
        Datum::Array(values) => values.iter().map(n_parts).sum(),
        Datum::Struct(members) => members.iter().map(|(_, value)| n_parts(value)).sum(),
        _ => 1,
    }
}
