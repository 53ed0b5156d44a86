//! Arguments that earlier calls make: objects, and what calls for these objects return.

use super::{Block, Harness, Parameter, Role, pointee, synth};

impl Harness {
    /// An object that is made by calls of the functions of its class.
    pub(super) fn made(&self, parameter: &Parameter, class: &str) -> Block {
        let name = &parameter.name;
        let Some(class) = self.class(class) else { return Block::new(name) };
        let lines = synth::lines(self, class, name, self.calls);
        let (first, is_null, asked) = match &class.kind {
            synth::Kind::Handle { ty, input } => (
                format!("{ty} {name} = {input}(\"{name}\");"),
                true,
                format!("if (symir_bool(\"{name}_is_made\")) {{"),
            ),
            _ => (
                class.variable(name),
                parameter.is_tested,
                format!("if (!symir_bool(\"{name}_is_null\")) {{"),
            ),
        };
        let block = Block::new(name).declare(first);
        let start = is_null.then_some(asked);
        let indent = if is_null { "    " } else { "" };
        let lines = lines.into_iter().map(|line| format!("{indent}{line}"));
        let end = is_null.then(|| "}".to_owned());
        start.into_iter().chain(lines).chain(end).fold(block, Block::state)
    }

    /// What one of the calls for the object of another parameter returned.
    pub(super) fn taken(&self, parameter: &Parameter) -> Block {
        let name = &parameter.name;
        let target = pointee(&parameter.declared).unwrap_or_default();
        let block = Block::new(name).declare(format!("{target} *{name} = NULL;"));
        match parameter.is_tested {
            true => block,
            false => block.finish(format!("symir_assume({name} != NULL);")),
        }
    }

    /// The parameters of the function under test that take what calls for the object `object` returned or were
    /// given to keep, each with the type that it points to.
    pub fn taken_from(&self, object: &str) -> Vec<(String, String)> {
        let is_of = |parameter: &&Parameter| match parameter.role {
            Role::Taken { from } => self.parameters[from].name == object,
            _ => false,
        };
        let variable = |it: &Parameter| Some((it.name.clone(), pointee(&it.declared)?));
        self.parameters.iter().filter(is_of).filter_map(variable).collect()
    }

    /// The statement that destroys an object that was made by calls, after the test.
    pub(super) fn destroyed(&self, parameter: &Parameter) -> String {
        let Role::Made { class, is_gone: false } = &parameter.role else { return String::new() };
        let Some(destroyer) = self.class(class).and_then(|class| class.destroyers.first()) else {
            return String::new();
        };
        let name = &parameter.name;
        let call = format!("{}({name});", destroyer.function);
        let is_handle = self.class(class).is_some_and(|class| !class.kind.is_pointer());
        match parameter.is_tested && !is_handle {
            true => format!("    if ({name} != NULL)\n        {call}\n"),
            false => format!("    {call}\n"),
        }
    }
}
