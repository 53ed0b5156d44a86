//! The calls with which a driver builds its objects, as statements before the call under test, and those that
//! free them behind it.
//!
//! The result of such a call is a variable if it is used. An object that only members of other objects lead
//! to gets a variable when a call is given it.

use super::super::place::Lvalue;
use super::{Check, Reason, Writer};
use crate::emit::facts::{Facts, Prototype, Type};
use crate::ir::Spelled;
use crate::testcase::{Arrangement, Building, Datum, DriverCall, Holding, Thing};
use std::collections::{BTreeSet, VecDeque};

/// The ways to write how objects were built, the best first: with the driver's own calls at the end, if these
/// free everything that would have to be freed, and without them.
pub(super) fn ways(arrangement: &Arrangement) -> Vec<Building> {
    let Some(building) = arrangement.building.as_deref() else { return Vec::new() };
    let is_left = |(at, thing): (usize, &Thing)| {
        let is_made = building.first.get(at).is_none_or(Option::is_none);
        is_made && thing.holding == Holding::Heap && thing.after.is_some() && !is_in(&building.freed, at)
    };
    let plain = Building { ending: Vec::new(), freed: Vec::new(), ..building.clone() };
    match arrangement.objects.iter().enumerate().any(is_left) || building.ending.is_empty() {
        true => vec![plain],
        false => vec![building.clone(), plain],
    }
}

/// An expression without the casts around it: every pointer to an object can be passed as a `void *`.
pub(super) fn without_cast(expression: &str) -> &str {
    let inner = expression.strip_suffix(')').filter(|it| it.starts_with('(')).and_then(|it| {
        let (cast, inner) = it.split_once(")(")?;
        let mut depth = 0_i32;
        let closes_early = inner.chars().any(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth < 0
        });
        (cast.ends_with('*') && !closes_early).then_some(inner)
    });
    inner.map_or(expression, without_cast)
}

/// A pointer as an expression, without the cast that it begins with.
pub(super) fn without_first_cast(pointer: &str) -> &str {
    match pointer.strip_prefix('(').and_then(|it| it.split_once(')')) {
        Some((words, bare)) if words.ends_with('*') && !bare.is_empty() => bare,
        _ => pointer,
    }
}

fn is_in(numbers: &[u32], at: usize) -> bool {
    numbers.contains(&(at as u32))
}

/// The objects with what they hold before the first of the driver's calls. If the maker of an object returns
/// a pointer to the type of its first member, the object is treated as this member, because callers know it
/// only so.
pub(super) fn things(facts: &Facts, things: &[Thing], building: &Building) -> Vec<Thing> {
    let known_as = |at: usize, thing: &Thing| {
        let makes = |call: &&DriverCall| matches!(call.result, Datum::At { object, offset: 0 } if object as usize == at);
        let maker = building.calls.iter().find(makes)?;
        let Type::Pointer(target) = facts.ty(facts.functions.get(&maker.function)?.result) else {
            return None;
        };
        let Type::Record(whole) = facts.ty(thing.ty.filter(|_| thing.count == 1)?) else { return None };
        let first = whole.members.first().filter(|first| first.offset == 0 && !whole.is_union)?;
        facts.same_type(first.ty, *target).then_some(*target)
    };
    let as_built = |(at, thing): (usize, &Thing)| {
        let first = building.first.get(at).cloned().flatten();
        let last = match (&thing.before, &thing.after) {
            (Some(before), Some(after)) => Some(after.resolved(before)),
            (_, after) => after.clone(),
        };
        let after = match (&first, last) {
            (Some(first), Some(last)) => Some(Datum::changes(first, last)),
            (_, last) => last,
        };
        let thing = Thing { before: first, after, ..thing.clone() };
        match known_as(at, &thing) {
            Some(ty) => Thing {
                ty: Some(ty),
                before: thing.before.map(beginning),
                after: thing.after.map(beginning),
                ..thing
            },
            None => thing,
        }
    };
    things.iter().enumerate().map(as_built).collect()
}

/// The contents of the first member of a structure.
fn beginning(whole: Datum) -> Datum {
    match whole {
        Datum::Struct(members) => members.into_iter().next().map_or(Datum::Uninitialised, |(_, first)| first),
        other => other,
    }
}

/// How many calls are written as a loop.
const LOOP: usize = 4;

/// Calls of one function one after the other, each argument of which is always the same or grows evenly.
struct Row {
    /// The place of the first statement.
    place: usize,
    function: String,
    /// The arguments of each call.
    calls: Vec<Vec<String>>,
}

impl Row {
    /// Whether a call, whose statement is at `place`, continues the row.
    fn takes(&self, place: usize, function: &str, passed: &[String]) -> bool {
        let [before @ .., last] = &self.calls[..] else { return false };
        if place != self.place + self.calls.len() || function != self.function || last.len() != passed.len() {
            return false;
        }
        let step = |from: &String, to: &String| Some(number(to)? - number(from)?);
        last.iter().zip(passed).enumerate().all(|(at, (from, to))| match before.last() {
            Some(earlier) if earlier[at] == *from => from == to,
            Some(earlier) => {
                let known = step(&earlier[at], from);
                known.is_some() && known == step(from, to)
            }
            None => from == to || step(from, to).is_some(),
        })
    }

    /// A loop that makes the calls. Its variable has the name `index`.
    fn as_loop(&self, index: &str) -> String {
        let [first, second, ..] = &self.calls[..] else {
            unreachable!("invariant: a loop has several calls");
        };
        let argument = |(from, to): (&String, &String)| match (number(from), number(to)) {
            (Some(from), Some(to)) if from != to => match (from, to - from) {
                (0, 1) => index.to_owned(),
                (from, 1) => format!("{from} + {index}"),
                (0, step) => format!("{step} * {index}"),
                (from, step) if from == step => format!("{step} * ({index} + 1)"),
                (from, step) if step < 0 => format!("{from} - {} * {index}", -step),
                (from, step) => format!("{from} + {step} * {index}"),
            },
            _ => from.clone(),
        };
        let arguments: Vec<String> = first.iter().zip(second).map(argument).collect();
        let head = format!("for (int {index} = 0; {index} < {}; {index}++)", self.calls.len());
        format!("{head}\n        {}({})", self.function, super::listed(&arguments))
    }
}

/// The number that an argument is, if it is written as a decimal one.
fn number(argument: &str) -> Option<i64> {
    argument.parse().ok().filter(|number: &i64| number.unsigned_abs() < 1 << 31)
}

impl Writer<'_> {
    /// Adds the driver's calls as statements.
    pub(super) fn build(&mut self, building: &Building, arguments: &[Datum]) -> Result<(), Reason> {
        let reachable = self.reachable();
        let mut rows: Vec<Row> = Vec::new();
        for (at, call) in building.calls.iter().enumerate() {
            let later: Vec<&Datum> =
                building.calls[at + 1..].iter().flat_map(|call| &call.arguments).chain(arguments).collect();
            let passed = self.driver_call(call)?;
            let made = format!("{}({})", call.function, super::listed(&passed));
            let variable = self.variable_for(call, &later, &reachable);
            let line = match &variable {
                Some((_, declared)) => format!("{declared} = {made}"),
                None => made,
            };
            let place = self.out.setup.len();
            self.out.setup.push(line);
            match variable {
                // If a call returns no object, the test fails here and not where the object is used.
                Some((name, _)) => self.out.between.push((self.out.setup.len(), Check::NotNull(name))),
                None => match rows.last_mut().filter(|row| row.takes(place, &call.function, &passed)) {
                    Some(row) => row.calls.push(passed),
                    None => rows.push(Row { place, function: call.function.clone(), calls: vec![passed] }),
                },
            }
        }
        rows.iter().rev().for_each(|row| self.write_as_loop(row));
        Ok(())
    }

    /// Replaces the statements of a row by a loop if there are many.
    fn write_as_loop(&mut self, row: &Row) {
        let (index, n) = ("i", row.calls.len());
        let is_word = |argument: &String| {
            let mut words = argument.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.any(|word| word == index)
        };
        if n < LOOP || row.calls.iter().flatten().any(is_word) {
            return;
        }
        self.out.setup.splice(row.place..row.place + n, [row.as_loop(index)]);
        let behind = self.out.between.iter_mut().filter(|(place, _)| *place > row.place);
        behind.for_each(|(place, _)| *place -= n - 1);
    }

    /// Adds the driver's calls that free what was made.
    pub(super) fn end(&mut self, building: &Building) -> Result<(), Reason> {
        let mut lines = Vec::new();
        for call in &building.ending {
            let passed = self.driver_call(call)?;
            lines.push(format!("{}({})", call.function, super::listed(&passed)));
        }
        lines.append(&mut self.out.cleanup);
        self.out.cleanup = lines;
        Ok(())
    }

    /// The arguments of a call, in C.
    fn driver_call(&mut self, call: &DriverCall) -> Result<Vec<String>, Reason> {
        let name = &call.function;
        let prototype = self.facts.functions.get(name).filter(|it| !it.is_variadic && it.spelled.is_some());
        let prototype = prototype.ok_or_else(|| format!("`{name}` has no declaration that is known"))?;
        super::literal::is_callable(name, self.is_cpp)?;
        if prototype.parameters.len() != call.arguments.len() {
            return Err(format!("`{name}` cannot be called"));
        }
        self.out.uses.functions.insert(name.clone());
        self.passed(prototype, &call.arguments)
    }

    /// A variable for the result of a call and its declaration, if the result is a pointer to an object that
    /// needs one.
    fn variable_for(
        &mut self,
        call: &DriverCall,
        later: &[&Datum],
        reachable: &BTreeSet<usize>,
    ) -> Option<(String, String)> {
        let Datum::At { object, offset } = call.result else { return None };
        let number = object;
        let object = object as usize;
        if self.objects[object].way.is_some() || !self.is_built(object) {
            return None;
        }
        let is_it = |datum: &&&Datum| matches!(datum, Datum::At { object, .. } if *object == number);
        let is_lost = !reachable.contains(&object)
            && self.things[object].holding == Holding::Heap
            && !self.is_freed(object);
        if !later.iter().any(|datum| is_it(&datum)) && !is_lost {
            return None;
        }
        let facts = self.facts;
        let prototype = facts.functions.get(&call.function)?;
        let Type::Pointer(target) = facts.ty(prototype.result) else { return None };
        let name = self.name_of(object, "made");
        let begins =
            if offset == 0 { name.clone() } else { self.beginning(&name, object, offset, *target).ok()? };
        self.found_at(object, begins);
        self.objects[object].pointers.push((offset, *target, name.clone()));
        let declared = prototype.spelled.as_ref()?.result.declare(&name);
        Some((name, declared))
    }

    /// Notes the expression that points to an object that a call has made.
    fn found_at(&mut self, object: usize, way: String) {
        if self.things[object].holding == Holding::Heap && !self.is_freed(object) {
            self.out.cleanup.insert(0, format!("free({})", without_cast(&way)));
            self.out.uses.headers.insert("stdlib.h");
        }
        self.objects[object].way = Some(way);
    }

    /// Whether one of the driver's calls makes an object.
    fn is_built(&self, object: usize) -> bool {
        self.building.is_some_and(|building| building.first.get(object).is_none_or(Option::is_none))
    }

    /// Whether one of the driver's calls is given a pointer to an object.
    pub(super) fn is_passed_before(&self, object: usize) -> bool {
        let calls = self.building.map_or(&[][..], |building| &building.calls);
        let is_it = |datum: &Datum| matches!(datum, Datum::At { object: at, .. } if *at as usize == object);
        calls.iter().flat_map(|call| &call.arguments).any(is_it)
    }

    /// Whether the call under test, or a call of the driver behind it, frees an object.
    pub(super) fn is_freed(&self, object: usize) -> bool {
        let thing = &self.things[object];
        let at_the_end = self.building.is_some_and(|building| is_in(&building.freed, object));
        thing.holding == Holding::Heap && (thing.after.is_none() || at_the_end)
    }

    /// The arguments of a call as expressions.
    pub(super) fn passed(
        &mut self,
        prototype: &Prototype,
        arguments: &[Datum],
    ) -> Result<Vec<String>, Reason> {
        let mut passed = Vec::new();
        for (at, (argument, parameter)) in arguments.iter().zip(&prototype.parameters).enumerate() {
            let wanted = parameter.name.clone().unwrap_or_else(|| format!("argument_{}", at + 1));
            if let Datum::At { object, .. } = argument
                && let Some(text) = &self.objects[*object as usize].literal
            {
                passed.push(text.clone());
                continue;
            }
            passed.push(match (argument, self.facts.ty(parameter.ty)) {
                (Datum::At { object, offset }, Type::Pointer(target)) if self.is_built(*object as usize) => {
                    let (object, target) = (*object as usize, *target);
                    if self.objects[object].way.is_none() {
                        self.find(object, &wanted)?;
                    }
                    self.pointer_into(object, *offset, target)?
                }
                _ => self.argument(&wanted, argument, parameter.ty)?,
            });
        }
        let spelled = prototype.spelled.iter().flat_map(|spelled| &spelled.parameters);
        for ((passed, argument), parameter) in passed.iter_mut().zip(arguments).zip(spelled) {
            *passed = self.converted(std::mem::take(passed), argument, parameter);
        }
        Ok(passed)
    }

    /// A pointer to pointers as an expression of the type that a parameter or a member has: C does not accept a
    /// `char **` for a `const char **`.
    pub(super) fn converted(&self, pointer: String, datum: &Datum, wanted: &Spelled) -> String {
        if wanted.text.matches('*').count() < 2 || !wanted.text.contains("const") {
            return pointer;
        }
        let bare = without_first_cast(&pointer);
        match bare == "NULL" || self.is_declared_for(datum, wanted, bare) {
            true => bare.to_owned(),
            false => format!("({}){bare}", wanted.declare("").trim()),
        }
    }

    /// Whether an argument is the address of a variable that is declared with what the parameter points to.
    fn is_declared_for(&self, argument: &Datum, parameter: &Spelled, passed: &str) -> bool {
        let Datum::At { object, .. } = argument else { return false };
        let super::Object { spelled, is_pointer, name, .. } = &self.objects[*object as usize];
        let is_own = match self.is_several(*object as usize) {
            true => passed == name,
            false => passed.strip_prefix('&').is_some_and(|passed| passed == name),
        };
        let wanted = super::pointed_at(parameter);
        let is_same =
            spelled.as_ref().is_some_and(|spelled| Some(&spelled.text) == wanted.as_ref().map(|it| &it.text));
        is_own && is_same && !is_pointer && !self.is_passed_before(*object as usize)
    }

    /// Gives an object that a call has made a variable, by an expression that leads to it.
    fn find(&mut self, object: usize, wanted: &str) -> Result<(), Reason> {
        let unknown = || "nothing leads to an object that a call makes".to_owned();
        let way = self.way_to(object).ok_or_else(unknown)?;
        let ty = self.things[object].ty.ok_or_else(unknown)?;
        self.use_type(ty);
        let target = self.words_of_pointer(ty)?;
        let name = self.name_of(object, wanted);
        let space = if target.ends_with('*') { "" } else { " " };
        self.out.setup.push(format!("{target}{space}{name} = {way}"));
        self.found_at(object, name);
        Ok(())
    }

    /// An expression that points to an object before the call under test.
    fn way_to(&self, wanted: usize) -> Option<String> {
        let is_known = |at: &usize| {
            self.objects[*at].is_declared && !self.objects[*at].name.is_empty()
                || self.objects[*at].way.is_some()
        };
        let mut waiting: VecDeque<(usize, Lvalue)> =
            (0..self.things.len()).filter(is_known).map(|at| (at, self.whole(at))).collect();
        let mut met: BTreeSet<usize> = waiting.iter().map(|(at, _)| *at).collect();
        while let Some((at, whole)) = waiting.pop_front() {
            let mut pointers = Vec::new();
            let thing = &self.held[at];
            if let (Some(ty), Some(held)) = (thing.ty, &thing.before) {
                match held {
                    Datum::Array(values) if self.is_several(at) => {
                        for (index, value) in values.iter().enumerate() {
                            self.pointers_of(whole.element(index as u64), value, ty, &mut pointers);
                        }
                    }
                    held => self.pointers_of(whole, held, ty, &mut pointers),
                }
            }
            for (way, object) in pointers {
                if object == wanted {
                    return Some(way);
                }
                if met.insert(object) {
                    waiting.push_back((object, Lvalue::Behind(way)));
                }
            }
        }
        None
    }

    /// The pointers to objects in a value, with the objects.
    fn pointers_of(&self, at: Lvalue, held: &Datum, ty: u32, found: &mut Vec<(String, usize)>) {
        match (held, self.facts.ty(ty)) {
            (Datum::At { object, offset: 0 }, Type::Pointer(_)) => found.push((at.value(), *object as usize)),
            (Datum::Struct(values), Type::Record(_)) => {
                for (name, value) in values {
                    if let Ok(ty) = self.member(ty, name) {
                        self.pointers_of(at.member(name), value, ty, found);
                    }
                }
            }
            (Datum::Array(values), Type::Array(element, _)) => {
                for (index, value) in values.iter().enumerate() {
                    self.pointers_of(at.element(index as u64), value, *element, found);
                }
            }
            _ => {}
        }
    }

    /// The objects that can be reached, when the call under test begins, from those that no call of the
    /// driver has made.
    fn reachable(&self) -> BTreeSet<usize> {
        let mut waiting: Vec<usize> = (0..self.things.len()).filter(|at| !self.is_built(*at)).collect();
        let mut reached = BTreeSet::new();
        while let Some(at) = waiting.pop() {
            if reached.insert(at) {
                let mut add = |object: u32| waiting.push(object as usize);
                self.held[at].before.iter().for_each(|held| held.objects(&mut add));
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_go_on_evenly_are_a_loop() {
        let check = |arguments: &[&[&str]], expected: Option<&str>| {
            let passed = |passed: &&[&str]| passed.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
            let mut calls = arguments.iter().map(passed);
            let first = calls.next().expect("there are calls");
            let mut row = Row { place: 3, function: "put".to_owned(), calls: vec![first] };
            for (place, passed) in (4..).zip(calls) {
                if !row.takes(place, "put", &passed) {
                    assert_eq!(expected, None);
                    return;
                }
                row.calls.push(passed);
            }
            assert!(!row.takes(9, "put", &row.calls[0]), "other statements are between");
            let written = row.as_loop("i");
            let call = written.rsplit("        ").next();
            assert_eq!(call, expected);
        };
        check(&[&["q", "10"], &["q", "20"], &["q", "30"]], Some("put(q, 10 * (i + 1))"));
        check(&[&["0"], &["1"], &["2"]], Some("put(i)"));
        check(&[&["9"], &["7"], &["5"]], Some("put(9 - 2 * i)"));
        check(&[&["true"], &["true"]], Some("put(true)"));
        check(&[&["-3", "4"], &["-2", "4"]], Some("put(-3 + i, 4)"));
        check(&[&["1"], &["2"], &["4"]], None);
        check(&[&["1"], &["1"], &["2"]], None);
        check(&[&["a"], &["b"]], None);
    }
}
