//! Constant integers of more than 128 bits, as words.

use super::layout::{is_wide, words};
use crate::frontend::llvm::{LLVMValueKind, Value};
use crate::ir::Const;

/// The words of a constant integer of more than 128 bits; `None` for anything else.
pub fn constant_words(value: Value<'_>) -> Option<Vec<Const>> {
    if !matches!(value.kind(), LLVMValueKind::LLVMConstantIntValueKind) || !is_wide(value.ty()) {
        return None;
    }
    let widths = words(value.ty().int_width(), 0).map(|word| word.width);
    // LLVM's C interface gives more than 64 bits only as text, such as `i256 -5`.
    let text = value.to_text();
    let parsed = parse_decimal(text.rsplit(' ').next()?, widths.len());
    Some(
        widths
            .zip(parsed)
            .map(|(width, word)| Const::Int { width, value: u128::from(word) & width.mask() })
            .collect(),
    )
}

/// A decimal number as two's complement of `n` words, the lowest first.
fn parse_decimal(text: &str, n: usize) -> Vec<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut words = vec![0u64; n];
    for digit in digits.bytes() {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            let sum = u128::from(*word) * 10 + carry;
            (*word, carry) = (sum as u64, sum >> 64);
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_decimals_of_many_words() {
        assert_eq!(parse_decimal("-5", 3), [u64::MAX - 4, u64::MAX, u64::MAX]);
        assert_eq!(parse_decimal("36893488147419103233", 3), [1, 2, 0]);
        assert_eq!(parse_decimal("-340282366920938463463374607431768211456", 3), [0, 0, u64::MAX]);
    }
}
