//! Expressions for parts of objects, and for pointers to them, as people write them: `list.head`, `buf + 3`,
//! `&db[1]`.

use crate::emit::facts::{Facts, Member, Record, Type};

/// An expression that names an object or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lvalue {
    /// `text` is the thing itself.
    Named(String),
    /// `text` is a pointer to it.
    Behind(String),
}

impl Lvalue {
    /// The thing as an expression.
    pub fn value(&self) -> String {
        match self {
            Lvalue::Named(text) => text.clone(),
            Lvalue::Behind(pointer) => format!("*{}", wrapped(pointer)),
        }
    }

    /// Its address.
    pub fn address(&self) -> String {
        match self {
            Lvalue::Named(text) => format!("&{text}"),
            Lvalue::Behind(pointer) => pointer.clone(),
        }
    }

    /// A member of it.
    pub fn member(&self, name: &str) -> Lvalue {
        Lvalue::Named(match self {
            Lvalue::Named(text) => format!("{text}.{name}"),
            Lvalue::Behind(pointer) => format!("{}->{name}", wrapped(pointer)),
        })
    }

    /// An element of an array; for `Behind`, of the elements that begin where it points.
    pub fn element(&self, index: u64) -> Lvalue {
        Lvalue::Named(match self {
            Lvalue::Named(text) => format!("{text}[{index}]"),
            Lvalue::Behind(pointer) => match before(pointer) {
                Some((pointer, back)) if index >= back => format!("{}[{}]", wrapped(pointer), index - back),
                Some((pointer, back)) => format!("{}[-{}]", wrapped(pointer), back - index),
                None => format!("{}[{index}]", wrapped(pointer)),
            },
        })
    }

    /// The element whose number an expression is. `None` if the elements do not begin where the expression for
    /// them leads to.
    pub fn element_at(&self, index: &str) -> Option<Lvalue> {
        Some(Lvalue::Named(match self {
            Lvalue::Named(text) => format!("{text}[{index}]"),
            Lvalue::Behind(pointer) if before(pointer).is_some() => return None,
            Lvalue::Behind(pointer) => format!("{}[{index}]", wrapped(pointer)),
        }))
    }
}

/// The parts of an expression such as `text - 3`.
fn before(pointer: &str) -> Option<(&str, u64)> {
    let (pointer, back) = pointer.rsplit_once(" - ")?;
    Some((pointer, back.parse().ok()?))
}

/// The pointer to an element behind the one to which `pointer` leads.
pub fn shifted(pointer: &str, index: u64) -> String {
    match (before(pointer), index) {
        (_, 0) => pointer.to_owned(),
        (Some((whole, back)), _) if back == index => whole.to_owned(),
        (Some((whole, back)), _) if back < index => format!("{whole} + {}", index - back),
        (Some((whole, back)), _) => format!("{whole} - {}", back - index),
        (None, _) => format!("{pointer} + {index}"),
    }
}

/// An expression that a postfix operator may follow.
fn wrapped(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.[]\u{1}".contains(c);
    let mut rest = text.replace("->", ".");
    rest.retain(|c| !is_plain(c));
    if rest.is_empty() { text.to_owned() } else { format!("({text})") }
}

impl Facts {
    /// Whether two types are the same to a compiler.
    pub fn same_type(&self, one: u32, other: u32) -> bool {
        if one == other {
            return true;
        }
        match (self.ty(one), self.ty(other)) {
            (Type::Record(one), Type::Record(other)) => {
                let name = |record: &Record| record.entity.map(|entity| &self.entities[entity as usize].name);
                name(one).is_some() && name(one) == name(other)
            }
            (Type::Pointer(one), Type::Pointer(other)) => self.same_type(*one, *other),
            (Type::Enumeration { values: one, .. }, Type::Enumeration { values: other, .. }) => one == other,
            (Type::Array(one, count), Type::Array(other, other_count)) => {
                count == other_count && self.same_type(*one, *other)
            }
            (Type::Opaque, Type::Opaque) => false,
            (one, other) => one == other,
        }
    }

    /// A pointer to a part of the type `target`, `offset` bytes from the beginning of `whole`, which has the
    /// type `ty`. `None` if no part there has that type.
    pub fn pointer(&self, whole: &Lvalue, ty: u32, offset: u64, target: u32) -> Option<String> {
        if offset == 0 && (self.same_type(ty, target) || *self.ty(target) == Type::Void) {
            return Some(match self.ty(ty) {
                Type::Array(..) if *self.ty(target) == Type::Void => whole.value(),
                _ => whole.address(),
            });
        }
        match self.ty(ty) {
            Type::Array(element, count) => {
                let size = self.size(*element)?;
                self.element_pointer(
                    &|at| whole.element(at),
                    &whole.value(),
                    *element,
                    size,
                    *count,
                    offset,
                    target,
                )
            }
            Type::Record(record) => {
                let within = |at: u64, size: u64| (at..at + size.max(1)).contains(&offset);
                let members = || record.members.iter().filter(|member| !member.is_bit_field);
                let inner = |member: &Member| match member.name.is_empty() {
                    true => whole.clone(),
                    false => whole.member(&member.name),
                };
                let found = members().find_map(|member| {
                    let size = self.size(member.ty).unwrap_or(u64::MAX / 2);
                    let is_within = within(member.offset, size);
                    let at = || offset - member.offset;
                    is_within.then(|| self.pointer(&inner(member), member.ty, at(), target)).flatten()
                });
                // The end of an array lies where the next member begins.
                let ends_here = |member: &&Member| {
                    let size = self.size(member.ty).unwrap_or(0);
                    matches!(self.ty(member.ty), Type::Array(..)) && member.offset + size == offset
                };
                found.or_else(|| {
                    let array = members().find(ends_here)?;
                    self.pointer(&inner(array), array.ty, offset - array.offset, target)
                })
            }
            _ => None,
        }
    }

    /// The same for one of several elements.
    #[allow(clippy::too_many_arguments, reason = "the parts of an array")]
    pub fn element_pointer(
        &self,
        element: &dyn Fn(u64) -> Lvalue,
        array: &str,
        ty: u32,
        size: u64,
        count: Option<u64>,
        offset: u64,
        target: u32,
    ) -> Option<String> {
        let (index, rest) = (offset.checked_div(size)?, offset % size);
        let is_void = *self.ty(target) == Type::Void;
        if rest == 0 && (self.same_type(ty, target) || is_void) {
            let is_record = matches!(self.ty(ty), Type::Record(_)) && count != Some(index);
            return Some(match index {
                _ if is_record && index > 0 => element(index).address(),
                _ => shifted(array, index),
            });
        }
        self.pointer(&element(index), ty, rest, target)
    }
}
