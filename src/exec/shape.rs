//! Shows bytes as a value of a C type, field by field, once every symbol has a value. Only this module shows
//! values of types: of objects in memory, of arguments and results, of inputs, and of globals as they began.
//!
//! Pointers become places in objects while a [scenario](super::scenario) is made: so it finds the objects.

use super::Contents;
use super::observe::Observer;
use super::passed::Piece;
use super::typed::{self, LeafKind};
use crate::expr::{Kind, float_fold};
use crate::ir::{CType, Member, Program, TypeId, Variant};
use crate::memory::{Memory, ObjectRef, OriginKind, Value};
use crate::testcase::Datum;
use crate::util::{BitOffset, Bits, Bytes};

/// Only the beginning of longer arrays and texts is shown.
const MAX_ELEMENTS: u64 = 1 << 12;
const MAX_CHARACTERS: u64 = MAX_ELEMENTS * 16;

/// Where the bytes of a value are.
#[derive(Copy, Clone)]
pub(super) enum Source<'s> {
    Object(&'s Memory, ObjectRef),
    /// A value that was passed in several scalars.
    Pieces(&'s Memory, &'s [Piece]),
    /// A global as it was initialised.
    First(&'s Memory, ObjectRef),
    /// The bytes of an input, in which pointers are null.
    Row(&'s [u8]),
    /// The contents of an object after native runs.
    Native(&'s Contents),
}

impl<'s> Source<'s> {
    fn memory(self) -> Option<&'s Memory> {
        match self {
            Source::Object(memory, _) | Source::Pieces(memory, _) | Source::First(memory, _) => Some(memory),
            Source::Row(_) | Source::Native(_) => None,
        }
    }
}

/// The value of the member that says which member of the union behind it is used.
pub(super) struct Tag<'p> {
    pub(super) variants: &'p [Variant],
    pub(super) value: i128,
}

impl Tag<'_> {
    /// The member that belongs to the value: the one that the enumerator's name contains or, if there are as
    /// many members as enumerators, the one at the same index.
    pub(super) fn choice(&self, members: &[Member]) -> Option<usize> {
        let at = self.variants.iter().position(|variant| variant.value == self.value)?;
        let words = |name: &str| name.to_ascii_lowercase();
        let enumerator = words(&self.variants[at].name);
        let parts: Vec<&str> = enumerator.split('_').collect();
        let is_named = |member: &Member| {
            let name = words(&member.name);
            let name = name.trim_start_matches("as_").trim_start_matches("u_").trim_matches('_');
            !name.is_empty() && (parts.contains(&name) || name.len() > 2 && enumerator.ends_with(name))
        };
        let named: Vec<usize> = (0..members.len()).filter(|at| is_named(&members[*at])).collect();
        match named[..] {
            [only] => Some(only),
            _ => (self.variants.len() == members.len()).then_some(at),
        }
    }
}

impl Observer<'_> {
    /// The value of type `ty` that is stored at a byte. `end` is where its object ends.
    pub(super) fn shape(&mut self, source: Source<'_>, at: u64, ty: TypeId, end: u64) -> Datum {
        let program = self.program();
        match program.ctype(ty) {
            CType::Struct { members, .. } => {
                let mut shown = Vec::new();
                let mut tag = None;
                for member in members {
                    let before = shown.len();
                    let end = self.end_of_counted(ty, member, &shown, at, end);
                    self.member(source, at, member, end, tag.as_ref(), &mut shown);
                    if let (CType::Enum { variants, .. }, [.., (_, value)]) =
                        (program.ctype(member.ty), &shown[before..])
                    {
                        tag = number_of(value, variants).map(|value| Tag { variants, value });
                    }
                }
                Datum::Struct(shown)
            }
            CType::Union { .. } if program.is_opaque(ty) => Datum::Uninitialised,
            CType::Union { .. } => self.union(source, at, ty, end, None),
            CType::Array { element, count } => {
                let size = program.size_of(*element).map_or(1, |size| size.0).max(1);
                let count = match count {
                    Some(count) if *count > 0 => *count,
                    _ if end == u64::MAX => 0,
                    // A flexible member reaches to the end of its object.
                    _ => end.saturating_sub(at) / size,
                };
                match program.ctype(*element) {
                    CType::Char { .. } => self.characters(source, at, count),
                    _ => self.shapes(source, at, *element, count),
                }
            }
            _ => {
                let size = program.size_of(ty).map_or(1, |size| size.0);
                self.scalar(source, at, size, ty)
            }
        }
    }

    /// Whether strings are made of values of this type.
    pub(super) fn is_character(&self, ty: TypeId) -> bool {
        matches!(self.program().ctype(ty), CType::Char { .. })
    }

    /// Several values of one type, one after the other.
    pub(super) fn shapes(&mut self, source: Source<'_>, at: u64, ty: TypeId, count: u64) -> Datum {
        let element = self.program().size_of(ty).map_or(1, |size| size.0);
        let mut elements = Vec::new();
        for index in 0..count {
            if index == MAX_ELEMENTS || self.room == 0 {
                self.object_to(format!("it works on an array of {count} elements"));
                elements.push(Datum::more(count - index));
                break;
            }
            let end = at + (index + 1) * element;
            elements.push(self.shape(source, at + index * element, ty, end));
        }
        match elements.iter().all(|element| *element == Datum::Uninitialised) {
            true => Datum::Uninitialised,
            false => Datum::Array(elements),
        }
    }

    fn member(
        &mut self,
        source: Source<'_>,
        at: u64,
        member: &Member,
        end: u64,
        tag: Option<&Tag<'_>>,
        shown: &mut Vec<(String, Datum)>,
    ) {
        let value = match (member.bit_field, self.program().ctype(member.ty)) {
            // A bit-field without a name has no value.
            (Some(_), _) if member.name.is_empty() => return,
            (Some(width), _) => self.bit_field(source, BitOffset(at * 8 + member.offset.0), width, member.ty),
            (None, CType::Union { .. }) if !self.program().is_opaque(member.ty) => {
                self.union(source, at + member.offset.byte(), member.ty, end, tag)
            }
            (None, _) => self.shape(source, at + member.offset.byte(), member.ty, end),
        };
        match value {
            Datum::Struct(inner) if member.name.is_empty() => shown.extend(inner),
            Datum::Uninitialised if member.name.is_empty() => {}
            value => shown.push((member.name.clone(), value)),
        }
    }

    /// Shows one member of a union: the one that its tag names, or else the one that is used, as far as the
    /// program's accesses and the bytes tell.
    fn union(&mut self, source: Source<'_>, at: u64, ty: TypeId, end: u64, tag: Option<&Tag<'_>>) -> Datum {
        let CType::Union { members, size, .. } = self.program().ctype(ty) else {
            unreachable!("invariant: asked of a union")
        };
        // Code that does not look at the tag may have used another member, and an address is no number.
        let mut leads = self.places_of_pointers(source, at, size.0);
        leads.extend(self.read_as_address(source, at, size.0));
        let tagged = tag.and_then(|tag| tag.choice(members));
        let tagged = tagged.filter(|tagged| self.has_pointers(members[*tagged].ty, &leads));
        let used = match tagged.filter(|tagged| !self.is_wild(source, at, members[*tagged].ty)) {
            Some(tagged) if self.byte_of(source, at).is_some() => Some(tagged),
            _ => self
                .used_input(source, at, members, size.0, tagged)
                .or_else(|| self.used_member(source, at, members, size.0)),
        };
        let mut shown = Vec::new();
        match used.and_then(|used| members.get(used)) {
            Some(member) => {
                self.member(source, at, member, end, None, &mut shown);
                Datum::Struct(shown)
            }
            None => Datum::Uninitialised,
        }
    }

    /// Whether a value of type `ty` has pointers at all of these places.
    fn has_pointers(&self, ty: TypeId, places: &[u64]) -> bool {
        let leaves = typed::leaves(self.program(), ty, 1).unwrap_or_default();
        let pointers = leaves.iter().filter(|leaf| matches!(leaf.kind, LeafKind::Pointer(_)));
        let own: Vec<u64> = pointers.map(|leaf| u64::from(leaf.offset.0 / 8)).collect();
        places.iter().all(|place| own.contains(place))
    }

    /// Whether a pointer in a value of type `ty` points to no object, so that another member is meant.
    fn is_wild(&mut self, source: Source<'_>, at: u64, ty: TypeId) -> bool {
        let leaves = typed::leaves(self.program(), ty, 1).unwrap_or_default();
        let pointers = leaves.iter().filter(|leaf| matches!(leaf.kind, LeafKind::Pointer(_)));
        pointers.map(|leaf| at + u64::from(leaf.offset.0 / 8)).any(|at| {
            let is_set = (at..at + 8).any(|at| self.byte_of(source, at).is_some_and(|byte| byte != 0));
            let is_told = match source {
                Source::Native(contents) => contents.pointers.iter().any(|(place, _)| *place == at),
                _ => self.pointer_of(source, at).is_some(),
            };
            is_set && !is_told
        })
    }

    /// The member of a union that was written last, as far as the bytes tell: a member as long as the written
    /// bytes, a pointer if the bytes are one, and among numbers the one with a plausible value. `None` if
    /// nothing is written.
    fn used_member(&mut self, source: Source<'_>, at: u64, members: &[Member], size: u64) -> Option<usize> {
        let bytes: Vec<Option<u8>> = (0..size).map(|byte| self.byte_of(source, at + byte)).collect();
        let written = bytes.iter().position(Option::is_none).unwrap_or(bytes.len()) as u64;
        if bytes.iter().all(Option::is_none) {
            return None;
        }
        let is_pointer = self.pointer_of(source, at).is_some();
        // Members are known by their types here, since they may have no names.
        let types = members.iter().map(|member| member.ty);
        let wild: Vec<TypeId> = types.filter(|ty| self.is_wild(source, at, *ty)).collect();
        let program = self.program();
        let size_of = |member: &Member| program.size_of(member.ty).map_or(0, |size| size.0);
        let fits = |member: &&Member| match program.ctype(member.ty) {
            CType::Pointer(_) => is_pointer,
            CType::Struct { .. } | CType::Union { .. } => {
                size_of(member) <= written && !wild.contains(&member.ty)
            }
            _ => !is_pointer && size_of(member) == written,
        };
        let number =
            bytes.iter().take(8).rev().fold(0u64, |number, byte| number << 8 | u64::from(byte.unwrap_or(0)));
        let double = f64::from_bits(number);
        let is_plain_double = double.is_finite() && (1e-9..1e15).contains(&double.abs());
        let suits = |member: &&Member| match program.ctype(member.ty) {
            CType::Float { .. } if written == 8 => is_plain_double,
            CType::Int { .. } if written == 8 => !is_plain_double,
            _ => true,
        };
        // If no member has the size of the written bytes: a member within them, with only zeros behind it.
        let tail_is_zero =
            |from: u64| bytes.iter().skip(from as usize).all(|byte| matches!(byte, None | Some(0)));
        let is_within = |member: &&Member| size_of(member) <= written && tail_is_zero(size_of(member));
        let largest = || (0..members.len()).rev().max_by_key(|at| size_of(&members[*at]));
        let first = |is_it: &dyn Fn(&&Member) -> bool| members.iter().position(|member| is_it(&member));
        // Where an address lies, no number is meant.
        let leads = self.places_of_pointers(source, at, size);
        let has_pointers = |member: &&Member| self.has_pointers(member.ty, &leads);
        let with_pointers = match leads.is_empty() {
            true => None,
            false => first(&|member| fits(member) && has_pointers(member)).or_else(|| first(&has_pointers)),
        };
        with_pointers
            .or_else(|| first(&|member| fits(member) && suits(member)))
            .or_else(|| first(&fits))
            .or_else(|| first(&is_within))
            .or_else(largest)
    }

    /// The offsets of the pointers to objects in the `size` bytes from a byte on.
    fn places_of_pointers(&self, source: Source<'_>, at: u64, size: u64) -> Vec<u64> {
        let words = (0..size.saturating_sub(7)).step_by(8);
        let is_pointer = |place: u64| match source {
            Source::Native(contents) => contents.pointers.iter().any(|(known, _)| *known == place),
            _ => self.pointer_of(source, place).is_some(),
        };
        words.filter(|offset| is_pointer(at + offset)).collect()
    }

    /// Characters, up to the last one that was written.
    pub(super) fn characters(&mut self, source: Source<'_>, at: u64, count: u64) -> Datum {
        let most = count.min(MAX_CHARACTERS).min(self.room);
        self.room -= most;
        if most < count {
            self.object_to(format!("it works on {count} bytes"));
        }
        if let Source::Object(memory, object) = source {
            let contents = memory.object(object.id);
            let mut words = (at.next_multiple_of(8)..(at + most).saturating_sub(7)).step_by(8);
            if words.any(|at| contents.pointer_at(at as usize).is_some()) {
                self.object_to("bytes of a type that is not known hold an address");
            }
        }
        let bytes: Vec<Option<u8>> = (at..at + most).map(|at| self.byte_of(source, at)).collect();
        let written = bytes.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        if written == 0 {
            return Datum::Uninitialised;
        }
        let text: Option<Vec<u8>> = bytes[..written].iter().copied().collect();
        let shown = match text {
            Some(text) => Datum::text(&text),
            None => Datum::Array(
                bytes
                    .into_iter()
                    .map(|byte| {
                        byte.map_or(Datum::Uninitialised, |byte| Datum::Integer(i128::from(byte as i8)))
                    })
                    .collect(),
            ),
        };
        match most < count {
            true => Datum::Array(vec![shown, Datum::more(count - most)]),
            false => shown,
        }
    }

    fn bit_field(&mut self, source: Source<'_>, at: BitOffset, width: Bits, ty: TypeId) -> Datum {
        let (first, last) = (at.byte(), (at.0 + u64::from(width.0).max(1) - 1) / 8);
        let mut pattern = 0u128;
        for byte in (first..=last).rev() {
            let Some(byte) = self.byte_of(source, byte) else {
                return Datum::Uninitialised;
            };
            pattern = pattern << 8 | u128::from(byte);
        }
        scalar(self.program(), ty, pattern >> (at.0 % 8) & width.mask(), width)
    }

    fn scalar(&mut self, source: Source<'_>, at: u64, size: u64, ty: TypeId) -> Datum {
        self.room = self.room.saturating_sub(size);
        if let (Source::Native(contents), CType::Pointer(_)) = (source, self.program().ctype(ty))
            && let Some((_, pointer)) = contents.pointers.iter().find(|(place, _)| *place == at)
        {
            return super::taken_over::pointed(pointer).unwrap_or(Datum::Uninitialised);
        }
        if matches!(source, Source::Row(_))
            && let Some((_, led)) = self.row_leads.iter().find(|(place, _)| *place == at)
        {
            return led.clone();
        }
        // A part of an address is another number in each run.
        let is_number = !matches!(self.program().ctype(ty), CType::Pointer(_));
        if is_number && size < 8 && self.pointer_of(source, at / 8 * 8).is_some() {
            return Datum::Uninitialised;
        }
        let mut number = 0u128;
        let is_long = matches!(self.program().ctype(ty), CType::Float { size: Bytes(16) });
        for offset in (0..size.min(16)).rev() {
            let byte = match self.byte_of(source, at + offset) {
                Some(byte) => byte,
                // The bytes of a `long double` after the first ten are never written.
                None if is_long && offset >= 10 => 0,
                None => return Datum::Uninitialised,
            };
            number = number << 8 | u128::from(byte);
        }
        match (self.program().ctype(ty), source.memory()) {
            (CType::Pointer(target), Some(memory)) => {
                let pointer = Value::int(number as u64).with_object(self.pointer_of(source, at));
                self.place(memory, pointer, Some(*target))
            }
            (CType::Int { .. } | CType::Enum { .. }, Some(memory))
                if size == 8 && self.is_address(memory, number as u64) =>
            {
                let object = memory.find(number as u64);
                self.place(memory, Value::int(number as u64).with_object(object), None)
            }
            // The bits of an address, read as a float.
            (CType::Float { .. }, Some(memory)) if size == 8 && self.is_address(memory, number as u64) => {
                Datum::Uninitialised
            }
            _ => scalar(self.program(), ty, number, Bytes(size).to_bits().min(Bits(128))),
        }
    }

    /// Whether a number is the address of an object that C can name. Numbers that are not meant as addresses are
    /// none by chance: objects lie at irregular addresses.
    fn is_address(&self, memory: &Memory, number: u64) -> bool {
        let object = if number > u64::from(u32::MAX) { memory.find(number) } else { None };
        object.is_some_and(|object| {
            memory.holds(object)
                && memory.origin(object.id).kind != OriginKind::Function
                && !self.is_of_the_library(memory, object)
        })
    }

    /// A value of the C type `ty`.
    pub(super) fn value(&mut self, memory: &Memory, value: Value, ty: TypeId) -> Datum {
        let program = self.program();
        match program.ctype(ty) {
            CType::Pointer(target) => self.place(memory, value, Some(*target)),
            _ => {
                let width = program.size_of(ty).map_or(Bits(64), |size| size.to_bits().min(Bits(128)));
                let number = self.number(value);
                let is_number = matches!(program.ctype(ty), CType::Int { .. } | CType::Enum { .. });
                if is_number && width == Bits(64) && self.is_address(memory, number as u64) {
                    let object = memory.find(number as u64);
                    return self.place(memory, Value::int(number as u64).with_object(object), None);
                }
                let is_float = matches!(program.ctype(ty), CType::Float { .. });
                if is_float && width == Bits(64) && self.is_address(memory, number as u64) {
                    return Datum::Uninitialised;
                }
                scalar(program, ty, number & width.mask(), width)
            }
        }
    }
}

/// The value of an enumeration as a number.
fn number_of(value: &Datum, variants: &[Variant]) -> Option<i128> {
    match value {
        Datum::Integer(number) => Some(*number),
        Datum::Name(name) => {
            variants.iter().find(|variant| variant.name == *name).map(|variant| variant.value)
        }
        _ => None,
    }
}

/// A scalar from its bits.
pub fn scalar(program: &Program, ty: TypeId, pattern: u128, width: Bits) -> Datum {
    let integer = |signed: bool| if signed { width.sign_extend(pattern) } else { pattern as i128 };
    match program.ctype(ty) {
        CType::Void => Datum::Void,
        CType::Bool => Datum::boolean(pattern & 1 == 1),
        CType::Char { signed } if program.spelling.is_char(ty) => Datum::character(integer(*signed)),
        CType::Char { signed } | CType::Int { signed, .. } => Datum::Integer(integer(*signed)),
        CType::Enum { signed, variants, .. } => {
            let number = integer(*signed);
            enumerators(variants, number).map_or(Datum::Integer(number), Datum::Name)
        }
        CType::Float { size: Bytes(4) } => Datum::single(f32::from_bits(pattern as u32)),
        CType::Float { size: Bytes(8) } => Datum::Float(f64::from_bits(pattern as u64)),
        // A larger number is a `__float128`.
        CType::Float { size: Bytes(16) } if pattern >> 80 == 0 => {
            let double = float_fold(Kind::FToF, Bits(64), Bits(80), [pattern, 0, 0]);
            Datum::Float(f64::from_bits(double as u64))
        }
        CType::Pointer(_) if pattern == 0 => Datum::Null,
        CType::Pointer(_) => Datum::Address(pattern as u64),
        _ => Datum::Integer(pattern as i128),
    }
}

/// The enumerator with this value or, for flags, the enumerators that it consists of: `READ|WRITE`.
fn enumerators(variants: &[Variant], number: i128) -> Option<String> {
    if let Some(variant) = variants.iter().find(|variant| variant.value == number) {
        return Some(variant.name.clone());
    }
    let flags = || variants.iter().filter(|variant| variant.value > 0 && variant.value.count_ones() == 1);
    // An enumeration that numbers its variants one, two, three, four is not one of flags.
    let largest = variants.iter().map(|variant| variant.value).max()?;
    let is_counted = (1..=largest).take(4).all(|value| variants.iter().any(|variant| variant.value == value));
    let is_set = variants.iter().all(|it| it.value == 0 || covered(flags(), it.value));
    if is_counted || !is_set || flags().count() < 3 || !covered(flags(), number) {
        return None;
    }
    let names: Vec<&str> =
        flags().filter(|flag| number & flag.value != 0).map(|flag| flag.name.as_str()).collect();
    Some(names.join("|"))
}

/// Whether each bit of a number is a flag.
fn covered<'v>(flags: impl Iterator<Item = &'v Variant>, number: i128) -> bool {
    number > 0 && flags.fold(number, |rest, flag| rest & !flag.value) == 0
}
