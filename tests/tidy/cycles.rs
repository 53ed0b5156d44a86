//! No two files need each other, unless they are one concept.
//!
//! A file that belongs to another one lies in a folder with that file's name. It may use that file, since
//! both are one concept. The table below has the other exceptions.

use super::{Source, sources};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// Files that need each other, as modules, and the reason why they are one concept. A file that does not need
/// the others any more is removed here.
const CONCEPTS: &[(&[&str], &str)] = &[
    (&["frontend::llvm::types", "frontend::llvm::value"], "a value of LLVM has a type, a type has a zero"),
    (
        &["ir::inst", "ir::operation", "ir::program"],
        "instructions keep what does not fit into them in tables of the program that they are part of",
    ),
    (
        &[
            "readable::words::beginnings",
            "readable::words::draft",
            "readable::words::index",
            "readable::words::lexicon",
        ],
        "a draft of a word, the words, and the indexes of them by what a draft asks",
    ),
    (
        &[
            "exec::access",
            "exec::code",
            "exec::counted",
            "exec::driver_calls",
            "exec::errno",
            "exec::failure",
            "exec::float",
            "exec::fork",
            "exec::growing",
            "exec::imitating",
            "exec::machine",
            "exec::observe",
            "exec::obstacles",
            "exec::operations",
            "exec::passed",
            "exec::pointers",
            "exec::predecoded",
            "exec::ranking",
            "exec::records",
            "exec::scenario",
            "exec::scope",
            "exec::shape",
            "exec::shims",
            "exec::shims::math",
            "exec::shims::objects",
            "exec::shims::sanitizer",
            "exec::state",
            "exec::streams",
            "exec::taken_over",
            "exec::typed",
            "exec::unfold",
            "exec::unions",
            "exec::varargs",
        ],
        "the machine: each file has one family of its steps with what a state keeps for them",
    ),
];

#[test]
fn no_two_files_need_each_other() {
    let (found, _) = circles();
    let mut report = String::new();
    for circle in found {
        let is_known =
            |(concept, _): &(&[&str], &str)| circle.iter().all(|file| concept.contains(&file.as_str()));
        if !CONCEPTS.iter().any(is_known) {
            report += &format!("  {}\n", circle.join(", "));
        }
    }
    assert!(
        report.is_empty(),
        "\n{report}these files need each other: move what both need into a third, or one into the folder of the other\n"
    );
}

#[test]
fn the_table_of_concepts_says_no_more_than_is_true() {
    let (found, _) = circles();
    for (concept, _) in CONCEPTS {
        for file in *concept {
            let is_there = found.iter().any(|circle| circle.iter().any(|other| other == file));
            assert!(
                is_there,
                "{file} needs no file that needs it: take it out of the table in tests/tidy/cycles.rs"
            );
        }
    }
}

/// The groups of files that need each other, and what each file needs.
fn circles() -> (Vec<Vec<String>>, BTreeMap<String, BTreeSet<String>>) {
    let modules: BTreeMap<String, String> = sources()
        .iter()
        .filter(|file| file.path != "lib.rs")
        .map(|file| (name(file), own_code(file)))
        .collect();
    let exported =
        modules.iter().map(|(module, code)| (module.clone(), exports(&modules, module, code))).collect();
    let needs: BTreeMap<String, BTreeSet<String>> = modules
        .iter()
        .map(|(module, code)| {
            let needed = paths(code)
                .iter()
                .filter_map(|path| home(&exported, resolve(&modules, module, path)?, 5))
                // A file in the folder of another file may use that file.
                .filter(|needed| needed != module && !module.starts_with(&format!("{needed}::")))
                .collect();
            (module.clone(), needed)
        })
        .collect();
    (strongly_connected(&needs), needs)
}

/// The name of a module, such as `exec::shims::math` for `exec/shims/math/mod.rs`.
fn name(file: &Source) -> String {
    let path = file.path.trim_end_matches(".rs");
    path.trim_end_matches("/mod").replace('/', "::")
}

/// The code without its tests.
fn own_code(file: &Source) -> String {
    let tests = Regex::new(r"#\[cfg\(test\)\]\nmod \w+ \{").expect("patterns are regular").find(&file.code);
    file.code[..tests.map_or(file.code.len(), |tests| tests.start())].to_owned()
}

/// Every path in a `use` or an expression that begins at the crate or at a module nearby.
fn paths(code: &str) -> Vec<String> {
    let imported = Regex::new(r"(?s)\b(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("patterns are regular");
    let inline = Regex::new(r"\b(?:crate|super)(?:::\w+)+").expect("patterns are regular");
    let uses = imported.captures_iter(code).filter(|import| import.get(1).is_none());
    let mut found: Vec<String> = uses.flat_map(|import| leaves(&import[2])).collect();
    let rest = imported.replace_all(code, "");
    found.extend(inline.find_iter(&rest).map(|path| path.as_str().to_owned()));
    found
}

/// The items that a file exports again under its own name: the name and the path of each.
fn exports(modules: &BTreeMap<String, String>, module: &str, code: &str) -> BTreeMap<String, Place> {
    let exported = Regex::new(r"(?s)\bpub(?:\([^)]*\))?\s+use\s+([^;]+);").expect("patterns are regular");
    let paths = exported.captures_iter(code).flat_map(|export| leaves(&export[1])).collect::<Vec<_>>();
    let named = |path: String| {
        let last = path.rsplit("::").next()?.to_owned();
        resolve(modules, module, &path).filter(|(file, _)| file != module).map(|place| (last, place))
    };
    paths.into_iter().filter_map(named).collect()
}

/// The paths of a tree such as `super::{a, b::{self, C as D}}`.
fn leaves(tree: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut depth, mut begin) = (0usize, 0);
    let mut parts = Vec::new();
    for (at, letter) in tree.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&tree[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[begin..]);
    for part in parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()) {
        match (part.find('{'), part.rfind('}')) {
            (Some(open), Some(close)) => {
                let below = leaves(&part[open + 1..close]);
                found.extend(below.iter().map(|leaf| format!("{}{leaf}", &part[..open])));
            }
            _ => found.push(part.split(" as ").next().expect("a first part").trim().to_owned()),
        }
    }
    for path in &mut found {
        *path = path.trim_end_matches("::self").to_owned();
    }
    found
}

/// A file, and the rest of the path within it.
type Place = (String, Vec<String>);

/// The place to which a path in `module` leads.
fn resolve(modules: &BTreeMap<String, String>, module: &str, path: &str) -> Option<Place> {
    let mut place: Vec<&str> = module.split("::").collect();
    let mut rest: Vec<&str> = path.split("::").collect();
    match rest[0] {
        "crate" => {
            place.clear();
            rest.remove(0);
        }
        "self" => {
            rest.remove(0);
        }
        "super" => {
            while rest.first() == Some(&"super") {
                place.pop();
                rest.remove(0);
            }
        }
        child if modules.contains_key(&format!("{module}::{child}")) => {}
        _ => return None,
    }
    place.extend(rest);
    let file = (1..=place.len()).rev().find(|n| modules.contains_key(&place[..*n].join("::")))?;
    Some((place[..file].join("::"), place[file..].iter().map(|name| (*name).to_owned()).collect()))
}

/// The file that defines what other files export again.
fn home(
    exported: &BTreeMap<String, BTreeMap<String, Place>>,
    (file, rest): Place,
    steps: usize,
) -> Option<String> {
    let passed_on = rest.first().and_then(|name| exported.get(&file)?.get(name));
    match passed_on {
        Some((other, of_other)) if steps > 0 => {
            let rest = of_other.iter().chain(&rest[1..]).cloned().collect();
            home(exported, (other.clone(), rest), steps - 1)
        }
        _ => Some(file),
    }
}

/// Groups of files that can all be reached from each other. They are found by walking from every file, which
/// is fast enough for a few hundred files.
fn strongly_connected(needs: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reached = |from: &String| {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<&String> = needs[from].iter().collect();
        while let Some(file) = pending.pop() {
            if seen.insert(file) {
                pending.extend(needs.get(file).into_iter().flatten());
            }
        }
        seen
    };
    let from: BTreeMap<&String, BTreeSet<&String>> = needs.keys().map(|file| (file, reached(file))).collect();
    let mut groups = BTreeSet::new();
    for file in needs.keys().filter(|file| from[file].contains(file)) {
        let group: Vec<String> = needs
            .keys()
            .filter(|other| from[file].contains(other) && from[other].contains(file))
            .cloned()
            .collect();
        groups.insert(group);
    }
    groups.into_iter().collect()
}

#[test]
fn trees_of_imports_are_read() {
    assert_eq!(leaves("super::{a, b::{self, C as D}}"), ["super::a", "super::b", "super::b::C"]);
    let needs = BTreeMap::from([("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")])
        .iter()
        .map(|(file, needed)| ((*file).to_owned(), BTreeSet::from([(*needed).to_owned()])))
        .collect();
    assert_eq!(strongly_connected(&needs), [["a", "b", "c"]]);
}
