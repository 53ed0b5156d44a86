//! Looks for sequences of calls for paths through the functions of a file, by summaries of calls: forward and
//! backward, side by side.
//!
//! For each function that makes or changes objects, and for each function under test, a C function is written
//! that calls it with inputs as arguments. They are one program, and all summaries use its types.

use super::api::{Class, Kind, Way, name_of as pointed};
use crate::frontend;
use crate::generate::config::similar;
use crate::generate::error::Error;
use crate::generate::harness::{Assumption, Harness, OTHER_MAIN};
use crate::generate::roles::{Parameter, Role};
use crate::generate::subjects::{Source, Subject};
use crate::generate::units::Unit;
use crate::ir::Program;
use crate::synth::{self, Effort, Function, Library, OBJECT, Part, Sequence, Work};
use crate::util::{Deadline, Interrupt};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most paths of one function for which sequences are looked for.
const MOST_PATHS: usize = 16;

/// The functions and paths that sequences are looked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// The functions under test. If the list is empty: all that take objects, and do not make or destroy them.
    pub functions: Vec<String>,
    /// Only paths on which a function returns this.
    pub result: Option<i128>,
    pub calls: usize,
    /// How many calls are tried for one path, and how long each way may take for one function.
    pub tries: u64,
    pub time: Option<Duration>,
}

/// The answer for one function.
#[derive(Clone, Debug)]
pub struct Answer {
    pub function: String,
    /// How each path ends that a sequence was looked for, in words. Paths that end in an error are not among
    /// them.
    pub endings: Vec<String>,
    /// How many further paths no sequence was looked for.
    pub left: usize,
    pub forward: Found,
    pub backward: Found,
}

/// What one algorithm has found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The sequences of the paths that were asked for, or why there is none.
    pub sequences: Vec<Result<Sequence, String>>,
    pub work: Work,
    pub time: Duration,
}

impl Found {
    /// Whether a sequence was found for any path.
    pub fn is_found(&self) -> bool {
        self.sequences.iter().any(Result::is_ok)
    }

    /// For how many paths a sequence was found.
    pub fn n_found(&self) -> usize {
        self.sequences.iter().flatten().count()
    }

    /// How many calls the longest sequence has.
    pub fn longest(&self) -> usize {
        self.sequences.iter().flatten().map(Sequence::len).max().unwrap_or(0)
    }
}

/// All answers, with how long the exploration of functions has taken.
#[derive(Clone, Debug)]
pub struct Answers {
    pub of: Vec<Answer>,
    pub summaries: usize,
    pub exploring: Duration,
    /// Functions of which some paths have no summary.
    pub narrowed: Vec<String>,
    /// The words for objects of the functions that make them.
    pub words: Vec<(String, String)>,
    pub invariants: Vec<TypeInvariants>,
}

/// The conditions that hold for the objects of a type after each call of its functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeInvariants {
    /// In C: `struct queue`.
    pub class: String,
    /// The conditions in C, with [`OBJECT`] in the place of a pointer to the object.
    pub conditions: Vec<String>,
    /// How far the proof goes.
    pub bound: Bound,
}

/// The calls that a proof covers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Bound {
    /// How many paths through functions.
    pub paths: usize,
    /// Functions of which other paths were not looked at, and functions that were not looked at.
    pub in_part: Vec<String>,
    pub without: Vec<String>,
    /// Functions of which only the paths without an error are covered.
    pub erring: Vec<String>,
}

impl Bound {
    /// Whether it covers all calls, as far as no error ends them.
    pub fn is_whole(&self) -> bool {
        self.in_part.is_empty() && self.without.is_empty()
    }

    /// In words.
    pub fn words(&self) -> String {
        let listed =
            |names: &[String]| names.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let mut words = format!("proved for {} paths of the calls, while no number wraps around", self.paths);
        if !self.in_part.is_empty() {
            let _ = write!(words, "; not for other paths of {}", listed(&self.in_part));
        }
        if !self.erring.is_empty() {
            let _ = write!(words, "; of {} those that no error ends", listed(&self.erring));
        }
        if !self.without.is_empty() {
            let _ = write!(words, "; not for {}", listed(&self.without));
        }
        words
    }
}

impl TypeInvariants {
    /// The conditions of an object of this name.
    pub fn of(&self, name: &str) -> String {
        let all: Vec<String> = self.conditions.iter().map(|it| it.replace(OBJECT, name)).collect();
        all.join(" && ")
    }
}

/// The conditions that hold for the objects that calls of these types make and change. Files come from
/// `place`. Paths that are not found within `time` do not count.
///
/// # Errors
/// If no program can be made of them.
pub fn invariants(
    place: &Place<'_>,
    classes: &[Class],
    elsewhere: &BTreeSet<String>,
    time: Duration,
) -> Result<Vec<TypeInvariants>, Error> {
    let mut text = Text::new(place.source);
    text.members(classes, elsewhere);
    let without = text.without.clone();
    let (program, functions) = text.compile(place.linked, place.compile, place.folder)?;
    let mut library = Library::new(program, functions, place.deadline(Some(time)));
    Ok(held(&mut library, without, classes))
}

/// The conditions that hold for the objects of types after each call.
fn held(library: &mut Library, without: Vec<String>, classes: &[Class]) -> Vec<TypeInvariants> {
    let is_call = |name: &String| classes.iter().flat_map(Class::all).any(|it| it.function == *name);
    let mut in_part: Vec<String> = library.narrowed.iter().filter(|it| is_call(it)).cloned().collect();
    for class in classes {
        let changing = class.makers.iter().chain(&class.modifiers);
        for member in changing.filter(|member| member.has_bounded_inputs()) {
            if !in_part.contains(&member.function) {
                in_part.push(member.function.clone());
            }
        }
    }
    let bound = Bound {
        paths: library.calls().count(),
        in_part,
        erring: library.erring.iter().filter(|it| is_call(it)).cloned().collect(),
        without,
    };
    let found = synth::invariants(library).into_iter();
    let named = found.filter_map(|it| Some((pointed(library.program(), it.ty)?, it.conditions)));
    named.map(|(class, conditions)| TypeInvariants { class, conditions, bound: bound.clone() }).collect()
}

/// Looks for sequences for the functions of a file. What is compiled goes into `folder`.
///
/// # Errors
/// If the file cannot be read or compiled, or has no function of a name that was given.
pub fn answers(
    file: &Path,
    compile: &frontend::Options,
    folder: &Path,
    question: &Question,
) -> Result<Answers, Error> {
    let unit = Unit {
        path: file.to_owned(),
        read: file.to_owned(),
        compile: compile.clone(),
        is_asked: true,
        config: crate::generate::config::Config::default(),
    };
    let mut source = Source::read(&unit)?;
    let api = super::Api::joined(
        std::iter::once(&source.api),
        super::Api::touched(std::iter::once(&source.api)),
        |_, _| true,
    );
    source.subjects.iter_mut().for_each(|subject| subject.learn(&api));
    let classes: Vec<Class> = api.classes().filter(|class| class.kind == Kind::Pointer).cloned().collect();
    known(&source, &question.functions)?;
    let mut text = Text::new(&source);
    text.members(&classes, &BTreeSet::new());
    let makes = |subject: &Subject| {
        let makers_and_destroyers = classes.iter().flat_map(|it| it.makers.iter().chain(&it.destroyers));
        makers_and_destroyers.into_iter().any(|it| it.function == subject.name)
    };
    let is_wanted = |subject: &&Subject| match question.functions.is_empty() {
        true => !subject.made.is_empty() && !makes(subject),
        false => question.functions.contains(&subject.name),
    };
    for subject in source.subjects.iter().filter(is_wanted) {
        if let Ok(harness) = &subject.harness {
            text.add(&subject.name, &harness.parameters, &[], Part::Target);
        }
    }
    let without = text.without.clone();
    let (program, functions) = text.compile(&[], compile, folder)?;
    let started = Instant::now();
    let mut library = Library::new(program, functions, Deadline::default());
    let exploring = started.elapsed();
    let effort = Effort { calls: question.calls, tries: question.tries, until: None };
    let targets: Vec<usize> =
        (0..library.functions.len()).filter(|at| library.functions[*at].part == Part::Target).collect();
    let mut changing = classes.iter().flat_map(|class| class.makers.iter().chain(&class.modifiers));
    let is_in_part = !without.is_empty()
        || changing.any(|it| it.has_bounded_inputs() || library.narrowed.contains(&it.function));
    let mut of = Vec::new();
    for target in targets {
        let mut paths = library.of(target);
        // Whether an error can happen may depend on memory that a summary leaves out.
        paths.retain(|path| library.summaries[*path].error.is_none());
        if let Some(result) = question.result {
            paths.retain(|path| match library.gives(*path, result) {
                Some(condition) => {
                    library.assume(*path, condition);
                    true
                }
                None => false,
            });
        }
        let left = paths.len().saturating_sub(MOST_PATHS);
        paths.truncate(MOST_PATHS);
        let function = library.functions[target].name.clone();
        let endings = paths.iter().map(|path| ending(&library, *path, question.result)).collect();
        let mut looked = |algorithm| {
            let mut found = found(&mut library, &paths, effort, question.time, algorithm);
            if is_in_part {
                let refusals = found.sequences.iter_mut().filter_map(|it| it.as_mut().err());
                let refusals = refusals.filter(|why| why.starts_with(synth::NO_SEQUENCE));
                refusals.for_each(|why| *why += ", as far as the summaries tell");
            }
            found
        };
        let (forward, backward) = (looked(synth::forward), looked(synth::backward));
        of.push(Answer { function, endings, left, forward, backward });
    }
    let words = classes
        .iter()
        .flat_map(|class| class.makers.iter().map(|maker| (maker.function.clone(), class.word())));
    let invariants = held(&mut library, without.clone(), &classes);
    Ok(Answers {
        of,
        summaries: library.summaries.len(),
        exploring,
        narrowed: without.iter().chain(&library.narrowed).chain(&library.erring).cloned().collect(),
        words: words.collect(),
        invariants,
    })
}

/// Checks that the functions that somebody has named are there.
fn known(source: &Source, functions: &[String]) -> Result<(), Error> {
    let names = || source.subjects.iter().map(|subject| subject.name.as_str());
    let Some(name) = functions.iter().find(|name| !names().any(|known| known == name.as_str())) else {
        return Ok(());
    };
    let mend = similar(name, names()).map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    Err(Error::NoFunction { files: format!("{}: it has", source.path.display()), name: name.clone(), mend })
}

/// How a path ends, in words. `result` is the number that it must return, if somebody has asked for one.
fn ending(library: &Library, path: usize, result: Option<i128>) -> String {
    match result.or_else(|| library.result(path)) {
        Some(number) => format!("returns {number}"),
        None => "returns".to_owned(),
    }
}

type Algorithm = fn(&mut Library, usize, Effort) -> (Result<Sequence, String>, Work);

/// Looks for sequences for paths, which share the time.
fn found(
    library: &mut Library,
    paths: &[usize],
    effort: Effort,
    time: Option<Duration>,
    algorithm: Algorithm,
) -> Found {
    let started = Instant::now();
    let mut work = Work { is_whole: true, ..Work::default() };
    let mut sequences = Vec::new();
    for (at, path) in paths.iter().enumerate() {
        let n_left = (paths.len() - at) as u32;
        let until = time.map(|time| Instant::now() + time.saturating_sub(started.elapsed()) / n_left);
        let (sequence, done) = algorithm(library, *path, Effort { until, ..effort });
        work.add(done);
        sequences.push(sequence);
    }
    Found { sequences, work, time: started.elapsed() }
}

/// What is needed to compile a function under test.
pub struct Place<'a> {
    pub(super) source: &'a Source,
    pub(super) linked: &'a [PathBuf],
    pub(super) compile: &'a frontend::Options,
    /// The folder for what is compiled.
    pub(super) folder: &'a Path,
    interrupt: &'a Interrupt,
}

impl<'a> Place<'a> {
    /// A file, the files that are linked to it, how they are compiled, the folder for what is compiled, and
    /// what ends the work.
    pub fn new(
        source: &'a Source,
        linked: &'a [PathBuf],
        compile: &'a frontend::Options,
        folder: &'a Path,
        interrupt: &'a Interrupt,
    ) -> Self {
        Self { source, linked, compile, folder, interrupt }
    }

    /// A deadline within `limit` from now.
    pub(super) fn deadline(&self, limit: Option<Duration>) -> Deadline {
        Deadline::new(limit, self.interrupt.clone())
    }
}

/// The program of the summaries: functions that call others with inputs as arguments.
pub(super) struct Text {
    parts: Vec<(String, Part)>,
    body: String,
    /// The names that the program has.
    taken: Arc<BTreeSet<String>>,
    /// Functions of the types that are left out, because their arguments cannot be made in this way.
    pub without: Vec<String>,
}

impl Text {
    pub fn new(source: &Source) -> Self {
        let mut body = "#include \"symir.h\"\n".to_owned();
        let path = source.path.canonicalize().unwrap_or_else(|_| source.path.clone());
        let main = if source.has_main {
            [format!("#define main {OTHER_MAIN}\n"), "#undef main\n".to_owned()]
        } else {
            [String::new(), String::new()]
        };
        let _ = write!(body, "{}#include \"{}\"\n{}", main[0], path.display(), main[1]);
        Self { parts: Vec::new(), body, taken: Arc::clone(&source.taken), without: Vec::new() }
    }

    /// Adds the functions that make and change the objects of types; those that `elsewhere` names are
    /// declared.
    pub fn members(&mut self, classes: &[Class], elsewhere: &BTreeSet<String>) {
        let all = || {
            let pointers = classes.iter().filter(|class| class.kind == Kind::Pointer);
            pointers.flat_map(|class| class.makers.iter().chain(&class.modifiers))
        };
        let declared: BTreeSet<&str> =
            all().filter(|it| elsewhere.contains(&it.function)).map(|it| it.declared.as_str()).collect();
        declared.iter().for_each(|it| {
            let _ = writeln!(self.body, "{it};");
        });
        for member in all() {
            let part = match member.way {
                Way::Result => Part::Maker,
                Way::Storage(at) => Part::Storage(at),
                Way::Object(at) => Part::Modifier(at),
                Way::Value | Way::Out(_) | Way::Replaced(_) | Way::Handle(_) | Way::Nothing => {
                    self.without.push(member.function.clone());
                    continue;
                }
            };
            if !self.add(&member.function, &member.parameters, &[], part) {
                self.without.push(member.function.clone());
            }
        }
    }

    /// Adds a function that makes arguments which satisfy these conditions, and calls another function with
    /// them. Returns whether that is possible.
    pub fn add(
        &mut self,
        function: &str,
        parameters: &[Parameter],
        assumed: &[Assumption],
        part: Part,
    ) -> bool {
        let main = match part {
            Part::Storage(at) | Part::Modifier(at) => Some(at),
            Part::Maker | Part::Target => None,
        };
        let mut parameters = parameters.to_vec();
        for parameter in &mut parameters {
            if let Role::Made { .. } | Role::Taken { .. } | Role::Out | Role::InOut = parameter.role {
                parameter.role = Role::Object;
            }
        }
        let not_null = main.map(|at| Assumption {
            each: None,
            condition: format!("{} != NULL", parameters[at].name),
            because: String::new(),
        });
        let harness = Harness {
            parameters,
            assumptions: not_null.into_iter().chain(assumed.iter().cloned()).collect(),
            taken: Arc::clone(&self.taken),
            ..Harness::by_hand(function, String::new())
        };
        if harness.obstacle().is_some() {
            return false;
        }
        let mut lines = Vec::new();
        let blocks: Vec<_> = (0..harness.parameters.len()).map(|at| harness.block(at)).collect();
        lines.extend(blocks.iter().flat_map(|block| block.declarations.clone()));
        lines.extend(blocks.iter().flat_map(|block| block.statements.clone()));
        lines.extend(harness.assumptions.iter().map(|it| format!("symir_assume({});", it.condition)));
        let passed: String = blocks.iter().map(|block| format!(", {}", block.passed)).collect();
        lines.push(format!("SYMIR_TEST({function}{passed});"));
        self.body += &harness.stubs();
        let _ = write!(self.body, "\nvoid symir_effect_{}(void) {{\n", self.parts.len());
        lines.iter().for_each(|line| {
            let _ = writeln!(self.body, "    {line}");
        });
        self.body += "}\n";
        self.parts.push((function.to_owned(), part));
        true
    }

    /// The program, together with other files, and its functions.
    pub fn compile(
        self,
        linked: &[PathBuf],
        compile: &frontend::Options,
        folder: &Path,
    ) -> Result<(Program, Vec<Function>), Error> {
        let Self { parts, body, .. } = self;
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let path = folder.join("summaries.c");
        let calls: String = (0..parts.len()).map(|at| format!("    symir_effect_{at}();\n")).collect();
        let body = format!("{body}\nint main(void) {{\n{calls}    return 0;\n}}\n");
        fs::write(&path, body).map_err(Error::io("write", &path))?;
        let files: Vec<PathBuf> = std::iter::once(path).chain(linked.iter().cloned()).collect();
        let program = frontend::compile(&files, compile)?.program;
        let functions = parts
            .into_iter()
            .enumerate()
            .filter_map(|(at, (name, part))| {
                let driver = program.function_named(&format!("symir_effect_{at}"))?;
                Some(Function { name, driver, part })
            })
            .collect();
        Ok((program, functions))
    }
}
