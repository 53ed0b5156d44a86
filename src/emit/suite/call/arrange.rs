//! The objects of a scenario as variables with their first contents.

use super::super::literal;
use super::super::place::Lvalue;
use super::{Object, Reason, Writer, pointed_at};
use crate::emit::facts::Type;
use crate::testcase::{Datum, Further, Holding};
use crate::util::OBJECT_ALIGN;

/// Objects whose addresses programs keep in numbers lie at multiples of this, as far as programs ask. The bits
/// below it are free for something else.
const ALIGN: u64 = 8;
/// An array of at most so many elements is written with all of them.
const SHORT: usize = 16;

impl Writer<'_> {
    /// An argument as an expression.
    pub(super) fn argument(&mut self, name: &str, datum: &Datum, ty: u32) -> Result<String, Reason> {
        match (datum, self.facts.ty(ty)) {
            (Datum::Struct(_), Type::Record(_)) => {
                let name = self.name(name);
                let words = self.declaration(ty, &name).ok_or_else(|| format!("`{name}` has no type"))?;
                self.use_type(ty);
                let mut late = Vec::new();
                let init = self.initialiser(&Lvalue::Named(name.clone()), datum, ty, &mut late)?;
                self.out.declarations.push(format!("{words} = {init}"));
                self.out.setup.extend(late);
                Ok(name)
            }
            _ => self.value(name, datum, ty),
        }
    }

    /// An argument beyond the parameters, for which there is no type to convert it to.
    pub(super) fn further(&mut self, datum: &Datum, how: Further) -> Result<String, Reason> {
        let whole =
            |signed: bool, size: u64, name: &str| Type::Integer { size, signed, name: name.to_owned() };
        let words = match (datum, how) {
            (Datum::Integer(value), Further::Int) => literal::integer(*value, &whole(true, 4, "int")),
            (Datum::Integer(value), Further::Long) => match i32::try_from(*value) {
                Ok(small) if small != i32::MIN => Some(format!("{small}L")),
                _ => literal::integer(*value, &whole(true, 8, "long")),
            },
            (Datum::Float(value), Further::Double) => Some(literal::float(*value, 8)),
            (Datum::Null, Further::Pointer) => Some("(void *)NULL".to_owned()),
            (Datum::Name(name), Further::Pointer) if name.starts_with('&') => Some(self.function(name)?),
            (Datum::At { object, offset }, Further::Pointer) => {
                let (object, offset) = (*object as usize, *offset);
                match self.inline_text(object, offset) {
                    Some(text) => Some(text),
                    None => {
                        self.name_of(object, "further");
                        self.declare(object)?;
                        Some(self.pointer_to_part(object, offset)?)
                    }
                }
            }
            _ => None,
        };
        words.ok_or_else(|| Self::no_words(datum))
    }

    /// A scalar as an expression. The object that it points to is declared.
    fn value(&mut self, way: &str, datum: &Datum, ty: u32) -> Result<String, Reason> {
        match (datum, self.facts.ty(ty)) {
            (Datum::At { object, offset }, Type::Pointer(target)) => {
                let (object, target) = (*object as usize, *target);
                if let Some(text) = self.inline_text(object, *offset) {
                    return Ok(match self.facts.ty(target) {
                        Type::Char { signed: false } => format!("(unsigned char *){text}"),
                        _ => text,
                    });
                }
                self.name_of(object, way);
                self.declare(object)?;
                self.pointer_into(object, *offset, target)
            }
            (
                Datum::At { object, offset },
                Type::Integer { size: 8, signed, .. } | Type::Enumeration { size: 8, signed, .. },
            ) => {
                let signed = *signed;
                self.name_of(*object as usize, way);
                self.declare(*object as usize)?;
                self.address_as_number(*object as usize, *offset, signed)
            }
            (Datum::Name(name), Type::Function { .. } | Type::Pointer(_)) if name.starts_with('&') => {
                self.function(name)
            }
            (Datum::Name(name), Type::Pointer(_)) if matches!(&**name, "stdout" | "stderr") => {
                self.out.uses.headers.insert("stdio.h");
                Ok(name.clone())
            }
            (Datum::Address(_), _) => Err("it is given an address of nothing that is known".to_owned()),
            _ => self.scalar(datum, ty).ok_or_else(|| Self::no_words(datum)),
        }
    }

    /// The address of a part of an object as a number. The lowest bits may hold something else than the address:
    /// `(unsigned long)&node + 1`.
    pub(super) fn address_as_number(
        &mut self,
        object: usize,
        offset: u64,
        signed: bool,
    ) -> Result<String, Reason> {
        let words = if signed { "long" } else { "unsigned long" };
        let (part, rest) = (offset / ALIGN * ALIGN, offset % ALIGN);
        let pointer = self.pointer_to_part(object, part)?;
        // A cast binds more tightly than an operator with two operands.
        let address = if pointer.contains(' ') {
            format!("({words})({pointer})")
        } else {
            format!("({words}){pointer}")
        };
        Ok(if rest == 0 { address } else { format!("{address} + {rest}") })
    }

    /// A string constant that is written where it is pointed to.
    pub(super) fn inline_text(&self, object: usize, offset: u64) -> Option<String> {
        let thing = &self.things[object];
        let Object { n_pointers, is_pointed_within, .. } = self.objects[object];
        if thing.holding != Holding::Text || offset != 0 || n_pointers > 1 && is_pointed_within {
            return None;
        }
        match (thing.before.as_ref().or(thing.after.as_ref())?, thing.ty) {
            (Datum::Text { text, rest }, None) if rest.len() == 1 => Some(self.quoted(text)),
            (Datum::Text { text, rest }, Some(ty)) if rest.len() == 1 => {
                let element = match self.facts.ty(ty) {
                    Type::Array(element, _) => self.facts.ty(*element),
                    other => other,
                };
                matches!(element, Type::Char { .. }).then(|| self.quoted(text))
            }
            _ => None,
        }
    }

    /// A string literal, whose characters are constant in C++.
    fn quoted(&self, text: &[u8]) -> String {
        format!("{}{}", if self.is_cpp { "(char *)" } else { "" }, literal::string(text))
    }

    /// Declares the variable of an object, after those that it points to.
    pub(super) fn declare(&mut self, object: usize) -> Result<(), Reason> {
        if self.objects[object].is_declared || self.objects[object].is_open {
            return Ok(());
        }
        let thing = &self.things[object];
        let Some(before) = thing.before.clone() else {
            return Err("it is given what the call makes".to_owned());
        };
        self.objects[object].is_open = true;
        if thing.holding == Holding::Stream {
            return self.open_stream(object, &before);
        }
        if let Holding::Global(name) = &thing.holding {
            self.objects[object].name.clone_from(name);
            self.out.uses.globals.insert(name.clone());
            self.objects[object].is_declared = true;
            if self.is_set_global(object) {
                // A process that ends has nothing to set back.
                if !self.out.exits {
                    self.save(object)?;
                }
                let mut lines = Vec::new();
                let whole = self.whole(object);
                let ty = thing.ty.ok_or("a global without a type")?;
                self.assign(&whole, &before, ty, &mut lines)?;
                self.out.setup.extend(lines);
            }
            return Ok(());
        }
        let name = self.name_of(object, "value");
        let is_freed = self.is_freed(object);
        let element = thing.ty;
        let element_size = element.and_then(|ty| self.facts.size(ty));
        let has_tail =
            element.is_some() && thing.count == 1 && element_size.is_some_and(|size| size < thing.size);
        if let Some(ty) = element {
            self.use_type(ty);
            if has_tail && !self.ends_in_array(ty) {
                return Err(format!("`{name}` is larger than its type says: only calls make such an object"));
            }
        }
        // C has no variables without bytes.
        if is_freed || thing.is_handed || has_tail || thing.size == 0 {
            return self.allocate(object, &name, &before, has_tail);
        }
        let is_several = self.is_several(object);
        let no_words = || format!("C has no words for the type of `{name}`");
        let words = self.aligned(object, self.variable(object, &name).ok_or_else(no_words)?);
        if thing.size == 0 || is_several && thing.count == 0 {
            return Err("an object has no bytes".to_owned());
        }
        if before == Datum::Uninitialised || is_uninitialised(&before) && !self.objects[object].is_read_only {
            let is_filled = self.building.is_none() && thing.after.as_ref().is_some_and(holds_zero);
            let value = element.filter(|_| !is_several).and_then(|ty| match self.facts.ty(ty) {
                Type::Bool => Some("true"),
                Type::Integer { .. } | Type::Char { .. } => Some("1"),
                _ => None,
            });
            match value.filter(|_| is_filled) {
                Some(value) => self.out.declarations.push(format!("{words} = {value}")),
                None => self.out.declarations.push(words),
            }
            self.objects[object].is_declared = true;
            if is_filled && value.is_none() {
                self.out.uses.headers.insert("string.h");
                let address = self.whole(object).address();
                let at = if is_several { name.clone() } else { address };
                self.out.setup.push(format!("memset({at}, 0xa5, sizeof {name})"));
            }
            return Ok(());
        }
        let whole = Lvalue::Named(name.clone());
        // In a list, C++ cannot name members of an anonymous member, and cannot leave out elements of an
        // array.
        let by_assignment = element.is_some_and(|ty| self.is_unfit_for_lists(ty));
        if by_assignment {
            self.out.declarations.push(words);
            self.objects[object].is_declared = true;
            let mut lines = Vec::new();
            self.fill(&whole, &before, object, &mut lines)?;
            self.out.setup.extend(lines);
            return Ok(());
        }
        let mut late = Vec::new();
        if let Some(ty) = element.filter(|_| !is_several)
            && let Some(line) = self.is_later(&whole, &before, ty)?
        {
            let is_pointer = matches!(self.facts.ty(ty), Type::Pointer(_));
            self.out.declarations.push(format!("{words} = {}", if is_pointer { "NULL" } else { "0" }));
            self.objects[object].is_declared = true;
            self.out.setup.push(line);
            return Ok(());
        }
        let init = match (element, is_several) {
            (Some(_), false) if is_uninitialised(&before) => {
                if self.is_cpp {
                    "{}".to_owned()
                } else {
                    "{0}".to_owned()
                }
            }
            (Some(ty), true) => self.list(&whole, &before, ty, thing.count, &mut late)?,
            (Some(ty), false) => self.initialiser(&whole, &before, ty, &mut late)?,
            (None, _) => self.characters(&before, true).ok_or_else(no_words)?,
        };
        self.out.declarations.push(format!("{words} = {init}"));
        self.objects[object].is_declared = true;
        self.out.setup.extend(late);
        Ok(())
    }

    /// The declaration of an object that lies as it has lain where symir ran the call, if the call asks how
    /// objects are aligned and the type does not say it.
    fn aligned(&self, object: usize, words: String) -> String {
        let thing = &self.things[object];
        let alignment = thing.ty.map_or(1, |ty| self.facts.alignment(ty));
        if alignment >= ALIGN || !self.asks_for_alignment() {
            return words;
        }
        let keyword = if self.is_cpp { "alignas" } else { "_Alignas" };
        format!("{keyword}({}) {words}", OBJECT_ALIGN.0)
    }

    /// Whether one of the calls asks how objects are aligned.
    pub(super) fn asks_for_alignment(&self) -> bool {
        self.out.uses.functions.iter().any(|name| self.facts.asks_for_alignment.contains(name))
    }

    /// Whether the last member of a structure is an array, which may go on behind its end.
    fn ends_in_array(&self, ty: u32) -> bool {
        let Type::Record(record) = self.facts.ty(ty) else { return false };
        record.members.last().is_some_and(|last| match self.facts.ty(last.ty) {
            Type::Record(_) => self.ends_in_array(last.ty),
            last => matches!(last, Type::Array(..)),
        })
    }

    /// An object on the heap, filled part by part.
    fn allocate(&mut self, object: usize, name: &str, before: &Datum, has_tail: bool) -> Result<(), Reason> {
        let thing = &self.things[object];
        let words = |name: &str| {
            let Some(ty) = thing.ty else { return Some(format!("char *{name}")) };
            match self.facts.ty(ty) {
                Type::Array(..) => self.declaration(ty, &format!("(*{name})")),
                _ => self.declaration(ty, &format!("*{name}")),
            }
        };
        let no_words = || format!("C has no words for the type of `{name}`");
        let (declared, target) = (words(name).ok_or_else(no_words)?, words("").ok_or_else(no_words)?);
        let size = match (thing.ty, has_tail) {
            (None, _) => thing.size.to_string(),
            (Some(_), true) => {
                let whole = thing.ty.and_then(|ty| self.facts.size(ty)).unwrap_or(0);
                format!("sizeof *{name} + {}", thing.size - whole)
            }
            _ if thing.count == 1 => format!("sizeof *{name}"),
            _ => format!("{} * sizeof *{name}", thing.count),
        };
        let cast = if self.is_cpp { format!("({target})") } else { String::new() };
        // Compilers warn about memory that is never written, even if it has no bytes.
        let call = match thing.size {
            0 => format!("calloc(0, sizeof *{name})"),
            _ => format!("malloc({size})"),
        };
        self.out.declarations.push(format!("{declared} = {cast}{call}"));
        self.out.uses.headers.insert("stdlib.h");
        let is_kept = !self.is_freed(object);
        self.objects[object].is_pointer = true;
        self.objects[object].way = Some(name.to_owned());
        self.objects[object].is_declared = true;
        let mut lines = Vec::new();
        self.fill(&Lvalue::Behind(name.to_owned()), before, object, &mut lines)?;
        self.out.setup.extend(lines);
        if is_kept {
            self.out.cleanup.push(format!("free({name})"));
        }
        Ok(())
    }

    /// Adds the assignments that fill an object.
    fn fill(
        &mut self,
        whole: &Lvalue,
        before: &Datum,
        object: usize,
        lines: &mut Vec<String>,
    ) -> Result<(), Reason> {
        let thing = &self.things[object];
        match (thing.ty, before) {
            (_, Datum::Uninitialised) => Ok(()),
            (None, Datum::Text { .. }) => {
                let at = match whole {
                    Lvalue::Named(text) | Lvalue::Behind(text) => text.clone(),
                };
                self.copy_text(&at, before, lines)
            }
            (None, Datum::Array(bytes)) => {
                for (index, byte) in bytes.iter().enumerate() {
                    if let Datum::Integer(value) = byte {
                        lines.push(format!("{} = {value}", whole.element(index as u64).value()));
                    }
                }
                Ok(())
            }
            (Some(ty), Datum::Text { .. })
                if matches!(self.facts.ty(ty), Type::Char { .. } | Type::Array(..)) =>
            {
                let at = match whole {
                    Lvalue::Named(text) | Lvalue::Behind(text) => text.clone(),
                };
                self.copy_text(&at, before, lines)
            }
            (Some(ty), Datum::Array(elements)) if self.is_several(object) => {
                for (index, element) in elements.iter().enumerate() {
                    self.assign(&whole.element(index as u64), element, ty, lines)?;
                }
                Ok(())
            }
            (Some(ty), _) => self.assign(whole, before, ty, lines),
            (None, _) => Err(Self::no_words(before)),
        }
    }

    fn copy_text(&mut self, at: &str, datum: &Datum, lines: &mut Vec<String>) -> Result<(), Reason> {
        let Datum::Text { text, rest } = datum else { return Err(Self::no_words(datum)) };
        let bytes = [&text[..], rest].concat();
        self.out.uses.headers.insert("string.h");
        if bytes.len() > 1 && bytes.iter().all(|byte| *byte == 0) {
            lines.push(format!("memset({at}, 0, {})", bytes.len()));
            return Ok(());
        }
        // The literal has a terminator of its own.
        let written = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
        lines.push(format!("memcpy({at}, {}, {})", literal::string(written), bytes.len()));
        Ok(())
    }

    /// Assignments that give `whole` these contents, as far as they are known.
    pub(super) fn assign(
        &mut self,
        whole: &Lvalue,
        datum: &Datum,
        ty: u32,
        lines: &mut Vec<String>,
    ) -> Result<(), Reason> {
        match (datum, self.facts.ty(ty)) {
            (Datum::Kept | Datum::Uninitialised, _) => Ok(()),
            (Datum::Struct(values), Type::Record(_)) => {
                for (name, value) in values {
                    let ty = self.member(ty, name)?;
                    self.assign(&whole.member(name), value, ty, lines)?;
                }
                Ok(())
            }
            (Datum::Text { .. }, Type::Array(..)) => self.copy_text(&whole.value(), datum, lines),
            (Datum::Array(values), Type::Array(element, _)) => {
                let element = *element;
                for (index, value) in values.iter().enumerate() {
                    self.assign(&whole.element(index as u64), value, element, lines)?;
                }
                Ok(())
            }
            _ => {
                let value = self.part(whole, datum, ty)?;
                lines.push(format!("{} = {value}", whole.value()));
                Ok(())
            }
        }
    }

    /// The initialiser of a variable of this type. Pointers to variables that are not declared yet are
    /// assigned later.
    pub(super) fn initialiser(
        &mut self,
        whole: &Lvalue,
        datum: &Datum,
        ty: u32,
        late: &mut Vec<String>,
    ) -> Result<String, Reason> {
        match (datum, self.facts.ty(ty)) {
            (Datum::Struct(values), Type::Record(_)) => {
                let mut parts = Vec::new();
                let is_table = !self.is_cpp && self.is_table(values, ty);
                for (name, value) in values {
                    let ty = self.member(ty, name)?;
                    let is_unset = is_table && *value == Datum::Null && self.is_function(ty);
                    if *value == Datum::Uninitialised || is_unset {
                        continue;
                    }
                    let at = whole.member(name);
                    if let Some(line) = self.is_later(&at, value, ty)? {
                        late.push(line);
                        continue;
                    }
                    parts.push(format!(".{name} = {}", self.initialiser(&at, value, ty, late)?));
                }
                Ok(match parts.is_empty() {
                    true if self.is_cpp => "{}".to_owned(),
                    true => "{0}".to_owned(),
                    false => format!("{{{}}}", parts.join(", ")),
                })
            }
            (Datum::Text { .. }, Type::Array(element, _)) => {
                let signed = *self.facts.ty(*element) != Type::Char { signed: false };
                let words = self.characters_in(datum, signed, self.facts.size(ty));
                words.ok_or_else(|| Self::no_words(datum))
            }
            (Datum::Array(values), Type::Array(element, _)) => {
                let element = *element;
                self.list(whole, &Datum::Array(values.clone()), element, values.len() as u64, late)
            }
            (Datum::Uninitialised, Type::Record(_) | Type::Array(..)) if self.is_cpp => Ok("{}".to_owned()),
            (Datum::Uninitialised, Type::Record(_) | Type::Array(..)) => Ok("{0}".to_owned()),
            (Datum::Uninitialised, Type::Pointer(_) | Type::Function { .. }) => Ok("NULL".to_owned()),
            // A value that was never written counts as zero.
            (Datum::Uninitialised, Type::Enumeration { .. }) => {
                self.scalar(&Datum::Integer(0), ty).ok_or_else(|| Self::no_words(datum))
            }
            (Datum::Uninitialised, _) => Ok("0".to_owned()),
            _ => self.part(whole, datum, ty),
        }
    }

    /// A scalar that a variable, or a part of one, gets.
    fn part(&mut self, whole: &Lvalue, datum: &Datum, ty: u32) -> Result<String, Reason> {
        let text = whole.value();
        let name = last_word(&text);
        let Some(member) = text
            .strip_suffix(&name)
            .filter(|rest| rest.ends_with(['.', '>']))
            .and_then(|_| self.facts.deep_constant(&name))
        else {
            return self.value(&name, datum, ty);
        };
        if let Datum::At { object, offset: 0 } = datum
            && let object = &mut self.objects[*object as usize]
            && !object.is_declared
            && !object.is_open
            && object.spelled.is_none()
        {
            object.spelled = pointed_at(&member);
        }
        let value = self.value(&name, datum, ty)?;
        Ok(self.converted(value, datum, &member))
    }

    /// Whether a structure has so many null pointers to functions that they are not listed, which C does not
    /// require.
    fn is_table(&self, values: &[(String, Datum)], ty: u32) -> bool {
        const FEW: usize = 3;
        let is_null = |(name, value): &&(String, Datum)| {
            *value == Datum::Null && self.member(ty, name).is_ok_and(|ty| self.is_function(ty))
        };
        values.iter().filter(is_null).count() > FEW
    }

    fn is_function(&self, ty: u32) -> bool {
        matches!(self.facts.ty(ty), Type::Function { .. })
    }

    /// The elements of an array in braces, without zeros at the end of a long array.
    fn list(
        &mut self,
        whole: &Lvalue,
        datum: &Datum,
        element: u32,
        count: u64,
        late: &mut Vec<String>,
    ) -> Result<String, Reason> {
        let values = match datum {
            Datum::Array(values) => values,
            Datum::Text { .. } => {
                let signed = *self.facts.ty(element) != Type::Char { signed: false };
                let words = self.characters_in(datum, signed, Some(count));
                return words.ok_or_else(|| Self::no_words(datum));
            }
            _ => return Err(Self::no_words(datum)),
        };
        // What is left out at the end is zero. In a short array, zeros are easier to read than to count.
        let is_long = values.len() > SHORT;
        let is_left = |value: &Datum| (is_long || matches!(value, Datum::Struct(_))) && is_zero(value);
        let n_said = values.iter().rposition(|value| !is_left(value)).map_or(1, |last| last + 1);
        let mut parts = Vec::new();
        for (index, value) in values.iter().enumerate().take(n_said) {
            let at = whole.element(index as u64);
            if let Some(line) = self.is_later(&at, value, element)? {
                late.push(line);
                let is_pointer = matches!(self.facts.ty(element), Type::Pointer(_));
                parts.push(if is_pointer { "NULL" } else { "0" }.to_owned());
                continue;
            }
            parts.push(self.initialiser(&at, value, element, late)?);
        }
        Ok(format!("{{{}}}", parts.join(", ")))
    }

    /// An assignment, if this is a pointer to a variable whose declaration has begun.
    fn is_later(&mut self, at: &Lvalue, datum: &Datum, ty: u32) -> Result<Option<String>, Reason> {
        let Datum::At { object, offset } = datum else { return Ok(None) };
        let object = *object as usize;
        if !self.objects[object].is_open || self.objects[object].is_declared {
            return Ok(None);
        }
        let pointer = match self.facts.ty(ty) {
            Type::Pointer(target) => self.pointer_into(object, *offset, *target)?,
            Type::Integer { size: 8, signed, .. } | Type::Enumeration { size: 8, signed, .. } => {
                let signed = *signed;
                self.address_as_number(object, *offset, signed)?
            }
            _ => return Ok(None),
        };
        Ok(Some(format!("{} = {pointer}", at.value())))
    }

    fn characters_in(&self, datum: &Datum, signed: bool, size: Option<u64>) -> Option<String> {
        let Datum::Text { text, rest } = datum else { return None };
        let mut bytes = [&text[..], rest].concat();
        // Bytes behind these that were never written are made zero by the initialiser.
        if size.is_some_and(|size| size > bytes.len() as u64) {
            bytes.push(0);
        }
        Some(literal::characters(&bytes, signed))
    }

    fn characters(&self, datum: &Datum, signed: bool) -> Option<String> {
        match datum {
            Datum::Text { .. } => self.characters_in(datum, signed, None),
            Datum::Array(bytes) => {
                let byte = |byte: &Datum| match byte {
                    Datum::Integer(value) => value.to_string(),
                    _ => "0".to_owned(),
                };
                Some(format!("{{{}}}", bytes.iter().map(byte).collect::<Vec<_>>().join(", ")))
            }
            _ => None,
        }
    }

    /// Whether values of the type are written by assignments: they have members without a name, or arrays
    /// without a length.
    fn is_unfit_for_lists(&self, ty: u32) -> bool {
        match self.facts.ty(ty) {
            Type::Record(record) => record.members.iter().any(|member| {
                member.name.is_empty()
                    || self.is_unfit_for_lists(member.ty)
                    || matches!(self.facts.ty(member.ty), Type::Array(_, None | Some(0)))
            }),
            Type::Array(element, _) => self.is_unfit_for_lists(*element),
            _ => false,
        }
    }

    /// The type of a member, which may be a member of an anonymous member.
    pub(super) fn member(&self, ty: u32, name: &str) -> Result<u32, Reason> {
        let Type::Record(record) = self.facts.ty(ty) else {
            return Err(format!("the type with the member `{name}` is not known"));
        };
        for member in &record.members {
            if member.name == name {
                if !literal::is_member_name(name) {
                    return Err(format!("`{name}` is a word of C++"));
                }
                return Ok(member.ty);
            }
            if member.name.is_empty()
                && let Ok(ty) = self.member(member.ty, name)
            {
                return Ok(ty);
            }
        }
        Err(format!("the type with the member `{name}` is not known"))
    }

    /// Saves what a global holds, to set it back later.
    fn save(&mut self, object: usize) -> Result<(), Reason> {
        let name = self.objects[object].name.clone();
        let ty = self.things[object].ty.ok_or("a global without a type")?;
        self.use_type(ty);
        let kept = self.name(&format!("{name}_at_start"));
        let words = self.variable(object, &kept);
        self.objects[object].saved = Some(kept.clone());
        let words = words.ok_or_else(|| format!("C has no words for the type of `{name}`"))?;
        if matches!(self.facts.ty(ty), Type::Array(..)) {
            self.out.uses.headers.insert("string.h");
            self.out.declarations.push(words);
            self.out.setup.push(format!("memcpy({kept}, {name}, sizeof {kept})"));
        } else {
            self.out.declarations.push(format!("{words} = {name}"));
        }
        Ok(())
    }

    /// Sets globals back.
    pub(super) fn restore(&mut self) {
        for object in 0..self.things.len() {
            let Object { name, saved: Some(saved), .. } = &self.objects[object] else { continue };
            let is_array =
                self.things[object].ty.is_some_and(|ty| matches!(self.facts.ty(ty), Type::Array(..)));
            self.out.cleanup.push(match is_array {
                // Its header may say nothing about its size.
                true => format!("memcpy({name}, {saved}, sizeof {saved})"),
                false => format!("{name} = {saved}"),
            });
        }
    }
}

/// Whether nothing of an object was written.
fn is_uninitialised(datum: &Datum) -> bool {
    datum.all(&|part| *part == Datum::Uninitialised)
}

/// Whether all bytes of a value are zero.
fn is_zero(datum: &Datum) -> bool {
    datum.all(&|part| match part {
        Datum::Null | Datum::Integer(0) => true,
        Datum::Float(number) => number.to_bits() == 0,
        Datum::Text { text, rest } => text.iter().chain(rest).all(|byte| *byte == 0),
        _ => false,
    })
}

/// Whether an object holds a zero after a call that has written it. Memory that was never written may hold
/// zeros, too, so it would not be noticed if the call forgot to write one.
fn holds_zero(datum: &Datum) -> bool {
    datum.any(&|part| match part {
        Datum::Null | Datum::Integer(0) => true,
        Datum::Float(number) => *number == 0.0,
        Datum::Text { text, rest } => text.contains(&0) || rest.contains(&0),
        Datum::Name(name) => name == "false",
        _ => false,
    })
}

/// The last name in an expression, which names the object that the expression leads to.
fn last_word(text: &str) -> String {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .rfind(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        .unwrap_or("value")
        .to_owned()
}
