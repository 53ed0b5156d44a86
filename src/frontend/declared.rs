//! Reads how a file declares functions that it does not define. Their types come from debug information, of a
//! second file that includes the first and takes their addresses. The names of their parameters come from
//! clang's syntax tree.

use super::{Error, Options, Survey, clang, find_clang, process, survey};
use crate::util::Scratch;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The parts of a declaration that debug information does not tell.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Declared {
    /// The names of the parameters; `None` for a parameter without a name.
    pub parameters: Vec<Option<String>>,
    /// Whether the function never returns.
    pub is_noreturn: bool,
    /// Whether there is a body.
    pub has_body: bool,
}

/// Reads how a file declares these functions.
///
/// # Errors
/// If clang cannot compile the file, or one of the functions is not declared at its end.
pub fn declared(
    file: &Path,
    options: &Options,
    names: &[String],
) -> Result<(Survey, BTreeMap<String, Declared>), Error> {
    let folder = Scratch::new().map_err(Error::Temporary)?;
    let path = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let mut text = format!("#include \"{}\"\n", path.display());
    for (at, name) in names.iter().enumerate() {
        let _ = writeln!(
            text,
            "void symir_points_{at}(void) {{ __typeof__(&({name})) volatile symir_callee = &({name}); (void)symir_callee; }}"
        );
    }
    let pointing: PathBuf = folder.path().join("pointing.c");
    std::fs::write(&pointing, text).map_err(Error::Temporary)?;
    let mut quiet = options.clone();
    quiet.flags.push("-w".to_owned());
    let survey = survey(&[pointing], &quiet)?;
    let tree = tree(file, &quiet, folder.path())?;
    let known = names.iter().map(|name| (name.clone(), find(&tree, name)));
    Ok((survey, known.collect()))
}

/// Those of the functions `names` that have a body in a file, even if clang makes no code of it. It makes
/// none of an `inline` function if the file does not ask for an external definition (C17, 6.7.4).
///
/// # Errors
/// If clang cannot be run.
pub fn with_body(file: &Path, options: &Options, names: &[String]) -> Result<Vec<String>, Error> {
    let folder = Scratch::new().map_err(Error::Temporary)?;
    let mut quiet = options.clone();
    quiet.flags.push("-w".to_owned());
    let tree = tree(file, &quiet, folder.path())?;
    Ok(names.iter().filter(|name| find(&tree, name).has_body).cloned().collect())
}

/// Clang's syntax tree as text.
fn tree(file: &Path, options: &Options, folder: &Path) -> Result<String, Error> {
    clang::write_header(folder)?;
    let found = find_clang(options.clang.as_deref())?;
    let mut command = std::process::Command::new(&found.path);
    command.args(["-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", "-D__SYMIR__=1", "-I"]);
    command.arg(folder);
    for folder in &options.include_dirs {
        command.arg("-I").arg(folder);
    }
    command.args(options.flags.iter().filter(|flag| !crate::util::flags::is_for_linker(flag)));
    command.arg(file);
    let done = process::output(command, &options.deadline)
        .map_err(|error| Error::ClangBroken { path: found.path.clone(), reason: error.to_string() })?;
    Ok(String::from_utf8_lossy(&done.ok_or(Error::OutOfTime)?.stdout).into_owned())
}

/// What the tree says of a function. Its parameters are those of the declaration that names most of them.
fn find(tree: &str, name: &str) -> Declared {
    let depth = |line: &str| line.find(|c: char| c.is_ascii_alphabetic() || c == '<').unwrap_or(0);
    let mut found = Declared::default();
    let mut lines = tree.lines().peekable();
    while let Some(line) = lines.next() {
        let at = depth(line);
        if !line[at..].starts_with("FunctionDecl ") || declared_name(line) != Some(name) {
            continue;
        }
        let mut one =
            Declared { is_noreturn: line.contains("__attribute__((noreturn))"), ..Declared::default() };
        while let Some(below) = lines.next_if(|below| depth(below) > at) {
            let below_at = depth(below);
            if below_at != at + 2 {
                continue;
            }
            one.is_noreturn |= below.contains("NoReturnAttr");
            one.has_body |= below[below_at..].starts_with("CompoundStmt ");
            if below[below_at..].starts_with("ParmVarDecl ") {
                one.parameters.push(declared_name(below).map(str::to_owned));
            }
        }
        let n_names = |declared: &Declared| declared.parameters.iter().flatten().count();
        let is_noreturn = found.is_noreturn || one.is_noreturn;
        let has_body = found.has_body || one.has_body;
        if found.parameters.is_empty() || n_names(&one) > n_names(&found) {
            found = one;
        }
        (found.is_noreturn, found.has_body) = (is_noreturn, has_body);
    }
    found
}

/// The word before the type of a declaration: `… col:5 used read_reg 'int (int)'`.
fn declared_name(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('\'')?;
    let word = before.trim_end().rsplit(' ').next()?;
    let is_name = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !["used", "referenced", "implicit", "invalid", "prev"].contains(&word);
    is_name.then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_parameters_come_from_any_declaration() {
        let tree = "|-FunctionDecl 0x1 <a.c:1:1, col:22> col:5 used get 'int (int, char *)' extern\n\
                    | |-ParmVarDecl 0x2 <col:14> col:17 'int'\n\
                    | `-ParmVarDecl 0x3 <col:19, col:25> col:25 to 'char *'\n\
                    |-FunctionDecl 0x4 prev 0x1 <line:2:1, col:30> col:5 get 'int (int, char *)'\n\
                    | |-ParmVarDecl 0x5 <col:14, col:18> col:18 n 'int'\n\
                    | `-ParmVarDecl 0x6 <col:21, col:27> col:27 used to 'char *'\n\
                    |-FunctionDecl 0x7 <line:3:1> col:16 panic 'void (void) __attribute__((noreturn))'\n\
                    `-FunctionDecl 0x8 <line:4:1, col:30> col:12 used twice 'int (int)' inline\n  \
                    |-ParmVarDecl 0x9 <col:18, col:22> col:22 used n 'int'\n  \
                    `-CompoundStmt 0xa <col:25, col:40>\n";
        let get = find(tree, "get");
        assert_eq!(get.parameters, [Some("n".to_owned()), Some("to".to_owned())]);
        assert!(!get.is_noreturn && find(tree, "panic").is_noreturn);
        assert!(find(tree, "twice").has_body && !get.has_body);
        assert_eq!(find(tree, "other"), Declared::default());
    }
}
