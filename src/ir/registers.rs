//! What lies at fixed addresses, as the registers of a device do: `((struct uart *)0x40001000)->status`.
//!
//! No object of the program lies there, and on the machine that runs the tests nothing does. A driver gives it
//! memory by a variable whose name says the address, `struct uart at_0x40001000;`. Code that names an address
//! within it means this variable then.
//!
//! If the program has a macro for what lies there, the variable is named after this as well, see
//! [`crate::util::placed`].

use crate::util::placed::Form;
use std::collections::BTreeSet;

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

/// A macro for what lies at a fixed address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub name: String,
    pub form: Form,
    /// The name of the type of what lies there, without `struct` and qualifiers.
    pub ty: String,
}

impl Registers {
    /// The name of the variable that stands for it, if this macro names it.
    pub fn variable(&self, place: Option<&Place>) -> String {
        let word = place.map_or("at".to_owned(), |place| place.name.clone() + place.form.suffix());
        format!("{word}_0x{:x}", self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::placed::{address_of, macro_of};

    #[test]
    fn names_say_addresses() {
        let registers = Registers { address: 0x4000_1000, ..Registers::default() };
        let named = |form| Place { name: "UART_1".to_owned(), form, ty: "uart".to_owned() };
        let places = [None, Some(named(Form::Pointer)), Some(named(Form::Object))];
        let names = places.map(|place| registers.variable(place.as_ref()));
        assert_eq!(names, ["at_0x40001000", "UART_1_to_0x40001000", "UART_1_at_0x40001000"]);
        assert_eq!(names.each_ref().map(|name| address_of(name)), [Some(0x4000_1000); 3]);
        let expected = [None, Some(("UART_1", Form::Pointer)), Some(("UART_1", Form::Object))];
        assert_eq!(names.each_ref().map(|name| macro_of(name)), expected);
        for other in ["at_0x", "at_0xno", "at_0x8", "that_0x40001000", "at_0xffffffffffffffff", "0x40001000"]
        {
            assert_eq!(address_of(other), None, "{other}");
        }
    }
}
