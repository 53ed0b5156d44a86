//! Merges what the programs of several harnesses declare, so that their tests become one suite.

use crate::emit::facts::{Facts, Type};
use crate::ir::Entity;
use crate::testcase::{TestCall, TestCase};
use std::collections::HashMap;

/// Adds what another program declares to `whole`, and makes its tests refer to the types of `whole`.
pub fn merge(whole: &mut Facts, other: Facts, tests: &mut [TestCase]) {
    let entities = add_entities(whole, other.entities);
    let first = whole.types.len() as u32;
    let ty = |id: u32| id + first;
    let entity = |id: u32| entities[id as usize];
    whole.types.extend(other.types.into_iter().map(|known| match known {
        Type::Pointer(target) => Type::Pointer(ty(target)),
        Type::Array(element, count) => Type::Array(ty(element), count),
        Type::Record(mut record) => {
            record.entity = record.entity.map(entity);
            record.members.iter_mut().for_each(|member| member.ty = ty(member.ty));
            Type::Record(record)
        }
        Type::Enumeration { size, signed, entity: named, values, number } => {
            Type::Enumeration { size, signed, entity: named.map(entity), values, number }
        }
        Type::Function { entity: named } => Type::Function { entity: named.map(entity) },
        known @ (Type::Void
        | Type::Bool
        | Type::Char { .. }
        | Type::Integer { .. }
        | Type::Float { .. }
        | Type::Opaque) => known,
    }));
    let spelled = |spelled: &mut crate::ir::Spelled| {
        spelled.needs.iter_mut().chain(&mut spelled.mentions).for_each(|id| *id = entity(*id));
    };
    for (name, mut prototype) in other.functions {
        prototype.result = ty(prototype.result);
        prototype.parameters.iter_mut().for_each(|parameter| parameter.ty = ty(parameter.ty));
        if let Some(words) = &mut prototype.spelled {
            spelled(&mut words.result);
            words.parameters.iter_mut().for_each(&spelled);
        }
        whole.functions.entry(name).or_insert(prototype);
    }
    for (name, mut variable) in other.globals {
        spelled(&mut variable.spelled);
        whole.globals.entry(name).or_insert(variable);
    }
    whole.library.extend(other.library);
    whole.promises.extend(other.promises);
    whole.asks_for_alignment.extend(other.asks_for_alignment);
    whole.constants.extend(other.constants);
    for (name, is_defined) in other.mocks {
        *whole.mocks.entry(name).or_default() |= is_defined;
    }
    whole.characters.extend(other.characters.into_iter().map(ty));
    let of = |call: &mut TestCall| {
        call.arrangement.objects.iter_mut().for_each(|thing| thing.ty = thing.ty.map(ty));
    };
    for call in tests.iter_mut().flat_map(|test| &mut test.calls) {
        of(call);
        call.script.iter_mut().for_each(of);
    }
}

/// Adds entities and returns the number that each of them has then. Equal entities become one.
fn add_entities(whole: &mut Facts, others: Vec<Entity>) -> Vec<u32> {
    let known: HashMap<(String, String), u32> = (0..)
        .zip(&whole.entities)
        .map(|(at, entity)| ((entity.name.clone(), entity.text.clone()), at))
        .collect();
    let mut next = whole.entities.len() as u32;
    let mut numbers = Vec::new();
    let mut fresh = Vec::new();
    for entity in others {
        match known.get(&(entity.name.clone(), entity.text.clone())) {
            Some(number) => numbers.push(*number),
            None => {
                numbers.push(next);
                fresh.push(entity);
                next += 1;
            }
        }
    }
    for mut entity in fresh {
        entity.needs.iter_mut().chain(&mut entity.mentions).for_each(|id| *id = numbers[*id as usize]);
        entity.completes = entity.completes.map(|id| numbers[id as usize]);
        whole.entities.push(entity);
    }
    numbers
}
