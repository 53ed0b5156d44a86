//! Advice for files that clang cannot compile: the folder of the project that has a missing header, or else
//! how to tell symir about it.

use super::units::shown;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

/// The limits of the search for a header: how many folders above a file, how deep below the uppermost of
/// them, and how many entries.
const ABOVE: usize = 3;
const DEPTH: usize = 4;
const ENTRIES: usize = 20_000;

/// Files that show that a folder is the root of a project, above which nothing belongs to it.
const ROOTS: [&str; 7] = [
    ".git",
    super::CONFIG,
    "compile_commands.json",
    "CMakeLists.txt",
    "meson.build",
    "Makefile",
    "configure",
];

const PARTS: [&str; 7] = ["src", "source", "lib", "test", "tests", "app", "core"];

/// Advice for a file that clang cannot compile for this reason.
pub fn advice(trouble: &str, file: &Path) -> Option<String> {
    if trouble.contains("error: function definition is not allowed here") {
        return Some(
            "clang has no functions within functions, which are an extension of gcc; move them out of the functions \
             around them"
                .to_owned(),
        );
    }
    if let Some(name) = name_of_function(trouble, file) {
        return Some(format!("if it is the name of a function, say so with --function {name}"));
    }
    let header = missing_header(trouble)?;
    let found = folders_with(header, file);
    if let ([], Some(made)) = (found.as_slice(), made_by_build(header, file)) {
        return Some(made);
    }
    Some(match found.as_slice() {
        [] => format!(
            "the header {header} was not found, and no folder near {} has it; say where it is with `-- -I FOLDER`, with the \
             compilation database of the project (-p FOLDER), or with include = [\"FOLDER\"] in {}; if it belongs to a \
             package that pkg-config knows, name that with --link PACKAGE",
            file.display(),
            super::CONFIG
        ),
        [folder] => {
            let folder = folder.display();
            format!(
                "the header {header} is in {folder}: say so with `-- -I {folder}`, with the compilation database of the project \
                 (-p FOLDER), or with include = [\"FOLDER\"] in {}",
                super::CONFIG
            )
        }
        several => {
            let several: Vec<String> = several.iter().map(|folder| folder.display().to_string()).collect();
            format!(
                "the header {header} is in {}: say which one is meant with `-- -I FOLDER`, with the compilation database of \
                 the project (-p FOLDER), or with include = [\"FOLDER\"] in {}",
                several.join(" and "),
                super::CONFIG
            )
        }
    })
}

/// The name of a file that does not exist, if a function could have that name.
fn name_of_function<'n>(trouble: &str, file: &'n Path) -> Option<&'n str> {
    let name = file.to_str()?;
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_identifier =
        name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    (is_identifier && trouble.ends_with("there is no such file")).then_some(name)
}

/// The header that clang has not found.
fn missing_header(trouble: &str) -> Option<&str> {
    trouble.lines().find_map(|line| {
        let (before, _) = line.split_once("' file not found")?;
        before.rsplit_once('\'').map(|(_, header)| header)
    })
}

/// A flag with which clang may compile a file that it could not compile, and what is said if it does.
#[derive(Clone, Debug)]
pub struct Mend {
    pub flag: String,
    pub words: String,
}

/// Flags that may help with a file that clang cannot compile for this reason, the likeliest first: the only
/// folder of the project that has a missing header, the macro that makes system headers declare all they
/// have, and a flag against errors that gcc only warns of.
pub fn mends(trouble: &str, file: &Path) -> Vec<Mend> {
    let path = file.display();
    let mut found = Vec::new();
    if let Some(header) = missing_header(trouble)
        && let [folder] = folders_with(header, file).as_slice()
    {
        let flag = format!("-I{}", folder.canonicalize().unwrap_or(folder.clone()).display());
        let folder = folder.display();
        let words = format!("{path}: {header} was not found and lies in {folder}, so -I{folder} was added");
        found.push(Mend { flag, words });
    }
    let errors = || trouble.lines().filter(|line| line.contains(" error: "));
    let unknown = errors().find_map(|line| {
        let is_unknown = UNKNOWN.iter().any(|words| line.contains(words));
        line.split('\'').nth(1).filter(|_| is_unknown)
    });
    if let Some(name) = unknown {
        let flag = "-D_GNU_SOURCE".to_owned();
        let words = format!(
            "{path}: the headers of the system declare `{name}` only for those who ask for it, so {flag} was added"
        );
        found.push(Mend { flag, words });
    }
    let warned = errors().find_map(|line| WARNED.iter().find(|name| line.contains(&format!("[-W{name}]"))));
    if let Some(name) = warned {
        let flag = format!("-Wno-{name}");
        let words = format!("{path}: what gcc only warns of is an error for clang, so {flag} was added");
        found.push(Mend { flag, words });
    }
    found
}

/// The first line of clang's output that says an error.
pub fn first_error(trouble: &str) -> Option<&str> {
    trouble.lines().find(|line| line.contains(" error: "))
}

/// The words with which clang says that nothing declares what a file uses.
const UNKNOWN: [&str; 5] = [
    "call to undeclared function",
    "call to undeclared library function",
    "use of undeclared identifier",
    "unknown type name",
    "has incomplete type",
];

/// Warnings of older compilers that clang takes for errors.
const WARNED: [&str; 4] = [
    "implicit-function-declaration",
    "implicit-int",
    "int-conversion",
    "incompatible-function-pointer-types",
];

/// Advice for a missing header that the build makes from a template of the project, such as `config.h.in`.
fn made_by_build(header: &str, file: &Path) -> Option<String> {
    const BUILDS: [(&str, &str); 3] = [
        ("configure", "./configure"),
        ("CMakeLists.txt", "cmake -B build"),
        ("meson.build", "meson setup build"),
    ];
    let (stem, ending) = header.rsplit_once('.')?;
    let templates = ["in", "cmake", "cmake.in", "meson"].map(|kind| format!("{header}.{kind}"));
    let templates = templates.into_iter().chain([format!("{stem}_{ending}.in")]);
    let (template, folder) = templates
        .into_iter()
        .find_map(|name| Some((name.clone(), folders_with(&name, file).into_iter().next()?)))?;
    let above: Vec<PathBuf> =
        folder.canonicalize().ok()?.ancestors().take(ABOVE).map(Path::to_owned).collect();
    let build = above.iter().find_map(|root| BUILDS.iter().find(|(name, _)| root.join(name).is_file()));
    let run = build.map_or_else(|| "build the project".to_owned(), |(_, command)| format!("run `{command}`"));
    Some(format!(
        "the header {header} is made from {}, which has not happened yet: {run} first; if it is then in a folder of its own, \
         say so with `-- -I FOLDER` or with the compilation database of the project (-p FOLDER)",
        folder.join(template).display()
    ))
}

/// The folders of the project from which a header is found by this name, three at most, the nearest to its
/// root first.
fn folders_with(header: &str, file: &Path) -> Vec<PathBuf> {
    const MOST: usize = 3;
    let Some(near) = file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_owned)) else {
        return Vec::new();
    };
    let above: Vec<&Path> = near.ancestors().take(ABOVE + 1).collect();
    let is_root = |folder: &&&Path| ROOTS.iter().any(|name| folder.join(name).exists());
    // If nothing shows where the project begins, a folder of one of these names is taken for a part of it.
    let is_part = near.file_name().is_some_and(|name| PARTS.iter().any(|part| name == *part));
    let root = above.iter().find(is_root).or(above.get(usize::from(is_part)));
    let Some(root) = root else { return Vec::new() };
    let mut pending = VecDeque::from([(root.to_path_buf(), 0)]);
    let (mut found, mut n_entries) = (Vec::new(), 0);
    while let Some((folder, depth)) = pending.pop_front() {
        if folder.join(header).is_file() {
            found.push(shown(&folder));
        }
        if found.len() == MOST || depth == DEPTH {
            continue;
        }
        let mut below: Vec<PathBuf> = fs::read_dir(&folder)
            .into_iter()
            .flat_map(Iterator::flatten)
            .take(ENTRIES - n_entries)
            .inspect(|_| n_entries += 1)
            .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
            .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
            .map(|entry| entry.path())
            .collect();
        below.sort();
        pending.extend(below.into_iter().map(|folder| (folder, depth + 1)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_folder_with_a_header_is_the_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["Makefile", "src/a.c", "src/own.h", "one/twice.h", "two/twice.h"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "").expect("written");
        }
        let file = folder.path().join("src/a.c");
        let of = |header: &str| {
            let trouble = format!("a.c:1:10: fatal error: '{header}' file not found\n");
            mends(&trouble, &file).into_iter().next().map(|mend| mend.flag)
        };
        assert!(of("own.h").is_some_and(|folder| folder.ends_with("src")));
        assert_eq!((of("twice.h"), of("none.h")), (None, None));
    }

    #[test]
    fn a_name_in_the_place_of_a_file_may_be_a_function() {
        let of = |name: &str| advice(&format!("{name}: there is no such file"), Path::new(name));
        assert!(of("queue_pop").is_some_and(|advice| advice.ends_with("--function queue_pop")));
        assert_eq!([of("queue.c"), of("src/queue"), of("2nd")], [None, None, None]);
    }

    #[test]
    fn flags_that_people_forget_are_tried() {
        let flags = |trouble: &str| -> Vec<String> {
            mends(trouble, Path::new("a.c")).into_iter().map(|mend| mend.flag).collect()
        };
        let undeclared = "a.c:9:7: error: call to undeclared function 'vasprintf'; ISO C99 and later do not support \
                          implicit function declarations [-Wimplicit-function-declaration]";
        assert_eq!(flags(undeclared), ["-D_GNU_SOURCE", "-Wno-implicit-function-declaration"]);
        assert_eq!(flags("a.c:1:1: error: incompatible pointer [-Wint-conversion]"), ["-Wno-int-conversion"]);
        assert!(flags("a.c:1:1: warning: unused variable 'x' [-Wint-conversion]").is_empty());
        assert!(flags("a.c:1:1: error: expected ';'").is_empty());
    }

    #[test]
    fn the_folder_with_a_header_is_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().canonicalize().expect("it is there");
        for name in ["project/include/lib/of.h", "project/src/a.c", "elsewhere/other.h"] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "").expect("written");
        }
        for name in ["project/Makefile", "project/config.h.in", "project/configure"] {
            fs::write(root.join(name), "").expect("written");
        }
        let file = root.join("project/src/a.c");
        let advice = |header: &str| {
            let trouble = format!("a.c:1:10: fatal error: '{header}' file not found\n");
            advice(&trouble, &file).expect("a header").replace(&root.display().to_string(), "")
        };
        let found = advice("lib/of.h");
        assert!(found.contains("is in /project/include: say so with `-- -I /project/include`"), "{found}");
        assert!(advice("of.h").contains("is in /project/include/lib"));
        let config = advice("config.h");
        assert!(config.contains("is made from /project/config.h.in"), "{config}");
        assert!(config.contains("run `./configure` first"), "{config}");
        let other = advice("other.h");
        assert!(other.contains("no folder near") && other.contains("--link PACKAGE"), "{other}");
        assert_eq!(super::advice("a.c:1:1: error: expected ';'", &file), None);
    }
}
