//! Names of variables that stand for what lies at fixed addresses, as the registers of a device do.
//!
//! Such a name says the address: `at_0x40001000`. If the program has a macro for it, the name begins with that:
//! `UART1_to_0x40001000` if `UART1` is a pointer to what lies there, `UART1_of_0x40001000` if it is one to something
//! volatile, and `TIMER_at_0x40002000` if `TIMER` is the register itself. What is printed then says `UART1->status`
//! and `TIMER`, see [`spelled`].

use std::borrow::Cow;

/// Addresses below are null pointers with something added to them, and those from the other one on are no
/// addresses of user memory.
const LOWEST: u64 = 0x1000;
const HIGHEST: u64 = 1 << 47;

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

    /// What stands between the name of a macro of this form and the address.
    pub fn suffix(self) -> &'static str {
        Self::ALL.iter().find(|(form, _)| *form == self).map_or("", |(_, suffix)| suffix)
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
