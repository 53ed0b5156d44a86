//! The makefile of exported suites.

use super::declare::{is_renamed, linked_name};
use super::plan::{Drivers, Plan, symbol};
use super::{Framework, faults, headers};
use crate::emit::facts::Facts;
use crate::emit::written::MADE_BY;
use crate::ir::locals::parts_of;
use crate::util::flags::is_for_linker;
use crate::util::paths;
use crate::util::template::fill;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

/// The lines of the makefile that define what is defined nowhere.
const STUBS: &str = include_str!("text/stubs.mk");

/// What suites use of the program, of drivers and of the C library.
pub struct Used<'a> {
    /// Functions and variables of the program.
    pub symbols: &'a [String],
    pub drivers: &'a Drivers,
    /// Functions of the C library that the suites replace.
    pub sources: &'a BTreeSet<&'static str>,
    /// Functions of the C library that fail in the suites, or whose calls they watch.
    pub failing: &'a BTreeSet<&'static str>,
    /// The flags for the linker that CMocka needs.
    pub wraps: &'a str,
    /// Sources whose names occur in the suites, as `__FILE__` gives them.
    pub named: &'a BTreeSet<&'a Path>,
}

/// Builds and runs the suites of `frameworks`, which lie in `folder`, against the program.
pub fn makefile(
    facts: &Facts,
    plan: &Plan,
    &Used { symbols, drivers, sources, failing, wraps, named }: &Used<'_>,
    frameworks: &[Framework],
    folder: &Path,
) -> String {
    let names: Vec<&str> = frameworks.iter().map(|framework| framework.name()).collect();
    let relative = |path: &Path| quoted(paths::relative(folder, path).as_os_str());
    let (for_linker, for_compiler): (Vec<&String>, Vec<&String>) =
        facts.flags.iter().filter(is_known).partition(|flag| is_for_linker(flag));
    let flags: String = for_compiler.iter().map(|flag| format!(" {}", relative_flag(folder, flag))).collect();
    let libraries: String =
        for_linker.into_iter().map(|flag| format!(" {}", relative_flag(folder, flag))).collect();
    let includes: String =
        headers::folders(facts).iter().map(|folder| format!(" -isystem {}", relative(folder))).collect();
    // The flags that the program's headers need.
    let is_for_headers = |flag: &&&String| ["-I", "-D", "-U"].iter().any(|head| flag.starts_with(head));
    let defines: String = match includes.is_empty() {
        true => String::new(),
        false => {
            let flags = for_compiler.iter().filter(is_for_headers);
            // Warnings about the program's headers are not the business of a suite.
            let word = |flag: &&String| match relative_flag(folder, flag).strip_prefix("-I") {
                Some(path) => format!(" -isystem {path}"),
                None => format!(" {}", relative_flag(folder, flag)),
            };
            flags.map(word).collect()
        }
    };
    let all = names.join(" ");
    let locals: Vec<String> = facts
        .sources
        .iter()
        .map(|source| locals(facts, symbols.iter().filter(|name| is_of(facts, name, source))))
        .collect();
    let values: [(&str, &str); 7] = [
        ("MADE_BY", MADE_BY),
        ("NM", if locals.iter().all(String::is_empty) { "" } else { "NM ?= nm\n" }),
        ("FIRST", names.first().unwrap_or(&"all")),
        ("FLAGS", &flags),
        ("INCLUDES", &format!("{includes}{defines}")),
        ("LIBRARIES", &libraries),
        ("ALL", &all),
    ];
    let mut text = fill(include_str!("text/head.mk"), &values);
    let of_drivers = harnesses(plan, drivers, facts.sources.len(), &all, folder);
    let objects = if of_drivers.is_empty() { "" } else { " $(HARNESSES)" };
    for framework in frameworks {
        let compiler = match framework {
            Framework::Gtest => "$(CXX) -std=gnu++20 $(WARNINGS) -Wno-missing-field-initializers",
            _ => "$(CC) $(WARNINGS)",
        };
        let values: [(&str, &str); 5] = [
            ("NAME", framework.name()),
            ("COMPILER", compiler),
            ("FILE", &relative(&plan.folder(folder).join(plan.file(*framework)))),
            ("HARNESSES", objects),
            (
                "LIBRARIES",
                &match framework {
                    Framework::Cmocka => format!("{wraps}{}", framework.libraries()),
                    _ => framework.libraries().to_owned(),
                },
            ),
        ];
        text += &fill(include_str!("text/suite.mk"), &values);
    }
    text += &of_drivers;
    text += include_str!("text/program.mk");
    let sources_used =
        || facts.sources.iter().enumerate().filter(|(_, source)| !has_only_mocks(facts, source));
    for (at, source) in sources_used() {
        let flags = own_flags(plan, source, folder).unwrap_or_else(|| "$(FLAGS)".to_owned());
        let include = if mocked_header(facts).is_some() { " -include mocked.h" } else { "" };
        let ours = symbols.iter().filter(|name| is_of(facts, name, source));
        let visible: String = ours.map(|name| format!(" --globalize-symbol={name}")).collect();
        let keep = if visible.is_empty() { "" } else { " $(KEEP)" };
        let above = source.parent().filter(|_| named.contains(source.as_path()));
        let map = above.map_or(String::new(), |above| format!(" -fmacro-prefix-map={}/=", relative(above)));
        if !map.is_empty() {
            text += "# __FILE__ is the name of the file without its folder, as it was when the tests were made.\n";
        }
        let _ = writeln!(
            text,
            "\t$(CC) {flags}{map} $(WRAP){keep}{include} -c {} -o $(BUILD)/source{at}.o",
            relative(source)
        );
        let weak: String = taken_over(facts).iter().map(|name| format!(" --weaken-symbol={name}")).collect();
        if !weak.is_empty() {
            let _ = writeln!(text, "\t@$(OBJCOPY){weak} $(BUILD)/source{at}.o");
        }
        if !locals[at].is_empty() {
            let renamed = format!("$$($(NM) $(BUILD)/source{at}.o | sed -n{})", locals[at]);
            let _ = writeln!(text, "\t@$(OBJCOPY) {renamed} $(BUILD)/source{at}.o");
        }
        if !visible.is_empty() {
            let _ = writeln!(text, "\t@$(OBJCOPY){visible} $(BUILD)/source{at}.o");
        }
    }
    text += "\t@$(LD) -r -z muldefs -o $(BUILD)/linked.o";
    for (at, _) in sources_used() {
        let _ = write!(text, " $(BUILD)/source{at}.o");
    }
    text += "\n";
    // A suite has no function for a mock that no test plays. Such a mock ends the program, like every
    // function that is defined nowhere.
    let played = facts.mocks.keys().filter(|name| symbols.contains(*name));
    let except: String = played.map(|name| format!(" -e {name}")).collect();
    let except = if except.is_empty() { String::new() } else { format!(" grep -v -x{except} |") };
    text += &stubs("", &except);
    text += "\t@$(OBJCOPY) --redefine-sym main=driver_main --keep-global-symbol=driver_main";
    for name in sources {
        let _ = write!(text, " \\\n\t\t--redefine-sym {name}=scripted_{name}");
    }
    for (name, other) in faults::renamed(failing) {
        let _ = write!(text, " \\\n\t\t--redefine-sym {name}={other}");
    }
    for name in symbols {
        text += " \\\n\t\t";
        if is_renamed(facts, name) && facts.functions.contains_key(name) {
            let _ = write!(text, "--redefine-sym {name}={linked} ", linked = linked_name(facts, name));
            let _ = write!(text, "--keep-global-symbol={}", linked_name(facts, name));
        } else {
            let _ = write!(text, "--keep-global-symbol={name}");
        }
    }
    // A suite that includes a header has what the header defines, too.
    for name in headers::defined(facts, symbols) {
        let _ = write!(text, " \\\n\t\t--weaken-symbol={}", linked_name(facts, &name));
    }
    text + " \\\n\t\t$(BUILD)/whole.o $@\n\nclean:\n\trm -rf build build-bugs\n"
}

/// The arguments of sed that turn a list of symbols into options of objcopy which give static variables of
/// functions their names in the tests, see [`crate::ir::locals`]; empty if the tests name none.
fn locals<'n>(facts: &Facts, symbols: impl Iterator<Item = &'n String>) -> String {
    let named = symbols.filter_map(|name| {
        let (variable, function) = parts_of(name, |function| facts.functions.contains_key(function))?;
        let is_variable = facts.globals.contains_key(name);
        let symbol = format!("{variable}\\.[0-9]*\\|{function}\\.{variable}");
        is_variable.then(|| format!(" -e 's/.* \\({symbol}\\)$$/--redefine-sym \\1={name}/p'"))
    });
    named.collect()
}

/// The flags of a file that is compiled with other flags than the rest.
fn own_flags(plan: &Plan, source: &Path, folder: &Path) -> Option<String> {
    let is_it = |file: &Path| file.canonicalize().is_ok_and(|file| file == source);
    let (_, flags) = plan.flags_of.iter().find(|(file, _)| is_it(file))?;
    let here = std::env::current_dir().unwrap_or_default();
    let mut flags_only = Facts::default();
    flags_only.set_sources(&here, &[], flags, &[]);
    let flags = flags_only.flags.iter().filter(is_known).filter(|flag| !is_for_linker(flag));
    let flags: String = flags.map(|flag| format!(" {}", relative_flag(folder, flag))).collect();
    Some(format!("-g -O0 -fno-builtin -I.{flags} $(SANITIZERS)"))
}

/// Whether a file has nothing but mocks, for which the suite has functions of its own.
fn has_only_mocks(facts: &Facts, source: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let source = canonical(source);
    let is_here = |file: &Path| canonical(file) == source;
    let mut own = facts.functions.iter().filter(|(_, function)| is_here(&function.file)).peekable();
    own.peek().is_some()
        && own.all(|(name, _)| facts.mocks.contains_key(name))
        // Strings have names that begin with a dot.
        && !facts.globals.iter().any(|(name, variable)| !name.starts_with('.') && is_here(&variable.file))
}

/// The functions of the program that mocks take the place of.
fn taken_over(facts: &Facts) -> Vec<&String> {
    facts.mocks.iter().filter(|(_, is_defined)| **is_defined).map(|(name, _)| name).collect()
}

/// The header that makes the compiler leave calls of functions with mocks to the linker, also calls within a
/// file and of `static` functions.
pub fn mocked_header(facts: &Facts) -> Option<String> {
    let names = taken_over(facts);
    let lines: String = names.iter().map(|name| format!("__asm__(\".globl {name}\");\n")).collect();
    (!names.is_empty()).then(|| format!("{}{lines}", include_str!("text/mocked.h")))
}

/// The lines that define what is defined nowhere, for an object whose name begins with `prefix`.
fn stubs(prefix: &str, except: &str) -> String {
    fill(STUBS, &[("OBJECT", &format!("$(BUILD)/{prefix}")), ("EXCEPT", except)])
}

/// The rules for harnesses: each becomes an object with the files that it is linked with.
fn harnesses(plan: &Plan, drivers: &Drivers, n_sources: usize, suites: &str, folder: &Path) -> String {
    let list = |only_bugs: bool| -> String {
        drivers.named(only_bugs).map(|name| format!(" $(BUILD)/{}.o", symbol(name))).collect()
    };
    let (always, for_bugs) = (list(false), list(true));
    if always.is_empty() && for_bugs.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "# Harnesses run what a test cannot call itself, in a process of its own.\nHARNESSES ={always}\n"
    );
    if !for_bugs.is_empty() {
        let _ = writeln!(text, "ifdef BUGS\nHARNESSES +={for_bugs}\nendif");
    }
    let _ = writeln!(text, "{suites}: $(HARNESSES)\n");
    let others: String = (n_sources - plan.n_linked.min(n_sources)..n_sources)
        .map(|at| format!(" $(BUILD)/source{at}.o"))
        .collect();
    for name in drivers.named(false).chain(drivers.named(true)) {
        let Some(file) = plan.harnesses.get(name) else { continue };
        let file = quoted(paths::relative(folder, file).as_os_str());
        let (own, prefix) = (symbol(name), format!("{}_", symbol(name)));
        let _ = writeln!(
            text,
            "$(BUILD)/{own}.o: $(BUILD)/program.o\n\t$(CC) $(FLAGS) -c {file} -o $(BUILD)/{prefix}source.o\n\t\
             @$(LD) -r -z muldefs -o $(BUILD)/{prefix}linked.o $(BUILD)/{prefix}source.o{others}"
        );
        text += &stubs(&prefix, "");
        let _ = writeln!(
            text,
            "\t@$(OBJCOPY) --redefine-sym main={own} --keep-global-symbol={own} $(BUILD)/{prefix}whole.o $@\n"
        );
    }
    text
}

/// Whether a function or variable is defined in a source, or may be, because the source may include its file.
fn is_of(facts: &Facts, name: &str, source: &Path) -> bool {
    let function = facts.functions.get(name).map(|function| &function.file);
    let Some(file) = function.or(facts.globals.get(name).map(|variable| &variable.file)) else { return true };
    let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let file = canonical(file);
    file == canonical(source) || !facts.sources.iter().any(|other| file == canonical(other))
}

/// Whether gcc knows a flag as well as clang. `-nostdlibinc` hides the headers of the system behind those of the
/// program, and what compiles with it does so without it.
fn is_known(flag: &&String) -> bool {
    *flag != "-nostdlibinc"
}

/// A flag of the compiler, in which a path is relative to `folder`.
fn relative_flag(folder: &Path, flag: &str) -> String {
    for head in ["-I", "-L", ""] {
        if let Some(path) = flag.strip_prefix(head).filter(|path| path.starts_with('/')) {
            return quoted(OsStr::new(&format!(
                "{head}{}",
                paths::relative(folder, Path::new(path)).display()
            )));
        }
    }
    quoted(OsStr::new(flag))
}

/// A word for the shell, in a recipe of make or in a variable that recipes use.
fn quoted(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:@%".contains(c);
    // Characters that neither make nor the shell interprets between single quotes.
    let is_quiet = |c: char| !c.is_control() && !"'$#\\".contains(c);
    match word.to_str() {
        Some(word) if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        Some(word) if word.chars().all(is_quiet) => format!("'{word}'"),
        _ => printed(word.as_encoded_bytes()),
    }
}

/// The same by way of `printf`, for bytes that cannot stand in a makefile or that make and the shell read
/// differently.
fn printed(bytes: &[u8]) -> String {
    let mut text = String::from("\"$$(printf '");
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            // It would begin an option of `printf`.
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
