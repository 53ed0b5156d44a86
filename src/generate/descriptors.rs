//! Finds members of structures that are open files: pointers to `FILE`, and descriptors, which are passed to
//! `read`, `write` and the like, or to a function that passes them on.

use super::counted::{Number, Reader, STEPS, member};
use super::roles::is_stream;
use super::uses::{self, Uses};
use crate::ir::{
    CType, CallSite, Const, FuncId, Member, Op, Operand, OperandKind, Program, TypeId, reachable_functions,
};
use std::collections::{BTreeMap, BTreeSet};

/// A member: its structure, and where it is in it, in bytes.
type Place = (TypeId, u64);

/// A member of what a parameter points to that is an open file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileMember {
    /// The number of the parameter.
    pub parameter: usize,
    /// In C: `out->fd`.
    pub place: String,
}

impl FileMember {
    /// The name of the stream that a test has for it: `out_fd`.
    pub fn name(&self) -> String {
        self.place.replace("->", "_").replace('.', "_")
    }
}

/// The members that are open files.
pub struct Descriptors {
    /// Those that are descriptors.
    found: BTreeSet<Place>,
    /// The members that each function reads.
    read: BTreeMap<FuncId, BTreeSet<Place>>,
    /// The names of members that no harness can set.
    constant: BTreeSet<String>,
}

impl Descriptors {
    pub fn of(program: &Program, uses: &Uses, constant: &BTreeSet<String>) -> Self {
        let (mut found, mut read) = (BTreeSet::new(), BTreeMap::new());
        for id in (0..program.functions.len()).map(FuncId::new) {
            if program.functions[id.index()].signature.is_some() {
                read.insert(id, Passed::new(program, uses, id).read(&mut found));
            }
        }
        Self { found, read, constant: constant.clone() }
    }

    /// The members that a function with parameters of these types and names may read: first the descriptors, then
    /// the pointers to `FILE`.
    pub fn behind(
        &self,
        program: &Program,
        id: FuncId,
        types: &[TypeId],
        names: &[&str],
    ) -> [Vec<FileMember>; 2] {
        let reached = reachable_functions(program, &[id]);
        let read: BTreeSet<Place> =
            reached.iter().filter_map(|id| self.read.get(id)).flatten().copied().collect();
        let is_descriptor = |place: Place, _: &Member| self.found.contains(&place) && read.contains(&place);
        let is_stream = |place: Place, member: &Member| match program.ctype(member.ty) {
            CType::Pointer(target) if !self.constant.contains(&member.name) => {
                is_stream(program, *target) && read.contains(&place)
            }
            _ => false,
        };
        let find = |is_wanted: &dyn Fn(Place, &Member) -> bool| {
            let mut members = Vec::new();
            for (parameter, (ty, name)) in types.iter().zip(names).enumerate() {
                let CType::Pointer(target) = program.ctype(*ty) else { continue };
                let mut places = Vec::new();
                visit(program, *target, &format!("{name}->"), is_wanted, &mut places);
                members.extend(places.into_iter().map(|place| FileMember { parameter, place }));
            }
            members
        };
        [find(&is_descriptor), find(&is_stream)]
    }
}

/// Adds the wanted members of a structure, written `path` and a name.
fn visit(
    program: &Program,
    ty: TypeId,
    path: &str,
    is_wanted: &dyn Fn(Place, &Member) -> bool,
    places: &mut Vec<String>,
) {
    let CType::Struct { members, .. } = program.ctype(ty) else { return };
    for member in members.iter().filter(|member| !member.name.is_empty()) {
        let place = format!("{path}{}", member.name);
        match program.ctype(member.ty) {
            CType::Struct { .. } => visit(program, member.ty, &format!("{place}."), is_wanted, places),
            _ if is_wanted((ty, member.offset.0 / 8), member) => places.push(place),
            _ => {}
        }
    }
}

/// Reads what one function passes to others.
struct Passed<'a> {
    program: &'a Program,
    uses: &'a Uses,
    id: FuncId,
    reader: Reader<'a>,
}

impl<'a> Passed<'a> {
    fn new(program: &'a Program, uses: &'a Uses, id: FuncId) -> Self {
        Self { program, uses, id, reader: Reader::new(program, &program.functions[id.index()]) }
    }

    /// Adds the members that are descriptors, and returns those that the function reads.
    fn read(&self, found: &mut BTreeSet<Place>) -> BTreeSet<Place> {
        let mut read = BTreeSet::new();
        for inst in self.program.code_of(&self.program.functions[self.id.index()]) {
            match inst.op {
                Op::Load => read.extend(self.reader.address(inst.a(), STEPS)),
                Op::Call => {
                    let site = CallSite::read(self.program, inst.a);
                    for (at, argument) in site.args().enumerate() {
                        if self.is_descriptor(&site, at) {
                            found.extend(self.members(argument.operand));
                        }
                    }
                }
                _ => {}
            }
        }
        read
    }

    /// Whether an argument of a call is a descriptor.
    fn is_descriptor(&self, site: &CallSite<'_>, argument: usize) -> bool {
        let OperandKind::Constant(id) = site.callee().kind() else { return false };
        let Const::Function(callee) = self.program.constants[id.index()] else { return false };
        let known = self.uses.get(callee);
        match known.len() == site.n_args() {
            true => known[argument].is_descriptor,
            false => {
                let name = &self.program.functions[callee.index()].name;
                uses::of_library(name, argument).is_descriptor
            }
        }
    }

    /// The members of four bytes that a number was read from, perhaps by way of a variable.
    fn members(&self, operand: Operand) -> Vec<Place> {
        let variable = match self.reader.number(operand, STEPS) {
            Some(Number::Member(ty, at, false)) => return self.whole(ty, at).into_iter().collect(),
            Some(Number::Variable(variable)) => variable,
            _ => return Vec::new(),
        };
        let code = self.program.code_of(&self.program.functions[self.id.index()]);
        let is_set =
            |operand: Operand| matches!(operand.kind(), OperandKind::Register(it) if it.raw() == variable);
        let stored = code.filter(|inst| inst.op == Op::Store && is_set(inst.b()));
        let members = stored.filter_map(|inst| match self.reader.number(inst.a(), STEPS) {
            Some(Number::Member(ty, at, false)) => self.whole(ty, at),
            _ => None,
        });
        members.collect()
    }

    fn whole(&self, ty: TypeId, at: u64) -> Option<Place> {
        let member = member(self.program, ty, at)?;
        let is_int = self.program.size_of(member.ty).is_some_and(|size| size.0 == 4);
        (is_int && member.offset.0 / 8 == at).then_some((ty, at))
    }
}
