//! When a contract has to be kept to: callers say so by a flag, by the name of a case, or by another member
//! that is there.
//!
//! Only conditions on a single value are considered, and on two members of one object that are both there.

use super::facts::Facts;
use super::leaves::{Leaf, Value};

/// A condition on the calls that have to keep to a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// A number has this bit; `name` is its name in C.
    Bit {
        number: String,
        mask: i128,
        name: String,
    },
    /// A pointer is not null.
    NotNull(String),
    NotZero(String),
    /// A value is this enumerator.
    Is {
        value: String,
        name: String,
    },
    /// Both conditions hold.
    Both(Box<When>, Box<When>),
}

impl When {
    /// Whether it only says which other parts of an object are there.
    pub fn is_of_parts(&self) -> bool {
        match self {
            When::NotNull(_) => true,
            When::Both(one, other) => one.is_of_parts() && other.is_of_parts(),
            When::Bit { .. } | When::NotZero(_) | When::Is { .. } => false,
        }
    }

    /// In C.
    pub fn condition(&self) -> String {
        match self {
            When::Bit { number, name, .. } => format!("({number} & {name}) != 0"),
            When::NotNull(pointer) => format!("{pointer} != NULL"),
            When::NotZero(number) => format!("{number} != 0"),
            When::Is { value, name } => format!("{value} == {name}"),
            When::Both(one, other) => format!("{} && {}", one.condition(), other.condition()),
        }
    }

    /// The opposite in C, as a part of a disjunction.
    pub fn otherwise(&self) -> String {
        match self {
            When::Bit { number, name, .. } => format!("({number} & {name}) == 0"),
            When::NotNull(pointer) => format!("{pointer} == NULL"),
            When::NotZero(number) => format!("{number} == 0"),
            When::Is { value, name } => format!("{value} != {name}"),
            When::Both(one, other) => format!("{} || {}", one.otherwise(), other.otherwise()),
        }
    }

    /// In words.
    pub fn words(&self) -> String {
        match self {
            When::Bit { number, name, .. } => format!("{number} & {name}"),
            When::NotNull(pointer) => format!("{pointer} is not null"),
            When::NotZero(number) => format!("{number} is not zero"),
            When::Is { .. } => self.condition(),
            When::Both(one, other) => format!("{} and {}", one.words(), other.words()),
        }
    }

    /// Whether it holds of the values of a call; `None` if that is not known.
    pub fn holds(&self, leaves: &[Leaf]) -> Option<bool> {
        let value = |text: &str| leaves.iter().find(|leaf| leaf.text == text).map(|leaf| &leaf.value);
        match self {
            When::Bit { number, mask, name } => match value(number)? {
                Value::Number(number) => Some(number & mask != 0),
                Value::Named(names) => Some(names.split('|').any(|one| one == name)),
                _ => None,
            },
            When::NotNull(pointer) => value(pointer).map(|value| *value != Value::Null),
            When::NotZero(number) => match value(number)? {
                Value::Number(number) => Some(*number != 0),
                Value::Named(_) => Some(true),
                _ => None,
            },
            When::Is { value: text, name } => match value(text)? {
                Value::Named(one) => Some(one == name),
                Value::Number(_) => Some(false),
                _ => None,
            },
            When::Both(one, other) => match (one.holds(leaves), other.holds(leaves)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (one, other) => one.zip(other).map(|(one, other)| one && other),
            },
        }
    }
}

/// The bits that are set in a number of a call, if the function tests them or they have names. A number that
/// the function compares as a whole is no set of bits.
pub fn bits(facts: &Facts, leaf: &Leaf) -> Vec<When> {
    let bit = |mask: i128, name: String| When::Bit { number: leaf.text.clone(), mask, name };
    let enumeration = facts.ty(leaf).and_then(|ty| ty.enumeration.as_ref());
    let named = |one: &str| {
        let mut values = enumeration.into_iter().flat_map(|it| it.names.iter().zip(&it.values));
        values.find(|(name, _)| *name == one).map(|(_, value)| *value)
    };
    let is_asked = |place| facts.guards.bits.contains_key(&place) || !facts.guards.cases.contains(&place);
    match &leaf.value {
        Value::Named(names) if facts.place(leaf).is_none_or(is_asked) => {
            let known = names.split('|').filter_map(|name| Some((name, named(name)?)));
            let single = known.filter(|(_, value)| value.count_ones() == 1);
            single.map(|(name, mask)| bit(mask, name.to_owned())).collect()
        }
        Value::Number(number) => {
            let asked = facts.place(leaf).and_then(|place| facts.guards.bits.get(&place));
            let set = asked.into_iter().flatten().filter(|mask| number & **mask != 0);
            set.map(|mask| bit(*mask, mask.to_string())).collect()
        }
        _ => Vec::new(),
    }
}
