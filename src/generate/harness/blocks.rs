//! The lines of a harness for arrays that are variables.

use super::Block;
use crate::generate::roles::{AROUND, BYTES, HEADER, Parameter, ROOM};
use crate::ir::NAME;

/// The longest arrays whose places in memory are tried.
const MOST_UNALIGNED: u64 = 23;
const MOST_PLACES: u64 = 16;

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

/// How many places are tried. Half of them are no multiples of twice the number that the code asks for.
fn places(parameter: &Parameter) -> u64 {
    MOST_PLACES.min(2 * parameter.aligned_to)
}

/// An array as an expression. If the code asks how it is aligned, it begins at any place.
pub(super) fn array(parameter: &Parameter, element: &str, most: u64) -> String {
    let Parameter { name, aligned_to, .. } = parameter;
    if *aligned_to == 0 || parameter.is_exact {
        return format!("symir_array({element}, {most}, \"{name}\")");
    }
    // A word with bytes before and behind it.
    let most = most.max(MOST_UNALIGNED.min(3 * aligned_to - 1));
    format!(
        "symir_unaligned(symir_array({element}, {most}, \"{name}\"), {}, \"{name}_skipped\")",
        places(parameter)
    )
}

/// A text as an expression.
pub(super) fn text(parameter: &Parameter, letters: u64) -> String {
    let Parameter { name, aligned_to, .. } = parameter;
    match aligned_to {
        0 => format!("symir_text({letters}, \"{name}\")"),
        _ => {
            let letters = letters.max(MOST_UNALIGNED.min(3 * aligned_to - 1));
            let places = places(parameter);
            format!("symir_unaligned_text(symir_text({letters}, \"{name}\"), {places}, \"{name}_skipped\")")
        }
    }
}

/// A pointer to bytes that nobody says the number of.
pub(super) fn at_any_place(parameter: &Parameter, block: Block) -> Block {
    let Parameter { name, aligned_to, .. } = parameter;
    match aligned_to {
        0 => block,
        _ => block.finish(format!(
            "if ({name} != NULL)\n        {name} = symir_unaligned((char *){name}, {}, \"{name}_skipped\");",
            places(parameter)
        )),
    }
}
