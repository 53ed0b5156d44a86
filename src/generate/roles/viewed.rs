//! What a `void *` parameter points to, as the function's code says.
//!
//! A comparison for `qsort` takes `const void *` and copies it to a `const struct item *const *`. An object of
//! that type is what a caller passes. If the type of such a parameter were decided by what is read first, then
//! what lies there could be anything, such as a null pointer that no caller has.

use super::generic::c_name;
use super::{Parameter, Role, Use, pointer_role};
use crate::exec::tags;
use crate::generate::uses::of_library;
use crate::ir::{
    CType, CallSite, Const, FuncId, Inst, NAME, Op, Operand, OperandKind, Pc, Program, RegId, Spelled, TypeId,
};
use crate::util::Bytes;
use rustc_hash::FxHashMap;

/// What a register holds or leads to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Value {
    /// The address of the variable that an instruction makes.
    Variable(Pc),
    /// The parameter of this number.
    Parameter(usize),
    /// The pointer to which the parameter of this number points.
    Pointed(usize),
    /// An address behind the beginning of what the parameter leads to: at a distance in bytes, if it is known.
    NearParameter(usize, Option<i64>),
    /// An address near what that pointer leads to.
    NearPointed(usize),
}

/// What a `void *` points to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pointee {
    Value(TypeId),
    /// A pointer to a value of a type.
    Pointer(TypeId),
    /// A pointer to a string.
    Text,
}

impl Pointee {
    /// What lies behind a pointer to this type.
    fn of(program: &Program, ty: TypeId) -> Self {
        match target(program, ty) {
            Some((_, CType::Char { .. })) => Pointee::Text,
            Some((target, _)) => Pointee::Pointer(target),
            None => Pointee::Value(ty),
        }
    }

    /// The name of its type in C, if it has one.
    fn name(self, program: &Program) -> Option<String> {
        match self {
            Pointee::Value(ty) => c_name(program, ty),
            Pointee::Pointer(ty) => c_name(program, ty).map(|name| match name.ends_with('*') {
                true => format!("{name}*"),
                false => format!("{name} *"),
            }),
            Pointee::Text => Some("char *".to_owned()),
        }
    }
}

/// The types of what the parameters of a function point to. A parameter has one if it is a `void *` that the
/// code looks at as a pointer to one value of one type.
pub fn pointees(program: &Program, id: FuncId) -> Vec<Option<Pointee>> {
    let function = &program.functions[id.index()];
    let types = function.signature.as_ref().map_or(&[][..], |signature| &signature.params);
    let is_void = |ty: &TypeId| matches!(target(program, *ty), Some((_, CType::Void)));
    if types.len() != function.params.len() || !types.iter().any(is_void) {
        return vec![None; types.len()];
    }
    let mut reader = Reader {
        program,
        registers: (0..types.len()).map(|at| (RegId::new(at), Value::Parameter(at))).collect(),
        variables: FxHashMap::default(),
        told: vec![Vec::new(); types.len()],
        passed: vec![Vec::new(); types.len()],
        is_passed_on: vec![false; types.len()],
        distances: vec![Vec::new(); types.len()],
    };
    program.positions(function).for_each(|pc| reader.follow(pc));
    let only = |told: &[Pointee]| told.first().copied().filter(|_| told.len() == 1);
    let size = |it: &Pointee| match it {
        Pointee::Value(ty) => program.size_of(*ty).map(|size| size.0),
        Pointee::Pointer(_) | Pointee::Text => Some(8),
    };
    let pointee = |at: usize| match (&reader.told[at][..], &reader.passed[at][..]) {
        ([], passed) => only(passed),
        // A caller of a function that gets a larger structure has a larger one.
        (told, passed) => only(told).filter(|it| passed.iter().all(|other| size(other) <= size(it))),
    };
    let is_known = |at: usize, ty: &TypeId| is_void(ty) && !reader.is_passed_on[at];
    // How many there are of an array is found by the run.
    let is_one = |at: usize, it: &Pointee| {
        let whole = size(it).and_then(|size| i64::try_from(size).ok()).unwrap_or(0);
        reader.distances[at].iter().all(|distance| distance.is_some_and(|it| (0..whole).contains(&it)))
    };
    let one = |at: usize| pointee(at).filter(|it| is_one(at, it));
    types.iter().enumerate().map(|(at, ty)| one(at).filter(|_| is_known(at, ty))).collect()
}

/// Gives a `void *` of an unknown length the type that the code of the function looks at it as. It is a string if
/// the code looks for its terminator.
pub fn look_at_pointees(program: &Program, id: FuncId, parameters: &mut [Parameter], uses: &[Use]) {
    let pointees = pointees(program, id);
    for (at, parameter) in parameters.iter_mut().enumerate() {
        let Some(found) = uses.get(at).filter(|_| parameter.role == (Role::Bytes { length: None })) else {
            continue;
        };
        let is_text = |it: &Pointee| match it {
            Pointee::Value(ty) => matches!(program.ctype(*ty), CType::Char { .. }),
            _ => false,
        };
        let known = pointees[at].filter(|it| !is_text(it));
        let known = known.and_then(|it| Some((Some(it), it.name(program)?)));
        let text = found.ends_in_zero.then(|| (None, "char".to_owned()));
        let Some((pointee, name)) = known.or(text) else { continue };
        let text = match (parameter.declared.starts_with("const "), name.ends_with('*')) {
            (false, false) => format!("{name} *{NAME}"),
            (false, true) => format!("{name}*{NAME}"),
            (true, false) => format!("const {name} *{NAME}"),
            (true, true) => format!("{name}const *{NAME}"),
        };
        let spelled = Spelled { text, ..Spelled::default() };
        parameter.role = match pointee {
            Some(Pointee::Value(ty)) => pointer_role(program, ty, &spelled, found, None),
            Some(_) if found.is_written && !found.is_read && !found.is_tested => Role::Out,
            Some(_) => Role::Object,
            None => Role::Text,
        };
        parameter.declared = spelled.text;
    }
}

/// Reads the code of one function from its first instruction to its last one.
struct Reader<'a> {
    program: &'a Program,
    registers: FxHashMap<RegId, Value>,
    /// What was last written to each variable.
    variables: FxHashMap<Pc, Value>,
    /// What each parameter points to, as the types of variables and casts say.
    told: Vec<Vec<Pointee>>,
    /// The same as calls say, which may get the address of a first member.
    passed: Vec<Vec<Pointee>>,
    /// Whether each parameter is passed on as a `void *` to a function that may look at it as anything.
    is_passed_on: Vec<bool>,
    /// How far behind the beginning of what each parameter leads to the code goes.
    distances: Vec<Vec<Option<i64>>>,
}

impl Reader<'_> {
    fn follow(&mut self, pc: Pc) {
        let program = self.program;
        let inst = program.inst(pc);
        match inst.op {
            Op::Alloca => self.set(inst, Some(Value::Variable(pc))),
            Op::Load => {
                let address = self.value(inst.a());
                self.access(pc, address);
                let loaded = match address {
                    Some(Value::Variable(variable)) => self.variables.get(&variable).copied(),
                    Some(Value::Parameter(at)) if inst.flags & Inst::ADDRESS != 0 => Some(Value::Pointed(at)),
                    _ => None,
                };
                self.set(inst, loaded);
            }
            Op::Store => {
                let address = self.value(inst.b());
                self.access(pc, address);
                if let Some(Value::Variable(variable)) = address {
                    let ty = program.inst(variable).alloca(program).ty;
                    let value = self.value(inst.a());
                    if let Some(ty) = ty {
                        self.tell(value, ty, true);
                    }
                    match value {
                        Some(value) => self.variables.insert(variable, value),
                        None => self.variables.remove(&variable),
                    };
                }
            }
            Op::Move => self.set(inst, self.value(inst.a())),
            Op::PtrAdd | Op::PtrIndex => {
                let scale = if inst.op == Op::PtrIndex { i64::from(inst.width) } else { 1 };
                let by = program.signed_constant(inst.b()).and_then(|by| i64::try_from(by).ok());
                let by = by.and_then(|by| by.checked_mul(scale));
                let near = match self.value(inst.a()) {
                    Some(Value::Parameter(at)) => Some(self.step(at, by)),
                    Some(Value::NearParameter(at, Some(from))) => {
                        Some(match by.and_then(|by| from.checked_add(by)) {
                            Some(distance) => self.step(at, Some(distance)),
                            None => Value::NearParameter(at, None),
                        })
                    }
                    Some(Value::NearParameter(at, None)) => Some(Value::NearParameter(at, None)),
                    Some(Value::Pointed(at) | Value::NearPointed(at)) => Some(Value::NearPointed(at)),
                    _ => None,
                };
                self.set(inst, near);
            }
            Op::Call => {
                let site = CallSite::read(program, inst.a);
                let OperandKind::Constant(callee) = site.callee().kind() else { return };
                let Const::Function(callee) = program.constants[callee.index()] else { return };
                let declared = program.declaration(callee).filter(|it| it.params.len() == site.n_args());
                let name = &program.functions[callee.index()].name;
                for (number, argument) in site.args().enumerate() {
                    let value = self.value(argument.operand);
                    match declared {
                        Some(declared) => {
                            let has_code = program.functions[callee.index()].entry.is_some();
                            let is_void =
                                matches!(target(program, declared.params[number]), Some((_, CType::Void)));
                            if let Some(Value::Parameter(at)) = value.filter(|_| has_code && is_void) {
                                self.is_passed_on[at] = true;
                            }
                            self.tell(value, declared.params[number], false);
                        }
                        None if of_library(name, number).ends_in_zero => {
                            if let Some(Value::Pointed(at)) = value {
                                self.note(at, Pointee::Text, false);
                            }
                        }
                        None => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn value(&self, operand: Operand) -> Option<Value> {
        match operand.kind() {
            OperandKind::Register(register) => self.registers.get(&register).copied(),
            OperandKind::Constant(_) => None,
        }
    }

    fn set(&mut self, inst: &Inst, value: Option<Value>) {
        if let Some(value) = value {
            self.registers.insert(inst.dst, value);
        }
    }

    /// Notes how far behind the beginning of what a parameter leads to the code goes; `None` for an index that is
    /// not a constant.
    fn step(&mut self, at: usize, distance: Option<i64>) -> Value {
        self.distances[at].push(distance);
        Value::NearParameter(at, distance)
    }

    /// Notes that a value is used as one of a type.
    fn tell(&mut self, value: Option<Value>, ty: TypeId, is_whole: bool) {
        let Some((pointee, target)) = target(self.program, ty) else { return };
        let is_character = matches!(target, CType::Char { .. });
        if !is_character && self.program.size_of(pointee).is_none_or(|size| size <= Bytes(1)) {
            return;
        }
        match value {
            Some(Value::Parameter(at)) => self.note(at, Pointee::of(self.program, pointee), is_whole),
            Some(Value::Pointed(at)) if is_character => self.note(at, Pointee::Text, is_whole),
            Some(Value::Pointed(at)) => self.note(at, Pointee::Pointer(pointee), is_whole),
            _ => {}
        }
    }

    /// Notes what a parameter points to: the whole of it, or what may be its first member.
    fn note(&mut self, at: usize, pointee: Pointee, is_whole: bool) {
        let told = if is_whole { &mut self.told[at] } else { &mut self.passed[at] };
        if !told.contains(&pointee) {
            told.push(pointee);
        }
    }

    /// Notes the structure to which an address is cast for an access.
    fn access(&mut self, pc: Pc, address: Option<Value>) {
        let (Some(address), Some(cast)) = (address, self.program.casts.get(&pc)) else { return };
        let name = &self.program.texts[cast.tag as usize];
        let Some(structure) = tags(self.program).get(name).copied() else { return };
        match address {
            Value::Parameter(at) | Value::NearParameter(at, _) => {
                self.note(at, Pointee::Value(structure), true)
            }
            Value::Pointed(at) | Value::NearPointed(at) => self.note(at, Pointee::Pointer(structure), true),
            Value::Variable(_) => {}
        }
    }
}

/// What a type points to.
fn target(program: &Program, ty: TypeId) -> Option<(TypeId, &CType)> {
    match program.ctype(ty) {
        CType::Pointer(target) => Some((*target, program.ctype(*target))),
        _ => None,
    }
}
