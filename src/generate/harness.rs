//! Writes harnesses: drivers as a person would write them, one for each function.
//!
//! The last line of a harness has a checksum of everything above it. If somebody changes a harness, the
//! checksum no longer fits. symir then uses the harness unchanged and never writes it again.

mod arrays;
mod assumption;
mod blocks;
pub mod descriptors;
mod further;
mod made;
mod said;
mod variables;

use blocks::{behind, position, room, text_with_room};

pub use arrays::root;
pub use assumption::Assumption;
pub use further::FURTHER;

use self::descriptors::GivenStreams;
use super::config::Bounds;
use super::opened;
use super::ranges::MemberRange;
use super::roles::hooks::Hook;
use super::roles::{BYTES, ELEMENTS, LETTERS, MOST_ARGUMENTS, Parameter, ROOM, Role, Stub, pointee};
use super::synth::{self, Class};
use super::variables::Variable;
use super::variadic::Variadic;
use crate::emit::suite::header_of_type;
use crate::emit::suite::mocks::LAST_ERROR;
use crate::ir::NAME;
use crate::util::sealed::{self, is_sealed};
use crate::util::template::fill;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// A function that the harness passes for a pointer to a function.
struct NamedStub<'a> {
    /// What the stub stands for, in words.
    what: String,
    name: String,
    stub: &'a Stub,
}

/// The parts that a harness is written from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harness {
    /// The function under test.
    pub function: String,
    /// The place of the function, in words: `util.c:12`.
    pub place: String,
    /// The file to include, as the harness names it.
    pub source: String,
    /// Whether the file has a `main` of its own.
    pub has_main: bool,
    pub parameters: Vec<Parameter>,
    /// Conditions over the parameters, in C, each with the reason.
    pub assumptions: Vec<Assumption>,
    /// Arrays that members of what parameters point to lead to, each with the member that says how many
    /// elements it has: in C.
    pub arrays: Vec<MemberArray>,
    /// Members of what parameters point to that lead into the same array.
    pub ranges: Vec<MemberRange>,
    /// Members that say how many elements other members have, in all objects of their types.
    pub counted: Vec<CountedMember>,
    /// Stubs for members that point to functions.
    pub hooks: Vec<Hook>,
    /// Arrays, by the numbers of their parameters, whose lengths no parameter says.
    pub apart: Vec<usize>,
    /// How large inputs are made, if somebody has said it.
    pub bounds: Bounds,
    /// Whether strings are long enough to reach the numbers that the code counts their letters to.
    pub are_texts_long: bool,
    /// How many letters the strings have at most that members and elements lead to, if it is not as usual.
    pub inner_letters: Option<u64>,
    /// The arguments after the parameters of a function with `...`, or in the `va_list` that is the last
    /// parameter.
    pub variadic: Option<Variadic>,
    /// For a function with a `va_list`: the type of its result, with [`NAME`] in the place of the name.
    pub listed: Option<String>,
    /// Streams whose descriptors the function gets.
    pub given_streams: Option<GivenStreams>,
    /// What the program reads in addition to its arguments, if this is its `main`.
    pub reads: Reads,
    /// The files that the function opens for reading by names in its own code.
    pub opens: Vec<String>,
    /// The types whose objects are made by calls, after those that they need, and the most calls for one
    /// object.
    pub classes: Vec<Class>,
    pub calls: u64,
    /// The functions of these types that other files define.
    pub elsewhere: BTreeSet<String>,
    /// Further ways to build the objects of all parameters, each as statements.
    pub ways: Vec<Vec<String>>,
    /// The variables of the program that the function reads and others may set.
    pub variables: Vec<Variable>,
    /// Whether the function reads `errno` as its caller has left it.
    pub reads_errno: bool,
    /// The names that the program has for types, functions and variables: stubs need others.
    pub taken: Arc<BTreeSet<String>>,
}

/// A member that is an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberArray {
    /// In C: `p->data`.
    pub array: String,
    /// The member that says how many elements there are: `p->size`, or the product of two.
    pub number: String,
    /// The type of an element.
    pub element: String,
    /// Whether it is null if there are no elements, because the function checks for null.
    pub may_be_null: bool,
}

/// A member that says how many elements another one has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedMember {
    /// The structure, in C.
    pub ty: String,
    pub array: String,
    pub count: String,
    /// Why, in words.
    pub because: String,
}

/// What a program reads in addition to its arguments.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Reads {
    pub standard_input: bool,
    /// Files that it opens.
    pub files: bool,
}

/// The name of the file that a `main` under test is given.
const INPUT: &str = "symir-input.txt";
/// The name that the `main` of a file under test gets.
pub const OTHER_MAIN: &str = "program_main";

/// The name of the file with the stubs of a function's harness, beside it.
pub fn stub_file(function: &str) -> String {
    format!("{function}_stubs.c")
}

/// The file with functions that stand for those of the C library which callers pass. All harnesses of a file
/// share it, and its suite is built with it.
pub const LIBRARY_STUBS: &str = "library_stubs.c";
pub const LIBRARY_STUBS_TEXT: &str = include_str!("library_stubs.c");

/// The file with storage for the variables that no file defines. The suite is built with it.
pub const VARIABLES: &str = "variables.c";

/// The text of a harness after its function has moved to another line.
pub fn moved(text: &str, function: &str, from: &str, to: &str) -> String {
    let head = |place: &str| format!(" * Harness of {function} ({place}), ");
    let Some((above, _)) = text.trim_end().rsplit_once('\n').filter(|_| is_sealed(text)) else {
        return text.to_owned();
    };
    sealed::seal(&format!("{}\n", above.replacen(&head(from), &head(to), 1)))
}

impl Harness {
    /// Why there can be no harness.
    pub fn obstacle(&self) -> Option<String> {
        self.parameters.iter().find_map(|parameter| match &parameter.role {
            Role::Impossible(why) => {
                Some(format!("symir cannot make the parameter `{}`: {why}", parameter.name))
            }
            _ => None,
        })
    }

    /// The type of the first parameter that cannot be made.
    pub fn opaque(&self) -> Option<String> {
        let impossible = |parameter: &&Parameter| matches!(parameter.role, Role::Impossible(_));
        self.parameters.iter().find(impossible).map(|parameter| parameter.declared.replace(NAME, ""))
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let values = [("FUNCTION", &*self.function), ("PLACE", &self.place)];
        let mut text = fill(include_str!("harness_head.c"), &values);
        if self.has_main {
            let _ = writeln!(text, "#define main {OTHER_MAIN}");
        }
        let _ = writeln!(text, "#include \"{}\"", self.source);
        if self.has_main {
            text += "#undef main\n";
        }
        if !self.stubs().is_empty() {
            let _ = writeln!(text, "#include \"{}\"", stub_file(&self.function));
        }
        if self.has_library_stubs() {
            let _ = writeln!(text, "#include \"{LIBRARY_STUBS}\"");
        }
        if let Some(wrapper) = self.wrapper().filter(|_| self.listed.is_none()) {
            text.extend(wrapper.headers.iter().map(|header| format!("#include <{header}>\n")));
        }
        let includes = text.len();
        if self.assumptions.iter().any(|it| it.condition.contains("_MIN")) {
            text += "#include <limits.h>\n";
        }
        if self
            .classes
            .iter()
            .flat_map(|class| &class.makers)
            .any(|it| matches!(it.way, synth::Way::Storage(_) | synth::Way::Value))
        {
            text += "#include <stdlib.h>\n";
        }
        let most = self.bounds.array.unwrap_or(ELEMENTS);
        let counted = self.counted.iter().map(|CountedMember { ty, array, count, because }| {
            format!("    symir_counted({ty}, {array}, {count}, {most}); /* {because} */\n")
        });
        let counted: String = counted.collect();
        let blocks: Vec<Block> = (0..self.parameters.len()).map(|at| self.block(at)).collect();
        for block in &blocks {
            text += &block.above;
        }
        text += &self.declared_elsewhere();
        text += &self.wrapper().map(|wrapper| wrapper.text).unwrap_or_default();
        text += &self.missing_variables();
        text += "\nint main(void) {\n";
        text += &self.inner_letters.map_or(String::new(), |most| format!("    symir_letters({most});\n"));
        text += &self.variable_lines();
        text += &self.reads.text(self.bounds);
        text += &opened::lines(&self.opens, self.bounds.string.unwrap_or(LETTERS));
        let [member, assigned] = self.hook_lines();
        for line in blocks.iter().flat_map(|block| &block.declarations).chain(&member) {
            let _ = writeln!(text, "    {line}");
        }
        if blocks.iter().any(|block| !block.declarations.is_empty()) || !member.is_empty() {
            text.push('\n');
        }
        let shared = self.classes.iter().filter(|class| class.kind == synth::Kind::State);
        let mut shared: Vec<String> =
            shared.flat_map(|class| synth::lines(self, class, "", self.calls)).collect();
        let is_made = |at: &usize| matches!(self.parameters[*at].role, Role::Made { .. });
        // Without objects, the ways lead to what functions keep in variables.
        let of_state = !(0..blocks.len()).any(|at| is_made(&at));
        if of_state {
            shared = synth::or_else(shared, &self.ways);
        }
        text += &counted;
        for line in assigned.into_iter().chain(shared) {
            let _ = writeln!(text, "    {line}");
        }
        let (made, plain): (Vec<usize>, Vec<usize>) =
            (0..blocks.len()).partition(|at| !self.ways.is_empty() && is_made(at));
        let statements = |of: Vec<usize>| of.into_iter().flat_map(|at| blocks[at].statements.clone());
        let mut made: Vec<String> = statements(made).collect();
        if !of_state {
            made = synth::or_else(made, &self.ways);
        }
        let last = blocks.iter().flat_map(|block| block.last.clone());
        for line in statements(plain).chain(made).chain(last) {
            let _ = writeln!(text, "    {line}");
        }
        text += &self.member_streams();
        text += &self.member_ranges();
        text += &self.member_arrays();
        self.assumptions.iter().for_each(|assumption| text += &assumption.statement());
        let passed = |format: &str| -> String {
            let is_listed = |(_, parameter): &(&Block, &Parameter)| parameter.role == Role::List;
            let blocks = blocks.iter().zip(&self.parameters).filter(|both| !is_listed(both));
            let passed =
                blocks.map(|(block, _)| if block.passed.is_empty() { format } else { &block.passed });
            let streams = self.descriptor_members().map(|member| format!(", {}", member.name()));
            passed.map(|passed| format!(", {passed}")).chain(streams).collect()
        };
        if self.reads_errno {
            let _ = writeln!(text, "    errno = symir_range(0, {LAST_ERROR}, \"errno\");");
        }
        match &self.variadic {
            None => {
                let _ = writeln!(text, "    SYMIR_TEST({}{});", self.called(), passed(""));
            }
            Some(variadic) => text += &self.forms(variadic, &passed),
        }
        self.parameters.iter().for_each(|parameter| text += &self.destroyed(parameter));
        text += "    return 0;\n}\n";
        if text.contains("fopen(") {
            text.insert_str(includes, "#include <stdio.h>\n");
        }
        sealed::seal(&text)
    }

    /// The name of an array that a member points to: the name of the member, unless a parameter or another
    /// such array has this name.
    pub fn array_name(&self, array: &str) -> String {
        let last = |array: &str| array.rsplit(['>', '.']).next().map(str::to_owned);
        let name = last(array).unwrap_or_default();
        let is_other = |it: &MemberArray| it.array != array && last(&it.array).as_ref() == Some(&name);
        let in_ranges = || self.set_ranges().flat_map(MemberRange::pointers);
        let is_other_place = |it: &String| it != array && last(it).as_ref() == Some(&name);
        let is_taken = self.arrays.iter().any(is_other) || in_ranges().any(is_other_place);
        match is_taken || self.parameters.iter().any(|parameter| parameter.name == name) {
            true => array.replace("->", "_").replace('.', "_"),
            false => name,
        }
    }

    /// Whether an assumption says that a pointer is not null.
    fn is_never_null(&self, parameter: &Parameter) -> bool {
        self.assumptions.iter().any(|it| it.condition == format!("{} != NULL", parameter.name))
    }

    /// A type whose objects are made by calls.
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// The most letters of a string that is an argument.
    fn letters(&self, parameter: &Parameter) -> u64 {
        let usual = self.bounds.string.unwrap_or(LETTERS);
        match self.are_texts_long && parameter.has_long_texts() {
            // One letter more, and what is found behind so many.
            true => usual.max(parameter.counted_to + 2),
            false => usual,
        }
    }

    pub(super) fn block(&self, at: usize) -> Block {
        let parameter = &self.parameters[at];
        let name = &parameter.name;
        // If the harness sets members of an object, the object cannot be constant.
        let is_set = self.sets_members_of(at);
        let plain =
            if is_set { parameter.declared.replacen("const ", "", 1) } else { parameter.declared.clone() };
        let declare = |name: &str| plain.replace(NAME, name);
        let pointee = pointee(&parameter.declared);
        let element = pointee.clone().unwrap_or_else(|| format!("__typeof__(*({})0)", declare("").trim()));
        let may_be_null = parameter.is_tested || !self.is_never_null(parameter);
        let pointer = |what: &str| {
            Block::new(name)
                .declare(format!("{};", declare(name)))
                .state(format!("{name} = symir_pointer({what}, \"{name}\");"))
        };
        let letters = self.letters(parameter);
        let is_short = !(self.are_texts_long && parameter.has_long_texts());
        let most = |elements: u64| self.bounds.array.unwrap_or(elements);
        match &parameter.role {
            Role::Number(maker) => {
                Block::new(name).declare(format!("{} = {maker}(\"{name}\");", declare(name)))
            }
            Role::Value => Block::new(name)
                .declare(format!("{};", declare(name)))
                .state(format!("symir_object({name}, \"{name}\");")),
            Role::Text if parameter.opened.is_some() && element == "char" => {
                let letters = parameter.opened.filter(|it| it.is_read).map(|_| letters);
                let block = Block::new(name).declare(format!("{};", declare(name)));
                opened::named_by(name, letters, may_be_null).into_iter().fold(block, Block::state)
            }
            // Not if calls make objects: the pointer might lead to one of their arguments, which need not be
            // a string.
            Role::Text
                if is_short
                    && may_be_null
                    && parameter.may_be_shared
                    && element == "char"
                    && parameter.aligned_to == 0
                    && self.classes.is_empty() =>
            {
                pointer(&element)
            }
            Role::Text => {
                let cast = if element == "char" { String::new() } else { format!("({element} *)") };
                let made = blocks::text(parameter, letters);
                let block = Block::new(name).declare(format!("{} = {cast}{made};", declare(name)));
                match may_be_null {
                    true => {
                        block.finish(format!("if (symir_bool(\"{name}_is_null\"))\n        {name} = NULL;"))
                    }
                    false => block,
                }
            }
            Role::Buffer { .. } if parameter.is_exact => self.array(parameter, &element, parameter.at_least),
            Role::Buffer { .. } => {
                // A text that is written is often longer than what it is made of.
                let room = if parameter.is_output && element == "char" { ROOM } else { ELEMENTS };
                self.array(parameter, &element, most(room).max(parameter.at_least))
            }
            Role::Bytes { length: Some(_) } => {
                self.array(parameter, "unsigned char", most(BYTES).max(parameter.at_least))
            }
            Role::Bytes { length: None } => blocks::at_any_place(parameter, pointer("void")),
            Role::Length { of, share } => self.length(at, of, *share),
            Role::Elements { ty } => Block::new(name).declare(format!(
                "{} = symir_array({ty}, {}, \"{name}\");",
                declare(name),
                most(ELEMENTS)
            )),
            Role::Count { of, ty } => {
                let number = format!("symir_length({}, sizeof({ty}))", self.parameters[*of].name);
                match *of < at {
                    true => Block::new(name).declare(format!("{} = {number};", declare(name))),
                    false => Block::new(name)
                        .declare(format!("{};", declare(name)))
                        .state(format!("{name} = {number};")),
                }
            }
            Role::ElementSize { ty } => {
                Block::new(name).declare(format!("{} = sizeof({ty});", declare(name)))
            }
            Role::End { of } | Role::Cursor { of } => {
                let begin = &self.parameters[*of].name;
                let mut end = format!("symir_array_length({begin})");
                if parameter.role == (Role::Cursor { of: *of }) {
                    end = format!("symir_range(0, (int){end}, \"{name}_at\")");
                }
                let end = format!("{begin} + {end};");
                let is_made = matches!(self.parameters[*of].role, Role::Buffer { .. } | Role::Position);
                match *of < at && is_made {
                    true => Block::new(name).declare(format!("{} = {end}", declare(name))),
                    false => Block::new(name)
                        .declare(format!("{};", declare(name)))
                        .state(format!("{name} = {end}")),
                }
            }
            Role::Position => position(parameter, most(ELEMENTS)),
            Role::Out => Block::new(&format!("&{name}")).declare(format!("{element} {name};")),
            Role::InOut => Block::new(&format!("&{name}"))
                .declare(format!("{element} {name};"))
                .state(format!("symir_object({name}, \"{name}\");")),
            Role::Room => room(name, &element, ROOM),
            Role::Filled => room(name, &element, ROOM).state(format!("symir_object({name}, \"{name}\");")),
            Role::TextWithRoom => text_with_room(name, &element, letters),
            Role::Object => pointer(&element),
            Role::Behind => behind(parameter, &element),
            Role::Made { class, .. } => self.made(parameter, class),
            Role::Taken { .. } => self.taken(parameter),
            Role::Callback { stub } => self.callback(parameter, stub.as_ref()),
            Role::Stream if parameter.is_descriptor => self.stream(parameter, most(descriptors::MOST)),
            Role::Stream => self.stream(parameter, most(ELEMENTS)),
            Role::StreamPlace => Block::new(&format!("&{name}"))
                .declare(format!("FILE *{name} = symir_file({}, \"{name}\");", most(ELEMENTS))),
            // Each call has its own format or list.
            Role::Format | Role::List => Block::new(""),
            Role::ArgumentCount => Block::new(name)
                .declare(format!("{} = symir_range(1, {MOST_ARGUMENTS} + 1, \"{name}\");", declare(name))),
            Role::Arguments => {
                let each = (1..=MOST_ARGUMENTS).map(|at| match self.reads.files {
                    true if at == 1 => format!(
                        "symir_bool(\"argument1_is_file\") ? \"{INPUT}\" : symir_text({letters}, \"argument1\")"
                    ),
                    _ => format!("symir_text({letters}, \"argument{at}\")"),
                });
                let each: Vec<String> = each.collect();
                Block::new(name)
                    .declare(format!("char *{name}[] = {{\"program\", {}, NULL}};", each.join(", ")))
                    .state(format!("{name}[{}] = NULL;", self.parameters[0].name))
            }
            Role::Impossible(_) => Block::new(name),
        }
    }
}

impl Reads {
    /// What a program reads if it uses these functions and variables of the C library.
    pub fn of(library: &BTreeSet<String>) -> Self {
        const INPUT: [&str; 5] = ["stdin", "getchar", "scanf", "gets", "getchar_unlocked"];
        const FILES: [&str; 3] = ["fopen", "open", "freopen"];
        let has = |names: &[&str]| names.iter().any(|name| library.contains(*name));
        let has_scanf = has(&["__isoc99_scanf", "__isoc23_scanf"]);
        Self { standard_input: has(&INPUT) || has_scanf, files: has(&FILES) }
    }

    /// The lines that make what the program reads.
    fn text(self, bounds: Bounds) -> String {
        let most = bounds.array.unwrap_or(ELEMENTS);
        let mut text = String::new();
        if self.files {
            text += &fill_in(include_str!("harness_file.c"), most);
        }
        if self.standard_input {
            let _ = writeln!(text, "    stdin = symir_file({most}, \"stdin\");");
        }
        text
    }
}

/// The lines that make a file.
fn fill_in(template: &str, most: u64) -> String {
    template.replace("@MOST@", &most.to_string()).replace("@INPUT@", INPUT)
}

impl Harness {
    /// A harness that somebody has written, if none can be generated.
    pub fn by_hand(function: &str, place: String) -> Self {
        Self {
            function: function.to_owned(),
            place,
            source: String::new(),
            has_main: false,
            parameters: Vec::new(),
            assumptions: Vec::new(),
            arrays: Vec::new(),
            ranges: Vec::new(),
            counted: Vec::new(),
            hooks: Vec::new(),
            apart: Vec::new(),
            bounds: Bounds::default(),
            are_texts_long: false,
            inner_letters: None,
            variadic: None,
            listed: None,
            given_streams: None,
            reads: Reads::default(),
            opens: Vec::new(),
            classes: Vec::new(),
            calls: 0,
            elsewhere: BTreeSet::new(),
            ways: Vec::new(),
            variables: Vec::new(),
            reads_errno: false,
            taken: Arc::default(),
        }
    }

    /// A stream of at most `most` bytes.
    fn stream(&self, parameter: &Parameter, most: u64) -> Block {
        let name = &parameter.name;
        let declared = parameter.declared.replace(NAME, name);
        let block = Block::new(name).declare(format!("{declared} = symir_file({most}, \"{name}\");"));
        match parameter.is_tested {
            true => block.finish(format!("if (symir_bool(\"{name}_is_null\"))\n        {name} = NULL;")),
            false => block,
        }
    }

    /// An array that ends where its last element does.
    fn array(&self, parameter: &Parameter, element: &str, most: u64) -> Block {
        let name = &parameter.name;
        let made = blocks::array(parameter, element, most);
        let made = format!("{} = {made};", parameter.declared.replace(NAME, name));
        let passed = parameter.cast.as_ref().map_or(name.clone(), |cast| format!("{cast}{name}"));
        let block = Block::new(&passed).declare(made);
        if !parameter.is_tested {
            return block;
        }
        // This comes after the statements that use its length.
        block.finish(format!("if (symir_bool(\"{name}_is_null\"))\n        {name} = NULL;"))
    }

    /// How many elements arrays have, which is the same for all of them, or how much they have elements for.
    fn length(&self, at: usize, of: &[usize], share: u64) -> Block {
        let parameter = &self.parameters[at];
        let name = &parameter.name;
        let declared = parameter.declared.replace(NAME, name);
        let lengths = of.iter().map(|at| format!("symir_array_length({})", self.parameters[*at].name));
        let lengths: Vec<String> = lengths.collect();
        if let Some(maker) = parameter.number.filter(|_| share > 1) {
            let mut block = Block::new(name).declare(format!("{declared} = {maker}(\"{name}\");"));
            for length in &lengths {
                let needed = format!("{name} / {share} + ({name} % {share} != 0)");
                block = block.state(format!("symir_assume((long){name} >= 0 && {needed} == {length});"));
            }
            return block;
        }
        let mut block = match of[0] < at {
            true => Block::new(name).declare(format!("{declared} = {};", lengths[0])),
            false => {
                Block::new(name).declare(format!("{declared};")).state(format!("{name} = {};", lengths[0]))
            }
        };
        for other in &lengths[1..] {
            block = block.state(format!("symir_assume({other} == {});", lengths[0]));
        }
        if parameter.may_be_negative {
            block = block.finish(format!("if (symir_bool(\"{name}_is_negative\"))\n        {name} = -1;"));
        }
        block
    }

    /// The name of a stub for this parameter or member.
    pub(super) fn stub_name(&self, name: &str, stub: &Stub) -> String {
        self.stub_name_of(&self.function, name, stub)
    }

    /// The name of a stub for this parameter of a function. It differs from all names of the program.
    fn stub_name_of(&self, function: &str, name: &str, stub: &Stub) -> String {
        if let Some(library) = &stub.library {
            return format!("caller_{library}");
        }
        let mut full = format!("{function}_{name}");
        while self.taken.contains(&full) {
            full += "_stub";
        }
        full
    }

    /// The stubs for parameters and for members.
    fn all_stubs(&self) -> Vec<NamedStub<'_>> {
        let passed = self.parameters.iter().filter_map(|parameter| match &parameter.role {
            Role::Callback { stub: Some(stub) } => {
                let name = self.stub_name(&parameter.name, stub);
                Some(NamedStub { what: format!("`{}`", parameter.name), name, stub })
            }
            _ => None,
        });
        let hooks = self.hooks.iter().map(|hook| {
            let name = self.stub_name(&hook.name, &hook.stub);
            NamedStub { what: format!("the member `{}`", hook.name), name, stub: &hook.stub }
        });
        // Calls that make and change objects are passed stubs, too.
        let members = self.classes.iter().flat_map(|class| class.makers.iter().chain(&class.modifiers));
        let given = members.flat_map(|member| {
            member.parameters.iter().filter_map(|parameter| match &parameter.role {
                Role::Callback { stub: Some(stub) } => {
                    let name = self.stub_name_of(&member.function, &parameter.name, stub);
                    Some(NamedStub { what: format!("`{}`", parameter.name), name, stub })
                }
                _ => None,
            })
        });
        let mut all: Vec<NamedStub<'_>> = Vec::new();
        for stub in passed.chain(hooks).chain(given) {
            if !all.iter().any(|known| known.name == stub.name) {
                all.push(stub);
            }
        }
        all
    }

    /// Whether callers may pass functions of the C library.
    pub fn has_library_stubs(&self) -> bool {
        self.all_stubs().iter().any(|named| named.stub.library.is_some())
    }

    /// The text of the stubs that the harness uses. It is a file of its own, because the suite is built with
    /// it, too.
    pub fn stubs(&self) -> String {
        let mut all = self.all_stubs();
        all.retain(|named| named.stub.library.is_none());
        let mut text = String::new();
        let tags: BTreeSet<String> = all.iter().flat_map(|named| named.stub.tags()).collect();
        text.extend(tags.iter().map(|tag| format!("{tag};\n")));
        for NamedStub { what, name, stub } in all {
            let types: Vec<&str> = stub.parameters.iter().map(String::as_str).collect();
            let named: Vec<String> =
                (1..).zip(&types).map(|(at, ty)| declared(ty, &format!("argument{at}"))).collect();
            let listed = if named.is_empty() { "void".to_owned() } else { named.join(", ") };
            let _ = writeln!(text, "\n/* Stands for {what} of {}. */", self.function);
            let head = declared(&stub.result, &format!("{name}({listed})"));
            let _ = writeln!(text, "{head};\n{head} {{");
            text += "    symir_mocked();\n";
            let length = read_to(&what, &types);
            for at in 1..=types.len() {
                let is_used = length.is_some_and(|length| at == length || at + 1 == length);
                if !is_used {
                    let _ = writeln!(text, "    (void)argument{at};");
                }
            }
            if let Some(length) = length {
                let to = length - 1;
                let _ = writeln!(
                    text,
                    "    for (size_t i = 0; i < (size_t)argument{length} && i < {ELEMENTS}; i++)\n        \
                     ((unsigned char *)argument{to})[i] = symir_uchar(\"{name}_data\");"
                );
            }
            if let (Some(maker), Some(length)) = (stub.maker, length) {
                let _ = writeln!(text, "    {} = {maker}(\"{name}\");", declared(&stub.result, "result"));
                let _ = writeln!(
                    text,
                    "    symir_assume(result <= ({})argument{length});\n    return result;\n}}",
                    stub.result
                );
                continue;
            }
            match stub.maker {
                Some(maker) => {
                    let _ = writeln!(text, "    return {maker}(\"{name}\");");
                }
                None if stub.result == "void" => {}
                None => {
                    let _ = writeln!(text, "    {};", declared(&stub.result, "result"));
                    let _ = writeln!(text, "    symir_object(result, \"{name}\");\n    return result;");
                }
            }
            text += "}\n";
        }
        needed_headers(&text) + &text
    }

    /// Declarations of functions of other files that the harness calls.
    fn declared_elsewhere(&self) -> String {
        let all = self.classes.iter().flat_map(Class::all);
        let declared: BTreeSet<&str> =
            all.filter(|it| self.elsewhere.contains(&it.function)).map(|it| it.declared.as_str()).collect();
        let declared: String = declared.into_iter().map(|it| format!("{it};\n")).collect();
        if declared.is_empty() { declared } else { format!("\n{declared}") }
    }

    /// Lines that take the addresses of the stubs for members. A pointer in an object is null or leads to a
    /// function whose address the program takes. No compiler removes an assignment to a volatile variable.
    fn hook_lines(&self) -> [Vec<String>; 2] {
        let names: BTreeSet<String> =
            self.hooks.iter().map(|hook| self.stub_name(&hook.name, &hook.stub)).collect();
        if names.is_empty() {
            return [Vec::new(), Vec::new()];
        }
        let declaration =
            "void (*volatile member)(void); /* of an object, which may point to what is assigned */";
        let lines = names.iter().map(|name| format!("member = (void (*)(void)){name};"));
        [vec![declaration.to_owned()], lines.chain(["(void)member;".to_owned()]).collect()]
    }

    /// A function that the caller passes: a stub that returns an input, or any function of the program that
    /// fits.
    fn callback(&self, parameter: &Parameter, stub: Option<&Stub>) -> Block {
        let name = &parameter.name;
        let declaration = parameter.declared.replace(NAME, name);
        let block = Block::new(name);
        let block = match stub {
            None => block.declare(format!("{declaration};")),
            // The stub, or another function of the program whose address is taken.
            Some(stub) => block.declare(format!("{declaration} = {};", self.stub_name(name, stub))),
        };
        // For example these functions, whose addresses are taken here.
        let block =
            parameter.known.iter().fold(block, |block, known| block.state(format!("{name} = {known};")));
        block.state(format!("symir_object({name}, \"{name}\");"))
    }
}

/// The lines that include the headers of the types in a text. A file with stubs includes no others: a program
/// that is built without the C library, as a kernel is, has few.
fn needed_headers(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let of_word = |word: &str| match word {
        "bool" => Some("stdbool.h".to_owned()),
        _ => header_of_type(word, std::path::Path::new("")),
    };
    let headers: BTreeSet<String> = words.filter_map(of_word).collect();
    headers.iter().map(|header| format!("#include <{header}>\n")).collect()
}

/// `int x`, `char *x`.
fn declared(ty: &str, name: &str) -> String {
    if ty.ends_with('*') { format!("{ty}{name}") } else { format!("{ty} {name}") }
}

/// The lines of a harness for one parameter.
pub(super) struct Block {
    /// Lines outside of functions.
    above: String,
    pub(super) declarations: Vec<String>,
    pub(super) statements: Vec<String>,
    /// Lines after the statements of all parameters.
    last: Vec<String>,
    /// The argument in the call.
    pub(super) passed: String,
}

impl Block {
    fn new(passed: &str) -> Self {
        Self {
            above: String::new(),
            declarations: Vec::new(),
            statements: Vec::new(),
            last: Vec::new(),
            passed: passed.to_owned(),
        }
    }

    fn declare(mut self, line: String) -> Self {
        self.declarations.push(line);
        self
    }

    fn finish(mut self, line: String) -> Self {
        self.last.push(line);
        self
    }

    fn state(mut self, line: String) -> Self {
        self.statements.push(line);
        self
    }
}

/// The number of the parameter that says how many bytes a function reads into the parameter before it, if the
/// name and the types of the function look like that.
fn read_to(function: &str, types: &[&str]) -> Option<usize> {
    const WORDS: [&str; 5] = ["read", "recv", "receive", "get", "fetch"];
    const BYTES: [&str; 5] = ["void *", "char *", "unsigned char *", "uint8_t *", "signed char *"];
    const NUMBERS: [&str; 6] = ["int", "unsigned int", "long", "unsigned long", "size_t", "uint32_t"];
    let name = function.to_lowercase();
    let pairs = types.windows(2);
    let at = pairs.into_iter().position(|pair| BYTES.contains(&pair[0]) && NUMBERS.contains(&pair[1]))?;
    WORDS.iter().any(|word| name.contains(word)).then_some(at + 2)
}
