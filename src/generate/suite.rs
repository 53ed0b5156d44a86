//! The suite of a file, from the tests of its functions.

use super::error::Error;
use super::report::FileReport;
use super::subjects::Source;
use super::{Generator, harness, merge};
use crate::emit::export::{self, Kind};
use crate::emit::facts::Facts;
use crate::emit::minimize::{Goal, minimize};
use crate::explain::Names;
use crate::testcase::TestCase;
use std::path::Path;

impl Generator {
    /// Writes the suite of a file from the tests of its functions.
    pub(super) fn suite(
        &self,
        source: &Source,
        file: &mut FileReport,
        sources: &[Source],
    ) -> Result<(), Error> {
        let mut whole = Facts::default();
        let mut tests: Vec<TestCase> = Vec::new();
        for function in &file.functions {
            let Some(made) = &function.made else { continue };
            let mut own = crate::emit::read(&made.kept)?;
            let facts = Facts::read(&made.kept)?;
            own.retain(|test| test.calls.iter().all(|call| call.function != harness::OTHER_MAIN));
            merge::merge(&mut whole, facts, &mut own);
            let kept = minimize(&own, Goal::Chosen);
            tests.extend(kept.into_iter().map(|at| own[at].clone()));
        }
        if tests.is_empty() {
            return Ok(());
        }
        let mut names = Names::default();
        for test in &mut tests {
            test.name = names.unique(test);
        }
        let mut files = vec![source.unit.clone()];
        files.extend(self.linked(source, sources).into_iter().map(Path::to_owned));
        let here = std::env::current_dir().unwrap_or_default();
        whole.set_sources(&here, &files, &self.options.compile.flags, &self.options.compile.include_dirs);
        whole.obstacle = Some("only its harness can do that, which the suite does not run".to_owned());
        let kinds: Vec<Kind> =
            self.options.frameworks.iter().map(|framework| Kind::Suite(*framework)).collect();
        let folder = self.place(&source.path);
        file.exported = export::export(&folder, &whole, &tests, &kinds, Some(Goal::None))?;
        file.folder = Some(folder);
        Ok(())
    }
}
