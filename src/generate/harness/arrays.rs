//! Arrays behind members of the objects that parameters point to, and the members that say how large they
//! are.

use super::{Harness, MemberArray};
use crate::generate::roles::ELEMENTS;
use crate::util::template::fill;

/// The parameter that leads to an array: `v` of `v->items`, `text` of `*text`.
pub fn root(array: &str) -> &str {
    let array = array.strip_prefix('*').unwrap_or(array);
    array.split_once("->").map_or(array, |(root, _)| root)
}

impl Harness {
    /// The statements that make such arrays.
    pub(super) fn member_arrays(&self) -> String {
        let mut text = String::new();
        for MemberArray { array, number, element, may_be_null } in &self.arrays {
            let pointer = match number.strip_prefix('*') {
                // The number lies behind a pointer of its own.
                Some(other) => format!("{} != NULL && {other}", root(array)),
                None => root(array).to_owned(),
            };
            let values = [
                ("POINTER", &*pointer),
                ("ARRAY", array),
                ("ELEMENT", element),
                ("MOST", &self.bounds.array.unwrap_or(ELEMENTS).to_string()),
                ("NAME", &self.array_name(array)),
                ("NUMBER", number),
            ];
            let template = match number.split_once(" * ") {
                Some(_) => include_str!("../harness_product.c"),
                None if *may_be_null => include_str!("../harness_room.c"),
                None => include_str!("../harness_array.c"),
            };
            let factors = number.split_once(" * ").unwrap_or_default();
            let values = values.into_iter().chain([("ROWS", factors.0), ("SIZE", factors.1)]);
            text += &fill(template, &values.collect::<Vec<_>>());
        }
        text
    }
}
