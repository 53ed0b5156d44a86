//! One call under test without its driver: the objects of its scenario as variables, the call, and what must
//! hold afterwards.
//!
//! An object that was there before the call is a variable, named after the parameter that points to it, after
//! the driver's variable, or after its type. It is made on the heap only if the call frees it. An object that
//! the call makes is named by the first way that leads to it, such as `result->next`. Globals are set before
//! the call, and set back after it.

mod arrange;
mod build;
mod compare;
mod freed;
mod literals;
mod named_files;
mod played;
mod stream;

use super::literal;
use super::own::OWN;
use super::place::{Lvalue, shifted};
use super::script::{Played, Script};
use super::statements::{Check, Uses};
use crate::emit::facts::{Facts, Parameter, Prototype, Record, Type};
use crate::ir::{Spelled, SpelledFunction};
use crate::testcase::{Building, Datum, Holding, TestCall, Thing};
use std::collections::BTreeSet;

/// The statements of a call and what to check after them. Statements have no semicolon.
#[derive(Default, Debug)]
pub struct Direct {
    pub declarations: Vec<String>,
    pub setup: Vec<String>,
    /// Checks between the statements of `setup`, each behind so many of them.
    pub between: Vec<(usize, Check)>,
    pub call: String,
    pub checks: Vec<Check>,
    pub cleanup: Vec<String>,
    pub uses: Uses,
    /// The calls of mocks that it makes.
    pub played: Vec<Played>,
    /// Whether the last of them never returns.
    pub ends_in_mock: bool,
    /// Whether it ends the program, so that it is made in a process of its own.
    pub exits: bool,
}

/// Why a call cannot be made directly.
type Reason = String;

/// The call as statements of a suite, which is C++ if `is_cpp`. `exits` is the status with which it ends the
/// program, if it does.
///
/// # Errors
/// The reason, if C has no words for the call or for what it needs.
pub fn direct(
    facts: &Facts,
    call: &TestCall,
    script: &Script,
    exits: Option<i32>,
    is_cpp: bool,
) -> Result<Direct, Reason> {
    let name = &call.function;
    if let Some(obstacle) = &call.arrangement.obstacle {
        return Err(obstacle.clone());
    }
    let has_end = call.result.is_some() || call.ends_in_mock() || exits.is_some();
    let known = facts.functions.get(name).filter(|_| has_end);
    let Some(prototype) = known else {
        return Err(format!("`{name}` has no declaration that is known"));
    };
    let arguments = &call.arrangement.arguments;
    if prototype.parameters.len() + call.arrangement.further.len() != arguments.len() {
        return Err(format!("`{name}` takes a variable number of arguments"));
    }
    literal::is_callable(name, is_cpp)?;
    let Some(spelled) = &prototype.spelled else {
        return Err(format!("the types of `{name}` cannot be written down"));
    };
    let built = build::ways(&call.arrangement).into_iter().find_map(|building| {
        let things = build::things(facts, &call.arrangement.objects, &building);
        let building = Some(&building);
        let direct = written(facts, call, script, (prototype, spelled), &things, (building, exits), is_cpp);
        direct.ok().filter(|direct| direct.checks.iter().any(Check::is_one) || !direct.played.is_empty())
    });
    match built {
        Some(built) => Ok(built),
        None => {
            let things = &call.arrangement.objects;
            written(facts, call, script, (prototype, spelled), things, (None, exits), is_cpp)
        }
    }
}

/// The call on these objects, which are arranged, or built by calls.
fn written(
    facts: &Facts,
    call: &TestCall,
    script: &Script,
    (prototype, spelled): (&Prototype, &SpelledFunction),
    things: &[Thing],
    (building, exits): (Option<&Building>, Option<i32>),
    is_cpp: bool,
) -> Result<Direct, Reason> {
    let name = &call.function;
    let arguments = &call.arrangement.arguments;
    let mut writer = Writer {
        facts,
        things,
        held: &call.arrangement.objects,
        building,
        is_cpp,
        result: &spelled.result,
        out: Direct { exits: exits.is_some(), ..Direct::default() },
        taken: BTreeSet::from([name.clone()]),
        objects: things.iter().map(|_| Object::default()).collect(),
    };
    writer.out.uses.functions.insert(name.clone());
    let result = call.arrangement.result.as_ref();
    writer.choose_names(&prototype.parameters, &spelled.parameters, arguments, result);
    writer.choose_literals(call, prototype, building);
    if let Some(building) = building {
        writer.set_globals()?;
        writer.build(building, arguments)?;
    }
    let mut passed = writer.passed(prototype, arguments)?;
    for (argument, how) in arguments.iter().skip(passed.len()).zip(&call.arrangement.further) {
        passed.push(writer.further(argument, *how)?);
    }
    if building.is_none() {
        writer.set_globals()?;
    }
    let made = format!("{name}({})", listed(&passed));
    if let Some(status) = exits {
        let value = format!("{OWN}status_of({OWN}child)");
        let check = Check::Integer { value, expected: status.to_string(), signed: true };
        let out = writer.out;
        return Ok(Direct { call: made, checks: vec![check], ..out });
    }
    writer.play(script, call)?;
    writer.out.ends_in_mock = call.ends_in_mock();
    writer.make_files(&call.arrangement.files);
    let frees = writer.frees(call.arrangement.n_freed);
    let result = call.arrangement.result.as_ref().unwrap_or(&Datum::Void);
    let n_before = writer.out.checks.len();
    if *facts.ty(prototype.result) != Type::Void {
        let at = Lvalue::Named(format!("{OWN}result"));
        match (facts.promises.get(name), result) {
            (Some(promise), Datum::Integer(number)) if *number != 0 => {
                writer.check_promise(&at, *number, *promise)
            }
            _ => writer.check(&at, result, prototype.result)?,
        }
    }
    let is_checked = writer.out.checks.len() > n_before;
    writer.compare_objects()?;
    writer.check_frees(frees);
    // A member may be called `result`, too, so this counts only if the call has a result.
    let is_void = *facts.ty(prototype.result) == Type::Void;
    let is_used = is_checked
        || !is_void && writer.out.cleanup.iter().any(|line| line.contains("\u{1}result"))
        || !is_void && writer.out.checks.iter().any(|check| check.mentions("\u{1}result"));
    writer.out.call = match is_used {
        true => format!("{} = {made}", spelled.result.declare(&format!("{OWN}result"))),
        // Compilers warn of a pure function whose result nobody looks at.
        false if *result == Datum::Uninitialised => format!("(void){made}"),
        false => made,
    };
    writer.check_files(&call.arrangement.files);
    writer.restore();
    if let Some(building) = building {
        writer.end(building)?;
    }
    writer.check_prints(call);
    Ok(writer.out)
}

/// The type that a pointer points to, without `const`, if it can be found from the words of the pointer.
fn pointed_at(pointer: &Spelled) -> Option<Spelled> {
    let text = pointer.text.replace("*const @", "*@").replace("* const @", "*@");
    let text = text.strip_suffix("*@")?;
    let text =
        format!("{}@", text.strip_suffix("*const ").map_or(text.to_owned(), |text| format!("{text}*")));
    let text = match text.contains('*') {
        true => text,
        false => text.trim_start_matches("const ").to_owned(),
    };
    Some(Spelled { text, ..pointer.clone() })
}

/// The declaration of a variable of a type, without qualifiers.
pub fn declaration(facts: &Facts, ty: u32, name: &str) -> Option<String> {
    let name_of = |entity: &Option<u32>| Some(facts.entities.get((*entity)? as usize)?.name.clone());
    let words = match facts.ty(ty) {
        Type::Void => "void".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Char { signed: true } => "char".to_owned(),
        Type::Char { signed: false } => "unsigned char".to_owned(),
        Type::Integer { name, .. } => name.clone(),
        Type::Float { size: 4 } => "float".to_owned(),
        Type::Float { size: 8 } => "double".to_owned(),
        Type::Enumeration { number: Some(word), .. } => word.clone(),
        Type::Enumeration { size: 4, signed: false, entity: None, .. } => "unsigned int".to_owned(),
        Type::Enumeration { entity, .. } => name_of(entity)?,
        Type::Record(record) => name_of(&record.entity)?,
        Type::Function { entity } => name_of(entity)?,
        Type::Pointer(target) => {
            let inner = match facts.ty(*target) {
                Type::Array(..) => format!("(*{name})"),
                _ => format!("*{name}"),
            };
            return declaration(facts, *target, &inner);
        }
        Type::Array(element, count) => {
            // For a pointer to rows whose length another parameter says, any length fits.
            let count = match count {
                Some(count) => count.to_string(),
                None if name.starts_with("(*") => String::new(),
                None => return None,
            };
            return declaration(facts, *element, &format!("{name}[{count}]"));
        }
        Type::Float { .. } | Type::Opaque => return None,
    };
    Some(if name.is_empty() { words } else { format!("{words} {name}") })
}

/// The places that a value points to.
fn pointers_in(datum: &Datum, out: &mut Vec<(usize, u64)>) {
    match datum {
        Datum::At { object, offset } => out.push((*object as usize, *offset)),
        Datum::Array(values) => values.iter().for_each(|value| pointers_in(value, out)),
        Datum::Struct(values) => values.iter().for_each(|(_, value)| pointers_in(value, out)),
        _ => {}
    }
}

impl Check {
    /// Whether it checks something.
    pub fn is_one(&self) -> bool {
        !matches!(self, Check::Given(_))
    }

    fn mentions(&self, name: &str) -> bool {
        let has = |text: &String| {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
        };
        match self {
            Check::Integer { value, expected, .. } => has(value) || has(expected),
            Check::True(text) | Check::Null(text) | Check::NotNull(text) | Check::Given(text) => has(text),
            Check::Same { pointer, expected } => has(pointer) || has(expected),
            Check::Memory { at, expected, .. } => has(at) || has(expected),
            Check::Each { checks, .. } => checks.iter().any(|check| check.mentions(name)),
        }
    }
}

/// What the suite makes of an object of the scenario.
#[derive(Clone, Default, Debug)]
struct Object {
    /// The variable, or the pointer to it; empty until one is chosen.
    name: String,
    /// Whether it is on the heap, so that the name is that of a pointer.
    is_pointer: bool,
    is_declared: bool,
    is_open: bool,
    /// The type of an element as the parameter that points to it writes it.
    spelled: Option<Spelled>,
    /// How many pointers lead to it, and whether one of them leads into it, behind its beginning.
    n_pointers: usize,
    is_pointed_within: bool,
    /// Whether a parameter that may not change it points to it, for which compilers want it to be
    /// initialised.
    is_read_only: bool,
    /// How many pointers lead to it when the call begins, and how many of them are to `const`.
    n_before: usize,
    n_constant: usize,
    /// The variable that keeps what a global held at the start.
    saved: Option<String>,
    /// For an object that the call makes, or that is on the heap: a pointer to its beginning.
    way: Option<String>,
    /// Whether a check of the text in it says all that callers see of it.
    is_read: bool,
    /// A string literal that stands for it where it is passed.
    literal: Option<String>,
    /// Expressions that point into it: each with the offset in bytes and the type to which it points.
    pointers: Vec<(u64, u32, String)>,
}

struct Writer<'a> {
    facts: &'a Facts,
    things: &'a [Thing],
    /// The same objects with what they hold when the call under test begins.
    held: &'a [Thing],
    building: Option<&'a Building>,
    is_cpp: bool,
    /// The type of the result of the call under test.
    result: &'a Spelled,
    out: Direct,
    taken: BTreeSet<String>,
    objects: Vec<Object>,
}

/// The arguments of a call, in which a set of flags needs no parentheses.
fn listed(arguments: &[String]) -> String {
    let bare = |argument: &String| {
        let flags = argument.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let flags = flags.filter(|flags| flags.contains(" | ") && !flags.contains(['(', ')']));
        flags.unwrap_or(argument).to_owned()
    };
    arguments.iter().map(bare).collect::<Vec<_>>().join(", ")
}

impl Writer<'_> {
    /// Names objects after the parameters that point to them.
    fn choose_names(
        &mut self,
        parameters: &[Parameter],
        spelled: &[Spelled],
        arguments: &[Datum],
        result: Option<&Datum>,
    ) {
        let mut ends = Vec::new();
        // Rather after one that points to their beginning.
        let is_inside = |argument: &Datum| matches!(argument, Datum::At { offset, .. } if *offset > 0);
        let mut pointing: Vec<(&Datum, &Parameter)> = arguments.iter().zip(parameters).collect();
        pointing.sort_by_key(|(argument, _)| is_inside(argument));
        for (argument, parameter) in pointing {
            if let (Datum::At { object, offset }, Some(name)) = (argument, &parameter.name) {
                let object = *object as usize;
                let thing = &self.things[object];
                if !self.objects[object].name.is_empty() || matches!(thing.holding, Holding::Global(_)) {
                    continue;
                }
                match *offset == thing.size && self.is_held(object) {
                    true => ends.push(object),
                    false => self.objects[object].name = self.name(name),
                }
            }
        }
        // An array should not have the name of the parameter that points to its end.
        for object in ends {
            if self.objects[object].name.is_empty() {
                let is_text = self.things[object].ty.is_none_or(|ty| match self.facts.ty(ty) {
                    Type::Array(element, _) => matches!(self.facts.ty(*element), Type::Char { .. }),
                    ty => matches!(ty, Type::Char { .. }),
                });
                self.objects[object].name = self.name(if is_text { "text" } else { "values" });
            }
        }
        for (argument, (parameter, spelled)) in arguments.iter().zip(parameters.iter().zip(spelled)) {
            let (Datum::At { object, .. }, Type::Pointer(target)) = (argument, self.facts.ty(parameter.ty))
            else {
                continue;
            };
            let Some(ty) = self.things[*object as usize].ty else { continue };
            let element = match self.facts.ty(ty) {
                Type::Array(element, _) => *element,
                _ => ty,
            };
            if self.facts.same_type(element, *target) {
                self.objects[*object as usize].spelled = pointed_at(spelled);
                self.objects[*object as usize].is_read_only |= spelled.text.contains("const ");
            }
        }
        let all = self.things.iter().flat_map(|thing| thing.before.iter().chain(&thing.after));
        let mut pointers = Vec::new();
        arguments.iter().chain(result).chain(all).for_each(|datum| pointers_in(datum, &mut pointers));
        for (object, offset) in pointers {
            self.objects[object].n_pointers += 1;
            self.objects[object].is_pointed_within |= offset > 0;
        }
        for (argument, spelled) in arguments.iter().zip(spelled) {
            self.count_ways(argument, &|_| spelled.points_to_constant());
        }
        for thing in self.held {
            let before = thing.before.iter();
            before.for_each(|before| self.count_ways(before, &|_| false));
        }
    }

    /// Whether a variable points to an object.
    fn is_held(&self, object: usize) -> bool {
        let is_it = |thing: &Thing| matches!(thing.before, Some(Datum::At { object: held, .. }) if held as usize == object);
        self.things.iter().any(is_it)
    }

    /// Counts the pointers in a value, and how many of them are to something constant. `is_constant` says so
    /// for the value itself.
    fn count_ways(&mut self, datum: &Datum, is_constant: &dyn Fn(&Self) -> bool) {
        match datum {
            Datum::At { object, .. } => {
                let is_constant = is_constant(self);
                let object = &mut self.objects[*object as usize];
                object.n_before += 1;
                object.n_constant += usize::from(is_constant);
            }
            Datum::Array(elements) => elements.iter().for_each(|it| self.count_ways(it, is_constant)),
            Datum::Struct(members) => {
                for (member, value) in members {
                    self.count_ways(value, &|writer| writer.leads_to_constant(&format!(".{member}")));
                }
            }
            _ => {}
        }
    }

    /// A name for the variable of an object that has none yet. `way` is what leads to it, such as a member.
    fn name_of(&mut self, object: usize, way: &str) -> String {
        if self.objects[object].name.is_empty() {
            let thing = &self.things[object];
            let name = match (&thing.holding, &thing.name) {
                (Holding::Global(name), _) => name.clone(),
                (_, Some(name)) => self.name(name),
                (Holding::Text, _) => self.name("text"),
                _ => {
                    let tag = thing.ty.and_then(|ty| self.tag(ty));
                    let wanted = tag.unwrap_or_else(|| way.to_owned());
                    self.name(&wanted)
                }
            };
            self.objects[object].name = name;
        }
        self.objects[object].name.clone()
    }

    /// The word in the name of a structure.
    fn tag(&self, ty: u32) -> Option<String> {
        let Type::Record(record) = self.facts.ty(ty) else { return None };
        let name = &self.facts.entities.get(record.entity? as usize)?.name;
        let word = name.split(' ').next_back()?;
        let word = word.strip_suffix("_t").unwrap_or(word);
        Some(word.to_lowercase())
    }

    /// A name that nothing else has.
    fn name(&mut self, wanted: &str) -> String {
        let is_word = wanted.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !wanted.is_empty();
        let wanted = if is_word { wanted } else { "value" };
        let is_used = |name: &str, taken: &BTreeSet<String>| {
            !literal::is_free_name(name)
                || self.facts.functions.contains_key(name)
                || self.facts.globals.contains_key(name)
                || self.facts.has_type_or_enumerator(name)
                || name.starts_with("tested_")
                || taken.contains(name)
        };
        let mut name = wanted.to_owned();
        if is_used(&name, &BTreeSet::new()) {
            name.push('_');
        }
        let mut number = 2;
        let base = name.clone();
        while is_used(&name, &self.taken) {
            name = format!("{base}{number}");
            number += 1;
        }
        self.taken.insert(name.clone());
        name
    }

    fn is_set_global(&self, index: usize) -> bool {
        let thing = &self.things[index];
        let Holding::Global(name) = &thing.holding else { return false };
        // A constant cannot be set.
        !self.facts.globals.get(name).is_some_and(|variable| variable.is_constant)
            && !matches!((&thing.before, &thing.after), (Some(Datum::Kept), Some(Datum::Kept)))
            && thing.before.is_some()
    }

    fn set_globals(&mut self) -> Result<(), Reason> {
        for index in 0..self.things.len() {
            if self.is_set_global(index) {
                self.declare(index)?;
            }
        }
        Ok(())
    }

    /// The object as an expression; the first of its elements, if it has several.
    fn whole(&self, object: usize) -> Lvalue {
        match &self.objects[object].way {
            Some(way) => Lvalue::Behind(way.clone()),
            None => Lvalue::Named(self.objects[object].name.clone()),
        }
    }

    /// A pointer to `target` into an object.
    fn pointer_into(&mut self, object: usize, offset: u64, target: u32) -> Result<String, Reason> {
        let thing = &self.things[object];
        let whole = self.whole(object);
        if thing.holding == Holding::Stream {
            return Ok(whole.address());
        }
        if let Holding::Global(name) = &thing.holding {
            self.out.uses.globals.insert(name.clone());
        }
        let is_it = |known: &&(u64, u32, String)| known.0 == offset && self.facts.same_type(known.1, target);
        if let Some((.., known)) = self.objects[object].pointers.iter().find(is_it) {
            return Ok(known.clone());
        }
        let is_byte = |ty: u32| matches!(self.facts.ty(ty), Type::Char { .. } | Type::Void);
        let array = match &whole {
            Lvalue::Named(name) | Lvalue::Behind(name) => name.clone(),
        };
        let is_several = self.is_several(object);
        let found = match thing.ty {
            // Compilers distinguish `char` and `unsigned char`.
            None if is_byte(target) && !self.is_plain(target) => None,
            None if is_byte(target) => Some(shifted(&array, offset)),
            None => None,
            Some(ty) if is_several => {
                let size = self.facts.size(ty).unwrap_or(1);
                let count = Some(thing.count);
                self.facts.element_pointer(&|at| whole.element(at), &array, ty, size, count, offset, target)
            }
            Some(ty) if offset == thing.size && offset > 0 && self.facts.same_type(ty, target) => {
                Some(format!("{} + 1", whole.address()))
            }
            Some(ty) => self.facts.pointer(&whole, ty, offset, target),
        };
        let address = if is_several || thing.ty.is_none() { array } else { whole.address() };
        let is_other = self.is_declared_with_constant(object) && *self.facts.ty(target) != Type::Void;
        match found {
            Some(found) if !is_other => Ok(found),
            Some(found) => Ok(format!("({}){found}", self.words_of_pointer(target)?)),
            None => {
                let cast = self.words_of_pointer(target)?;
                Ok(match offset {
                    0 => format!("({cast}){address}"),
                    _ => format!("({cast})((char *){address} + {offset})"),
                })
            }
        }
    }

    /// Whether the variable for an object is declared with pointers to `const`, as `const char *names[2]`. Its
    /// address is no `char **` then.
    fn is_declared_with_constant(&self, object: usize) -> bool {
        let spelled = self.objects[object].spelled.as_ref();
        spelled.is_some_and(|spelled| spelled.text.contains('*') && spelled.text.contains("const "))
    }

    /// A pointer into an object, as its own type describes it.
    fn pointer_to_part(&mut self, object: usize, offset: u64) -> Result<String, Reason> {
        if let Some(ty) = self.things[object].ty {
            return self.pointer_into(object, offset, ty);
        }
        let name = match self.whole(object) {
            Lvalue::Named(name) | Lvalue::Behind(name) => name,
        };
        Ok(shifted(&name, offset))
    }

    /// A pointer to the beginning of an object, if `value` points `offset` bytes into it, to the type `target`.
    fn beginning(&mut self, value: &str, object: usize, offset: u64, target: u32) -> Result<String, Reason> {
        let ty = self.things[object].ty;
        let is_same = match ty {
            Some(ty) => self.facts.same_type(ty, target),
            None => matches!(self.facts.ty(target), Type::Char { .. }),
        };
        if is_same {
            let size = self.facts.size(target).unwrap_or(1).max(1);
            return Ok(if offset == 0 { value.to_owned() } else { format!("{value} - {}", offset / size) });
        }
        let words = match ty {
            Some(ty) => self.words_of_pointer(ty)?,
            None => "char *".to_owned(),
        };
        Ok(match offset {
            0 => format!("({words}){value}"),
            _ => format!("({words})((char *){value} - {offset})"),
        })
    }

    /// Whether an object has several elements of its type, so that its variable is an array.
    fn is_several(&self, object: usize) -> bool {
        let thing = &self.things[object];
        let is_text = |datum: &Option<Datum>| matches!(datum, Some(Datum::Text { .. }));
        let is_character = thing.ty.is_some_and(|ty| matches!(self.facts.ty(ty), Type::Char { .. }));
        // A string without a character is an array, too.
        thing.count != 1 || thing.ty.is_none() || is_character && is_text(&thing.before)
    }

    /// Whether a type is `char`, or `void`.
    fn is_plain(&self, ty: u32) -> bool {
        self.declaration(ty, "").is_none_or(|words| matches!(words.trim(), "char" | "void"))
    }

    /// `T *` for a type.
    fn words_of_pointer(&self, target: u32) -> Result<String, Reason> {
        let is_array = matches!(self.facts.ty(target), Type::Array(..));
        let pointer = if is_array { "(*)" } else { "*" };
        self.declaration(target, pointer).ok_or_else(|| "C has no words for the type of a pointer".to_owned())
    }

    /// The declaration of a variable of this type, without qualifiers.
    fn declaration(&self, ty: u32, name: &str) -> Option<String> {
        declaration(self.facts, ty, name)
    }

    /// The declaration of a variable for an object, or for a copy of one.
    fn variable(&self, object: usize, name: &str) -> Option<String> {
        let thing = &self.things[object];
        if let Holding::Global(global) = &thing.holding
            && let Some(variable) = self.facts.globals.get(global)
            && !variable.spelled.text.contains("const @")
        {
            let spelled = &variable.spelled;
            // If it is written once more, a structure without a name is another type.
            if spelled.text.contains('{') {
                return Some(format!("__typeof__({}) {name}", self.objects[object].name));
            }
            let is_constant = !spelled.text.contains('*');
            let declared = spelled.declare(name);
            let plain = declared.strip_prefix("const ").filter(|_| is_constant).map(str::to_owned);
            return Some(plain.unwrap_or(declared));
        }
        let is_several = self.is_several(object);
        let Some(ty) = thing.ty else { return Some(format!("char {name}[{}]", thing.size)) };
        let mut spelled = self.objects[object].spelled.clone();
        // An object that earlier calls write to is not constant, even if it is for the call under test.
        if let Some(spelled) = spelled.as_mut().filter(|_| self.is_passed_before(object)) {
            spelled.text = spelled.text.replace("*const @", "*@");
        }
        match (self.facts.ty(ty), spelled) {
            (_, Some(spelled)) if is_several => Some(spelled.declare(&format!("{name}[{}]", thing.count))),
            (Type::Array(_, Some(count)), Some(spelled)) => {
                Some(spelled.declare(&format!("{name}[{count}]")))
            }
            (_, Some(spelled)) => Some(spelled.declare(name)),
            _ if is_several => self.declaration(ty, &format!("{name}[{}]", thing.count)),
            _ => self.declaration(ty, name),
        }
    }

    /// Notes the names that a declaration of this type uses.
    fn use_type(&mut self, ty: u32) {
        match self.facts.ty(ty) {
            Type::Enumeration { entity: Some(entity), .. }
            | Type::Record(Record { entity: Some(entity), .. })
            | Type::Function { entity: Some(entity) } => {
                self.out.uses.entities.insert(*entity);
            }
            Type::Pointer(target) | Type::Array(target, _) => self.use_type(*target),
            _ => {}
        }
    }

    /// A number, a name of a number, or null, as an expression.
    fn scalar(&self, datum: &Datum, ty: u32) -> Option<String> {
        match (datum, self.facts.ty(ty)) {
            (Datum::Integer(value), Type::Enumeration { size, signed, number: Some(word), .. }) => {
                let number = Type::Integer { size: *size, signed: *signed, name: word.clone() };
                literal::integer(*value, &number)
            }
            (Datum::Integer(value), Type::Enumeration { entity: None, .. })
                if self.is_cpp
                    && let Some((record, member)) = self.holder(ty) =>
            {
                Some(format!("decltype({}{member})({value})", self.inside(record)?))
            }
            (Datum::Integer(value), Type::Enumeration { .. }) => {
                let words = self.declaration(ty, "")?;
                Some(format!("({words}){value}"))
            }
            (Datum::Character(character), _) => Some(literal::character(i128::from(*character as u8))),
            (Datum::Integer(value), Type::Char { .. }) if self.facts.characters.contains(&ty) => {
                Some(literal::character(*value))
            }
            (Datum::Integer(value), ty) => literal::integer(*value, ty),
            (Datum::Float(value), Type::Float { size }) => Some(literal::float(*value, *size)),
            (Datum::Null, Type::Pointer(_) | Type::Function { .. }) => Some("NULL".to_owned()),
            // `true` or `false`
            (Datum::Name(name), Type::Bool) => Some(name.clone()),
            (Datum::Name(name), Type::Enumeration { values, entity, number, .. }) => {
                let scope = if self.is_cpp && entity.is_none() && number.is_none() {
                    self.scope_of(ty)
                } else {
                    String::new()
                };
                // There may be several flags.
                let names: Vec<&str> = name.split('|').map(str::trim).collect();
                if !names.iter().all(|name| values.iter().any(|value| value == name)) {
                    return None;
                }
                let flags = names.iter().map(|name| format!("{scope}{name}")).collect::<Vec<_>>().join(" | ");
                match (names.len(), self.is_cpp && number.is_none()) {
                    (1, _) => Some(flags),
                    (_, false) => Some(format!("({flags})")),
                    (_, true) => Some(format!("({})({flags})", self.declaration(ty, "")?)),
                }
            }
            _ => None,
        }
    }

    /// The prefix for the values of an enumeration without a name, and for a member that has it as its type: the
    /// structure that both belong to in C++.
    fn scope_of(&self, enumeration: u32) -> String {
        self.holder(enumeration).and_then(|(record, _)| self.inside(record)).unwrap_or_default()
    }

    /// The number of the type of the structure that has a member of this type, and the member's name.
    fn holder(&self, ty: u32) -> Option<(u32, &str)> {
        (0..).zip(&self.facts.types).find_map(|(number, holder)| {
            let Type::Record(record) = holder else { return None };
            let member = record.members.iter().find(|member| member.ty == ty && !member.name.is_empty())?;
            Some((number, member.name.as_str()))
        })
    }

    /// The prefix for what is declared inside of a structure, in C++. One without a name has that of the member
    /// whose type it is.
    fn inside(&self, record: u32) -> Option<String> {
        let Type::Record(Record { entity, .. }) = self.facts.ty(record) else { return None };
        match entity.and_then(|entity| self.facts.entities.get(entity as usize)) {
            Some(entity) => Some(format!("{}::", entity.name.split(' ').next_back()?)),
            None => {
                let (outer, member) = self.holder(record)?;
                Some(format!("decltype({}{member})::", self.inside(outer)?))
            }
        }
    }

    /// The function that a pointer points to.
    fn function(&mut self, name: &str) -> Result<String, Reason> {
        let name = name.trim_start_matches('&');
        if self.facts.functions.contains_key(name) && literal::is_callable(name, self.is_cpp).is_ok() {
            self.out.uses.functions.insert(name.to_owned());
            self.out.uses.pointed.insert(name.to_owned());
            return Ok(name.to_owned());
        }
        match super::headers::of_library(name) {
            Some(header) => {
                self.out.uses.headers.insert(header);
                Ok(name.to_owned())
            }
            None => Err(format!("`{name}` has no declaration that is known")),
        }
    }

    fn no_words(datum: &Datum) -> Reason {
        format!("C has no constant for `{}`", super::shorten(&datum.to_string()))
    }
}
