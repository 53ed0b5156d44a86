//! Finds the functions of a file that make objects of a type, change them, query them, and destroy them.
//!
//! A maker returns a pointer to an object and takes none, or fills in a pointer or the caller's storage
//! before it reads any of it. A destroyer passes its argument to `free`, or is named so. A function that
//! takes an object and writes only its own variables queries it. All others that take an object change it.

mod changed;
mod declared;
mod extended;
pub mod hidden;
mod opaque;
mod shared;
mod taken;
mod touched;
mod writes;

use crate::generate::roles::{Parameter, Role, roles};
use crate::generate::uses::{Use, Uses};
use crate::ir::{CType, FuncId, Op, Operand, OperandKind, Program, TypeId};
pub use changed::changed;
use shared::{handles, states};
use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use touched::Touched;
use writes::Writes;

/// The types of a file that have functions of their own.
#[derive(Clone, Default, Debug)]
pub struct Api {
    classes: BTreeMap<String, Class>,
    /// Types that functions take and nothing makes, with the reason.
    unmade: BTreeMap<String, String>,
    /// The class of the shared variables that each function uses.
    states: BTreeMap<String, String>,
    /// Functions that take a callback, with its declaration.
    callbacks: Vec<(String, String)>,
    /// What functions read and write.
    touched: Arc<Touched>,
    /// Functions that destroyers call to give back what an object has.
    steps: BTreeSet<String>,
}

/// The most functions that a driver chooses from to make an object, and to change one.
const MOST_MAKERS: usize = 8;
const MOST_MODIFIERS: usize = 12;

/// A type with the functions that its objects go through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// In C: `struct queue`; if no pointer stands for an object, words that tell the type from others.
    pub name: String,
    pub kind: Kind,
    /// Whether only one file sees the members, and the file that declares them.
    pub is_private: bool,
    pub file: PathBuf,
    /// Whether larger objects begin with one of these: `struct shape`, if `struct circle` begins with one.
    pub is_base: bool,
    /// Whether a function that makes one puts more behind its members, as `malloc(sizeof(struct text) + length)`
    /// does.
    pub is_extended: bool,
    /// Whether code takes such a structure for a member of larger objects, as `container_of` does.
    pub is_contained: bool,
    /// Of [`Kind::State`], the variables that hold only numbers.
    pub numbers: Vec<Counter>,
    /// Of [`Kind::State`], how many calls of the only function that uses it go once around its arrays; 0 if it has
    /// none, or longer ones.
    pub round: u64,
    pub makers: Vec<Member>,
    pub modifiers: Vec<Member>,
    /// Those that only query an object and return a number.
    pub observers: Vec<Member>,
    pub destroyers: Vec<Member>,
}

/// A variable with a number, such as how many calls there were, or with a structure of numbers. A test may set
/// it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    pub name: String,
    /// Its declaration, if it is a static variable of a function, which no C file could name otherwise.
    pub declared: Option<String>,
}

/// What stands for an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A pointer to it.
    Pointer,
    /// The same, but the pointer points behind a header. The name of the type is that of the pointer.
    Hidden,
    /// A number of this type, which the functions of the file know; `input` of `symir.h` makes any number.
    Handle { ty: String, input: &'static str },
    /// Nothing: variables of the file that its functions share.
    State,
}

impl Kind {
    /// Whether a pointer stands for an object.
    pub fn is_pointer(&self) -> bool {
        matches!(self, Self::Pointer | Self::Hidden)
    }
}

/// A function of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    pub function: String,
    /// The file that defines it, and its declaration in C.
    pub file: PathBuf,
    pub declared: String,
    /// The type of its result, in C; empty if there is none.
    pub result: String,
    pub parameters: Vec<Parameter>,
    /// What its parameters are for, if nothing makes the objects that they point to.
    plain: Vec<Role>,
    pub way: Way,
    /// Whether the header that declares the type declares the function, too.
    is_declared: bool,
    /// A condition in C over its result `made` for success; empty if it cannot fail or nobody knows.
    pub success: String,
}

/// Where the object is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// It is returned, as a pointer or a number.
    Result,
    /// The object itself is returned.
    Value,
    /// A pointer to it is written through the parameter of this number.
    Out(usize),
    /// The parameter of this number points to storage of the caller, which becomes the object.
    Storage(usize),
    /// The parameter of this number points to it.
    Object(usize),
    /// The same, and the result takes its place.
    Replaced(usize),
    /// The parameter of this number is the number that stands for it.
    Handle(usize),
    /// There is no object, only variables.
    Nothing,
}

impl Way {
    /// The parameter that has to do with the object.
    pub fn parameter(self) -> Option<usize> {
        match self {
            Way::Result | Way::Value | Way::Nothing => None,
            Way::Out(at) | Way::Storage(at) | Way::Object(at) | Way::Replaced(at) | Way::Handle(at) => {
                Some(at)
            }
        }
    }
}

/// The part of a function in the life of objects of a type.
enum Part {
    Maker(Way),
    Modifier(Way),
    Observer(Way),
    Destroyer(Way),
}

/// A type, and a function's part in the life of its objects.
struct PartOf {
    /// The name of the type.
    name: String,
    ty: TypeId,
    part: Part,
}

impl Api {
    /// The types to which these functions of a program belong. `own` are the variables that no other file names.
    pub fn of(program: &Program, uses: &Uses, ids: &[FuncId], own: &BTreeSet<String>) -> Self {
        let reader = Reader { program, uses, writes: Writes::of(program), own };
        let mut headers: BTreeMap<PathBuf, String> = BTreeMap::new();
        let mut classes: BTreeMap<String, Class> = BTreeMap::new();
        for id in ids {
            for PartOf { name: key, ty, part } in reader.parts(*id) {
                let success = match part {
                    Part::Maker(Way::Storage(_) | Way::Out(_)) => success(program, *id),
                    _ => String::new(),
                };
                let way = match part {
                    Part::Maker(way) | Part::Modifier(way) | Part::Observer(way) | Part::Destroyer(way) => {
                        way
                    }
                };
                let Some(mut member) = reader.member(*id, way, success) else { continue };
                member.is_declared = reader.is_declared(&mut headers, ty, &member.function);
                let class = classes.entry(key.clone()).or_insert_with(|| Class {
                    name: key,
                    kind: Kind::Pointer,
                    is_private: reader.is_private(ty),
                    file: reader.file(ty),
                    is_base: reader.is_base(ty),
                    is_extended: false,
                    is_contained: reader.is_contained(ids, ty),
                    numbers: Vec::new(),
                    round: 0,
                    makers: Vec::new(),
                    modifiers: Vec::new(),
                    observers: Vec::new(),
                    destroyers: Vec::new(),
                });
                class.is_extended |= matches!(part, Part::Maker(_)) && reader.extends(*id, ty);
                match part {
                    Part::Maker(_) => class.makers.push(member),
                    Part::Modifier(_) => class.modifiers.push(member),
                    Part::Observer(_) => class.observers.push(member),
                    Part::Destroyer(_) => class.destroyers.push(member),
                }
            }
        }
        for class in handles(&reader, ids).into_iter().chain(hidden::hidden(&reader, ids)) {
            classes.insert(class.name.clone(), class);
        }
        let (shared, states) = states(&reader, ids);
        classes.extend(shared.into_iter().map(|class| (class.name.clone(), class)));
        let callbacks = ids.iter().flat_map(|id| {
            let name = &program.functions[id.index()].name;
            let spelled = program.spelling.functions.get(name);
            let spelled = spelled.into_iter().flat_map(|it| &it.parameters);
            let callbacks = spelled.filter(|it| it.text.contains("(*@)("));
            callbacks.map(|it| (name.clone(), it.text.clone())).collect::<Vec<_>>()
        });
        let touched = Arc::new(Touched::of(program));
        let steps = touched.steps(&mut classes);
        Self { classes, unmade: BTreeMap::new(), states, callbacks: callbacks.collect(), touched, steps }
    }

    /// What the functions of several files read and write.
    pub fn touched<'a>(apis: impl Iterator<Item = &'a Self>) -> Arc<Touched> {
        Arc::new(Touched::joined(apis.map(|api| &*api.touched)))
    }

    /// Joins several files whose functions read and write `touched`, without members that are not allowed.
    pub fn joined<'a>(
        apis: impl Iterator<Item = &'a Self>,
        touched: Arc<Touched>,
        is_allowed: impl Fn(&Class, &Member) -> bool,
    ) -> Self {
        let mut classes: BTreeMap<String, Class> = BTreeMap::new();
        let (mut states, mut steps) = (BTreeMap::new(), BTreeSet::new());
        let mut all: Vec<&Class> = Vec::new();
        let mut callbacks = Vec::new();
        for api in apis {
            callbacks.extend(api.callbacks.clone());
            states.extend(api.states.clone());
            steps.extend(api.steps.clone());
            all.extend(api.classes.values());
        }
        for class in all {
            let known = classes.entry(class.name.clone()).or_insert_with(|| Class {
                is_private: false,
                is_base: false,
                is_extended: false,
                is_contained: false,
                makers: Vec::new(),
                modifiers: Vec::new(),
                observers: Vec::new(),
                destroyers: Vec::new(),
                ..class.clone()
            });
            // Two files that each declare such a structure for themselves mean two types.
            if known.is_private && class.is_private && known.file != class.file {
                continue;
            }
            if class.is_private {
                known.file.clone_from(&class.file);
            }
            known.is_private |= class.is_private;
            known.is_base |= class.is_base;
            known.is_extended |= class.is_extended;
            known.is_contained |= class.is_contained;
            let add = |to: &mut Vec<Member>, from: &[Member]| {
                for member in from.iter().filter(|member| is_allowed(class, member)) {
                    if !to.iter().any(|known| known.function == member.function) {
                        to.push(member.clone());
                    }
                }
            };
            add(&mut known.makers, &class.makers);
            add(&mut known.modifiers, &class.modifiers);
            add(&mut known.observers, &class.observers);
            add(&mut known.destroyers, &class.destroyers);
        }
        touched.spare(&mut classes);
        classes.values_mut().for_each(Class::keep_own);
        let mut api = Self { classes, unmade: BTreeMap::new(), states, callbacks, touched, steps };
        api.settle();
        api
    }

    /// Whether a function is a step of destroying an object: no call can use the object after it.
    pub fn is_step(&self, function: &str) -> bool {
        self.steps.contains(function)
    }

    /// Whether a function makes objects of a type, as far as this file tells.
    pub fn makes(&self, name: &str) -> bool {
        self.classes.get(name).is_some_and(|class| !class.makers.is_empty())
    }

    /// The parameter of a function that is a handle, with the name of its type.
    pub fn handle(&self, function: &str) -> Option<(usize, &Class)> {
        self.classes.values().find_map(|class| {
            let member = class.all().find(|member| member.function == function)?;
            match member.way {
                Way::Handle(at) => Some((at, class)),
                _ => None,
            }
        })
    }

    /// All types.
    pub fn classes(&self) -> impl Iterator<Item = &Class> {
        self.classes.values()
    }

    /// The variables that a function shares with others.
    pub fn state(&self, function: &str) -> Option<&Class> {
        self.classes.get(self.states.get(function)?)
    }

    /// Why no calls make an object of a type; `None` if some do or no function takes one.
    pub fn why_not(&self, name: &str) -> Option<&str> {
        self.unmade.get(name).map(String::as_str)
    }

    /// Whether some function seems to make objects of a type that no sequence of calls makes.
    pub fn is_surprising(&self, name: &str) -> bool {
        self.unmade.get(name).is_some_and(|why| !why.starts_with("no function"))
    }

    /// Removes types without a maker, and functions whose arguments nothing makes.
    fn settle(&mut self) {
        for class in self.classes.values_mut() {
            // If a function allocates objects, those that set up storage count as modifiers, unless it has
            // called them: to set up an object anew would lose what it has.
            if class.makers.iter().any(|maker| !matches!(maker.way, Way::Storage(_))) {
                let (makers, others): (Vec<Member>, Vec<Member>) =
                    class.makers.drain(..).partition(|maker| !matches!(maker.way, Way::Storage(_)));
                let is_called = |other: &Member| {
                    makers.iter().any(|maker| self.touched.calls(&maker.function, &other.function))
                };
                let others = others.into_iter().filter(|other| !is_called(other));
                let others =
                    others.map(|it| Member { way: Way::Object(it.way.parameter().unwrap_or(0)), ..it });
                class.modifiers.extend(others);
                class.makers = makers;
            }
        }
        let makers_of: BTreeMap<String, Vec<Member>> =
            self.classes.values().map(|class| (class.name.clone(), class.makers.clone())).collect();
        // Objects of a type that no function makes are filled in if its members are known.
        let is_made = |name: &str| makers_of.get(name).is_some_and(|makers| !makers.is_empty());
        for class in self.classes.values_mut() {
            for member in class.all_mut() {
                for (parameter, plain) in member.parameters.iter_mut().zip(&member.plain) {
                    if matches!(&parameter.role, Role::Made { class, .. } if !is_made(class)) {
                        parameter.role = plain.clone();
                    }
                }
            }
        }
        loop {
            let known: BTreeSet<String> = self
                .classes
                .values()
                .filter(|class| !class.makers.is_empty())
                .map(|class| class.name.clone())
                .collect();
            let mut has_changed = false;
            for class in self.classes.values_mut() {
                let name = class.name.clone();
                let mut keep = |list: &mut Vec<Member>, is_maker: bool| {
                    let before = list.len();
                    list.retain(|member| member.is_possible(&known, is_maker.then_some(name.as_str())));
                    has_changed |= list.len() < before;
                };
                keep(&mut class.makers, true);
                keep(&mut class.modifiers, false);
                keep(&mut class.observers, false);
                keep(&mut class.destroyers, false);
            }
            if !has_changed {
                break;
            }
        }
        let is_unmade = |class: &&Class| class.makers.is_empty() && class.kind.is_pointer();
        for class in self.classes.values().filter(is_unmade) {
            let giver = class.modifiers.iter().find(|it| it.gives(class)).map(|it| it.function.as_str());
            let why = why_not(&class.name, &makers_of[&class.name], giver, &self.callbacks);
            self.unmade.insert(class.name.clone(), why);
        }
        self.classes.retain(|_, class| !class.makers.is_empty() || class.kind == Kind::State);
        taken::settle(&mut self.classes, &self.touched);
    }

    /// The type of this name, if its objects are made by calls.
    pub fn class(&self, name: &str) -> Option<&Class> {
        self.classes.get(name)
    }

    /// The class `name`, and the classes that its functions need. If there are very many functions, those
    /// that matter most for the function under test are kept.
    pub fn with_needed(&self, name: &str, function: &str) -> Vec<Class> {
        let read = LazyCell::new(|| self.touched.read_by(function));
        let mut found: Vec<Class> = Vec::new();
        let mut pending = vec![name.to_owned()];
        while let Some(name) = pending.pop() {
            let Some(mut class) = self.classes.get(&name).cloned() else { continue };
            if found.iter().any(|known| known.name == name) {
                continue;
            }
            // Keeps simple ways to make an object, and calls that change most of what the function reads.
            let size = |it: &Member| self.touched.size(&it.function);
            let weight = |it: &Member| Reverse(self.touched.written_by(&it.function, &read));
            if class.makers.len() > MOST_MAKERS {
                class.makers.sort_by_cached_key(|it| (it.parameters.len(), size(it)));
                class.makers.truncate(MOST_MAKERS);
            }
            if class.modifiers.len() > MOST_MODIFIERS {
                class.modifiers.sort_by_cached_key(|it| (weight(it), size(it)));
                class.modifiers.truncate(MOST_MODIFIERS);
            }
            found.push(class);
            let class = found.last().expect("invariant: it was pushed");
            let members = class.makers.iter().chain(&class.modifiers);
            pending.extend(members.flat_map(|member| &member.parameters).filter_map(|parameter| {
                match &parameter.role {
                    Role::Made { class, .. } => Some(class.clone()),
                    _ => None,
                }
            }));
        }
        // Classes come before the classes that need them.
        found.reverse();
        found
    }
}

impl Class {
    /// Of very many functions, keeps those that are declared with the type, if these make objects. Helpers in
    /// other parts of a program know the members, and take over objects that others go on to use.
    fn keep_own(&mut self) {
        let are_many = self.makers.len() > MOST_MAKERS || self.modifiers.len() > MOST_MODIFIERS;
        if are_many && self.makers.iter().any(|maker| maker.is_declared) {
            for list in [&mut self.makers, &mut self.modifiers, &mut self.observers, &mut self.destroyers] {
                list.retain(|member| member.is_declared);
            }
        }
        // A function that takes a pointer to anything finds an object there, and makes none.
        let is_finder = |maker: &Member| {
            let is_void = |it: &Parameter| it.declared.trim_start_matches("const ").starts_with("void *");
            let any = |it: &Parameter| matches!(it.role, Role::Object | Role::Bytes { length: None });
            maker.parameters.iter().any(|it| any(it) && is_void(it))
        };
        if !self.makers.iter().all(is_finder) {
            self.makers.retain(|maker| !is_finder(maker));
        }
    }

    /// Whether a function allocates an object, so that it may be larger than the type says.
    pub fn is_allocated(&self) -> bool {
        self.makers.iter().any(|maker| matches!(maker.way, Way::Result | Way::Out(_)))
    }

    /// All of its functions.
    pub fn all(&self) -> impl Iterator<Item = &Member> {
        self.makers.iter().chain(&self.modifiers).chain(&self.observers).chain(&self.destroyers)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Member> {
        let makers = self.makers.iter_mut().chain(&mut self.modifiers);
        makers.chain(&mut self.observers).chain(&mut self.destroyers)
    }
}

/// Why no call makes an object of a type. `makers` look as if they made one, `giver` returns one but takes
/// one, and `callbacks` are passed to functions.
fn why_not(name: &str, makers: &[Member], giver: Option<&str>, callbacks: &[(String, String)]) -> String {
    if let (true, Some(giver)) = (makers.is_empty(), giver) {
        return format!(
            "`{giver}`, which gives a `{name}`, takes one itself, and no other function makes the first"
        );
    }
    let Some(maker) = makers.first() else {
        let given = callbacks.iter().find(|(_, text)| text.contains(&format!("{name} *")));
        return match given {
            Some((function, _)) => {
                format!(
                    "only the callback that `{function}` is given gets a `{name}`, and no function makes one"
                )
            }
            None => format!("no function that symir sees makes a `{name}`"),
        };
    };
    let function = &maker.function;
    let needs = maker.parameters.iter().enumerate().find_map(|(at, parameter)| match &parameter.role {
        Role::Made { class, .. } if maker.way.parameter() != Some(at) => Some(class.clone()),
        _ => None,
    });
    match needs {
        Some(other) if other == name => {
            format!(
                "`{function}`, which makes a `{name}`, takes one itself, and no other function makes the first"
            )
        }
        Some(other) => {
            format!(
                "`{function}`, which makes a `{name}`, takes a `{other}`, and no function makes that without a `{name}`"
            )
        }
        None => format!("`{function}`, which makes a `{name}`, takes an argument that symir cannot make"),
    }
}

impl Member {
    /// Whether it returns a pointer to an object of a type.
    pub fn gives(&self, class: &Class) -> bool {
        self.result.ends_with('*') && self.result.trim_end_matches(['*', ' ']) == class.name
    }

    /// Whether it takes texts or arrays, which are only tried up to some length.
    pub fn has_bounded_inputs(&self) -> bool {
        let is_bounded = |role: &Role| {
            matches!(role, Role::Text | Role::Buffer { .. } | Role::Elements { .. } | Role::Bytes { .. })
        };
        self.parameters.iter().any(|parameter| is_bounded(&parameter.role))
    }

    /// Whether all of its arguments can be made.
    fn is_possible(&self, known: &BTreeSet<String>, made: Option<&str>) -> bool {
        self.parameters.iter().enumerate().all(|(at, parameter)| {
            self.way.parameter() == Some(at)
                || match &parameter.role {
                    Role::Made { class, .. } => known.contains(class) && made != Some(class.as_str()),
                    Role::Impossible(_)
                    | Role::Format
                    | Role::List
                    | Role::ArgumentCount
                    | Role::Arguments
                    | Role::Stream
                    | Role::StreamPlace
                    | Role::Behind => false,
                    Role::Callback { stub } => stub.is_some(),
                    _ => true,
                }
        })
    }
}

/// The name in the source of a structure that a pointer points to.
pub fn pointee_name(program: &Program, ty: TypeId) -> Option<String> {
    let CType::Pointer(target) = program.ctype(ty) else { return None };
    name_of(program, *target)
}

/// The name in the source of a structure.
pub fn name_of(program: &Program, ty: TypeId) -> Option<String> {
    let (CType::Struct { .. } | CType::Union { .. }) = program.ctype(ty) else { return None };
    let entity = &program.spelling.entities[*program.spelling.types.get(&ty)? as usize];
    (!entity.is_of_the_system()).then(|| entity.name.clone())
}

pub(super) struct Reader<'a> {
    pub(super) program: &'a Program,
    pub(super) uses: &'a Uses,
    writes: Writes,
    own: &'a BTreeSet<String>,
}

impl Reader<'_> {
    /// A function as a member of a type.
    pub(super) fn member(&self, id: FuncId, way: Way, success: String) -> Option<Member> {
        let (parameters, plain) = self.parameters(id)?;
        let function = &self.program.functions[id.index()];
        let file = self.program.files[function.signature.as_ref()?.file.index()].path();
        let spelled = self.program.spelling.functions.get(&function.name)?;
        let listed: Vec<String> = spelled.parameters.iter().map(|it| it.declare("")).collect();
        let listed = if listed.is_empty() { "void".to_owned() } else { listed.join(", ") };
        let declared = spelled.result.declare(&format!("{}({listed})", function.name));
        Some(Member {
            function: function.name.clone(),
            file,
            declared,
            result: self.words(id)?,
            parameters,
            plain,
            way,
            is_declared: true,
            success,
        })
    }

    /// The parameters, whose roles say that objects are made by calls, and their roles otherwise.
    fn parameters(&self, id: FuncId) -> Option<(Vec<Parameter>, Vec<Role>)> {
        let function = &self.program.functions[id.index()];
        let signature = function.signature.as_ref()?;
        let spelled = self.program.spelling.functions.get(&function.name)?;
        // Only a function with `...` can make a `va_list`.
        let has_list = spelled.parameters.iter().any(|it| it.text.contains("va_list"));
        if spelled.is_variadic || has_list || spelled.parameters.len() != signature.params.len() {
            return None;
        }
        let names: Vec<String> = (0..signature.params.len())
            .map(|at| {
                let own = signature.param_names.get(at).and_then(Option::clone);
                own.unwrap_or_else(|| format!("argument{}", at + 1))
            })
            .collect();
        let mut parameters =
            roles(self.program, &signature.params, &spelled.parameters, &names, self.uses.get(id));
        let plain = parameters.iter().map(|parameter| parameter.role.clone()).collect();
        for (parameter, ty) in parameters.iter_mut().zip(&signature.params) {
            if let Some(class) = pointee_name(self.program, *ty) {
                parameter.role = Role::Made { class, is_gone: false };
            }
        }
        Some((parameters, plain))
    }

    /// The type of a function's result, in C.
    fn words(&self, id: FuncId) -> Option<String> {
        let spelled = self.program.spelling.functions.get(&self.program.functions[id.index()].name)?;
        let words = spelled.result.declare("");
        Some(if words == "void" { String::new() } else { words })
    }

    /// Whether a function's declaration says that it does not change what a parameter points to.
    pub(super) fn only_reads(&self, id: FuncId, at: usize) -> bool {
        let name = &self.program.functions[id.index()].name;
        let spelled = self.program.spelling.functions.get(name).and_then(|it| it.parameters.get(at));
        spelled.is_some_and(|spelled| spelled.text.starts_with("const "))
    }

    /// The types that a function belongs to, and its part in each.
    fn parts(&self, id: FuncId) -> Vec<PartOf> {
        let program = self.program;
        let function = &program.functions[id.index()];
        let Some(signature) = &function.signature else { return Vec::new() };
        let unknown = Use::default();
        let found = |at: usize| self.uses.get(id).get(at).unwrap_or(&unknown);
        let target = |ty: TypeId| match program.ctype(ty) {
            CType::Pointer(target) => Some(*target),
            _ => None,
        };
        let of: Vec<(usize, String, TypeId)> = (0..signature.params.len())
            .filter_map(|at| {
                let ty = target(signature.params[at])?;
                Some((at, name_of(program, ty)?, ty))
            })
            .collect();
        let given = target(signature.result).and_then(|ty| Some((name_of(program, ty)?, ty)));
        let mut parts = Vec::new();
        // A function that writes nothing finds an object in the one that it is given, and makes none.
        let finds = |ty: TypeId| !of.is_empty() && !self.writes.by(id) && program.size_of(ty).is_some();
        if let Some((name, ty)) = &given
            && !of.iter().any(|(_, other, _)| other == name)
            && !finds(*ty)
        {
            parts.push(PartOf { name: name.clone(), ty: *ty, part: Part::Maker(Way::Result) });
        }
        if let Some(name) = name_of(program, signature.result)
            && !of.iter().any(|(_, other, _)| *other == name)
        {
            parts.push(PartOf { name, ty: signature.result, part: Part::Maker(Way::Value) });
        }
        for (at, param) in signature.params.iter().enumerate() {
            let behind = target(*param).and_then(target);
            let Some((name, ty)) = behind.and_then(|ty| Some((name_of(program, ty)?, ty))) else { continue };
            if found(at).is_written && !found(at).is_read && !of.iter().any(|(_, other, _)| *other == name) {
                parts.push(PartOf { name, ty, part: Part::Maker(Way::Out(at)) });
            }
        }
        let mut seen = BTreeSet::new();
        for (at, name, ty) in &of {
            // The first parameter of a type is the object; further ones are arguments.
            if !seen.insert(name.clone()) {
                continue;
            }
            let is_alone = of.iter().filter(|it| it.1 == *name).count() == 1;
            let replaces = given.as_ref().is_some_and(|(given, _)| given == name);
            let is_first = is_alone
                && !replaces
                && !found(*at).is_tested
                && program.size_of(*ty).is_some()
                && is_called(&function.name, &["init", "setup", "initialize", "initialise", "create"])
                && !is_called(&function.name, &["deinit", "uninit"]);
            let is_last = signature.params.len() == 1
                && (found(*at).is_freed
                    || is_called(
                        &function.name,
                        &[
                            "free", "destroy", "delete", "release", "fini", "cleanup", "close", "deinit",
                            "dispose",
                        ],
                    ));
            let part = match () {
                () if replaces && found(*at).is_freed => Part::Modifier(Way::Replaced(*at)),
                () if is_last => Part::Destroyer(Way::Object(*at)),
                // The object is gone after this call, so that no other call can use it.
                () if found(*at).is_freed => continue,
                // The result is another object, and the first one stays as it was.
                () if replaces && is_called(&function.name, &["copy", "clone", "dup", "duplicate"]) => {
                    continue;
                }
                () if is_first => Part::Maker(Way::Storage(*at)),
                () if self.only_reads(id, *at) || !self.writes.by(id) => {
                    match program.ctype(signature.result) {
                        CType::Int { .. } | CType::Bool | CType::Char { .. } | CType::Enum { .. }
                            if signature.params.len() == 1 =>
                        {
                            Part::Observer(Way::Object(*at))
                        }
                        _ => continue,
                    }
                }
                () => Part::Modifier(Way::Object(*at)),
            };
            parts.push(PartOf { name: name.clone(), ty: *ty, part });
        }
        parts
    }
}

/// Whether one of these is a word in a function's name.
pub(super) fn is_called(function: &str, words: &[&str]) -> bool {
    let mut parts = vec![String::new()];
    for letter in function.chars() {
        if letter == '_' || letter.is_uppercase() {
            parts.push(String::new());
        }
        if letter != '_' {
            parts.last_mut().expect("invariant: never empty").extend(letter.to_lowercase());
        }
    }
    parts.iter().any(|part| words.contains(&part.as_str()))
}

/// How a function reports success: of the numbers that it returns, the last in the order of its code stands
/// for success, and those before it for reasons to give up.
pub(super) fn success(program: &Program, id: FuncId) -> String {
    let function = &program.functions[id.index()];
    let Some(signature) = &function.signature else { return String::new() };
    match program.ctype(signature.result) {
        CType::Bool => return "made".to_owned(),
        CType::Int { .. } | CType::Enum { .. } => {}
        _ => return String::new(),
    }
    // Without optimisation, the result is read from a variable of its own.
    let given = program.positions(function).find_map(|pc| {
        let inst = program.inst(pc);
        let operand = (inst.op == Op::Ret && inst.width > 0)
            .then(|| Operand::from_raw(program.extra[inst.a as usize]))?;
        let OperandKind::Register(register) = operand.kind() else { return None };
        program.positions(function).find_map(|pc| {
            let inst = program.inst(pc);
            (inst.op == Op::Load && inst.dst == register).then(|| inst.a().kind())
        })
    });
    let Some(OperandKind::Register(variable)) = given else { return String::new() };
    let mut stored: Vec<((u32, u16), Option<i128>)> = program
        .positions(function)
        .map(|pc| (program.loc(pc).map_or((0, 0), |loc| (loc.line, loc.column)), program.inst(pc)))
        .filter(|(_, inst)| inst.op == Op::Store && inst.b().kind() == OperandKind::Register(variable))
        .map(|(place, inst)| (place, program.signed_constant(inst.a())))
        .collect();
    // Blocks are not in the order of the source.
    stored.sort_by_key(|(place, _)| *place);
    let stored: Vec<Option<i128>> = stored.into_iter().map(|(_, value)| value).collect();
    match stored.split_last() {
        Some((Some(last), before)) if !before.is_empty() => format!("made == {last}"),
        Some((None, before)) => {
            let failures: BTreeSet<i128> = before.iter().copied().flatten().collect();
            let each: Vec<String> = failures.iter().map(|value| format!("made != {value}")).collect();
            each.join(" && ")
        }
        _ => String::new(),
    }
}
