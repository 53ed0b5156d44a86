//! What a mock compares of a structure or an array that it is given: its numbers, the texts that its members
//! point to, and arrays of characters.

use super::super::literal;
use super::seen::{Pointee, is_number, pointee, text_behind};
use crate::emit::facts::{Facts, Type};
use crate::testcase::{Datum, TestCall};

/// Of longer arrays, only so many elements are compared.
const MOST_ELEMENTS: usize = 8;

/// A step from a value to a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Member(String),
    Element(usize),
}

/// How a part is compared.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    Number,
    /// As a text, up to its terminator.
    Text,
    /// As an array of bytes.
    Bytes,
}

/// A part of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub path: Vec<Step>,
    pub ty: u32,
    pub form: Form,
}

impl Leaf {
    /// The number of the element in which it is, if it is in one.
    pub fn element(&self) -> Option<usize> {
        match self.path.first() {
            Some(Step::Element(index)) => Some(*index),
            _ => None,
        }
    }

    /// The value of this part of what a pointer argument leads to.
    pub fn of_pointed<'d>(
        &self,
        facts: &Facts,
        call: &'d TestCall,
        (at, target): (usize, u32),
    ) -> Option<&'d Datum> {
        match self.path.split_first() {
            Some((Step::Element(index), rest)) => {
                leaf(elements(facts, call, (at, target), at + 1)?.get(*index)?, rest)
            }
            _ => leaf(pointee(facts, call, at, target)?.before?, &self.path),
        }
    }
}

/// In C, the part at the end of a path that begins at `own`.
pub fn place(own: &str, is_pointer: bool, path: &[Step]) -> String {
    let mut place = match (path.first(), is_pointer) {
        (None, true) => return format!("*{own}"),
        _ => own.to_owned(),
    };
    for (at, step) in path.iter().enumerate() {
        place += &match step {
            Step::Member(name) if at == 0 && is_pointer => format!("->{name}"),
            Step::Member(name) => format!(".{name}"),
            Step::Element(index) => format!("[{index}]"),
        };
    }
    place
}

/// The path as a part of a name.
pub fn words(path: &[Step]) -> String {
    let word = |step: &Step| match step {
        Step::Member(name) => name.clone(),
        Step::Element(index) => index.to_string(),
    };
    path.iter().map(word).collect::<Vec<_>>().join("_")
}

/// The value at the end of a path.
pub fn leaf<'d>(datum: &'d Datum, path: &[Step]) -> Option<&'d Datum> {
    match (datum, path.split_first()) {
        (datum, None) => Some(datum),
        (Datum::Struct(values), Some((Step::Member(first), rest))) => {
            leaf(values.iter().find(|(name, _)| name == first).map(|(_, value)| value)?, rest)
        }
        (Datum::Array(values), Some((Step::Element(index), rest))) => leaf(values.get(*index)?, rest),
        _ => None,
    }
}

/// The text or the bytes of a part with this form; `None` for a null pointer.
pub fn bytes_of_leaf(call: &TestCall, datum: &Datum, form: Form) -> Option<Vec<u8>> {
    match (datum, form) {
        (Datum::At { .. }, _) => text_behind(call, datum),
        (Datum::Text { text, rest }, Form::Bytes) => Some([&text[..], &rest[..]].concat()),
        (Datum::Text { text, .. }, _) => Some(text.clone()),
        (Datum::Array(values), Form::Bytes) => values.iter().map(byte).collect(),
        _ => None,
    }
}

fn byte(datum: &Datum) -> Option<u8> {
    datum.integer().map(|value| value as u8)
}

/// The parts of a value that a mock can compare.
fn leaves(facts: &Facts, call: &TestCall, datum: &Datum, ty: u32, path: &[Step], found: &mut Vec<Leaf>) {
    let step = |step: Step| [path, &[step]].concat();
    let mut add = |ty: u32, form: Form| found.push(Leaf { path: path.to_vec(), ty, form });
    match (datum, facts.ty(ty)) {
        (Datum::Struct(values), Type::Record(record)) if !record.is_union => {
            for member in record.members.iter().filter(|member| literal::is_member_name(&member.name)) {
                if let Some((_, value)) = values.iter().find(|(name, _)| *name == member.name) {
                    let path = step(Step::Member(member.name.clone()));
                    leaves(facts, call, value, member.ty, &path, found);
                }
            }
        }
        (number, _) if number.is_number() && is_number(facts, ty) => {
            add(ty, Form::Number);
        }
        (Datum::Null, Type::Pointer(target)) if is_plain_char(facts, *target) => add(ty, Form::Text),
        (Datum::At { .. }, Type::Pointer(target))
            if is_plain_char(facts, *target) && text_behind(call, datum).is_some() =>
        {
            add(ty, Form::Text);
        }
        (Datum::Text { text, rest }, Type::Array(element, Some(count))) => {
            let is_whole = (text.len() + rest.len()) as u64 == *count;
            match is_plain_char(facts, *element) && !rest.is_empty() {
                true => add(ty, Form::Text),
                false if is_whole => add(ty, Form::Bytes),
                false => {}
            }
        }
        (Datum::Array(values), Type::Array(element, Some(_))) => {
            if matches!(facts.ty(*element), Type::Char { .. }) {
                if values.iter().all(|value| byte(value).is_some()) {
                    add(ty, Form::Bytes);
                }
                return;
            }
            for (index, value) in values.iter().enumerate().take(MOST_ELEMENTS) {
                leaves(facts, call, value, *element, &step(Step::Element(index)), found);
            }
        }
        _ => {}
    }
}

/// Whether it is `char`, in which texts are kept.
fn is_plain_char(facts: &Facts, ty: u32) -> bool {
    matches!(facts.ty(ty), Type::Char { signed: true })
}

/// What a call of a mock knows of what a pointer argument leads to.
pub struct Known {
    leaves: Vec<Leaf>,
    /// If a parameter says how many elements there are: how many of them are known.
    n: Option<usize>,
}

impl Known {
    /// Of one value of type `target`, or of as many as the parameter `length` says.
    pub fn of(facts: &Facts, call: &TestCall, (at, target): (usize, u32), length: Option<usize>) -> Self {
        let mut found = Vec::new();
        let elements = length.and_then(|length| elements(facts, call, (at, target), length));
        if let Some(elements) = elements {
            for (index, value) in elements.iter().enumerate() {
                leaves(facts, call, value, target, &[Step::Element(index)], &mut found);
            }
        } else if let Some(Pointee { before: Some(before), .. }) = pointee(facts, call, at, target) {
            leaves(facts, call, before, target, &[], &mut found);
        }
        Self { leaves: found, n: elements.map(<[_]>::len) }
    }

    /// Of a structure that is passed as an argument.
    pub fn of_value(facts: &Facts, call: &TestCall, at: usize, ty: u32) -> Self {
        let mut found = Vec::new();
        if let Some(datum) = call.arrangement.arguments.get(at) {
            leaves(facts, call, datum, ty, &[], &mut found);
        }
        Self { leaves: found, n: None }
    }

    /// Whether this call does not have the element in which a part is.
    fn lacks(&self, leaf: &Leaf) -> bool {
        matches!((leaf.path.first(), self.n), (Some(Step::Element(index)), Some(n)) if *index >= n)
    }
}

/// The parts that all calls know which have the element in which they are, and whether some do not.
pub fn common(calls: &[Known]) -> Vec<(Leaf, bool)> {
    let Some(most) = calls.iter().max_by_key(|call| call.n) else { return Vec::new() };
    let is_known = |leaf: &&Leaf| calls.iter().all(|call| call.lacks(leaf) || call.leaves.contains(leaf));
    let common = most.leaves.iter().filter(is_known);
    common.map(|leaf| (leaf.clone(), calls.iter().any(|call| call.lacks(leaf)))).collect()
}

/// The elements of an array that a pointer argument leads to, as many as the parameter `length` says.
fn elements<'d>(
    facts: &Facts,
    call: &'d TestCall,
    (at, target): (usize, u32),
    length: usize,
) -> Option<&'d [Datum]> {
    let Some(Datum::Integer(length)) = call.arrangement.arguments.get(length) else { return None };
    let length = usize::try_from(*length).ok()?;
    if length == 0 {
        return Some(&[]);
    }
    let Some(Datum::At { object, offset }) = call.arrangement.arguments.get(at) else { return None };
    let thing = call.arrangement.objects.get(*object as usize)?;
    let element = match facts.ty(thing.ty?) {
        Type::Array(element, _) => *element,
        _ => thing.ty?,
    };
    let size = facts.size(target)?.max(1);
    let (Some(Datum::Array(values)), true) =
        (&thing.before, facts.same_type(element, target) && offset % size == 0)
    else {
        return None;
    };
    let first = (offset / size) as usize;
    let elements = values.get(first..first.checked_add(length)?)?;
    Some(&elements[..length.min(MOST_ELEMENTS)])
}
