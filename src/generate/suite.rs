//! The suite of a file, from the tests of its functions.

use super::chosen::{chosen, of_function};
use super::code;
use super::error::Error;
use super::report::{FileReport, Filled};
use super::subjects::Source;
use super::{Generator, HARNESSES, code_beside, harness, kept, merge, synth};
use crate::emit::export::{self, Kind};
use crate::emit::facts::Facts;
use crate::emit::minimize::Goal;
use crate::emit::suite::{Plan, Title, Wrapper};
use crate::explain::Names;
use crate::testcase::{Outcome, TestCase};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The function of a harness that calls a function, by its name.
fn wrapper(source: &Source, function: &str) -> Option<(String, Wrapper)> {
    let subject = source.subjects.iter().find(|subject| subject.name == function)?;
    let harness = subject.harness.as_ref().ok()?;
    Some((harness.called(), harness.wrapper()?))
}

/// The tests with filled-in objects that take edges which no other test takes.
pub(super) fn filled_in(filled: &Filled, whole: &mut Facts) -> Result<Vec<TestCase>, Error> {
    let mut tests = crate::emit::read(&filled.kept)?;
    merge::merge(whole, Facts::read(&filled.kept)?, &mut tests);
    tests.retain(|test| !test.completed && !matches!(test.outcome, Outcome::Bug(_)));
    let mut kept = chosen(tests);
    kept.retain(|test| test.covers.branches.iter().any(|edge| filled.edges.contains(edge)));
    Ok(kept)
}

impl Generator {
    /// Whether a function, or what it calls, gives memory back: also by what callers give it for that.
    pub(super) fn frees(&self, source: &Source, sources: &[Source], function: &str) -> bool {
        let subject = source.subjects.iter().find(|subject| subject.name == function);
        let harness = subject.and_then(|subject| subject.harness.as_ref().ok());
        if harness.is_some_and(harness::Harness::has_library_stubs) {
            return true;
        }
        let others = code_beside(source, sources);
        let library = code::whole(&source.code, &others, &[function]).library;
        ["free", "realloc"].iter().any(|name| library.contains(*name))
    }

    /// Writes the suite of a file from the tests of its functions.
    pub(super) fn suite(
        &self,
        source: &Source,
        file: &mut FileReport,
        sources: &[Source],
    ) -> Result<(), Error> {
        let mut whole = Facts::default();
        let mut tests: Vec<TestCase> = Vec::new();
        // The function in whose harness each test was found, or why no suite can run that harness.
        let mut origins = Vec::new();
        let mut n_kept = vec![0; file.functions.len()];
        for (function, n_kept) in file.functions.iter().zip(&mut n_kept) {
            let Some(made) = &function.made else { continue };
            let mut own = crate::emit::read(&made.kept)?;
            let facts = Facts::read(&made.kept)?;
            let origin = facts.obstacle.clone().map_or(Ok(function.name.clone()), Err);
            merge::merge(&mut whole, facts, &mut own);
            let mut kept = of_function(own, &function.bugs, self.frees(source, sources, &function.name));
            origins.extend(kept.iter().map(|_| origin.clone()));
            if let Some(filled) = &function.filled {
                let more = filled_in(filled, &mut whole)?;
                let no_driver = "the harness makes objects by calls, and this test fills one in";
                origins.extend(more.iter().map(|_| Err(no_driver.to_owned())));
                kept.extend(more);
            }
            *n_kept = kept.iter().filter(|test| !matches!(test.outcome, Outcome::Bug(_))).count();
            tests.extend(kept);
        }
        for (function, n_kept) in file.functions.iter_mut().zip(n_kept) {
            function.made.iter_mut().for_each(|made| made.tests = n_kept);
        }
        if tests.is_empty() {
            return Ok(());
        }
        let mut names = Names::default();
        for test in &mut tests {
            test.name = names.unique(test);
        }
        let place = self.place(&source.path);
        let made = || file.functions.iter().filter(|function| function.made.is_some());
        let mut files = vec![source.unit.clone()];
        let library_stubs = place.join(HARNESSES).join(harness::LIBRARY_STUBS);
        files.extend(library_stubs.is_file().then_some(library_stubs));
        let storage = source.variables.storage(&code_beside(source, sources));
        if !storage.is_empty() {
            let variables = place.join(HARNESSES).join(harness::VARIABLES);
            kept::write_if_new(&variables, &storage)?;
            files.push(variables);
        }
        let n_own = files.len();
        let stubs: BTreeSet<PathBuf> =
            made().flat_map(|function| source.config.of(&function.name).stubs).collect();
        files.extend(stubs);
        let classes = source.subjects.iter().flat_map(|it| &it.made).flat_map(|made| &made.classes);
        let elsewhere = classes.flat_map(synth::Class::all).map(|it| it.function.as_str());
        let elsewhere: Vec<&str> = elsewhere.filter(|name| !source.code.has(name)).collect();
        files.extend(self.linked(source, sources, &elsewhere).into_iter().map(Path::to_owned));
        // A run may have left out a file whose functions all have mocks, but the suite links it.
        let linked = sources.iter().filter(|other| files.contains(&other.unit));
        let linked: Vec<&Source> = linked.chain([source]).collect();
        for (name, is_defined) in &mut whole.mocks {
            *is_defined |= linked.iter().any(|other| other.code.defines(name));
        }
        let here = std::env::current_dir().unwrap_or_default();
        whole.set_sources(&here, &files, &self.options.compile.flags, &self.options.compile.include_dirs);
        let plan = Plan {
            title: Some(self.title(&source.path, &place)),
            drivers: tests.iter().map(|test| test.name.clone()).zip(origins).collect(),
            harnesses: made().map(|function| (function.name.clone(), function.harness.clone())).collect(),
            n_linked: files.len() - n_own,
            flags_of: self.flags_of(source, sources, &elsewhere),
            wrappers: made().filter_map(|function| wrapper(source, &function.name)).collect(),
            tests_returns: true,
            indirect: [(harness::OTHER_MAIN.to_owned(), "it is the program's own main".to_owned())].into(),
        };
        let kinds: Vec<Kind> =
            self.options.frameworks.iter().map(|framework| Kind::Suite(*framework)).collect();
        fs::create_dir_all(&place).map_err(Error::io("create", &place))?;
        file.exported = export::export(&place, &whole, &plan, &tests, &kinds, Some(Goal::None))?;
        file.folder = plan.title.map(|title| title.folder);
        file.build = Some(place);
        Ok(())
    }

    /// The name and the folder of a file's suite. It goes into the folder of all suites, unless only one line
    /// is asked for: that suite stays in its own place.
    fn title(&self, source: &Path, place: &Path) -> Title {
        let name = self.name(source);
        match self.options.line {
            Some(_) => {
                let parts = name.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>();
                Title { name: parts.join("_"), folder: place.to_owned(), make: String::new() }
            }
            None => Title {
                make: format!("-C {}", name.display()),
                name: name.display().to_string(),
                folder: self.options.folder.clone(),
            },
        }
    }
}
