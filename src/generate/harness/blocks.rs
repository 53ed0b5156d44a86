//! The lines of a harness for arrays that are variables.

use super::Block;
use crate::generate::roles::{AROUND, BYTES, HEADER, Parameter, ROOM};
use crate::ir::NAME;

/// An array that nobody has written to.
pub(super) fn room(name: &str, element: &str, room: u64) -> Block {
    Block::new(name).declare(format!("{element} {name}[{room}];"))
}

/// An object behind bytes that belong to it, or a place in the middle of an array.
pub(super) fn behind(parameter: &Parameter, element: &str) -> Block {
    let (name, declared) = (&parameter.name, parameter.declared.replace(NAME, &parameter.name));
    let block = Block::new(name);
    let block = match parameter.is_amid() {
        true => block
            .declare(format!("{} {name}_block[{AROUND} + {AROUND}];", element.trim_start_matches("const ")))
            .declare(format!("{declared} = {name}_block + {AROUND};")),
        false => block
            .declare(format!("unsigned char {name}_block[{HEADER} + {BYTES}];"))
            .declare(format!("{declared} = ({element} *)({name}_block + {HEADER});")),
    };
    block.state(format!("symir_object({name}_block, \"{name}_block\");"))
}

/// A pointer to the beginning of an array, of which the function gets the address.
pub(super) fn position(parameter: &Parameter, most: u64) -> Block {
    let name = &parameter.name;
    let declared = parameter.declared.replace(&format!("**{NAME}"), &format!("*{name}"));
    let element = declared.strip_suffix(&format!("*{name}")).unwrap_or(&declared).trim_end();
    let element = element.trim_start_matches("const ");
    Block::new(&format!("&{name}"))
        .declare(format!("{declared} = symir_array({element}, {most}, \"{name}\");"))
}

/// A text of at most so many letters in an array with room behind it, which is zero.
pub(super) fn text_with_room(name: &str, element: &str, letters: u64) -> Block {
    let size = ROOM.max(4 * (letters + 1));
    room(name, element, size)
        .state(format!("symir_string({name}, \"{name}\");"))
        .state(format!("for (int at = {letters}; at < {size}; at++) /* room behind the text */"))
        .state(format!("    symir_assume({name}[at] == '\\0');"))
}
