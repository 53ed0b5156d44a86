//! What a `void *` parameter points to, as the function's code says.
//!
//! A comparison for `qsort` takes `const void *` and copies it to a `const struct item *const *`. An object of
//! that type is what a caller passes. If the type of such a parameter were decided by what is read first, then
//! what lies there could be anything, such as a null pointer that no caller has.

use super::generic::c_name;
use super::{Parameter, Role, Use, pointer_role};
use crate::exec::tags;
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
    /// An address near what that pointer leads to.
    Near(usize),
}

/// The types of what the parameters of a function point to. A parameter has one if it is a `void *` that the
/// code looks at as a pointer to one type alone.
pub fn pointees(program: &Program, id: FuncId) -> Vec<Option<TypeId>> {
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
    };
    program.positions(function).for_each(|pc| reader.follow(pc));
    let only = |told: &Vec<TypeId>| told.first().copied().filter(|_| told.len() == 1);
    types.iter().zip(&reader.told).map(|(ty, told)| only(told).filter(|_| is_void(ty))).collect()
}

/// Gives a `void *` of an unknown length the type that the code of the function looks at it as. It is a string if
/// the code looks for its terminator.
pub fn look_at_pointees(program: &Program, id: FuncId, parameters: &mut [Parameter], uses: &[Use]) {
    let pointees = pointees(program, id);
    for (at, parameter) in parameters.iter_mut().enumerate() {
        let Some(found) = uses.get(at).filter(|_| parameter.role == (Role::Bytes { length: None })) else {
            continue;
        };
        let is_known = |ty: &TypeId| !matches!(program.ctype(*ty), CType::Char { .. });
        let known = pointees[at].filter(is_known).and_then(|ty| Some((Some(ty), c_name(program, ty)?)));
        let text = found.ends_in_zero.then(|| (None, "char".to_owned()));
        let Some((ty, name)) = known.or(text) else { continue };
        let text = match (parameter.declared.starts_with("const "), name.ends_with('*')) {
            (false, false) => format!("{name} *{NAME}"),
            (false, true) => format!("{name}*{NAME}"),
            (true, false) => format!("const {name} *{NAME}"),
            (true, true) => format!("{name}const *{NAME}"),
        };
        let spelled = Spelled { text, ..Spelled::default() };
        parameter.role = match ty {
            Some(ty) => pointer_role(program, ty, &spelled, found, None),
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
    /// The types of what each parameter points to, as the code says.
    told: Vec<Vec<TypeId>>,
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
                    self.tell(value, ty);
                    match value {
                        Some(value) => self.variables.insert(variable, value),
                        None => self.variables.remove(&variable),
                    };
                }
            }
            Op::Move => self.set(inst, self.value(inst.a())),
            Op::PtrAdd | Op::PtrIndex => {
                let near = match self.value(inst.a()) {
                    Some(Value::Pointed(at) | Value::Near(at)) => Some(Value::Near(at)),
                    _ => None,
                };
                self.set(inst, near);
            }
            Op::Call => {
                let site = CallSite::read(program, inst.a);
                let OperandKind::Constant(callee) = site.callee().kind() else { return };
                let Const::Function(callee) = program.constants[callee.index()] else { return };
                let Some(declared) = program.declaration(callee) else { return };
                if declared.params.len() == site.n_args() {
                    let given: Vec<_> = site.args().map(|argument| self.value(argument.operand)).collect();
                    given.into_iter().zip(&declared.params).for_each(|(value, ty)| self.tell(value, Some(*ty)));
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

    /// Notes that a value is used as one of a type.
    fn tell(&mut self, value: Option<Value>, ty: Option<TypeId>) {
        let Some(ty) = ty else { return };
        let Some((pointee, target)) = target(self.program, ty) else { return };
        let is_whole = self.program.size_of(pointee).is_some_and(|size| size > Bytes(1));
        let is_character = matches!(target, CType::Char { .. });
        let (at, ty) = match value {
            Some(Value::Parameter(at)) if is_whole || is_character => (at, pointee),
            Some(Value::Pointed(at)) if is_whole || is_character => (at, ty),
            _ => return,
        };
        // Pointers to a type may be several types, some of which have the name of a typedef.
        let behind = |ty: TypeId| match self.program.ctype(ty) {
            CType::Pointer(target) => Some(*target),
            _ => None,
        };
        let is_it = |told: &TypeId| *told == ty || behind(ty).is_some_and(|it| behind(*told) == Some(it));
        if !self.told[at].iter().any(is_it) {
            self.told[at].push(ty);
        }
    }

    /// Notes the structure to which an address is cast for an access.
    fn access(&mut self, pc: Pc, address: Option<Value>) {
        let (Some(Value::Pointed(at) | Value::Near(at)), Some(cast)) = (address, self.program.casts.get(&pc))
        else {
            return;
        };
        let name = &self.program.texts[cast.tag as usize];
        let Some(structure) = tags(self.program).get(name).copied() else { return };
        let mut types = (0..self.program.types.len()).map(TypeId::new);
        let pointer = types.find(|ty| target(self.program, *ty).is_some_and(|it| it.0 == structure));
        self.tell(Some(Value::Pointed(at)), pointer);
    }
}

/// What a type points to.
fn target(program: &Program, ty: TypeId) -> Option<(TypeId, &CType)> {
    match program.ctype(ty) {
        CType::Pointer(target) => Some((*target, program.ctype(*target))),
        _ => None,
    }
}
