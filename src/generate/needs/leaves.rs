//! The values that were passed to a call, each under the C expression that a maintainer would write for it:
//! `n`, `p->next`, `argv[1]`.

use crate::generate::harness::Harness;
use crate::generate::roles::Role;
use crate::testcase::{Datum, Outcome, TestCall, TestCase};

/// How many pointers are followed, and how many elements of an array are told apart.
const DEPTH: usize = 4;
const ELEMENTS: usize = 8;

/// A value that was passed to a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// In C: `p->next`.
    pub text: String,
    /// The number of the parameter that it is reached from.
    pub parameter: usize,
    /// Below what the parameter points to, the members on the way: `next` of `p->next`.
    pub members: Vec<String>,
    /// How many pointers were followed.
    pub depth: usize,
    pub value: Value,
}

/// What is known about a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Null,
    /// A pointer that is not null.
    Pointer,
    /// A pointer to an array of this many elements.
    Array(usize),
    /// A pointer to an array of which nothing was looked at, so that its size is not shown.
    Unseen,
    /// A string of this many characters before its terminator.
    Text {
        letters: usize,
        /// The size of the whole array.
        size: usize,
    },
    /// This many characters without a terminator.
    Letters(usize),
    Number(i128),
    /// An enumerator.
    Named(String),
    Other,
}

/// The call that a test is about.
pub fn call<'a>(harness: &Harness, test: &'a TestCase) -> Option<&'a TestCall> {
    let called = harness.called();
    let is_it = |call: &&TestCall| call.function == called;
    test.calls.iter().rev().find(is_it)
}

/// All values that a test passes to the function of a harness, those nearest to the parameters first. A
/// pointer that is null only because a failing path has not read it is left out, because it is not the cause.
pub fn leaves(harness: &Harness, test: &TestCase) -> Vec<Leaf> {
    let Some(call) = call(harness, test) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, (parameter, datum)) in harness.parameters.iter().zip(&call.arguments).enumerate() {
        let leaf = Leaf {
            text: parameter.name.clone(),
            parameter: at,
            members: Vec::new(),
            depth: 0,
            value: Value::Other,
        };
        // Callers cannot keep to conditions on what they cannot see.
        match (&parameter.role, datum) {
            // Each call of the harness has its own.
            (Role::Format | Role::List, _) => {}
            (Role::Made { .. } | Role::Taken { .. }, Datum::Null) => add(leaf, datum, &mut found),
            (Role::Made { .. } | Role::Taken { .. }, _) => found.push(Leaf { value: Value::Pointer, ..leaf }),
            _ => add(leaf, datum, &mut found),
        }
    }
    for (at, (parameter, datum)) in harness.parameters.iter().zip(&call.arguments).enumerate() {
        // A pointer to the first element of another argument leads to the value of this element.
        let (Role::Object, Datum::Place(place)) = (&parameter.role, datum) else { continue };
        let first = [format!("{place}[0]"), format!("*{place}")];
        if let Some(value) =
            found.iter().find(|leaf| first.contains(&leaf.text)).map(|leaf| leaf.value.clone())
        {
            let text = format!("*{}", parameter.name);
            found.push(Leaf { text, parameter: at, members: Vec::new(), depth: 1, value });
        }
    }
    if matches!(test.outcome, Outcome::Bug(_)) {
        let is_unread = |leaf: &Leaf| test.unread.contains(&leaf.text) && !harness.sets(&leaf.text);
        found.retain(|leaf| leaf.value != Value::Null || !is_unread(leaf));
    }
    found.sort_by_key(|leaf| leaf.depth);
    found
}

fn add(leaf: Leaf, datum: &Datum, found: &mut Vec<Leaf>) {
    let value = match datum {
        Datum::Integer(_) | Datum::Character(_) => Value::Number(datum.integer().unwrap_or_default()),
        Datum::Float(number) if *number == 0.0 => Value::Number(0),
        Datum::Null => Value::Null,
        Datum::Pointer(target) | Datum::Labelled { target, .. } => match &**target {
            Datum::Text { text, rest } if rest.is_empty() => Value::Letters(text.len()),
            Datum::Text { text, rest } => Value::Text { letters: text.len(), size: text.len() + rest.len() },
            Datum::Uninitialised => Value::Unseen,
            Datum::Array(elements) => Value::Array(elements.len()),
            _ => Value::Pointer,
        },
        Datum::Text { .. } | Datum::At { .. } | Datum::Address(_) => Value::Pointer,
        // A member that leads to what another argument points to.
        Datum::Place(_) if leaf.depth > 0 => Value::Pointer,
        // An object that was shown already.
        Datum::Name(name) if name.starts_with('&') => Value::Pointer,
        Datum::Name(name) if name == "false" => Value::Number(0),
        Datum::Name(name) if name == "true" => Value::Number(1),
        Datum::Name(name) if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
            Value::Named(name.clone())
        }
        _ => Value::Other,
    };
    if value != Value::Other {
        found.push(Leaf { value, ..leaf.clone() });
    }
    match datum {
        Datum::Pointer(target) | Datum::Labelled { target, .. } if leaf.depth < DEPTH => {
            let below = |text: String| Leaf { text, depth: leaf.depth + 1, ..leaf.clone() };
            match &**target {
                Datum::Struct(members) => add_members(&below(leaf.text.clone()), "->", members, found),
                Datum::Array(elements) => add_elements(&below(leaf.text.clone()), elements, found),
                Datum::Text { .. } => {}
                other => add(below(format!("*{}", leaf.text)), other, found),
            }
        }
        Datum::Struct(members) => add_members(&leaf, ".", members, found),
        Datum::Array(elements) => add_elements(&leaf, elements, found),
        _ => {}
    }
}

fn add_members(leaf: &Leaf, step: &str, members: &[(String, Datum)], found: &mut Vec<Leaf>) {
    for (name, datum) in members.iter().filter(|(name, _)| !name.is_empty()) {
        let mut path = leaf.members.clone();
        path.push(name.clone());
        let own =
            Leaf { text: format!("{}{step}{name}", grouped(&leaf.text)), members: path, ..leaf.clone() };
        add(own, datum, found);
    }
}

fn add_elements(leaf: &Leaf, elements: &[Datum], found: &mut Vec<Leaf>) {
    for (at, datum) in elements.iter().enumerate().take(ELEMENTS) {
        let mut path = leaf.members.clone();
        path.push(format!("[{at}]"));
        let own = Leaf { text: format!("{}[{at}]", grouped(&leaf.text)), members: path, ..leaf.clone() };
        add(own, datum, found);
    }
}

/// An expression that something may follow.
fn grouped(text: &str) -> String {
    if text.starts_with('*') { format!("({text})") } else { text.to_owned() }
}
