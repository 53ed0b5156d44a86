//! Says how typed inputs are made, for code that makes them without the machine: the parts of every type that
//! a driver asks for, and what their pointers can point to.
//!
//! The machine makes such inputs when a path reads them (`pointers.rs`). A search by native runs has to make
//! all of them before the program starts, so it must know beforehand what the machine could make. This module
//! describes exactly what the machine does: the same parts in the same order, and the same objects behind
//! pointers, up to the same depth, and the same functions. Pointers of unknown type and to streams are null
//! here, and so are pointers to objects with members that count the elements of other members
//! ([`super::counted`]).

use super::branches::is_branch;
use super::code::{fitting_functions, functions_to_point_to};
use super::counted;
use super::options::Chains;
use super::pointers::{MAX_FUNCTIONS, N_CHARACTERS, longest_chain};
use super::typed::{self, Leaf, LeafKind};
use crate::ir::{CType, CallSite, Const, FuncId, Function, Inst, Op, Operand, OperandKind, Program, TypeId};
use crate::testcase::InputKind;
use crate::util::Bits;
use std::collections::{BTreeMap, HashMap};

/// The types that a driver asks for, and the types that pointers in them point to.
#[derive(Clone, Default, Debug)]
pub struct Blueprints {
    /// The inputs that the driver asks for, by name. Names that stand for several types are left out.
    pub roots: BTreeMap<String, Root>,
    pub types: Vec<Blueprint>,
    /// The functions that pointers may point to, each once.
    pub functions: Vec<String>,
    /// For each kind of pointer to a function, the numbers of the functions that it may point to.
    pub fitting: Vec<Vec<u32>>,
}

/// An input that a driver asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Root {
    pub maker: Maker,
    /// The type of the object, or of an element of the array.
    pub ty: usize,
}

/// The function of `symir.h` that a driver asks for it with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Maker {
    /// `symir_object`
    Object,
    /// `symir_array`
    Elements,
    /// `symir_text`, with the greatest number of characters, if that is a constant.
    Characters(Option<u64>),
}

/// How an object of a type is made.
#[derive(Clone, Debug)]
pub struct Blueprint {
    /// In bytes.
    pub size: u64,
    pub pointee: Pointee,
    /// Whether it is a character type: several characters are one input.
    pub is_character: bool,
    /// How many objects a chain of pointers may have whose last object is of this type.
    pub most_deep: u32,
    pub parts: Vec<Part>,
}

/// What a pointer to a type points to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pointee {
    One,
    /// A string of at most so many characters, without its terminator.
    Text(u64),
    Bytes(u64),
}

/// A part of an object.
#[derive(Clone, Debug)]
pub struct Part {
    /// From the beginning of the object.
    pub at: Bits,
    pub width: Bits,
    pub kind: PartKind,
}

/// What kind of value a part has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PartKind {
    Integer {
        signed: bool,
    },
    Float,
    Bool,
    Bytes,
    /// Points to an object of this type or is null; always null if there is no type.
    Pointer(Option<usize>),
    /// The same, and nothing else points to that object.
    Branch(usize),
    /// Points to one of the functions in this row of [`Blueprints::fitting`], or is null.
    Function(usize),
}

/// A function of `symir.h` that makes an input. Its first argument is a variable that is to point to it.
#[derive(Copy, Clone)]
struct MakerFunction<F> {
    function: F,
    maker: Maker,
    /// The place of the input's name among its arguments.
    name_at: usize,
}

const MAKERS: [MakerFunction<&str>; 3] = [
    MakerFunction { function: "symir_typed", maker: Maker::Object, name_at: 2 },
    MakerFunction { function: "symir_elements", maker: Maker::Elements, name_at: 3 },
    MakerFunction { function: "symir_characters", maker: Maker::Characters(None), name_at: 2 },
];

/// The blueprints of all inputs with types that a program may ask for.
pub fn blueprints(program: &Program, chains: Chains) -> Blueprints {
    let in_program = |MakerFunction { function, maker, name_at }: MakerFunction<&str>| {
        Some(MakerFunction { function: program.function_named(function)?, maker, name_at })
    };
    let makers: Vec<MakerFunction<FuncId>> = MAKERS.into_iter().filter_map(in_program).collect();
    let counted = counted_types(program);
    let letters = letters(program);
    let taken = functions_to_point_to(program);
    let made = Blueprints::default();
    let mut found = Found { program, chains, counted, letters, taken, numbers: HashMap::new(), made };
    let mut roots: BTreeMap<String, Option<Made>> = BTreeMap::new();
    if makers.is_empty() {
        return Blueprints::default();
    }
    for function in &program.functions {
        let insts = || program.code_of(function);
        let variables = variables(program, function);
        for inst in insts().filter(|inst| inst.op == Op::Call) {
            let Some((name, made)) = made_by(program, &makers, &variables, inst) else { continue };
            let known = roots.entry(name).or_insert(Some(made));
            if known.is_some_and(|known| known.maker != made.maker || !program.are_same(known.ty, made.ty)) {
                *known = None;
            }
        }
    }
    let root = |(name, known): (String, Option<Made>)| {
        let Made { maker, ty } = known?;
        let ty = found.number_of_root(ty, &name)?;
        Some((name, Root { maker, ty }))
    };
    let roots = roots.into_iter().filter_map(root).collect();
    Blueprints { roots, ..found.made }
}

/// The types of the variables of a function, by the registers that hold their addresses.
fn variables(program: &Program, function: &Function) -> HashMap<u32, TypeId> {
    let variable = |inst: &Inst| Some((inst.dst.raw(), inst.alloca(program).ty?));
    program.code_of(function).filter(|inst| inst.op == Op::Alloca).filter_map(variable).collect()
}

/// The calls of a function of `symir.h`, by the functions that they stand in.
fn calls_of<'a>(program: &'a Program, name: &str) -> Vec<(&'a Function, Vec<CallSite<'a>>)> {
    let Some(called) = program.function_named(name) else { return Vec::new() };
    let sites = |function| {
        let calls = program.code_of(function).filter(|inst| inst.op == Op::Call);
        let sites = calls.map(|inst| CallSite::read(program, inst.a));
        let is_it = |site: &CallSite<'_>| match site.callee().kind() {
            OperandKind::Constant(callee) => {
                matches!(program.constants[callee.index()], Const::Function(callee) if callee == called)
            }
            _ => false,
        };
        sites.filter(is_it).collect()
    };
    program.functions.iter().map(|function| (function, sites(function))).collect()
}

/// The most characters of strings that pointers within inputs lead to.
fn letters(program: &Program) -> u64 {
    let calls = calls_of(program, "symir_letters");
    let said = calls.iter().flat_map(|(_, sites)| sites).filter_map(|site| {
        let most = program.signed_constant(site.args().next()?.operand)?;
        u64::try_from(most).ok()
    });
    said.max().unwrap_or(N_CHARACTERS - 1)
}

/// The types for which the driver says that one member counts the elements of another one.
fn counted_types(program: &Program) -> Vec<TypeId> {
    let mut found = Vec::new();
    for (function, sites) in calls_of(program, "symir_members") {
        let variables = variables(program, function);
        for site in sites {
            let variable = site.args().next().map(|argument| argument.operand.kind());
            let Some(OperandKind::Register(variable)) = variable else { continue };
            if let Some(CType::Pointer(ty)) = variables.get(&variable.raw()).map(|ty| program.ctype(*ty)) {
                found.push(*ty);
            }
        }
    }
    found
}

/// How an input is made, and its type, which is the type that the variable points to.
#[derive(Copy, Clone)]
struct Made {
    maker: Maker,
    ty: TypeId,
}

/// The input that a call makes, with its name.
fn made_by(
    program: &Program,
    makers: &[MakerFunction<FuncId>],
    variables: &HashMap<u32, TypeId>,
    inst: &Inst,
) -> Option<(String, Made)> {
    let site = CallSite::read(program, inst.a);
    let OperandKind::Constant(callee) = site.callee().kind() else { return None };
    let Const::Function(callee) = program.constants[callee.index()] else { return None };
    let MakerFunction { maker, name_at, .. } = *makers.iter().find(|maker| maker.function == callee)?;
    let OperandKind::Register(variable) = site.args().next()?.operand.kind() else { return None };
    let CType::Pointer(ty) = program.ctype(*variables.get(&variable.raw())?) else { return None };
    let maker = match maker {
        Maker::Characters(_) => {
            let most = program.signed_constant(site.args().nth(1)?.operand);
            Maker::Characters(most.and_then(|most| u64::try_from(most).ok()))
        }
        maker => maker,
    };
    Some((text_of(program, site.args().nth(name_at)?.operand)?, Made { maker, ty: *ty }))
}

/// The text that a constant points to.
fn text_of(program: &Program, operand: Operand) -> Option<String> {
    let OperandKind::Constant(id) = operand.kind() else { return None };
    let Const::Global { global, offset } = program.constants[id.index()] else { return None };
    let image = &program.globals[global.index()].init.as_ref()?.bytes;
    let start = usize::try_from(offset).ok()?;
    let bytes = (start..).map_while(|at| image.byte(at)).take_while(|byte| *byte != 0).collect();
    String::from_utf8(bytes).ok()
}

struct Found<'a> {
    program: &'a Program,
    chains: Chains,
    /// Types that are left out, because a member counts the elements of another one.
    counted: Vec<TypeId>,
    /// The most characters of strings that pointers lead to.
    letters: u64,
    /// The functions whose addresses the program takes.
    taken: Vec<FuncId>,
    /// The number of each type's blueprint; `None` if no object of the type can be made.
    numbers: HashMap<TypeId, Option<usize>>,
    /// What is known so far, without roots.
    made: Blueprints,
}

impl Found<'_> {
    /// The number of a type's blueprint, made when first asked for; `None` if no object of it can be made.
    fn number(&mut self, ty: TypeId) -> Option<usize> {
        if let Some(known) = self.numbers.get(&ty) {
            return *known;
        }
        let program = self.program;
        let is_character = matches!(program.ctype(ty), CType::Char { .. });
        let is_counted = self.counted.iter().any(|counted| counted::holds(program, ty, *counted));
        let leaves = typed::leaves(program, ty, 1).ok();
        let leaves = leaves.filter(|_| !typed::is_stream(program, ty) && !is_counted);
        let Some(leaves) = leaves else {
            self.numbers.insert(ty, None);
            return None;
        };
        let number = self.made.types.len();
        self.numbers.insert(ty, Some(number));
        self.made.types.push(Blueprint {
            size: program.size_of(ty).map_or(0, |size| size.0),
            pointee: match program.ctype(ty) {
                CType::Char { signed: true } => Pointee::Text(self.letters),
                CType::Char { signed: false } => Pointee::Bytes(N_CHARACTERS),
                _ => Pointee::One,
            },
            is_character,
            most_deep: longest_chain(program, self.chains, ty),
            parts: Vec::new(),
        });
        let parts = leaves.into_iter().map(|leaf| Part {
            at: leaf.offset,
            width: leaf.width,
            kind: match leaf.kind {
                LeafKind::Bool => PartKind::Bool,
                LeafKind::Pointer(target) if matches!(program.ctype(target), CType::Function) => {
                    self.function(target, &leaf.path)
                }
                LeafKind::Pointer(target) => match self.number(target) {
                    Some(number) if is_branch(program, target, &leaf.path) => PartKind::Branch(number),
                    number => PartKind::Pointer(number),
                },
                LeafKind::Input(InputKind::Integer { signed, .. }) if leaf.width.0 <= 64 => {
                    PartKind::Integer { signed }
                }
                LeafKind::Input(InputKind::Float { .. }) => PartKind::Float,
                LeafKind::Input(_) => PartKind::Bytes,
            },
        });
        let parts = parts.collect();
        self.made.types[number].parts = parts;
        Some(number)
    }

    /// The number of the blueprint of an input that a driver asks for. Which functions it may point to also
    /// depends on its name.
    fn number_of_root(&mut self, ty: TypeId, name: &str) -> Option<usize> {
        let number = self.number(ty)?;
        let leaves = typed::leaves(self.program, ty, 1).ok()?;
        let [Leaf { kind: LeafKind::Pointer(target), .. }] = leaves[..] else { return Some(number) };
        if !matches!(self.program.ctype(target), CType::Function) {
            return Some(number);
        }
        let mut own = self.made.types[number].clone();
        own.parts[0].kind = self.function(target, name);
        self.made.types.push(own);
        Some(self.made.types.len() - 1)
    }

    /// A pointer of this name to a function of a type.
    fn function(&mut self, target: TypeId, name: &str) -> PartKind {
        let program = self.program;
        let fitting = fitting_functions(program, &self.taken, name, target).into_iter().take(MAX_FUNCTIONS);
        let row = fitting.map(|function| {
            let name = &program.functions[function.index()].name;
            let known = self.made.functions.iter().position(|other| other == name);
            known.unwrap_or_else(|| {
                self.made.functions.push(name.clone());
                self.made.functions.len() - 1
            }) as u32
        });
        let row = row.collect();
        self.made.fitting.push(row);
        PartKind::Function(self.made.fitting.len() - 1)
    }
}
