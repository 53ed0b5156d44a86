//! Calls of functions that get descriptors of open files. A test has streams instead, because their contents
//! are a part of it, and a function of the harness passes their descriptors.

use super::Harness;
use crate::generate::roles::{Parameter, Role};
use crate::generate::uses::Use;
use crate::ir::{NAME, Program};
use crate::util::template::fill;
use std::fmt::Write;

/// The first number of a descriptor that a function gets: no program has so many files open by itself.
const FIRST: u32 = 40;

/// Turns parameters that are descriptors into streams. Returns the type of the function's result if there are
/// any.
pub fn streams(
    program: &Program,
    function: &str,
    parameters: &mut [Parameter],
    found: &[Use],
) -> Option<String> {
    let spelled = program.spelling.functions.get(function)?;
    let mut is_any = false;
    for (parameter, found) in parameters.iter_mut().zip(found) {
        if found.is_descriptor && parameter.role == Role::Number("symir_int") {
            parameter.role = Role::Stream;
            parameter.declared = format!("FILE *{NAME}");
            (parameter.is_descriptor, parameter.is_tested) = (true, true);
            is_any = true;
        }
    }
    is_any.then(|| spelled.result.text.clone())
}

impl Harness {
    /// A function that takes streams and passes their descriptors on; `None` if no parameter is one.
    pub(super) fn stream_giver(&self) -> Option<String> {
        let result = self.given_streams.as_ref()?;
        let declared = |ty: &str, name: &str| ty.replace(NAME, name);
        let parameters: Vec<String> =
            self.parameters.iter().map(|it| declared(&it.declared, &it.name)).collect();
        let head = declared(result, &format!("{}({})", self.called(), parameters.join(", ")));
        let passed = self.parameters.iter().map(|it| match it.is_descriptor {
            true => format!("{}_number", it.name),
            false => it.name.clone(),
        });
        let given = format!("{}({})", self.function, passed.collect::<Vec<_>>().join(", "));
        let is_taken = self.parameters.iter().any(|parameter| parameter.name == "result");
        let value = if is_taken { "symir_result" } else { "result" };
        let (mut before, mut after) = (String::new(), String::new());
        for (number, parameter) in (FIRST..).zip(self.parameters.iter().filter(|it| it.is_descriptor)) {
            let values = [("NAME", &*parameter.name), ("NUMBER", &number.to_string())];
            let _ = write!(before, "{}", fill(include_str!("descriptor.c"), &values));
            let _ = write!(after, "{}", fill(include_str!("descriptor_after.c"), &values));
        }
        let (call, end) = match declared(result, "").trim() == "void" {
            true => (format!("    {given};\n"), String::new()),
            false => {
                (format!("    {} = {given};\n", declared(result, value)), format!("    return {value};\n"))
            }
        };
        let values = [
            ("FUNCTION", &*self.function),
            ("HEAD", &head),
            ("BEFORE", &before),
            ("CALL", &call),
            ("AFTER", &after),
            ("RETURN", &end),
        ];
        Some(fill(include_str!("descriptors.c"), &values))
    }
}
