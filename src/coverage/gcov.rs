//! Annotated source as `llvm-cov gcov -b -c` writes it.
//!
//! A line is `count:number:text`; the count is `-` for a line without code and `#####` for one that was never
//! executed. Before the line of a function stands a summary of its calls, and after each line stand its
//! branches, numbered within the line. The header has no `Graph`, `Data` and `Programs` lines because there
//! are no such files.

use super::{FileCoverage, FunctionCoverage, Report};
use crate::util::checksum;
use crate::util::text::printable;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Component, Path};

/// Writes one file. `source` is its text; without it, or past its end, lines read `/*EOF*/`.
pub fn write(file: &FileCoverage, n_runs: u64, source: Option<&[u8]>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "        -:    0:Source:{}", printable(&file.name))?;
    writeln!(out, "        -:    0:Runs:{n_runs}")?;
    let mut texts = source.map(source_lines).unwrap_or_default().into_iter();
    let last_covered = file.lines.keys().next_back().copied().unwrap_or(0);
    let mut functions: BTreeMap<u32, Vec<&FunctionCoverage>> = BTreeMap::new();
    for function in &file.functions {
        functions.entry(function.line).or_default().push(function);
    }
    for number in 1.. {
        let text = texts.next();
        if text.is_none() && number > last_covered {
            break;
        }
        for function in functions.get(&number).into_iter().flatten() {
            write_function(function, out)?;
        }
        let line = file.lines.get(&number);
        match line.map(|line| line.count) {
            None => write!(out, "        -:")?,
            Some(0) => write!(out, "    #####:")?,
            Some(count) => write!(out, "{count:9}:")?,
        }
        write!(out, "{number:5}:")?;
        out.write_all(text.unwrap_or(b"/*EOF*/"))?;
        writeln!(out)?;
        let mut index = 0;
        for branch in line.map(|line| line.branches.as_slice()).unwrap_or_default() {
            for taken in &branch.outcomes {
                match branch.is_executed() {
                    true => writeln!(out, "branch {index:2} taken {taken}")?,
                    false => writeln!(out, "branch {index:2} never executed")?,
                }
                index += 1;
            }
        }
    }
    Ok(())
}

fn write_function(function: &FunctionCoverage, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "function {} called {} returned {}% blocks executed {}%",
        printable(&function.name),
        function.calls,
        percent(function.returns, function.calls),
        percent(function.blocks_executed as u64, function.blocks as u64),
    )
}

/// The percentage, rounded down, but at least 1 if `part` is not zero.
fn percent(part: u64, whole: u64) -> u64 {
    if part == 0 || whole == 0 { 0 } else { (part * 100 / whole).max(1) }
}

/// The lines of a text; a line end at its end begins no further line.
fn source_lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

/// How many letters of a file's name are taken into the name of its report.
const MOST_NAME: usize = 200;

/// The file names for the files of a report, in its order: the base name with `.gcov`, or, for files that
/// share a base name, the whole path as `gcov -p` mangles it. Names are compared without case, for file
/// systems that do so.
pub fn file_names(report: &Report) -> Vec<String> {
    let base = |file: &FileCoverage| match file.path.file_name() {
        Some(name) => printable(&name.to_string_lossy()).into_owned(),
        None => "source".to_owned(),
    };
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for file in &report.files {
        *uses.entry(base(file).to_lowercase()).or_default() += 1;
    }
    let name = |file: &FileCoverage| {
        let base = base(file);
        let is_unique = uses[&base.to_lowercase()] == 1;
        let name = if is_unique { base } else { mangled(&file.path) };
        match name.char_indices().nth(MOST_NAME) {
            // File systems do not allow longer names.
            Some((end, _)) => format!("{}#{}.gcov", &name[..end], checksum::of(name.as_bytes())),
            None => format!("{name}.gcov"),
        }
    };
    report.files.iter().map(name).collect()
}

/// `/` becomes `#` and `..` becomes `^`, as `gcov -p` does it.
fn mangled(path: &Path) -> String {
    let mut name = String::new();
    for component in path.components() {
        match component {
            Component::Prefix(_) | Component::CurDir => {}
            Component::RootDir => name.push('#'),
            Component::ParentDir => name.push_str("^#"),
            Component::Normal(part) => {
                name.push_str(&printable(&part.to_string_lossy()));
                name.push('#');
            }
        }
    }
    name.pop();
    name
}

#[cfg(test)]
mod tests {
    use super::super::Coverage;
    use super::super::sample::Sample;
    use super::*;
    use expect_test::{Expect, expect};

    fn check(file: &FileCoverage, source: Option<&str>, expected: Expect) {
        let mut out = Vec::new();
        write(file, 3, source.map(str::as_bytes), &mut out).expect("a vector takes all");
        expected.assert_eq(&String::from_utf8(out).expect("the source is text"));
    }

    const SOURCE: &str = "\
int last(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += i;

  if (s > 3)
    return 1;
  return s;
}
int never(int n) {
  if (n) return 1; return 0;
}
";

    fn report() -> Report {
        let mut sample = Sample::new();
        let last = sample.function(
            "last",
            1,
            &[
                (&[2, 3], &[1]),
                (&[3], &[2, 4]),
                (&[3], &[3]),
                (&[3], &[1]),
                (&[5], &[5, 6]),
                (&[6], &[7]),
                (&[7], &[7]),
                (&[8], &[]),
            ],
        );
        let never =
            sample.function("never", 9, &[(&[10], &[1, 2]), (&[10], &[3]), (&[10], &[3]), (&[11], &[])]);
        let mut coverage = Coverage::new(&sample.program, &[last, never]);
        coverage.add(&sample.walk(last, &[0, 1, 4, 6, 7]));
        coverage.add(&sample.walk(last, &[0, 1, 2, 3, 1, 2, 3, 1, 4, 6, 7]));
        coverage.add(&sample.walk(last, &[0, 1, 2, 3]));
        coverage.report()
    }

    #[test]
    fn annotated_source() {
        check(
            &report().files[0],
            Some(SOURCE),
            expect![[r#"
                    -:    0:Source:sample.c
                    -:    0:Runs:3
            function last called 3 returned 66% blocks executed 87%
                    3:    1:int last(int n) {
                    3:    2:  int s = 0;
                    5:    3:  for (int i = 0; i < n; i++) s += i;
            branch  0 taken 3
            branch  1 taken 2
                    -:    4:
                    2:    5:  if (s > 3)
            branch  0 taken 0
            branch  1 taken 2
                #####:    6:    return 1;
                    2:    7:  return s;
                    2:    8:}
            function never called 0 returned 0% blocks executed 0%
                #####:    9:int never(int n) {
                #####:   10:  if (n) return 1; return 0;
            branch  0 never executed
            branch  1 never executed
                #####:   11:}
        "#]],
        );
    }

    #[test]
    fn without_the_source_the_counts_remain() {
        let mut file = report().files.remove(0);
        file.lines.retain(|line, _| *line < 3);
        check(
            &file,
            None,
            expect![[r#"
                    -:    0:Source:sample.c
                    -:    0:Runs:3
            function last called 3 returned 66% blocks executed 87%
                    3:    1:/*EOF*/
                    3:    2:/*EOF*/
        "#]],
        );
        check(
            &file,
            Some("one\ntwo\nthree"),
            expect![[r#"
                    -:    0:Source:sample.c
                    -:    0:Runs:3
            function last called 3 returned 66% blocks executed 87%
                    3:    1:one
                    3:    2:two
                    -:    3:three
        "#]],
        );
    }

    #[test]
    fn files_of_one_name_get_their_whole_path() {
        let file = |path: &str| FileCoverage {
            name: path.into(),
            path: path.into(),
            lines: BTreeMap::new(),
            functions: Vec::new(),
        };
        let files = vec![file("/a/one.c"), file("/a/two.c"), file("../b/One.c"), file("b/./c/one.c")];
        let names = file_names(&Report { n_runs: 1, files });
        assert_eq!(names, ["#a#one.c.gcov", "two.c.gcov", "^#b#One.c.gcov", "b#c#one.c.gcov"]);
    }
}
