//! Arrays that members of what parameters point to lead to, and the members that say how large they are.

use super::{Harness, MemberArray};
use crate::generate::roles::ELEMENTS;
use crate::util::template::fill;

impl Harness {
    /// The statements that make such arrays.
    pub(super) fn member_arrays(&self) -> String {
        let mut text = String::new();
        for MemberArray { array, number, element, may_be_null } in &self.arrays {
            let pointer = array.split("->").next().unwrap_or_default();
            let values = [
                ("POINTER", pointer),
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
