//! The makefile of exported suites.

use super::Framework;
use crate::emit::facts::Facts;
use crate::emit::written::MADE_BY;
use std::ffi::OsStr;
use std::fmt::Write;

/// Builds and runs the suites of `frameworks` against the program with these functions under test.
pub fn makefile(facts: &Facts, functions: &[String], frameworks: &[Framework]) -> String {
    let names: Vec<&str> = frameworks.iter().map(|framework| framework.name()).collect();
    let flags: String = facts.flags.iter().map(|flag| format!(" {}", quoted(OsStr::new(flag)))).collect();
    let mut text = format!(
        "# Builds and runs the unit tests of this folder; {MADE_BY}. `make {first}` runs one suite; with BUGS=1 the\n\
         # program is built with sanitizers and the tests of bugs run too, which fail as long as the program errs.\n\n\
         CXX ?= c++\nOBJCOPY ?= objcopy\nLD ?= ld\n# A folder with Unity's unity.c and unity.h.\nUNITY ?= unity\n\n\
         FLAGS = -g -O0 -fno-builtin -I.{flags}\nWARNINGS = -Wall -Wextra\nBUILD = build\n\
         ifdef BUGS\nBUILD = build-bugs\nSANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all\n\
         FLAGS += $(SANITIZERS)\nSUITE_FLAGS = -DSYMIR_BUGS $(SANITIZERS)\nendif\n\n\
         .PHONY: all clean {all}\nall: {all}\n\n",
        first = names.first().unwrap_or(&"all"),
        all = names.join(" "),
    );
    for framework in frameworks {
        let compiler = if *framework == Framework::Gtest { "CXX" } else { "CC" };
        let _ = write!(
            text,
            "{name}: $(BUILD)/program.o\n\t$({compiler}) $(WARNINGS) -g $(SUITE_FLAGS) {file} $(BUILD)/program.o{libraries} \
             -o $(BUILD)/test_{name}\n\t$(BUILD)/test_{name}\n\n",
            name = framework.name(),
            file = framework.file(),
            libraries = framework.libraries(),
        );
    }
    text += "# The program as one object: its main is driver_main, a function under test tested_…, all else is local.\n\
             .PHONY: $(BUILD)/program.o\n$(BUILD)/program.o:\n\tmkdir -p $(BUILD)\n";
    for (at, source) in facts.sources.iter().enumerate() {
        let source = quoted(source.as_os_str());
        let _ = writeln!(text, "\t$(CC) $(FLAGS) -c {source} -o $(BUILD)/source{at}.o");
    }
    text += "\t$(LD) -r -o $(BUILD)/linked.o";
    for at in 0..facts.sources.len() {
        let _ = write!(text, " $(BUILD)/source{at}.o");
    }
    text += "\n\t$(OBJCOPY)";
    for name in functions {
        let _ = write!(text, " --globalize-symbol={name}");
    }
    text +=
        " $(BUILD)/linked.o\n\t$(OBJCOPY) --redefine-sym main=driver_main --keep-global-symbol=driver_main";
    for name in functions {
        let _ =
            write!(text, " \\\n\t\t--redefine-sym {name}=tested_{name} --keep-global-symbol=tested_{name}");
    }
    text + " \\\n\t\t$(BUILD)/linked.o $@\n\nclean:\n\trm -rf build build-bugs\n"
}

/// A word for the shell, in a recipe of make or in a variable that recipes use.
fn quoted(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:@%".contains(c);
    // What neither make nor the shell looks at between single quotes.
    let is_quiet = |c: char| !c.is_control() && !"'$#\\".contains(c);
    match word.to_str() {
        Some(word) if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        Some(word) if word.chars().all(is_quiet) => format!("'{word}'"),
        _ => printed(word.as_encoded_bytes()),
    }
}

/// The same by way of `printf`, for bytes that cannot stand in a makefile or that each reader takes differently.
fn printed(bytes: &[u8]) -> String {
    let mut text = String::from("\"$$(printf '");
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            // Not an option of `printf`.
            b'-' if at == 0 => text += "\\055",
            b'%' => text += "%%",
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'/'
            | b'.'
            | b'_'
            | b'-'
            | b'+'
            | b'='
            | b','
            | b' ' => {
                text.push(char::from(*byte));
            }
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text + "')\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_make_and_the_shell() {
        let quoted = |word: &str| quoted(OsStr::new(word));
        assert_eq!(quoted("/a/b-1.c"), "/a/b-1.c");
        assert_eq!(quoted("-DX=\"a b\""), "'-DX=\"a b\"'");
        assert_eq!(quoted("a#b'c$d\ne\\100%.c"), "\"$$(printf 'a\\043b\\047c\\044d\\012e\\134100%%.c')\"");
    }
}
