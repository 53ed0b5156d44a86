//! What a function's code does with its parameters: what they are compared with, what is read and written
//! through them, and which number bounds the index into which buffer.
//!
//! This works on unoptimised code, in which each parameter is a variable. It follows what values are made of,
//! without regard to the order of instructions: after `q = p + 1`, what is done with `q` is done with `p`.
//! Calls are followed into functions with a body; a table says what library functions do (`library`). The
//! result is a guess at what the code means and no proof: it only decides which inputs are tried first.

mod library;

use crate::ir::{
    CType, CallSite, Const, FuncId, Function, Inst, Op, Operand, OperandKind, Pc, Predicate, Program,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is done with one parameter.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Use {
    /// As a pointer it is compared with null, or as a number with zero.
    pub is_tested: bool,
    /// Something is read, and written, through it.
    pub is_read: bool,
    pub is_written: bool,
    /// It is moved along, or indexed by a number that is no constant.
    pub is_walked: bool,
    /// Something at a constant distance from it is read or written, such as `p[1]`.
    pub is_stepped: bool,
    /// By how many bytes at a time it is moved; zero stands for a number that is not known.
    pub strides: BTreeSet<u64>,
    /// By what numbers that index it are divided before, as 32 in `map[bit / 32]`; one if they are not.
    pub shares: BTreeSet<u64>,
    /// A character that is read through it is compared with the terminator of a string, or it goes to a
    /// function that takes a string.
    pub ends_in_zero: bool,
    /// It is handed to `free` or `realloc`.
    pub is_freed: bool,
    /// It is the name of a file that is opened.
    pub is_opened: bool,
    /// It is the number of an open file.
    pub is_descriptor: bool,
    /// It is called.
    pub is_called: bool,
    /// The parameters, by number, that an index into it is compared with, or that say how much of it a call
    /// may touch.
    pub bounded_by: BTreeSet<usize>,
    /// Those of `bounded_by` at which an index only begins: in `least(values, begin, n)`, an index that
    /// begins at `begin` is compared with `n`.
    pub begun_at: BTreeSet<usize>,
    /// The constants that it is compared with, also as an operand of a switch.
    pub compared_with: BTreeSet<i128>,
    /// Something at a constant distance before it is read or written, as for a pointer that points behind a
    /// header.
    pub has_header: bool,
    /// The greatest constant distance from it, in bytes, at which something is reached: 4 for `p[1]` of an `int *p`.
    pub reaches: u64,
    /// Something before it is read, or it is moved to the front.
    pub is_walked_back: bool,
    /// The greatest number of which its address is asked to be a multiple, in bytes; zero without such a question.
    pub aligned_to: u64,
    /// It divides.
    pub divides: bool,
    /// Parameters, by number, that it is compared with or subtracted from as a pointer: it may be the end of
    /// what they point to.
    pub ends: BTreeSet<usize>,
    /// Parameters, by number, that lead to a pointer which it is compared with or subtracted from: `end` in
    /// `*place < end`.
    pub ends_held: BTreeSet<usize>,
    /// Pointers and numbers among the parameters: it is compared with the place so many elements behind that
    /// pointer, as in `place >= array + length`.
    pub within: BTreeSet<(usize, usize)>,
    /// The greatest number that the code counts its letters up to: its length, or an index into it, is
    /// compared with this number.
    pub counted_to: i128,
    /// It may be returned, also moved along, as `skip_spaces(text)` returns a place in the text.
    pub is_given_back: bool,
    /// The functions that get it and whose code is not known.
    pub given_to: BTreeSet<String>,
}

/// What functions do with their parameters.
pub struct Uses {
    of: BTreeMap<FuncId, Vec<Use>>,
}

/// What addresses may be multiples of, at most, and if the code does not say of what.
const MOST_ALIGNED: u64 = 16;
const UNKNOWN_ALIGNMENT: i128 = 8;

/// How many calls deep it is known to callers what their callees do.
const ROUNDS: usize = 4;

impl Uses {
    /// The uses of all functions of a program.
    pub fn of(program: &Program) -> Self {
        let defined = (0..program.functions.len()).map(FuncId::new);
        let defined: Vec<FuncId> =
            defined.filter(|id| program.functions[id.index()].signature.is_some()).collect();
        let mut uses = Self { of: BTreeMap::new() };
        for _ in 0..ROUNDS {
            let next: BTreeMap<FuncId, Vec<Use>> =
                defined.iter().map(|id| (*id, Reader::new(program, &uses, *id).read())).collect();
            if next == uses.of {
                break;
            }
            uses.of = next;
        }
        uses
    }

    /// The uses of one function: a [`Use`] for each parameter of the source; empty if its code is not known.
    pub fn get(&self, function: FuncId) -> &[Use] {
        self.of.get(&function).map_or(&[], Vec::as_slice)
    }
}

/// What a function of the C library does with the argument of this number, as far as it is known.
pub fn of_library(function: &str, argument: usize) -> Use {
    let mut found = Use::default();
    let all = library::uses(function).iter().filter(|(at, _)| *at == argument);
    all.for_each(|(_, theirs)| theirs.mark(&mut found));
    found
}

/// The variables, by number, that a value is made of.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Origin {
    /// It is the value of one of these, perhaps with something added to it.
    from: BTreeSet<usize>,
    /// It was read through one of these.
    through: BTreeSet<usize>,
    /// It is an address that was read through one of these, perhaps with something added to it.
    held: BTreeSet<usize>,
    /// It says how many letters one of these has.
    counts: BTreeSet<usize>,
    /// Bits of one of these are among its bits: `(size_t)a | (size_t)b`.
    joined: BTreeSet<usize>,
    /// It is the address of this variable.
    place: Option<usize>,
}

/// Reads the code of one function. Variables are numbered: parameters first, then other local variables.
struct Reader<'a> {
    program: &'a Program,
    known: &'a Uses,
    function: &'a Function,
    n_params: usize,
    registers: Vec<Origin>,
    variables: Vec<Origin>,
    /// The number of the variable that an `alloca` instruction makes.
    places: BTreeMap<Pc, usize>,
    found: Vec<Use>,
    /// Which variables index which: the index, and the indexed variable.
    indices: BTreeSet<(usize, usize)>,
    /// Variables that are compared with one another.
    compared: BTreeSet<(usize, usize)>,
    /// The greatest number that a variable is compared with.
    limits: BTreeMap<usize, i128>,
    /// Whether the function returns a pointer.
    gives_pointer: bool,
    has_changed: bool,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, known: &'a Uses, id: FuncId) -> Self {
        let function = &program.functions[id.index()];
        let signature = function.signature.as_ref();
        let names: Vec<Option<&str>> = signature
            .map_or(Vec::new(), |signature| signature.param_names.iter().map(Option::as_deref).collect());
        let n_params = names.len();
        let mut places = BTreeMap::new();
        let mut taken = vec![false; n_params];
        let mut n_variables = n_params;
        for pc in program.positions(function) {
            let inst = program.inst(pc);
            if inst.op != Op::Alloca {
                continue;
            }
            let name = inst.alloca(program).name.map(|name| program.texts[name].as_str());
            let param = names.iter().position(|param| param.is_some() && *param == name);
            let number = match param.filter(|param| !taken[*param]) {
                Some(param) => {
                    taken[param] = true;
                    param
                }
                None => {
                    n_variables += 1;
                    n_variables - 1
                }
            };
            places.insert(pc, number);
        }
        let variables = (0..n_variables).map(|number| Origin {
            from: (number < n_params).then_some(number).into_iter().collect(),
            ..Origin::default()
        });
        Self {
            program,
            known,
            function,
            n_params,
            registers: vec![Origin::default(); function.n_registers as usize],
            variables: variables.collect(),
            places,
            found: vec![Use::default(); n_params],
            indices: BTreeSet::new(),
            compared: BTreeSet::new(),
            limits: BTreeMap::new(),
            gives_pointer: signature
                .is_some_and(|signature| matches!(program.ctype(signature.result), CType::Pointer(_))),
            has_changed: false,
        }
    }

    fn read(mut self) -> Vec<Use> {
        let positions: Vec<Pc> = self.program.positions(self.function).collect();
        loop {
            self.has_changed = false;
            for pc in &positions {
                self.follow(*pc);
            }
            self.moves();
            if !self.has_changed {
                break;
            }
        }
        for pc in positions {
            self.note(pc);
        }
        for at in 0..self.n_params {
            // Before a pointer that runs along an array are further elements, and no header.
            let has_header = self.found[at].has_header && !self.runs(at);
            self.found[at].has_header = has_header;
            if self.runs(at) {
                self.found[at].reaches = 0;
            }
        }
        // A variable that counts up beside a pointer that runs along a text counts its letters.
        let texts: Vec<usize> =
            (0..self.n_params).filter(|at| self.found[*at].ends_in_zero && self.runs(*at)).collect();
        if !texts.is_empty() {
            let counters = self.limits.iter().filter(|(variable, _)| self.counts_up(**variable));
            let most = counters.map(|(_, limit)| *limit).max().unwrap_or(0);
            texts.iter().for_each(|at| self.found[*at].counts_to(most));
        }
        // An index that is compared with a parameter is bounded by it.
        for (index, indexed) in self.indices.iter().filter(|(_, indexed)| *indexed < self.n_params) {
            let others = self.compared.iter().filter(|(a, _)| a == index).map(|(_, b)| *b);
            for bound in others.chain(Some(*index)).filter(|bound| *bound < self.n_params && bound != indexed)
            {
                self.found[*indexed].bounded_by.insert(bound);
            }
            let begins = self
                .compared
                .iter()
                .any(|(a, bound)| a == index && bound > index && bound != indexed && *bound < self.n_params);
            // In `values[offset + i]`, where `i` runs up to `count`.
            let is_added = self.indices.iter().any(|(other, other_indexed)| {
                let is_bounded = |(a, bound): &(usize, usize)| {
                    a == other && bound != index && bound != indexed && *bound < self.n_params
                };
                other_indexed == indexed && *other >= self.n_params && self.compared.iter().any(is_bounded)
            });
            if (begins || is_added) && *index < self.n_params && !self.counts_down(*index) {
                self.found[*indexed].begun_at.insert(*index);
            }
            if let Some(limit) = self.limits.get(index) {
                self.found[*indexed].counts_to(*limit);
            }
        }
        self.bound_by_countdown();
        self.found
    }

    /// The only number that counts down to zero beside pointers which move along and have no other end says how
    /// much these pointers lead to: `size` in `copy(to, from, size)`, which stops at `size-- == 0`.
    fn bound_by_countdown(&mut self) {
        let is_open = |at: &usize| {
            let found = &self.found[*at];
            self.runs(*at) && !found.ends_in_zero && (found.is_read || found.is_written)
        };
        let open: Vec<usize> = (0..self.n_params).filter(is_open).collect();
        let is_countdown = |at: &usize| {
            let found = &self.found[*at];
            !open.contains(at) && found.compared_with.contains(&0) && self.counts_down(*at)
        };
        let numbers: Vec<usize> = (0..self.n_params).filter(is_countdown).collect();
        let [number] = numbers[..] else { return };
        open.into_iter().filter(|pointer| *pointer < number).for_each(|pointer| {
            self.found[pointer].bounded_by.insert(number);
        });
    }

    /// Whether a variable is that of a parameter, or has the parameter's value at first.
    fn is_of(&self, variable: usize, parameter: usize) -> bool {
        let begins_with = || {
            let mut from = self.variables[variable].from.iter().filter(|from| **from < self.n_params);
            from.next() == Some(&parameter) && from.next().is_none()
        };
        variable == parameter || variable >= self.n_params && begins_with()
    }

    /// Whether an instruction sets a variable of a parameter to what `is_step` accepts.
    fn steps(&self, parameter: usize, is_step: impl Fn(&Inst) -> bool) -> bool {
        self.program.code_of(self.function).any(|inst| {
            let place = (inst.op == Op::Store).then(|| self.origin(inst.b()).place).flatten();
            place.is_some_and(|place| {
                let reads_it =
                    |load: &Inst| load.op == Op::Load && self.origin(load.a()).place == Some(place);
                let step = self.maker(inst.a()).filter(|step| is_step(step));
                self.is_of(place, parameter)
                    && step.and_then(|step| self.maker(step.a())).is_some_and(reads_it)
            })
        })
    }

    /// The origin of an operand's value.
    fn origin(&self, operand: Operand) -> Origin {
        match operand.kind() {
            OperandKind::Register(register) => self.registers[register.index()].clone(),
            OperandKind::Constant(_) => Origin::default(),
        }
    }

    /// Adds to the origin of a register's value.
    fn add(&mut self, inst: &Inst, origin: Origin) {
        if inst.dst != Inst::NO_RESULT {
            self.has_changed |= self.registers[inst.dst.index()].add(origin);
        }
    }

    fn follow(&mut self, pc: Pc) {
        let inst = *self.program.inst(pc);
        match inst.op {
            Op::Alloca => {
                let place = self.places.get(&pc).copied();
                self.add(&inst, Origin { place, ..Origin::default() });
            }
            Op::Load => {
                let address = self.origin(inst.a());
                let (through, held) = match inst.bits().0 {
                    8 => (address.from, BTreeSet::new()),
                    64 => (BTreeSet::new(), address.from),
                    _ => (BTreeSet::new(), BTreeSet::new()),
                };
                let mut value = Origin { through, held, ..Origin::default() };
                if let Some(variable) = address.place {
                    value.add(self.variables[variable].clone());
                    value.from.insert(variable);
                }
                self.add(&inst, value);
            }
            Op::Store => {
                let (value, address) = (self.origin(inst.a()), self.origin(inst.b()));
                if let Some(variable) = address.place {
                    let value = Origin { place: None, ..value };
                    self.has_changed |= self.variables[variable].add(value);
                }
            }
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt | Op::PtrAdd | Op::PtrIndex => {
                let origin = self.origin(inst.a());
                self.add(&inst, Origin { place: origin.place.filter(|_| inst.op == Op::Move), ..origin });
            }
            Op::Add | Op::Sub | Op::Mul | Op::LShr | Op::AShr | Op::Shl | Op::UDiv | Op::SDiv => {
                let (mut a, b) = (self.origin(inst.a()), self.origin(inst.b()));
                a.add(b);
                // `c - d` is no character: that it is zero says that two are equal.
                self.add(&inst, Origin { place: None, through: BTreeSet::new(), ..a });
            }
            Op::Or => {
                let (a, b) = (self.origin(inst.a()), self.origin(inst.b()));
                let joined = [a.from, a.joined, b.from, b.joined].into_iter().flatten().collect();
                self.add(&inst, Origin { joined, ..Origin::default() });
            }
            Op::Select => {
                let words = &self.program.extra[inst.b as usize..][..2];
                let mut origin = self.origin(Operand::from_raw(words[0]));
                origin.add(self.origin(Operand::from_raw(words[1])));
                self.add(&inst, origin);
            }
            Op::Call => {
                let site = CallSite::read(self.program, inst.a);
                if self.callee(&site).is_some_and(|callee| library::counts_letters(&callee.name))
                    && let Some(counted) = site.args().next()
                {
                    let counts = self.origin(counted.operand).from;
                    self.add(&inst, Origin { counts, ..Origin::default() });
                }
                let from = self.given_back(&site);
                self.add(&inst, Origin { from, ..Origin::default() });
            }
            _ => {}
        }
    }

    /// The variables that those arguments come from which a call may return.
    fn given_back(&self, site: &CallSite<'_>) -> BTreeSet<usize> {
        let OperandKind::Constant(id) = site.callee().kind() else { return BTreeSet::new() };
        let Const::Function(callee) = self.program.constants[id.index()] else { return BTreeSet::new() };
        let known = self.known.get(callee);
        let is_from_library = library::gives_place_in_first(&self.program.functions[callee.index()].name);
        let is_given_back = |at: usize| match known.is_empty() {
            true => at == 0 && is_from_library,
            false => known.len() == site.n_args() && known[at].is_given_back,
        };
        let arguments = site.args().enumerate().filter(|(at, _)| is_given_back(*at));
        arguments.flat_map(|(_, argument)| self.origin(argument.operand).from).collect()
    }

    /// The function that is called, if it is known which.
    fn callee(&self, site: &CallSite<'_>) -> Option<&'a Function> {
        let OperandKind::Constant(id) = site.callee().kind() else { return None };
        let Const::Function(callee) = self.program.constants[id.index()] else { return None };
        Some(&self.program.functions[callee.index()])
    }

    fn moves(&mut self) {
        for edge in &self.program.edges {
            if !self.function.blocks.contains(&edge.to.raw()) {
                continue;
            }
            for step in self.program.moves_of(edge) {
                let origin = self.origin(step.src);
                self.has_changed |= self.registers[step.dst.index()].add(origin);
            }
        }
    }

    fn note(&mut self, pc: Pc) {
        let inst = *self.program.inst(pc);
        match inst.op {
            Op::Load => self.each(&self.origin(inst.a()).from.clone(), |found| found.is_read = true),
            Op::Store => self.each(&self.origin(inst.b()).from.clone(), |found| found.is_written = true),
            Op::PtrIndex | Op::PtrAdd => self.note_step(&inst),
            Op::ICmp => self.note_comparison(&inst),
            Op::Switch => {
                let from = self.origin(inst.a()).from;
                let words = &self.program.extra[inst.b as usize..];
                let cases = words[2..].chunks_exact(2).take(words[1] as usize);
                let cases: Vec<i128> = cases
                    .filter_map(|pair| {
                        self.program.signed_constant(Operand::constant(crate::ir::ConstId::from_raw(pair[0])))
                    })
                    .collect();
                if cases.contains(&0) {
                    let through = self.origin(inst.a()).through;
                    self.each(&through, |found| found.ends_in_zero = true);
                }
                self.each(&from, |found| found.compared_with.extend(&cases));
            }
            Op::And => self.note_alignment(&inst),
            Op::UDiv | Op::SDiv | Op::URem | Op::SRem => {
                if matches!(inst.op, Op::URem | Op::SRem) {
                    self.note_alignment(&inst);
                }
                let from = self.origin(inst.b()).from;
                self.each(&from, |found| found.divides = true);
            }
            Op::Sub => self.note_end(inst.a(), inst.b()),
            Op::MemCpy | Op::MemMove | Op::MemSet => {
                let words = &self.program.extra[inst.a as usize..][..3];
                let [to, what, size] = [words[0], words[1], words[2]].map(Operand::from_raw);
                let (to, size) = (self.origin(to).from, self.origin(size).from);
                self.each(&to, |found| found.is_written = true);
                self.bound(&to, &size);
                if inst.op != Op::MemSet {
                    let from = self.origin(what).from;
                    self.each(&from, |found| found.is_read = true);
                    self.bound(&from, &size);
                }
            }
            Op::Call => self.note_call(&inst),
            Op::Ret if self.gives_pointer => {
                let mut given = BTreeSet::new();
                inst.for_each_operand(self.program, |operand| given.extend(self.origin(operand).from));
                self.each(&given, |found| found.is_given_back = true);
            }
            _ => {}
        }
    }

    /// Bits at the end of a number, as in `(uintptr_t)p & 3` and `(uintptr_t)p % size`.
    fn note_alignment(&mut self, inst: &Inst) {
        let limit = match self.program.signed_constant(inst.b()) {
            Some(mask) if inst.op == Op::And => mask + 1,
            Some(divisor) => divisor,
            None => UNKNOWN_ALIGNMENT,
        };
        let limit =
            u64::try_from(limit).ok().filter(|limit| limit.is_power_of_two() && *limit <= MOST_ALIGNED);
        if let Some(limit) = limit.filter(|limit| *limit > 1) {
            let Origin { mut from, joined, .. } = self.origin(inst.a());
            from.extend(joined);
            self.each(&from, |found| found.aligned_to = found.aligned_to.max(limit));
        }
    }

    /// A step from a pointer.
    fn note_step(&mut self, inst: &Inst) {
        let (base, step) = (self.origin(inst.a()).from, self.origin(inst.b()).from);
        let is_constant = self.program.signed_constant(inst.b()).is_some();
        let steps = self.program.signed_constant(inst.b()).map_or(1, i128::unsigned_abs);
        let stride = match inst.op {
            Op::PtrIndex => u128::from(inst.width) * steps,
            _ if is_constant => steps,
            _ => 0,
        };
        let stride = u64::try_from(stride).unwrap_or(0);
        if !is_constant {
            let share = self.share(inst.b());
            self.each(&base, |found| {
                found.is_walked = true;
                found.strides.insert(stride);
                found.shares.insert(share);
            });
        } else {
            self.each(&base, |found| found.is_stepped |= steps > 0);
            let is_forward = self.program.signed_constant(inst.b()).is_some_and(|by| by > 0);
            if let Some(parameter) = self.parameter(inst.a()).filter(|_| is_forward) {
                let found = &mut self.found[parameter];
                found.reaches = found.reaches.max(stride);
            }
            // `p++` changes a variable, `p[1]` and `&p->next` do not.
            let register = inst.dst;
            let is_kept = self.program.positions(self.function).any(|pc| {
                let inst = self.program.inst(pc);
                inst.op == Op::Store && inst.a().kind() == OperandKind::Register(register)
            });
            if is_kept {
                self.each(&base, |found| {
                    found.is_walked = true;
                    found.strides.insert(stride);
                });
            }
            let is_before = self.program.signed_constant(inst.b()).is_some_and(|by| by < 0);
            if is_before {
                self.each(&base, |found| found.is_walked_back = true);
            }
            if let Some(parameter) = self.parameter(inst.a()).filter(|_| is_before && !is_kept) {
                self.found[parameter].has_header = true;
            }
        }
        for index in &step {
            self.indices.extend(base.iter().map(|base| (*index, *base)));
        }
    }

    /// The constant by which an index is divided; one if it is not divided.
    fn share(&self, index: Operand) -> u64 {
        let mut maker = self.maker(index);
        while let Some(cast) = maker.filter(|inst| matches!(inst.op, Op::ZExt | Op::SExt | Op::Trunc)) {
            maker = self.maker(cast.a());
        }
        let constant = |inst: &Inst| u32::try_from(self.program.signed_constant(inst.b())?).ok();
        let share = maker.and_then(|inst| match inst.op {
            Op::UDiv | Op::SDiv => constant(inst).map(u64::from),
            Op::LShr | Op::AShr => constant(inst).and_then(|bits| 1_u64.checked_shl(bits)),
            _ => None,
        });
        share.unwrap_or(1).max(1)
    }

    /// The parameter whose variable an operand was read from.
    fn parameter(&self, operand: Operand) -> Option<usize> {
        let load = self.maker(operand).filter(|inst| inst.op == Op::Load)?;
        self.origin(load.a()).place.filter(|place| *place < self.n_params)
    }

    /// The instruction that sets an operand.
    fn maker(&self, operand: Operand) -> Option<&Inst> {
        let OperandKind::Register(register) = operand.kind() else { return None };
        self.program.code_of(self.function).find(|inst| inst.dst == register)
    }

    /// Whether a variable of a parameter is moved along: `p++`.
    fn runs(&self, parameter: usize) -> bool {
        self.steps(parameter, |step| matches!(step.op, Op::PtrAdd | Op::PtrIndex))
    }

    /// Whether one is added to a variable: `n++`.
    fn counts_up(&self, variable: usize) -> bool {
        self.program.code_of(self.function).any(|inst| {
            inst.op == Op::Store
                && self.origin(inst.b()).place == Some(variable)
                && self.maker(inst.a()).is_some_and(|step| {
                    step.op == Op::Add
                        && self.program.signed_constant(step.b()) == Some(1)
                        && self.maker(step.a()).is_some_and(|load| {
                            load.op == Op::Load && self.origin(load.a()).place == Some(variable)
                        })
                })
        })
    }

    /// Whether a variable of a parameter is decreased: `n--`.
    fn counts_down(&self, parameter: usize) -> bool {
        self.steps(parameter, |step| {
            let is_less = |by: i128| (step.op == Op::Sub) == (by > 0);
            matches!(step.op, Op::Add | Op::Sub)
                && self.program.signed_constant(step.b()).is_some_and(is_less)
        })
    }

    fn note_comparison(&mut self, inst: &Inst) {
        let (a, b) = (self.origin(inst.a()), self.origin(inst.b()));
        for (one, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
            let Some(constant) = self.program.signed_constant(one) else { continue };
            let origin = self.origin(other);
            let is_equality = matches!(inst.predicate(), Predicate::Eq | Predicate::Ne);
            if constant == 0 && is_equality {
                self.each(&origin.from, |found| found.is_tested = true);
                self.each(&origin.through, |found| found.ends_in_zero = true);
            }
            self.each(&origin.from, |found| {
                found.compared_with.insert(constant);
            });
            // If a pointer is compared with a number, it is the distance to another pointer.
            self.each(&origin.from, |found| found.counts_to(constant));
            self.each(&origin.counts, |found| found.counts_to(constant));
            for variable in origin.from {
                let limit = self.limits.entry(variable).or_default();
                *limit = constant.max(*limit);
            }
        }
        self.note_end(inst.a(), inst.b());
        self.note_end(inst.b(), inst.a());
        self.note_within(inst.a(), inst.b());
        self.note_within(inst.b(), inst.a());
        for one in &a.from {
            for other in b.from.iter().filter(|other| *other != one) {
                self.compared.insert((*one, *other));
                self.compared.insert((*other, *one));
            }
        }
    }

    /// Notes that one of two operands may be the end of what the other points to.
    fn note_end(&mut self, end: Operand, begin: Operand) {
        let begins: BTreeSet<usize> =
            self.origin(begin).from.into_iter().filter(|begin| *begin < self.n_params).collect();
        let held: BTreeSet<usize> =
            self.origin(begin).held.into_iter().filter(|place| *place < self.n_params).collect();
        let ends = self.origin(end).from;
        self.each(&ends, |found| {
            found.ends.extend(&begins);
            found.ends_held.extend(&held);
        });
    }

    /// Notes that `place` is compared with the end of an array, if both the array and the number of its elements
    /// are parameters.
    fn note_within(&mut self, end: Operand, place: Operand) {
        let step = self.maker(end).filter(|inst| matches!(inst.op, Op::PtrIndex | Op::PtrAdd));
        let Some((array, length)) = step.map(|step| (self.origin(step.a()), self.origin(step.b()))) else {
            return;
        };
        let places = self.origin(place).from;
        self.is_within(&places, &array.from, &length.from);
    }

    fn is_within(&mut self, places: &BTreeSet<usize>, array: &BTreeSet<usize>, length: &BTreeSet<usize>) {
        let only = |of: &BTreeSet<usize>| match of.iter().copied().collect::<Vec<_>>()[..] {
            [only] if only < self.n_params => Some(only),
            _ => None,
        };
        let (Some(array), Some(length)) = (only(array), only(length)) else { return };
        let places = places.iter().copied().filter(|place| *place != array).collect();
        self.each(&places, |found| {
            found.within.insert((array, length));
        });
    }

    fn note_call(&mut self, inst: &Inst) {
        let site = CallSite::read(self.program, inst.a);
        let arguments: Vec<BTreeSet<usize>> =
            site.args().map(|argument| self.origin(argument.operand).from).collect();
        let callee = match site.callee().kind() {
            OperandKind::Constant(id) => match self.program.constants[id.index()] {
                Const::Function(callee) => callee,
                _ => return,
            },
            OperandKind::Register(_) => {
                let from = self.origin(site.callee()).from;
                return self.each(&from, |found| found.is_called = true);
            }
        };
        let known = self.known.get(callee);
        // If structures are passed, arguments do not correspond to parameters one by one.
        if known.len() == arguments.len() {
            for (theirs, ours) in known.iter().zip(&arguments) {
                self.each(ours, |found| found.take(theirs));
                for bound in &theirs.bounded_by {
                    self.bound(ours, &arguments[*bound]);
                }
                for (array, length) in &theirs.within {
                    self.is_within(ours, &arguments[*array], &arguments[*length]);
                }
                for place in &theirs.ends_held {
                    let places = arguments[*place].iter().filter(|place| **place < self.n_params);
                    let places: Vec<usize> = places.copied().collect();
                    self.each(ours, |found| found.ends_held.extend(&places));
                }
            }
            return;
        }
        let name = &self.program.functions[callee.index()].name;
        for ours in &arguments {
            self.each(ours, |found| {
                found.given_to.insert(name.clone());
            });
        }
        for (at, theirs) in library::uses(name) {
            let Some(ours) = arguments.get(*at) else { continue };
            self.each(ours, |found| theirs.mark(found));
            if let Some(bound) = theirs.bound().and_then(|bound| arguments.get(bound)) {
                self.bound(ours, bound);
            }
        }
    }

    fn bound(&mut self, pointers: &BTreeSet<usize>, numbers: &BTreeSet<usize>) {
        let numbers: Vec<usize> = numbers.iter().copied().filter(|number| *number < self.n_params).collect();
        self.each(pointers, |found| found.bounded_by.extend(&numbers));
    }

    /// Notes something about those of the variables that are parameters.
    fn each(&mut self, variables: &BTreeSet<usize>, mut note: impl FnMut(&mut Use)) {
        variables
            .iter()
            .filter(|number| **number < self.n_params)
            .for_each(|number| note(&mut self.found[*number]));
    }
}

impl Origin {
    /// Adds another origin. Returns whether that changes anything.
    fn add(&mut self, other: Origin) -> bool {
        let size = |origin: &Origin| {
            let Origin { from, through, held, counts, joined, place } = origin;
            (from.len(), through.len(), held.len(), counts.len(), joined.len(), *place)
        };
        let before = size(self);
        self.from.extend(other.from);
        self.through.extend(other.through);
        self.held.extend(other.held);
        self.counts.extend(other.counts);
        self.joined.extend(other.joined);
        self.place = self.place.or(other.place);
        before != size(self)
    }
}

impl Use {
    /// Its letters are counted up to this.
    fn counts_to(&mut self, number: i128) {
        self.counted_to = self.counted_to.max(number);
    }

    /// Adds what a callee does with it.
    fn take(&mut self, other: &Use) {
        self.given_to.extend(other.given_to.iter().cloned());
        self.is_tested |= other.is_tested;
        self.is_read |= other.is_read;
        self.is_written |= other.is_written;
        self.is_walked |= other.is_walked;
        self.is_walked_back |= other.is_walked_back;
        self.is_stepped |= other.is_stepped;
        self.strides.extend(&other.strides);
        self.shares.extend(&other.shares);
        self.ends_in_zero |= other.ends_in_zero;
        self.is_freed |= other.is_freed;
        self.is_opened |= other.is_opened;
        self.is_descriptor |= other.is_descriptor;
        self.is_called |= other.is_called;
        self.divides |= other.divides;
        self.aligned_to = self.aligned_to.max(other.aligned_to);
        self.has_header |= other.has_header;
        self.compared_with.extend(&other.compared_with);
        self.counts_to(other.counted_to);
    }
}
