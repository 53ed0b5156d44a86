//! Makes the harness keep to what the declarations of a function say of its parameters.

use super::{Assumption, Harness};
use crate::generate::declared::Declared;
use crate::generate::roles::{MOST_OF_ROWS, Parameter, Role, pointee};
use crate::ir::{NAME, is_length};

/// The most elements of an array that has parts of a fixed size. It has as many parts as other arrays with
/// rows have elements, but no more elements than this, and at least two parts.
const MOST_OF_PARTS: u64 = 64;

impl Harness {
    /// Applies what declarations say of the parameters.
    pub fn take(&mut self, declared: &Declared) {
        for at in 0..self.parameters.len() {
            if let Some(dimensions) = declared.dimensions.get(&at) {
                let inner = |dimension: &str| {
                    declared.dimensions.values().any(|other| other[1..].iter().any(|it| it == dimension))
                };
                self.take_rows(at, dimensions, inner);
            }
            let word = declared.not_null.get(&at).copied();
            let word = word.or_else(|| declared.all_not_null.then_some("nonnull"));
            let parameter = &mut self.parameters[at];
            // A format is a literal in the call, and never null.
            let is_pointer = parameter.declared.contains('*')
                && !matches!(parameter.role, Role::Impossible(_) | Role::Format);
            // The harness has a variable where the function writes to, and passes its address.
            let is_variable = matches!(
                parameter.role,
                Role::Position | Role::Out | Role::InOut | Role::Room | Role::Filled | Role::TextWithRoom
            );
            if let Some(word) = word.filter(|_| is_pointer && !is_variable) {
                parameter.is_tested = false;
                self.assumptions.push(Assumption {
                    each: None,
                    condition: format!("{} != NULL", parameter.name),
                    because: format!("{word} in its declaration"),
                });
            }
            let length = declared.lengths.get(&at).copied().filter(|length| {
                matches!(self.parameters.get(*length).map(|it| &it.role), Some(Role::Number(_)))
            });
            let parameter = &mut self.parameters[at];
            let is_bytes = matches!(parameter.role, Role::Bytes { .. });
            if let Some(length) = length.filter(|_| is_pointer) {
                parameter.role = match is_bytes {
                    true => Role::Bytes { length: Some(length) },
                    false => Role::Buffer { length: Some(length) },
                };
                self.parameters[length].role = Role::Length { of: vec![at], share: 1 };
            }
            if let Some(least) = declared.at_least.get(&at).copied().filter(|_| is_pointer) {
                if length.is_none() {
                    self.part_from_length(at);
                }
                let parameter = &mut self.parameters[at];
                parameter.at_least = least;
                parameter.is_exact = declared.exact.contains(&at);
                let is_array = matches!(parameter.role, Role::Buffer { .. });
                let has_rows = parameter.declared.contains(&format!("(*{NAME})["));
                if !is_array && (has_rows || pointee(&parameter.declared).is_some()) {
                    parameter.role = Role::Buffer { length: None };
                }
                self.assumptions.push(Assumption {
                    each: None,
                    condition: format!("symir_array_length({}) >= {least}", parameter.name),
                    because: "its declaration asks for so many".to_owned(),
                });
            }
        }
    }

    /// Stops taking a number for the length of an array whose declaration says its length, unless the name of
    /// the number is that of a length.
    fn part_from_length(&mut self, array: usize) {
        let (Role::Buffer { length } | Role::Bytes { length }) = self.parameters[array].role else { return };
        let Some(number) = length.filter(|number| !is_length(&self.parameters[*number].name)) else { return };
        self.parameters[array].role = Role::Buffer { length: None };
        let of_array = &mut self.parameters[number];
        let Role::Length { of, .. } = &mut of_array.role else { return };
        of.retain(|other| *other != array);
        if let Some(maker) = of_array.number.filter(|_| of.is_empty()) {
            of_array.role = Role::Number(maker);
        }
    }

    /// Handles an array whose rows are as long as a parameter says, as in `int m[rows][columns]`: it has
    /// exactly as many elements. `is_inner` says whether a dimension is the length of rows.
    fn take_rows(&mut self, at: usize, dimensions: &[String], is_inner: impl Fn(&str) -> bool) {
        let parameter = &self.parameters[at];
        let Some((element, _)) = parameter.declared.split_once(&format!(" (*{NAME})[]")) else { return };
        if !matches!(parameter.role, Role::Impossible(_)) {
            return;
        }
        let number = |dimension: &String| {
            let of = |parameter: &Parameter| {
                parameter.name == *dimension
                    && matches!(parameter.role, Role::Number(_) | Role::Length { .. })
            };
            self.parameters.iter().position(of)
        };
        let is_known = |it: &String| number(it).is_some() || it.parse::<u64>().is_ok_and(|it| it > 0);
        if !dimensions.iter().all(is_known) {
            return;
        }
        let (name, element) = (parameter.name.clone(), element.to_owned());
        let inner: String = dimensions[1..].iter().map(|dimension| format!("[{dimension}]")).collect();
        // There may be no row, but each row has an element.
        let bounded = |dimension: &String| {
            let least = u64::from(is_inner(dimension));
            let maker = number(dimension).and_then(|at| self.parameters[at].number).unwrap_or_default();
            let is_unsigned = maker.starts_with("symir_u") || maker == "symir_size";
            match is_unsigned && least == 0 {
                true => format!("{dimension} <= {MOST_OF_ROWS}"),
                false => format!("{dimension} >= {least} && {dimension} <= {MOST_OF_ROWS}"),
            }
        };
        let numbers = dimensions.iter().filter(|dimension| number(dimension).is_some());
        let mut conditions: Vec<String> = numbers.map(bounded).collect();
        let product = dimensions.join(" * ");
        let is_null = if parameter.is_tested { format!("{name} == NULL || ") } else { String::new() };
        conditions.push(format!("{is_null}(unsigned long)({product}) == symir_array_length({name})"));
        let part = dimensions.iter().filter_map(|it| it.parse().ok()).fold(1, u64::saturating_mul);
        let most = MOST_OF_ROWS.saturating_mul(part).min(MOST_OF_PARTS).max(part.saturating_mul(2));
        for of in dimensions.iter().filter_map(number).collect::<Vec<usize>>() {
            if let Some(maker) = self.parameters[of].number {
                self.parameters[of].role = Role::Number(maker);
            }
        }
        let parameter = &mut self.parameters[at];
        parameter.role = Role::Buffer { length: None };
        parameter.declared = format!("{element} *{NAME}");
        parameter.cast = Some(format!("({element} (*){inner})"));
        parameter.at_least = most;
        for condition in conditions {
            if !self.assumptions.iter().any(|known| known.condition == condition) {
                let because = "its declaration says how long the rows are".to_owned();
                self.assumptions.push(Assumption { each: None, condition, because });
            }
        }
    }
}
