//! Variables of the program that are inputs.

use super::Harness;
use crate::generate::variables::Variable;

impl Harness {
    /// Makes inputs of variables.
    pub fn take_variables(&mut self, variables: Vec<Variable>, reads_errno: bool) {
        self.reads_errno = reads_errno;
        let is_parameter = |it: &Variable| self.parameters.iter().any(|parameter| parameter.name == it.name);
        self.variables = variables.into_iter().filter(|it| !is_parameter(it)).collect();
    }

    /// Definitions of the variables that no file has.
    pub fn missing_variables(&self) -> String {
        let missing = self.variables.iter().filter(|it| it.is_missing);
        missing
            .map(|Variable { name, .. }| format!("__typeof__({name}) {name}; /* No file defines it. */\n"))
            .collect()
    }

    /// The statements that make inputs of the variables.
    pub fn variable_lines(&self) -> String {
        self.variables.iter().map(|it| format!("    symir_global({});\n", it.name)).collect()
    }

    /// The variable that a value which an error depends on is, or in which it lies.
    pub fn variable_of(&self, input: &str) -> Option<&Variable> {
        let end = input.find(['.', '[']).unwrap_or(input.len());
        self.variables.iter().find(|it| it.name == input[..end])
    }
}
