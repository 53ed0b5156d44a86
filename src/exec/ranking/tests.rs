//! Rankings for profiles that small programs give.

use super::*;
use crate::ir::Member;
use crate::util::{BitOffset, Bits};

/// A program with these types, and its shapes.
struct Types {
    program: Program,
    shapes: Vec<Shape>,
}

const INT: usize = 0;
const LONG: usize = 1;
const DOUBLE: usize = 2;
const CHAR: usize = 3;
const NAME: usize = 4;
const VOID_POINTER: usize = 6;
const LINK: usize = 7;
const ITEM: usize = 8;
const PERSON: usize = 9;
const BASE: usize = 10;
const DOG: usize = 11;
const POINT: usize = 12;
const ALIKE: usize = 13;
const BOOL: usize = 14;

fn member(name: &str, ty: usize, offset: u64) -> Member {
    let offset = BitOffset(offset * 8);
    Member { name: name.to_owned(), ty: TypeId::new(ty), offset, bit_field: None }
}

fn structure(name: &str, size: u64, members: Vec<Member>) -> CType {
    CType::Struct { name: Some(name.to_owned()), size: Bytes(size), members }
}

impl Types {
    fn new() -> Self {
        let types = vec![
            CType::Int { size: Bytes(4), signed: true },
            CType::Int { size: Bytes(8), signed: true },
            CType::Float { size: Bytes(8) },
            CType::Char { signed: true },
            CType::Array { element: TypeId::new(CHAR), count: Some(8) },
            CType::Void,
            CType::Pointer(TypeId::new(5)),
            structure("link", 16, vec![member("next", VOID_POINTER, 0), member("prev", VOID_POINTER, 8)]),
            structure("item", 24, vec![member("value", INT, 0), member("link", LINK, 8)]),
            structure("person", 12, vec![member("name", NAME, 0), member("age", INT, 8)]),
            structure("base", 4, vec![member("kind", INT, 0)]),
            structure("dog", 8, vec![member("base", BASE, 0), member("bark", INT, 4)]),
            structure("point", 16, vec![member("x", DOUBLE, 0), member("y", DOUBLE, 8)]),
            structure("alike", 8, vec![member("kind", INT, 0), member("more", INT, 4)]),
            CType::Bool,
        ];
        let program = Program { types, ..Program::default() };
        let shapes = shapes(&program);
        Self { program, shapes }
    }

    /// The nearest shapes, as type, form and offset.
    fn ranked(&self, profile: &Profile, declared: Option<usize>) -> Vec<(usize, Form, u64)> {
        let ranked = rank(&self.program, &self.shapes, profile, declared.map(TypeId::new));
        let shape = |(number, _): (u32, Distance)| {
            let Shape { ty, form, offset } = self.shapes[number as usize];
            (ty.index(), form, offset)
        };
        ranked.into_iter().map(shape).collect()
    }

    fn best(&self, profile: &Profile) -> (usize, Form, u64) {
        self.ranked(profile, None)[0]
    }
}

/// A profile of accesses at offsets, with their sizes, and of casts.
fn profile(accesses: &[(i64, u64, Use)], casts: &[(i64, usize)]) -> Profile {
    let mut profile = Profile::default();
    for (offset, size, used) in accesses {
        profile.note_access(Accessed { offset: *offset, size: *size, used: *used });
    }
    casts.iter().for_each(|(begin, ty)| profile.note_cast(*begin, TypeId::new(*ty)));
    profile
}

#[test]
fn what_the_code_casts_to_comes_first() {
    let types = Types::new();
    let age = [(8, 4, Use::Integer)];
    assert_eq!(types.best(&profile(&age, &[(0, PERSON)])), (PERSON, Form::One, 0));
    let bark = [(0, 4, Use::Integer), (4, 4, Use::Integer)];
    assert_eq!(types.best(&profile(&bark, &[(0, DOG)])), (DOG, Form::One, 0));
    // A structure that begins with the one that is cast to fits, and comes behind it.
    let kind = [(0, 4, Use::Integer)];
    let ranked = types.ranked(&profile(&kind, &[(0, BASE)]), None);
    assert_eq!(ranked[..2], [(BASE, Form::One, 0), (DOG, Form::One, 0)]);
}

#[test]
fn both_casts_of_a_path_have_to_fit() {
    let types = Types::new();
    let used = [(0, 4, Use::Integer), (4, 4, Use::Integer)];
    assert_eq!(types.best(&profile(&used, &[(0, BASE), (0, DOG)])), (DOG, Form::One, 0));
    assert!(types.ranked(&profile(&used, &[(0, DOG), (0, POINT)]), None).is_empty());
}

#[test]
fn a_number_alone_is_no_structure() {
    let types = Types::new();
    let one = profile(&[(0, 4, Use::Integer)], &[]);
    assert_eq!(types.best(&one), (INT, Form::One, 0));
    assert_eq!(types.best(&profile(&[(0, 8, Use::Float)], &[])), (DOUBLE, Form::One, 0));
    assert_eq!(types.best(&profile(&[(0, 8, Use::Integer)], &[])), (LONG, Form::One, 0));
    assert_eq!(types.best(&profile(&[(0, 8, Use::Address)], &[])), (VOID_POINTER, Form::One, 0));
}

#[test]
fn several_numbers_are_an_array_if_the_code_says_so() {
    let types = Types::new();
    let mut several = profile(&[(0, 4, Use::Integer), (4, 4, Use::Integer)], &[(0, INT)]);
    several.note_repeated(TypeId::new(INT));
    assert_eq!(types.best(&several), (INT, Form::Array, 0));
    // Two numbers of different sizes are members.
    let members = profile(&[(0, 8, Use::Float), (8, 8, Use::Float)], &[(0, POINT)]);
    assert_eq!(types.best(&members), (POINT, Form::One, 0));
}

#[test]
fn characters_are_a_string() {
    let types = Types::new();
    let text = profile(&[(0, 1, Use::Integer), (1, 1, Use::Integer)], &[(0, CHAR)]);
    assert_eq!(types.best(&text).1, Form::Text);
}

#[test]
fn a_byte_is_a_truth_value_only_if_the_code_says_so() {
    let types = Types::new();
    let byte = [(0, 1, Use::Integer)];
    let is_truth = |shape: &(usize, Form, u64)| shape.0 == BOOL;
    assert!(!types.ranked(&profile(&byte, &[]), None).iter().any(is_truth));
    assert!(is_truth(&types.best(&profile(&byte, &[(0, BOOL)]))));
}

#[test]
fn what_stands_before_a_member_is_found_by_the_cast() {
    let types = Types::new();
    let value = profile(&[(-8, 4, Use::Integer)], &[(-8, ITEM), (0, LINK)]);
    assert_eq!(types.best(&value), (ITEM, Form::One, 8));
    assert_eq!(types.ranked(&value, Some(LINK))[0], (ITEM, Form::One, 8));
    // Without the cast, the access is enough, since no other structure has such a member.
    let bare = profile(&[(-8, 4, Use::Integer)], &[]);
    assert_eq!(types.ranked(&bare, Some(LINK)), [(ITEM, Form::One, 8)]);
}

#[test]
fn members_that_are_alike_fit_worse_than_the_type_itself() {
    let types = Types::new();
    let used = profile(&[(4, 4, Use::Integer)], &[(0, ALIKE)]);
    let ranked = types.ranked(&used, None);
    assert_eq!(ranked[0], (ALIKE, Form::One, 0));
    assert!(ranked.contains(&(DOG, Form::One, 0)));
    let person = profile(&[(0, 4, Use::Integer), (4, 4, Use::Float)], &[]);
    assert!(!types.ranked(&person, None).contains(&(ALIKE, Form::One, 0)), "a float is no integer");
}

#[test]
fn shapes_of_a_program_are_the_same_every_time() {
    let types = Types::new();
    assert_eq!(types.shapes, shapes(&types.program));
    assert!(types.shapes.iter().any(|shape| shape.ty.index() == ITEM && shape.offset == 8));
    let width = Bits(32);
    assert_eq!(types.program.size_of(TypeId::new(INT)).map(Bytes::to_bits), Some(width));
}
