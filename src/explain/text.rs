//! A piece of C text and how tightly its outermost operator binds.

use std::fmt;

/// How tightly operators of C bind, the loosest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    /// `==`, `!=` and our `in`.
    Equal,
    Relation,
    Shift,
    Sum,
    Product,
    /// Casts, `!`, `~` and the minus sign.
    Unary,
    Primary,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    text: String,
    level: Level,
}

impl Text {
    pub(super) fn new(text: impl Into<String>, level: Level) -> Self {
        Self { text: text.into(), level }
    }

    /// The text that stands for a term that is too large to be read.
    pub(super) fn cut() -> Self {
        Self::new("…", Level::Primary)
    }

    /// `left operator right`; operators of one level are read from the left.
    pub(super) fn binary(left: Text, operator: &str, right: Text, level: Level) -> Self {
        let next = match level {
            Level::Or | Level::And | Level::BitOr | Level::BitXor | Level::BitAnd => level,
            Level::Sum if operator == "+" => level,
            _ => level.tighter(),
        };
        Self::new(format!("{} {operator} {}", left.at_least(level), right.at_least(next)), level)
    }

    /// A prefix operator or a cast. Two minus signs never touch.
    pub(super) fn prefix(operator: &str, operand: Text) -> Self {
        let operand = operand.at_least(Level::Unary);
        let touches = operator == "-" && operand.starts_with('-');
        Self::new(
            if touches { format!("-({operand})") } else { format!("{operator}{operand}") },
            Level::Unary,
        )
    }

    /// The text, in parentheses if it binds less tightly than `level`.
    pub(super) fn at_least(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }
}

impl Level {
    fn tighter(self) -> Level {
        match self {
            Level::Choice => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::BitOr,
            Level::BitOr => Level::BitXor,
            Level::BitXor => Level::BitAnd,
            Level::BitAnd => Level::Equal,
            Level::Equal => Level::Relation,
            Level::Relation => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Unary,
            Level::Unary | Level::Primary => Level::Primary,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(name: &str) -> Text {
        Text::new(name, Level::Primary)
    }

    #[test]
    fn parentheses_stand_where_they_must() {
        let sum = Text::binary(leaf("a"), "+", leaf("b"), Level::Sum);
        let check = |text: Text, expected: &str| assert_eq!(text.to_string(), expected);
        check(Text::binary(sum.clone(), "*", leaf("c"), Level::Product), "(a + b) * c");
        check(Text::binary(leaf("c"), "-", sum.clone(), Level::Sum), "c - (a + b)");
        check(Text::binary(sum.clone(), "-", leaf("c"), Level::Sum), "a + b - c");
        check(Text::binary(sum.clone(), "<", leaf("c"), Level::Relation), "a + b < c");
        check(Text::prefix("-", sum.clone()), "-(a + b)");
        check(Text::prefix("-", leaf("-1")), "-(-1)");
        let masked = Text::binary(leaf("a"), "&", leaf("1"), Level::BitAnd);
        check(Text::binary(masked, "==", leaf("0"), Level::Equal), "(a & 1) == 0");
        let both = Text::binary(leaf("a"), "&&", leaf("b"), Level::And);
        check(Text::binary(both, "||", leaf("c"), Level::Or), "a && b || c");
    }
}
