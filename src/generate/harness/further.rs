//! Calls with arguments beyond the parameters: of a function with `...`, or of one with a `va_list`, which a
//! function of the harness makes from its own arguments.

use super::{Harness, OTHER_MAIN, declared};
use crate::emit::suite::Wrapper;
use crate::generate::roles::LETTERS;
use crate::generate::variadic::{Call, Further, Variadic};
use crate::ir::NAME;
use crate::util::template::fill;
use std::fmt::Write;

/// The names of the variables for arguments after the parameters, without their numbers.
pub const FURTHER: &str = "further";

/// Letters of a string that is printed.
const FEW_LETTERS: u64 = 2;

impl Harness {
    /// The function that the harness calls.
    pub fn called(&self) -> String {
        match self.function.as_str() {
            "main" => OTHER_MAIN.to_owned(),
            name if self.listed.is_some() || self.gives_streams() => format!("{name}_with"),
            name => name.to_owned(),
        }
    }

    /// The function of the harness that calls the function under test; `None` if the harness has none.
    pub fn wrapper(&self) -> Option<Wrapper> {
        let (text, headers) = match self.list_maker() {
            Some(text) => (text, &["stdarg.h"][..]),
            None => (self.stream_giver()?, &["stdio.h", "unistd.h"][..]),
        };
        Some(Wrapper { calls: self.function.clone(), text, headers })
    }

    /// A function that takes further arguments and hands them on as a `va_list`; `None` if there is no such
    /// parameter.
    fn list_maker(&self) -> Option<String> {
        let declared = |ty: &str, name: &str| ty.replace(NAME, name);
        let result = self.listed.as_ref()?;
        let (list, before) = self.parameters.split_last()?;
        let parameters: Vec<String> = before.iter().map(|it| declared(&it.declared, &it.name)).collect();
        let names: Vec<&str> = before.iter().map(|it| it.name.as_str()).collect();
        let head = declared(result, &format!("{}({}, ...)", self.called(), parameters.join(", ")));
        let is_void = declared(result, "").trim() == "void";
        let given = format!("{}({}, {})", self.function, names.join(", "), list.name);
        let is_taken = |name: &str| self.parameters.iter().any(|parameter| parameter.name == name);
        let value = if is_taken("result") { "symir_result" } else { "result" };
        let line = |text: String| if is_void { String::new() } else { format!("\n    {text}") };
        let values = [
            ("FUNCTION", &*self.function),
            ("HEAD", &head),
            ("LIST", &list.name),
            ("LAST", names.last().copied().unwrap_or_default()),
            ("RESULT", &line(format!("{};", declared(result, value)))),
            ("CALL", &if is_void { given } else { format!("{value} = {given}") }),
            ("RETURN", &line(format!("return {value};"))),
        ];
        Some(fill(include_str!("list.c"), &values))
    }

    /// The statements that call a function with `...` in one of several forms.
    pub(super) fn forms(&self, variadic: &Variadic, passed: &dyn Fn(&str) -> String) -> String {
        let mut text = String::new();
        if let [only] = variadic.calls.as_slice() {
            return self.form(only, passed, "    ");
        }
        let _ = writeln!(text, "    switch (symir_range(0, {}, \"form\")) {{", variadic.calls.len());
        for (at, call) in variadic.calls.iter().enumerate() {
            let label =
                if at + 1 == variadic.calls.len() { "default".to_owned() } else { format!("case {at}") };
            let _ = writeln!(text, "    {label}: {{");
            text += &self.form(call, passed, "        ");
            text += "        break;\n    }\n";
        }
        text + "    }\n"
    }

    fn form(&self, call: &Call, passed: &dyn Fn(&str) -> String, indent: &str) -> String {
        let mut text = String::new();
        // Functions mostly do not look at what they print, but each letter of it makes paths.
        let usual = if call.format.is_some() { FEW_LETTERS } else { LETTERS };
        let letters = self.bounds.string.unwrap_or(usual);
        let mut further = String::new();
        for (at, argument) in (1..).zip(&call.arguments) {
            let name = format!("{FURTHER}{at}");
            let made = match argument {
                Further::Number(ty, maker) => format!("{} = {maker}(\"{name}\")", declared(ty, &name)),
                Further::Text(ty) => format!("{} = symir_text({letters}, \"{name}\")", declared(ty, &name)),
                Further::Object(ty) => format!("{ty} *{name} = symir_pointer({ty}, \"{name}\")"),
                Further::Place(ty) => {
                    let _ = writeln!(text, "{indent}{};", declared(ty, &name));
                    let _ = write!(further, ", &{name}");
                    continue;
                }
                Further::Room(letters) => {
                    let _ = writeln!(text, "{indent}char {name}[{letters}];");
                    let _ = write!(further, ", {name}");
                    continue;
                }
                Further::Mark(mark) => {
                    let _ = write!(further, ", {mark}");
                    continue;
                }
            };
            let _ = writeln!(text, "{indent}{made};");
            let _ = write!(further, ", {name}");
        }
        if let Some(condition) = &call.condition {
            let _ = writeln!(text, "{indent}symir_assume({condition});");
        }
        let format = call.format.as_deref().unwrap_or_default();
        let _ = writeln!(text, "{indent}SYMIR_TEST({}{}{further});", self.called(), passed(format));
        text
    }
}
