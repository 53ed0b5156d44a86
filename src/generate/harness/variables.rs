//! Variables of the program that are inputs.

use super::Harness;
use crate::generate::roles::LETTERS;
use crate::generate::variables::Variable;

impl Harness {
    /// Makes inputs of variables. Nobody can set a variable before `main` begins, but what a variable has then is
    /// not known if no file defines it.
    pub fn take_variables(&mut self, mut variables: Vec<Variable>, reads_errno: bool) {
        let is_main = self.function == "main";
        self.reads_errno = reads_errno && !is_main;
        variables.retain(|it| it.is_missing || !is_main);
        let is_parameter = |it: &Variable| self.parameters.iter().any(|parameter| parameter.name == it.name);
        self.variables = variables.into_iter().filter(|it| !is_parameter(it)).collect();
    }

    /// Definitions of the variables that no file has, and declarations of those that C does not let others name.
    pub fn missing_variables(&self) -> String {
        let missing = self.variables.iter().filter(|it| it.is_missing);
        let placed = self.variables.iter().filter_map(|it| Some((it.registers.as_ref()?, &it.name)));
        let placed = placed
            .map(|(ty, name)| format!("{ty} {name}; /* This stands for what lies at the address. */\n"));
        let missing = missing
            .map(|Variable { name, .. }| format!("__typeof__({name}) {name}; /* No file defines it. */\n"));
        let local = self.variables.iter().filter_map(|it| it.local.as_ref());
        let local =
            local.map(|declared| format!("extern {declared}; /* A static variable of a function. */\n"));
        missing.chain(placed).chain(local).collect()
    }

    /// The statements that make inputs of the variables.
    pub fn variable_lines(&self) -> String {
        let line = |it: &Variable| {
            let name = &it.name;
            match (it.is_text, it.may_be_null) {
                (false, _) => format!("    symir_global({name});\n"),
                (true, false) => format!("    {name} = (void *)symir_text({LETTERS}, \"{name}\");\n"),
                (true, true) => format!(
                    "    {name} = symir_bool(\"{name}_is_null\") ? NULL : (void *)symir_text({LETTERS}, \"{name}\");\n"
                ),
            }
        };
        self.variables.iter().map(line).collect()
    }

    /// The variable that a value which an error depends on is, or in which it lies.
    pub fn variable_of(&self, input: &str) -> Option<&Variable> {
        let end = input.find(['.', '[']).unwrap_or(input.len());
        self.variables.iter().find(|it| it.name == input[..end])
    }
}
