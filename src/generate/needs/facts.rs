//! Facts from the declarations and the code of a function that tell needs from bugs.

use super::leaves::Leaf;
use crate::generate::counted::{Countable, Counters};
use crate::generate::guards::{Guards, Place};
use crate::generate::harness::{CountedMember, Harness};
use crate::generate::ranges::{MemberRange, Ranges};
use crate::generate::roles::{self, Pointee, Role};
use crate::generate::rooms::{Room, Rooms};
use crate::ir::{CType, FuncId, Op, Program, Spelled, TypeId};
use crate::testcase::Dependence;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a function.
#[derive(Clone, Default, Debug)]
pub struct Facts {
    pub guards: Guards,
    pub parameters: Vec<Type>,
    /// The number of elements of each global array.
    pub globals: BTreeMap<String, u64>,
    /// The number of elements of each array that is a local variable, by function and name.
    pub locals: BTreeMap<(String, String), u64>,
    /// The members behind each parameter whose elements other members may count.
    pub countable: Vec<Vec<Countable>>,
    /// The members behind each parameter whose size is known from the code that allocates them.
    pub rooms: Vec<Vec<Room>>,
    /// The members behind parameters that lead into the same array.
    pub ranges: Vec<MemberRange>,
    /// Whether another function of the program calls it.
    pub has_callers: bool,
    /// Whether members or elements of what parameters point to lead to strings.
    pub has_inner_texts: bool,
}

/// How many types within each other are looked at for pointers to strings.
const DEPTH: usize = 4;

/// Whether a type has pointers to strings, or to types that have some.
fn leads_to_texts(program: &Program, ty: TypeId, depth: usize) -> bool {
    let is_it = |ty: TypeId| depth > 0 && leads_to_texts(program, ty, depth - 1);
    match program.ctype(ty) {
        CType::Pointer(target) => matches!(program.ctype(*target), CType::Char { .. }) || is_it(*target),
        CType::Array { element, .. } => is_it(*element),
        CType::Struct { members, .. } => members.iter().any(|member| is_it(member.ty)),
        _ => false,
    }
}

/// A type, as far as it matters.
#[derive(Clone, Default, Debug)]
pub struct Type {
    pub is_signed: bool,
    pub is_integer: bool,
    /// The function of `symir.h` for a parameter that is a number.
    pub maker: Option<&'static str>,
    pub is_character_pointer: bool,
    pub is_void_pointer: bool,
    /// The function does not change what the pointer points to, as its declaration says.
    pub is_pointer_to_const: bool,
    /// The pointer points to pointers.
    pub is_pointer_pointer: bool,
    /// The pointer points to numbers that are never negative.
    pub is_unsigned_pointer: bool,
    pub enumeration: Option<Enumeration>,
    /// The members of the structure that it is or points to.
    pub members: Vec<Member>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// In C: `enum shape`.
    pub name: String,
    pub names: Vec<String>,
    /// The value of each name.
    pub values: Vec<i128>,
}

impl Enumeration {
    /// Whether its names are those of bits, of which a value may have several. Some names may stand for
    /// several bits. Numbers without a gap only count something.
    pub fn is_of_bits(&self) -> bool {
        let values: BTreeSet<i128> = self.values.iter().copied().filter(|value| *value != 0).collect();
        let bits = values.iter().filter(|value| value.count_ones() == 1).fold(0, |all, bit| all | bit);
        let has_gaps = values.last().is_some_and(|most| *most > 2 && (values.len() as i128) < *most);
        has_gaps && values.iter().all(|value| *value > 0 && value & !bits == 0)
    }
}

/// A member of a structure, or of a structure in it.
#[derive(Clone, Debug)]
pub struct Member {
    pub path: Vec<String>,
    /// In bytes.
    pub offset: i128,
    pub ty: Type,
    /// The number of elements, if it is an array.
    pub count: Option<u64>,
}

impl Facts {
    /// The facts of one function.
    pub fn of(
        program: &Program,
        (counters, rooms, ranges): (&Counters, &Rooms, &Ranges),
        id: FuncId,
    ) -> Self {
        let function = &program.functions[id.index()];
        let types = function.signature.as_ref().map_or(&[][..], |signature| &signature.params);
        let spelled = program.spelling.functions.get(&function.name);
        let pointees = roles::pointees(program, id);
        let parameter = |(at, ty): (usize, &TypeId)| {
            let spelled = spelled.and_then(|spelled| spelled.parameters.get(at));
            let maker = spelled.and_then(|spelled| roles::maker(program.ctype(*ty), &spelled.text));
            let is_pointer_to_const = spelled.is_some_and(Spelled::points_to_constant);
            let pointee = pointees.get(at).copied().flatten();
            Type { maker, is_pointer_to_const, ..Type::of(program, *ty, pointee) }
        };
        let global = |global: &crate::ir::Global| match program.ctype(global.ty?) {
            CType::Array { count: Some(count), .. } => Some((global.name.clone(), *count)),
            _ => None,
        };
        Self {
            guards: Guards::of(program, id),
            parameters: types.iter().enumerate().map(parameter).collect(),
            globals: program.globals.iter().filter_map(global).collect(),
            locals: locals(program),
            countable: types.iter().map(|ty| counters.behind(program, *ty)).collect(),
            rooms: types.iter().map(|ty| rooms.behind(program, *ty)).collect(),
            ranges: ranges.behind(program, id, types),
            has_callers: false,
            has_inner_texts: types.iter().any(|ty| match program.ctype(*ty) {
                CType::Pointer(target) => leads_to_texts(program, *target, DEPTH),
                _ => false,
            }),
        }
    }

    /// The members that count the elements of others, as declarations say.
    pub fn counted_by_declarations(&self) -> Vec<CountedMember> {
        let mut said: Vec<CountedMember> = Vec::new();
        for it in self.countable.iter().flatten().filter(|it| it.is_declared) {
            let because = "counted_by in its declaration".to_owned();
            let Some(count) = it.counts.first().cloned() else { continue };
            let (ty, array) = (it.ty.clone(), it.array.clone());
            let member = CountedMember { ty, array, count, because };
            if !said.contains(&member) {
                said.push(member);
            }
        }
        said
    }

    /// Whether the function compares a signed number with zero for order.
    pub fn asks_for_negative(&self, at: usize) -> bool {
        let is_signed = self.parameters.get(at).is_some_and(|ty| ty.is_integer && ty.is_signed);
        let place = Place { parameter: at, member: None };
        is_signed
            && self.guards.bounds.get(&place).is_some_and(|bounds| bounds.iter().any(|it| it.abs() <= 1))
    }

    /// Whether a parameter is an index, and no length.
    pub fn is_index(&self, harness: &Harness, at: usize) -> bool {
        let guards = &self.guards;
        guards.indices.contains(&at)
            && !guards.ends.contains(&at)
            && !roles::is_length(&harness.parameters[at].name)
    }

    /// How many values of a number lead to the same element.
    pub fn scale(&self, leaf: &Leaf) -> i128 {
        let place = self.place(leaf).filter(|place| place.member.is_none());
        place.and_then(|place| self.guards.scales.get(&place.parameter)).copied().unwrap_or(1)
    }

    /// Makes a parameter that was taken for a length an independent number.
    pub fn free(&self, harness: &mut Harness, at: usize) {
        let Role::Length { of, .. } = harness.parameters[at].role.clone() else { return };
        let Some(maker) = self.parameters.get(at).and_then(|ty| ty.maker) else { return };
        harness.parameters[at].role = Role::Number(maker);
        for pointer in of {
            match &mut harness.parameters[pointer].role {
                Role::Buffer { length } | Role::Bytes { length } => *length = None,
                _ => {}
            }
        }
    }

    /// The member of what a parameter points to that an expression names: `p->data`.
    pub fn member(&self, parameter: usize, text: &str) -> Option<&Member> {
        let (_, path) = text.split_once("->")?;
        let members = &self.parameters.get(parameter)?.members;
        members.iter().find(|member| member.path.join(".") == path)
    }

    /// What the code that allocates an array such as `p->data` says about it, with the name of the parameter
    /// before all members.
    pub fn room(&self, parameter: usize, array: &str) -> Option<Room> {
        let (name, path) = array.split_once("->")?;
        let room = self.rooms.get(parameter)?.iter().find(|room| room.array == path)?;
        let whole = |path: &String| format!("{name}->{path}");
        Some(Room {
            array: array.to_owned(),
            factors: room.factors.iter().map(whole).collect(),
            used: room.used.iter().map(whole).collect(),
            scaled: room.scaled.iter().map(|(path, by)| (whole(path), *by)).collect(),
        })
    }

    /// The type of a value.
    pub fn ty(&self, leaf: &Leaf) -> Option<&Type> {
        let parameter = self.parameters.get(leaf.parameter)?;
        if leaf.members.is_empty() {
            return (leaf.depth == 0).then_some(parameter);
        }
        (leaf.depth <= 1).then_some(())?;
        parameter.members.iter().find(|member| member.path == leaf.members).map(|member| &member.ty)
    }

    /// The place that an input of the harness has in the function's code.
    pub fn place_of(&self, harness: &Harness, input: &Dependence) -> Option<Place> {
        // The parameters of this call come first; a later input of the same name belongs to another call.
        if input.earlier > 0 {
            return None;
        }
        let name = input.input.trim_start_matches(['*', '(', '&']).trim_end_matches(')');
        let parameter = harness.parameters.iter().position(|parameter| parameter.name == name)?;
        Some(Place { parameter, member: input.offset.map(i128::from) })
    }

    /// The place that a value has in the function's code; `None` for values that lie deeper.
    pub fn place(&self, leaf: &Leaf) -> Option<Place> {
        let parameter = leaf.parameter;
        if leaf.depth == 0 {
            return leaf.members.is_empty().then_some(Place { parameter, member: None });
        }
        if leaf.depth > 1 {
            return None;
        }
        if leaf.members.is_empty() {
            return Some(Place { parameter, member: Some(0) });
        }
        let members = &self.parameters.get(parameter)?.members;
        let member = members.iter().find(|member| member.path == leaf.members)?;
        Some(Place { parameter, member: Some(member.offset) })
    }
}

/// The declared number of elements of arrays that are local variables. A name that a function gives to
/// several variables is left out.
fn locals(program: &Program) -> BTreeMap<(String, String), u64> {
    let mut found = BTreeMap::new();
    for function in &program.functions {
        let mut seen = BTreeSet::new();
        for pc in program.positions(function) {
            let inst = program.inst(pc);
            if inst.op != Op::Alloca {
                continue;
            }
            let object = inst.alloca(program);
            let Some(name) = object.name.map(|name| &program.texts[name]) else { continue };
            let key = (function.name.clone(), name.clone());
            match object.ty.map(|ty| program.ctype(ty)) {
                Some(CType::Array { count: Some(count), .. }) if seen.insert(name) => {
                    found.insert(key, *count);
                }
                _ => {
                    seen.insert(name);
                    found.remove(&key);
                }
            }
        }
    }
    found
}

impl Type {
    /// The type of a parameter, and what it leads to. The code may tell the latter better than the declaration.
    fn of(program: &Program, ty: TypeId, pointee: Option<Pointee>) -> Self {
        let mut found = Self::scalar(program, ty);
        if let Some(pointee) = pointee {
            found.is_void_pointer = false;
            found.is_pointer_pointer = !matches!(pointee, Pointee::Value(_));
            if let Pointee::Value(ty) = pointee {
                found.add_members(program, ty, &[], 0);
            }
            return found;
        }
        let inner = match program.ctype(ty) {
            CType::Pointer(target) => *target,
            _ => ty,
        };
        found.add_members(program, inner, &[], 0);
        found
    }

    fn scalar(program: &Program, ty: TypeId) -> Self {
        let mut found = Self::default();
        match program.ctype(ty) {
            CType::Int { signed, .. } | CType::Char { signed } => {
                (found.is_integer, found.is_signed) = (true, *signed);
            }
            CType::Bool => found.is_integer = true,
            CType::Enum { name, signed, variants, .. } => {
                (found.is_integer, found.is_signed) = (true, *signed);
                let name = name.as_ref().map_or("its enumeration".to_owned(), |name| format!("enum {name}"));
                let names = variants.iter().map(|variant| variant.name.clone()).collect();
                let values = variants.iter().map(|variant| variant.value).collect();
                found.enumeration = Some(Enumeration { name, names, values });
            }
            CType::Pointer(target) => {
                found.is_character_pointer = matches!(program.ctype(*target), CType::Char { .. });
                found.is_void_pointer = matches!(program.ctype(*target), CType::Void);
                found.is_pointer_pointer = matches!(program.ctype(*target), CType::Pointer(_));
                found.is_unsigned_pointer =
                    matches!(program.ctype(*target), CType::Int { signed: false, .. });
            }
            _ => {}
        }
        found
    }

    fn add_members(&mut self, program: &Program, ty: TypeId, above: &[String], offset: i128) {
        let CType::Struct { members, .. } = program.ctype(ty) else { return };
        for member in members {
            let mut path = above.to_vec();
            path.push(member.name.clone());
            let offset = offset + i128::from(member.offset.0 / 8);
            let (ty, count) = match program.ctype(member.ty) {
                CType::Array { element, count } => (*element, *count),
                _ => (member.ty, None),
            };
            let scalar = Type::scalar(program, ty);
            self.members.push(Member { path: path.clone(), offset, ty: scalar, count });
            if path.len() < 3 {
                self.add_members(program, member.ty, &path, offset);
            }
        }
    }
}
