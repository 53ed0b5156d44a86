//! The meaning of every operation on integers for concrete values. It is defined only here: constant folding
//! and evaluation both call this.

use super::Kind;
use crate::util::Bits;

/// Applies a one- or two-operand `kind` to patterns of width `width` (for comparisons and extensions, the
/// width of the operands). The result is a pattern of the node's own width; for [`Kind::SExt`] and
/// [`Kind::ZExt`] it is sign- or zero-extended to 128 bits, for the caller to mask.
///
/// # Panics
/// On kinds that are not operations on two values: constants, symbols, concat, extract, ite.
pub fn fold(kind: Kind, width: Bits, a: u128, b: u128) -> u128 {
    let mask = width.mask();
    let signed = |x| width.sign_extend(x);
    let result = match kind {
        Kind::Not => !a,
        Kind::Neg => a.wrapping_neg(),
        Kind::And => a & b,
        Kind::Or => a | b,
        Kind::Xor => a ^ b,
        Kind::Add => a.wrapping_add(b),
        Kind::Sub => a.wrapping_sub(b),
        Kind::Mul => a.wrapping_mul(b),
        Kind::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Kind::URem => a.checked_rem(b).unwrap_or(a),
        Kind::SDiv => match signed(b) {
            0 if signed(a) < 0 => 1,
            0 => u128::MAX,
            divisor => signed(a).wrapping_div(divisor) as u128,
        },
        Kind::SRem => match signed(b) {
            0 => a,
            divisor => signed(a).wrapping_rem(divisor) as u128,
        },
        Kind::Shl if b < u128::from(width.0) => a << b,
        Kind::LShr if b < u128::from(width.0) => a >> b,
        Kind::Shl | Kind::LShr => 0,
        Kind::AShr => (signed(a) >> b.min(127)) as u128,
        Kind::Eq => return u128::from(a == b),
        Kind::Ult => return u128::from(a < b),
        Kind::Slt => return u128::from(signed(a) < signed(b)),
        Kind::ZExt => return a,
        Kind::SExt => return signed(a) as u128,
        _ => {
            unreachable!("invariant: {kind:?} is not folded from two values")
        }
    };
    result & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_zero_is_smtlib() {
        let w = Bits(8);
        assert_eq!(fold(Kind::UDiv, w, 7, 0), 255);
        assert_eq!(fold(Kind::URem, w, 7, 0), 7);
        assert_eq!(fold(Kind::SDiv, w, 7, 0), 255);
        assert_eq!(fold(Kind::SDiv, w, 0xf9, 0), 1);
        assert_eq!(fold(Kind::SRem, w, 0xf9, 0), 0xf9);
        assert_eq!(fold(Kind::SDiv, w, 0x80, 0xff), 0x80, "the one overflow wraps");
    }

    #[test]
    fn oversized_shifts_are_smtlib() {
        assert_eq!(fold(Kind::Shl, Bits(8), 1, 8), 0);
        assert_eq!(fold(Kind::LShr, Bits(8), 128, 200), 0);
        assert_eq!(fold(Kind::AShr, Bits(8), 128, 200), 255);
        assert_eq!(fold(Kind::AShr, Bits(128), 1 << 127, u128::MAX), u128::MAX);
    }
}
