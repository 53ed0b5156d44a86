//! The variables of a program that are inputs of a function: those that it reads, and that code of other files
//! may set before it is called.
//!
//! A variable that functions of the file itself change gets its values by calls of these functions. A
//! `static` variable that no function changes has only one value. `errno` is an input of functions that read
//! it before they call anything that may set it.

mod errno;

use super::code::{self, Code};
use super::roles::is_common;
use super::synth::changed;
use crate::frontend::Survey;
use crate::ir::{CType, Const, GlobalId, Op, OperandKind, Predicate, Program, RegId, TypeId};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// The largest variable that is an input, in bytes, and the most elements of an array in it.
const LARGEST: u64 = 128;
const MOST_ELEMENTS: u64 = 16;

/// A variable that is an input of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    /// Whether no file defines it.
    pub is_missing: bool,
    /// Whether the function itself compares it with a bound.
    pub is_bounded: bool,
}

/// The variables of a file that other files may set.
#[derive(Clone, Default, Debug)]
pub struct Variables {
    /// Those that are inputs, by name. One that the file does not define has a size and an alignment in bytes.
    inputs: BTreeMap<String, Option<(u64, u64)>>,
    /// All that the file uses and does not define.
    undefined: BTreeSet<String>,
    /// The functions that compare a variable with a bound, each with the variable.
    bounded: BTreeSet<(String, String)>,
    /// The functions that read `errno` as their callers have left it.
    readers_of_errno: BTreeSet<String>,
}

impl Variables {
    /// Finds them. `texts` are those of the file and of its headers.
    pub fn of(survey: &Survey, texts: &[String]) -> Self {
        let program = &survey.program;
        let (changed, users) = (changed(program), users(program));
        let mut found = Self::default();
        for (id, n_users) in users {
            let global = &program.globals[id.index()];
            let (name, is_defined) = (&global.name, global.init.is_some());
            if name.contains('.') || !is_defined && !code::is_foreign(name) {
                continue;
            }
            if !is_defined {
                found.undefined.insert(name.clone());
            }
            // Calls set what several functions of the file share.
            let is_shared = is_defined && changed.contains(&id) && n_users > 1;
            if is_shared || survey.own_variables.contains(name) || global.is_constant || global.is_weak {
                continue;
            }
            let is_number = match global.ty {
                Some(ty) => {
                    let is_table = matches!(program.ctype(ty), CType::Array { .. })
                        && global.init.as_ref().is_some_and(|init| !init.bytes.is_zero());
                    is_plain(program, ty) && !is_table
                }
                // Debug information does not describe what is only declared.
                None => declared(name, texts).is_some_and(|text| is_plain_text(program, &text)),
            };
            if is_number && (1..=LARGEST).contains(&global.size.0) {
                let room = (!is_defined).then_some((global.size.0, global.align.0.max(1)));
                found.inputs.insert(name.clone(), room);
            }
        }
        found.bounded = bounded(program);
        found.readers_of_errno = errno::readers(program);
        found
    }

    /// Whether a function reads `errno` as its caller has left it.
    pub fn reads_errno(&self, function: &str) -> bool {
        self.readers_of_errno.contains(function)
    }

    /// Whether it is a variable that the file uses and does not define.
    pub fn is_undefined(&self, name: &str) -> bool {
        self.undefined.contains(name)
    }

    /// Whether there will be a definition of a variable that no file has.
    pub fn makes(&self, name: &str) -> bool {
        self.inputs.get(name).is_some_and(Option::is_some)
    }

    /// The inputs of a function among these names. The other files may define some of them.
    pub fn among(&self, function: &str, names: &BTreeSet<String>, others: &[&Code]) -> Vec<Variable> {
        let inputs = self.inputs.iter().filter(|(name, _)| names.contains(*name));
        let is_missing = |name: &str| !others.iter().any(|other| other.defines(name));
        let variable = |(name, room): (&String, &Option<_>)| Variable {
            name: name.clone(),
            is_missing: room.is_some() && is_missing(name),
            is_bounded: self.bounded.contains(&(function.to_owned(), name.clone())),
        };
        inputs.map(variable).collect()
    }

    /// The text of a file with storage for all variables that none of these files defines; empty if there are
    /// none. Suites are linked with it. Their types are those of the declarations that the code has seen.
    pub fn storage(&self, others: &[&Code]) -> String {
        let missing = self.inputs.iter().filter(|(name, _)| !others.iter().any(|other| other.defines(name)));
        let line = |(name, room): (&String, &Option<(u64, u64)>)| {
            let (size, align) = (*room)?;
            Some(format!(
                "extern char {name}[{size}];\nchar {name}[{size}] __attribute__((aligned({align})));\n"
            ))
        };
        let lines: String = missing.filter_map(line).collect();
        match lines.is_empty() {
            true => lines,
            false => format!("/* Storage for variables that no file defines. */\n{lines}"),
        }
    }
}

/// The type of a variable that is only declared, as its declaration has it; `None` if the variable is constant
/// or no plain declaration is found.
fn declared(name: &str, texts: &[String]) -> Option<String> {
    let pattern = format!(r"\bextern\s+((?:[A-Za-z_]\w*\s+)+)(?:\w+\s*,\s*)*{name}\s*[,;]");
    let declaration = Regex::new(&pattern).ok()?;
    let text = texts.iter().find_map(|text| Some(declaration.captures(text)?.get(1)?.as_str()))?;
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "volatile").collect();
    (!words.contains(&"const")).then(|| words.join(" "))
}

/// Whether a type has only numbers, by its text.
fn is_plain_text(program: &Program, text: &str) -> bool {
    let is_it = |ty: &CType| match ty {
        CType::Struct { name: Some(name), members, .. } if text == format!("struct {name}") => {
            members.iter().all(|member| is_plain(program, member.ty))
        }
        _ => false,
    };
    text.starts_with("enum ") || is_common(text) || program.types.iter().any(is_it)
}

/// Which functions compare which variables with something that they must be below or above.
fn bounded(program: &Program) -> BTreeSet<(String, String)> {
    let mut bounded = BTreeSet::new();
    for function in program.functions.iter().filter(|function| function.entry.is_some()) {
        let mut loaded: BTreeMap<RegId, GlobalId> = BTreeMap::new();
        for inst in program.positions(function).map(|pc| program.inst(pc)) {
            match inst.op {
                Op::Load => {
                    if let OperandKind::Constant(constant) = inst.a().kind()
                        && let Some(Const::Global { global, .. }) = program.constants.get(constant.index())
                    {
                        loaded.insert(inst.dst, *global);
                    }
                }
                Op::ICmp if !matches!(inst.predicate(), Predicate::Eq | Predicate::Ne) => {
                    for operand in [inst.a(), inst.b()] {
                        let OperandKind::Register(register) = operand.kind() else { continue };
                        let Some(global) = loaded.get(&register) else { continue };
                        let name = program.globals[global.index()].name.clone();
                        bounded.insert((function.name.clone(), name));
                    }
                }
                _ => {}
            }
        }
    }
    bounded
}

/// How many functions name each variable.
fn users(program: &Program) -> BTreeMap<GlobalId, usize> {
    let mut users: BTreeMap<GlobalId, usize> = BTreeMap::new();
    for function in program.functions.iter().filter(|function| function.entry.is_some()) {
        let mut named = BTreeSet::new();
        for pc in program.positions(function) {
            program.inst(pc).for_each_operand(program, |operand| {
                if let OperandKind::Constant(constant) = operand.kind()
                    && let Some(Const::Global { global, .. }) = program.constants.get(constant.index())
                {
                    named.insert(*global);
                }
            });
        }
        named.into_iter().for_each(|id| *users.entry(id).or_default() += 1);
    }
    users
}

/// Whether a type has only numbers.
fn is_plain(program: &Program, ty: TypeId) -> bool {
    match program.ctype(ty) {
        CType::Bool | CType::Char { .. } | CType::Int { .. } | CType::Float { .. } | CType::Enum { .. } => {
            true
        }
        // An array of characters is a text as a rule, which ends somewhere.
        CType::Array { element, count } => {
            count.is_some_and(|count| count <= MOST_ELEMENTS)
                && !matches!(program.ctype(*element), CType::Char { .. })
                && is_plain(program, *element)
        }
        CType::Struct { members, .. } => members.iter().all(|member| is_plain(program, member.ty)),
        _ => false,
    }
}
