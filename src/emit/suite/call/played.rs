//! What the script of a test says about each call of a mock, as C.

use super::super::literal;
use super::super::script::{
    Form, Leaf, Part, Played, Script, Shape, bytes_of, bytes_of_leaf, counted_bytes, field_name, is_written,
    kept, leaf, pointee, pointee_behind, written_part,
};
use super::{Direct, Object, Reason, Writer};
use crate::emit::facts::Type;
use crate::testcase::{Datum, TestCall};

/// How many zeros at the end of what a mock writes are written out.
const MOST_ZEROS: usize = 16;

impl Writer<'_> {
    /// The calls of mocks that a call under test makes.
    pub(super) fn play(&mut self, script: &Script, call: &TestCall) -> Result<(), Reason> {
        for mocked in &call.script {
            let Some(shape) = script.mocks.get(&mocked.function) else {
                return Err(format!("C has no words for the declaration of the mock `{}`", mocked.function));
            };
            let played = self.played(shape, mocked)?;
            self.out.played.push(played);
        }
        Ok(())
    }

    fn played(&mut self, shape: &Shape, call: &TestCall) -> Result<Played, Reason> {
        let things = &call.arrangement.objects;
        let outer = |at: usize| call.arrangement.outer.get(at).copied().flatten().map(|it| it as usize);
        // An object that the call under test works on, too, is the same variable here.
        for object in (0..things.len()).filter_map(outer) {
            if self.things[object].before.is_some() && !self.objects[object].is_declared {
                self.name_of(object, &shape.name);
                self.declare(object)?;
            }
        }
        let objects: Vec<Object> = (0..things.len())
            .map(|at| outer(at).map_or_else(Object::default, |object| self.objects[object].clone()))
            .collect();
        let mut inner = Writer {
            facts: self.facts,
            things,
            held: things,
            building: None,
            is_cpp: self.is_cpp,
            result: self.result,
            out: Direct::default(),
            taken: std::mem::take(&mut self.taken),
            objects,
        };
        let fields = inner.fields_of(shape, call);
        self.taken = inner.taken;
        self.out.declarations.append(&mut inner.out.declarations);
        self.out.setup.append(&mut inner.out.setup);
        self.out.cleanup.append(&mut inner.out.cleanup);
        self.out.uses.extend(&inner.out.uses);
        Ok(Played { function: shape.name.clone(), fields: fields? })
    }

    fn fields_of(&mut self, shape: &Shape, call: &TestCall) -> Result<Vec<(String, String)>, Reason> {
        let mut fields = Vec::new();
        for part in &shape.parts {
            let name = field_name(shape, part);
            let argument = |at: usize| call.arrangement.arguments.get(at).unwrap_or(&Datum::Void);
            let text = |bytes: &[u8]| literal::string(bytes);
            match part {
                Part::Value { at } => {
                    let value = match argument(*at) {
                        Datum::Name(name) if name.starts_with('&') => self.function(name)?,
                        Datum::Null => "NULL".to_owned(),
                        datum => self.number(datum, shape.parameter_type(*at))?,
                    };
                    fields.push((name, value));
                }
                Part::Object { at } => {
                    let value =
                        self.given(shape.parameter(*at), &argument(*at).clone(), shape.parameter_type(*at))?;
                    fields.push((name, value));
                }
                Part::Present { .. } => {}
                Part::IsNull { at } => {
                    fields.push((name, (*argument(*at) == Datum::Null).to_string()));
                }
                Part::Text { at } => {
                    let bytes = bytes_of(call, *at, false).unwrap_or_default();
                    let end = bytes.iter().position(|byte| *byte == Some(0)).unwrap_or(0);
                    let bytes: Vec<u8> = bytes[..end].iter().map(|byte| byte.unwrap_or(0)).collect();
                    let is_null = *argument(*at) == Datum::Null;
                    fields.push((name, if is_null { "NULL".to_owned() } else { text(&bytes) }));
                }
                Part::Bytes { at, length } => {
                    let bytes = counted_bytes(self.facts, call, *at, *length);
                    fields.push((name, bytes.map_or("NULL".to_owned(), |bytes| text(&bytes))));
                }
                Part::Member { at, leaf, .. } => {
                    fields.extend(self.part_of(shape, call, *at, leaf)?.map(|value| (name, value)));
                }
                Part::Result { ty } => {
                    // A call that never returns has no result.
                    if let Some(datum) = call.arrangement.result.as_ref() {
                        fields.push((name, self.given(&shape.name, datum, *ty)?));
                    }
                }
                Part::Errno => {
                    fields.extend(call.errno().map(|number| (name, number.to_string())));
                }
                Part::Ends { always: true } => {}
                Part::Ends { always: false } => {
                    fields.extend(call.result.is_none().then(|| (name, "true".to_owned())));
                }
                Part::Written { at, always: false, .. } if !is_written(call, *at) => {}
                Part::Written { at, ty, always } => {
                    let found = pointee(self.facts, call, *at, *ty);
                    let (before, after) = found.map_or((None, None), |found| (found.before, found.after));
                    let datum = match (before, after) {
                        (Some(before), Some(after)) => kept(before, after),
                        (None, Some(after)) if *after != Datum::Kept => after.clone(),
                        (Some(before), None) => before.clone(),
                        _ => Datum::Uninitialised,
                    };
                    let way = shape.parameter(*at).to_owned();
                    fields.extend((!always).then(|| (format!("{name}_is_set"), "true".to_owned())));
                    fields.push((name, self.given(&way, &datum, *ty)?));
                }
                Part::WrittenBytes { at } => {
                    if let Some((value, size)) = self.bytes_written(shape, call, *at)? {
                        fields.push((name.clone(), value));
                        fields.push((format!("{name}_size"), size));
                    }
                }
                Part::WrittenNumbers { at, ty } => {
                    let (value, size) = self.numbers(shape, call, *at, *ty)?;
                    fields.push((name.clone(), value));
                    fields.push((format!("{name}_size"), size));
                }
                Part::Global { name: global, ty } => {
                    let is_it = |thing: &&crate::testcase::Thing| matches!(&thing.holding, crate::testcase::Holding::Global(name) if name == global);
                    let thing = self.things.iter().find(is_it);
                    let held = thing.and_then(|thing| match &thing.after {
                        Some(after) if *after != Datum::Kept => Some(after),
                        _ => thing.before.as_ref(),
                    });
                    let value = match held {
                        Some(Datum::Kept) | None => global.clone(),
                        Some(datum) => self.number(datum, *ty)?,
                    };
                    self.out.uses.globals.insert(global.clone());
                    fields.push((name, value));
                }
            }
        }
        Ok(fields)
    }

    /// The value of a part of what an argument is, or leads to; `None` if this call has no such part.
    fn part_of(
        &self,
        shape: &Shape,
        call: &TestCall,
        at: usize,
        part: &Leaf,
    ) -> Result<Option<String>, Reason> {
        let argument = call.arrangement.arguments.get(at).unwrap_or(&Datum::Void);
        let found = match (argument, self.facts.ty(shape.parameter_type(at))) {
            (Datum::Struct(_), _) => leaf(argument, &part.path),
            (_, Type::Pointer(target)) => part.of_pointed(self.facts, call, (at, *target)),
            _ => None,
        };
        let Some(datum) = found else { return Ok(None) };
        Ok(Some(match part.form {
            Form::Number => self.number(datum, part.ty)?,
            form => {
                let bytes = bytes_of_leaf(call, datum, form);
                bytes.map_or("NULL".to_owned(), |bytes| literal::string(&bytes))
            }
        }))
    }

    fn number(&self, datum: &Datum, ty: u32) -> Result<String, Reason> {
        self.scalar(datum, ty).ok_or_else(|| Self::no_words(datum))
    }

    /// A value that a mock gives: a number, a structure, or a pointer to a variable that is declared for it.
    fn given(&mut self, way: &str, datum: &Datum, ty: u32) -> Result<String, Reason> {
        let mut late = Vec::new();
        let whole = super::Lvalue::Named(way.to_owned());
        let value = self.initialiser(&whole, datum, ty, &mut late)?;
        match late.is_empty() {
            true => Ok(value),
            false => Err(format!("what the mock `{way}` gives points to itself")),
        }
    }

    /// What a mock writes through a pointer without a type: characters, or the address of a variable that
    /// holds what is there after the call, with the size; `None` if it writes nothing.
    fn bytes_written(
        &mut self,
        shape: &Shape,
        call: &TestCall,
        at: usize,
    ) -> Result<Option<(String, String)>, Reason> {
        if !is_written(call, at) {
            return Ok(None);
        }
        if let Some(after) = bytes_of(call, at, true) {
            let before = bytes_of(call, at, false).unwrap_or_default();
            let end = (0..after.len()).rev().find(|at| before.get(*at) != after.get(*at));
            let end = end.map_or(0, |last| last + 1);
            let bytes: Vec<u8> = after[..end].iter().map(|byte| byte.unwrap_or(0)).collect();
            let n_said = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            if end > n_said + MOST_ZEROS {
                let name = self.name(&format!("{}_{}", shape.name, shape.parameter(at)));
                let text = literal::string(&bytes[..n_said]);
                self.out.declarations.push(format!("const char {name}[{end}] = {text}"));
                return Ok(Some((name.clone(), format!("sizeof {name}"))));
            }
            return Ok((end > 0).then(|| (literal::string(&bytes), end.to_string())));
        }
        let (name, place) = (&shape.name, shape.parameter(at));
        let no_words = || format!("C has no words for what the mock `{name}` writes to `{place}`");
        let (datum, ty) = written_part(self.facts, call, at).ok_or_else(no_words)?;
        if let Datum::Array(_) = datum {
            return self.numbers(shape, call, at, ty).map(Some);
        }
        let name = self.name(&format!("{}_{}", shape.name, shape.parameter(at)));
        let value = self.given(&name, &datum, ty)?;
        let words = self.declaration(ty, &name).ok_or_else(no_words)?;
        self.out.declarations.push(format!("const {words} = {value}"));
        Ok(Some((format!("&{name}"), format!("sizeof {name}"))))
    }

    /// An array of numbers that a mock writes: a variable for them, and its size.
    fn numbers(
        &mut self,
        shape: &Shape,
        call: &TestCall,
        at: usize,
        ty: u32,
    ) -> Result<(String, String), Reason> {
        let none = || Ok(("NULL".to_owned(), "0".to_owned()));
        let Some(Datum::At { object, offset }) = call.arrangement.arguments.get(at) else { return none() };
        let thing = &self.things[*object as usize];
        let first = (*offset / self.facts.size(ty).unwrap_or(1).max(1)) as usize;
        let (Some(Datum::Array(after)), before) = (&thing.after, &thing.before) else {
            return match is_written(call, at) {
                true => self.numbers_within(shape, call, at, ty),
                false => none(),
            };
        };
        let old = match before {
            Some(Datum::Array(before)) => before.as_slice(),
            _ => &[],
        };
        let end = after.iter().rposition(|value| !matches!(value, Datum::Kept | Datum::Uninitialised));
        let Some(end) = end.filter(|end| *end >= first) else { return none() };
        let mut numbers = Vec::new();
        for (index, value) in after.iter().enumerate().take(end + 1).skip(first) {
            let value = if *value == Datum::Kept { old.get(index).unwrap_or(value) } else { value };
            numbers.push(match value {
                Datum::Integer(_) | Datum::Character(_) | Datum::Name(_) => self.number(value, ty)?,
                _ => "0".to_owned(),
            });
        }
        self.table(shape, at, ty, &numbers)
    }

    /// The numbers that a mock writes to a variable or to a part of a structure, up to the last one that changes.
    fn numbers_within(
        &mut self,
        shape: &Shape,
        call: &TestCall,
        at: usize,
        ty: u32,
    ) -> Result<(String, String), Reason> {
        let size = self.facts.size(ty).unwrap_or(1).max(1);
        let mut numbers = Vec::new();
        let mut n_said = 0;
        while let Some(found) = pointee_behind(self.facts, call, (at, numbers.len() as u64 * size), ty) {
            let new = found.after.filter(|after| !matches!(after, Datum::Kept | Datum::Uninitialised));
            let Some(datum) = new.or(found.before) else { break };
            numbers.push(match datum {
                Datum::Uninitialised => "0".to_owned(),
                datum => self.number(datum, ty)?,
            });
            if new.is_some() {
                n_said = numbers.len();
            }
        }
        if n_said == 0 {
            let (name, place) = (&shape.name, shape.parameter(at));
            return Err(format!("C has no words for what the mock `{name}` writes to `{place}`"));
        }
        self.table(shape, at, ty, &numbers[..n_said])
    }

    /// A table of the numbers that a mock writes, and its size.
    fn table(
        &mut self,
        shape: &Shape,
        at: usize,
        ty: u32,
        numbers: &[String],
    ) -> Result<(String, String), Reason> {
        let name = self.name(&format!("{}_{}", shape.name, shape.parameter(at)));
        let words = self.declaration(ty, &format!("{name}[]")).ok_or("an array has no type")?;
        self.out.declarations.push(format!("const {words} = {{{}}}", numbers.join(", ")));
        Ok((name.clone(), format!("sizeof {name}")))
    }
}
