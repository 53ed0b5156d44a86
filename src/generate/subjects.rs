//! The functions of a source file, and what their declarations say.

use super::advice::{Mend, first_error, mends};
use super::code::Code;
use super::config::{Bounds, Config};
use super::constants::{named_places, named_values};
use super::counted::Counters;
use super::declared::{self, Declared};
use super::descriptors::Descriptors;
use super::error::Error;
use super::harness::descriptors::streams;
use super::harness::{Assumption, Harness, OTHER_MAIN, Reads};
use super::included::Included;
use super::needs::Facts;
use super::opened::opened;
use super::ranges::Ranges;
use super::roles::hooks;
use super::roles::{Parameter, Role, is_common, look_at_pointees, of_main, pointee, roles};
use super::rooms::Rooms;
use super::synth::{Api, Class, TRIAL, hidden, pointee_name};
use super::units::Unit;
use super::uses::{Use, Uses};
use super::variables::Variables;
use super::variadic::{self, Variadic};
use crate::emit::suite::faults::Faults;
use crate::frontend::{self, Survey};
use crate::ir::{FuncId, Function, Pc, Program, is_of_the_system};
use crate::util::bounded;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The words for a function that is declared to make an object, and defined nowhere.
const BY_HAND: &str = "gives one, and a harness of your own can call it";
/// The most flags that are added so that clang can compile a file.
const MOST_MENDED: usize = 8;

/// A source file with its functions.
pub struct Source {
    pub path: PathBuf,
    /// The file that clang compiles for it: another file for a header.
    pub unit: PathBuf,
    /// The file that harnesses include.
    pub included: PathBuf,
    pub compile: frontend::Options,
    /// Whether suites are asked for.
    pub is_asked: bool,
    /// The settings of `symir.toml`.
    pub config: Config,
    /// The code of its functions, to tell whether they have changed.
    pub code: Code,
    /// The functions that make and change objects.
    pub api: Api,
    /// The names of the types that it knows.
    types: BTreeSet<String>,
    /// The names of its types, functions and variables, and of those that it uses.
    pub taken: Arc<BTreeSet<String>>,
    /// The variables that other files may set, and that its functions read.
    pub variables: Variables,
    /// The functions that never return null, as their declarations say.
    pub never_null: BTreeSet<String>,
    /// The types that are defined in source files and not in headers, by their names in C, with those files.
    own_types: BTreeMap<String, PathBuf>,
    /// The warnings of clang.
    pub warnings: String,
    /// The flags that nobody has given but that clang needs to compile it, in words.
    pub mended: Vec<String>,
    pub subjects: Vec<Subject>,
    pub has_main: bool,
    /// The mocks of functions that are not run.
    pub mocks: Mocks,
}

/// The mocks that the functions of a file are run with.
#[derive(Clone, Default, Debug)]
pub struct Mocks {
    pub files: Vec<PathBuf>,
    /// The functions that the mocks stand for.
    pub names: BTreeSet<String>,
    /// The functions of the C library that may fail.
    pub faults: Faults,
}

/// A function that can be tested.
#[derive(Clone, Debug)]
pub struct Subject {
    pub name: String,
    pub line: u32,
    /// The last line of its code.
    pub last: u32,
    pub is_static: bool,
    /// The harness without the path of the source file, which depends on its own place; or why there is none.
    pub harness: Result<Harness, String>,
    /// The type of the parameter that cannot be made, if other files know more about the type: `struct hidden
    /// *`.
    pub opaque: Option<String>,
    /// The parameters that the function only hands on, and whose types are declared and not defined.
    handles: Vec<HandedOn>,
    /// Facts that tell needs from bugs.
    pub facts: Facts,
    /// The harness including parameters that symir cannot make itself, but calls may make.
    whole: Option<Harness>,
    /// The parameters that point to structures.
    pub points_to: Vec<PointsTo>,
    /// The parameters that point to objects which calls can make.
    pub made: Vec<Made>,
    /// The parameters that take what an earlier call returned for the object of another parameter: both
    /// numbers.
    taken: Vec<(usize, usize)>,
    /// The variables that the function shares with others, which calls change.
    pub state: Option<Class>,
    /// Why calls cannot make the objects of a parameter, in words.
    pub unmade: Vec<String>,
    /// Notes for the report on objects that are filled in member by member although calls might be expected
    /// to make them.
    pub notes: Vec<String>,
}

/// A parameter that a function hands on without looking at what it points to.
#[derive(Clone, Debug)]
struct HandedOn {
    parameter: usize,
    /// The functions that get it and whose code is not known.
    given_to: BTreeSet<String>,
}

/// A parameter that points to a structure, or behind a header.
#[derive(Clone, Debug)]
pub struct PointsTo {
    pub parameter: usize,
    /// In C: `struct queue`, or the name of the pointer itself.
    pub class: String,
    /// Whether the function hands it to `free`.
    pub is_freed: bool,
}

/// A parameter that points to an object which calls can make.
#[derive(Clone, Debug)]
pub struct Made {
    pub parameter: usize,
    /// Whether the function destroys the object.
    pub is_gone: bool,
    /// The class of the object, and before it the classes that its functions need.
    pub classes: Vec<Class>,
}

impl Source {
    /// Reads a file. If clang cannot compile it, and a flag that people often forget helps, the flag is
    /// added.
    ///
    /// # Errors
    /// If clang cannot compile it.
    pub fn read(unit: &Unit) -> Result<Self, Error> {
        let (mut unit, mut mended) = (unit.clone(), Vec::new());
        let mut error = match Self::read_with(&unit) {
            Ok(source) => return Ok(source),
            Err(error) => error,
        };
        while mended.len() < MOST_MENDED {
            let trouble = error.to_string();
            let mut next = None;
            for Mend { flag, words } in mends(&trouble, &unit.path) {
                if unit.compile.flags.contains(&flag) {
                    continue;
                }
                let mut other = unit.clone();
                other.compile.flags.push(flag);
                match Self::read_with(&other) {
                    Ok(source) => {
                        mended.push(words);
                        return Ok(Self { mended, ..source });
                    }
                    Err(error) if first_error(&error.to_string()) != first_error(&trouble) => {
                        next = Some((other, words, error));
                        break;
                    }
                    Err(_) => {}
                }
            }
            let Some((other, words, other_error)) = next else { break };
            (unit, error) = (other, other_error);
            mended.push(words);
        }
        Err(error)
    }

    fn read_with(unit: &Unit) -> Result<Self, Error> {
        let path = unit.path.as_path();
        let mut options = unit.compile.clone();
        options.flags.insert(0, format!("-Dmain={OTHER_MAIN}"));
        let included = Included::ask(&mut options);
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
        let included = included.map_or(Vec::new(), |included| included.files());
        let texts = texts(program, &included);
        let (counters, rooms) = (Counters::of(program, &texts), Rooms::of(program));
        let constant = constant_pointers(&texts);
        let ranges = Ranges::of(program, &uses, &constant);
        let descriptors = Descriptors::of(program, &uses, &constant);
        let known = (&uses, &counters, &rooms, &ranges, &descriptors);
        let declared = declared::in_all(&texts);
        let public: Vec<FuncId> = ids
            .iter()
            .copied()
            .filter(|id| survey.visible.contains(&program.functions[id.index()].name))
            .collect();
        let api = Api::of(program, &uses, &public, &survey.own_variables);
        let mut subjects: Vec<Subject> =
            ids.iter().map(|id| Subject::new(&survey, known, path, *id, has_main)).collect();
        let taken = Arc::new(names(program));
        for subject in &mut subjects {
            for harness in subject.harness.iter_mut().chain(&mut subject.whole) {
                harness.taken = Arc::clone(&taken);
            }
            let declared = declared.get(&subject.name);
            if let (Err(_), Some(whole), Some(declared)) = (&subject.harness, &mut subject.whole, declared) {
                whole.take(declared);
            }
            match &mut subject.harness {
                Ok(harness) => {
                    declared.into_iter().for_each(|declared: &Declared| harness.take(declared));
                }
                Err(why) => {
                    let maker = subject.opaque.as_ref().and_then(|ty| maker_of(&texts, ty, &subject.name));
                    if let Some(maker) = maker {
                        *why += &format!("; `{maker}` {BY_HAND}");
                    }
                }
            }
        }
        subjects.sort_by_key(|subject| subject.line);
        let types = survey.program.spelling.entities.iter();
        let types = types.flat_map(|entity| entity.name.split(' ').map(str::to_owned)).collect();
        let never_null = declared.iter().filter(|(_, said)| said.returns_not_null);
        let never_null = never_null.map(|(name, _)| name.clone()).collect();
        let own_types = survey.program.spelling.entities.iter();
        let own_types = own_types.filter(|entity| !entity.text.is_empty() && !entity.is_in_header());
        let own_types = own_types.map(|entity| (entity.name.clone(), entity.file.clone())).collect();
        let code = Code::of(&survey);
        let headers = headers(&included);
        let named = named_values(program, &texts, &headers);
        let has_registers = !program.registers.is_empty();
        let places = if has_registers { named_places(&texts, &headers) } else { BTreeMap::new() };
        let compile = frontend::Options { named: Arc::new(named), ..unit.compile.clone() };
        Ok(Self {
            path: path.to_owned(),
            unit: unit.read.clone(),
            included: path.to_owned(),
            compile,
            is_asked: unit.is_asked,
            config: unit.config.clone(),
            code,
            api,
            types,
            taken,
            variables: Variables::of(&survey, &texts, &places),
            own_types,
            never_null,
            warnings: survey.warnings,
            mended: Vec::new(),
            subjects,
            has_main,
            mocks: Mocks::default(),
        })
    }
}

/// The names that a program has for types, functions and variables.
fn names(program: &Program) -> BTreeSet<String> {
    let types = program.spelling.entities.iter().map(|entity| &entity.name);
    let functions = program.functions.iter().map(|function| &function.name);
    let globals = program.spelling.globals.keys();
    types.chain(functions).chain(globals).cloned().collect()
}

impl Source {
    /// Whether this file and another one define two different types of this name.
    pub fn has_another(&self, class: &Class) -> bool {
        // The file of a type is known only for structures.
        let is_known = class.is_private && !class.file.as_os_str().is_empty();
        is_known && self.own_types.get(&class.name).is_some_and(|file| *file != class.file)
    }

    /// Whether a declaration of another file has only types that this one knows.
    pub fn knows_types_of(&self, declared: &str) -> bool {
        let words = declared.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let is_known = |word: &str| {
            let is_name = declared.contains(&format!("{word}("));
            is_name || word.is_empty() || is_common(word) || self.types.contains(word)
        };
        words.into_iter().all(is_known)
    }
}

/// Why there are no tests of a `main` without a `return` at its end.
const RESULTLESS_MAIN: &str = "it has no `return` at its end. Tests call it by another name than `main`, and C does \
                               not say what it returns then: write `return 0;`";

impl Subject {
    fn new(
        survey: &Survey,
        (uses, counters, rooms, ranges, descriptors): (&Uses, &Counters, &Rooms, &Ranges, &Descriptors),
        path: &Path,
        id: FuncId,
        has_main: bool,
    ) -> Self {
        let program = &survey.program;
        let function = &program.functions[id.index()];
        let signature = function.signature.as_ref().expect("invariant: only those of the source");
        let name = if function.name == OTHER_MAIN { "main" } else { &function.name };
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let facts = Facts::of(program, (counters, rooms, ranges), id);
        let parameters = parameters(program, uses, id).map(|mut parameters| {
            if name == "main" {
                of_main(&mut parameters);
            }
            for (at, parameter) in parameters.iter_mut().enumerate() {
                parameter.may_be_negative = facts.asks_for_negative(at);
            }
            parameters
        });
        let harness = parameters.and_then(|mut parameters| {
            if name == "main" && program.may_end_without_result(id) {
                return Err(RESULTLESS_MAIN.to_owned());
            }
            let listed = listed(program, &function.name, &parameters)?;
            let variadic = further(program, id, &mut parameters, &facts)?;
            let given_streams = match name == "main" || listed.is_some() || variadic.is_some() {
                true => None,
                false => streams(program, (&function.name, id), &mut parameters, uses.get(id), descriptors),
            };
            let count = variadic.as_ref().and_then(|variadic| variadic.count);
            let assumptions = count.map(|(at, most)| Assumption {
                each: None,
                condition: format!("{} <= {most}", parameters[at].name),
                because: "so many arguments are passed".to_owned(),
            });
            Ok(Harness {
                function: name.to_owned(),
                place: format!("{file}:{}", signature.line),
                source: String::new(),
                has_main,
                parameters,
                assumptions: assumptions.into_iter().collect(),
                arrays: Vec::new(),
                ranges: facts.ranges.clone(),
                counted: facts.counted_by_declarations(),
                hooks: program
                    .spelling
                    .functions
                    .get(&function.name)
                    .map_or(Vec::new(), |spelled| hooks::hooks(program, &spelled.parameters)),
                apart: Vec::new(),
                bounds: Bounds::default(),
                are_texts_long: false,
                inner_letters: None,
                variadic,
                listed,
                given_streams,
                reads: Reads::default(),
                opens: match name {
                    "main" => Vec::new(),
                    _ => opened(&variadic::body(program, id).unwrap_or_default()),
                },
                classes: Vec::new(),
                calls: 0,
                elsewhere: BTreeSet::new(),
                ways: Vec::new(),
                variables: Vec::new(),
                reads_errno: false,
                taken: Arc::default(),
            })
        });
        let whole = harness.as_ref().ok().cloned();
        let opaque = harness.as_ref().ok().and_then(Harness::opaque);
        let handles = harness.as_ref().map_or(Vec::new(), |harness| handed_on(harness, uses.get(id)));
        let harness = harness.and_then(|harness| match harness.obstacle() {
            None => Ok(harness),
            Some(why) => imitated(harness, uses.get(id)).ok_or(why),
        });
        Self {
            name: name.to_owned(),
            line: signature.line,
            last: last_line(program, function, signature.line),
            is_static: !survey.visible.contains(&function.name),
            harness,
            opaque,
            handles,
            facts,
            whole,
            points_to: points_to(program, uses, id),
            made: Vec::new(),
            taken: Vec::new(),
            state: None,
            unmade: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Makes a harness if all that stands in its way are pointers that only mocks get: whatever they point to,
    /// nobody looks at it.
    pub fn hand_to(&mut self, mocks: &BTreeSet<String>) {
        let (Err(_), Some(whole)) = (&self.harness, &self.whole) else { return };
        let mut harness = whole.clone();
        for handle in self.handles.iter().filter(|handle| handle.given_to.is_subset(mocks)) {
            harness.parameters[handle.parameter].role = Role::Object;
        }
        if harness.obstacle().is_none() {
            self.harness = Ok(harness);
        }
    }

    /// Adds which objects the functions of the project can make.
    pub fn learn(&mut self, api: &Api) {
        let mut made = Vec::new();
        self.unmade.clear();
        self.notes.clear();
        for PointsTo { parameter, class, is_freed } in &self.points_to {
            let Some(class) = api.class(class) else {
                self.unmade.extend(api.why_not(class).map(str::to_owned));
                if let Some(why) = api.why_not(class).filter(|_| api.is_surprising(class)) {
                    let note = format!("the members of `{class}` are inputs: {why}");
                    // Several parameters may be of this type.
                    if !self.notes.contains(&note) {
                        self.notes.push(note);
                    }
                }
                continue;
            };
            // A function that makes such objects itself is tested on what it is passed, and so is one after
            // which no function can destroy the object.
            if api.is_step(&self.name) || class.makers.iter().any(|maker| maker.function == self.name) {
                continue;
            }
            let is_gone = *is_freed || class.destroyers.iter().any(|it| it.function == self.name);
            made.push(Made {
                parameter: *parameter,
                is_gone,
                classes: api.with_needed(&class.name, &self.name),
            });
        }
        let is_file = |at: usize| {
            let harness = self.harness.as_ref().ok().or(self.whole.as_ref());
            harness.is_some_and(|harness| harness.parameters[at].is_descriptor)
        };
        if let Some((parameter, class)) = api.handle(&self.name).filter(|(at, _)| !is_file(*at)) {
            let is_gone = class.destroyers.iter().any(|it| it.function == self.name);
            made.push(Made { parameter, is_gone, classes: api.with_needed(&class.name, &self.name) });
        }
        let parameters = self.harness.as_ref().ok().or(self.whole.as_ref()).map(|it| &it.parameters[..]);
        let taken = made.iter().filter(|it| !it.is_gone).flat_map(|it| {
            // Of very many functions only some are called.
            let both = it.classes.last().zip(parameters);
            let at = both.map(|(class, all)| api.taken(class, it.parameter, &self.name, all));
            at.unwrap_or_default().into_iter().map(|at| (at, it.parameter))
        });
        self.taken = taken.collect();
        self.state = api.state(&self.name).filter(|_| made.is_empty() && self.name != "main").cloned();
        self.made = made;
    }

    /// Lets calls make the objects that parameters point to, if `is_wanted` says so for their type. `is_own`
    /// says which functions are defined in the file of the function.
    pub fn make_by_calls(&mut self, is_wanted: impl Fn(&Class) -> bool, is_own: impl Fn(&str) -> bool) {
        let Some(mut harness) = self.harness.as_ref().ok().or(self.whole.as_ref()).cloned() else { return };
        let mut wanted: Vec<Class> = Vec::new();
        for made in &self.made {
            let Some(class) = made.classes.last().filter(|class| is_wanted(class)) else { continue };
            for at in 0..harness.parameters.len() {
                let role = &harness.parameters[at].role;
                if matches!(role, Role::Length { of, .. } if of.contains(&made.parameter)) {
                    self.facts.free(&mut harness, at);
                }
            }
            harness.parameters[made.parameter].role =
                Role::Made { class: class.name.clone(), is_gone: made.is_gone };
            wanted.extend(made.classes.iter().cloned());
        }
        for (at, from) in &self.taken {
            if matches!(harness.parameters[*from].role, Role::Made { .. }) {
                harness.parameters[*at].role = Role::Taken { from: *from };
            }
        }
        wanted.extend(self.state.iter().filter(|class| is_wanted(class)).cloned());
        for class in wanted {
            harness.calls = TRIAL.calls;
            let others = class.all().filter(|it| !is_own(&it.function));
            harness.elsewhere.extend(others.map(|it| it.function.clone()));
            if !harness.classes.contains(&class) {
                harness.classes.push(class);
            }
        }
        if harness.obstacle().is_none() {
            self.harness = Ok(harness);
        } else if let (Err(why), Some(words)) = (&mut self.harness, self.unmade.first())
            && !why.ends_with(BY_HAND)
        {
            *why += &format!("; {words}");
        }
    }
}

/// A harness in which pointers to types that are declared and not defined lead to objects that imitate what
/// the code takes them for; `None` if the code does not look at the objects itself.
fn imitated(mut harness: Harness, uses: &[Use]) -> Option<Harness> {
    for (at, parameter) in harness.parameters.iter_mut().enumerate() {
        if matches!(parameter.role, Role::Impossible(_)) {
            let is_seen = uses.get(at).is_some_and(|found| found.is_read || found.is_written);
            pointee(&parameter.declared).filter(|_| is_seen)?;
            parameter.role = Role::Object;
        }
    }
    Some(harness)
}

/// The parameters that a function only hands on, of those that point to what is declared and not defined.
fn handed_on(harness: &Harness, uses: &[Use]) -> Vec<HandedOn> {
    let parameters = harness.parameters.iter().zip(uses).enumerate();
    let is_handle = |(_, (parameter, found)): &(usize, (&Parameter, &Use))| {
        matches!(parameter.role, Role::Impossible(_))
            && pointee(&parameter.declared).is_some()
            && !(found.is_read || found.is_written || found.is_walked)
    };
    let handed_on = |(parameter, (_, found)): (usize, (&Parameter, &Use))| HandedOn {
        parameter,
        given_to: found.given_to.clone(),
    };
    parameters.filter(is_handle).map(handed_on).collect()
}

/// The parameters of a function that point to structures.
fn points_to(program: &Program, uses: &Uses, id: FuncId) -> Vec<PointsTo> {
    let function = &program.functions[id.index()];
    let types = function.signature.as_ref().map_or(&[][..], |signature| &signature.params);
    let known = types.iter().enumerate().filter_map(|(at, ty)| Some((at, pointee_name(program, *ty)?)));
    let found = known.chain(hidden::parameters(program, uses, id)).map(|(parameter, class)| {
        let is_freed = uses.get(id).get(parameter).is_some_and(|found| found.is_freed);
        PointsTo { parameter, class, is_freed }
    });
    found.collect()
}

/// The last line of a function's code in its file.
fn last_line(program: &Program, function: &Function, first: u32) -> u32 {
    let file = function.signature.as_ref().map(|signature| signature.file);
    let blocks = function.blocks.clone().map(|block| &program.blocks[block as usize]);
    let positions = blocks.flat_map(|block| (block.first.index()..block.end.index()).map(Pc::new));
    let locs = positions.filter_map(|pc| program.loc(pc)).filter(|loc| Some(loc.file()) == file);
    locs.map(|loc| loc.line).fold(first, u32::max)
}

/// The parameters of a function with what they are for.
fn parameters(program: &Program, uses: &Uses, id: FuncId) -> Result<Vec<Parameter>, String> {
    let function = &program.functions[id.index()];
    let signature = function.signature.as_ref().expect("invariant: only those of the source");
    let spelled = program
        .spelling
        .functions
        .get(&function.name)
        .ok_or("its declaration has a type that C has no words for")?;
    let names: Vec<String> = (0..signature.params.len())
        .map(|at| {
            let own = signature.param_names.get(at).and_then(Option::as_deref);
            match own {
                // The parameter would hide the function.
                Some(own) if own == function.name || own == "main" => format!("{own}_"),
                Some(own) => own.to_owned(),
                None => format!("argument{}", at + 1),
            }
        })
        .collect();
    let mut found = roles(program, &signature.params, &spelled.parameters, &names, uses.get(id));
    look_at_pointees(program, id, &mut found, uses.get(id));
    Ok(found)
}

/// A function that a text declares and that returns what a parameter takes: a pointer to a type that only
/// other files know.
fn maker_of(texts: &[String], wanted: &str, but: &str) -> Option<String> {
    let ty = wanted.replace("const ", "").replace("restrict ", "");
    let ty = ty.trim().strip_suffix('*')?.trim().to_owned();
    let pattern = format!(r"(?m)^[^\n(]*?\b{}\s*\*+\s*(\w+)\s*\(([^;{{)]*)\)", regex::escape(&ty));
    let pattern = Regex::new(&pattern).expect("invariant: names are escaped");
    let all = texts.iter().flat_map(|text| pattern.captures_iter(text));
    // A function that returns such a pointer without taking one makes the object.
    let makes = |found: &regex::Captures<'_>| found[1] != *but && !found[2].contains(&ty);
    all.into_iter().find(makes).map(|found| found[1].to_owned())
}

/// The result type of a function whose last parameter is a `va_list`; `None` if the function takes none.
fn listed(program: &Program, function: &str, parameters: &[Parameter]) -> Result<Option<String>, String> {
    let Some(at) = parameters.iter().position(|parameter| parameter.role == Role::List) else {
        return Ok(None);
    };
    if at == 0 || at + 1 < parameters.len() {
        return Err("symir makes a `va_list` only for the last of several parameters".to_owned());
    }
    let spelled = program.spelling.functions.get(function);
    Ok(spelled.map(|spelled| spelled.result.text.clone()))
}

/// The arguments after the parameters of a function with `...`, or in the `va_list` of another function.
fn further(
    program: &Program,
    id: FuncId,
    parameters: &mut [Parameter],
    facts: &Facts,
) -> Result<Option<Variadic>, String> {
    let function = &program.functions[id.index()];
    let is_listed = parameters.last().is_some_and(|last| last.role == Role::List);
    let spelled = program.spelling.functions.get(&function.name);
    if !is_listed && !spelled.is_some_and(|spelled| spelled.is_variadic) {
        return Ok(None);
    }
    let is_text = |parameter: &Parameter| {
        matches!(parameter.role, Role::Text | Role::Room | Role::Buffer { .. })
            && parameter.declared.contains("char *")
    };
    let named: Vec<variadic::Named<'_>> = parameters
        .iter()
        .enumerate()
        .map(|(at, parameter)| variadic::Named {
            name: &parameter.name,
            is_text: is_text(parameter),
            is_number: matches!(parameter.role, Role::Number(_)),
            is_end: facts.guards.ends.contains(&at),
        })
        .collect();
    let variadic = variadic::variadic(program, id, &named)?;
    if let Some(format) = variadic.format {
        parameters[format].role = Role::Format;
    }
    Ok(Some(variadic))
}

/// The names that are declared as constant pointers: `char *const end;`.
fn constant_pointers(texts: &[String]) -> BTreeSet<String> {
    static POINTER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\*\s*(?:restrict\s+|volatile\s+)*const\s+(?:restrict\s+|volatile\s+)*(\w+)\s*[;,]")
            .expect("invariant: the pattern is regular")
    });
    let all = texts.iter().filter(|text| text.contains("const"));
    all.flat_map(|text| POINTER.captures_iter(text).map(|found| found[1].to_owned())).collect()
}

/// The texts of the files of the project that a program is made of, and of the headers that it includes.
fn texts(program: &Program, included: &[PathBuf]) -> Vec<String> {
    let files = program.files.iter().map(crate::ir::SourceFile::path).chain(included.iter().cloned());
    read_all(files.filter(|path| !is_of_the_system(path) && !path.ends_with("symir.h")))
}

/// The texts of headers of the system.
fn headers(included: &[PathBuf]) -> Vec<String> {
    read_all(included.iter().filter(|path| is_of_the_system(path)).cloned())
}

fn read_all(files: impl Iterator<Item = PathBuf>) -> Vec<String> {
    let files: BTreeSet<PathBuf> = files.filter_map(|path| path.canonicalize().ok()).collect();
    files.iter().filter_map(|path| bounded::read_to_string(path).ok()).collect()
}
