//! What must hold after a call: its result, what has changed, and what has not.
//!
//! Memory that was never written is not compared, and neither is an address that leads nowhere. An unchanged
//! object to which only pointers to `const` lead is not compared either: a function could change it only by a
//! cast, and a suite without such checks shows at a glance what a call does. A few unchanged parts are
//! compared one by one. An object with many is compared with a copy of it, which is made before the call and
//! in which the suite makes the changes.

use super::super::literal;
use super::super::place::Lvalue;
use super::build::{without_cast, without_first_cast};
use super::{Reason, Writer};
use crate::emit::facts::Type;
use crate::emit::suite::statements::Check;
use crate::ir::Promise;
use crate::ir::locals::parts_of;
use crate::testcase::{Datum, Holding, Thing};

/// With more unchanged parts than this, an object is compared as a whole.
const MAX_PARTS: usize = 8;
/// The same for one that the call does not change at all.
const MAX_KEPT: usize = 4;
/// Longer arrays of numbers are compared with an array.
const MAX_ELEMENTS: usize = 16;
/// A text that more zeros follow is compared with an array.
const MAX_ZEROS: usize = 8;

/// A loop checks at least so many elements that are alike, and has at least so many parts of them to check.
const LOOP: usize = 4;
const LOOP_PARTS: usize = 8;
/// The names of the variables of loops.
const INDICES: [&str; 3] = ["i", "j", "k"];

/// Whether the checks of elements that are all alike are written as a loop.
fn is_loop(row: &[Datum]) -> bool {
    let is_place = |part: &Datum| matches!(part, Datum::At { .. });
    row.len() >= LOOP && row.len() * parts(&row[0]) >= LOOP_PARTS && !row[0].any(&is_place)
}

/// Whether the last byte is the only zero, as in a text with its terminator.
fn ends_once(bytes: &[u8]) -> bool {
    bytes.iter().position(|byte| *byte == 0).is_some_and(|first| first + 1 == bytes.len())
}

impl Writer<'_> {
    /// Checks that an expression has this value, unless the value is not known.
    pub(super) fn check(&mut self, at: &Lvalue, datum: &Datum, ty: u32) -> Result<(), Reason> {
        let value = at.value();
        match (datum, self.facts.ty(ty)) {
            (Datum::Uninitialised | Datum::Address(_) | Datum::Void | Datum::Kept, _) => Ok(()),
            (Datum::Float(number), Type::Float { .. }) if number.is_nan() => {
                self.out.checks.push(Check::True(format!("__builtin_isnan({value})")));
                Ok(())
            }
            (Datum::Float(number), Type::Float { size: size @ (4 | 8) }) => {
                let expected = literal::float(*number, *size);
                self.out.checks.push(Check::True(format!("{value} == {expected}")));
                Ok(())
            }
            // Only the digits that a `double` has are known.
            (Datum::Float(number), Type::Float { .. }) => {
                let expected = literal::float(*number, 8);
                self.out.checks.push(Check::True(format!("(double){value} == {expected}")));
                Ok(())
            }
            (Datum::Null, Type::Pointer(_) | Type::Function { .. }) => {
                self.out.checks.push(Check::Null(value));
                Ok(())
            }
            (Datum::At { object, offset }, Type::Pointer(target)) => {
                self.check_pointer(at, *object as usize, *offset, *target)
            }
            (
                Datum::At { object, offset },
                Type::Integer { size: 8, signed, .. } | Type::Enumeration { size: 8, signed, .. },
            ) => {
                let (object, signed) = (*object as usize, *signed);
                let check = match self.objects[object].is_declared || self.objects[object].way.is_some() {
                    true => {
                        let expected = self.address_as_number(object, *offset, signed)?;
                        Check::Integer { value, expected, signed }
                    }
                    // Nothing has a name for what the call has made and a number leads to.
                    false => Check::True(format!("{value} != 0")),
                };
                self.out.checks.push(check);
                Ok(())
            }
            (Datum::Name(name), Type::Pointer(_) | Type::Function { .. }) if name.starts_with('&') => {
                let expected = self.function(name)?;
                // Any pointer to a function may be compared as this one, without a warning.
                let any = if self.is_other_function(&expected, ty) { "(void (*)(void))" } else { "" };
                let (pointer, expected) = (format!("{any}{value}"), format!("{any}&{expected}"));
                self.out.checks.push(Check::Same { pointer, expected });
                Ok(())
            }
            (Datum::Text { .. }, Type::Array(element, _)) => self.check_text(&value, datum, Some(*element)),
            (Datum::Struct(values), Type::Record(_)) => {
                for (member, datum) in values {
                    let ty = self.member(ty, member)?;
                    self.check(&at.member(member), datum, ty)?;
                }
                Ok(())
            }
            (Datum::Array(values), Type::Array(element, _)) => {
                self.check_elements(at, &value, values, *element)
            }
            (_, scalar) => {
                let signed = match scalar {
                    Type::Integer { signed, .. }
                    | Type::Char { signed }
                    | Type::Enumeration { signed, .. } => *signed,
                    _ => true,
                };
                let expected = self.scalar(datum, ty).ok_or_else(|| Self::no_words(datum))?;
                self.out.checks.push(match scalar {
                    // No framework prints numbers of 128 bits.
                    Type::Integer { size: 16, .. } => Check::True(format!("{value} == {expected}")),
                    _ => Check::Integer { value, expected, signed },
                });
                Ok(())
            }
        }
    }

    /// Whether a pointer to a function has another type than the function, so that the program has cast it. Only
    /// types with a name are known.
    fn is_other_function(&self, name: &str, ty: u32) -> bool {
        let Type::Function { entity: Some(entity) } = self.facts.ty(ty) else { return false };
        let Some(entity) = self.facts.entities.get(*entity as usize) else { return false };
        let own = self.facts.functions.get(name).and_then(|function| function.spelled.as_ref());
        let Some(own) = own.filter(|_| entity.text.contains(&format!("(*{})(", entity.name))) else {
            return false;
        };
        let mut parameters: Vec<String> = own.parameters.iter().map(|it| it.declare("")).collect();
        match (own.is_variadic, parameters.is_empty()) {
            (true, _) => parameters.push("...".to_owned()),
            (false, true) => parameters.push("void".to_owned()),
            (false, false) => {}
        }
        let pointer = format!("(*{})({})", entity.name, parameters.join(", "));
        entity.text != format!("typedef {}", own.result.declare(&pointer))
    }

    /// Checks what C promises about a number other than zero that the C library decides, because other
    /// libraries give other numbers.
    pub(super) fn check_promise(&mut self, at: &Lvalue, number: i128, promise: Promise) {
        let value = at.value();
        let relation = match promise {
            Promise::Truth => "!=",
            Promise::Sign if number < 0 => "<",
            Promise::Sign => ">",
        };
        self.out.checks.push(Check::True(format!("{value} {relation} 0")));
    }

    /// Checks each element, or all at once if they are many numbers. Many elements in a row that are alike are
    /// checked by a loop.
    fn check_elements(
        &mut self,
        whole: &Lvalue,
        array: &str,
        values: &[Datum],
        ty: u32,
    ) -> Result<(), Reason> {
        let is_number = |value: &Datum| value.integer().is_some();
        let is_plain = matches!(self.facts.ty(ty), Type::Integer { .. });
        if values.len() > MAX_ELEMENTS && is_plain && values.iter().all(is_number) {
            let expected = self.name("expected");
            let words = self.declaration(ty, &format!("{expected}[{}]", values.len()));
            let words = words.ok_or("an array has no type")?;
            let numbers: Option<Vec<String>> = values.iter().map(|value| self.scalar(value, ty)).collect();
            let numbers = numbers.ok_or("an array holds what C has no constant for")?;
            self.out.declarations.push(format!("static const {words} = {{{}}}", numbers.join(", ")));
            let size = format!("sizeof {expected}");
            self.out.checks.push(Check::Memory { at: array.to_owned(), expected, size, is_text: false });
            return Ok(());
        }
        let mut from = 0;
        for row in values.chunk_by(|one, next| one == next) {
            let to = from + row.len();
            match whole.element_at(INDICES[0]).filter(|_| is_loop(row)) {
                Some(_) => self.check_row(whole, (from, to), &row[0], ty)?,
                None => {
                    for (index, value) in (from as u64..).zip(row) {
                        self.check(&whole.element(index), value, ty)?;
                    }
                }
            }
            from = to;
        }
        Ok(())
    }

    /// Checks that the elements of an array from `from` to the one before `to` all have a value.
    fn check_row(
        &mut self,
        whole: &Lvalue,
        (from, to): (usize, usize),
        value: &Datum,
        ty: u32,
    ) -> Result<(), Reason> {
        let wanted = INDICES.iter().find(|name| !self.taken.contains(**name)).unwrap_or(&INDICES[0]);
        let index = self.name(wanted);
        let n_before = self.out.checks.len();
        if let Some(element) = whole.element_at(&index) {
            self.check(&element, value, ty)?;
        }
        // Other loops may have it, too.
        self.taken.remove(&index);
        let checks = self.out.checks.split_off(n_before);
        if !checks.is_empty() {
            self.out.checks.push(Check::Each { index, from, to, checks });
        }
        Ok(())
    }

    fn check_text(&mut self, at: &str, datum: &Datum, element: Option<u32>) -> Result<(), Reason> {
        let Datum::Text { text, rest } = datum else { return Err(Self::no_words(datum)) };
        let bytes = [&text[..], rest].concat();
        let is_unsigned = element.is_some_and(|ty| *self.facts.ty(ty) == Type::Char { signed: false });
        let is_printable = bytes.iter().all(|byte| *byte == 0 || matches!(byte, b' '..=b'~'));
        if is_unsigned && bytes.len() <= MAX_PARTS && (!is_printable || text.is_empty()) {
            for (index, byte) in bytes.iter().enumerate() {
                self.out.checks.push(Check::Integer {
                    value: Lvalue::Behind(at.to_owned()).element(index as u64).value(),
                    expected: match self.is_given_letter(*byte) {
                        true => format!("'{}'", char::from(*byte)),
                        false => literal::byte(*byte),
                    },
                    signed: false,
                });
            }
            return Ok(());
        }
        let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        if bytes.len() - end > MAX_ZEROS {
            let expected = self.name("expected");
            let (size, text) = (bytes.len(), literal::string(&bytes[..end]));
            self.out.declarations.push(format!("static const char {expected}[{size}] = {text}"));
            let size = format!("sizeof {expected}");
            self.out.checks.push(Check::Memory { at: at.to_owned(), expected, size, is_text: false });
            return Ok(());
        }
        // The literal has a terminator of its own.
        let written = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
        let is_text = ends_once(&bytes) && element.is_none_or(|ty| self.is_plain(ty));
        self.out.checks.push(Check::Memory {
            at: at.to_owned(),
            expected: literal::string(written),
            size: bytes.len().to_string(),
            is_text,
        });
        Ok(())
    }

    /// Whether a byte is a letter of a text that the call is given, and no number.
    fn is_given_letter(&self, byte: u8) -> bool {
        let is_written = |byte: &u8| matches!(byte, 0 | b' '..=b'~');
        let has_it = |datum: &Datum| match datum {
            Datum::Text { text, rest } => {
                let mut bytes = text.iter().chain(rest);
                bytes.clone().all(is_written) && bytes.any(|it| *it == byte)
            }
            _ => false,
        };
        let mut given = self.held.iter().filter_map(|thing| thing.before.as_ref());
        byte.is_ascii_alphabetic() && given.any(|before| before.any(&has_it))
    }

    /// Whether an expression is a pointer to something that is `const` where it is declared, or may be.
    pub(super) fn leads_to_constant(&self, pointer: &str) -> bool {
        let is_constant = |text: &str| text.contains("const ") && text.contains('*');
        let name = pointer.split('[').next().unwrap_or(pointer);
        let Some(start) = name.rfind(['>', '.', '*', ')']) else {
            let variable = self.objects.iter().find(|object| object.name == name);
            let spelled = variable.and_then(|variable| variable.spelled.as_ref());
            return is_constant(&self.result.text) && name == "\u{1}result"
                || spelled.is_some_and(|spelled| is_constant(&spelled.text));
        };
        self.facts.is_constant_behind(&name[start + 1..])
    }

    /// Checks where a pointer leads.
    fn check_pointer(&mut self, at: &Lvalue, object: usize, offset: u64, target: u32) -> Result<(), Reason> {
        let thing = &self.things[object];
        let value = at.value();
        let is_text = thing.holding == Holding::Text && !self.objects[object].is_declared;
        if is_text && let Some(text) = self.inline_text(object, offset) {
            let size = thing.size.to_string();
            let expected = text.trim_start_matches("(char *)").to_owned();
            let ends = |datum: &Datum| match datum {
                Datum::Text { text, rest } => ends_once(&[&text[..], rest].concat()),
                _ => false,
            };
            let is_text =
                thing.before.as_ref().or(thing.after.as_ref()).is_some_and(ends) && self.is_plain(target);
            self.out.checks.push(Check::Memory { at: value, expected, size, is_text });
            return Ok(());
        }
        if let Some(text) = self.given_out(object, offset, target) {
            let (expected, size) = (literal::string(&text), text.len() + 1);
            self.out.checks.push(Check::Memory {
                at: value,
                expected,
                size: size.to_string(),
                is_text: true,
            });
            self.objects[object].is_read = true;
            return Ok(());
        }
        let is_named = matches!(thing.holding, Holding::Global(_)) || self.objects[object].is_declared;
        if is_named || self.objects[object].way.is_some() {
            if let Holding::Global(name) = &thing.holding {
                self.objects[object].name.clone_from(name);
            }
            let pointer = self.pointer_into(object, offset, target)?;
            let is_cast = pointer.starts_with('(') || self.is_cpp && *self.facts.ty(target) == Type::Void;
            let check = match is_cast {
                true => Check::Same {
                    pointer: format!("(const void *){value}"),
                    expected: match without_first_cast(&pointer) {
                        bare if bare.contains(' ') && !bare.starts_with('(') => {
                            format!("(const void *)({bare})")
                        }
                        bare => format!("(const void *){bare}"),
                    },
                },
                false => Check::Same { pointer: value, expected: pointer },
            };
            self.out.checks.push(check);
            return Ok(());
        }
        if is_text && let Some(Datum::Text { text, rest }) = thing.before.as_ref().or(thing.after.as_ref()) {
            // It does not matter which constant it is, only what it contains.
            let bytes = [&text[..], rest].concat();
            let bytes = bytes.get(offset as usize..).unwrap_or_default();
            let (expected, size) = (literal::string(bytes.strip_suffix(&[0]).unwrap_or(bytes)), bytes.len());
            let is_text = ends_once(bytes) && self.is_plain(target);
            self.out.checks.push(Check::Memory { at: value, expected, size: size.to_string(), is_text });
            return Ok(());
        }
        if thing.before.is_some() || thing.holding == Holding::Stream {
            return Err("it leads to an object that nothing led to before".to_owned());
        }
        let begins = self.beginning(&value, object, offset, target)?;
        self.out.checks.push(Check::True(format!("{value} != NULL")));
        if thing.holding == Holding::Heap && !self.is_freed(object) {
            let freed = match self.leads_to_constant(&value) {
                true => format!("(void *){begins}"),
                false => without_cast(&begins).to_owned(),
            };
            self.out.cleanup.insert(0, format!("free({freed})"));
            self.out.uses.headers.insert("stdlib.h");
        }
        self.objects[object].way = Some(begins);
        self.objects[object].pointers.push((offset, target, value));
        Ok(())
    }

    /// The text that a function has written into an array of its own, to give out a pointer to it. Callers see
    /// the text, and not where in the array it lies.
    fn given_out(&self, object: usize, offset: u64, target: u32) -> Option<Vec<u8>> {
        let thing = &self.things[object];
        let Holding::Global(name) = &thing.holding else { return None };
        parts_of(name, |function| self.facts.functions.contains_key(function))?;
        let Some(Datum::Text { text, rest }) = &thing.after else { return None };
        let bytes = [&text[..], rest].concat();
        let behind = bytes.get(offset as usize..)?;
        let length = behind.iter().position(|byte| *byte == 0)?;
        self.is_plain(target).then(|| behind[..length].to_vec())
    }

    /// Compares every object that can be reached afterwards.
    pub(super) fn compare_objects(&mut self) -> Result<(), Reason> {
        let mut is_done = vec![false; self.things.len()];
        loop {
            let is_reached =
                |writer: &Self, at: usize| writer.objects[at].is_declared || writer.objects[at].way.is_some();
            let next = (0..self.things.len()).find(|at| !is_done[*at] && is_reached(self, *at));
            let Some(object) = next else { return Ok(()) };
            is_done[object] = true;
            let n_before = self.out.checks.len();
            self.compare(object)?;
            if self.out.checks.len() > n_before {
                self.check_behind(object)?;
            }
        }
    }

    fn compare(&mut self, object: usize) -> Result<(), Reason> {
        let thing = &self.things[object];
        let Some(after) = thing.after.as_ref().filter(|_| !self.objects[object].is_read) else {
            return Ok(());
        };
        if thing.holding == Holding::Stream {
            self.check_stream(object, after);
            return Ok(());
        }
        let is_global = matches!(thing.holding, Holding::Global(_));
        let known = &self.objects[object];
        let is_constant = known.n_before > 0 && known.n_constant == known.n_before;
        // What earlier calls have changed is checked by their own tests.
        let is_kept = |thing: &Thing| thing.after == Some(Datum::Kept);
        if is_constant && !is_global && (is_kept(thing) || self.held.get(object).is_some_and(is_kept)) {
            return Ok(());
        }
        let before = match &thing.before {
            Some(Datum::Kept) if *after == Datum::Kept => {
                let is_constant = |name| self.facts.globals.get(name).is_none_or(|global| global.is_constant);
                return match &thing.holding {
                    Holding::Global(name) if !is_constant(name) => self.compare_with_copy(object, after),
                    _ => Ok(()),
                };
            }
            Some(before) => before,
            None => &Datum::Kept,
        };
        if let Some(ty) = thing.ty {
            self.use_type(ty);
        }
        // For an object that calls have built, only the parts that this call changes are listed. An object
        // that leads to others is compared part by part, because that finds the others.
        let leads_on = |datum: &Datum| {
            let mut pointers = Vec::new();
            super::pointers_in(datum, &mut pointers);
            !pointers.is_empty()
        };
        let way = self.objects[object].way.as_deref().unwrap_or_default();
        if self.building.is_some()
            && !way.contains("\u{1}result")
            && let Some(Thing { before: Some(before), after: Some(after), .. }) = self.held.get(object)
            && parts(&kept(before, after)) > MAX_PARTS
            && !leads_on(before)
            && !leads_on(after)
            && (*after == Datum::Kept
                || !has_uninitialised(after) && thing.ty.is_some_and(|ty| !self.has_padding(ty)))
        {
            self.check_contents(object, after)?;
            return self.compare_with_copy(object, after);
        }
        self.check_contents(object, after)?;
        let unchanged = kept(before, after);
        let n_unchanged = parts(&unchanged);
        let has_unknown = is_global && has_kept(before, after);
        let few = if *after == Datum::Kept { MAX_KEPT } else { MAX_PARTS };
        if n_unchanged <= few && !has_unknown {
            return self.check_contents(object, &unchanged);
        }
        let is_whole = *after == Datum::Kept
            || is_global
            || !has_uninitialised(after) && thing.ty.is_some_and(|ty| !self.has_padding(ty));
        if !is_whole || thing.ty.is_none() && *after != Datum::Kept {
            return self.check_contents(object, &unchanged);
        }
        self.compare_with_copy(object, after)
    }

    /// Checks what stands behind the members of a structure that was allocated with room for more.
    fn check_behind(&mut self, object: usize) -> Result<(), Reason> {
        let Some(behind) = self.things[object].behind.clone() else { return Ok(()) };
        let at = format!("{} + 1", self.whole(object).address());
        self.check_text(&at, &behind, None)?;
        // It is no text for C, because it has another type.
        if let Some(Check::Memory { is_text, .. }) = self.out.checks.last_mut() {
            *is_text = false;
        }
        Ok(())
    }

    fn check_contents(&mut self, object: usize, datum: &Datum) -> Result<(), Reason> {
        let whole = self.whole(object);
        let thing = &self.things[object];
        let array = match &whole {
            Lvalue::Named(text) | Lvalue::Behind(text) => text.clone(),
        };
        match (datum, thing.ty) {
            (Datum::Kept | Datum::Uninitialised, _) => Ok(()),
            (Datum::Text { .. }, None) => self.check_text_of(object, &array, datum, None),
            (Datum::Text { .. }, Some(ty)) if matches!(self.facts.ty(ty), Type::Char { .. }) => {
                self.check_text_of(object, &array, datum, Some(ty))
            }
            (Datum::Array(values), Some(ty)) if self.is_several(object) => {
                self.check_elements(&whole, &array, values, ty)
            }
            (Datum::Array(values), None) => {
                for (index, value) in values.iter().enumerate() {
                    if let Datum::Integer(value) = value {
                        self.out.checks.push(Check::Integer {
                            value: whole.element(index as u64).value(),
                            expected: value.to_string(),
                            signed: true,
                        });
                    }
                }
                Ok(())
            }
            (_, Some(ty)) => self.check(&whole, datum, ty),
            (_, None) => Err(Self::no_words(datum)),
        }
    }

    /// Checks an array of characters. If callers know it by a pointer behind its beginning, the text to which
    /// that pointer leads is checked by itself, and then what is before it, such as its length.
    fn check_text_of(
        &mut self,
        object: usize,
        array: &str,
        datum: &Datum,
        element: Option<u32>,
    ) -> Result<(), Reason> {
        let Datum::Text { text, rest } = datum else { return Err(Self::no_words(datum)) };
        let bytes = [&text[..], rest].concat();
        let is_within = |known: &&(u64, u32, String)| {
            let is_character = matches!(self.facts.ty(known.1), Type::Char { .. });
            is_character && known.0 > 0 && known.0 < bytes.len() as u64
        };
        let Some((offset, _, pointer)) = self.objects[object].pointers.iter().find(is_within).cloned() else {
            return self.check_text(array, datum, element);
        };
        let (before, behind) = bytes.split_at(offset as usize);
        let text = |bytes: &[u8]| Datum::Text { text: bytes.to_vec(), rest: Vec::new() };
        self.check_text(&pointer, &text(behind), element)?;
        self.check_text(array, &text(before), element)?;
        // What is before a text is none.
        if let Some(Check::Memory { is_text, .. }) = self.out.checks.last_mut() {
            *is_text = false;
        }
        Ok(())
    }

    /// Compares an object with a copy in which the changes are made.
    fn compare_with_copy(&mut self, object: usize, after: &Datum) -> Result<(), Reason> {
        let thing = &self.things[object];
        let whole = self.whole(object);
        let array = match &whole {
            Lvalue::Named(text) | Lvalue::Behind(text) => text.clone(),
        };
        let name = self.objects[object].name.clone();
        let expected = match after {
            Datum::Kept => self.name(&format!("{name}_before")),
            _ => self.name(&format!("expected_{name}")),
        };
        let is_several = self.is_several(object);
        let words = self.variable(object, &expected);
        let words = words.ok_or_else(|| format!("C has no words for the type of `{name}`"))?;
        self.out.declarations.push(words);
        let is_array = is_several || thing.ty.is_some_and(|ty| matches!(self.facts.ty(ty), Type::Array(..)));
        let (from, to) = match is_array {
            true => (array, expected.clone()),
            false => (whole.address(), format!("&{expected}")),
        };
        self.out.uses.headers.insert("string.h");
        self.out.setup.push(format!("memcpy({to}, {from}, sizeof {expected})"));
        if let Some(ty) = thing.ty {
            let mut lines = Vec::new();
            let copy = Lvalue::Named(expected.clone());
            match after {
                Datum::Array(values) if is_several => {
                    for (index, value) in values.iter().enumerate() {
                        let index = index as u64;
                        let known = self.known_before(&copy.element(index), &whole.element(index), value);
                        self.assign(&copy.element(index), &known, ty, &mut lines)?;
                    }
                }
                _ => {
                    let known = self.known_before(&copy, &whole, after);
                    self.assign(&copy, &known, ty, &mut lines)?;
                }
            }
            self.out.setup.extend(lines);
        }
        let size = format!("sizeof {expected}");
        self.out.checks.push(Check::Memory { at: from, expected: to, size, is_text: false });
        Ok(())
    }

    /// What an object holds after the call, as far as it is known before the call. Pointers to objects that
    /// the call makes are copied behind the call; they are checked by themselves.
    fn known_before(&mut self, copy: &Lvalue, whole: &Lvalue, after: &Datum) -> Datum {
        match after {
            Datum::Array(values) => {
                let each = values.iter().enumerate().map(|(index, value)| {
                    let index = index as u64;
                    self.known_before(&copy.element(index), &whole.element(index), value)
                });
                Datum::Array(each.collect())
            }
            Datum::Struct(values) => {
                let each = values.iter().map(|(name, value)| {
                    let value = self.known_before(&copy.member(name), &whole.member(name), value);
                    (name.clone(), value)
                });
                Datum::Struct(each.collect())
            }
            Datum::At { object, .. } if !self.is_known_before(*object as usize) => {
                self.out.checks.push(Check::Given(format!("{} = {}", copy.value(), whole.value())));
                Datum::Kept
            }
            Datum::Address(_) => {
                self.out.checks.push(Check::Given(format!("{} = {}", copy.value(), whole.value())));
                Datum::Kept
            }
            other => other.clone(),
        }
    }

    /// Whether an object has an address in the suite before the call.
    fn is_known_before(&self, object: usize) -> bool {
        let thing = &self.things[object];
        let is_text = thing.holding == Holding::Text && !self.objects[object].is_declared;
        thing.before.is_some() && !is_text
    }

    /// Whether values of the type have bytes that belong to no member.
    fn has_padding(&self, ty: u32) -> bool {
        match self.facts.ty(ty) {
            Type::Array(element, _) => self.has_padding(*element),
            Type::Record(record) => {
                let sizes = record.members.iter().map(|member| self.facts.size(member.ty).unwrap_or(0));
                record.is_union
                    || sizes.sum::<u64>() != record.size
                    || record.members.iter().any(|member| member.is_bit_field || self.has_padding(member.ty))
            }
            _ => false,
        }
    }
}

/// The parts of `before` that are kept.
fn kept(before: &Datum, after: &Datum) -> Datum {
    match (before, after) {
        (before, Datum::Kept) => before.clone(),
        (Datum::Array(old), Datum::Array(new)) if old.len() == new.len() => {
            Datum::Array(old.iter().zip(new).map(|(old, new)| kept(old, new)).collect())
        }
        (Datum::Struct(old), Datum::Struct(new)) if old.len() == new.len() => Datum::Struct(
            old.iter().zip(new).map(|((name, old), (_, new))| (name.clone(), kept(old, new))).collect(),
        ),
        _ => Datum::Kept,
    }
}

/// How many values there are to compare.
fn parts(datum: &Datum) -> usize {
    match datum {
        Datum::Kept | Datum::Uninitialised | Datum::Address(_) | Datum::Void => 0,
        Datum::Array(values) => values.iter().map(parts).sum(),
        Datum::Struct(values) => values.iter().map(|(_, value)| parts(value)).sum(),
        _ => 1,
    }
}

/// Whether a part has the value that it had when the program began.
fn has_kept(before: &Datum, after: &Datum) -> bool {
    match (before, after) {
        (Datum::Kept, Datum::Array(_) | Datum::Struct(_)) => has_kept_within(after),
        (Datum::Kept, Datum::Kept) => true,
        (before, Datum::Kept) => has_kept_within(before),
        (Datum::Array(old), Datum::Array(new)) => old.iter().zip(new).any(|(old, new)| has_kept(old, new)),
        (Datum::Struct(old), Datum::Struct(new)) => {
            old.iter().zip(new).any(|((_, old), (_, new))| has_kept(old, new))
        }
        _ => false,
    }
}

fn has_kept_within(datum: &Datum) -> bool {
    datum.any(&|part| *part == Datum::Kept)
}

fn has_uninitialised(datum: &Datum) -> bool {
    datum.any(&|part| *part == Datum::Uninitialised)
}
