//! Writes harnesses: drivers as a person would write them, one for each function.
//!
//! The last line of a harness has a checksum of all above it. A harness that somebody has changed has another one: it is
//! used as it is, and never written again.

use super::config::Bounds;
use super::roles::{BYTES, ELEMENTS, LETTERS, MOST_ARGUMENTS, Parameter, ROOM, Role, Stub, pointee};
use super::synth::{self, Class};
use crate::ir::NAME;
use crate::util::checksum;
use std::fmt::Write;

/// What a harness is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Harness {
    /// The function under test.
    pub function: String,
    /// Where it stands, in words: `util.c:12`.
    pub place: String,
    /// The file to include, as the harness names it.
    pub source: String,
    /// Whether the file has a `main` of its own.
    pub has_main: bool,
    pub parameters: Vec<Parameter>,
    /// Conditions over the parameters, in C, each with the reason.
    pub assumptions: Vec<Assumption>,
    /// How large inputs are made, where somebody has said it.
    pub bounds: Bounds,
    /// The types whose objects are made by calls, those that others need first, and by how many calls at most.
    pub classes: Vec<Class>,
    pub calls: u64,
}

/// What a caller has to keep to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assumption {
    /// In C: `q != NULL`.
    pub condition: String,
    /// Why, in words.
    pub because: String,
}

/// What stands before the checksum.
const MARK: &str = "/* symir gen ";
/// What `main` of a file under test is called.
pub const OTHER_MAIN: &str = "program_main";

/// The name of the file with the stubs of a function's harness, beside it.
pub fn stub_file(function: &str) -> String {
    format!("{function}_stubs.c")
}

/// Whether the text is as it was generated.
pub fn is_generated(text: &str) -> bool {
    let Some((above, last)) = text.trim_end().rsplit_once('\n') else { return false };
    last.strip_prefix(MARK) == Some(&*format!("{} */", sum(&format!("{above}\n"))))
}

/// The text of a harness as it is when its function has moved.
pub fn moved(text: &str, function: &str, from: &str, to: &str) -> String {
    let head = |place: &str| format!(" * Harness of {function} ({place}), ");
    let Some((above, _)) = text.trim_end().rsplit_once('\n').filter(|_| is_generated(text)) else {
        return text.to_owned();
    };
    let above = format!("{}\n", above.replacen(&head(from), &head(to), 1));
    let sum = sum(&above);
    above + MARK + &sum + " */\n"
}

fn sum(text: &str) -> String {
    checksum::of(text.as_bytes())
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

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = format!(
            "/*\n * Harness of {} ({}), written by symir gen. Change it as you like: from then on symir uses it as it is\n \
             * and never writes it again.\n */\n#include \"symir.h\"\n",
            self.function, self.place
        );
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
        if self.assumptions.iter().any(|it| it.condition.contains("_MIN")) {
            text += "#include <limits.h>\n";
        }
        if self
            .classes
            .iter()
            .flat_map(|class| &class.makers)
            .any(|it| matches!(it.way, synth::Way::Storage(_)))
        {
            text += "#include <stdlib.h>\n";
        }
        let blocks: Vec<Block> = (0..self.parameters.len()).map(|at| self.block(at)).collect();
        for block in &blocks {
            text += &block.above;
        }
        text += "\nint main(void) {\n";
        for line in blocks.iter().flat_map(|block| &block.declarations) {
            let _ = writeln!(text, "    {line}");
        }
        if blocks.iter().any(|block| !block.declarations.is_empty()) {
            text.push('\n');
        }
        let statements = blocks.iter().flat_map(|block| &block.statements);
        for line in statements.chain(blocks.iter().flat_map(|block| &block.last)) {
            let _ = writeln!(text, "    {line}");
        }
        for assumption in &self.assumptions {
            let _ =
                writeln!(text, "    symir_assume({}); /* {} */", assumption.condition, assumption.because);
        }
        let passed: String = blocks.iter().map(|block| format!(", {}", block.passed)).collect();
        let _ = writeln!(text, "    SYMIR_TEST({}{passed});", self.called());
        self.parameters.iter().for_each(|parameter| text += &self.destroyed(parameter));
        text += "    return 0;\n}\n";
        let sum = sum(&text);
        text + MARK + &sum + " */\n"
    }

    fn called(&self) -> &str {
        if self.function == "main" { OTHER_MAIN } else { &self.function }
    }

    /// Whether an assumption says that a pointer is not null.
    fn is_never_null(&self, parameter: &Parameter) -> bool {
        self.assumptions.iter().any(|it| it.condition == format!("{} != NULL", parameter.name))
    }

    /// What is called after the test with an object that was made by calls.
    fn destroyed(&self, parameter: &Parameter) -> String {
        let Role::Made { class, is_gone: false } = &parameter.role else { return String::new() };
        let Some(destroyer) = self.class(class).and_then(|class| class.destroyers.first()) else {
            return String::new();
        };
        let name = &parameter.name;
        let call = format!("{}({name});", destroyer.function);
        match parameter.is_tested {
            true => format!("    if ({name} != NULL)\n        {call}\n"),
            false => format!("    {call}\n"),
        }
    }

    /// A type whose objects are made by calls.
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.iter().find(|class| class.name == name)
    }

    pub(super) fn block(&self, at: usize) -> Block {
        let parameter = &self.parameters[at];
        let name = &parameter.name;
        let declare = |name: &str| parameter.declared.replace(NAME, name);
        let pointee = pointee(&parameter.declared);
        let element = pointee.clone().unwrap_or_else(|| format!("__typeof__(*({})0)", declare("").trim()));
        let may_be_null = parameter.is_tested || !self.is_never_null(parameter);
        let pointer = |what: &str| {
            Block::new(name)
                .declare(format!("{};", declare(name)))
                .state(format!("{name} = symir_pointer({what}, \"{name}\");"))
        };
        let letters = self.bounds.string.unwrap_or(LETTERS);
        let most = |elements: u64| self.bounds.array.unwrap_or(elements);
        match &parameter.role {
            Role::Number(maker) => {
                Block::new(name).declare(format!("{} = {maker}(\"{name}\");", declare(name)))
            }
            Role::Value => Block::new(name)
                .declare(format!("{};", declare(name)))
                .state(format!("symir_object({name}, \"{name}\");")),
            Role::Text if may_be_null => pointer(&element),
            Role::Text => {
                let cast = if element == "char" { String::new() } else { format!("({element} *)") };
                Block::new(name)
                    .declare(format!("{} = {cast}symir_text({letters}, \"{name}\");", declare(name)))
            }
            Role::Buffer { .. } => self.array(parameter, &element, most(ELEMENTS)),
            Role::Bytes { length: Some(_) } => self.array(parameter, "unsigned char", most(BYTES)),
            Role::Bytes { length: None } => pointer("void"),
            Role::Length { of } => self.length(at, of),
            Role::Out => Block::new(&format!("&{name}")).declare(format!("{element} {name};")),
            Role::Room => Block::new(name).declare(format!("{element} {name}[{ROOM}];")),
            Role::Object => pointer(&element),
            Role::Made { class, .. } => {
                let Some(class) = self.class(class) else { return Block::new(name) };
                let lines = synth::lines(self, class, name, self.calls);
                let block = Block::new(name).declare(format!("{} *{name} = NULL;", class.name));
                let is_null = parameter.is_tested;
                let start = is_null.then(|| format!("if (!symir_bool(\"{name}_is_null\")) {{"));
                let indent = if is_null { "    " } else { "" };
                let lines = lines.into_iter().map(|line| format!("{indent}{line}"));
                let end = is_null.then(|| "}".to_owned());
                start.into_iter().chain(lines).chain(end).fold(block, Block::state)
            }
            Role::Callback { stub } => self.callback(parameter, stub.as_ref()),
            Role::ArgumentCount => Block::new(name)
                .declare(format!("{} = symir_range(1, {MOST_ARGUMENTS} + 1, \"{name}\");", declare(name))),
            Role::Arguments => {
                let each = (1..=MOST_ARGUMENTS).map(|at| format!("symir_text({letters}, \"argument{at}\")"));
                let each: Vec<String> = each.collect();
                Block::new(name)
                    .declare(format!("char *{name}[] = {{\"program\", {}, NULL}};", each.join(", ")))
                    .state(format!("{name}[{}] = NULL;", self.parameters[0].name))
            }
            Role::Impossible(_) => Block::new(name),
        }
    }
}

impl Harness {
    /// An array that ends where its last element does.
    fn array(&self, parameter: &Parameter, element: &str, most: u64) -> Block {
        let name = &parameter.name;
        let made = format!(
            "{} = symir_array({element}, {most}, \"{name}\");",
            parameter.declared.replace(NAME, name)
        );
        let block = Block::new(name).declare(made);
        if !parameter.is_tested {
            return block;
        }
        // Behind what asks for its length.
        block.finish(format!("if (symir_bool(\"{name}_is_null\"))\n        {name} = NULL;"))
    }

    /// How many elements arrays have, which is the same for all of them.
    fn length(&self, at: usize, of: &[usize]) -> Block {
        let parameter = &self.parameters[at];
        let name = &parameter.name;
        let declared = parameter.declared.replace(NAME, name);
        let lengths = of.iter().map(|at| format!("symir_array_length({})", self.parameters[*at].name));
        let lengths: Vec<String> = lengths.collect();
        let mut block = match of[0] < at {
            true => Block::new(name).declare(format!("{declared} = {};", lengths[0])),
            false => {
                Block::new(name).declare(format!("{declared};")).state(format!("{name} = {};", lengths[0]))
            }
        };
        for other in &lengths[1..] {
            block = block.state(format!("symir_assume({other} == {});", lengths[0]));
        }
        block
    }

    /// What the stub of a parameter is called, and what it returns.
    fn stub_name(&self, parameter: &Parameter) -> String {
        format!("{}_{}", self.function, parameter.name)
    }

    /// The stubs that the harness uses, for a file that the suite is built with, too.
    pub fn stubs(&self) -> String {
        let mut text = String::new();
        for parameter in &self.parameters {
            let Role::Callback { stub: Some(stub) } = &parameter.role else { continue };
            let name = self.stub_name(parameter);
            let types: Vec<&str> = stub.parameters.iter().map(String::as_str).collect();
            let named: Vec<String> =
                (1..).zip(&types).map(|(at, ty)| declared(ty, &format!("argument{at}"))).collect();
            let listed = if named.is_empty() { "void".to_owned() } else { named.join(", ") };
            let _ = writeln!(text, "\n/* Stands for `{}` of {}. */", parameter.name, self.function);
            if stub.maker.is_some() {
                let _ = writeln!(text, "{};", declared(&stub.result, &format!("{name}_result")));
            }
            let _ = writeln!(
                text,
                "{};\n{} {{",
                declared(&stub.result, &format!("{name}({listed})")),
                declared(&stub.result, &format!("{name}({listed})"))
            );
            for at in 1..=types.len() {
                let _ = writeln!(text, "    (void)argument{at};");
            }
            if stub.maker.is_some() {
                let _ = writeln!(text, "    return {name}_result;");
            }
            text += "}\n";
        }
        text
    }

    /// A function that the caller gives: a stub that gives back an input, or any of the program that fits.
    fn callback(&self, parameter: &Parameter, stub: Option<&Stub>) -> Block {
        let name = &parameter.name;
        let declaration = parameter.declared.replace(NAME, name);
        let Some(stub) = stub else {
            return Block::new(name)
                .declare(format!("{declaration};"))
                .state(format!("symir_object({name}, \"{name}\");"));
        };
        let other = self.stub_name(parameter);
        // The stub, or another function of the program whose address is taken.
        let block = Block::new(name)
            .declare(format!("{declaration} = {other};"))
            .state(format!("symir_object({name}, \"{name}\");"));
        match stub.maker {
            Some(maker) => block.state(format!("{other}_result = {maker}(\"{name}_result\");")),
            None => block,
        }
    }
}

/// `int x`, `char *x`.
fn declared(ty: &str, name: &str) -> String {
    if ty.ends_with('*') { format!("{ty}{name}") } else { format!("{ty} {name}") }
}

/// What a harness says of one parameter.
pub(super) struct Block {
    /// Outside of functions.
    above: String,
    pub(super) declarations: Vec<String>,
    pub(super) statements: Vec<String>,
    /// Behind the statements of all parameters.
    last: Vec<String>,
    /// What stands in the call.
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
