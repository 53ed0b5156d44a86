//! Finds the functions that a revision of git touches: those whose lines differ from it, and those that call
//! them. A change outside of functions, such as in a macro or a type, touches all functions of the file. A
//! change in a header touches all functions of the files that read it. Comments and empty lines touch
//! nothing.

use super::error::Error;
use super::subjects::Source;
use super::tools;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A hunk of a difference, with the lines that it has now.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hunk {
    /// The first line, and the one after the last. If lines were only removed, the hunk has the line before
    /// them and the line after them.
    first: u32,
    end: u32,
    /// Whether it changes more than comments and empty lines.
    matters: bool,
}

/// The functions that a revision touches, by file and name.
pub type Touched = BTreeSet<(PathBuf, String)>;

/// The functions of the sources that are touched.
///
/// # Errors
/// If git does not know the revision, or a source is in no repository.
pub fn since(revision: &str, sources: &[Source]) -> Result<Touched, Error> {
    let mut hunks: BTreeMap<PathBuf, Vec<Hunk>> = BTreeMap::new();
    let mut roots = BTreeSet::new();
    for source in sources.iter().filter(|source| source.is_asked) {
        let path = canonical(&source.path);
        if roots.iter().any(|root: &PathBuf| path.starts_with(root)) {
            continue;
        }
        let root = tools::repository(path.parent().unwrap_or(Path::new(".")))?;
        for (file, found) in parse(&tools::difference(&root, revision)?) {
            hunks.insert(root.join(file), found);
        }
        for file in tools::untracked(&root)? {
            hunks.insert(root.join(file), vec![Hunk { first: 1, end: u32::MAX, matters: true }]);
        }
        roots.insert(root);
    }
    let mut touched = Touched::new();
    for source in sources {
        let path = canonical(&source.path);
        let own = hunks.get(&path).map_or(&[][..], Vec::as_slice);
        let functions: Vec<(&str, u32, u32)> = source
            .code
            .functions()
            .filter(|(_, place, _)| canonical(&place.file) == path)
            .map(|(name, place, _)| (name, place.line, place.last))
            .collect();
        let mut all = source.code.files.iter().any(|file| {
            let file = canonical(file);
            file != path && hunks.get(&file).is_some_and(|hunks| hunks.iter().any(|hunk| hunk.matters))
        });
        for hunk in own.iter().filter(|hunk| hunk.matters) {
            let hit = functions.iter().filter(|(_, first, last)| hunk.first <= *last && *first < hunk.end);
            let names: Vec<&str> = hit.map(|(name, ..)| *name).collect();
            all |= names.is_empty();
            touched.extend(names.iter().map(|name| (source.path.clone(), (*name).to_owned())));
        }
        if all {
            touched.extend(source.code.functions().map(|(name, ..)| (source.path.clone(), name.to_owned())));
        }
    }
    add_callers(&mut touched, sources);
    Ok(touched)
}

/// Adds the functions that call touched functions, directly or not.
fn add_callers(touched: &mut Touched, sources: &[Source]) {
    loop {
        let before = touched.len();
        for source in sources {
            for (name, _, uses) in source.code.functions() {
                let calls = |used: &String| {
                    if source.code.has(used) {
                        return touched.contains(&(source.path.clone(), used.clone()));
                    }
                    let mut others = sources.iter().filter(|other| other.code.defines(used));
                    others.any(|other| touched.contains(&(other.path.clone(), used.clone())))
                };
                if uses.iter().any(calls) {
                    touched.insert((source.path.clone(), name.to_owned()));
                }
            }
        }
        if touched.len() == before {
            return;
        }
    }
}

/// Reads what `git diff -U0` writes.
fn parse(text: &str) -> BTreeMap<PathBuf, Vec<Hunk>> {
    let head =
        Regex::new(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@").expect("invariant: the pattern is regular");
    let mut found: BTreeMap<PathBuf, Vec<Hunk>> = BTreeMap::new();
    let mut file = None;
    // How many lines the hunk still has. They may look like the names of files.
    let mut left = 0;
    for line in text.lines() {
        if let Some(numbers) = head.captures(line) {
            let number = |at: usize, default| {
                numbers.get(at).and_then(|it| it.as_str().parse().ok()).unwrap_or(default)
            };
            let (first, count): (u32, u32) = (number(1, 0), number(2, 1));
            let end = if count == 0 { first + 2 } else { first + count };
            let counts = line.split(' ').nth(1).and_then(|old| old.split_once(','));
            let old = counts.map_or(1, |(_, count)| count.parse().unwrap_or(1));
            left = old + count;
            if let Some(file) = &file {
                found.entry(PathBuf::clone(file)).or_default().push(Hunk { first, end, matters: false });
            }
        } else if left > 0 && line.starts_with(['+', '-']) {
            left -= 1;
            let hunk = file.as_ref().and_then(|file| found.get_mut(file)).and_then(|hunks| hunks.last_mut());
            let words = line[1..].trim();
            let is_comment = words.is_empty() || ["//", "/*", "*"].iter().any(|head| words.starts_with(head));
            if let Some(hunk) = hunk.filter(|_| !is_comment) {
                hunk.matters = true;
            }
        } else if let Some(name) = line.strip_prefix("+++ ") {
            file = name.strip_prefix("b/").map(|name| PathBuf::from(name.trim_end_matches('\t')));
        }
    }
    found
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_read() {
        let text = "diff --git a/src/a.c b/src/a.c\nindex 1..2 100644\n--- a/src/a.c\n+++ b/src/a.c\n\
                    @@ -3 +3,2 @@ int f(void)\n-    x();\n+    y();\n+++ z;\n\
                    @@ -9,2 +9,0 @@\n-/* one */\n-\n\
                    diff --git a/gone.c b/gone.c\n--- a/gone.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-int g;\n";
        let found = parse(text);
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[Path::new("src/a.c")],
            [Hunk { first: 3, end: 5, matters: true }, Hunk { first: 9, end: 11, matters: false }]
        );
    }
}
