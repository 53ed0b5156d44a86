//! Arrays behind members of the objects that parameters point to, and the members that say how large they
//! are.

use super::{Harness, MemberArray};
use crate::generate::ranges::MemberRange;
use crate::generate::roles::{AROUND, ELEMENTS, LETTERS, Role};
use crate::util::template::fill;
use std::fmt::Write;

/// The parameter that leads to an array: `v` of `v->items`, `text` of `*text`.
pub fn root(array: &str) -> &str {
    let array = array.strip_prefix('*').unwrap_or(array);
    array.split_once("->").map_or(array, |(root, _)| root)
}

impl Harness {
    /// Whether the harness sets members of what a parameter points to.
    pub(super) fn sets_members_of(&self, at: usize) -> bool {
        let start = format!("{}->", self.parameters[at].name);
        self.arrays.iter().any(|it| it.array.starts_with(&start))
            || self.set_ranges().any(|range| range.parameter == at)
            || self.stream_members().any(|member| member.parameter == at)
    }

    /// Whether the harness sets a pointer that is a member.
    pub fn sets(&self, place: &str) -> bool {
        self.arrays.iter().any(|made| made.array == place)
            || self.set_ranges().flat_map(MemberRange::pointers).any(|pointer| pointer == place)
            || self.stream_members().any(|member| member.place == place)
    }

    /// The ranges that the harness makes: those in objects that it makes itself, whose arrays nothing else
    /// makes.
    pub fn set_ranges(&self) -> impl Iterator<Item = &MemberRange> {
        self.ranges.iter().filter(|range| {
            let is_made = |pointer: &String| self.arrays.iter().any(|made| made.array == *pointer);
            let parameter = &self.parameters[range.parameter];
            parameter.role == Role::Object
                && range.through.first() == Some(&parameter.name)
                && !range.pointers().any(is_made)
        })
    }

    /// The number of the range whose array has this name.
    pub fn range_named(&self, name: &str) -> Option<usize> {
        self.set_ranges().position(|range| self.array_name(&range.begin) == name)
    }

    /// The statements that let members of an object lead into the same array.
    pub(super) fn member_ranges(&self) -> String {
        let mut text = String::new();
        for range in self.set_ranges() {
            let begin = &range.begin;
            let name = self.array_name(begin);
            let exist: Vec<String> = range.through.iter().map(|it| format!("{it} != NULL")).collect();
            let length = range.length();
            let made = match range.is_text {
                true => format!("symir_text({}, \"{name}\")", self.bounds.string.unwrap_or(LETTERS)),
                false => {
                    let most = self.bounds.array.unwrap_or(ELEMENTS);
                    format!("symir_array(__typeof__(*{begin}), {most}, \"{name}\")")
                }
            };
            let cursors = range.cursors.iter().map(|cursor| {
                let name = self.array_name(cursor);
                let place = match range.room {
                    Some(room) => {
                        let last = room - u64::from(range.within.contains(cursor));
                        format!("symir_range(0, {last}, \"{name}_at\")")
                    }
                    None => format!("symir_range(0, (int){length}, \"{name}_at\")"),
                };
                format!("{cursor} = {begin} + {place};")
            });
            let ends = range.ends.iter().map(|end| format!("{end} = {begin} + {length};"));
            let _ = writeln!(text, "    if ({}) {{", exist.join(" && "));
            let array = range.room.is_none().then(|| format!("{begin} = {made};"));
            for line in array.into_iter().chain(cursors).chain(ends) {
                let _ = writeln!(text, "        {line}");
            }
            for cursor in &range.cursors {
                if let Some(room) = range.room.filter(|room| *room > 2 * AROUND) {
                    let (few, near) = (AROUND / 2, room - AROUND / 2);
                    let _ = writeln!(text, "        /* Near one of the ends. */");
                    let _ = writeln!(
                        text,
                        "        symir_assume({cursor} - {begin} <= {few} || {cursor} - {begin} >= {near});"
                    );
                }
            }
            if range.may_be_null {
                let all: Vec<&str> = range.pointers().map(String::as_str).collect();
                let _ = writeln!(text, "        if (symir_bool(\"{name}_is_null\"))");
                let _ = writeln!(text, "            {} = NULL;", all.join(" = "));
            }
            text += "    }\n";
        }
        text
    }

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
