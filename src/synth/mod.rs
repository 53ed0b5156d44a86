//! Sequences of calls that build objects which satisfy a path condition, by summaries of calls.
//!
//! A [`Summary`](summary::Summary) is a finished symbolic path of one function, which was explored once and
//! in isolation. It says what must hold of the arguments and of the objects that they lead to, and what these
//! objects hold when the function returns. Two algorithms put summaries together (Parshin, "Automatic
//! synthesis of objects for symbolic execution", 2023): [`mod@forward`] begins with nothing and makes calls
//! until the function under test can be entered; [`mod@backward`] begins with the condition of a path through
//! the function under test and puts calls before it, with the weakest precondition over each, until no object
//! is left to be made. Both give a [`Sequence`].
//!
//! This module does not know memory that structures and pointers do not describe, such as arrays whose length
//! is an input. A summary leaves such parts out, and no sequence depends on them.

mod backward;
mod forward;
mod invariants;
mod search;
mod summary;
#[cfg(test)]
mod tests;

pub use backward::backward;
pub use forward::forward;
pub use invariants::{OBJECT, contradicts, invariants};
pub use search::{Effort, NO_SEQUENCE, Work};
pub use summary::{Function, Library, Part};

use crate::expr::{Arena, Assignment, Evaluator, ExprId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Calls in their order, the one under test last, with values of all primitive arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
    pub calls: Vec<Call>,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    /// The number of the object that it returns.
    pub result: Option<usize>,
    /// The number of the object whose storage the caller provides.
    pub storage: Option<usize>,
    pub arguments: Vec<Argument>,
}

/// An argument: a primitive, null, or an object that an earlier call has made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    Number(i128),
    Null,
    Object(usize),
}

/// A call whose primitive arguments are terms.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    function: usize,
    result: Option<usize>,
    storage: Option<usize>,
    arguments: Vec<Passed>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Passed {
    Number(ExprId),
    Null,
    Object(usize),
}

impl Sequence {
    /// The sequence of these steps, with the terms evaluated under values of their symbols.
    fn of(functions: &[Function], steps: &[Step], arena: &Arena, values: &Assignment) -> Self {
        let mut evaluator = Evaluator::new();
        let mut value = |term: ExprId| {
            let bits = arena.width(term).0;
            let number = evaluator.eval(arena, values, term);
            // Numbers of few bits are read as signed ones, as most are.
            match bits < 128 && number >> (bits - 1) & 1 == 1 {
                true => number as i128 - (1i128 << bits),
                false => number as i128,
            }
        };
        let calls = steps.iter().map(|step| Call {
            function: functions[step.function].name.clone(),
            result: step.result,
            storage: step.storage,
            arguments: step
                .arguments
                .iter()
                .map(|passed| match passed {
                    Passed::Number(term) => Argument::Number(value(*term)),
                    Passed::Null => Argument::Null,
                    Passed::Object(object) => Argument::Object(*object),
                })
                .collect(),
        });
        Self { calls: calls.collect() }
    }

    /// The number of calls, the one under test not counted.
    pub fn len(&self) -> usize {
        self.calls.len().saturating_sub(1)
    }

    /// The calls in C. Each object has a variable, which is named by the word for the function that makes the
    /// object.
    pub fn lines(&self, word_of: impl Fn(&str) -> String) -> String {
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        let mut stored: BTreeSet<usize> = BTreeSet::new();
        let mut text = String::new();
        for call in &self.calls {
            let mut lead = String::new();
            if let Some(object) = call.result.or(call.storage) {
                let word = word_of(&call.function);
                let taken = names.values().filter(|name| name.trim_end_matches(char::is_numeric) == word);
                let name = match taken.count() {
                    0 => word,
                    n => format!("{word}{}", n + 1),
                };
                lead = if call.result.is_some() { format!("{name} = ") } else { String::new() };
                names.insert(object, name);
                stored.extend(call.storage);
            }
            let passed: Vec<String> = call
                .arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Number(number) => number.to_string(),
                    Argument::Null => "NULL".to_owned(),
                    Argument::Object(object) => {
                        let name = names.get(object).map_or("?", String::as_str);
                        if stored.contains(object) { format!("&{name}") } else { name.to_owned() }
                    }
                })
                .collect();
            let _ = write!(text, "{lead}{}({}); ", call.function, passed.join(", "));
        }
        text.trim_end().to_owned()
    }
}
