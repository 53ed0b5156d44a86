//! What stands around a suite: the names of its files, and the drivers that run the tests that cannot make
//! their calls themselves.
//!
//! The suite of a run has one driver, the program's own `main`. A suite of several programs, each with a
//! harness of its own, has one for each: the makefile turns the `main` of a harness into `harness_NAME`.

use super::{Framework, own};
use crate::util::template::fill;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The plan of suites; by default, of the suites of one program.
#[derive(Clone, Default, Debug)]
pub struct Plan {
    /// What the suite tests, which its name tells, and the folder for it. By default, the suite is named
    /// after the framework and lies in the folder of the makefile.
    pub title: Option<Title>,
    /// The drivers of tests, by the names of the tests; or why there is none.
    pub drivers: BTreeMap<String, Result<String, String>>,
    /// The harnesses, by the names of their drivers.
    pub harnesses: BTreeMap<String, PathBuf>,
    /// How many of the program's files are also linked with harnesses. They are the last ones.
    pub n_linked: usize,
    /// Files of the program that are compiled with other flags than the rest.
    pub flags_of: BTreeMap<PathBuf, Vec<String>>,
    /// Functions that no suite can call by their names, with the reasons.
    pub indirect: BTreeMap<String, String>,
    /// Functions of harnesses that call a function under test, by their names.
    pub wrappers: BTreeMap<String, Wrapper>,
    /// Whether it is worth a test that a call returns if there is nothing to compare. It is if no driver does
    /// more than the call.
    pub tests_returns: bool,
}

/// A function that calls another one with arguments that a test cannot have as they are: one that hands its
/// further arguments on as a `va_list`, or passes the descriptors of streams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrapper {
    /// The function that it calls.
    pub calls: String,
    /// Its definition in C.
    pub text: String,
    /// The headers that it needs.
    pub headers: &'static [&'static str],
}

/// What a suite tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Title {
    /// `util` for `test_util.c`.
    pub name: String,
    pub folder: PathBuf,
    /// The arguments by which `make` finds the makefile from there: `-C util`.
    pub make: String,
}

/// The words for drivers in the functions that run them.
pub(super) struct DriverWords {
    pub declared: String,
    /// A parameter of those functions.
    pub parameter: &'static str,
    /// The function that they call.
    pub called: &'static str,
    /// The argument that they pass on.
    pub passed: &'static str,
}

/// The drivers that a suite uses, and whether only its tests of bugs do.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drivers(BTreeMap<String, bool>);

impl Plan {
    /// The name of a suite's file.
    pub fn file(&self, framework: Framework) -> String {
        match &self.title {
            None => framework.file(),
            Some(title) => framework.file_of(&title.name),
        }
    }

    /// The folder of suites, if the makefile is in this one.
    pub fn folder<'a>(&'a self, makefile: &'a Path) -> &'a Path {
        self.title.as_ref().map_or(makefile, |title| &title.folder)
    }

    /// How to build and run a suite.
    pub fn command(&self, framework: Framework) -> String {
        match &self.title {
            Some(title) if !title.make.is_empty() => {
                format!("make {} {}", title.make, framework.name())
            }
            _ => format!("make {}", framework.name()),
        }
    }

    /// The driver of a test; `None` if it is the only one.
    ///
    /// # Errors
    /// The reason why there is no driver.
    pub fn driver_of(&self, test: &str) -> Result<Option<String>, String> {
        match self.drivers.get(test) {
            Some(driver) => driver.clone().map(Some),
            None => Ok(None),
        }
    }
}

impl Drivers {
    /// The drivers of these uses. Each use says whether it is in a test of a bug.
    pub fn of(uses: impl Iterator<Item = (String, bool)>) -> Self {
        let mut drivers = Self::default();
        uses.for_each(|(name, is_of_bug)| *drivers.0.entry(name).or_insert(true) &= is_of_bug);
        drivers
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the drivers that another suite uses.
    pub fn extend(&mut self, other: Self) {
        other.0.into_iter().for_each(|(name, is_of_bug)| *self.0.entry(name).or_insert(true) &= is_of_bug);
    }

    /// The names of the drivers that only tests of bugs use, or of the other drivers.
    pub fn named(&self, only_bugs: bool) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(_, of_bugs)| **of_bugs == only_bugs).map(|(name, _)| name.as_str())
    }

    /// The words for these drivers.
    pub(super) fn words(&self) -> DriverWords {
        if self.0.is_empty() {
            let declared = own::template(include_str!("text/driver_main.c"));
            return DriverWords { declared, parameter: "", called: "driver_main", passed: "" };
        }
        let line = |name: &str| format!("int {}(int argc, char **argv);\n", symbol(name));
        let [plain, of_bugs] =
            [false, true].map(|only_bugs| self.named(only_bugs).map(line).collect::<String>());
        let bugs = match of_bugs.is_empty() {
            true => String::new(),
            false => fill(include_str!("text/driver_mains_bugs.c"), &[("BUGS", &of_bugs)]),
        };
        DriverWords {
            declared: fill(
                &own::template(include_str!("text/driver_mains.c")),
                &[("PLAIN", &plain), ("BUGS", &bugs)],
            ),
            parameter: "\u{1}driver_function *driver, ",
            called: "driver",
            passed: "driver, ",
        }
    }
}

/// The name that the `main` of a harness gets.
pub(super) fn symbol(driver: &str) -> String {
    format!("harness_{driver}")
}

/// The driver as the first of several arguments.
pub(super) fn argument(driver: Option<&str>) -> String {
    driver.map_or(String::new(), |driver| format!("{}, ", symbol(driver)))
}
