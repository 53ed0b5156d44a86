//! Input objects and their C types. An object is divided into scalars and arrays of characters, and its bytes
//! are read as C values.
//!
//! This file does not know states. It divides a type by what the debug information says of it, and it sees an
//! object as a row of bytes.

use super::observe::Observer;
use super::pointers::{Place, Pointers};
use super::shape::{Source, scalar};
use super::state::{Declared, InputRecord};
use crate::ir::{CType, FuncId, Member, Program, TypeId};
use crate::testcase::{Datum, Input, InputKind, PointerTo};
use crate::util::{Bits, Bytes};
use std::rc::Rc;

/// A part of an object that gets a value of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// As C names it within the object: `.name`, `[2].id`; empty if it is the whole object.
    pub(super) path: String,
    /// From the beginning of the object.
    pub(super) offset: Bits,
    pub(super) width: Bits,
    pub(super) kind: LeafKind,
    pub(super) ty: TypeId,
}

/// What kind of value a part has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum LeafKind {
    /// A value, or characters and bytes.
    Input(InputKind),
    /// A number that is zero or one.
    Bool,
    /// A pointer to an object of this type.
    Pointer(TypeId),
}

/// Larger objects are not taken apart, and larger inputs not made: each byte is a symbol.
pub(super) const MAX_SIZE: u64 = 1 << 24;

/// The parts of an array of at most `count` elements of type `ty`, element by element.
pub(super) fn element_leaves(program: &Program, ty: TypeId, count: u64) -> Result<Vec<Leaf>, Unmade> {
    leaves(program, ty, 1)?;
    fits(program, ty, count)?;
    let mut found = Vec::new();
    Walk { program, found: &mut found }.elements("", Bits(0), ty, count)?;
    Ok(found)
}

/// Why an object of a type cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unmade(pub(super) String);

/// The parts of an object of type `ty`, `count` of them one after the other; in order of their places.
pub(super) fn leaves(program: &Program, ty: TypeId, count: u64) -> Result<Vec<Leaf>, Unmade> {
    fits(program, ty, count)?;
    let mut found = Vec::new();
    let walk = &mut Walk { program, found: &mut found };
    match count {
        1 => walk.visit("", Bits(0), ty)?,
        _ => walk.elements("", Bits(0), ty, count)?,
    }
    Ok(found)
}

fn fits(program: &Program, ty: TypeId, count: u64) -> Result<(), Unmade> {
    let size = program.size_of(ty).map_or(0, |size| size.0);
    match size.saturating_mul(count) > MAX_SIZE {
        true => Err(Unmade(format!("it is larger than {}", Bytes(MAX_SIZE)))),
        false => Ok(()),
    }
}

fn incomplete(name: &str) -> Unmade {
    Unmade(format!(
        "{name} has an incomplete type here, of which nothing is known: include its definition, or make it by calls"
    ))
}

struct Walk<'a> {
    program: &'a Program,
    found: &'a mut Vec<Leaf>,
}

impl Walk<'_> {
    fn visit(&mut self, path: &str, offset: Bits, ty: TypeId) -> Result<(), Unmade> {
        let name =
            || if path.is_empty() { "it".to_owned() } else { format!("`{}`", path.trim_start_matches('.')) };
        let integer =
            |size: Bytes, signed| LeafKind::Input(InputKind::Integer { width: size.to_bits(), signed });
        let (width, kind) = match self.program.ctype(ty) {
            CType::Bool => (Bits(8), LeafKind::Bool),
            CType::Char { signed } => (Bits(8), integer(Bytes(1), *signed)),
            CType::Int { size, signed } | CType::Enum { size, signed, .. } if size.0 <= 16 => {
                (size.to_bits(), integer(*size, *signed))
            }
            CType::Float { size: Bytes(size @ (4 | 8)) } => {
                let width = Bits(*size as u32 * 8);
                (width, LeafKind::Input(InputKind::Float { width }))
            }
            CType::Float { size: Bytes(16) } => {
                (Bits(80), LeafKind::Input(InputKind::Float { width: Bits(80) }))
            }
            CType::Pointer(target) => (Bits(64), LeafKind::Pointer(*target)),
            CType::Array { element, count } => {
                return self.elements(path, offset, *element, count.unwrap_or(0));
            }
            CType::Struct { size: Bytes(0), members, .. } | CType::Union { size: Bytes(0), members, .. }
                if members.is_empty() =>
            {
                return Err(incomplete(&name()));
            }
            CType::Struct { members, .. } => {
                return members.iter().try_for_each(|member| self.member(path, offset, member));
            }
            // Its contents are the C library's own, such as those of a mutex: zeros are one that is not held.
            CType::Union { .. } if self.program.is_opaque(ty) => return Ok(()),
            // Only the code that reads a union knows which member is meant. Until then, it is bytes.
            CType::Union { size, .. } => (size.to_bits(), LeafKind::Input(InputKind::Bytes)),
            CType::Unknown { size } if size.0 == 0 => {
                return Err(incomplete(&name()));
            }
            CType::Unknown { size }
            | CType::Int { size, .. }
            | CType::Enum { size, .. }
            | CType::Float { size } => (size.to_bits(), LeafKind::Input(InputKind::Bytes)),
            CType::Void | CType::Function => return Err(Unmade(format!("{} has no values", name()))),
        };
        self.found.push(Leaf { path: path.to_owned(), offset, width, kind, ty });
        Ok(())
    }

    fn member(&mut self, path: &str, offset: Bits, member: &Member) -> Result<(), Unmade> {
        let at = Bits(offset.0 + member.offset.0 as u32);
        let path = match member.name.as_str() {
            "" => path.to_owned(),
            name => format!("{path}.{name}"),
        };
        let Some(width) = member.bit_field else { return self.visit(&path, at, member.ty) };
        let signed = match self.program.ctype(member.ty) {
            CType::Int { signed, .. } | CType::Enum { signed, .. } => *signed,
            _ => false,
        };
        if width.0 > 0 && !member.name.is_empty() {
            let kind = LeafKind::Input(InputKind::Integer { width, signed });
            self.found.push(Leaf { path, offset: at, width, kind, ty: member.ty });
        }
        Ok(())
    }

    fn elements(&mut self, path: &str, offset: Bits, element: TypeId, count: u64) -> Result<(), Unmade> {
        if let CType::Char { signed } = self.program.ctype(element) {
            let kind = LeafKind::Input(if *signed { InputKind::Chars } else { InputKind::Bytes });
            if count > 0 {
                let width = Bytes(count).to_bits();
                self.found.push(Leaf { path: path.to_owned(), offset, width, kind, ty: element });
            }
            return Ok(());
        }
        let size = self.program.size_of(element).map_or(Bits(0), Bytes::to_bits);
        (0..count).try_for_each(|at| {
            self.visit(&format!("{path}[{at}]"), Bits(offset.0 + at as u32 * size.0), element)
        })
    }
}

/// Whether a type is `FILE`, whose objects only the C library makes.
pub(super) fn is_stream(program: &Program, ty: TypeId) -> bool {
    matches!(program.ctype(ty), CType::Struct { name: Some(name), .. } if name == "_IO_FILE")
}

/// A type in the words of C.
pub(super) fn named(program: &Program, ty: TypeId) -> String {
    let tagged = |kind: &str, name: &Option<String>| match name {
        Some(name) => format!("{kind} {name}"),
        None => format!("a {kind} without a name"),
    };
    match program.ctype(ty) {
        CType::Struct { name, .. } => tagged("struct", name),
        CType::Union { name, .. } => tagged("union", name),
        CType::Enum { name, .. } => tagged("enum", name),
        CType::Array { element, .. } => format!("an array of {}", named(program, *element)),
        CType::Pointer(target) => format!("a pointer to {}", named(program, *target)),
        CType::Function => "a function".to_owned(),
        CType::Void => "void".to_owned(),
        _ => "an object of its type".to_owned(),
    }
}

/// The type of `size` bytes from `offset` on in an object of type `ty`, and how many values they are.
pub(super) fn type_within(program: &Program, ty: TypeId, offset: u64, size: u64) -> Option<(TypeId, u64)> {
    let whole = program.size_of(ty)?.0;
    if offset == 0 && whole == size {
        return Some((ty, 1));
    }
    match program.ctype(ty) {
        CType::Array { element, .. } => {
            let step = program.size_of(*element)?.0;
            let inner = offset % step;
            match inner == 0 && size.is_multiple_of(step) && size > step && offset + size <= whole {
                true => Some((*element, size / step)),
                false => type_within(program, *element, inner, size),
            }
        }
        CType::Struct { members, .. } => {
            let holds = |member: &&Member| {
                let start = member.offset.0 / 8;
                let size_of = program.size_of(member.ty).map_or(0, |size| size.0);
                member.bit_field.is_none() && (start..start + size_of).contains(&offset)
            };
            let member = members.iter().find(holds)?;
            type_within(program, member.ty, offset - (member.offset.0 / 8), size)
        }
        _ => None,
    }
}

impl Observer<'_> {
    /// The values of an input.
    pub fn input(&mut self, input: Declared<'_>, pointers: &Pointers) -> Input {
        let mut targets = Vec::new();
        let mut note = |target: Option<Place>, at: u64| {
            targets.extend(target.map(|Place { object, offset }| PointerTo { at, object, offset }));
        };
        match input {
            Declared::Single(input) if input.kind == InputKind::Pointer => {
                note(pointers.target(input.symbols[0]), 0);
                let (name, kind) = (input.name.to_string(), input.kind);
                Input { name, kind, bytes: vec![0; 8], value: None, pointers: targets }
            }
            Declared::Single(input) => {
                let mut bytes = Vec::new();
                for symbol in &input.symbols {
                    let width = self.arena().symbol_key(*symbol).width;
                    let value = self.values().get(*symbol).to_le_bytes();
                    bytes.extend_from_slice(&value[..width.to_bytes().0 as usize]);
                }
                if input.kind == InputKind::String {
                    bytes.push(0);
                }
                // A `long double` takes more bytes in memory than it has.
                let is_long = input.kind == InputKind::Float { width: Bits(80) };
                if is_long {
                    bytes.resize(16, 0);
                }
                for (symbol, at) in pointers.within(input) {
                    note(pointers.target(symbol), at as u64);
                    bytes[at..at + 8].fill(0);
                }
                let led = input.symbols.first().and_then(|it| pointers.led_to_by(*it, self.values()));
                if led.is_some() {
                    note(led, 0);
                    bytes.fill(0);
                }
                let bit = InputKind::Integer { width: Bits(1), signed: false };
                let kind = if input.is_bool { bit } else { input.kind };
                let is_shown =
                    |ty: &TypeId| is_long || matches!(self.program().ctype(*ty), CType::Enum { .. });
                let ty = input.ty.filter(is_shown);
                let value = ty.map(|ty| {
                    let pattern = bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte));
                    scalar(self.program(), ty, pattern, Bytes(bytes.len() as u64).to_bits())
                });
                let value = value.filter(|value| matches!(value, Datum::Name(_) | Datum::Float(_)));
                Input { name: input.name.to_string(), kind, bytes, value, pointers: targets }
            }
            Declared::Object(object, parts) => {
                let mut bytes = vec![0; object.size.0 as usize];
                let mut functions = Vec::new();
                for part in parts {
                    // The input that is the length of an array is none of its bytes: the size shows it.
                    let Some(mut at) = part.within else { continue };
                    if part.kind == InputKind::Pointer {
                        let function = pointers.function(part.symbols[0]);
                        functions.extend(function.map(|function| (u64::from(at.0 / 8), function)));
                        note(pointers.target(part.symbols[0]), u64::from(at.0 / 8));
                        continue;
                    }
                    let start = (at.0 / 8) as usize;
                    let led = part.symbols.first().and_then(|it| pointers.led_to_by(*it, self.values()));
                    if led.is_some() {
                        note(led, start as u64);
                        continue;
                    }
                    for symbol in &part.symbols {
                        let width = self.arena().symbol_key(*symbol).width;
                        set_bits(&mut bytes, at, width, self.values().get(*symbol));
                        at = Bits(at.0 + width.0);
                    }
                    for (symbol, at) in pointers.within(part) {
                        note(pointers.target(symbol), (start + at) as u64);
                        bytes[start + at..start + at + 8].fill(0);
                    }
                }
                let mut count = object.count;
                let made = object.made.and_then(|number| pointers.size_of(number, self.values()));
                let union = |(at, part): (usize, &Rc<InputRecord>)| {
                    let is_union =
                        part.ty.is_some_and(|ty| matches!(self.program().ctype(ty), CType::Union { .. }));
                    let place = part.within.filter(|_| is_union)?;
                    Some((u64::from(place.0 / 8), (object.parts.start + at) as u32))
                };
                self.row_unions = parts.iter().enumerate().filter_map(union).collect();
                let is_array = count != 1 || made.is_some_and(|size| size != object.size);
                if let Some(size) = made {
                    let element = self.program().size_of(object.ty).map_or(1, |size| size.0.max(1));
                    bytes.truncate(size.0 as usize);
                    count = size.0 / element;
                    targets.retain(|target| target.at < size.0);
                }
                let to_object = |to: &PointerTo| (to.at, Datum::At { object: to.object, offset: to.offset });
                let to_function = |(at, function): (u64, FuncId)| {
                    let name = &self.program().functions[function.index()].name;
                    (at, Datum::Name(format!("&{name}")))
                };
                let leads = targets.iter().map(to_object).chain(functions.into_iter().map(to_function));
                self.row_leads = leads.collect();
                self.refill();
                let row = Source::Row(&bytes);
                let value = Some(match count {
                    1 if !is_array => self.shape(row, 0, object.ty, object.size.0),
                    // A structure with an array at its end is shown with the elements that it has.
                    _ if self.has_flexible_end(object.ty) => {
                        self.shape(row, 0, object.ty, bytes.len() as u64)
                    }
                    count if self.is_character(object.ty) => self.characters(row, 0, count),
                    count => self.shapes(row, 0, object.ty, count),
                });
                let name = object.name.to_string();
                Input { name, kind: InputKind::Object, bytes, value, pointers: targets }
            }
        }
    }
}

/// Sets bits that are zero.
fn set_bits(bytes: &mut [u8], at: Bits, width: Bits, value: u128) {
    let mut value = value & width.mask();
    let (mut byte, mut shift) = ((at.0 / 8) as usize, at.0 % 8);
    while value != 0 && byte < bytes.len() {
        bytes[byte] |= (value << shift) as u8;
        value >>= 8 - shift;
        (byte, shift) = (byte + 1, 0);
    }
}
