//! Circuits of words: sums, orders, shifts, choices.
//!
//! A word is a slice of literals, the low bit first. Operands of one operation have one width.

use super::gates::{Gates, Lit};

/// A word that was just made.
pub(super) type Word = Vec<Lit>;

impl Gates {
    /// `a + b + carry` and the carry out: a ripple of full adders, each two exclusive ors and a majority.
    pub(super) fn sum(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b);
            sum.push(self.xor(half, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    pub(super) fn add(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.sum(a, b, Lit::FALSE).0
    }

    pub(super) fn sub(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        self.sum(a, &complement(b), Lit::TRUE).0
    }

    pub(super) fn negate(&mut self, a: &[Lit]) -> Word {
        self.sum(&complement(a), &vec![Lit::FALSE; a.len()], Lit::TRUE).0
    }

    /// `-a` if `condition`, else `a`.
    pub(super) fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Word {
        let flipped: Word = a.iter().map(|&bit| self.xor(bit, condition)).collect();
        self.sum(&flipped, &vec![Lit::FALSE; a.len()], condition).0
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut same = Lit::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            let bit = self.xnor(a, b);
            same = self.and(same, bit);
        }
        same
    }

    /// Whether `a < b`: a ripple from the low bit, in which the higher bits overrule the lower.
    pub(super) fn below(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::FALSE, |below, (&a, &b)| self.majority(!a, b, below))
    }

    /// Whether `a < b` as signed numbers: the signs change their roles.
    pub(super) fn below_signed(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (Some((&sign_a, a)), Some((&sign_b, b))) = (a.split_last(), b.split_last()) else {
            return Lit::FALSE;
        };
        let below = self.below(a, b);
        self.majority(sign_a, !sign_b, below)
    }

    /// `yes` if `condition`, else `no`.
    pub(super) fn choose(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(&yes, &no)| self.mux(condition, yes, no)).collect()
    }

    /// `a · 2^amount`, zero if that shifts everything out.
    pub(super) fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }

    /// `a` without its low `amount` bits, with as many bits `fill` above it; a barrel shifter.
    pub(super) fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let n_stages = (width.next_power_of_two().trailing_zeros() as usize).min(amount.len());
        let mut shifted = a.to_vec();
        for (stage, &bit) in amount[..n_stages].iter().enumerate() {
            let by = 1 << stage;
            shifted = (0..width)
                .map(|index| {
                    let moved = shifted.get(index + by).copied().unwrap_or(fill);
                    self.mux(bit, moved, shifted[index])
                })
                .collect();
        }
        let is_oversized = amount[n_stages..].iter().fold(Lit::FALSE, |any, &bit| self.or(any, bit));
        shifted.into_iter().map(|bit| self.mux(is_oversized, fill, bit)).collect()
    }
}

/// Every bit complemented.
pub(super) fn complement(a: &[Lit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}
