//! The variables of a program that are inputs of a function: those that it reads, and that code of other files
//! may set before it is called.
//!
//! A variable that functions of the file itself change gets its values by calls of these functions. A
//! `static` variable that no function changes has only one value. `errno` is an input of functions that read
//! it before they call anything that may set it.

mod errno;

use super::code::{self, Code};
use super::roles::is_common;
use super::synth::{changed, name_of};
use crate::frontend::Survey;
use crate::ir::registers::Place;
use crate::ir::{CType, Const, GlobalId, Op, OperandKind, Predicate, Program, RegId, TypeId};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// The largest variable that is an input, in bytes, and the most elements of an array in it.
const LARGEST: u64 = 4096;
const MOST_ELEMENTS: u64 = 1024;

/// A variable that is an input of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variable {
    pub name: String,
    /// Whether no file defines it.
    pub is_missing: bool,
    /// Whether the function itself compares it with a bound.
    pub is_bounded: bool,
    /// Whether other numbers are compared with it, as in `i < limit`.
    pub is_end: bool,
    /// Whether it points to a text.
    pub is_text: bool,
    /// Whether the code compares it with null.
    pub may_be_null: bool,
    /// If it stands for what lies at a fixed address: its type, in C.
    pub registers: Option<String>,
    /// If it is a static variable of a function: its declaration.
    pub local: Option<String>,
}

/// What is known of a variable of a file.
#[derive(Copy, Clone, Debug)]
struct Known {
    /// Its size and its alignment in bytes if the file does not define it.
    room: Option<(u64, u64)>,
    is_text: bool,
}

/// The variables of a file that other files may set.
#[derive(Clone, Default, Debug)]
pub struct Variables {
    /// Those that are inputs, by name.
    inputs: BTreeMap<String, Known>,
    /// All that the file uses and does not define.
    undefined: BTreeSet<String>,
    /// The functions that compare a variable with a constant bound, each with the variable.
    bounded: BTreeSet<(String, String)>,
    /// The variables that other numbers are compared with, as in `i < limit`.
    ends: BTreeSet<String>,
    /// The variables that any function compares with zero or null.
    tested: BTreeSet<String>,
    /// The functions that read `errno` as their callers have left it.
    readers_of_errno: BTreeSet<String>,
    /// What lies at fixed addresses: the names of the variables that stand for it, their types in C, and the
    /// functions and variables that name the addresses.
    registers: Vec<(String, String, BTreeSet<String>)>,
}

/// What a variable has.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    /// Only numbers.
    Number,
    /// A pointer to a text.
    Text,
}

impl Kind {
    fn of(program: &Program, ty: TypeId) -> Option<Self> {
        match program.ctype(ty) {
            CType::Pointer(target) => {
                matches!(program.ctype(*target), CType::Char { .. }).then_some(Self::Text)
            }
            _ => is_plain(program, ty).then_some(Self::Number),
        }
    }
}

impl Variables {
    /// Finds them. `texts` are those of the file and of its headers, `places` the macros for fixed addresses.
    pub fn of(survey: &Survey, texts: &[String], places: &BTreeMap<u64, Place>) -> Self {
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
            let kind = match global.ty {
                Some(ty) => Kind::of(program, ty).filter(|_| {
                    let is_array = matches!(program.ctype(ty), CType::Array { .. });
                    // An array with contents of its own is a table.
                    !is_array || global.init.as_ref().is_none_or(|init| init.bytes.is_zero())
                }),
                // Debug information does not describe what is only declared.
                None => declared(program, name, texts),
            };
            // A pointer that the file itself sets may lead to what it has allocated.
            let kind = kind.filter(|kind| *kind == Kind::Number || !changed.contains(&id));
            if let Some(kind) = kind
                && (1..=LARGEST).contains(&global.size.0)
            {
                let room = (!is_defined).then_some((global.size.0, global.align.0.max(1)));
                found.inputs.insert(name.clone(), Known { room, is_text: kind == Kind::Text });
            }
        }
        found.note_comparisons(program);
        found.readers_of_errno = errno::readers(program);
        found.registers = registers(program, places);
        found
    }

    /// Notes which functions compare which variables with a number that they must be below or above, and which
    /// variables are compared with zero or null.
    fn note_comparisons(&mut self, program: &Program) {
        for function in program.functions.iter().filter(|function| function.entry.is_some()) {
            let mut loaded: BTreeMap<RegId, GlobalId> = BTreeMap::new();
            for inst in program.positions(function).map(|pc| program.inst(pc)) {
                match inst.op {
                    Op::Load => {
                        if let OperandKind::Constant(constant) = inst.a().kind()
                            && let Some(Const::Global { global, .. }) =
                                program.constants.get(constant.index())
                        {
                            loaded.insert(inst.dst, *global);
                        }
                    }
                    Op::ICmp => {
                        for (operand, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
                            let OperandKind::Register(register) = operand.kind() else { continue };
                            let Some(global) = loaded.get(&register) else { continue };
                            let name = program.globals[global.index()].name.clone();
                            let is_constant = matches!(other.kind(), OperandKind::Constant(_));
                            match inst.predicate() {
                                Predicate::Eq | Predicate::Ne => self.tested.insert(name),
                                _ if is_constant => self.bounded.insert((function.name.clone(), name)),
                                // What is compared with an index is itself the bound.
                                _ => self.ends.insert(name),
                            };
                        }
                    }
                    _ => {}
                }
            }
        }
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
        self.inputs.get(name).is_some_and(|known| known.room.is_some())
    }

    /// The inputs of a function among these names. The other files may define some of them.
    pub fn among(&self, function: &str, names: &BTreeSet<String>, others: &[&Code]) -> Vec<Variable> {
        let inputs = self.inputs.iter().filter(|(name, _)| names.contains(*name));
        let is_missing = |name: &str| !others.iter().any(|other| other.defines(name));
        let variable = |(name, known): (&String, &Known)| Variable {
            name: name.clone(),
            is_missing: known.room.is_some() && is_missing(name),
            is_bounded: self.bounded.contains(&(function.to_owned(), name.clone())),
            is_end: self.ends.contains(name),
            is_text: known.is_text,
            may_be_null: self.tested.contains(name),
            ..Variable::default()
        };
        inputs.map(variable).collect()
    }

    /// The variables that stand for what these functions name by its address.
    pub fn registers_of(&self, functions: &BTreeSet<String>) -> impl Iterator<Item = Variable> {
        let named = self.registers.iter().filter(|(_, _, naming)| !naming.is_disjoint(functions));
        named.map(|(name, ty, _)| Variable {
            name: name.clone(),
            registers: Some(ty.clone()),
            ..Variable::default()
        })
    }

    /// The text of a file with storage for all variables that none of these files defines; empty if there are
    /// none. Suites are linked with it. Their types are those of the declarations that the code has seen.
    pub fn storage(&self, others: &[&Code]) -> String {
        let missing = self.inputs.iter().filter(|(name, _)| !others.iter().any(|other| other.defines(name)));
        let line = |(name, known): (&String, &Known)| {
            let (size, align) = known.room?;
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

/// What code names by its address, if its type is known: see [`Variables::registers`].
fn registers(program: &Program, places: &BTreeMap<u64, Place>) -> Vec<(String, String, BTreeSet<String>)> {
    let structure = |name: &str| {
        let ids = (0..program.types.len()).map(TypeId::new);
        let mut names = ids.filter_map(|ty| name_of(program, ty));
        names.find(|known| known.rsplit(' ').next() == Some(name))
    };
    let number = |size: u64| {
        let words = match size {
            1 => "unsigned char",
            2 => "unsigned short",
            4 => "unsigned int",
            8 => "unsigned long",
            _ => return None,
        };
        Some(words.to_owned())
    };
    let known = program.registers.iter().filter(|it| (1..=LARGEST).contains(&it.size));
    let found = known.filter_map(|it| {
        let ty = it.structure.as_deref().map_or_else(|| number(it.size), structure)?;
        // A macro of another type would not fit what the code does there.
        let is_same = |place: &&Place| match &it.structure {
            Some(tag) => place.ty == *tag || ty.rsplit(' ').next() == Some(&place.ty),
            None => size_of_number(&place.ty) == Some(it.size),
        };
        let place = places.get(&it.address).filter(is_same);
        Some((it.variable(place), ty, it.named_by.clone()))
    });
    found.collect()
}

/// The size in bytes of a type of whole numbers, by its name.
fn size_of_number(name: &str) -> Option<u64> {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let bits = digits.strip_suffix("_t").unwrap_or(digits).parse::<u64>().ok();
    let of_bits = bits.filter(|bits| matches!(bits, 8 | 16 | 32 | 64)).map(|bits| bits / 8);
    of_bits.or(match name.trim_start_matches("unsigned ").trim_start_matches("signed ") {
        "char" => Some(1),
        "short" | "short int" => Some(2),
        "int" | "unsigned" => Some(4),
        "long" | "long int" | "long long" => Some(8),
        _ => None,
    })
}

/// The kind of a variable that is only declared, by its declaration; `None` if it is constant or no plain
/// declaration is found.
fn declared(program: &Program, name: &str, texts: &[String]) -> Option<Kind> {
    let head = r"\bextern\s+((?:[A-Za-z_]\w*\s+)+)(\**)";
    let declaration =
        Regex::new(&format!(r"{head}\s*(?:\w+\s*,\s*)*{name}\s*((?:\[[^\]]*\])*)\s*[,;]")).ok()?;
    let found = texts.iter().find_map(|text| declaration.captures(text))?;
    let words: Vec<&str> = found[1].split_whitespace().filter(|word| *word != "volatile").collect();
    let is_of_characters = words.contains(&"char");
    match (&found[2], &found[3]) {
        ("*", "") => is_of_characters.then_some(Kind::Text),
        ("", array) if array.is_empty() || !is_of_characters => {
            let is_number = !words.contains(&"const") && is_plain_text(program, &words.join(" "));
            is_number.then_some(Kind::Number)
        }
        _ => None,
    }
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
