//! What lies at fixed addresses, as the registers of a device do: `((struct uart *)0x40001000)->status`.
//!
//! No object of the program lies there, and on the machine that runs the tests nothing does. A driver gives it
//! memory by a variable whose name says the address, `struct uart at_0x40001000;`. Code that names an address
//! within it means this variable then.
//!
//! If the program has a macro for what lies there, the variable is named after this as well: `UART1_to_0x40001000`
//! if `UART1` is a pointer to it, `UART1_of_0x40001000` if it is one to something volatile, and
//! `TIMER_at_0x40002000` if `TIMER` is the register itself. What is printed then says `UART1->status` and `TIMER`,
//! see [`spelled`].

use std::borrow::Cow;
use std::collections::BTreeSet;

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

/// What a macro for something at a fixed address is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A pointer to it.
    Pointer,
    /// A pointer to it that says that it is volatile.
    VolatilePointer,
    /// This itself.
    Object,
}

impl Form {
    const ALL: [(Self, &str); 3] =
        [(Self::Pointer, "_to"), (Self::VolatilePointer, "_of"), (Self::Object, "_at")];
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
        let suffix =
            |form| Form::ALL.iter().find(|(other, _)| *other == form).map_or("", |(_, suffix)| suffix);
        let word = place.map_or("at".to_owned(), |place| place.name.clone() + suffix(place.form));
        format!("{word}_0x{:x}", self.address)
    }
}

/// The address that the name of a variable says, if it is such a name.
pub fn address_of(variable: &str) -> Option<u64> {
    let (head, digits) = variable.rsplit_once("_0x")?;
    let is_one = head == "at" || Form::ALL.iter().any(|(_, suffix)| head.ends_with(suffix));
    let address = u64::from_str_radix(digits, 16).ok().filter(|_| is_one)?;
    is_address(address).then_some(address)
}

/// The macro that the name of a variable says, and what it is.
pub fn macro_of(variable: &str) -> Option<(&str, Form)> {
    address_of(variable)?;
    let (head, _) = variable.rsplit_once("_0x")?;
    Form::ALL.iter().find_map(|(form, suffix)| Some((head.strip_suffix(suffix)?, *form)))
}

/// A name of a variable, or of a place in it, with the macro: `UART1->status` for `UART1_to_0x40001000.status`.
pub fn spelled(name: &str) -> Cow<'_, str> {
    match name.contains("_0x") {
        true => Cow::Owned(in_text(name, |word| macro_of(word).map(|(name, form)| (name.to_owned(), form)))),
        false => Cow::Borrowed(name),
    }
}

/// A text of C with macros in the places of these variables. Of other names that contain such a name, the address
/// goes. `macro_name` says which macro stands for a variable, and what it is.
pub fn in_text(text: &str, macro_name: impl Fn(&str) -> Option<(String, Form)>) -> String {
    let mut new = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, behind) = rest.split_at(start);
        let end = behind.find(|c: char| !is_word(c)).unwrap_or(behind.len());
        let (word, behind) = behind.split_at(end);
        new += before;
        rest = behind;
        match macro_name(word) {
            Some((name, Form::Object)) => new += &name,
            Some((name, Form::Pointer | Form::VolatilePointer)) => {
                let member = rest.strip_prefix('.');
                match (member, new.strip_suffix('&')) {
                    (Some(member), _) => {
                        new += &format!("{name}->");
                        rest = member;
                    }
                    (None, Some(before)) => new = format!("{before}{name}"),
                    (None, None) => new += &format!("*{name}"),
                }
            }
            None => new += &without_addresses(word),
        }
    }
    new + rest
}

/// A name without the addresses that names of variables within it say. The macro before an address is in small
/// letters then: `uart1_at_start` for `UART1_to_0x40001000_at_start`.
pub fn without_addresses(name: &str) -> Cow<'_, str> {
    let marks = Form::ALL.map(|(_, suffix)| format!("{suffix}_0x"));
    let Some(at) = marks.iter().find_map(|mark| name.find(mark)) else { return Cow::Borrowed(name) };
    let (head, tail) = (&name[..at], &name[at + marks[0].len()..]);
    let behind = tail.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    if behind.len() == tail.len() || head.is_empty() {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("{}{}", head.to_lowercase(), without_addresses(behind)))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
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

    #[test]
    fn macros_stand_in_texts() {
        let names = ["UART_to_0x40001000", "SPI_of_0x40003000", "TIMER_at_0x40002000"];
        let macro_name = |word: &str| {
            let (name, form) = macro_of(word).filter(|_| names.contains(&word))?;
            Some((name.to_owned(), form))
        };
        for (text, expected) in [
            ("UART_to_0x40001000.status = 1;", "UART->status = 1;"),
            ("uart UART_to_0x40001000_at_start = UART_to_0x40001000;", "uart uart_at_start = *UART;"),
            ("f(&UART_to_0x40001000, &UART_to_0x40001000.data)", "f(UART, &UART->data)"),
            ("SPI_of_0x40003000.data[1] = expected_SPI_of_0x40003000;", "SPI->data[1] = expected_spi;"),
            ("TIMER_at_0x40002000=5 :=> 0x40", "TIMER=5 :=> 0x40"),
            ("at_0x40002000.a at_0x40002000_at_start", "at_0x40002000.a at_0x40002000_at_start"),
            ("go_to_0x x_to_0xzz", "go_to_0x x_to_0xzz"),
        ] {
            assert_eq!(in_text(text, macro_name), expected);
        }
        assert_eq!(spelled("&UART_to_0x40001000"), "UART");
        assert_eq!(spelled("SPI_of_0x40003000.data"), "SPI->data");
    }
}
