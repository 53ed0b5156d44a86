//! One call under test without its driver: its arguments as variables, the call, and what must hold afterwards.

use super::literal;
use crate::emit::facts::{Facts, Type};
use crate::testcase::{Datum, Place, TestCall};

/// The statements of a call and what to check after them.
#[derive(Default, Debug)]
pub struct Direct {
    /// Declarations, each without its semicolon.
    pub declarations: Vec<String>,
    /// The call, without its semicolon.
    pub call: String,
    pub checks: Vec<Check>,
}

/// Something that must hold. Expressions are C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    Integer { value: String, expected: String, signed: bool },
    True(String),
    Null(String),
    Same { pointer: String, expected: String },
    Memory { at: String, expected: String, size: u64 },
}

/// Why a call cannot be made directly.
type Reason = String;

/// The call as statements of a suite.
///
/// # Errors
/// The reason, if the arguments alone do not make the call, or C has no words for them.
pub fn direct(facts: &Facts, call: &TestCall) -> Result<Direct, Reason> {
    let name = &call.function;
    if let Some(obstacle) = &call.arrangement.obstacle {
        return Err(obstacle.clone());
    }
    let (Some(prototype), Some(result)) = (facts.functions.get(name), &call.result) else {
        return Err(format!("`{name}` has no declaration that is known"));
    };
    if prototype.is_variadic || prototype.parameters.len() != call.arguments.len() {
        return Err(format!("`{name}` takes a variable number of arguments"));
    }
    if declaration(facts, name).is_none() {
        return Err(format!("the types of `{name}` cannot be written down"));
    }
    let mut writer = Writer { facts, out: Direct::default(), taken: vec![name.clone()] };
    let mut passed = Vec::new();
    let mut targets = Vec::new();
    for (at, (argument, parameter)) in call.arguments.iter().zip(&prototype.parameters).enumerate() {
        let wanted = parameter.name.clone().unwrap_or_else(|| format!("argument_{}", at + 1));
        let (text, target) = writer.value(&wanted, argument, &parameter.ty)?;
        passed.push(text);
        targets.push(target);
    }
    let made = format!("{name}({})", passed.join(", "));
    if prototype.result == Type::Void {
        writer.out.call = made;
    } else {
        let declared = prototype.result.declare("result");
        writer.out.declarations.push(declared.ok_or("the result cannot be written down")?);
        writer.out.call = format!("result = {made}");
        let of_argument = |place: &Place| {
            let same = |other: &Option<Place>| other.is_some_and(|other| other.object == place.object);
            call.arrangement.arguments.iter().position(same)
        };
        let place = call.arrangement.result;
        match place.and_then(|place| Some((place, targets[of_argument(&place)?].as_ref()?))) {
            Some((place, target)) => writer.same_place(place, target, &prototype.result),
            None => writer.check("result", result, &prototype.result)?,
        }
    }
    for ((after, parameter), target) in call.after.iter().zip(&prototype.parameters).zip(&targets) {
        let Some(target) = target else { continue };
        let Type::Pointer(ty) = &parameter.ty else { continue };
        match after {
            Datum::Pointer(value) => writer.check(&target.name, value, ty)?,
            _ => return Err("what an argument points to is gone afterwards".to_owned()),
        }
    }
    Ok(writer.out)
}

/// The declaration of a function under test; `None` if its types cannot be written down.
pub fn declaration(facts: &Facts, name: &str) -> Option<String> {
    let prototype = facts.functions.get(name).filter(|_| literal::is_free_name(name))?;
    let mut parameters = Vec::new();
    for parameter in &prototype.parameters {
        parameters.push(parameter.ty.words()?);
    }
    if parameters.is_empty() {
        parameters.push("void".to_owned());
    }
    let declared = match &prototype.result {
        Type::Void => format!("void tested_{name}"),
        result => result.declare(&format!("tested_{name}"))?,
    };
    Some(format!("{declared}({})", parameters.join(", ")))
}

/// A variable that an argument points to.
struct Target {
    name: String,
    is_array: bool,
    is_char: bool,
}

impl Target {
    /// Its address.
    fn pointer(&self) -> String {
        format!("{}{}", if self.is_array { "" } else { "&" }, self.name)
    }
}

struct Writer<'a> {
    facts: &'a Facts,
    out: Direct,
    taken: Vec<String>,
}

impl Writer<'_> {
    /// A value as an expression, and what it points to, if that was declared.
    fn value(&mut self, name: &str, datum: &Datum, ty: &Type) -> Result<(String, Option<Target>), Reason> {
        if let (Datum::Pointer(target), Type::Pointer(ty)) = (datum, ty) {
            let target = self.object(name, target, ty)?;
            return Ok((target.pointer(), Some(target)));
        }
        match self.scalar(datum, ty) {
            Some(text) => Ok((text, None)),
            None => {
                Err(format!("C has no constant for `{}`", crate::emit::suite::shorten(&datum.to_string())))
            }
        }
    }

    /// A number, a name of a number, or null.
    fn scalar(&self, datum: &Datum, ty: &Type) -> Option<String> {
        match (datum, ty) {
            (Datum::Integer(value), _) => literal::integer(*value, ty),
            (Datum::Float(value), Type::Float { size }) => Some(literal::float(*value, *size)),
            (Datum::Null, Type::Pointer(_)) => Some("NULL".to_owned()),
            // `true` or `false`
            (Datum::Name(name), Type::Bool) => Some(name.clone()),
            (Datum::Name(name), Type::Integer { .. }) => {
                self.facts.constants.contains_key(name).then(|| name.clone())
            }
            _ => None,
        }
    }

    /// Declares a variable with these contents.
    fn object(&mut self, name: &str, datum: &Datum, ty: &Type) -> Result<Target, Reason> {
        let unwritten = || format!("C has no words for the type of `{name}`");
        match (datum, ty) {
            (Datum::Text { text, rest }, Type::Void | Type::Char { .. }) => {
                let bytes = [&text[..], rest].concat();
                let signed = *ty != Type::Char { signed: false };
                if bytes.is_empty() {
                    return Err("an object has no bytes".to_owned());
                }
                let name = self.name(name);
                let word = if signed { "char" } else { "unsigned char" };
                let init = literal::characters(&bytes, signed);
                self.out.declarations.push(format!("{word} {name}[{}] = {init}", bytes.len()));
                Ok(Target { name, is_array: true, is_char: true })
            }
            (Datum::Array(elements), _) => {
                let array = Type::Array(Box::new(ty.clone()), elements.len() as u64);
                let init = self.initializer(name, datum, &array)?;
                let name = self.name(name);
                let declared = array.declare(&name).ok_or_else(unwritten)?;
                self.out.declarations.push(format!("{declared} = {init}"));
                Ok(Target { name, is_array: true, is_char: false })
            }
            _ => {
                let init = match datum {
                    Datum::Uninitialised => String::new(),
                    _ => format!(" = {}", self.initializer(name, datum, ty)?),
                };
                let name = self.name(name);
                let declared = ty.declare(&name).ok_or_else(unwritten)?;
                self.out.declarations.push(format!("{declared}{init}"));
                Ok(Target { name, is_array: false, is_char: false })
            }
        }
    }

    /// What a variable of this type is initialised with.
    fn initializer(&mut self, name: &str, datum: &Datum, ty: &Type) -> Result<String, Reason> {
        match (datum, ty) {
            (Datum::Struct(values), Type::Structure(tag)) => {
                let mut parts = Vec::new();
                for (member, value) in values {
                    let ty = self.member(tag, member)?;
                    if *value != Datum::Uninitialised {
                        let init = self.initializer(&format!("{name}_{member}"), value, &ty)?;
                        parts.push(format!(".{member} = {init}"));
                    }
                }
                Ok(format!("{{{}}}", if parts.is_empty() { "0".to_owned() } else { parts.join(", ") }))
            }
            (Datum::Text { text, rest }, Type::Array(element, _)) => {
                let signed = **element != Type::Char { signed: false };
                Ok(literal::characters(&[&text[..], rest].concat(), signed))
            }
            (Datum::Array(values), Type::Array(element, _)) => {
                let mut parts = Vec::new();
                for (at, value) in values.iter().enumerate() {
                    let is_number =
                        matches!(&**element, Type::Integer { .. } | Type::Float { .. } | Type::Bool);
                    parts.push(match value {
                        // What was never written counts as zero.
                        Datum::Uninitialised if is_number => "0".to_owned(),
                        value => self.initializer(&format!("{name}_{at}"), value, element)?,
                    });
                }
                Ok(format!("{{{}}}", parts.join(", ")))
            }
            _ => Ok(self.value(&format!("{name}_target"), datum, ty)?.0),
        }
    }

    /// The type of a member.
    fn member(&self, tag: &str, member: &str) -> Result<Type, Reason> {
        let record = self.facts.records.get(tag);
        let found = record.and_then(|record| record.members.iter().find(|(name, _)| name == member));
        let found = found.filter(|(name, _)| literal::is_free_name(name));
        found.map(|(_, ty)| ty.clone()).ok_or_else(|| format!("`struct {tag}` cannot be written down"))
    }

    /// A name that nothing else has.
    fn name(&mut self, wanted: &str) -> String {
        let is_function = |name: &str| self.facts.functions.contains_key(name) || name.starts_with("tested_");
        let mut name = wanted.to_owned();
        while !literal::is_free_name(&name) || is_function(&name) || self.taken.contains(&name) {
            name.push('_');
            if name.chars().any(|c| !c.is_ascii_alphanumeric() && c != '_') {
                name = "argument".to_owned();
            }
        }
        self.taken.push(name.clone());
        name
    }

    /// The result points into an argument.
    fn same_place(&mut self, place: Place, target: &Target, ty: &Type) {
        let is_char_pointer = matches!(ty, Type::Pointer(to) if matches!(**to, Type::Char { .. }));
        let offset = if place.offset == 0 { String::new() } else { format!(" + {}", place.offset) };
        let (pointer, expected) = if is_char_pointer && target.is_char {
            ("result".to_owned(), format!("{}{offset}", target.pointer()))
        } else if place.offset == 0 {
            ("(const void *)result".to_owned(), format!("(const void *){}", target.pointer()))
        } else {
            ("(const char *)result".to_owned(), format!("(const char *){}{offset}", target.pointer()))
        };
        self.out.checks.push(Check::Same { pointer, expected });
    }

    /// Checks that an expression, which may be a variable, has this value. Addresses and what was never written are not
    /// checked.
    fn check(&mut self, value: &str, datum: &Datum, ty: &Type) -> Result<(), Reason> {
        match (datum, ty) {
            (Datum::Uninitialised | Datum::Address(_) | Datum::Void, _) => Ok(()),
            (Datum::Float(number), Type::Float { size: 4 | 8 }) if number.is_nan() => {
                self.out.checks.push(Check::True(format!("__builtin_isnan({value})")));
                Ok(())
            }
            (Datum::Float(number), Type::Float { size: size @ (4 | 8) }) => {
                let expected = literal::float(*number, *size);
                self.out.checks.push(Check::True(format!("{value} == {expected}")));
                Ok(())
            }
            (Datum::Null, Type::Pointer(_)) => {
                self.out.checks.push(Check::Null(value.to_owned()));
                Ok(())
            }
            (Datum::Text { text, rest }, _) => {
                let bytes = [&text[..], rest].concat();
                let base: String = value.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                let expected = self.name(&format!("expected_{base}"));
                let init = literal::characters(&bytes, true);
                let size = bytes.len() as u64;
                self.out.declarations.push(format!("const char {expected}[{size}] = {init}"));
                self.out.checks.push(Check::Memory { at: value.to_owned(), expected, size });
                Ok(())
            }
            (Datum::Struct(values), Type::Structure(tag)) => {
                for (member, datum) in values {
                    let ty = self.member(tag, member)?;
                    let value = match value.strip_prefix('*') {
                        Some(pointer) => format!("{pointer}->{member}"),
                        None => format!("{value}.{member}"),
                    };
                    self.check(&value, datum, &ty)?;
                }
                Ok(())
            }
            (Datum::Array(elements), ty) => {
                let element = match ty {
                    Type::Array(element, _) => element,
                    other => other,
                };
                let value = value.strip_prefix('*').unwrap_or(value);
                elements
                    .iter()
                    .enumerate()
                    .try_for_each(|(at, datum)| self.check(&format!("{value}[{at}]"), datum, element))
            }
            (Datum::Pointer(target), Type::Pointer(ty)) => match &**target {
                Datum::Text { .. } => self.check(value, target, ty),
                target => self.check(&format!("*{value}"), target, ty),
            },
            (Datum::Name(name), Type::Pointer(_)) if name.starts_with('&') => Ok(()),
            _ => match self.scalar(datum, ty) {
                Some(expected) => {
                    let signed = matches!(
                        ty,
                        Type::Integer { signed: true, .. } | Type::Char { signed: true } | Type::Bool
                    );
                    self.out.checks.push(Check::Integer { value: value.to_owned(), expected, signed });
                    Ok(())
                }
                None => Err(format!("C has no constant for `{}`", super::shorten(&datum.to_string()))),
            },
        }
    }
}
