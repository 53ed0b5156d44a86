//! Circuits of products, quotients and remainders.

use super::gates::{Gates, Lit};
use super::words::{Word, complement};

/// A quotient and the remainder that belongs to it.
pub(super) struct Division {
    pub(super) quotient: Word,
    pub(super) remainder: Word,
}

impl Gates {
    /// The low bits of `a · b`: a sum of shifted rows, one for each bit of the operand with more constant
    /// bits.
    pub(super) fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let n_constant = |word: &[Lit]| word.iter().filter(|bit| bit.as_constant().is_some()).count();
        let (a, b) = if n_constant(a) > n_constant(b) { (b, a) } else { (a, b) };
        match b.iter().map(|bit| bit.as_constant()).collect::<Option<Vec<bool>>>() {
            Some(constant) => self.multiply_by(a, &digits(&constant)),
            None => self.multiply_any(a, b),
        }
    }

    fn multiply_any(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let mut product = vec![Lit::FALSE; width];
        for (shift, &bit) in b.iter().enumerate() {
            if self.is_exhausted() {
                break;
            }
            if bit != Lit::FALSE {
                let row: Word = a[..width - shift].iter().map(|&digit| self.and(digit, bit)).collect();
                let sum = self.add(&product[shift..], &row);
                product[shift..].copy_from_slice(&sum);
            }
        }
        product
    }

    /// The product with a constant, by its signed digits.
    fn multiply_by(&mut self, a: &[Lit], digits: &[Digit]) -> Word {
        let width = a.len();
        let mut product = vec![Lit::FALSE; width];
        for (shift, digit) in digits.iter().enumerate() {
            let sum = match digit {
                Digit::Zero => continue,
                Digit::Plus => self.add(&product[shift..], &a[..width - shift]),
                Digit::Minus => self.sub(&product[shift..], &a[..width - shift]),
            };
            product[shift..].copy_from_slice(&sum);
        }
        product
    }

    /// `a / b` and `a % b`, rounded down; all ones and `a` if `b` is zero.
    ///
    /// This is long division as on paper: if the divisor does not fit, the remainder is kept. A row is only
    /// as wide as the remainder in it can be: at most the bits of `a` seen so far, and at most one bit more
    /// than `b` has, since the remainder before is less than `b`. Bits of the quotient above those that `a`
    /// has are set only if `b` is zero. So numbers of few bits cost few gates, however wide their words are.
    /// (A free quotient and remainder bound by `quotient · b + remainder = a`, tried for constant divisors,
    /// took half the time on the decimal digits of a number, and twice the time on the overflow checks of a
    /// parser.)
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> Division {
        let (n_a, n_b) = (significant(a), significant(b));
        let not_b = complement(b);
        // By place, whether the bits of `b` at this place and above are all zero.
        let mut is_low = vec![Lit::TRUE; n_b + 1];
        for place in (0..n_b).rev() {
            is_low[place] = self.and(is_low[place + 1], not_b[place]);
        }
        let is_zero = is_low[0];
        let mut quotient = vec![is_zero; a.len()];
        let mut remainder = Word::new();
        for index in (0..n_a).rev() {
            if self.is_exhausted() {
                break;
            }
            remainder.insert(0, a[index]);
            let n = remainder.len();
            let mut fits = Lit::TRUE;
            let mut difference = Word::with_capacity(n);
            // `remainder - b`; its last carry says whether it is not negative.
            for (place, &bit) in remainder.iter().enumerate() {
                let other = not_b.get(place).copied().unwrap_or(Lit::TRUE);
                let half = self.xor(bit, other);
                difference.push(self.xor(half, fits));
                fits = self.majority(bit, other, fits);
            }
            fits = self.and(fits, is_low[n.min(n_b)]);
            quotient[index] = fits;
            remainder = self.choose(fits, &difference, &remainder);
            remainder.truncate(n_b);
        }
        remainder.resize(a.len(), Lit::FALSE);
        // If `b` is zero, every row fits, and the bits beyond those of `b` were dropped.
        let remainder = self.choose(is_zero, a, &remainder);
        Division { quotient, remainder }
    }

    /// The same for signed numbers, rounded towards zero: the remainder has the sign of `a`.
    pub(super) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> Division {
        let (Some(&sign_a), Some(&sign_b)) = (a.last(), b.last()) else {
            return Division { quotient: Word::new(), remainder: Word::new() };
        };
        let (absolute_a, absolute_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let Division { quotient, remainder } = self.divide(&absolute_a, &absolute_b);
        let signs_differ = self.xor(sign_a, sign_b);
        Division {
            quotient: self.negate_if(signs_differ, &quotient),
            remainder: self.negate_if(sign_a, &remainder),
        }
    }
}

/// How many bits a word has without the constant zeros at its top.
fn significant(word: &[Lit]) -> usize {
    word.iter().rposition(|&bit| bit != Lit::FALSE).map_or(0, |last| last + 1)
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Digit {
    Zero,
    Plus,
    Minus,
}

/// The digits of a constant, low digit first: its bits, or its non-adjacent form (Reitwiesner 1960) if that
/// has fewer digits other than zero.
fn digits(bits: &[bool]) -> Vec<Digit> {
    let plain: Vec<Digit> = bits.iter().map(|&bit| if bit { Digit::Plus } else { Digit::Zero }).collect();
    let mut signed = Vec::with_capacity(bits.len());
    let mut carry = false;
    for (index, &bit) in bits.iter().enumerate() {
        let next = bits.get(index + 1).copied().unwrap_or(false);
        let is_odd = bit != carry;
        signed.push(match (is_odd, next) {
            (false, _) => Digit::Zero,
            (true, false) => Digit::Plus,
            (true, true) => Digit::Minus,
        });
        carry = if is_odd { next } else { carry && bit };
    }
    let n_rows = |digits: &[Digit]| digits.iter().filter(|&&digit| digit != Digit::Zero).count();
    if n_rows(&signed) < n_rows(&plain) { signed } else { plain }
}

#[cfg(test)]
mod tests {
    use super::super::gates::{Gate, GateId};
    use super::*;

    /// Input bits, extended with zeros.
    fn word(gates: &mut Gates, n_inputs: usize, width: usize) -> Word {
        let mut word: Word = (0..n_inputs).map(|_| gates.input()).collect();
        word.resize(width, Lit::FALSE);
        word
    }

    /// The value of `word` when the inputs of `operands` have the bits of `numbers`.
    fn value(gates: &Gates, operands: [&[Lit]; 2], numbers: [u64; 2], word: &[Lit]) -> u64 {
        let mut values = vec![false; gates.len()];
        for (operand, number) in operands.iter().zip(numbers) {
            for (at, bit) in operand.iter().enumerate().filter(|(_, bit)| bit.as_constant().is_none()) {
                values[bit.gate().index()] = number >> at & 1 == 1;
            }
        }
        let of = |values: &[bool], lit: Lit| values[lit.gate().index()] != lit.is_complement();
        for at in 0..gates.len() {
            values[at] = match gates.gate(GateId::new(at)) {
                Gate::False | Gate::Input => values[at],
                Gate::And(a, b) => of(&values, a) && of(&values, b),
                Gate::Xor(a, b) => of(&values, a) != of(&values, b),
                Gate::Mux(condition, yes, no) => of(&values, if of(&values, condition) { yes } else { no }),
                Gate::Majority(a, b, c) => [a, b, c].iter().filter(|lit| of(&values, **lit)).count() > 1,
            };
        }
        let bits = word.iter().enumerate();
        bits.fold(0, |number, (at, bit)| number | u64::from(of(&values, *bit)) << at)
    }

    #[test]
    fn quotients_are_right_for_operands_of_any_width() {
        for (n_a, n_b, width) in [(4, 4, 4), (3, 5, 6), (5, 2, 6), (0, 2, 3), (2, 0, 3)] {
            let mut gates = Gates::new();
            let (a, b) = (word(&mut gates, n_a, width), word(&mut gates, n_b, width));
            let Division { quotient, remainder } = gates.divide(&a, &b);
            let all = (1 << width) - 1;
            for (x, y) in (0..1 << n_a).flat_map(|x| (0..1 << n_b).map(move |y| (x, y))) {
                let [q, r] = [&quotient, &remainder].map(|word| value(&gates, [&a, &b], [x, y], word));
                let expected = (u64::checked_div(x, y).unwrap_or(all), u64::checked_rem(x, y).unwrap_or(x));
                assert_eq!((q, r), expected, "{x} / {y} with {n_a} and {n_b} bits of {width}");
            }
        }
    }

    #[test]
    fn a_division_costs_what_its_operands_have_whatever_their_width() {
        let n_gates = |width| {
            let mut gates = Gates::new();
            let (a, b) = (word(&mut gates, 8, width), word(&mut gates, 8, width));
            gates.divide(&a, &b);
            gates.len()
        };
        assert_eq!(n_gates(64), n_gates(8));
        assert!(n_gates(8) < 400, "{} gates", n_gates(8));
    }

    #[test]
    fn digits_have_the_value_of_the_bits() {
        for value in 0..1u32 << 9 {
            let bits: Vec<bool> = (0..9).map(|index| value >> index & 1 == 1).collect();
            let of_digits = digits(&bits).iter().enumerate().fold(0u32, |sum, (index, digit)| match digit {
                Digit::Zero => sum,
                Digit::Plus => sum.wrapping_add(1 << index),
                Digit::Minus => sum.wrapping_sub(1 << index),
            });
            assert_eq!(of_digits % 512, value);
        }
    }
}
