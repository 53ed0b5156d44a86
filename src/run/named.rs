//! What a program names: the words of its string literals, and the numbers that it computes with.

use crate::ir::{Const, FuncId, Inst, Op, Operand, OperandKind, Program, globals_used_by};
use crate::readable::Dictionary;
use std::collections::BTreeSet;

/// How many words are taken at most: a table of messages is no vocabulary.
const MAX_WORDS: usize = 200;

/// The words in the literals that the program's own functions use, apart from `main`, as words of class 0.
pub(super) fn words(program: &Program) -> Dictionary {
    let is_own = |function: &FuncId| {
        let function = &program.functions[function.index()];
        // Models of library functions have no signature from the source.
        function.entry.is_some() && function.signature.is_some() && function.name != "main"
    };
    let own: Vec<FuncId> = (0..program.functions.len()).map(FuncId::new).filter(is_own).collect();
    let mut words: Vec<Vec<u8>> = Vec::new();
    for global in globals_used_by(program, &own) {
        let global = &program.globals[global.index()];
        if let (true, Some(init)) = (global.is_constant, &global.init)
            && init.bytes.len() == init.bytes.end() + 1
        {
            words_of(&init.bytes.trimmed(), &mut words);
        }
    }
    words.truncate(MAX_WORDS);
    Dictionary::new(words.iter().map(|word| (&**word, 0)))
}

/// The largest small number, and how many of these a program may have so that inputs can still differ from
/// them.
const SMALL: u128 = 64;
const MAX_NUMBERS: usize = 12;

/// The small numbers that the program's own functions compute with, compare with, store and return, apart
/// from zero; only 1 if they are many. An input with one of these values hides mistakes: `x + 1` is `x + y`
/// if `y` is 1.
pub(super) fn numbers(program: &Program) -> Vec<u128> {
    let mut found = BTreeSet::new();
    for block in &program.blocks {
        let function = &program.functions[block.function.index()];
        if function.signature.is_none() || function.name == "main" {
            continue;
        }
        for inst in &program.code[block.first.index()..block.end.index()] {
            for operand in computed_with(program, inst) {
                if let OperandKind::Constant(constant) = operand.kind()
                    && let Const::Int { value, .. } = program.constants[constant.index()]
                    && (1..=SMALL).contains(&value)
                {
                    found.insert(value);
                }
            }
        }
    }
    let numbers: Vec<u128> = found.into_iter().collect();
    if numbers.len() > MAX_NUMBERS {
        numbers.into_iter().filter(|number| *number == 1).collect()
    } else {
        numbers
    }
}

/// The operands that an instruction computes with, apart from addresses.
fn computed_with(program: &Program, inst: &Inst) -> Vec<Operand> {
    use Op::{
        AShr, Add, And, ICmp, LShr, Mul, Or, Ret, SDiv, SRem, Select, Shl, Store, Sub, UDiv, URem, Xor,
    };
    let list = |at: u32, n: usize| {
        let words = &program.extra[at as usize..at as usize + n];
        words.iter().map(|word| Operand::from_raw(*word)).collect()
    };
    match inst.op {
        Add | Sub | Mul | UDiv | SDiv | URem | SRem | Shl | LShr | AShr | And | Or | Xor | ICmp => {
            vec![inst.a(), inst.b()]
        }
        Store => vec![inst.a()],
        Select => list(inst.b, 2),
        Ret => list(inst.a, usize::from(inst.width)),
        _ => Vec::new(),
    }
}

/// The words of a literal, in small letters. Text that is not printable has none, and neither has a run of
/// the alphabet, such as the digits of hexadecimal numbers.
fn words_of(text: &[u8], words: &mut Vec<Vec<u8>>) {
    if !text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
        return;
    }
    let mut rest = text;
    while let Some(start) = rest.iter().position(u8::is_ascii_alphabetic) {
        // The letter after a per cent sign is a conversion.
        let is_conversion = start > 0 && rest[start - 1] == b'%';
        let end = (start..rest.len()).find(|at| !rest[*at].is_ascii_alphabetic()).unwrap_or(rest.len());
        let word = rest[start..end].to_ascii_lowercase();
        let is_alphabet = word.len() > 3 && word.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if word.len() > 1 && !is_conversion && !is_alphabet {
            words.push(word);
        }
        rest = &rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_cut_into_words() {
        let words = |text: &[u8]| {
            let mut words = Vec::new();
            words_of(text, &mut words);
            words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(b"uid=%d name=%s x GET /index.html"), "uid name get index html");
        assert_eq!(words(b"0123456789abcdef"), "");
        assert_eq!(words(b"\x01ab"), "");
    }
}
