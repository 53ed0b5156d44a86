//! Objects that no pointer stands for: numbers that functions of a file give out and take back, and variables
//! of the file that its functions share.
//!
//! A handle is found by the names of functions: `slot_open` returns a number, and `slot_read` takes one of
//! that type first. Variables belong together if one function uses both. The functions that change one of
//! them are tried before the others.

use super::changed::{changed, changed_by};
use super::{Class, Counter, Kind, Member, Reader, Way, is_called};
use crate::generate::roles::{Role, maker};
use crate::ir::locals::parts_in;
use crate::ir::{CType, Const, FuncId, GlobalId, NAME, OperandKind, Pc, Program, TypeId};
use crate::util::Bytes;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Words in the names of functions that return a handle.
const MAKERS: [&str; 9] =
    ["open", "create", "new", "alloc", "make", "acquire", "register", "start", "reserve"];
/// Names of parameters that are handles.
const HANDLES: [&str; 9] = ["h", "handle", "fd", "id", "slot", "hnd", "token", "timer", "session"];
/// Words in the names of functions that end a handle.
const LAST: [&str; 7] = ["close", "free", "destroy", "delete", "release", "unregister", "stop"];

/// The longest array that calls go around.
const LONGEST_ROUND: u64 = 16;
/// The largest variable that a test sets.
const LARGEST: Bytes = Bytes(1024);

/// The numbers that stand for objects.
pub(super) fn handles(reader: &Reader<'_>, ids: &[FuncId]) -> Vec<Class> {
    let program = reader.program;
    let mut classes: BTreeMap<String, Class> = BTreeMap::new();
    let is_number = |ty| matches!(program.ctype(ty), CType::Int { .. });
    let words = |id: FuncId| program.spelling.functions.get(&program.functions[id.index()].name);
    for id in ids {
        let function = &program.functions[id.index()];
        let (Some(signature), Some(spelled)) = (&function.signature, words(*id)) else { continue };
        if !is_number(signature.result) || !is_called(&function.name, &MAKERS) {
            continue;
        }
        let Some((prefix, _)) = function.name.split_once('_') else { continue };
        let ty = spelled.result.declare("");
        let Some(input) = maker(program.ctype(signature.result), &spelled.result.text) else { continue };
        let takes_one = |other: &FuncId| {
            let function = &program.functions[other.index()];
            let (Some(signature), Some(spelled)) = (&function.signature, words(*other)) else { return false };
            let is_near = function.name.split_once('_').is_some_and(|(its, _)| its == prefix);
            let name = signature.param_names.first().cloned().flatten().unwrap_or_default();
            let is_it = signature.params.first().is_some_and(|ty| is_number(*ty))
                && spelled.parameters.first().is_some_and(|it| it.text.replace(NAME, "").trim() == ty)
                && (HANDLES.contains(&name.as_str()) || !is_plain(&ty));
            other != id && is_near && is_it
        };
        let users: Vec<FuncId> = ids.iter().copied().filter(takes_one).collect();
        let Some(made) = reader.member(*id, Way::Result, String::new()) else { continue };
        if users.is_empty() {
            continue;
        }
        let name = format!("{prefix} handle");
        let class = classes.entry(name.clone()).or_insert_with(|| Class {
            name: name.clone(),
            kind: Kind::Handle { ty: ty.clone(), input },
            is_private: true,
            is_base: false,
            is_extended: false,
            is_contained: false,
            numbers: Vec::new(),
            round: 0,
            file: PathBuf::new(),
            makers: Vec::new(),
            modifiers: Vec::new(),
            observers: Vec::new(),
            destroyers: Vec::new(),
        });
        class.makers.push(made);
        for user in users {
            let Some(mut member) = reader.member(user, Way::Handle(0), String::new()) else { continue };
            member.parameters[0].role = Role::Made { class: name.clone(), is_gone: false };
            let is_known = class.all().any(|known| known.function == member.function);
            match () {
                () if is_known => {}
                () if is_called(&member.function, &LAST) && member.parameters.len() == 1 => {
                    class.destroyers.push(member);
                }
                () if reader.writes.by(user) => class.modifiers.push(member),
                () => class.observers.push(member),
            }
        }
    }
    classes.into_values().collect()
}

/// Whether the name of a type is one of C itself, and not one of the program.
fn is_plain(ty: &str) -> bool {
    const WORDS: [&str; 7] = ["int", "long", "short", "unsigned", "signed", "char", "size_t"];
    ty.split(' ').all(|word| WORDS.contains(&word))
}

/// The variables that the functions of a file share, and which function uses which of them.
pub(super) fn states(reader: &Reader<'_>, ids: &[FuncId]) -> (Vec<Class>, BTreeMap<String, String>) {
    let program = reader.program;
    let [used, set] = Used::of(reader);
    let mut groups: Vec<BTreeSet<GlobalId>> = Vec::new();
    for id in ids {
        let mut own: BTreeSet<GlobalId> = used.by(*id).clone();
        if own.is_empty() {
            continue;
        }
        let (touched, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|global| own.contains(global)));
        own.extend(touched.into_iter().flatten());
        groups = apart;
        groups.push(own);
    }
    let (mut classes, mut states) = (Vec::new(), BTreeMap::new());
    for group in groups {
        let names: Vec<&str> = group.iter().map(|id| program.globals[id.index()].name.as_str()).collect();
        let name = format!("the variables {}", names.join(", "));
        let users = || ids.iter().copied().filter(|id| !used.by(*id).is_disjoint(&group));
        let changes = users().filter(|id| !set.by(*id).is_disjoint(&group));
        let modifiers: Vec<Member> =
            changes.filter_map(|id| reader.member(id, Way::Nothing, String::new())).collect();
        // Calls need not prepare variables that no function changes. A buffer that only one function uses is
        // written anew by each call, as a rule, unless there is something small beside it, such as the last
        // number given out, or whether a table is there.
        let is_small = |id: &GlobalId| {
            let global = &program.globals[id.index()];
            global.size <= Bytes(8) && reader.own.contains(&global.name)
        };
        let is_shared = users().count() > 1;
        if modifiers.is_empty() || !is_shared && !group.iter().any(is_small) {
            continue;
        }
        for id in users() {
            states.insert(program.functions[id.index()].name.clone(), name.clone());
        }
        classes.push(Class {
            name,
            kind: Kind::State,
            is_private: true,
            is_base: false,
            is_extended: false,
            is_contained: false,
            numbers: group.iter().filter_map(|id| counter(program, *id)).collect(),
            round: if is_shared { 0 } else { round(program, &group) },
            file: PathBuf::new(),
            makers: Vec::new(),
            modifiers,
            observers: Vec::new(),
            destroyers: Vec::new(),
        });
    }
    (classes, states)
}

/// The variables that functions use, or change, with those of their callees.
struct Used {
    of: BTreeMap<FuncId, BTreeSet<GlobalId>>,
    none: BTreeSet<GlobalId>,
}

impl Used {
    /// The variables that functions use, and those that they change or whose objects they change.
    fn of(reader: &Reader<'_>) -> [Self; 2] {
        let program = reader.program;
        let (mut of, mut set, mut calls) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let changed = changed(program);
        for id in (0..program.functions.len()).map(FuncId::new) {
            let function = &program.functions[id.index()];
            let (mut globals, mut callees) = (BTreeSet::new(), BTreeSet::new());
            if function.entry.is_some() && function.signature.is_some() {
                for block in function.blocks.clone().map(|block| &program.blocks[block as usize]) {
                    for pc in (block.first.index()..block.end.index()).map(Pc::new) {
                        program.inst(pc).for_each_operand(program, |operand| {
                            let OperandKind::Constant(constant) = operand.kind() else { return };
                            match program.constants.get(constant.index()) {
                                Some(Const::Global { global, .. })
                                    if is_variable(program, *global) && changed.contains(global) =>
                                {
                                    globals.insert(*global);
                                }
                                Some(Const::Function(callee)) => {
                                    callees.insert(*callee);
                                }
                                _ => {}
                            }
                        });
                    }
                }
            }
            of.insert(id, globals);
            set.insert(id, changed_by(program, reader.uses, id, reader.writes.by(id)));
            calls.insert(id, callees);
        }
        [of, set].map(|of| Self::closed(of, &calls))
    }

    /// Adds what functions do by way of the functions that they call.
    fn closed(
        mut of: BTreeMap<FuncId, BTreeSet<GlobalId>>,
        calls: &BTreeMap<FuncId, BTreeSet<FuncId>>,
    ) -> Self {
        loop {
            let mut has_changed = false;
            for (id, callees) in calls {
                let more: BTreeSet<GlobalId> = callees.iter().flat_map(|callee| of[callee].clone()).collect();
                let own = of.get_mut(id).expect("invariant: each function has a set");
                let before = own.len();
                own.extend(more);
                has_changed |= own.len() > before;
            }
            if !has_changed {
                return Self { of, none: BTreeSet::new() };
            }
        }
    }

    fn by(&self, id: FuncId) -> &BTreeSet<GlobalId> {
        self.of.get(&id).unwrap_or(&self.none)
    }
}

/// How many calls that each use one element go around all arrays among these variables, and one further.
fn round(program: &Program, group: &BTreeSet<GlobalId>) -> u64 {
    let counts = group.iter().filter_map(|id| match program.ctype(program.globals[id.index()].ty?) {
        CType::Array { count, .. } => *count,
        _ => None,
    });
    counts.max().filter(|count| *count <= LONGEST_ROUND).map_or(0, |count| count + 1)
}

/// A variable with a number, or a structure of numbers, if a test can set it.
fn counter(program: &Program, id: GlobalId) -> Option<Counter> {
    let global = &program.globals[id.index()];
    let ty = global.ty.filter(|ty| !matches!(program.ctype(*ty), CType::Array { .. }))?;
    let is_local = parts_in(program, &global.name).is_some();
    let spelled = program.spelling.globals.get(&global.name)?;
    let declared = is_local.then(|| spelled.declare(&global.name));
    let can_be_declared = !is_local || !spelled.text.contains('{');
    let is_one = global.size <= LARGEST && can_be_declared && has_only_numbers(program, ty);
    is_one.then(|| Counter { name: global.name.clone(), declared })
}

fn has_only_numbers(program: &Program, ty: TypeId) -> bool {
    match program.ctype(ty) {
        CType::Bool | CType::Char { .. } | CType::Int { .. } | CType::Float { .. } | CType::Enum { .. } => {
            true
        }
        CType::Array { element, .. } => has_only_numbers(program, *element),
        CType::Struct { members, .. } => members.iter().all(|member| has_only_numbers(program, member.ty)),
        _ => false,
    }
}

/// Whether a global is a variable of the source that only its functions can set.
fn is_variable(program: &Program, id: GlobalId) -> bool {
    let global = &program.globals[id.index()];
    global.init.is_some() && !global.is_constant && global.ty.is_some() && !global.name.contains('.')
}
