//! C signatures: `size_t strnlen(const char *s, size_t limit)`.
//!
//! Reads the declaration of one function with named parameters. Types are kept as they are written. They are
//! understood only as far as a driver needs it: pointers, and integers by their usual names. A parameter may
//! be a pointer to a function.

use crate::ir::header;

/// A function's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// As it is written, without a semicolon.
    pub text: String,
    pub name: String,
    pub parameters: Vec<Parameter>,
    /// Whether it ends in `...`.
    pub is_variadic: bool,
}

/// A named parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    /// Without the name; an array is a pointer.
    pub ctype: String,
}

impl Signature {
    /// Reads a declaration. The error says what is wrong with which part.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim().trim_end_matches(';').trim_end();
        let broken = || {
            format!(
                "`{text}` is no declaration of a function; one is like `size_t strnlen(const char *s, size_t limit)`"
            )
        };
        let open = text.find('(').ok_or_else(broken)?;
        let inner = text[open + 1..].strip_suffix(')').ok_or_else(broken)?;
        let (returned, name) = split_name(&text[..open]).ok_or_else(broken)?;
        if returned.is_empty() {
            return Err(broken());
        }
        let mut signature =
            Self { text: text.to_owned(), name: name.to_owned(), parameters: Vec::new(), is_variadic: false };
        for part in split_parameters(inner) {
            match part.trim() {
                "" | "void" if signature.parameters.is_empty() => {}
                "..." => signature.is_variadic = true,
                part => signature.parameters.push(Parameter::parse(part)?),
            }
        }
        Ok(signature)
    }
}

impl Parameter {
    fn parse(text: &str) -> Result<Self, String> {
        let unnamed = || format!("the parameter `{text}` has no name; values are given by name");
        if let Some((before, rest)) = text.split_once("(*") {
            // A pointer to a function: int (*compare)(const void *, const void *).
            let (name, after) = rest.split_once(')').ok_or_else(unnamed)?;
            return Ok(Self { name: name.trim().to_owned(), ctype: format!("{before}(*){after}") });
        }
        let (declared, is_array) = match text.find('[') {
            Some(at) => (&text[..at], true),
            None => (text, false),
        };
        let (ctype, name) = split_name(declared).ok_or_else(unnamed)?;
        if ctype.is_empty() || is_type_word(name) {
            return Err(unnamed());
        }
        let ctype = if is_array { format!("{ctype} *") } else { ctype.to_owned() };
        Ok(Self { name: name.to_owned(), ctype })
    }

    /// The type that a pointer points to, without `const`; `None` if the parameter is no pointer to an
    /// object.
    pub fn pointee(&self) -> Option<String> {
        let inner = self.ctype.trim_end().trim_end_matches("restrict").trim_end().strip_suffix('*')?;
        let words: Vec<&str> = inner.split_whitespace().filter(|word| *word != "const").collect();
        Some(words.join(" "))
    }
}

/// Splits `const char *s` into `const char *` and `s`.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    let start = text.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    let name = &text[start..];
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_name.then(|| (text[..start].trim(), name))
}

/// Splits at commas that are in no parentheses.
fn split_parameters(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Words that are a type or a part of one, never a name.
fn is_type_word(word: &str) -> bool {
    const WORDS: &[&str] =
        &["char", "short", "int", "long", "signed", "unsigned", "float", "double", "void", "const", "size_t"];
    WORDS.contains(&word)
}

/// The function of `symir.h` that makes an input of this type; `None` if the type is no number with a known
/// name.
pub(super) fn maker(ctype: &str) -> Option<&'static str> {
    let words: Vec<&str> = ctype.split_whitespace().filter(|word| *word != "const").collect();
    let ctype = words.join(" ");
    let own = match ctype.as_str() {
        "s8" | "int8_t" => "signed char",
        "u8" | "uint8_t" => "unsigned char",
        "s16" | "int16_t" => "short",
        "u16" | "uint16_t" | "__le16" | "__be16" => "unsigned short",
        "s32" | "int32_t" | "wchar_t" | "__int32_t" => "int",
        "unsigned" | "u32" | "uint32_t" | "__uint32_t" | "wint_t" => "unsigned int",
        "ssize_t" | "ptrdiff_t" | "time_t" | "int64_t" | "intmax_t" | "off_t" => "long",
        "size_t" | "uint64_t" | "uintmax_t" | "uintptr_t" => "unsigned long",
        "s64" | "time64_t" | "loff_t" => "long long",
        "u64" | "__le64" | "__be64" => "unsigned long long",
        "bool" => "_Bool",
        other => other,
    };
    header::of_type(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_taken_apart() {
        let signature = Signature::parse(
            "void *bsearch(const void *key, int a[], size_t n, int (*cmp)(const void *, const void *));",
        );
        let signature = signature.expect("a declaration");
        assert_eq!(signature.name, "bsearch");
        let parameters: Vec<_> =
            signature.parameters.iter().map(|parameter| (&*parameter.ctype, &*parameter.name)).collect();
        let expected = [
            ("const void *", "key"),
            ("int *", "a"),
            ("size_t", "n"),
            ("int (*)(const void *, const void *)", "cmp"),
        ];
        assert_eq!(parameters, expected);
        assert_eq!(signature.parameters[0].pointee().as_deref(), Some("void"));
        assert_eq!(signature.parameters[2].pointee(), None);
        assert_eq!(signature.parameters[3].pointee(), None);
    }

    #[test]
    fn no_parameters_and_any_number() {
        assert!(Signature::parse("int f(void)").expect("a declaration").parameters.is_empty());
        let printf = Signature::parse("int printf(const char *format, ...)").expect("a declaration");
        assert!(printf.is_variadic && printf.parameters.len() == 1);
    }

    #[test]
    fn what_is_no_declaration_is_told() {
        for text in
            ["", "strlen", "strlen(const char *s)", "int f(int)", "int f(const char *)", "int f(int a"]
        {
            assert!(Signature::parse(text).is_err(), "{text}");
        }
    }
}
