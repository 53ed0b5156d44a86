//! Makes a C driver from a signature and the values of its parameters, as a person would write it.

use super::error::Error;
use super::manifest::{Inputs, Routine};
use super::signature::{Parameter, Signature, maker};
use super::value::Value;
use crate::util::template::fill;

/// The text of the driver of a routine that has a signature.
///
/// # Errors
/// When a parameter has a value that its type cannot have, or lacks a value that it needs; the message names
/// the parameter.
pub fn generate(routine: &Routine, inputs: &Inputs) -> Result<String, Error> {
    let fail = |problem: String| Error::Driver { routine: routine.name.clone(), problem };
    let mut declarations = Vec::new();
    let mut statements = Vec::new();
    let mut arguments = Vec::new();
    let signature = &inputs.signature;
    for parameter in &signature.parameters {
        let value = inputs.values.get(&parameter.name);
        let argument = Argument::new(parameter, value).map_err(fail)?;
        declarations.extend(argument.declaration);
        statements.extend(argument.statement);
        arguments.push(argument.passed);
    }
    arguments.extend(inputs.rest.iter().cloned());
    statements.extend(inputs.setup.iter().cloned());
    statements.extend(inputs.assume.iter().map(|condition| format!("symir_assume({condition});")));
    Ok(write(inputs, &declarations, &statements, &arguments))
}

/// One argument: its declaration, the statement before the call, and the expression in the call.
struct Argument {
    declaration: Option<String>,
    statement: Option<String>,
    passed: String,
}

impl Argument {
    fn new(parameter: &Parameter, value: Option<&Value>) -> Result<Self, String> {
        let name = &parameter.name;
        let pointee = parameter.pointee();
        match (value, pointee) {
            (Some(Value::Code(code)), _) => Ok(Self::passed(code.clone())),
            (Some(Value::Null), Some(_)) => Ok(Self::passed("NULL".to_owned())),
            (None | Some(Value::Any | Value::Range(..)), None) => Self::number(parameter, value),
            (Some(Value::Text { length, room }), Some(pointee)) => {
                Self::string(parameter, &pointee, *length, *room)
            }
            (Some(Value::Bytes(n)), Some(pointee)) => {
                let is_char = is_byte(&pointee) && pointee != "void";
                let element = if is_char { pointee.clone() } else { "unsigned char".to_owned() };
                let passed = match pointee.as_str() {
                    "void" => name.clone(),
                    _ if element == pointee => name.clone(),
                    _ => format!("({} *){name}", pointee),
                };
                Ok(Self::buffer(
                    name,
                    &element,
                    *n,
                    format!("symir_bytes({name}, sizeof {name}, \"{name}\");"),
                    passed,
                ))
            }
            (Some(Value::Array(n)), Some(pointee)) if pointee != "void" => {
                let statement = format!("symir_bytes({name}, sizeof {name}, \"{name}\");");
                Ok(Self::buffer(name, &pointee, *n, statement, name.clone()))
            }
            (Some(Value::Out(1)), Some(pointee)) if !matches!(&*pointee, "void" | "char") => Ok(Self {
                declaration: Some(format!("{} = {}", declared(&pointee, name), zero(&pointee))),
                statement: None,
                passed: format!("&{name}"),
            }),
            (Some(Value::Out(n)), Some(pointee)) => {
                let element = if pointee == "void" { "unsigned char" } else { &pointee };
                Ok(Self {
                    declaration: Some(format!("{} = {{0}}", declared(element, &format!("{name}[{n}]")))),
                    statement: None,
                    passed: name.clone(),
                })
            }
            (None, _) => Err(format!(
                "the parameter `{name}` of type `{}` needs a value: add `{name} = \"…\"` to `values`",
                parameter.ctype
            )),
            (Some(value), _) => {
                Err(format!("the parameter `{name}` of type `{}` cannot be `{value}`", parameter.ctype))
            }
        }
    }

    fn passed(passed: String) -> Self {
        Self { declaration: None, statement: None, passed }
    }

    /// A number of any value or of a range.
    fn number(parameter: &Parameter, value: Option<&Value>) -> Result<Self, String> {
        let Parameter { name, ctype } = parameter;
        let maker = maker(ctype).ok_or_else(|| {
            format!("the type `{ctype}` of `{name}` is not known: give it a value with `{name} = \"= EXPRESSION\"`")
        })?;
        let ctype = ctype.trim_start_matches("const ");
        let int = i64::from(i32::MIN)..=i64::from(i32::MAX);
        let (made, assumed) = match value {
            Some(Value::Range(low, high)) if int.contains(low) && int.contains(high) => {
                (format!("symir_range({low}, {high}, \"{name}\")"), None)
            }
            Some(Value::Range(low, high)) => {
                let condition = format!("symir_assume({low} <= {name} && {name} <= {high});");
                (format!("{maker}(\"{name}\")"), Some(condition))
            }
            _ => (format!("{maker}(\"{name}\")"), None),
        };
        let made = format!("{name} = {made};");
        let statement = assumed.map_or(made.clone(), |condition| format!("{made}\n{condition}"));
        Ok(Self {
            declaration: Some(declared(ctype, name)),
            statement: Some(statement),
            passed: name.clone(),
        })
    }

    /// A string of symbolic characters and its terminator.
    fn string(
        parameter: &Parameter,
        pointee: &str,
        length: usize,
        room: Option<usize>,
    ) -> Result<Self, String> {
        let name = &parameter.name;
        if !is_byte(pointee) {
            return Err(format!(
                "`{name}` of type `{}` is no string of bytes: use `array` or a driver",
                parameter.ctype
            ));
        }
        let passed = match pointee {
            "char" | "void" => name.clone(),
            _ => format!("({pointee} *){name}"),
        };
        let statement = match room {
            None => format!("symir_string({name}, sizeof {name}, \"{name}\");"),
            Some(_) => format!("symir_string({name}, {}, \"{name}\");", length + 1),
        };
        let mut argument = Self::buffer(name, "char", room.unwrap_or(length + 1), statement, passed);
        if room.is_some() {
            // Nobody reads the bytes behind the string, but they should not be uninitialised memory.
            argument.declaration = argument.declaration.map(|declaration| declaration + " = {0}");
        }
        Ok(argument)
    }

    fn buffer(name: &str, element: &str, n: usize, statement: String, passed: String) -> Self {
        Self {
            declaration: Some(declared(element, &format!("{name}[{n}]"))),
            statement: Some(statement),
            passed,
        }
    }
}

/// `int x`, `char *x`.
fn declared(ctype: &str, name: &str) -> String {
    if ctype.ends_with('*') { format!("{ctype}{name}") } else { format!("{ctype} {name}") }
}

/// The initial value of a variable of this type.
fn zero(ctype: &str) -> &'static str {
    if ctype.ends_with('*') {
        "NULL"
    } else if maker(ctype).is_some() {
        "0"
    } else {
        "{0}"
    }
}

fn is_byte(ctype: &str) -> bool {
    matches!(ctype, "char" | "signed char" | "unsigned char" | "u8" | "s8" | "uint8_t" | "int8_t" | "void")
}

/// Joins neighbours of the same type into one declaration: `int a, b`.
fn joined(declarations: &[String]) -> Vec<String> {
    let split = |declaration: &str| -> Option<(String, String)> {
        let (ctype, name) = declaration.rsplit_once(' ')?;
        let is_plain = !declaration.contains('=') && !name.contains('*');
        is_plain.then(|| (ctype.to_owned(), name.to_owned()))
    };
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for declaration in declarations {
        let parts = split(declaration);
        match (&parts, lines.last_mut()) {
            (Some((ctype, name)), Some(line)) if last.as_ref() == Some(ctype) => {
                line.push_str(", ");
                line.push_str(name);
            }
            _ => lines.push(declaration.clone()),
        }
        last = parts.map(|(ctype, _)| ctype);
    }
    lines
}

fn write(inputs: &Inputs, declarations: &[String], statements: &[String], arguments: &[String]) -> String {
    let lines = |lines: Vec<String>| lines.into_iter().map(|line| line + "\n").collect::<String>();
    let signature: &Signature = &inputs.signature;
    let headers = inputs.headers.iter().map(|header| format!("#include <{header}>"));
    let files = inputs.includes.iter().map(|file| format!("#include \"{}\"", file.display()));
    let declared = (!inputs.is_declared).then(|| format!("\n{};", signature.text));
    let prelude = inputs.prelude.as_ref().map(|prelude| format!("\n{}", prelude.trim_end()));
    let variables = joined(declarations).into_iter().map(|declaration| format!("    {declaration};"));
    let gap = (!declarations.is_empty()).then(String::new);
    let statements = statements.iter().flat_map(|statement| statement.lines());
    let arguments: String = arguments.iter().map(|argument| format!(", {argument}")).collect();
    let values = [
        ("HEADERS", lines(headers.chain(files).collect())),
        ("DECLARATION", lines(declared.into_iter().chain(prelude).collect())),
        ("VARIABLES", lines(variables.chain(gap).collect())),
        ("STATEMENTS", lines(statements.map(|line| format!("    {line}")).collect())),
        ("CALL", format!("{}{arguments}", signature.name)),
    ];
    fill(include_str!("driver.c"), &values.each_ref().map(|(name, value)| (*name, &**value)))
}
