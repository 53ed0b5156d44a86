//! The makefile of exported suites.

use super::Framework;
use crate::emit::facts::Facts;
use std::fmt::Write;

/// Builds and runs the suites of `frameworks` against the program with these functions under test.
pub fn makefile(facts: &Facts, functions: &[String], frameworks: &[Framework]) -> String {
    let names: Vec<&str> = frameworks.iter().map(|framework| framework.name()).collect();
    let flags: String = facts.flags.iter().map(|flag| format!(" {}", quoted(flag))).collect();
    let mut text = format!(
        "# Builds and runs the unit tests of this folder; made by symir. `make {first}` runs one suite; with BUGS=1 the\n\
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
        let source = quoted(&source.to_string_lossy());
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

/// A word for the shell, in a recipe of make.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''").replace('$', "$$").replace('#', "\\#")),
    }
}
