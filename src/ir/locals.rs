//! Static variables of functions, which no other code can name. Compilers give them symbols with a dot, clang
//! `debounce.history` and gcc `history.0`. The program calls such a variable `history_of_debounce`, so that
//! tests in C can say what it holds.

use super::Program;

/// Between the two names.
const OF: &str = "_of_";

/// The name of a static variable of a function.
pub fn name_of(function: &str, variable: &str) -> String {
    format!("{variable}{OF}{function}")
}

/// The variable and its function, if it is such a name.
pub fn parts_of(name: &str, is_function: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let mut parts = name.match_indices(OF).map(|(at, _)| (&name[..at], &name[at + OF.len()..]));
    parts.find(|(variable, function)| !variable.is_empty() && is_function(function))
}

/// The same for a variable of this program.
pub fn parts_in<'n>(program: &Program, name: &'n str) -> Option<(&'n str, &'n str)> {
    parts_of(name, |function| program.function_named(function).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_variable_and_function() {
        let name = name_of("sum_of_all", "last");
        assert_eq!(parts_of(&name, |function| function == "sum_of_all"), Some(("last", "sum_of_all")));
        assert_eq!(parts_of(&name, |function| function == "last"), None);
        assert_eq!(parts_of("_of_f", |_| true), None);
    }
}
