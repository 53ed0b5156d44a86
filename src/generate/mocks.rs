//! Mocks of the functions that the functions of a file call: those that are defined nowhere, and those that
//! somebody names.

use super::config::FunctionConfig;
use super::error::Error;
use super::subjects::{Mocks, Source};
use super::{Generator, HARNESSES, Watcher, needed};
use crate::emit::suite::faults::Faults;
use crate::emit::suite::mocks::{Errors, Wanted};
use crate::exec::Externals;
use crate::pipeline::faults;
use crate::pipeline::mocks::{self, Selection};
use crate::util::bounded;
use std::collections::BTreeSet;
use std::path::PathBuf;

impl FunctionConfig {
    /// Which functions are mocked.
    pub(super) fn selection(&self) -> Selection {
        Selection {
            externals: self.externals.unwrap_or(Externals::Mock) == Externals::Mock,
            named: self.mock.clone(),
            except: self.mock_except.clone(),
        }
    }

    /// The settings of the mock of a function. `reads_errno` says whether the program reads `errno`.
    fn wanted(&self, name: &str, reads_errno: bool) -> Wanted {
        Wanted {
            name: name.to_owned(),
            is_noreturn: false,
            assume: match mocks::promised(name) {
                Some(condition) if self.result.is_empty() => vec![condition.to_owned()],
                _ => self.result.clone(),
            },
            effects: self.effect.clone(),
            is_pure: self.pure == Some(true),
            rooms: std::collections::BTreeMap::new(),
            errors: match &self.errno {
                Some(names) if names.is_empty() => Errors::None,
                Some(names) => Errors::These(names.clone()),
                None if reads_errno && mocks::surroundings(name).is_none() => Errors::Any,
                None => Errors::None,
            },
        }
    }
}

impl Generator {
    /// Writes the mocks of each file that suites are asked for.
    pub(super) fn mocks(&self, sources: &mut [Source], watcher: &mut dyn Watcher) -> Result<(), Error> {
        for at in 0..sources.len() {
            if sources[at].is_asked {
                sources[at].mocks = self.mocks_of(&sources[at], sources, watcher)?;
                sources[at].mocks.faults = self.faults_of(&sources[at], sources)?;
            }
        }
        Ok(())
    }

    /// The functions that may fail: those that somebody names, and allocations whose results the code looks
    /// at.
    fn faults_of(&self, source: &Source, sources: &[Source]) -> Result<Faults, Error> {
        let said = self.options.wins.clone().or(&source.config.base);
        let mut found = faults::of(&said.fail, said.failures.unwrap_or(1))?;
        if !said.fail.iter().any(|name| name == faults::NONE) {
            let mut files = vec![source];
            files.extend(needed(source, sources, &[]));
            found.add_allocations(files.iter().flat_map(|file| file.code.names()));
        }
        Ok(found)
    }

    fn mocks_of(
        &self,
        source: &Source,
        sources: &[Source],
        watcher: &mut dyn Watcher,
    ) -> Result<Mocks, Error> {
        let mut found = Mocks::default();
        let selection = self.options.wins.clone().or(&source.config.base).selection();
        if selection.is_empty() {
            return Ok(found);
        }
        let mut files = vec![source];
        files.extend(needed(source, sources, &[]));
        let stubs = source.subjects.iter().flat_map(|subject| source.config.of(&subject.name).stubs);
        let stubs = stubs.chain(source.config.base.stubs.clone()).collect::<BTreeSet<PathBuf>>();
        let stubs: String = stubs.iter().filter_map(|path| bounded::read_to_string(path).ok()).collect();
        let known: BTreeSet<&str> = files.iter().flat_map(|file| file.code.names()).collect();
        for name in selection.unknown(&known) {
            let path = source.path.display();
            if files.iter().any(|file| mocks::is_mentioned(&file.path, name)) {
                watcher.noted(&format!("{path}: {}", mocks::inlined(name)));
                continue;
            }
            let meant = super::config::similar(name, known.iter().copied());
            let mend = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
            watcher.noted(&format!("{path}: it neither has nor calls a function `{name}` to mock{mend}"));
        }
        let is_elsewhere = |name: &str| files.iter().any(|other| other.code.defines(name));
        let is_external = |name: &&str| {
            selection.externals
                && !is_elsewhere(name)
                && !mocks::is_known(name)
                && !selection.leaves_out(name)
        };
        let mut externals = files.iter().flat_map(|file| file.code.undefined()).filter(is_external);
        let has_descriptors = externals.any(mocks::opens);
        let is_tested = |name: &str| self.options.functions.iter().any(|function| function == name);
        for name in selection.named.iter().filter(|name| is_tested(name)) {
            watcher.noted(&format!("`{name}` is not mocked, because it is to be tested"));
        }
        let reads_errno = known.contains(mocks::READS_ERRNO);
        let opens_nothing = !mocks::opens_anything(&known);
        for file in &files {
            let externals = file.code.undefined().filter(is_external);
            let named = file.code.names();
            let is_of_the_surroundings = |name: &str| {
                let is_one = mocks::surroundings(name).is_some()
                    || has_descriptors && mocks::works_on_descriptors(name) && !is_elsewhere(name)
                    || opens_nothing && name == mocks::CLOSES && !is_elsewhere(name);
                selection.externals && is_one && !selection.leaves_out(name)
            };
            let named = named
                .into_iter()
                .filter(|name| selection.names(name) || is_of_the_surroundings(name))
                .filter(|name| !is_tested(name));
            let names: BTreeSet<&str> = externals.chain(named).collect();
            // A variable within a function, whose name has a dot, is nothing that a pattern could mean.
            let is_new = |name: &&str| {
                let is_known = found.names.contains(*name) || stubs.contains(*name);
                let is_variable = file.variables.is_undefined(name);
                !is_known && !is_variable && !name.contains('.') && *name != super::harness::OTHER_MAIN
            };
            let wanted = names.into_iter().filter(is_new);
            let wanted: Vec<Wanted> = wanted
                .map(|name| {
                    let mut wanted = source.config.of(name).wanted(name, reads_errno);
                    let is_never_null = files.iter().any(|file| file.never_null.contains(name));
                    wanted.assume.extend(is_never_null.then(|| "result != NULL".to_owned()));
                    wanted
                })
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let stem = file.path.file_stem().unwrap_or_default().to_string_lossy();
            let to = self.place(&source.path).join(HARNESSES).join(format!("{stem}_mocks.c"));
            match mocks::write(&file.unit, &file.compile, &wanted, &to) {
                Ok(left_out) => {
                    for (name, why) in &left_out {
                        watcher.noted(&format!("`{name}` is not mocked: {why}"));
                    }
                    let is_made = |name: &String| !left_out.iter().any(|(left, _)| left == name);
                    found.names.extend(wanted.into_iter().map(|mock| mock.name).filter(is_made));
                    found.files.push(to);
                }
                Err(error) => watcher
                    .noted(&format!("{}: there are no mocks of what it calls: {error}", file.path.display())),
            }
        }
        Ok(found)
    }
}
