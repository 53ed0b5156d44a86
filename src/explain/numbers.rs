//! Numbers and types as C writes them.

use super::bytes::{self, ByteStyle};
use super::text::{Level, Text};
use crate::expr::{Arena, ExprId, Kind};
use crate::util::Bits;

/// How a pattern of bits is to be read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Signed,
    Unsigned,
    /// As a character, which may have been extended from 8 bits.
    Char {
        signed: bool,
    },
    Float,
    /// In the way that reads best.
    Any,
}

impl Reading {
    /// Whether negative numbers are meant; `None` if it does not matter.
    pub(super) fn is_signed(self) -> Option<bool> {
        match self {
            Reading::Signed => Some(true),
            Reading::Unsigned => Some(false),
            Reading::Char { signed } => Some(signed),
            Reading::Float | Reading::Any => None,
        }
    }

    /// The reading of two operands that are to be read alike, as C converts them: unsigned if one is.
    pub(super) fn with(self, other: Reading) -> Reading {
        match (self, other) {
            (Reading::Any, reading) | (reading, Reading::Any) => reading,
            (Reading::Unsigned, _) | (_, Reading::Unsigned) => Reading::Unsigned,
            (reading, _) => reading,
        }
    }

    /// This reading for an operand of a comparison with a character: constants are characters too.
    pub(super) fn of_char(self, arena: &Arena, operand: ExprId) -> Reading {
        match arena.as_const(operand) {
            Some(_) => Reading::Char { signed: self.is_signed().unwrap_or(true) },
            None => self,
        }
    }
}

/// A constant of `width`.
pub(super) fn constant(value: u128, width: Bits, reading: Reading) -> Text {
    let signed = width.sign_extend(value);
    let character = |signed| bytes::literal(value as u8, ByteStyle { is_text: true, signed });
    let text = match reading {
        Reading::Char { signed } if value < 256 && (width == Bits(8) || value < 128) => character(signed),
        Reading::Float if width == Bits(64) => format!("{:?}", f64::from_bits(value as u64)),
        Reading::Float if width == Bits(32) => format!("{:?}", f32::from_bits(value as u32)),
        Reading::Float => format!("{value:#x}"),
        Reading::Unsigned => unsigned(value, width),
        Reading::Any if signed < -(1 << 16) => unsigned(value, width),
        Reading::Signed | Reading::Char { .. } | Reading::Any => match limit(value, width, true) {
            Some(name) => name.to_owned(),
            None => signed.to_string(),
        },
    };
    let level = if text.starts_with('-') { Level::Unary } else { Level::Primary };
    Text::new(text, level)
}

fn unsigned(value: u128, width: Bits) -> String {
    match limit(value, width, false) {
        Some(name) => name.to_owned(),
        None if value < 1 << 32 => value.to_string(),
        None => format!("{value:#x}"),
    }
}

/// The name that limits.h has for a number.
fn limit(value: u128, width: Bits, signed: bool) -> Option<&'static str> {
    match (width.0, signed, value) {
        (32, true, 0x7fff_ffff) => Some("INT_MAX"),
        (32, true, 0x8000_0000) => Some("INT_MIN"),
        (32, false, 0xffff_ffff) => Some("UINT_MAX"),
        (64, true, 0x7fff_ffff_ffff_ffff) => Some("LONG_MAX"),
        (64, true, 0x8000_0000_0000_0000) => Some("LONG_MIN"),
        (64, false, 0xffff_ffff_ffff_ffff) => Some("ULONG_MAX"),
        _ => None,
    }
}

/// An operand of `&`: small numbers in decimal.
pub(super) fn mask(value: u128) -> Text {
    let text = if value < 10 { value.to_string() } else { format!("{value:#x}") };
    Text::new(text, Level::Primary)
}

/// Whether C has an integer type of this width.
pub(super) fn has_type(width: Bits) -> bool {
    matches!(width.0, 8 | 16 | 32 | 64 | 128)
}

/// Whether a float has this width.
pub(super) fn is_float_width(width: Bits) -> bool {
    matches!(width.0, 16 | 32 | 64 | 80 | 128)
}

/// The name of the floating-point type of this width.
pub(super) fn float_name(width: Bits) -> &'static str {
    match width.0 {
        16 => "_Float16",
        32 => "float",
        64 => "double",
        80 => "long double",
        _ => "__float128",
    }
}

/// Whether a float with these bits is a zero or a NaN: equal bits and equal values are different things then.
pub(super) fn is_odd_float(bits: u128, width: Bits) -> bool {
    match width.0 {
        32 => f32::from_bits(bits as u32).is_nan() || f32::from_bits(bits as u32) == 0.0,
        64 => f64::from_bits(bits as u64).is_nan() || f64::from_bits(bits as u64) == 0.0,
        _ => false,
    }
}

/// The name of an integer type.
///
/// # Panics
/// Unless [`has_type`].
pub(super) fn type_name(width: Bits, signed: bool) -> &'static str {
    match (width.0, signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned",
        (64, true) => "long",
        (64, false) => "unsigned long",
        (128, true) => "__int128",
        (128, false) => "unsigned __int128",
        _ => unreachable!("invariant: no type of {} bits was asked for", width.0),
    }
}

/// `(type)operand`, if C has such a type.
pub(super) fn cast(operand: Text, width: Bits, signed: bool) -> Text {
    match has_type(width) {
        true => Text::prefix(&format!("({})", type_name(width, signed)), operand),
        false => operand,
    }
}

/// An operator of C with two operands.
pub(super) struct Operator {
    pub(super) text: &'static str,
    /// How tightly it binds.
    pub(super) level: Level,
    /// How it reads its operands.
    pub(super) reading: Reading,
}

/// The operator that a kind with two operands is written with.
pub(super) fn operator(kind: Kind) -> Option<Operator> {
    let (text, level, reading) = match kind {
        Kind::Add => ("+", Level::Sum, Reading::Any),
        Kind::Sub => ("-", Level::Sum, Reading::Any),
        Kind::Mul => ("*", Level::Product, Reading::Any),
        Kind::And => ("&", Level::BitAnd, Reading::Any),
        Kind::Or => ("|", Level::BitOr, Reading::Any),
        Kind::Xor => ("^", Level::BitXor, Reading::Any),
        Kind::UDiv => ("/", Level::Product, Reading::Unsigned),
        Kind::SDiv => ("/", Level::Product, Reading::Signed),
        Kind::URem => ("%", Level::Product, Reading::Unsigned),
        Kind::SRem => ("%", Level::Product, Reading::Signed),
        Kind::Shl => ("<<", Level::Shift, Reading::Any),
        Kind::LShr => (">>", Level::Shift, Reading::Unsigned),
        Kind::AShr => (">>", Level::Shift, Reading::Signed),
        Kind::FAdd => ("+", Level::Sum, Reading::Float),
        Kind::FSub => ("-", Level::Sum, Reading::Float),
        Kind::FMul => ("*", Level::Product, Reading::Float),
        Kind::FDiv => ("/", Level::Product, Reading::Float),
        _ => return None,
    };
    Some(Operator { text, level, reading })
}
