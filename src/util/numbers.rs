//! Arithmetic on whole numbers.

/// The greatest number that divides both; that of zero and a number is the number.
pub fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
