//! The functions of a source file, and what their declarations say.

use super::code::Code;
use super::config::{Bounds, Config};
use super::error::Error;
use super::harness::{Harness, OTHER_MAIN};
use super::mocks::Mocks;
use super::needs::Facts;
use super::roles::{of_main, roles};
use super::units::Unit;
use super::uses::Uses;
use crate::frontend::{self, Survey};
use crate::ir::{FuncId, Program};
use std::path::{Path, PathBuf};

/// A source file with its functions.
pub struct Source {
    pub path: PathBuf,
    /// What clang is given for it: another file for a header.
    pub unit: PathBuf,
    pub compile: frontend::Options,
    /// Whether suites are asked for.
    pub is_asked: bool,
    /// What `symir.toml` says.
    pub config: Config,
    /// What its functions are, to tell whether they have changed.
    pub code: Code,
    /// What clang warned of.
    pub warnings: String,
    pub subjects: Vec<Subject>,
    pub has_main: bool,
    /// What stands for functions that are not run.
    pub mocks: Mocks,
}

/// A function that can be tested.
#[derive(Clone, Debug)]
pub struct Subject {
    pub name: String,
    pub line: u32,
    pub is_static: bool,
    /// The harness, but for where it will lie; or why there is none.
    pub harness: Result<Harness, String>,
    /// What tells needs from bugs.
    pub facts: Facts,
}

impl Source {
    /// Reads a file.
    pub fn read(unit: &Unit) -> Result<Self, Error> {
        let path = unit.path.as_path();
        let mut options = unit.compile.clone();
        options.flags.insert(0, format!("-Dmain={OTHER_MAIN}"));
        let survey = frontend::survey(std::slice::from_ref(&unit.read), &options)?;
        let program = &survey.program;
        let uses = Uses::of(program);
        let here = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let is_here = |id: &FuncId| {
            let function = &program.functions[id.index()];
            let signature = function.signature.as_ref().filter(|_| function.entry.is_some());
            signature.is_some_and(|signature| {
                let file = program.files[signature.file.index()].path();
                file.canonicalize().unwrap_or(file) == here
            })
        };
        let ids: Vec<FuncId> = (0..program.functions.len()).map(FuncId::new).filter(is_here).collect();
        let has_main = ids.iter().any(|id| program.functions[id.index()].name == OTHER_MAIN);
        let mut subjects: Vec<Subject> =
            ids.iter().map(|id| Subject::new(&survey, &uses, path, *id, has_main)).collect();
        subjects.sort_by_key(|subject| subject.line);
        let code = Code::of(&survey);
        Ok(Self {
            path: path.to_owned(),
            unit: unit.read.clone(),
            compile: unit.compile.clone(),
            is_asked: unit.is_asked,
            config: unit.config.clone(),
            code,
            warnings: survey.warnings,
            subjects,
            has_main,
            mocks: Mocks::default(),
        })
    }
}

impl Subject {
    fn new(survey: &Survey, uses: &Uses, path: &Path, id: FuncId, has_main: bool) -> Self {
        let program = &survey.program;
        let function = &program.functions[id.index()];
        let signature = function.signature.as_ref().expect("invariant: only those of the source");
        let name = if function.name == OTHER_MAIN { "main" } else { &function.name };
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let parameters = parameters(program, uses, id).map(|mut parameters| {
            if name == "main" {
                of_main(&mut parameters);
            }
            parameters
        });
        let harness = parameters.map(|parameters| Harness {
            function: name.to_owned(),
            place: format!("{file}:{}", signature.line),
            source: String::new(),
            has_main,
            parameters,
            assumptions: Vec::new(),
            bounds: Bounds::default(),
        });
        let harness = harness.and_then(|harness| harness.obstacle().map_or(Ok(harness), Err));
        Self {
            name: name.to_owned(),
            line: signature.line,
            is_static: !survey.visible.contains(&function.name),
            harness,
            facts: Facts::of(program, id),
        }
    }
}

/// The parameters of a function with what they are for.
fn parameters(program: &Program, uses: &Uses, id: FuncId) -> Result<Vec<super::roles::Parameter>, String> {
    let function = &program.functions[id.index()];
    let signature = function.signature.as_ref().expect("invariant: only those of the source");
    let spelled = program
        .spelling
        .functions
        .get(&function.name)
        .ok_or("its declaration has a type that C has no words for")?;
    if spelled.is_variadic {
        return Err("it takes any number of arguments, which symir gen does not make yet".to_owned());
    }
    let names: Vec<String> = (0..signature.params.len())
        .map(|at| {
            let own = signature.param_names.get(at).and_then(Option::as_deref);
            match own {
                // The function would be hidden by its parameter.
                Some(own) if own == function.name || own == "main" => format!("{own}_"),
                Some(own) => own.to_owned(),
                None => format!("argument{}", at + 1),
            }
        })
        .collect();
    Ok(roles(program, &signature.params, &spelled.parameters, &names, uses.get(id)))
}
