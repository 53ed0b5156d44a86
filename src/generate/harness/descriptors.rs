//! Calls of functions that get descriptors of open files. A test has streams instead, because their contents
//! are a part of it, and a function of the harness passes their descriptors.

use super::Harness;
use crate::generate::descriptors::{Descriptors, FileMember};
use crate::generate::roles::{LETTERS, Parameter, ROOM, Role};
use crate::generate::uses::Use;
use crate::ir::{FuncId, NAME, Program};
use crate::util::template::fill;

/// The first number of a descriptor that a function gets: no program has so many files open by itself.
const FIRST: u32 = 40;

/// The most bytes of such a file: code that reads from a descriptor reads records, and no characters.
pub(super) const MOST: u64 = ROOM;

/// What a harness has streams for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenStreams {
    /// The type of the function's result.
    result: String,
    /// Members of what parameters point to that are descriptors.
    members: Vec<FileMember>,
    /// Members that are pointers to `FILE`.
    streams: Vec<FileMember>,
}

/// Turns parameters that are descriptors into streams, and says which streams the harness needs; `None` if it
/// needs none.
pub fn streams(
    program: &Program,
    (function, id): (&str, FuncId),
    parameters: &mut [Parameter],
    found: &[Use],
    descriptors: &Descriptors,
) -> Option<GivenStreams> {
    let spelled = program.spelling.functions.get(function)?;
    let mut is_any = false;
    for (parameter, found) in parameters.iter_mut().zip(found) {
        if found.is_descriptor && parameter.role == Role::Number("symir_int") {
            parameter.role = Role::Stream;
            parameter.declared = format!("FILE *{NAME}");
            (parameter.is_descriptor, parameter.is_tested) = (true, true);
            is_any = true;
        }
    }
    let types = program.functions[id.index()].signature.as_ref().map_or(&[][..], |it| &it.params);
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let [members, streams] = descriptors.behind(program, id, types, &names);
    let is_any = is_any || !members.is_empty() || !streams.is_empty();
    is_any.then(|| GivenStreams { result: spelled.result.text.clone(), members, streams })
}

impl Harness {
    /// Members of objects that the harness makes itself, which are descriptors.
    pub(super) fn descriptor_members(&self) -> impl Iterator<Item = &FileMember> {
        self.of_own_objects(self.given_streams.iter().flat_map(|given| &given.members))
    }

    /// The same for pointers to `FILE`.
    pub(super) fn stream_members(&self) -> impl Iterator<Item = &FileMember> {
        self.of_own_objects(self.given_streams.iter().flat_map(|given| &given.streams))
    }

    fn of_own_objects<'a>(
        &self,
        members: impl Iterator<Item = &'a FileMember>,
    ) -> impl Iterator<Item = &'a FileMember> {
        members.filter(|member| self.parameters[member.parameter].role == Role::Object)
    }

    /// Whether the function gets descriptors of streams that the harness makes.
    pub(super) fn gives_streams(&self) -> bool {
        self.given_streams.is_some()
            && (self.parameters.iter().any(|parameter| parameter.is_descriptor)
                || self.descriptor_members().next().is_some())
    }

    /// The lines that make streams for members, or set them to null.
    pub(super) fn member_streams(&self) -> String {
        let mut text = String::new();
        for member in self.descriptor_members() {
            let values = [("NAME", &*member.name()), ("MOST", &MOST.to_string())];
            text += &fill(include_str!("member_stream.c"), &values);
        }
        for member in self.stream_members() {
            let last = member.place.rsplit(['>', '.']).next().unwrap_or(&member.place);
            let values = [
                ("POINTER", &*self.parameters[member.parameter].name),
                ("PLACE", &member.place),
                ("MOST", &LETTERS.to_string()),
                ("NAME", last),
            ];
            text += &fill(include_str!("stream_member.c"), &values);
        }
        text
    }

    /// A function that takes streams and passes their descriptors on; `None` if it is not needed.
    pub(super) fn stream_giver(&self) -> Option<String> {
        let GivenStreams { result, .. } = self.given_streams.as_ref().filter(|_| self.gives_streams())?;
        let declared = |ty: &str, name: &str| ty.replace(NAME, name);
        let own = self.parameters.iter().map(|it| declared(&it.declared, &it.name));
        let further = self.descriptor_members().map(|member| format!("FILE *{}", member.name()));
        let parameters: Vec<String> = own.chain(further).collect();
        let head = declared(result, &format!("{}({})", self.called(), parameters.join(", ")));
        let passed = self.parameters.iter().map(|it| match it.is_descriptor {
            true => format!("{}_number", it.name),
            false => it.name.clone(),
        });
        let given = format!("{}({})", self.function, passed.collect::<Vec<_>>().join(", "));
        let is_taken = self.parameters.iter().any(|parameter| parameter.name == "result");
        let value = if is_taken { "symir_result" } else { "result" };
        let (mut before, mut set, mut after) = (String::new(), String::new(), String::new());
        let own = self.parameters.iter().filter(|it| it.is_descriptor).map(|it| (it.name.clone(), None));
        let of_members = self.descriptor_members().map(|member| (member.name(), Some(member)));
        for (number, (name, member)) in (FIRST..).zip(own.chain(of_members)) {
            let pointer = member.map(|member| self.parameters[member.parameter].name.as_str());
            let values = [
                ("NAME", &*name),
                ("NUMBER", &number.to_string()),
                ("POINTER", pointer.unwrap_or_default()),
                ("PLACE", member.map_or("", |member| &member.place)),
            ];
            before += &fill(include_str!("descriptor.c"), &values);
            after += &fill(include_str!("descriptor_after.c"), &values);
            if member.is_some() {
                set += &fill(include_str!("descriptor_member.c"), &values);
            }
        }
        let (call, end) = match declared(result, "").trim() == "void" {
            true => (format!("    {given};\n"), String::new()),
            false => {
                (format!("    {} = {given};\n", declared(result, value)), format!("    return {value};\n"))
            }
        };
        let values = [
            ("FUNCTION", &*self.function),
            ("HEAD", &head),
            ("BEFORE", &before),
            ("SET", &set),
            ("CALL", &call),
            ("AFTER", &after),
            ("RETURN", &end),
        ];
        Some(fill(include_str!("descriptors.c"), &values))
    }
}
