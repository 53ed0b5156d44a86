//! Pointers behind a header. A typedef such as `typedef char *sds` names their type, and the functions that
//! make such an object put what they need to know about it before it.
//!
//! Such a type is found by what the code does: some function reads at a constant distance before a parameter
//! of that type. Only the functions of the type know the header, so only calls can make a consistent object.

use super::{Class, Kind, Member, Reader, Way, is_called};
use crate::generate::roles::{Role, maker};
use crate::generate::uses::Uses;
use crate::ir::{CType, FuncId, NAME, Program, Spelled, TypeId};
use std::collections::{BTreeMap, BTreeSet};

/// Words in the names of functions that end an object.
const LAST: [&str; 4] = ["free", "destroy", "delete", "release"];

/// The name that stands for a pointer in a declaration: `sds` in `const sds @`.
pub fn name(program: &Program, ty: TypeId, spelled: &Spelled) -> Option<String> {
    let CType::Pointer(target) = program.ctype(ty) else { return None };
    let (CType::Char { .. } | CType::Void) = program.ctype(*target) else { return None };
    let words = spelled.text.replace(NAME, "").replace("const ", "");
    let word = words.trim();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!word.is_empty() && word.chars().all(is_letter)).then(|| word.to_owned())
}

/// The parameters of a function that point behind a header, by number, with the names of their types.
pub fn parameters(program: &Program, uses: &Uses, id: FuncId) -> Vec<(usize, String)> {
    named(program, id).filter(|(at, _)| uses.get(id).get(*at).is_some_and(|found| found.has_header)).collect()
}

/// The parameters of a function that are pointers by a typedef, by number, with the names of their types.
fn named(program: &Program, id: FuncId) -> impl Iterator<Item = (usize, String)> {
    let function = &program.functions[id.index()];
    let types = function.signature.as_ref().map_or(&[][..], |signature| &signature.params);
    let spelled = program.spelling.functions.get(&function.name);
    let spelled = spelled.map_or(&[][..], |spelled| &spelled.parameters);
    let pairs = types.iter().zip(spelled).enumerate();
    pairs.filter_map(|(at, (ty, spelled))| Some((at, name(program, *ty, spelled)?)))
}

/// The types of pointers behind headers that functions of a file make.
pub(super) fn hidden(reader: &Reader<'_>, ids: &[FuncId]) -> Vec<Class> {
    let program = reader.program;
    let all = ids.iter().flat_map(|id| parameters(program, reader.uses, *id));
    let names: BTreeSet<String> = all.map(|(_, name)| name).collect();
    let mut classes: BTreeMap<String, Class> = BTreeMap::new();
    for id in ids {
        let function = &program.functions[id.index()];
        let (Some(signature), Some(spelled)) =
            (&function.signature, program.spelling.functions.get(&function.name))
        else {
            continue;
        };
        let given = name(program, signature.result, &spelled.result).filter(|name| names.contains(name));
        let taken = named(program, *id).find(|(_, name)| names.contains(name));
        let Some(class_name) = given.clone().or(taken.clone().map(|(_, name)| name)) else { continue };
        let at = taken.filter(|(_, name)| *name == class_name).map(|(at, _)| at);
        let way = match (at, &given) {
            (None, _) => Way::Result,
            (Some(at), Some(_)) => Way::Replaced(at),
            (Some(at), None) => Way::Object(at),
        };
        // A function that only reads an object and returns another one makes a copy.
        let is_copied = at.is_some_and(|at| reader.only_reads(*id, at)) && given.is_some();
        let Some(mut member) = reader.member(*id, way, String::new()).filter(|_| !is_copied) else {
            continue;
        };
        for (at, name) in named(program, *id).filter(|(_, name)| names.contains(name)) {
            member.parameters[at].role = Role::Made { class: name, is_gone: false };
            free_lengths(program, *id, &mut member, at);
        }
        let class = classes.entry(class_name.clone()).or_insert_with(|| Class {
            name: class_name,
            kind: Kind::Hidden,
            is_private: true,
            is_base: false,
            is_extended: false,
            is_contained: false,
            numbers: Vec::new(),
            round: 0,
            file: std::path::PathBuf::new(),
            makers: Vec::new(),
            modifiers: Vec::new(),
            observers: Vec::new(),
            destroyers: Vec::new(),
        });
        let is_freed = at.is_some_and(|at| reader.uses.get(*id).get(at).is_some_and(|found| found.is_freed));
        let is_last = is_freed || is_called_as_last(&member);
        match way {
            Way::Result => class.makers.push(member),
            Way::Object(_) if is_last && signature.params.len() == 1 => class.destroyers.push(member),
            // The object is gone after this call, so that no other call can use it.
            Way::Object(_) if is_freed => {}
            Way::Object(at) if reader.only_reads(*id, at) || !reader.writes.by(*id) => {
                let is_number = matches!(program.ctype(signature.result), CType::Int { .. } | CType::Bool);
                if is_number && signature.params.len() == 1 {
                    class.observers.push(member);
                }
            }
            _ => class.modifiers.push(member),
        }
    }
    classes.into_values().collect()
}

/// Turns numbers that were taken for the length of a parameter into independent numbers.
fn free_lengths(program: &Program, id: FuncId, member: &mut Member, pointer: usize) {
    let function = &program.functions[id.index()];
    let types = function.signature.as_ref().map_or(&[][..], |signature| &signature.params);
    for (at, ty) in types.iter().enumerate() {
        let Role::Length { of, .. } = &member.parameters[at].role else { continue };
        let maker = of.contains(&pointer).then(|| maker(program.ctype(*ty), &member.parameters[at].declared));
        let Some(number) = maker.flatten() else { continue };
        let others = of.clone();
        member.parameters[at].role = Role::Number(number);
        for other in others {
            if let Role::Buffer { length } | Role::Bytes { length } = &mut member.parameters[other].role {
                *length = None;
            }
        }
    }
}

/// Whether the name of a function says that it ends an object, also in one word with the type: `sdsfree`.
fn is_called_as_last(member: &Member) -> bool {
    is_called(&member.function, &LAST) || LAST.iter().any(|word| member.function.ends_with(word))
}
