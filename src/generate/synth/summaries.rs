//! Sequences for paths through the functions of a file, by summaries of calls: forward and backward, side by side.
//!
//! For each function that makes or changes objects, and for each under test, a function in C is written that makes its
//! arguments inputs and calls it. They are one program, and all summaries are of its types.

use super::api::{Class, Kind, Member, Way};
use crate::frontend;
use crate::generate::error::Error;
use crate::generate::harness::{Assumption, Harness, OTHER_MAIN};
use crate::generate::roles::{Parameter, Role};
use crate::generate::subjects::{Source, Subject};
use crate::generate::units::Unit;
use crate::synth::{self, Effort, Function, Library, Part, Sequence, Work};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Paths of one function that sequences are looked for, at most.
const MOST_PATHS: usize = 16;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// The functions under test; all that take objects if there are none.
    pub functions: Vec<String>,
    /// Only paths on which a function gives this.
    pub result: Option<i128>,
    pub calls: usize,
    pub tries: u64,
}

/// What came of one function.
#[derive(Clone, Debug)]
pub struct Answer {
    pub function: String,
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
    /// Whether a path was found.
    pub fn is_found(&self) -> bool {
        self.sequences.iter().any(Result::is_ok)
    }

    /// The shortest sequence.
    pub fn shortest(&self) -> Option<&Sequence> {
        self.sequences.iter().flatten().min_by_key(|sequence| sequence.len())
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
}

/// Looks for sequences for the functions of a file. What is compiled goes into `folder`.
///
/// # Errors
/// If the file cannot be read or compiled.
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
    let api = super::Api::joined(std::iter::once(&source.api), |_| true);
    source.subjects.iter_mut().for_each(|subject| subject.learn(&api));
    let classes: Vec<Class> = api.classes().filter(|class| class.kind == Kind::Pointer).cloned().collect();
    let mut text = Text::new(&source);
    for class in &classes {
        for member in class.makers.iter().chain(&class.modifiers) {
            text.member(member);
        }
    }
    let is_member =
        |subject: &Subject| classes.iter().flat_map(Class::all).any(|it| it.function == subject.name);
    let is_wanted = |subject: &&Subject| match question.functions.is_empty() {
        true => !subject.made.is_empty() && !is_member(subject),
        false => question.functions.contains(&subject.name),
    };
    source.subjects.iter().filter(is_wanted).for_each(|subject| text.target(subject));
    let Text { parts, body, .. } = text;
    fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    let path = folder.join("summaries.c");
    let calls: String = (0..parts.len()).map(|at| format!("    symir_effect_{at}();\n")).collect();
    let body = format!("{body}\nint main(void) {{\n{calls}    return 0;\n}}\n");
    fs::write(&path, body).map_err(Error::io("write", &path))?;
    let compiled = frontend::compile(&[path], compile)?;
    let functions: Vec<Function> = parts
        .into_iter()
        .enumerate()
        .filter_map(|(at, (name, part))| {
            let driver = compiled.program.function_named(&format!("symir_effect_{at}"))?;
            Some(Function { name, driver, part })
        })
        .collect();
    let started = Instant::now();
    let mut library = Library::new(compiled.program, functions, crate::exec::ExecOptions::default());
    let exploring = started.elapsed();
    let effort = Effort { calls: question.calls, tries: question.tries };
    let targets: Vec<usize> =
        (0..library.functions.len()).filter(|at| library.functions[*at].part == Part::Target).collect();
    let mut of = Vec::new();
    for target in targets {
        let mut paths = library.of(target);
        if let Some(result) = question.result {
            paths.retain(|path| match library.gives(*path, result) {
                Some(condition) => {
                    library.assume(*path, condition);
                    true
                }
                None => false,
            });
        }
        paths.truncate(MOST_PATHS);
        let function = library.functions[target].name.clone();
        let forward = found(&mut library, &paths, effort, synth::forward);
        let backward = found(&mut library, &paths, effort, synth::backward);
        of.push(Answer { function, forward, backward });
    }
    let words = classes
        .iter()
        .flat_map(|class| class.makers.iter().map(|maker| (maker.function.clone(), class.word())));
    Ok(Answers {
        of,
        summaries: library.summaries.len(),
        exploring,
        narrowed: library.narrowed.clone(),
        words: words.collect(),
    })
}

type Algorithm = fn(&mut Library, usize, Effort) -> (Result<Sequence, String>, Work);

fn found(library: &mut Library, paths: &[usize], effort: Effort, algorithm: Algorithm) -> Found {
    let started = Instant::now();
    let mut work = Work { is_whole: true, ..Work::default() };
    let mut sequences = Vec::new();
    for path in paths {
        let (sequence, done) = algorithm(library, *path, effort);
        work.tries += done.tries;
        work.questions += done.questions;
        work.is_whole &= done.is_whole;
        sequences.push(sequence);
    }
    Found { sequences, work, time: started.elapsed() }
}

/// The program of the summaries.
struct Text {
    parts: Vec<(String, Part)>,
    body: String,
}

impl Text {
    fn new(source: &Source) -> Self {
        let mut body = "#include \"symir.h\"\n".to_owned();
        let path = source.path.canonicalize().unwrap_or_else(|_| source.path.clone());
        let main = if source.has_main {
            [format!("#define main {OTHER_MAIN}\n"), "#undef main\n".to_owned()]
        } else {
            [String::new(), String::new()]
        };
        let _ = write!(body, "{}#include \"{}\"\n{}", main[0], path.display(), main[1]);
        Self { parts: Vec::new(), body }
    }

    fn member(&mut self, member: &Member) {
        let part = match member.way {
            Way::Result => Part::Maker,
            Way::Storage(at) => Part::Storage(at),
            Way::Object(at) => Part::Modifier(at),
            Way::Value | Way::Out(_) | Way::Replaced(_) | Way::Handle(_) | Way::Nothing => return,
        };
        self.add(&member.function, &member.parameters, part);
    }

    fn target(&mut self, subject: &Subject) {
        let Ok(harness) = &subject.harness else { return };
        self.add(&subject.name, &harness.parameters, Part::Target);
    }

    /// A function that makes arguments and calls another one with them.
    fn add(&mut self, function: &str, parameters: &[Parameter], part: Part) {
        let main = match part {
            Part::Storage(at) | Part::Modifier(at) => Some(at),
            Part::Maker | Part::Target => None,
        };
        let mut parameters = parameters.to_vec();
        for parameter in &mut parameters {
            if let Role::Made { .. } | Role::Out = parameter.role {
                parameter.role = Role::Object;
            }
        }
        let assumptions = main.map(|at| Assumption {
            condition: format!("{} != NULL", parameters[at].name),
            because: String::new(),
        });
        let harness = Harness {
            parameters,
            assumptions: assumptions.into_iter().collect(),
            ..Harness::by_hand(function, String::new())
        };
        if harness.obstacle().is_some() {
            return;
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
    }
}
