//! How much room there is in an array that a member points to, as the code that allocates it says: the result
//! of a call is stored to the member, and an argument of the call is stored to another member or read from
//! one.
//!
//! Such code says more than the names of members do: which member is the room, whether the size of an element
//! is a member, too, and which members stay within the room because they are compared with it.
//!
//! Like all that is read from code, this is a guess: a run tells whether it makes an error go away. A
//! function counts as an allocator if its name contains `alloc`, or if it is called through a pointer.

use super::counted::{Number, Reader, STEPS, member};
use crate::ir::{CType, CallSite, Const, Inst, Op, Operand, OperandKind, Program, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// A member that points to an array, and the members that say how large it is. All are paths from the
/// structure: `buffer.data`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    pub array: String,
    /// Their product is the number of elements.
    pub factors: Vec<String>,
    /// Members that stay within the first factor.
    pub used: Vec<String>,
    /// Members that stay within a multiple of the first factor, such as a number of bits beside one of bytes.
    pub scaled: Vec<(String, i128)>,
}

/// What the code of a program says about rooms. Members are offsets in bytes in the innermost structure.
#[derive(Default)]
pub struct Rooms {
    /// The factors of the room of an array.
    found: BTreeMap<(TypeId, u64), BTreeSet<Vec<u64>>>,
    /// Members that are compared with a room: structure, member, room.
    used: BTreeSet<(TypeId, u64, u64)>,
    /// Rooms that are computed from another member divided by a number: structure, member, room, number.
    scaled: BTreeSet<(TypeId, u64, u64, i128)>,
}

/// A value, in as much detail as is needed to tell whether two values are the same.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Constant(i128),
    Variable(u32),
    Member(TypeId, u64),
    Made(Op, Vec<Value>),
    Other,
}

/// What one function stores to members of a structure.
#[derive(Default)]
struct Stores {
    /// The results of calls: the member, and the arguments of the call.
    arrays: Vec<(TypeId, u64, Vec<Value>)>,
    numbers: Vec<(TypeId, u64, Value)>,
}

impl Rooms {
    pub fn of(program: &Program) -> Self {
        let mut rooms = Self::default();
        let mut all = Vec::new();
        for function in &program.functions {
            let reader = Reader::new(program, function);
            let code: Vec<&Inst> = program.code_of(function).collect();
            let stores = Code { program, reader: &reader, code: &code }.stores();
            rooms.allocated(&stores);
            all.push((reader, code, stores));
        }
        for (reader, code, stores) in &all {
            rooms.related(&Code { program, reader, code }, stores);
        }
        rooms
    }

    /// The rooms in the structure that a type points to.
    pub fn behind(&self, program: &Program, ty: TypeId) -> Vec<Room> {
        let mut found = Vec::new();
        if let CType::Pointer(target) = program.ctype(ty) {
            self.visit(program, *target, "", &mut found);
        }
        found
    }

    fn visit(&self, program: &Program, ty: TypeId, above: &str, found: &mut Vec<Room>) {
        let CType::Struct { members, .. } = program.ctype(ty) else { return };
        let name_at = |at: u64| member(program, ty, at).map(|member| format!("{above}{}", member.name));
        for part in members {
            let at = part.offset.0 / 8;
            // If there are two ways to allocate it, it is not known which one was used.
            if let Some(ways) = self.found.get(&(ty, at)).filter(|ways| ways.len() == 1)
                && let Some(factors) = ways.first()
                && let Some(room) = factors.first()
            {
                let used = self.used.iter().filter(|(of, _, is)| (of, is) == (&ty, room));
                let scaled = self.scaled.iter().filter(|(of, _, is, _)| (of, is) == (&ty, room));
                found.push(Room {
                    array: format!("{above}{}", part.name),
                    factors: factors.iter().filter_map(|at| name_at(*at)).collect(),
                    used: used.filter_map(|(_, at, _)| name_at(*at)).collect(),
                    scaled: scaled.filter_map(|(_, at, _, by)| Some((name_at(*at)?, *by))).collect(),
                });
            }
            self.visit(program, part.ty, &format!("{above}{}.", part.name), found);
        }
    }

    /// Adds the sizes that are allocated for arrays and stored in members beside them.
    fn allocated(&mut self, stores: &Stores) {
        for (ty, array, given) in &stores.arrays {
            let mut left: Vec<&Value> = given.iter().flat_map(factors).collect();
            left.retain(|value| !matches!(value, Value::Constant(_)));
            let mut known = Vec::new();
            for value in left {
                let mut noted = stores.numbers.iter().filter(|(of, _, it)| of == ty && it == value);
                match value {
                    Value::Member(of, at) if of == ty => known.push(*at),
                    Value::Other => {}
                    _ => match noted.next() {
                        Some((_, at, _)) => known.insert(0, *at),
                        // The size also depends on a value that is stored in no member.
                        None => {
                            known.clear();
                            break;
                        }
                    },
                }
            }
            if !known.is_empty() {
                self.found.entry((*ty, *array)).or_default().insert(known);
            }
        }
    }

    /// Adds the members that are compared with a room, and those that a room is computed from.
    fn related(&mut self, code: &Code<'_>, stores: &Stores) {
        let rooms: BTreeSet<(TypeId, u64)> =
            self.found.iter().flat_map(|((ty, _), ways)| ways.iter().map(|way| (*ty, way[0]))).collect();
        for inst in code.code.iter().filter(|inst| inst.op == Op::ICmp) {
            for (one, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
                let bound = code.value(other, STEPS);
                let is_bound = |(ty, at): &&(TypeId, u64)| {
                    bound == Value::Member(*ty, *at)
                        || stores.numbers.iter().any(|(of, to, it)| (of, to) == (ty, at) && *it == bound)
                };
                for (ty, room) in rooms.iter().filter(is_bound) {
                    let mut parts = Vec::new();
                    terms(&code.value(one, STEPS), &mut parts);
                    let others = parts.into_iter().filter(|part| part != room);
                    self.used.extend(others.filter(|at| code.is_number(*ty, *at)).map(|at| (*ty, at, *room)));
                }
            }
        }
        for (ty, room, value) in stores.numbers.iter().filter(|(ty, at, _)| rooms.contains(&(*ty, *at))) {
            quotients(value, &mut |of, at, by| {
                if of == *ty {
                    self.scaled.insert((of, at, *room, by));
                }
            });
        }
    }
}

/// The code of one function.
struct Code<'a> {
    program: &'a Program,
    reader: &'a Reader<'a>,
    code: &'a [&'a Inst],
}

impl Code<'_> {
    fn stores(&self) -> Stores {
        let mut stores = Stores::default();
        for inst in self.code.iter().filter(|inst| inst.op == Op::Store) {
            let Some((ty, at)) = self.reader.address(inst.b(), STEPS) else { continue };
            let Some(member) = member(self.program, ty, at) else { continue };
            match self.program.ctype(member.ty) {
                CType::Pointer(_) => {
                    let calls = self.calls(inst.a());
                    stores.arrays.extend(calls.into_iter().map(|given| (ty, at, given)));
                }
                CType::Int { .. } => stores.numbers.push((ty, at, self.value(inst.a(), STEPS))),
                _ => {}
            }
        }
        stores
    }

    /// The arguments of the allocations whose result a pointer is, also by way of a variable.
    fn calls(&self, operand: Operand) -> Vec<Vec<Value>> {
        let Some(inst) = self.reader.maker(operand) else { return Vec::new() };
        match inst.op {
            Op::Move => self.calls(inst.a()),
            Op::Call => {
                let site = CallSite::read(self.program, inst.a);
                if !self.is_allocator(site.callee()) {
                    return Vec::new();
                }
                vec![site.args().map(|argument| self.value(argument.operand, STEPS)).collect()]
            }
            Op::Load if self.reader.maker(inst.a()).is_some_and(|place| place.op == Op::Alloca) => {
                let stored = self.code.iter().filter(|it| it.op == Op::Store && it.b() == inst.a());
                let made =
                    stored.filter(|it| self.reader.maker(it.a()).is_some_and(|maker| maker.op == Op::Call));
                made.flat_map(|it| self.calls(it.a())).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_allocator(&self, callee: Operand) -> bool {
        let OperandKind::Constant(id) = callee.kind() else { return true };
        let Const::Function(callee) = self.program.constants[id.index()] else { return false };
        self.program.functions[callee.index()].name.to_lowercase().contains("alloc")
    }

    fn value(&self, operand: Operand, steps: u32) -> Value {
        if let Some(constant) = self.program.signed_constant(operand) {
            return Value::Constant(constant);
        }
        let Some(inst) = self.reader.maker(operand).filter(|_| steps > 0) else { return Value::Other };
        match inst.op {
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt => self.value(inst.a(), steps - 1),
            Op::Add | Op::Sub | Op::Mul | Op::UDiv | Op::SDiv | Op::LShr | Op::Shl => {
                Value::Made(inst.op, vec![self.value(inst.a(), steps - 1), self.value(inst.b(), steps - 1)])
            }
            Op::Load => match self.reader.number(operand, STEPS) {
                Some(Number::Member(ty, at, _)) if self.is_number(ty, at) => Value::Member(ty, at),
                Some(Number::Variable(register)) if !self.is_address(inst) => self.variable(register, steps),
                _ => Value::Other,
            },
            _ => Value::Other,
        }
    }

    /// A variable, or the only value that is ever stored to it, if that value is known.
    fn variable(&self, register: u32, steps: u32) -> Value {
        let is_it = |it: &&&Inst| {
            let to = it.b().kind();
            it.op == Op::Store && matches!(to, OperandKind::Register(to) if to.raw() == register)
        };
        let mut stored = self.code.iter().filter(is_it);
        match (stored.next(), stored.next()) {
            (Some(only), None) => match self.value(only.a(), steps - 1) {
                Value::Other => Value::Variable(register),
                value => value,
            },
            _ => Value::Variable(register),
        }
    }

    /// Whether the value that is read is a pointer.
    fn is_address(&self, inst: &Inst) -> bool {
        let place = self.reader.maker(inst.a()).filter(|place| place.op == Op::Alloca);
        let ty = place.and_then(|place| place.alloca(self.program).ty);
        ty.is_some_and(|ty| matches!(self.program.ctype(ty), CType::Pointer(_)))
    }

    fn is_number(&self, ty: TypeId, at: u64) -> bool {
        let found = member(self.program, ty, at);
        found.is_some_and(|member| matches!(self.program.ctype(member.ty), CType::Int { .. }))
    }
}

/// The factors of a product.
fn factors(value: &Value) -> Vec<&Value> {
    match value {
        Value::Made(Op::Mul, both) => both.iter().flat_map(factors).collect(),
        Value::Made(Op::Shl, both) if matches!(both[1], Value::Constant(_)) => factors(&both[0]),
        value => vec![value],
    }
}

/// The members that are added up.
fn terms(value: &Value, found: &mut Vec<u64>) {
    match value {
        Value::Member(_, at) => found.push(*at),
        Value::Made(Op::Add, both) => both.iter().for_each(|it| terms(it, found)),
        Value::Made(Op::Sub, both) => terms(&both[0], found),
        _ => {}
    }
}

/// Finds the members that are divided by a constant in a value.
fn quotients(value: &Value, found: &mut dyn FnMut(TypeId, u64, i128)) {
    let Value::Made(op, both) = value else { return };
    let by = match (op, &both[1]) {
        (Op::UDiv | Op::SDiv, Value::Constant(by)) => Some(*by),
        (Op::LShr, Value::Constant(by @ 0..16)) => Some(1 << by),
        _ => None,
    };
    let Some(by) = by.filter(|by| *by > 1) else {
        return both.iter().for_each(|it| quotients(it, found));
    };
    let mut parts = Vec::new();
    members(&both[0], &mut parts);
    if let [(ty, at)] = parts[..] {
        found(ty, at, by);
    }
}

fn members(value: &Value, found: &mut Vec<(TypeId, u64)>) {
    match value {
        Value::Member(ty, at) => found.push((*ty, *at)),
        Value::Made(_, both) => both.iter().for_each(|it| members(it, found)),
        _ => {}
    }
}
