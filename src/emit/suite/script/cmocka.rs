//! Mocks for CMocka: functions that the linker puts in the place of the program's, and the statements in
//! which a test says what it expects.

use super::super::own::OWN;
use super::{Part, Played, Shape, braced, unqualified};
use crate::emit::facts::Facts;
use std::fmt::Write;

impl Shape {
    /// The mock as a function that asks CMocka.
    pub(super) fn for_cmocka(&self, facts: &Facts, is_cleaned_up: bool) -> String {
        let head = self.head(&self.wrapped());
        let rest = self.rest(is_cleaned_up);
        let mut text = format!("{head};\n{head} {{\n{rest}    function_called();\n");
        if self.is_plain(facts) {
            let mut used = Vec::new();
            for part in &self.parts {
                match part {
                    Part::Present { at } => used.push(format!("assert_non_null({});", self.parameter(*at))),
                    Part::Value { at } => used.push(format!("check_expected({});", self.parameter(*at))),
                    Part::Text { at } | Part::Object { at } => {
                        used.push(format!("check_expected_ptr({});", self.parameter(*at)))
                    }
                    _ => {}
                }
            }
            for name in self.unused(&used) {
                let _ = writeln!(text, "    (void){name};");
            }
            if self.may_end() {
                used.push(super::LEAVE.to_owned());
            }
            for line in used {
                let _ = writeln!(text, "    {line}");
            }
            if self.parts.iter().any(|part| matches!(part, Part::Result { .. })) {
                let _ = writeln!(text, "    return mock_type({});", unqualified(&self.spelled.declare("")));
            }
            return text + "}\n";
        }
        let statements = self.statements(&format!("call->as.{}.", self.name));
        text += "    const struct \u{1}mock_call *call = mock_ptr_type(const struct \u{1}mock_call *);\n\n";
        for name in self.unused(&statements) {
            let _ = writeln!(text, "    (void){name};");
        }
        for line in statements {
            let _ = writeln!(text, "    {line}");
        }
        if self.parts.iter().any(|part| matches!(part, Part::Result { .. })) {
            let _ = writeln!(text, "    return call->as.{}.result;", self.name);
        }
        text + "}\n"
    }

    /// The statements that make CMocka expect a call, the one with this number.
    pub(super) fn expected_by_cmocka(&self, facts: &Facts, call: &Played, number: usize) -> Vec<String> {
        let name = self.wrapped();
        let mut lines = Vec::new();
        if !self.is_plain(facts) {
            let variable = format!("call{number}");
            lines.push(format!(
                "const struct {OWN}mock_call {variable} = {{.as = {{.{} = {}}}}}",
                self.name,
                braced(call)
            ));
            lines.push(format!("expect_function_call({name})"));
            lines.push(format!("will_return({name}, cast_ptr_to_largest_integral_type(&{variable}))"));
            return lines;
        }
        lines.push(format!("expect_function_call({name})"));
        let said = self.parts.iter().filter(|part| !self.fields(part).is_empty());
        for (part, (field, value)) in said.zip(&call.fields) {
            lines.push(match part {
                Part::Object { .. } => {
                    format!("expect_value({name}, {field}, cast_ptr_to_largest_integral_type({value}))")
                }
                Part::Text { .. } if value == "NULL" => {
                    format!("expect_value({name}, {field}, cast_ptr_to_largest_integral_type(NULL))")
                }
                Part::Text { .. } => format!("expect_string({name}, {field}, {value})"),
                Part::Result { .. } => format!("will_return({name}, {value})"),
                _ => format!("expect_value({name}, {field}, {value})"),
            });
        }
        lines
    }
}
