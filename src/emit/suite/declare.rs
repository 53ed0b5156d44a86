//! What a suite declares before its tests: the program's headers, and the types, functions and variables that
//! the tests use and that no header declares.

use super::Framework;
use super::headers::{Headers, of_type};
use super::registers;
use super::statements::Uses;
use crate::emit::facts::{Facts, Prototype};
use crate::ir::Spelled;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions that headers of the frameworks and of the system declare, beside those of the C library that
/// have models.
const FOREIGN: [&str; 36] = [
    "access",
    "alarm",
    "brk",
    "check",
    "crypt",
    "dup",
    "fail",
    "fail_if",
    "fail_unless",
    "fork",
    "gamma",
    "index",
    "j0",
    "j1",
    "jn",
    "kill",
    "link",
    "nice",
    "pause",
    "pipe",
    "print_error",
    "print_message",
    "rindex",
    "select",
    "setUp",
    "skip",
    "stop",
    "swab",
    "sync",
    "tearDown",
    "unlink",
    "wait",
    "will_return",
    "y0",
    "y1",
    "yn",
];

/// Types that headers of the C library define, and that programs without it define for themselves.
const OF_LIBRARY: [&str; 36] = [
    "blkcnt_t",
    "blksize_t",
    "caddr_t",
    "clock_t",
    "clockid_t",
    "daddr_t",
    "dev_t",
    "fsid_t",
    "gid_t",
    "id_t",
    "ino_t",
    "itimerspec",
    "key_t",
    "loff_t",
    "mode_t",
    "nlink_t",
    "off_t",
    "pid_t",
    "quad_t",
    "register_t",
    "sigset_t",
    "suseconds_t",
    "time_t",
    "timer_t",
    "timespec",
    "timeval",
    "u_char",
    "u_int",
    "u_long",
    "u_quad_t",
    "u_short",
    "uid_t",
    "uint",
    "ulong",
    "useconds_t",
    "ushort",
];

/// Whether a function of the program has another name in the suite, because the C library or a framework has
/// a function of the same name.
pub fn is_renamed(facts: &Facts, name: &str) -> bool {
    facts.library.contains(name) || FOREIGN.contains(&name)
}

/// The name of a function of the program for the linker.
pub fn linked_name(facts: &Facts, name: &str) -> String {
    if is_renamed(facts, name) { format!("tested_{name}") } else { name.to_owned() }
}

/// The declarations in the making.
struct Declarations<'a> {
    facts: &'a Facts,
    headers: &'a Headers,
    forward: Vec<String>,
    text: String,
    system: BTreeSet<String>,
    /// By name, because two files may declare the same entity.
    known: BTreeSet<String>,
    /// Types of the program that are called like other types of the C library.
    clashing: BTreeSet<String>,
}

/// The text of the declarations, and the headers of the system that it needs.
pub fn declarations(
    framework: Framework,
    facts: &Facts,
    headers: &Headers,
    uses: &Uses,
) -> (String, BTreeSet<String>) {
    let mut out = Declarations {
        facts,
        headers,
        forward: Vec::new(),
        text: String::new(),
        system: BTreeSet::new(),
        known: BTreeSet::new(),
        clashing: BTreeSet::new(),
    };
    for entity in &uses.entities {
        out.whole(*entity);
    }
    let mut prototypes = String::new();
    for name in &uses.functions {
        let Some(spelled) = facts.functions.get(name).and_then(|prototype| prototype.spelled.as_ref()) else {
            continue;
        };
        out.spelled(&spelled.result);
        spelled.parameters.iter().for_each(|parameter| out.spelled(parameter));
        if !is_renamed(facts, name) && headers.declare_function(name) {
            continue;
        }
        let declared =
            format!("{}({})", linked_name(facts, name), parameters(facts, name, &spelled.parameters));
        let _ = writeln!(prototypes, "{};", spelled.result.declare(&declared));
    }
    for name in &uses.globals {
        let Some(variable) = facts.globals.get(name) else { continue };
        out.spelled(&variable.spelled);
        if !headers.declare_variable(name) && !registers::is_one(name) {
            // C and C++ have different words for it, and compilers take this one in both.
            let thread = if variable.is_thread_local { "__thread " } else { "" };
            let _ = writeln!(prototypes, "extern {thread}{};", variable.spelled.declare(name));
        }
    }
    let mut text = String::new();
    if !out.clashing.is_empty() {
        text += "/* The C library has types of these names, too. */\n";
        out.clashing.iter().for_each(|name| text += &format!("#define {name} program_{name}\n"));
        text.push('\n');
    }
    let n_before = text.len();
    for forward in out.forward.iter().filter(|tag| is_used_early(&out.text, tag)) {
        let _ = writeln!(text, "{forward};");
    }
    if text.len() > n_before {
        text.push('\n');
    }
    text += &out.text;
    if !prototypes.is_empty() {
        let is_cpp = framework == Framework::Gtest;
        text += if is_cpp { "extern \"C\" {\n" } else { "" };
        text += &prototypes;
        text += if is_cpp { "}\n\n" } else { "\n" };
    }
    (text, out.system)
}

/// Whether a tag is used in declarations before they define it, or is not defined there at all.
fn is_used_early(declarations: &str, tag: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let uses = declarations.match_indices(tag);
    let mut uses = uses.filter(|(at, _)| !declarations[at + tag.len()..].starts_with(is_word));
    uses.next().is_none_or(|(at, _)| !declarations[at + tag.len()..].starts_with(" {"))
}

/// The parameters of a prototype with their names.
fn parameters(facts: &Facts, name: &str, spelled: &[Spelled]) -> String {
    let named = facts.functions.get(name).map(|prototype| &prototype.parameters);
    let each = spelled.iter().enumerate().map(|(at, parameter)| {
        let name = named.and_then(|named| named.get(at)?.name.as_deref());
        let name = name.filter(|name| super::literal::is_free_name(name)).unwrap_or("");
        parameter.declare(name)
    });
    let is_variadic = facts.functions.get(name).is_some_and(|prototype| prototype.is_variadic);
    let is_open = is_variadic && !spelled.is_empty();
    let each: Vec<String> = each.chain(is_open.then(|| "...".to_owned())).collect();
    if each.is_empty() { "void".to_owned() } else { each.join(", ") }
}

impl Declarations<'_> {
    fn spelled(&mut self, spelled: &Spelled) {
        spelled.mentions.iter().for_each(|entity| self.mention(*entity));
        spelled.needs.iter().for_each(|entity| self.entity(*entity));
    }

    /// Declares an entity and what makes it complete.
    fn whole(&mut self, id: u32) {
        self.entity(id);
        if let Some(completes) = self.facts.entities.get(id as usize).and_then(|entity| entity.completes) {
            self.entity(completes);
        }
    }

    /// Declares a tag whose type need not be complete.
    fn mention(&mut self, id: u32) {
        let Some(entity) = self.facts.entities.get(id as usize) else { return };
        if entity.is_of_the_system() {
            self.system.extend(of_type(&entity.name, &entity.file));
            return;
        }
        if entity.text.is_empty() || !self.headers.contain(&entity.file) {
            let is_enumeration = entity.name.starts_with("enum ");
            if !is_enumeration && !self.forward.contains(&entity.name) {
                self.forward.push(entity.name.clone());
            }
        }
    }

    fn entity(&mut self, id: u32) {
        let Some(entity) = self.facts.entities.get(id as usize) else { return };
        let last = entity.name.rsplit(' ').next().unwrap_or(&entity.name);
        let is_clashing = self.facts.is_bare() && OF_LIBRARY.contains(&last);
        if entity.is_of_the_system() || !is_clashing && of_type(&entity.name, &entity.file).is_some() {
            self.system.extend(of_type(&entity.name, &entity.file));
            return;
        }
        self.clashing.extend(is_clashing.then(|| last.to_owned()));
        if self.headers.contain(&entity.file) || self.known.contains(&entity.name) {
            return;
        }
        if entity.text.is_empty() {
            self.mention(id);
            return;
        }
        self.known.insert(entity.name.clone());
        entity.mentions.iter().for_each(|mentioned| self.mention(*mentioned));
        entity.needs.iter().for_each(|needed| self.entity(*needed));
        let _ = writeln!(self.text, "{};\n", entity.text);
    }
}

/// Names of variables of ours in the mocks of harnesses and of suites.
const OF_MOCKS: [&str; 6] = ["call", "errno", "i", "known", "n_known", "result"];

/// The names of all parameters, in a mock. One that is called like a variable of ours is `its_…`.
pub fn parameter_names(prototype: &Prototype) -> Vec<String> {
    let its = |name: String| match OF_MOCKS.contains(&&*name) {
        true => format!("its_{name}"),
        false => name,
    };
    spelled_names(prototype).into_iter().map(its).collect()
}

/// The names of all parameters as the program declares them.
fn spelled_names(prototype: &Prototype) -> Vec<String> {
    let own = prototype.parameters.iter().map(|parameter| parameter.name.clone());
    let names = own.enumerate().map(|(at, name)| name.unwrap_or_else(|| format!("argument{}", at + 1)));
    let names: Vec<String> = names.collect();
    // Headers of the system give parameters names that programs do not use.
    let plain = |name: &String| name.trim_start_matches('_').to_owned();
    let is_plain = |name: &String| !name.starts_with("__") || super::literal::is_free_name(&plain(name));
    match names.iter().all(is_plain) {
        true => {
            names.iter().map(|name| if name.starts_with("__") { plain(name) } else { name.clone() }).collect()
        }
        false => names,
    }
}
