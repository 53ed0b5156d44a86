//! The conditions that a caller may have to keep to: in C, in words, and whether the values of a call keep to
//! them.

use super::facts::Facts;
use super::leaves::{Leaf, Value};
use super::when::When;
use crate::generate::guards::Place;
use crate::generate::harness::{CountedMember, Harness, MemberArray, root};
use crate::generate::roles::{ELEMENTS, Role};
use std::fmt::Write;

/// A condition that a caller may have to keep to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contract {
    NotNull(String),
    /// No element of this array of pointers is null, from this one on: the first of `argv` often does not
    /// matter. The condition asks for so many elements.
    NoneNull {
        array: String,
        from: usize,
        count: usize,
    },
    /// The number is not this one.
    Not(String, i128),
    /// The number is a multiple of this one: the elements that it counts are taken so many at a time.
    Multiple {
        number: String,
        of: u64,
    },
    /// The least number of its type is not divided by minus one.
    Quotient {
        dividend: String,
        divisor: String,
        least: i128,
    },
    /// The number is at least `from` and less than `end`, as far as there are such bounds. `of` says what has
    /// this size.
    Within {
        number: String,
        from: Option<i128>,
        end: Option<i128>,
        of: Option<String>,
    },
    /// The same for each element `i` of an array.
    Each {
        array: String,
        from: Option<i128>,
        end: Option<i128>,
    },
    /// The first is less than the second.
    Less(String, String),
    /// The first is no more than the second.
    AtMost(String, String),
    /// The number is at most `by` times `of`.
    Times {
        number: String,
        by: i128,
        of: String,
    },
    /// The array `of` has at least `rows` times `columns` elements.
    Product {
        rows: String,
        columns: String,
        of: String,
    },
    /// The part that begins at `first` and has `second` elements ends within the array `of`, or, if `of` is a
    /// number, at that number at the latest.
    Sum {
        first: String,
        second: String,
        of: String,
        is_array: bool,
        is_signed: bool,
    },
    /// The number is not negative and less than the number of elements of the array times `scale`.
    Index {
        number: String,
        array: String,
        is_signed: bool,
        scale: i128,
    },
    /// The number says how many elements of the array are in use: it is not negative, and at most as large as
    /// their number.
    Count {
        number: String,
        array: String,
        is_signed: bool,
    },
    /// The array has at least `count` elements. The harness makes arrays of up to `most` elements, which is more
    /// than `count` as long as the right number is not known.
    AtLeast {
        array: String,
        count: u64,
        most: u64,
    },
    /// Two numbers or pointers are different.
    Differ(String, String),
    OneOf {
        value: String,
        ty: String,
        names: Vec<String>,
    },
    /// The string has fewer characters than this.
    Shorter(String, u64),
    /// An assertion of the function itself.
    Stated(String),
    /// A pointer leads to a certain part of an array: the condition in C, and the same in words.
    Placed {
        pointer: String,
        condition: String,
        words: String,
    },
    /// There is a terminator among the elements of an array.
    Terminated(String),
    /// A contract for calls that satisfy a condition.
    If {
        when: When,
        then: Box<Contract>,
    },
    /// An argument that the harness has to make in another way.
    Plan(Plan),
    /// A contract that no condition in C expresses, and that is not assumed.
    Unsaid(String),
}

/// Another way to make an argument. Parameters are given by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plan {
    /// The pointer has as many elements as the number says.
    Elements {
        pointer: usize,
        number: usize,
    },
    /// The pointer leads to several elements.
    Several(usize),
    Terminated(usize),
    /// The array has room for what is written.
    Room(usize),
    Initialised(usize),
    /// It comes from `malloc`.
    Allocated(usize),
    /// It points behind a header that belongs to it.
    Behind(usize),
    /// The number of this parameter is not the length of the array of the other one.
    Apart {
        pointer: usize,
        number: usize,
    },
    /// A member of what a parameter points to is an array, and another member says how many elements it has:
    /// in C.
    Member {
        array: String,
        number: String,
    },
    /// A member of all objects of a type has as many elements as another member says.
    Counted {
        ty: String,
        array: String,
        count: String,
        /// The expression that leads to the object, in C: `frame->packet`.
        path: String,
    },
}

/// The pointer whose object an error has missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Through {
    Unknown,
    /// Several pointers of the inputs lead to the object.
    Several,
    /// The parameter of this number and name.
    Parameter(usize, String),
    /// A member of what a parameter points to: in C.
    Member(String),
}

impl Contract {
    /// The contract for all calls.
    pub fn unconditional(self) -> Self {
        match self {
            Contract::If { then, .. } => *then,
            contract => contract,
        }
    }

    /// In C; empty if there is no condition.
    pub fn condition(&self) -> String {
        match self {
            Contract::NotNull(pointer) => format!("{pointer} != NULL"),
            Contract::NoneNull { array, from, count } => {
                let element = |at| format!("(symir_array_length({array}) <= {at} || {array}[{at}] != NULL)");
                let each: Vec<String> = (*from..*count).map(element).collect();
                each.join(" && ")
            }
            Contract::Not(number, value) => format!("{number} != {}", constant(*value)),
            Contract::Multiple { number, of } => format!("{number} % {of} == 0"),
            Contract::Quotient { dividend, divisor, least } => {
                format!("{dividend} != {} || {divisor} != -1", constant(*least))
            }
            Contract::Within { number, from, end, .. } => within(number, *from, *end),
            Contract::Each { array, from, end } => within(&format!("{array}[i]"), *from, *end),
            Contract::Less(one, other) => format!("{one} < {other}"),
            Contract::AtMost(one, other) => format!("{one} <= {other}"),
            Contract::Times { number, by, of } => format!("{number} <= {by} * {of}"),
            Contract::Product { rows, columns, of } => format!(
                "{rows} >= 0 && {columns} >= 0 && (unsigned long long){rows} * {columns} <= \
                 symir_array_length({of})"
            ),
            Contract::Sum { first, second, of, is_array, is_signed } => {
                let most = match (is_array, is_signed) {
                    (true, true) => format!("(long)symir_array_length({of})"),
                    (true, false) => format!("symir_array_length({of})"),
                    (false, _) => of.clone(),
                };
                let from = if *is_signed { format!("0 <= {first} && ") } else { String::new() };
                format!("{from}{first} <= {most} && {second} <= {most} - {first}")
            }
            Contract::Index { number, array, is_signed, scale } => {
                let from = if *is_signed { format!("0 <= {number} && ") } else { String::new() };
                let apart = apart(number, array);
                format!("{apart}{from}{number} < {}symir_array_length({array})", times(*scale))
            }
            Contract::Count { number, array, is_signed } => {
                let from = if *is_signed { format!("0 <= {number} && ") } else { String::new() };
                format!("{}{from}{number} <= symir_array_length({array})", apart(number, array))
            }
            Contract::AtLeast { array, count, .. } => format!("symir_array_length({array}) >= {count}"),
            Contract::Differ(one, other) => format!("{one} != {other}"),
            Contract::OneOf { value, names, .. } => {
                let each: Vec<String> = names.iter().map(|name| format!("{value} == {name}")).collect();
                each.join(" || ")
            }
            Contract::Shorter(text, count) => format!("__builtin_strlen({text}) < {count}"),
            Contract::Stated(condition) | Contract::Placed { condition, .. } => condition.clone(),
            Contract::Terminated(array) => {
                format!("__builtin_memchr({array}, 0, symir_array_length({array})) != NULL")
            }
            Contract::If { when, then } => format!("{} || {}", when.otherwise(), then.condition()),
            Contract::Plan(_) | Contract::Unsaid(_) => String::new(),
        }
    }

    /// In words.
    pub fn words(&self, harness: &Harness) -> String {
        match self {
            Contract::NotNull(pointer) => format!("{pointer} is not null"),
            Contract::NoneNull { array, from: 0, .. } => format!("no element of {array} is null"),
            Contract::NoneNull { array, .. } => format!("no element of {array} behind the first is null"),
            Contract::Not(number, 0) => format!("{number} is not zero"),
            Contract::Multiple { number, of } => format!("{number} is a multiple of {of}"),
            Contract::Within { number, from: Some(from), end: None, .. } => format!("{number} >= {from}"),
            Contract::Within { number, from: None, end: Some(_), of: Some(of) } => {
                format!("{number} <= size of {of}")
            }
            Contract::Within { number, from: Some(from), end: Some(end), of: Some(of) } => {
                format!("{from} <= {number} < {end}, the size of {of}")
            }
            Contract::Index { number, array, is_signed, scale } => {
                let from = if *is_signed { "0 <= " } else { "" };
                format!("{from}{number} < {}size of {array}", times(*scale))
            }
            Contract::Each { array, from, end } => {
                let bounds = match (from, end) {
                    (Some(from), Some(end)) => format!("at least {from} and less than {end}"),
                    (Some(from), None) => format!("at least {from}"),
                    (None, Some(end)) => format!("less than {end}"),
                    (None, None) => "any number".to_owned(),
                };
                format!("each element of {array} is {bounds}")
            }
            Contract::Count { number, array, is_signed } => {
                let from = if *is_signed { "0 <= " } else { "" };
                format!("{from}{number} <= size of {array}")
            }
            Contract::AtLeast { array, count, .. } => format!("{array} has {count} elements or more"),
            Contract::Product { rows, columns, of } => {
                format!("{of} has {rows} * {columns} elements")
            }
            Contract::Sum { first, second, of, is_array, .. } => {
                format!("{first} + {second} <= {}{of}", if *is_array { "size of " } else { "" })
            }
            Contract::OneOf { value, ty, .. } => format!("{value} is one of the names of {ty}"),
            Contract::Shorter(text, count) => format!("{text} has fewer than {count} characters"),
            Contract::Stated(text) => format!("{text}, as an assertion states"),
            Contract::Terminated(array) => format!("{array} is terminated"),
            Contract::If { when, then } => format!("if {}, {}", when.words(), then.words(harness)),
            Contract::Unsaid(words) | Contract::Placed { words, .. } => words.clone(),
            Contract::Plan(plan) => plan.words(harness),
            Contract::Not(..)
            | Contract::Quotient { .. }
            | Contract::Within { .. }
            | Contract::Less(..)
            | Contract::AtMost(..)
            | Contract::Times { .. }
            | Contract::Differ(..) => self.condition(),
        }
    }

    /// Whether the values of a call keep to it; `None` if that is not known.
    pub fn holds(&self, leaves: &[Leaf]) -> Option<bool> {
        let value = |text: &str| leaves.iter().find(|leaf| leaf.text == text).map(|leaf| &leaf.value);
        let number = |text: &str| match value(text) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        };
        match self {
            Contract::NotNull(pointer) => value(pointer).map(|value| *value != Value::Null),
            Contract::NoneNull { array, from, .. } => {
                let is_free = |text: &str| *from > 0 && (text.starts_with('*') || text.ends_with("[0]"));
                let mut elements =
                    leaves.iter().filter(|leaf| is_element(&leaf.text, array) && !is_free(&leaf.text));
                Some(!elements.any(|leaf| leaf.value == Value::Null))
            }
            Contract::Not(text, other) => number(text).map(|number| number != *other),
            Contract::Multiple { number: text, of } => {
                number(text).map(|number| number % i128::from(*of) == 0)
            }
            Contract::Quotient { dividend, divisor, least } => {
                Some(number(dividend)? != *least || number(divisor)? != -1)
            }
            Contract::Within { number: text, from, end, .. } => {
                let number = number(text)?;
                Some(from.is_none_or(|from| from <= number) && end.is_none_or(|end| number < end))
            }
            Contract::Each { array, from, end } => {
                let elements = leaves.iter().filter(|leaf| is_element(&leaf.text, array));
                let mut numbers = elements.filter_map(|leaf| match leaf.value {
                    Value::Number(number) => Some(number),
                    _ => None,
                });
                let is_within = |number: i128| {
                    from.is_none_or(|from| from <= number) && end.is_none_or(|end| number < end)
                };
                Some(numbers.all(is_within))
            }
            Contract::Less(one, other) => Some(number(one)? < number(other)?),
            Contract::AtMost(one, other) => Some(number(one)? <= number(other)?),
            Contract::Times { number: text, by, of } => Some(number(text)? <= number(of)?.checked_mul(*by)?),
            Contract::Product { rows, columns, of } => {
                let (rows, columns) = (number(rows)?, number(columns)?);
                let product = rows.checked_mul(columns)?;
                Some(rows >= 0 && columns >= 0 && product <= elements(leaves, of).unwrap_or(0))
            }
            Contract::Sum { first, second, of, is_array, .. } => {
                let (first, second) = (number(first)?, number(second)?);
                let most = if *is_array { elements(leaves, of)? } else { number(of)? };
                Some((0..=most).contains(&first) && second <= most - first)
            }
            Contract::Index { number: text, array, scale, .. } => {
                let number = number(text)?;
                Some((0..elements(leaves, array)?.saturating_mul(*scale)).contains(&number))
            }
            Contract::Count { number: text, array, .. } => {
                Some((0..=elements(leaves, array)?).contains(&number(text)?))
            }
            Contract::AtLeast { array, count, .. } => {
                Some(elements(leaves, array).unwrap_or(0) >= i128::from(*count))
            }
            Contract::Differ(one, other) => Some(number(one)? != number(other)?),
            Contract::OneOf { value: text, names, .. } => match value(text)? {
                Value::Named(name) => Some(names.contains(name)),
                Value::Number(_) => Some(false),
                _ => None,
            },
            Contract::Shorter(text, count) => match value(text)? {
                Value::Text { letters, .. } => Some((*letters as u64) < *count),
                _ => None,
            },
            Contract::Terminated(array) => match value(array)? {
                Value::Letters(_) => Some(false),
                Value::Text { .. } => Some(true),
                _ => None,
            },
            Contract::If { when, then } => match when.holds(leaves) {
                Some(false) => Some(true),
                _ => then.holds(leaves),
            },
            Contract::Stated(_) | Contract::Placed { .. } | Contract::Plan(_) | Contract::Unsaid(_) => None,
        }
    }

    /// The parameter that has to be large enough, by its name, and a rank: the contract with the least rank
    /// says the most.
    pub fn size_of<'a>(&'a self, harness: &'a Harness) -> Option<(&'a str, u32)> {
        let name = |at: &usize| harness.parameters[*at].name.as_str();
        match self {
            Contract::Plan(Plan::Elements { pointer, .. }) => Some((name(pointer), 0)),
            Contract::Plan(Plan::Room(pointer)) => Some((name(pointer), 1)),
            Contract::Plan(Plan::Behind(pointer)) => Some((name(pointer), 2)),
            // A number that was found by trying says more than that the array is large enough.
            Contract::AtLeast { array, count, .. } if *count > ELEMENTS => Some((array, 4)),
            Contract::Plan(Plan::Several(pointer)) => Some((name(pointer), 5)),
            Contract::Plan(Plan::Apart { pointer, .. }) => Some((name(pointer), 6)),
            Contract::AtLeast { array, .. } => Some((array, 7)),
            Contract::Unsaid(words) => Some((
                words
                    .strip_suffix(" has enough elements")
                    .or(words.strip_suffix(" points behind its header"))?,
                3,
            )),
            _ => None,
        }
    }

    /// Whether it makes another array than the one that an error has missed.
    pub fn is_of_another_array(&self, missed: &Through) -> bool {
        let Contract::Plan(plan) = self else { return false };
        let is_it = match (plan, missed) {
            (Plan::Initialised(_) | Plan::Allocated(_) | Plan::Counted { .. }, _) | (_, Through::Unknown) => {
                true
            }
            (Plan::Member { array, .. }, Through::Member(missed)) => array == missed,
            (Plan::Member { array, .. }, Through::Parameter(_, missed)) => {
                array.strip_prefix('*') == Some(missed)
            }
            // The pointer behind a pointer gets an array of its own.
            (Plan::Member { array, .. }, Through::Several) => array.starts_with('*'),
            (
                Plan::Elements { pointer, .. }
                | Plan::Several(pointer)
                | Plan::Terminated(pointer)
                | Plan::Room(pointer)
                | Plan::Behind(pointer)
                | Plan::Apart { pointer, .. },
                Through::Parameter(missed, _),
            ) => pointer == missed,
            _ => false,
        };
        !is_it
    }

    /// Whether no values keep to both contracts.
    pub fn excludes(&self, other: &Contract) -> bool {
        let (Contract::Within { number, from, end, .. }, Contract::Within { number: same, .. }) =
            (self, other)
        else {
            return false;
        };
        let Contract::Within { from: other_from, end: other_end, .. } = other else { return false };
        let is_empty =
            |from: &Option<i128>, end: &Option<i128>| from.zip(*end).is_some_and(|(from, end)| from >= end);
        number == same && (is_empty(from, other_end) || is_empty(other_from, end))
    }

    /// The value that it is about, if it is about a single one.
    pub fn subject(&self) -> Option<&str> {
        match self {
            Contract::NotNull(text) | Contract::Not(text, _) | Contract::Shorter(text, _) => Some(text),
            Contract::Within { number, .. }
            | Contract::Index { number, .. }
            | Contract::Count { number, .. }
            | Contract::Less(number, _)
            | Contract::Times { number, .. }
            | Contract::Multiple { number, .. }
            | Contract::AtMost(number, _) => Some(number),
            Contract::NoneNull { array, .. }
            | Contract::AtLeast { array, .. }
            | Contract::Each { array, .. } => Some(array),
            Contract::OneOf { value, .. } => Some(value),
            Contract::Placed { pointer, .. } => Some(pointer),
            Contract::Terminated(array) => Some(array),
            Contract::If { then, .. } => then.subject(),
            Contract::Quotient { .. }
            | Contract::Product { .. }
            | Contract::Sum { .. }
            | Contract::Differ(..)
            | Contract::Stated(_)
            | Contract::Plan(_)
            | Contract::Unsaid(_) => None,
        }
    }

    /// The array, if the condition is about each element `i` of an array.
    pub fn each(&self) -> Option<&str> {
        match self {
            Contract::Each { array, .. } => Some(array),
            _ => None,
        }
    }

    /// The same contract for each element of an array, if this one is about one element of an array whose
    /// length is an input: not every array has that element. `None` if that cannot be expressed. `is_array`
    /// says whether a parameter is such an array.
    pub fn of_all_elements(self, is_array: impl Fn(&str) -> bool) -> Option<Contract> {
        let element = |text: &str| {
            let array = match text.split_once('[') {
                Some((array, at)) => {
                    let _: u64 = at.strip_suffix(']')?.parse().ok()?;
                    array
                }
                None => text.strip_prefix('*')?,
            };
            is_array(array).then(|| array.to_owned())
        };
        match self {
            Contract::Within { ref number, from, end, .. } => match element(number) {
                Some(array) => Some(Contract::Each { array, from, end }),
                None => Some(self),
            },
            Contract::Not(ref number, _)
            | Contract::Multiple { ref number, .. }
            | Contract::Index { ref number, .. }
            | Contract::Count { ref number, .. }
            | Contract::OneOf { value: ref number, .. }
            | Contract::Shorter(ref number, _)
            | Contract::Terminated(ref number)
                if element(number).is_some() =>
            {
                None
            }
            Contract::Less(ref one, ref other)
            | Contract::AtMost(ref one, ref other)
            | Contract::Differ(ref one, ref other)
            | Contract::Times { number: ref one, of: ref other, .. }
            | Contract::Quotient { dividend: ref one, divisor: ref other, .. }
            | Contract::Product { rows: ref one, columns: ref other, .. }
            | Contract::Sum { first: ref one, second: ref other, .. }
                if element(one).or(element(other)).is_some() =>
            {
                None
            }
            other => Some(other),
        }
    }

    /// The upper bound of a number, in C.
    pub fn most(&self) -> Option<&str> {
        match self {
            Contract::Less(_, most) | Contract::AtMost(_, most) | Contract::Times { of: most, .. } => {
                Some(most)
            }
            _ => None,
        }
    }

    /// The member that says how many elements the array at the end of a structure has, in C.
    pub fn count(&self) -> Option<String> {
        match self {
            Contract::Plan(Plan::Counted { path, count, .. }) => Some(format!("{path}->{count}")),
            _ => None,
        }
    }

    /// Whether the values of a call may not tell if it keeps to the contract.
    pub fn is_untold(&self) -> bool {
        match self {
            Contract::If { then, .. } => then.is_untold(),
            // No value tells how many elements an array has if it is only written to.
            Contract::Sum { is_array, .. } => *is_array,
            Contract::Stated(_)
            | Contract::Placed { .. }
            | Contract::Plan(_)
            | Contract::Unsaid(_)
            | Contract::Terminated(_)
            | Contract::Index { .. }
            | Contract::Count { .. }
            | Contract::Differ(..) => true,
            Contract::NotNull(_)
            | Contract::NoneNull { .. }
            | Contract::Not(..)
            | Contract::Multiple { .. }
            | Contract::Quotient { .. }
            | Contract::Within { .. }
            | Contract::Each { .. }
            | Contract::Less(..)
            | Contract::AtMost(..)
            | Contract::Times { .. }
            | Contract::Product { .. }
            | Contract::AtLeast { .. }
            | Contract::OneOf { .. }
            | Contract::Shorter(..) => false,
        }
    }

    /// A key to sort contracts by: first pointers, beginning with the parameters, then other ways to make
    /// arguments, then numbers.
    pub fn order(&self) -> (usize, usize) {
        let steps = |text: &str| text.matches("->").count() + text.matches(['[', '*', '.']).count();
        match self {
            Contract::NotNull(text) => (0, steps(text)),
            Contract::If { then, .. } => then.order(),
            Contract::NoneNull { array, .. } => (0, 1 + steps(array)),
            Contract::Plan(_) => (1, 0),
            Contract::Unsaid(_) => (3, 0),
            _ => (2, 0),
        }
    }
}

impl Plan {
    fn words(&self, harness: &Harness) -> String {
        let name = |at: &usize| harness.parameters[*at].name.as_str();
        match self {
            Plan::Elements { pointer, number } => {
                format!("{} <= size of {}", name(number), name(pointer))
            }
            Plan::Several(pointer) => format!("{} is an array", name(pointer)),
            Plan::Terminated(pointer) => format!("{} is terminated", name(pointer)),
            Plan::Room(pointer) => format!("{} has room for the result", name(pointer)),
            Plan::Initialised(pointer) => format!("*{} is initialised", name(pointer)),
            Plan::Allocated(pointer) => format!("{} comes from malloc", name(pointer)),
            Plan::Behind(pointer) if harness.parameters[*pointer].is_amid() => {
                format!("{} points into the middle of an array", name(pointer))
            }
            Plan::Behind(pointer) => format!("{} points behind its header", name(pointer)),
            Plan::Apart { pointer, .. } => format!("{} is large enough", name(pointer)),
            Plan::Member { array, number } => format!("{number} <= size of {array}"),
            Plan::Counted { array, count, path, .. } => {
                format!("{path}->{count} <= size of {path}->{array}")
            }
        }
    }

    /// Changes the harness so that it makes the argument in this way.
    pub fn apply(&self, harness: &mut Harness, facts: &Facts) {
        let parameters = &mut harness.parameters;
        match *self {
            Plan::Elements { pointer, number } => {
                parameters[pointer].role = match parameters[pointer].role {
                    Role::Bytes { .. } => Role::Bytes { length: Some(number) },
                    _ => Role::Buffer { length: Some(number) },
                };
                parameters[number].role = match &parameters[number].role {
                    Role::Length { of, share } => {
                        Role::Length { of: of.iter().copied().chain(Some(pointer)).collect(), share: *share }
                    }
                    _ => Role::Length { of: vec![pointer], share: 1 },
                };
            }
            Plan::Several(pointer) => parameters[pointer].role = Role::Buffer { length: None },
            Plan::Terminated(pointer) => parameters[pointer].role = Role::Text,
            Plan::Room(pointer) => {
                let is_read = parameters[pointer].role == Role::Text && parameters[pointer].ends_in_zero;
                parameters[pointer].role = if is_read { Role::TextWithRoom } else { Role::Room };
            }
            Plan::Initialised(pointer) => {
                parameters[pointer].role = match parameters[pointer].role {
                    Role::Room => Role::Filled,
                    _ => Role::Object,
                };
            }
            Plan::Allocated(pointer) => parameters[pointer].role = Role::Object,
            Plan::Behind(pointer) => {
                if let Role::Buffer { length: Some(number) } = parameters[pointer].role {
                    facts.free(harness, number);
                }
                harness.parameters[pointer].role = Role::Behind;
            }
            Plan::Apart { pointer, number } => {
                match &mut harness.parameters[number].role {
                    // Other arrays still have this length.
                    Role::Length { of, .. } if of.len() > 1 => {
                        of.retain(|other| *other != pointer);
                        match &mut harness.parameters[pointer].role {
                            Role::Buffer { length } | Role::Bytes { length } => *length = None,
                            _ => {}
                        }
                    }
                    _ => facts.free(harness, number),
                }
                harness.apart.push(pointer);
            }
            Plan::Counted { ref ty, ref array, ref count, .. } => {
                let is_it = |known: &&mut CountedMember| (&known.ty, &known.array) == (ty, array);
                let because = "else elements are missing".to_owned();
                let made =
                    CountedMember { ty: ty.clone(), array: array.clone(), count: count.clone(), because };
                match harness.counted.iter_mut().find(is_it) {
                    Some(known) => *known = made,
                    None => harness.counted.push(made),
                }
            }
            Plan::Member { ref array, ref number } => {
                let pointer = root(array);
                let at = harness.parameters.iter().position(|parameter| parameter.name == pointer);
                let is_void =
                    at.and_then(|at| facts.member(at, array)).is_some_and(|it| it.ty.is_void_pointer);
                let element =
                    if is_void { "unsigned char".to_owned() } else { format!("__typeof__(*{array})") };
                let place = facts.member(at.unwrap_or_default(), array).map(|member| member.offset);
                let place = at.zip(place).map(|(parameter, at)| Place { parameter, member: Some(at) });
                let may_be_null = place.is_some_and(|place| facts.guards.tested.contains(&place));
                let (array, number) = (array.clone(), number.clone());
                let made = MemberArray { array, number, element, may_be_null };
                if !harness.arrays.contains(&made) {
                    harness.arrays.push(made);
                }
            }
        }
    }
}

/// Whether an expression is an element of an array: `a[1]` or, of an array of one, `*a`.
pub fn is_element(text: &str, array: &str) -> bool {
    text.strip_prefix('*') == Some(array) || text.strip_prefix(array).is_some_and(|at| at.starts_with('['))
}

/// The condition that a number is at least `from` and less than `end`, in C.
fn within(number: &str, from: Option<i128>, end: Option<i128>) -> String {
    match (from, end) {
        (Some(from), Some(end)) => {
            format!("{} <= {number} && {number} < {}", constant(from), constant(end))
        }
        (Some(0), None) => format!("{number} >= 0"),
        (Some(from), None) => format!("{number} >= {}", constant(from)),
        (None, Some(end)) => format!("{number} < {}", constant(end)),
        (None, None) => String::new(),
    }
}

/// A factor, written before an operand.
fn times(scale: i128) -> String {
    if scale == 1 { String::new() } else { format!("{scale} * ") }
}

/// How many elements the array of a parameter has; `None` if the values do not show it.
pub(super) fn elements(leaves: &[Leaf], array: &str) -> Option<i128> {
    match leaves.iter().find(|leaf| leaf.text == array).map(|leaf| &leaf.value) {
        Some(Value::Unseen) => return None,
        Some(Value::Array(size)) => return Some(*size as i128),
        Some(Value::Letters(size) | Value::Text { size, .. }) => return Some(*size as i128),
        _ => {}
    }
    let start = format!("{array}[");
    let indices = leaves.iter().filter_map(|leaf| {
        let rest = leaf.text.strip_prefix(&start)?;
        rest.split(']').next()?.parse::<i128>().ok()
    });
    let one = leaves.iter().any(|leaf| leaf.text == format!("*{array}"));
    Some(indices.max().map_or(i128::from(one), |last| last + 1))
}

/// The condition that a number behind a pointer is not itself an element of the array whose elements it
/// counts.
fn apart(number: &str, array: &str) -> String {
    match number.strip_prefix('*') {
        Some(pointer) => format!("(const void *){pointer} != (const void *){array} && "),
        None => String::new(),
    }
}

/// A number as C has it: the least numbers have names.
fn constant(value: i128) -> String {
    const NAMED: [(i128, &str); 2] = [(i32::MIN as i128, "INT_MIN"), (i64::MIN as i128, "LONG_MIN")];
    let mut text = String::new();
    match NAMED.iter().find(|(named, _)| *named == value) {
        Some((_, name)) => text += name,
        None => write!(text, "{value}").expect("invariant: a string takes all"),
    }
    text
}
