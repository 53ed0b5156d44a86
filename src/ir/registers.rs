//! What lies at fixed addresses, as the registers of a device do: `((struct uart *)0x40001000)->status`.
//!
//! No object of the program lies there, and on the machine that runs the tests nothing does. A driver gives it
//! memory by a variable whose name says the address, `struct uart at_0x40001000;`. Code that names an address
//! within it means this variable then.

use std::collections::BTreeSet;

/// The beginning of the names of such variables.
const PREFIX: &str = "at_0x";
/// Addresses below are null pointers with something added to them, and those from the other one on are no
/// addresses of user memory.
const LOWEST: u64 = 0x1000;
const HIGHEST: u64 = 1 << 47;

/// Something at a fixed address.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Registers {
    pub address: u64,
    /// In bytes, as far as it is known to be accessed.
    pub size: u64,
    /// The tag of its structure, or the name that a typedef gives that; `None` for a number.
    pub structure: Option<String>,
    /// The functions, and the variables with a first value, that name the address.
    pub named_by: BTreeSet<String>,
}

impl Registers {
    /// The name of the variable that stands for it.
    pub fn variable(&self) -> String {
        format!("{PREFIX}{:x}", self.address)
    }
}

/// The address that the name of a variable says, if it is such a name.
pub fn address_of(variable: &str) -> Option<u64> {
    let address = u64::from_str_radix(variable.strip_prefix(PREFIX)?, 16).ok()?;
    is_address(address).then_some(address)
}

/// Whether something may lie at an address.
pub fn is_address(address: u64) -> bool {
    (LOWEST..HIGHEST).contains(&address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_addresses() {
        let registers = Registers { address: 0x4000_1000, ..Registers::default() };
        assert_eq!(registers.variable(), "at_0x40001000");
        assert_eq!(address_of("at_0x40001000"), Some(0x4000_1000));
        for other in ["at_0x", "at_0xno", "at_0x8", "that_0x40001000", "at_0xffffffffffffffff"] {
            assert_eq!(address_of(other), None, "{other}");
        }
    }
}
