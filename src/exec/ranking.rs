//! Ranks the types of a program by how well they fit what was done with an object of unknown type.
//!
//! The [`Profile`] of an object is what one path has done with it. The [`Shape`]s of a program are what a
//! pointer may lead to: an object of each of its types, the object around each member, an array, a string. A
//! shape fits if every access of the profile falls into it and every cast of the code finds its type there.
//! Among those that fit, types that the code itself casts to come first, then types with the fewest bytes
//! that the path did not need.
//!
//! Both depend only on the program and the path, so that the numbers of shapes mean the same in every run.
//! This module does not know states or memory.

use super::typed::{self, Leaf, LeafKind};
use crate::ir::{CType, Program, TypeId};
use crate::testcase::InputKind;
use crate::util::Bytes;
use std::collections::{BTreeMap, BTreeSet};

/// Larger types are no candidates.
const MAX_SIZE: u64 = 1 << 12;
/// How deeply nested the members are that a pointer may lead to.
const MAX_NESTING: u32 = 4;

/// What a pointer of unknown type may point to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) ty: TypeId,
    pub(super) form: Form,
    /// How far behind the beginning of the object the pointer points.
    pub(super) offset: u64,
}

/// How many values of a type there are.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Form {
    One,
    Array,
    Text,
}

/// The kind of value that an access reads or writes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    Integer,
    Float,
    Address,
    /// Copied, or written: it may be anything.
    Any,
}

/// An access to an object.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Accessed {
    /// In bytes from where the pointer points.
    pub(super) offset: i64,
    pub(super) size: u64,
    pub(super) used: Use,
}

/// What a path has done with an object.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Profile {
    accesses: BTreeSet<Accessed>,
    /// The types through which the code looks at it: where such a value would begin, its type, and how often.
    casts: BTreeMap<(i64, TypeId), u32>,
    /// The types of which there are several values, one after the other.
    repeated: BTreeSet<TypeId>,
}

impl Profile {
    pub(super) fn is_empty(&self) -> bool {
        self.accesses.is_empty()
    }

    pub(super) fn note_access(&mut self, access: Accessed) {
        self.accesses.insert(access);
    }

    pub(super) fn note_cast(&mut self, begin: i64, ty: TypeId) {
        *self.casts.entry((begin, ty)).or_default() += 1;
    }

    pub(super) fn note_repeated(&mut self, ty: TypeId) {
        self.repeated.insert(ty);
    }

    /// Whether the code looks at it through a type.
    pub(super) fn has_casts(&self) -> bool {
        !self.casts.is_empty()
    }

    /// Whether the code looks at it through other types than in an earlier profile, or at more values.
    pub(super) fn differs_in_types(&self, earlier: &Profile) -> bool {
        !self.casts.keys().eq(earlier.casts.keys()) || self.repeated != earlier.repeated
    }

    /// The accesses to the object.
    pub(super) fn accesses(&self) -> impl Iterator<Item = &Accessed> {
        self.accesses.iter()
    }
}

/// Whether a type has members.
pub(super) fn is_structure(program: &Program, ty: TypeId) -> bool {
    matches!(program.ctype(ty), CType::Struct { members, .. } | CType::Union { members, .. } if !members.is_empty())
}

/// Everything that a pointer of unknown type may point to, in an order that depends only on the program.
pub(super) fn shapes(program: &Program) -> Vec<Shape> {
    let mut found: Vec<Shape> = Vec::new();
    let mut tags: BTreeSet<&str> = BTreeSet::new();
    for ty in (0..program.types.len()).map(TypeId::new) {
        let form = |form| Shape { ty, form, offset: 0 };
        match program.ctype(ty) {
            CType::Void | CType::Function | CType::Unknown { .. } | CType::Array { .. } => {}
            // Strings are made of `char`, and not of `unsigned char`.
            CType::Char { signed: true } => found.extend([form(Form::Text), form(Form::Array)]),
            CType::Struct { name, size, members } | CType::Union { name, size, members } => {
                let is_fit = !members.is_empty() && (1..=MAX_SIZE).contains(&size.0);
                // The same structure may be declared by several files.
                let is_new = name.as_deref().is_none_or(|name| !tags.contains(name));
                if !is_fit || !is_new || typed::is_stream(program, ty) {
                    continue;
                }
                tags.extend(name.as_deref());
                found.extend([form(Form::One), form(Form::Array)]);
                let mut inner = BTreeSet::new();
                inner_structures(program, ty, 0, MAX_NESTING, &mut inner);
                found.extend(inner.into_iter().map(|offset| Shape { ty, form: Form::One, offset }));
            }
            _ => found.extend([form(Form::One), form(Form::Array)]),
        }
    }
    found
}

/// The offsets, except zero, at which structures begin within a structure.
fn inner_structures(program: &Program, ty: TypeId, at: u64, nesting: u32, found: &mut BTreeSet<u64>) {
    let CType::Struct { members, .. } = program.ctype(ty) else { return };
    for member in members.iter().filter(|member| member.bit_field.is_none() && nesting > 0) {
        let start = at + member.offset.byte();
        let mut each = |ty: TypeId, start: u64| {
            if is_structure(program, ty) {
                if start > 0 {
                    found.insert(start);
                }
                inner_structures(program, ty, start, nesting - 1, found);
            }
        };
        match program.ctype(member.ty) {
            CType::Array { element, count: Some(count) } => {
                let size = program.size_of(*element).map_or(0, |size| size.0);
                (0..*count.min(&4)).for_each(|index| each(*element, start + index * size));
            }
            _ => each(member.ty, start),
        }
    }
}

/// Whether a value of type `ty` has one of type `wanted` at the offset `at`.
pub(super) fn has_member(program: &Program, ty: TypeId, at: u64, wanted: TypeId) -> bool {
    matches!(holds(program, ty, at, wanted), Some(Fit::Same | Fit::Member))
}

/// Where a value of type `ty` has members of type `wanted`, also in members of members: offsets in bytes.
pub(super) fn members_of(program: &Program, ty: TypeId, wanted: TypeId) -> Vec<u64> {
    let CType::Struct { members, .. } = program.ctype(ty) else { return Vec::new() };
    let mut found = Vec::new();
    for member in members.iter().filter(|member| member.bit_field.is_none()) {
        let at = member.offset.byte();
        match program.are_same(member.ty, wanted) {
            true => found.push(at),
            false => found.extend(members_of(program, member.ty, wanted).into_iter().map(|inner| at + inner)),
        }
    }
    found
}

/// The same, or members there that are like those of type `wanted`.
pub(super) fn has_alike(program: &Program, ty: TypeId, at: u64, wanted: TypeId) -> bool {
    holds(program, ty, at, wanted).is_some()
}

/// Whether an access to a value of a type, at the offset `at`, is to one of its members as a whole.
pub(super) fn is_whole_member(program: &Program, ty: TypeId, at: u64, size: u64) -> bool {
    let leaves = typed::leaves(program, ty, 1).unwrap_or_default();
    leaves.iter().any(|leaf| leaf.offset == Bytes(at).to_bits() && leaf.width == Bytes(size).to_bits())
}

/// How a type is found at a place of another one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fit {
    /// It is that type.
    Same,
    /// A member is of that type.
    Member,
    /// The members there are like its own.
    Alike,
}

/// How a value of type `wanted` is found at the offset `at` of a value of type `ty`.
fn holds(program: &Program, ty: TypeId, at: u64, wanted: TypeId) -> Option<Fit> {
    if at == 0 && program.are_same(ty, wanted) {
        return Some(Fit::Same);
    }
    let size = program.size_of(ty)?.0;
    if at >= size {
        return None;
    }
    let inner = match program.ctype(ty) {
        CType::Struct { members, .. } | CType::Union { members, .. } => {
            let inside = members.iter().filter(|member| member.bit_field.is_none());
            inside
                .filter_map(|member| {
                    let begin = member.offset.byte();
                    holds(program, member.ty, at.checked_sub(begin)?, wanted)
                })
                .min()
                .map(|fit| if fit == Fit::Same { Fit::Member } else { fit })
        }
        CType::Array { element, .. } => {
            let size = program.size_of(*element)?.0.max(1);
            holds(program, *element, at % size, wanted).map(|fit| fit.max(Fit::Member))
        }
        _ => None,
    };
    inner.or_else(|| is_alike(program, ty, at, wanted).then_some(Fit::Alike))
}

/// Whether the scalars at the offset `at` are like those of type `wanted`.
fn is_alike(program: &Program, ty: TypeId, at: u64, wanted: TypeId) -> bool {
    let (Ok(own), Ok(theirs)) = (typed::leaves(program, ty, 1), typed::leaves(program, wanted, 1)) else {
        return false;
    };
    let shift = Bytes(at).to_bits().0;
    !theirs.is_empty()
        && theirs.iter().all(|theirs| {
            own.iter().any(|own| {
                own.offset.0 == theirs.offset.0 + shift
                    && own.width == theirs.width
                    && used_as(&own.kind) == used_as(&theirs.kind)
            })
        })
}

fn used_as(kind: &LeafKind) -> Use {
    match kind {
        LeafKind::Pointer(_) => Use::Address,
        LeafKind::Input(InputKind::Float { .. }) => Use::Float,
        LeafKind::Bool | LeafKind::Input(InputKind::Integer { .. }) => Use::Integer,
        LeafKind::Input(_) => Use::Any,
    }
}

/// How near a shape is to a profile: less is nearer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Distance {
    /// Casts to the type itself come first, then those to a member, then none.
    named: u8,
    /// How many casts only find members that are alike.
    alike: u32,
    /// How many accesses are not to a single member.
    split: u32,
    /// More than the path needs: a structure for a number, an array for one value.
    surplus: u8,
    /// How many bytes lie before the first one that was used and behind the last one.
    unused: u64,
}

impl Distance {
    /// Whether the code names the type, or one of its members.
    pub(super) fn is_named(&self) -> bool {
        self.named < 2
    }

    /// Whether the path gives no reason to prefer one of the two.
    pub(super) fn is_near(&self, other: &Distance) -> bool {
        (self.named, self.alike, self.split) == (other.named, other.alike, other.split)
    }
}

/// The numbers of the shapes that fit a profile, nearest first. If the pointer's type is known, only shapes
/// that have a value of this type where the pointer leads.
pub(super) fn rank(
    program: &Program,
    shapes: &[Shape],
    profile: &Profile,
    declared: Option<TypeId>,
) -> Vec<(u32, Distance)> {
    let is_declared =
        |shape: &Shape| declared.is_none_or(|ty| has_member(program, shape.ty, shape.offset, ty));
    let mut ranked: Vec<(u32, Distance)> = shapes
        .iter()
        .enumerate()
        .filter(|(_, shape)| is_declared(shape))
        .filter_map(|(number, shape)| Some((number as u32, distance(program, *shape, profile)?)))
        .collect();
    ranked.sort_by_key(|(number, distance)| (*distance, *number));
    ranked
}

/// How near a shape is; `None` if it does not fit.
fn distance(program: &Program, shape: Shape, profile: &Profile) -> Option<Distance> {
    let size = program.size_of(shape.ty)?.0;
    let mut named = 2;
    let mut alike = 0;
    for (begin, ty) in profile.casts.keys() {
        // Every object may be looked at byte by byte.
        if matches!(program.ctype(*ty), CType::Char { .. }) && !program.are_same(*ty, shape.ty) {
            alike += 1;
            continue;
        }
        let begin = begin.checked_add_unsigned(shape.offset)?;
        let at = match shape.form {
            Form::One => u64::try_from(begin).ok()?,
            Form::Array | Form::Text => begin.rem_euclid(i64::try_from(size).ok()?) as u64,
        };
        match holds(program, shape.ty, at, *ty)? {
            Fit::Same => named = 0,
            Fit::Member => named = named.min(1),
            Fit::Alike => alike += 1,
        }
    }
    // A byte may be more than 0 or 1, unless the code says that it is a truth value.
    if named == 2 && *program.ctype(shape.ty) == CType::Bool {
        return None;
    }
    let leaves = typed::leaves(program, shape.ty, 1).ok()?;
    let mut split = 0;
    let (mut first, mut last) = (i64::MAX, 0i64);
    for Accessed { offset, size: width, used } in &profile.accesses {
        let begin = offset.checked_add_unsigned(shape.offset)?;
        let end = begin.checked_add_unsigned(*width)?;
        (first, last) = (first.min(begin), last.max(end));
        if begin < 0 || shape.form == Form::One && end > size as i64 {
            return None;
        }
        let within = begin.rem_euclid(size as i64) as u64;
        match fits(&leaves, within, *width, *used, shape.form != Form::One, size)? {
            true => {}
            false => split += 1,
        }
    }
    let is_several = last > size as i64 || !profile.repeated.is_empty();
    match shape.form {
        Form::One if is_several && profile.repeated.iter().any(|ty| program.are_same(*ty, shape.ty)) => {
            return None;
        }
        Form::One => {}
        Form::Array | Form::Text if !is_several && shape.form == Form::Array => return None,
        Form::Array | Form::Text => {}
    }
    let is_scalar = !is_structure(program, shape.ty);
    let is_plain = profile.accesses.iter().all(|access| access.offset == 0);
    let surplus =
        u8::from(!is_scalar && is_plain) + u8::from(is_scalar && !is_plain && shape.form == Form::One);
    let unused = match shape.form {
        Form::One => {
            let used = if first <= last { (last - first) as u64 } else { 0 };
            size.saturating_sub(used)
        }
        Form::Array | Form::Text => 0,
    };
    Some(Distance { named, alike, split, surplus, unused })
}

/// Whether an access matches a member; `None` if the shape cannot have such an access.
fn fits(leaves: &[Leaf], at: u64, width: u64, used: Use, wraps: bool, size: u64) -> Option<bool> {
    let (start, bits) = (Bytes(at).to_bits(), Bytes(width).to_bits());
    let exact = leaves.iter().find(|leaf| leaf.offset == start && leaf.width == bits);
    if let Some(leaf) = exact {
        let own = used_as(&leaf.kind);
        return (own == used || own == Use::Any || used == Use::Any).then_some(true);
    }
    if !wraps && at + width > size {
        return None;
    }
    let touched = |leaf: &&Leaf| leaf.offset.0 < start.0 + bits.0 && start.0 < leaf.offset.0 + leaf.width.0;
    let is_bytes = leaves.iter().filter(touched).all(|leaf| used_as(&leaf.kind) == Use::Any);
    match used {
        // Bytes may hold anything, numbers may be looked at byte by byte, and structures are copied whole.
        _ if is_bytes && leaves.iter().any(|leaf| touched(&leaf)) => Some(true),
        Use::Any => Some(false),
        Use::Integer if leaves.iter().filter(touched).all(|leaf| used_as(&leaf.kind) != Use::Address) => {
            Some(false)
        }
        _ => None,
    }
}

/// A shape in the words of C: `struct item + 8` is the address of its ninth byte.
pub(super) fn words(program: &Program, shape: Shape) -> String {
    match (shape.form, shape.offset) {
        (Form::Text, _) => "string".to_owned(),
        (Form::Array, _) => format!("{}[]", name(program, shape.ty)),
        (Form::One, 0) => name(program, shape.ty),
        (Form::One, offset) => format!("{} + {offset}", name(program, shape.ty)),
    }
}

fn name(program: &Program, ty: TypeId) -> String {
    let entity = || {
        let at = program.spelling.types.get(&ty)?;
        Some(program.spelling.entities.get(*at as usize)?.name.clone())
    };
    match program.ctype(ty) {
        CType::Void => "void".to_owned(),
        CType::Char { signed } => if *signed { "char" } else { "unsigned char" }.to_owned(),
        CType::Pointer(target) => format!("{} *", name(program, *target)),
        _ => entity()
            .or_else(|| program.spelling.numbers.get(&ty).cloned())
            .unwrap_or_else(|| typed::named(program, ty)),
    }
}

#[cfg(test)]
#[path = "ranking/tests.rs"]
mod tests;
