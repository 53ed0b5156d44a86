//! A folder with the tests of one run.

use super::files::replace;
use super::written::{self, MARK};
use super::{Error, Format, Inputs, Json, Lines, inputs, lock};
use crate::coverage::json::{self as detail, Covered};
use crate::coverage::{FileCoverage, Report, cobertura, gcov, lcov, page};
use crate::testcase::TestCase;
use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A folder that receives the tests of a run as they are found.
pub struct Directory {
    path: PathBuf,
    json: Json,
    lines: Lines,
    /// The decision path and number of each test that every format has taken.
    decision_paths: Vec<(Vec<u32>, usize)>,
    n_found: usize,
    /// When tests were written last.
    flushed: Instant,
}

/// Tests that are found within this time are written together.
const TOGETHER: Duration = Duration::from_millis(20);
/// How many bytes may wait to be written to one file.
const MOST_WAITING: usize = 1 << 18;

impl Directory {
    /// Makes the folder, or empties it of what an earlier run has written.
    ///
    /// # Errors
    /// If the folder holds anything and is not the output of an earlier run, or cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        claim(path)?;
        let (json, lines) = (Json::create(path)?, Lines::create(path)?);
        let flushed = Instant::now();
        Ok(Self { path: path.to_owned(), json, lines, decision_paths: Vec::new(), n_found: 0, flushed })
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes a test, and writes it unless others were written just before. In that case [`Self::keep_up`]
    /// writes it later. No two tests of a run have the same decision path.
    pub fn write(&mut self, test: &TestCase) -> Result<(), Error> {
        let number = self.n_found;
        self.n_found += 1;
        self.json.take(number, test);
        self.lines.take(number, test);
        self.decision_paths.push((test.decision_path.clone(), number));
        self.keep_up()
    }

    /// Writes the tests that have waited long enough. It has to be called again and again while the run goes
    /// on.
    pub fn keep_up(&mut self) -> Result<(), Error> {
        let n_waiting = self.json.file().n_waiting().max(self.lines.file().n_waiting());
        match self.flushed.elapsed() >= TOGETHER || n_waiting >= MOST_WAITING {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Writes all tests that wait.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.flushed = Instant::now();
        self.json.file().flush()?;
        self.lines.file().flush()
    }

    /// Writes a test in the place of the one with its decision path.
    pub fn rewrite(&mut self, test: &TestCase) -> Result<(), Error> {
        self.leave_out(&test.decision_path);
        self.write(test)
    }

    /// Where the inputs of the test with this decision path will lie after [`Directory::finish`], if it gets
    /// a file.
    pub fn input_of(&self, decision_path: &[u32]) -> Option<PathBuf> {
        self.decision_paths.iter().any(|(known, _)| known == decision_path).then(|| {
            let number =
                self.decision_paths.iter().filter(|(known, _)| known.as_slice() < decision_path).count();
            self.path.join("inputs").join(inputs::name(number, self.decision_paths.len()))
        })
    }

    /// Leaves the test with this decision path out of the final files.
    pub fn leave_out(&mut self, decision_path: &[u32]) {
        self.decision_paths.retain(|(known, _)| known != decision_path);
    }

    /// Writes one annotated source file for each file of the report, and all of them as `coverage.info` for
    /// lcov and `cobertura.xml`. `source` gives a file's text, or `None` if it is not available.
    pub fn coverage(
        &self,
        report: &Report,
        source: impl Fn(&FileCoverage) -> Option<Vec<u8>>,
    ) -> Result<(), Error> {
        for (file, name) in report.files.iter().zip(gcov::file_names(report)) {
            let text = source(file);
            replace(&self.path.join(name), |out| gcov::write(file, report.n_runs, text.as_deref(), out))?;
        }
        replace(&self.path.join("coverage.info"), |out| lcov::write(report, out))?;
        replace(&self.path.join("cobertura.xml"), |out| cobertura::write(report, out))
    }

    /// Writes `coverage.json` and the page `coverage.html`: which tests cover what, and why the rest is not
    /// covered. `source` gives a file's text, or `None` if it is not available.
    pub fn coverage_detail(
        &self,
        covered: &Covered,
        source: impl Fn(&FileCoverage) -> Option<Vec<u8>>,
    ) -> Result<(), Error> {
        replace(&self.path.join("coverage.json"), |out| detail::write(covered, out))?;
        replace(&self.path.join("coverage.html"), |out| page::write(covered, source, out))
    }

    /// Puts all tests into the order of their decision paths, and writes a file with the inputs of each test
    /// for whose decision path `has_file` is true. If this fails, the tests are still there as they were
    /// written.
    pub fn finish(mut self, has_file: impl Fn(&[u32]) -> bool) -> Result<(), Error> {
        self.flush()?;
        self.decision_paths.sort();
        let inputs = Inputs::create(&self.path)?;
        let mut seen = BTreeSet::new();
        for (at, (_, number)) in
            self.decision_paths.iter().enumerate().filter(|(_, (decision_path, _))| has_file(decision_path))
        {
            let (test, lines) = self.json.shown(*number)?;
            inputs.write(at, self.decision_paths.len(), &test, &lines)?;
            seen.insert(*number);
        }
        self.json.keep_whole(seen);
        let order: Vec<usize> = self.decision_paths.iter().map(|(_, number)| *number).collect();
        self.json.finish(&order)?;
        self.lines.finish(&order)
    }
}

/// The tests of a run that panics stay on disk, like those of a run that is killed.
impl Drop for Directory {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Makes the folder ours and empty.
pub(super) fn claim(path: &Path) -> Result<(), Error> {
    match fs::read_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(path).map_err(Error::folder(path))?;
        }
        Err(error) if error.kind() == ErrorKind::NotADirectory && path.exists() => {
            return Err(Error::NotAFolder(path.to_owned()));
        }
        Err(error) => return Err(Error::io("read", path)(error)),
        Ok(entries) => {
            let mut foreign =
                entries.filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name() != lock::NAME));
            if foreign.next().is_some() && !path.join(MARK).is_file() {
                return Err(Error::NotOurs(path.to_owned()));
            }
        }
    }
    let mark = path.join(MARK);
    let text = b"symir wrote this folder and may overwrite it.\n";
    fs::File::create(&mark).and_then(|mut file| file.write_all(text)).map_err(Error::io("write", &mark))?;
    written::clear(path)
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use expect_test::expect;

    fn temporary() -> tempfile::TempDir {
        tempfile::tempdir().expect("a temporary folder")
    }

    /// Every file under the folder with its text, in order of the name.
    fn contents(folder: &Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).expect("listed") {
            let path = entry.expect("listed").path();
            let name = path.file_name().expect("named").to_string_lossy().into_owned();
            if path.is_dir() {
                found
                    .extend(contents(&path).into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
            } else if name != MARK {
                found.push((name, fs::read_to_string(&path).expect("read")));
            }
        }
        found.sort();
        found
    }

    fn names(folder: &Path) -> Vec<String> {
        contents(folder).into_iter().map(|(name, _)| name).collect()
    }

    fn run(folder: &Path, tests: &[TestCase]) {
        let mut directory = Directory::create(folder).expect("created");
        tests.iter().for_each(|test| directory.write(test).expect("written"));
        directory.finish(|_| true).expect("finished");
    }

    fn tests() -> [TestCase; 3] {
        [sample::test("ab", &[1, 0]), sample::bug(&[]), sample::test("c", &[0, 1, 1])]
    }

    #[test]
    fn files_are_in_the_order_of_decision_paths_whatever_came_first() {
        let (one, two) = (temporary(), temporary());
        let [a, b, c] = tests();
        run(one.path(), &[a.clone(), b.clone(), c.clone()]);
        run(two.path(), &[c, a, b]);
        assert_eq!(contents(one.path()), contents(two.path()));
        let all: String = contents(one.path())
            .into_iter()
            .filter(|(name, _)| name != "tests.json")
            .map(|(name, text)| format!("--- {name}\n{text}"))
            .collect();
        expect![[r#"
            --- inputs/0001.txt
            # main_divides_by_zero
            # main: n=0 :=> !division by zero at d.c:3
            n 00000000
            # checksum 7e1914bb
            --- inputs/0002.txt
            # strlen_of_text
            # strlen: &"c"{\0} :=> 1
            the text 6300
            # checksum 0b6456b8
            --- inputs/0003.txt
            # strlen_of_text
            # strlen: &"ab"{\0} :=> 2
            the text 616200
            # checksum 6cb76bef
            --- tests.txt
            main: n=0 :=> !division by zero at d.c:3
            strlen: &"c"{\0} :=> 1
            strlen: &"ab"{\0} :=> 2
        "#]]
        .assert_eq(&all);
    }

    #[test]
    fn only_the_tests_that_people_see_have_a_file_each() {
        let folder = temporary();
        let mut directory = Directory::create(folder.path()).expect("created");
        tests().iter().for_each(|test| directory.write(test).expect("written"));
        let [_, _, last] = tests();
        assert_eq!(directory.input_of(&last.decision_path), Some(folder.path().join("inputs/0002.txt")));
        directory.finish(|decision_path| *decision_path == last.decision_path).expect("finished");
        assert_eq!(names(folder.path()), ["inputs/0002.txt", "tests.json", "tests.txt"]);
        let text = fs::read_to_string(folder.path().join("inputs/0002.txt")).expect("read");
        assert!(text.contains("the text 6300"), "{text}");
        assert_eq!(super::super::read(folder.path()).expect("read").len(), 3);
    }

    #[test]
    fn the_json_file_is_json() {
        let folder = temporary();
        run(folder.path(), &tests());
        let text = fs::read_to_string(folder.path().join("tests.json")).expect("read");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["version"], 3);
        assert_eq!(value["tests"].as_array().map(Vec::len), Some(3));
        assert_eq!(value["tests"][1]["inputs"][0]["hex"], "6300");
        run(folder.path(), &[]);
        let text = fs::read_to_string(folder.path().join("tests.json")).expect("read");
        assert_eq!(text, "{\"version\": 3, \"tests\": [\n]}\n");
    }

    #[test]
    fn a_run_that_is_killed_leaves_whole_files() {
        let folder = temporary();
        let mut directory = Directory::create(folder.path()).expect("created");
        tests().iter().for_each(|test| directory.write(test).expect("written"));
        drop(directory);
        assert_eq!(names(folder.path()), ["tests.jsonl", "tests.txt"]);
        let journal = fs::read_to_string(folder.path().join("tests.jsonl")).expect("read");
        assert_eq!(journal.lines().count(), 3);
        journal.lines().for_each(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        });
        let lines = fs::read_to_string(folder.path().join("tests.txt")).expect("read");
        assert!(lines.starts_with("strlen: &\"ab\"{\\0} :=> 2\n"), "{lines}");
    }

    #[test]
    fn our_own_folder_is_overwritten_and_what_lies_beside_stays() {
        let folder = temporary();
        run(folder.path(), &tests());
        fs::write(folder.path().join("old.c.gcov"), "").expect("written");
        fs::write(folder.path().join("inputs/0009.txt.unfinished"), "").expect("written");
        fs::write(folder.path().join("notes"), "").expect("written");
        run(folder.path(), &[sample::bug(&[])]);
        assert_eq!(names(folder.path()), ["inputs/0001.txt", "notes", "tests.json", "tests.txt"]);
    }

    #[test]
    fn folders_of_others_are_refused() {
        let folder = temporary();
        fs::write(folder.path().join("thesis.tex"), "").expect("written");
        let error = Directory::create(folder.path()).err().expect("refused").to_string();
        assert!(error.contains("holds files that symir did not write"), "{error}");
        assert_eq!(names(folder.path()), ["thesis.tex"]);

        let file = folder.path().join("thesis.tex");
        let error = Directory::create(&file).err().expect("refused").to_string();
        assert!(error.ends_with("is not a folder; choose a folder that is empty or does not exist yet"));
        let error = Directory::create(&file.join("out")).err().expect("refused").to_string();
        assert!(error.contains("choose a folder that does not lie within a file"), "{error}");
    }

    #[test]
    fn an_error_names_the_file() {
        let folder = temporary();
        let mut directory = Directory::create(folder.path()).expect("created");
        fs::remove_dir_all(folder.path()).expect("removed");
        directory.write(&tests()[0]).expect("it waits for others");
        let error = directory.flush().expect_err("there is no folder").to_string();
        assert!(error.contains("tests.jsonl"), "{error}");
        assert!(error.contains("was the folder removed while symir ran?"), "{error}");
    }

    #[test]
    fn tests_that_come_one_soon_after_the_other_are_written_together() {
        let folder = temporary();
        let mut directory = Directory::create(folder.path()).expect("created");
        tests().iter().for_each(|test| directory.write(test).expect("written"));
        // Unless this took long.
        let journal = || fs::read_to_string(folder.path().join("tests.jsonl")).expect("read").lines().count();
        assert!(directory.flushed.elapsed() >= TOGETHER || journal() == 0);
        std::thread::sleep(TOGETHER);
        directory.keep_up().expect("written");
        assert_eq!(journal(), 3);
    }

    #[test]
    fn coverage_is_written_by_source_file() {
        let folder = temporary();
        let directory = Directory::create(folder.path()).expect("created");
        let file = FileCoverage {
            name: "src/f.c".into(),
            path: "dir/src/f.c".into(),
            lines: [(1, crate::coverage::LineCoverage { count: 2, branches: Vec::new() })].into(),
            functions: Vec::new(),
        };
        let report = Report { n_runs: 2, files: vec![file] };
        directory.coverage(&report, |_| Some(b"int f;\n".to_vec())).expect("written");
        let text = fs::read_to_string(folder.path().join("f.c.gcov")).expect("read");
        assert_eq!(text, "        -:    0:Source:src/f.c\n        -:    0:Runs:2\n        2:    1:int f;\n");
    }
}
