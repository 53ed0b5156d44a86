//! What a test knows about the data of a call of a mock: what its arguments lead to, before and after it.

use crate::emit::facts::{Facts, Type};
use crate::testcase::{Datum, TestCall};

/// The part of a value of type `ty` that begins at `offset` and has the type `target`.
fn part_at<'d>(facts: &Facts, datum: &'d Datum, ty: u32, offset: u64, target: u32) -> Option<&'d Datum> {
    if offset == 0 && facts.same_type(ty, target) {
        return Some(datum);
    }
    match (datum, facts.ty(ty)) {
        (Datum::Array(values), Type::Array(element, _)) => {
            let size = facts.size(*element)?.max(1);
            part_at(facts, values.get((offset / size) as usize)?, *element, offset % size, target)
        }
        (Datum::Struct(values), Type::Record(record)) => record.members.iter().find_map(|member| {
            let size = facts.size(member.ty)?;
            let inner = offset.checked_sub(member.offset).filter(|inner| *inner < size.max(1))?;
            let (_, value) = values.iter().find(|(name, _)| *name == member.name)?;
            part_at(facts, value, member.ty, inner, target)
        }),
        _ => None,
    }
}

/// Whether it is the type of a number.
pub fn is_number(facts: &Facts, ty: u32) -> bool {
    matches!(
        facts.ty(ty),
        Type::Bool | Type::Char { .. } | Type::Integer { .. } | Type::Float { .. } | Type::Enumeration { .. }
    )
}

/// What a pointer argument of a call leads to.
pub struct Pointee<'d> {
    pub before: Option<&'d Datum>,
    pub after: Option<&'d Datum>,
}

/// What an argument points to, as a value of type `target`.
pub fn pointee<'d>(facts: &Facts, call: &'d TestCall, at: usize, target: u32) -> Option<Pointee<'d>> {
    pointee_behind(facts, call, (at, 0), target)
}

/// What lies so many bytes behind the place that an argument points to, if that is of this type.
pub fn pointee_behind<'d>(
    facts: &Facts,
    call: &'d TestCall,
    (at, bytes): (usize, u64),
    target: u32,
) -> Option<Pointee<'d>> {
    let Some(Datum::At { object, offset }) = call.arrangement.arguments.get(at) else { return None };
    let thing = call.arrangement.objects.get(*object as usize)?;
    let offset = offset + bytes;
    if offset >= thing.size {
        return None;
    }
    let find = |datum: &'d Datum| {
        let ty = thing.ty?;
        match datum {
            Datum::Kept => Some(datum),
            Datum::Array(values) if thing.count != 1 => {
                let size = facts.size(ty)?.max(1);
                part_at(facts, values.get((offset / size) as usize)?, ty, offset % size, target)
            }
            _ => part_at(facts, datum, ty, offset, target),
        }
    };
    Some(Pointee { before: thing.before.as_ref().and_then(find), after: thing.after.as_ref().and_then(find) })
}

/// The bytes behind a pointer argument, as far as they are known.
pub fn bytes_of(call: &TestCall, at: usize, is_after: bool) -> Option<Vec<Option<u8>>> {
    bytes_behind(call, call.arrangement.arguments.get(at)?, is_after)
}

/// The bytes behind a pointer that a call of a mock knows, as far as they are known.
pub(super) fn bytes_behind(call: &TestCall, pointer: &Datum, is_after: bool) -> Option<Vec<Option<u8>>> {
    let Datum::At { object, offset } = pointer else { return None };
    let thing = call.arrangement.objects.get(*object as usize)?;
    let datum = match (is_after, thing.after.as_ref()) {
        (true, Some(after)) if *after != Datum::Kept => after,
        _ => thing.before.as_ref()?,
    };
    let before = || bytes_behind(call, pointer, false).unwrap_or_default();
    let bytes: Vec<Option<u8>> = match datum {
        Datum::Text { text, rest } => text.iter().chain(rest).map(|byte| Some(*byte)).collect(),
        Datum::Array(values) if thing.ty.is_none() || thing.size == values.len() as u64 => {
            let old = if is_after { before() } else { Vec::new() };
            let byte = |(index, value): (usize, &Datum)| match value {
                Datum::Integer(value) => Some(*value as u8),
                Datum::Character(character) => Some(*character as u8),
                Datum::Kept => old.get(index.checked_sub(*offset as usize)?).copied().flatten(),
                _ => None,
            };
            values.iter().enumerate().map(byte).collect()
        }
        Datum::Uninitialised => vec![None; thing.size as usize],
        _ => return None,
    };
    bytes.get(*offset as usize..).map(<[_]>::to_vec)
}

/// The text behind a pointer argument, without its terminator.
pub(super) fn text_of(call: &TestCall, at: usize) -> Option<Vec<u8>> {
    text_behind(call, call.arrangement.arguments.get(at)?)
}

/// The text behind a pointer, without its terminator.
pub(super) fn text_behind(call: &TestCall, pointer: &Datum) -> Option<Vec<u8>> {
    let bytes = bytes_behind(call, pointer, false)?;
    let end = bytes.iter().position(|byte| *byte == Some(0))?;
    bytes[..end].iter().copied().collect()
}

/// Whether a call changes what an argument points to.
pub fn is_written(call: &TestCall, at: usize) -> bool {
    let Some(Datum::At { object, .. }) = call.arrangement.arguments.get(at) else { return false };
    let after = call.arrangement.objects.get(*object as usize).and_then(|thing| thing.after.as_ref());
    after.is_some_and(|after| *after != Datum::Kept)
}

/// The bytes that an argument points to, as many as another argument says.
pub fn counted_bytes(facts: &Facts, call: &TestCall, at: usize, length: usize) -> Option<Vec<u8>> {
    let Some(Datum::Integer(length)) = call.arrangement.arguments.get(length) else { return None };
    let bytes = bytes_of(call, at, false).or_else(|| bytes_of_values(facts, call, at))?;
    bytes.get(..usize::try_from(*length).ok()?)?.iter().copied().collect()
}

/// The bytes of the numbers, structures and arrays behind a pointer argument, as far as they are known.
fn bytes_of_values(facts: &Facts, call: &TestCall, at: usize) -> Option<Vec<Option<u8>>> {
    let Some(Datum::At { object, offset }) = call.arrangement.arguments.get(at) else { return None };
    let thing = call.arrangement.objects.get(*object as usize)?;
    let (ty, datum) = (thing.ty?, thing.before.as_ref()?);
    let size = facts.size(ty)?.max(1) as usize;
    let mut bytes = vec![None; thing.size as usize];
    match datum {
        Datum::Array(values) if thing.count != 1 => {
            values.iter().zip(bytes.chunks_mut(size)).for_each(|(value, room)| lay(facts, value, ty, room));
        }
        datum => lay(facts, datum, ty, &mut bytes),
    }
    bytes.get(*offset as usize..).map(<[_]>::to_vec)
}

/// Writes the bytes of a value of type `ty` to where it lies in memory, the lowest one of a number first. What
/// lies between members, pointers, which differ from run to run, and what is no number remain unknown.
fn lay(facts: &Facts, datum: &Datum, ty: u32, room: &mut [Option<u8>]) {
    if matches!(datum, Datum::Float(value) if value.is_nan()) {
        return;
    }
    let mut put = |bytes: &[u8]| room.iter_mut().zip(bytes).for_each(|(place, byte)| *place = Some(*byte));
    match (datum, facts.ty(ty)) {
        (Datum::Integer(value), _) if is_number(facts, ty) => {
            let size = facts.size(ty).unwrap_or(0).min(16) as usize;
            put(&value.to_le_bytes()[..size]);
        }
        (Datum::Character(character), _) => put(&[*character as u8]),
        (Datum::Name(name), Type::Bool) => put(&[u8::from(name == "true")]),
        (Datum::Float(value), Type::Float { size: 8 }) => put(&value.to_le_bytes()),
        (Datum::Float(value), Type::Float { size: 4 }) => put(&(*value as f32).to_le_bytes()),
        (Datum::Text { text, rest }, Type::Array(..)) => put(&[&text[..], &rest[..]].concat()),
        (Datum::Array(values), Type::Array(element, _)) => {
            let size = facts.size(*element).unwrap_or(0).max(1) as usize;
            values
                .iter()
                .zip(room.chunks_mut(size))
                .for_each(|(value, room)| lay(facts, value, *element, room));
        }
        (Datum::Struct(values), Type::Record(record)) if !record.is_union => {
            for member in record.members.iter().filter(|member| !member.is_bit_field) {
                let held = values.iter().find(|(name, _)| *name == member.name);
                let end = facts.size(member.ty).map(|size| (member.offset + size) as usize);
                if let (Some((_, value)), Some(end)) = (held, end)
                    && let Some(room) = room.get_mut(member.offset as usize..end)
                {
                    lay(facts, value, member.ty, room);
                }
            }
        }
        _ => {}
    }
}

/// The value that an argument points to after a call has written there, with its type: a structure, a number,
/// or an array of numbers. `None` if it begins within something else.
pub fn written_part(facts: &Facts, call: &TestCall, at: usize) -> Option<(Datum, u32)> {
    let Some(Datum::At { object, offset }) = call.arrangement.arguments.get(at) else { return None };
    let thing = call.arrangement.objects.get(*object as usize)?;
    let (ty, after) = (thing.ty?, thing.after.as_ref()?);
    let whole = match &thing.before {
        Some(before) => kept(before, after),
        None => after.clone(),
    };
    let element = match facts.ty(ty) {
        Type::Array(element, _) => *element,
        _ => ty,
    };
    match whole {
        Datum::Array(_) => {
            let are_numbers = is_number(facts, element) && offset % facts.size(element)?.max(1) == 0;
            are_numbers.then_some((whole, element))
        }
        whole => (*offset == 0).then_some((whole, ty)),
    }
}

/// A value after a change, of which `after` has only what differs.
pub fn kept(before: &Datum, after: &Datum) -> Datum {
    match (before, after) {
        (before, Datum::Kept) => before.clone(),
        (Datum::Struct(old), Datum::Struct(new)) if old.len() == new.len() => {
            let each = old.iter().zip(new).map(|((name, old), (_, new))| (name.clone(), kept(old, new)));
            Datum::Struct(each.collect())
        }
        (Datum::Array(old), Datum::Array(new)) if old.len() == new.len() => {
            Datum::Array(old.iter().zip(new).map(|(old, new)| kept(old, new)).collect())
        }
        (_, after) => after.clone(),
    }
}
