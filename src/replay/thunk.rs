//! The C code of one call: it takes arguments out of slots of 16 bytes, calls the function with them, and
//! puts the result into such a slot.
//!
//! C cannot call a function whose type is known only at run time, so each type of each function that is
//! called has its thunk. The text says everything about the type, so equal texts are the same thunk.

use crate::exec::{NativeArgument, NativeCall};
use crate::ir::ArgKind;
use crate::util::Bits;

/// The C code of a shared object that exports `symir_call`. The error says what cannot be passed.
pub(super) fn source(call: &NativeCall<'_>) -> Result<String, String> {
    if !call.function.chars().all(|c| c.is_ascii_alphanumeric() || "_.$@".contains(c)) {
        return Err(format!("`{}` is no name of a function in C", call.function.escape_default()));
    }
    let types = call.arguments.iter().map(argument_type).collect::<Result<Vec<_>, _>>()?;
    let result = match call.result {
        Some((width, kind)) => c_type(width, kind)?,
        None => "void",
    };
    // A function without a prototype looks as if all of its arguments were variable ones.
    let fixed = call.fixed.filter(|fixed| *fixed > 0);
    let mut parameters = types[..fixed.unwrap_or(types.len()).min(types.len())].join(", ");
    parameters.push_str(match (fixed, types.is_empty()) {
        (Some(_), _) => ", ...",
        (None, true) => "void",
        (None, false) => "",
    });
    let passed: Vec<String> =
        types.iter().enumerate().map(|(at, ty)| format!("*(const {ty} *)from[{at}].bytes")).collect();
    let passed = passed.join(", ");
    let kept = if result == "void" { String::new() } else { format!("*({result} *)to->bytes =") };
    let parts = [
        ("$result", result),
        ("$parameters", &parameters),
        ("$kept", &kept),
        ("$passed", &passed),
        // The name is put in last, because it may have a dollar in it.
        ("$name", call.function),
    ];
    Ok(parts.iter().fold(include_str!("thunk.c").to_owned(), |text, (mark, with)| text.replace(mark, with)))
}

fn argument_type(argument: &NativeArgument) -> Result<&'static str, String> {
    match argument {
        NativeArgument::Number { width, kind, .. } => c_type(*width, *kind),
        NativeArgument::Pointer { .. } => Ok("unsigned long"),
    }
}

/// A C type that is passed in the same way as such a scalar. Addresses are passed like integers.
fn c_type(width: Bits, kind: ArgKind) -> Result<&'static str, String> {
    Ok(match (kind, width.0) {
        (ArgKind::Pointer, _) => "unsigned long",
        (ArgKind::Integer, 1..=8) => "unsigned char",
        (ArgKind::Integer, 9..=16) => "unsigned short",
        (ArgKind::Integer, 17..=32) => "unsigned int",
        (ArgKind::Integer, 33..=64) => "unsigned long",
        (ArgKind::Integer, 128) => "unsigned __int128",
        (ArgKind::Float, 16) => "_Float16",
        (ArgKind::Float, 32) => "float",
        (ArgKind::Float, 64) => "double",
        (ArgKind::Float, 80) => "long double",
        (ArgKind::Float, 128) => "__float128",
        (ArgKind::Integer | ArgKind::Float, width) => {
            return Err(format!("it is given or gives a number of {width} bits"));
        }
        _ => return Err("it is given a structure or a vector by value".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(function: &str, arguments: &[NativeArgument], fixed: Option<usize>, declaration: &str) {
        let result = Some((Bits(64), ArgKind::Float));
        let call = NativeCall {
            function,
            code: None,
            arguments: arguments.to_vec(),
            objects: vec![Vec::new()],
            result,
            fixed,
        };
        let text = source(&call).expect("it can be passed");
        assert!(text.contains(declaration), "{text}");
    }

    #[test]
    fn declarations_are_those_of_the_call() {
        let int = NativeArgument::Number { width: Bits(32), kind: ArgKind::Integer, value: 1 };
        let double = NativeArgument::Number { width: Bits(64), kind: ArgKind::Float, value: 1 };
        let pointer = NativeArgument::Pointer { object: 0, offset: 0 };
        check("f", &[], None, "extern double target(void) __asm__(\"f\")");
        check("f", &[int, double], None, "double target(unsigned int, double)");
        check("f", &[pointer, double], Some(1), "double target(unsigned long, ...)");
        check("f", &[pointer, double], Some(0), "double target(unsigned long, double)");
        check(
            "f",
            &[pointer, int],
            None,
            "target(*(const unsigned long *)from[0].bytes, *(const unsigned int",
        );
    }

    #[test]
    fn what_cannot_be_passed_is_named() {
        let argument = NativeArgument::Number { width: Bits(32), kind: ArgKind::Part, value: 1 };
        let mut call = NativeCall {
            function: "f",
            code: None,
            arguments: vec![argument],
            objects: Vec::new(),
            result: None,
            fixed: None,
        };
        assert!(source(&call).expect_err("a vector").contains("by value"));
        call.arguments.clear();
        call.function = "f\"";
        assert!(source(&call).expect_err("no name").contains("no name"));
    }
}
