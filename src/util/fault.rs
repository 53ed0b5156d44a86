//! Faults of symir's own: a panic ends only the work in which it happened, and its message says what to
//! report.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does `work`.
///
/// # Errors
/// If it panics: the message.
pub fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_says_what_it_is() {
        assert_eq!(caught(|| 3), Ok(3));
        assert_eq!(caught(|| -> u32 { panic!("a fault") }), Err("a fault".to_owned()));
        assert_eq!(caught(|| -> u32 { panic!("fault {}", 2) }), Err("fault 2".to_owned()));
    }
}
