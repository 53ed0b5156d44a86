//! Which members of structures functions read and write, including the functions that they call. Of many
//! functions that change an object, those matter for a test that write members which the function under test
//! reads.
//!
//! The code is unoptimised: a pointer to a structure is read from a variable, whose type says which structure
//! it is, and moved by constants. If a pointer was itself read from a member, its structure is known only if
//! the access says so. An access that is missed makes a function seem to matter less, but no test wrong.

use super::{Class, Member, name_of};
use crate::ir::{
    CType, CallSite, Const, FuncId, Function, Inst, Op, Operand, OperandKind, Program, RegId, TypeId,
};
use std::collections::{BTreeMap, BTreeSet};

/// A member: the structure's name without `struct`, and where in it the member is, in bytes.
type Field = (String, u64);

/// What one function itself reads, writes and calls.
#[derive(Clone, Default, Debug)]
struct Own {
    reads: BTreeSet<Field>,
    writes: BTreeSet<Field>,
    calls: BTreeSet<String>,
    /// The members of what each parameter points to that are read before they are written.
    relies: BTreeMap<usize, BTreeSet<Field>>,
    /// The number of its instructions.
    size: usize,
}

/// What the functions of a project read, write and call, by name.
#[derive(Clone, Default, Debug)]
pub struct Touched {
    of: BTreeMap<String, Own>,
}

impl Touched {
    pub(super) fn of(program: &Program) -> Self {
        let mut of = BTreeMap::new();
        for id in (0..program.functions.len()).map(FuncId::new) {
            let function = &program.functions[id.index()];
            if function.entry.is_some() {
                of.insert(function.name.clone(), own(program, id));
            }
        }
        Self { of }
    }

    /// What the functions of several files do. Functions of the same name in several files are taken as one.
    pub(super) fn joined<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        let mut joined = Self::default();
        for (name, own) in all.flat_map(|touched| &touched.of) {
            let known = joined.of.entry(name.clone()).or_default();
            known.reads.extend(own.reads.iter().cloned());
            known.writes.extend(own.writes.iter().cloned());
            known.calls.extend(own.calls.iter().cloned());
            for (at, fields) in &own.relies {
                known.relies.entry(*at).or_default().extend(fields.iter().cloned());
            }
            known.size = known.size.max(own.size);
        }
        joined
    }

    /// A function and those that it calls, as far as they are known.
    fn reached<'a>(&'a self, function: &'a str) -> Vec<&'a Own> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![function];
        let mut found = Vec::new();
        while let Some(name) = pending.pop() {
            if let Some(own) = self.of.get(name)
                && seen.insert(name)
            {
                found.push(own);
                pending.extend(own.calls.iter().map(String::as_str));
            }
        }
        found
    }

    /// Whether one function itself calls another.
    pub(super) fn calls(&self, caller: &str, callee: &str) -> bool {
        self.of.get(caller).is_some_and(|own| own.calls.contains(callee))
    }

    /// Whether a function itself reads a member of what a parameter points to that another one writes, before
    /// it writes this member.
    pub(super) fn relies_on(&self, function: &str, parameter: usize, other: &str) -> bool {
        let relies = self.of.get(function).and_then(|own| own.relies.get(&parameter));
        let others = self.reached(other);
        relies.into_iter().flatten().any(|field| others.iter().any(|own| own.writes.contains(field)))
    }

    /// Whether a function, or one that it calls, calls one of these.
    pub(super) fn reaches(&self, function: &str, callees: &[&str]) -> bool {
        self.reached(function).iter().any(|own| callees.iter().any(|callee| own.calls.contains(*callee)))
    }

    /// Whether a function, and all functions that it calls by name, are known.
    pub(super) fn is_whole(&self, function: &str) -> bool {
        let reached = self.reached(function);
        !reached.is_empty() && reached.iter().flat_map(|own| &own.calls).all(|it| self.of.contains_key(it))
    }

    /// Functions that are named as if they destroyed an object, while another one gives its memory back: after
    /// `sink_close(sink)`, other functions may still be called, until `sink_free(sink)`. They change the object.
    pub(super) fn spare(&self, classes: &mut BTreeMap<String, Class>) {
        for class in classes.values_mut() {
            let frees = |member: &Member| self.reaches(&member.function, &["free"]);
            if !class.destroyers.iter().any(frees) {
                continue;
            }
            let is_end = |member: &Member| frees(member) || !self.is_whole(&member.function);
            let (ends, spared) = std::mem::take(&mut class.destroyers).into_iter().partition(is_end);
            class.destroyers = ends;
            class.modifiers.extend::<Vec<Member>>(spared);
        }
    }

    /// The instructions of a function and of those that it calls.
    pub(super) fn size(&self, function: &str) -> usize {
        self.reached(function).iter().map(|own| own.size).sum()
    }

    /// Removes functions from the modifiers of types that are steps of destroying an object: a destroyer calls
    /// them, and they write no member, but give back what the object has. No other call may use the object
    /// afterwards. Returns their names.
    pub(super) fn steps(&self, classes: &mut BTreeMap<String, Class>) -> BTreeSet<String> {
        let mut steps = BTreeSet::new();
        for class in classes.values_mut() {
            let called: BTreeSet<&String> = class
                .destroyers
                .iter()
                .filter_map(|it| self.of.get(&it.function))
                .flat_map(|own| &own.calls)
                .collect();
            let is_step = |it: &Member| {
                let is_alone = it.parameters.len() == 1 && it.result.is_empty();
                let writes = |own: &&Own| !own.writes.is_empty();
                is_alone && called.contains(&it.function) && !self.reached(&it.function).iter().any(writes)
            };
            steps.extend(class.modifiers.extract_if(.., |it| is_step(it)).map(|it| it.function));
        }
        steps
    }

    /// The members that a function reads.
    pub(super) fn read_by(&self, function: &str) -> BTreeSet<Field> {
        self.reached(function).into_iter().flat_map(|own| own.reads.iter().cloned()).collect()
    }

    /// How many of these members a function writes.
    pub(super) fn written_by(&self, function: &str, read: &BTreeSet<Field>) -> usize {
        let all: BTreeSet<&Field> = self.reached(function).into_iter().flat_map(|own| &own.writes).collect();
        all.into_iter().filter(|field| read.contains(*field)).count()
    }
}

/// The name of a structure without `struct`: LLVM's `struct.node` is `node` here.
fn tag(program: &Program, ty: TypeId) -> Option<String> {
    let name = name_of(program, ty)?;
    name.rsplit(' ').next().map(str::to_owned)
}

fn own(program: &Program, id: FuncId) -> Own {
    let function = &program.functions[id.index()];
    let mut found = Own::default();
    let mut variables: BTreeMap<RegId, TypeId> = BTreeMap::new();
    let mut places: BTreeMap<RegId, Field> = BTreeMap::new();
    let mut given = Given::of(function);
    for pc in program.positions(function) {
        let inst = program.inst(pc);
        found.size += 1;
        let place = |operand: Operand| match operand.kind() {
            OperandKind::Register(register) => places.get(&register).cloned(),
            OperandKind::Constant(_) => None,
        };
        // If an access casts its address, the cast says more.
        let cast =
            program.casts.get(&pc).map(|cast| (program.texts[cast.tag as usize].clone(), cast.offset.into()));
        let mut leads_to = None;
        given.follow(inst, |operand| cast.clone().or_else(|| place(operand)));
        match inst.op {
            Op::Alloca => {
                variables.extend(inst.alloca(program).ty.map(|ty| (inst.dst, ty)));
            }
            Op::Load => {
                found.reads.extend(cast.or_else(|| place(inst.a())));
                if let OperandKind::Register(register) = inst.a().kind()
                    && let Some(CType::Pointer(target)) =
                        variables.get(&register).map(|ty| program.ctype(*ty))
                {
                    leads_to = tag(program, *target).map(|tag| (tag, 0));
                }
            }
            Op::Store => found.writes.extend(cast.or_else(|| place(inst.b()))),
            Op::Move => leads_to = place(inst.a()),
            Op::PtrIndex => leads_to = place(inst.a()),
            Op::PtrAdd => {
                let step = program.signed_constant(inst.b()).and_then(|step| u64::try_from(step).ok());
                leads_to = place(inst.a()).zip(step).map(|((tag, at), step)| (tag, at + step));
            }
            Op::MemCpy | Op::MemMove | Op::MemSet => {
                found.writes.extend(place(Operand::from_raw(program.extra[inst.a as usize])));
            }
            Op::Call => {
                let site = CallSite::read(program, inst.a);
                if let OperandKind::Constant(constant) = site.callee().kind()
                    && let Some(Const::Function(callee)) = program.constants.get(constant.index())
                {
                    found.calls.insert(program.functions[callee.index()].name.clone());
                }
            }
            _ => {}
        }
        if let Some(place) = leads_to.filter(|_| inst.dst != Inst::NO_RESULT) {
            places.insert(inst.dst, place);
        }
    }
    found.relies = given.relies;
    found
}

/// Follows the pointers that a function is given. This works on unoptimised code, in which each parameter is a
/// variable. A parameter that the function changes is left out.
struct Given {
    /// The registers that hold the address of a parameter's variable, and those with a pointer to what the
    /// parameter points to.
    variables: BTreeMap<RegId, usize>,
    pointers: BTreeMap<RegId, usize>,
    /// How many parameters there are; zero if they are not those of the source, because one is a structure.
    n_parameters: u32,
    written: BTreeSet<(usize, Field)>,
    relies: BTreeMap<usize, BTreeSet<Field>>,
}

impl Given {
    fn of(function: &Function) -> Self {
        let n_declared = function.signature.as_ref().map_or(0, |signature| signature.params.len());
        Self {
            variables: BTreeMap::new(),
            pointers: BTreeMap::new(),
            n_parameters: if n_declared == function.params.len() { n_declared as u32 } else { 0 },
            written: BTreeSet::new(),
            relies: BTreeMap::new(),
        }
    }

    /// Follows one instruction. `field` is the member at an address, if it is known.
    fn follow(&mut self, inst: &Inst, field: impl Fn(Operand) -> Option<Field>) {
        let register = |operand: Operand| match operand.kind() {
            OperandKind::Register(register) => Some(register),
            OperandKind::Constant(_) => None,
        };
        match inst.op {
            Op::Store => {
                let Some(to) = register(inst.b()) else { return };
                let from = register(inst.a()).filter(|from| from.raw() < self.n_parameters);
                if let Some(parameter) = from {
                    self.variables.insert(to, parameter.index());
                } else if let Some(parameter) = self.variables.remove(&to) {
                    self.relies.remove(&parameter);
                    self.pointers.retain(|_, of| *of != parameter);
                }
                if let (Some(parameter), Some(field)) = (self.pointers.get(&to), field(inst.b())) {
                    self.written.insert((*parameter, field));
                }
            }
            Op::Load => {
                let Some(from) = register(inst.a()) else { return };
                if let Some(parameter) = self.variables.get(&from) {
                    self.pointers.insert(inst.dst, *parameter);
                } else if let (Some(parameter), Some(field)) = (self.pointers.get(&from), field(inst.a()))
                    && !self.written.contains(&(*parameter, field.clone()))
                {
                    self.relies.entry(*parameter).or_default().insert(field);
                }
            }
            Op::Move | Op::PtrIndex | Op::PtrAdd => {
                if let Some(parameter) = register(inst.a()).and_then(|from| self.pointers.get(&from)).copied()
                {
                    self.pointers.insert(inst.dst, parameter);
                }
            }
            _ => {}
        }
    }
}
