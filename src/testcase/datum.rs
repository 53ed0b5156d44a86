//! A C value as a person would write it.

use serde::{Deserialize, Serialize};

/// A concrete C value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Datum {
    Integer(i128),
    /// A value of the type `char` that people write as a character.
    Character(char),
    Float(#[serde(with = "float")] f64),
    /// A pointer that is null.
    Null,
    /// A pointer and what it points to.
    Pointer(Box<Datum>),
    /// A pointer to an object that other pointers lead to as well. Those are shown as the name with `&`
    /// before it.
    Labelled {
        name: String,
        target: Box<Datum>,
    },
    /// The characters from where a pointer points to the end of its object: `text` has the ones before the
    /// terminator, `rest` has the terminator and what follows. `rest` is empty if there is no terminator.
    Text {
        text: Vec<u8>,
        rest: Vec<u8>,
    },
    Array(Vec<Datum>),
    /// A structure or union: the members' names and values, in order of declaration.
    Struct(Vec<(String, Datum)>),
    /// A value with a name: an enumerator, several flags, a function.
    Name(String),
    /// A pointer to something that is shown elsewhere, as the source would write it: `buf + 3`, `&table[2]`,
    /// `&#1`.
    Place(String),
    /// A pointer to a byte of an object of the `Arrangement`, by its number there.
    At {
        object: u32,
        offset: u64,
    },
    /// The value that was there before.
    Kept,
    /// A pointer to nothing that has a name or contents.
    Address(u64),
    /// Memory that was never written.
    Uninitialised,
    /// The result of a function that returns nothing.
    Void,
}

impl Datum {
    /// The value `after`, with [`Datum::Kept`] for the parts that are the same in `before`.
    pub fn changes(before: &Datum, after: Datum) -> Datum {
        match (before, after) {
            (before, after) if *before == after => Datum::Kept,
            (Datum::Array(old), Datum::Array(new)) if old.len() == new.len() => {
                Datum::Array(old.iter().zip(new).map(|(old, new)| Datum::changes(old, new)).collect())
            }
            (Datum::Struct(old), Datum::Struct(new))
                if old.len() == new.len() && old.iter().zip(&new).all(|((a, _), (b, _))| a == b) =>
            {
                let each = old.iter().zip(new);
                Datum::Struct(each.map(|((_, old), (name, new))| (name, Datum::changes(old, new))).collect())
            }
            (_, after) => after,
        }
    }

    /// Calls `found` with the number of each object of an arrangement that is pointed to.
    pub fn objects(&self, found: &mut dyn FnMut(u32)) {
        match self {
            Datum::At { object, .. } => found(*object),
            Datum::Pointer(target) | Datum::Labelled { target, .. } => target.objects(found),
            Datum::Array(values) => values.iter().for_each(|value| value.objects(found)),
            Datum::Struct(values) => values.iter().for_each(|(_, value)| value.objects(found)),
            _ => {}
        }
    }

    /// Whether something holds for any of the parts that are no arrays and no structures. What pointers lead to
    /// is not looked at.
    pub fn any(&self, holds: &impl Fn(&Datum) -> bool) -> bool {
        match self {
            Datum::Array(values) => values.iter().any(|value| value.any(holds)),
            Datum::Struct(values) => values.iter().any(|(_, value)| value.any(holds)),
            part => holds(part),
        }
    }

    /// Whether something holds for all of the parts that are no arrays and no structures.
    pub fn all(&self, holds: &impl Fn(&Datum) -> bool) -> bool {
        !self.any(&|part| !holds(part))
    }

    /// The whole value that `self` stands for: each [`Datum::Kept`] in it is replaced by the value `before`.
    pub fn resolved(&self, before: &Datum) -> Datum {
        match (before, self) {
            (before, Datum::Kept) => before.clone(),
            (Datum::Array(old), Datum::Array(new)) if old.len() == new.len() => {
                Datum::Array(old.iter().zip(new).map(|(old, new)| new.resolved(old)).collect())
            }
            (Datum::Struct(old), Datum::Struct(new)) if old.len() == new.len() => {
                let each = old.iter().zip(new);
                Datum::Struct(each.map(|((_, old), (name, new))| (name.clone(), new.resolved(old))).collect())
            }
            (_, after) => after.clone(),
        }
    }

    /// The value that a pointer points to, if it is shown.
    pub fn target(&self) -> Option<&Datum> {
        match self {
            Datum::Pointer(target) | Datum::Labelled { target, .. } => Some(target),
            _ => None,
        }
    }

    /// A value of the type `char`.
    pub fn character(value: i128) -> Self {
        match u8::try_from(value) {
            Ok(byte @ (b' '..=b'~' | b'\n' | b'\t' | b'\r')) => Datum::Character(char::from(byte)),
            _ => Datum::Integer(value),
        }
    }

    /// The value of an integer or a character.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Datum::Integer(number) => Some(*number),
            Datum::Character(character) => Some(i128::from(u32::from(*character))),
            _ => None,
        }
    }

    /// Whether it is a number, or a name for one.
    pub fn is_number(&self) -> bool {
        self.integer().is_some() || matches!(self, Datum::Float(_) | Datum::Name(_))
    }

    /// A `bool`.
    pub fn boolean(is_true: bool) -> Self {
        Datum::Name(if is_true { "true" } else { "false" }.to_owned())
    }

    /// The text that stands in an array for `n` elements that are not shown.
    pub fn more(n: u64) -> Self {
        Datum::Name(format!("… {n} more"))
    }
}

/// JSON has no infinite numbers and no NaN: they are the texts `nan`, `inf`, `-nan` and `-inf`. `printf` prints the
/// sign of a NaN, too.
mod float {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(f64),
        Text(String),
    }

    pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match number.is_finite() {
            true => Written::Number(*number),
            false if number.is_nan() && number.is_sign_negative() => Written::Text("-nan".to_owned()),
            false => Written::Text(number.to_string().to_lowercase()),
        };
        written.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Number(number) => Ok(number),
            Written::Text(text) => text.parse().map_err(de::Error::custom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_has_not_are_read_back() {
        for number in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN, -0.0, 1.5] {
            let text = serde_json::to_string(&Datum::Float(number)).expect("written");
            let Datum::Float(read) = serde_json::from_str(&text).expect("read") else { panic!("{text}") };
            assert_eq!(
                (read.is_nan(), read.is_sign_negative()),
                (number.is_nan(), number.is_sign_negative())
            );
            assert!(number.is_nan() || read == number, "{text}");
        }
    }
}
