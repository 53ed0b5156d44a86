//! Operations on floats. Only constants are folded: few laws of arithmetic hold for floats.

use super::*;

impl Arena {
    /// The float or integer of `width` that a kind with [`Kind::is_float`] makes of its operands; comparisons
    /// have width 1.
    ///
    /// # Panics
    /// In debug builds, on other kinds, a wrong number of operands, or widths without a format.
    pub fn float(&mut self, kind: Kind, width: Bits, operands: &[ExprId]) -> ExprId {
        let from = self.width(operands[0]);
        debug_assert!(kind.is_float() && operands.len() == kind.n_operands(), "{kind:?} of {operands:?}");
        debug_assert!(!kind.makes_float() || Format::of(width).is_some(), "no float has {} bits", width.0);
        debug_assert!(
            matches!(kind, Kind::SToF | Kind::UToF) || Format::of(from).is_some(),
            "no float has {} bits",
            from.0
        );
        let mut values = [0; 3];
        let mut fields = [0; 3];
        let mut all_constant = true;
        for (at, operand) in operands.iter().enumerate() {
            fields[at] = operand.raw();
            match self.as_const(*operand) {
                Some(value) => values[at] = value,
                None => all_constant = false,
            }
        }
        if all_constant {
            let folded = self.constant(width, float_fold(kind, width, from, values));
            return self.fire(Rule::Fold, folded);
        }
        if kind.is_commutative() {
            let (a, b) = self.ordered(operands[0], operands[1]);
            (fields[0], fields[1]) = (a.raw(), b.raw());
        }
        self.intern(Node::new(kind, width, fields[0], fields[1], fields[2]))
    }

    /// Whether a float is a NaN.
    pub fn float_is_nan(&mut self, a: ExprId) -> ExprId {
        let is_number = self.float(Kind::FEq, Bits(1), &[a, a]);
        self.not(is_number)
    }
}
