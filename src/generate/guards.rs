//! What a function itself checks about its parameters: whether it compares them, or what they point to, with
//! null or with a bound. If a function guards against a value on one path and fails on it on another path, it
//! has a bug.
//!
//! Unlike [`uses`](super::uses), this counts only the function's own code, and only values that are a
//! parameter or a member that is read through one, not values that are computed from them.
//!
//! What an assertion compares is no guard: it states what callers have to keep to.

mod passed;

use crate::ir::{CallSite, Const, FuncId, Function, Inst, Op, Operand, OperandKind, Predicate, Program};
use std::collections::{BTreeMap, BTreeSet};

/// A parameter by its number, or a member of what it points to by its offset in bytes.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub parameter: usize,
    pub member: Option<i128>,
}

/// What a function checks about its parameters.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Guards {
    /// Compared for equality with null or zero.
    pub tested: BTreeSet<Place>,
    /// The same, also if the value was copied to a variable of the function first: the lines of the
    /// comparisons.
    pub asked: BTreeMap<Place, BTreeSet<u32>>,
    /// Compared for equality with a number other than zero, or switched over.
    pub cases: BTreeSet<Place>,
    /// Single bits that are looked at.
    pub bits: BTreeMap<Place, BTreeSet<i128>>,
    /// Compared for order with these numbers.
    pub bounds: BTreeMap<Place, BTreeSet<i128>>,
    /// Elements of what the parameter of this number points to are compared for order with these numbers.
    pub element_bounds: BTreeMap<usize, BTreeSet<i128>>,
    /// Pairs of places that are compared for order.
    pub compared: BTreeSet<(Place, Place)>,
    /// Parameters that are the end of a range: they are compared for order with a value that is no parameter,
    /// such as a running index.
    pub ends: BTreeSet<usize>,
    /// Parameters that are used as an index: as they are, plus or minus a constant, or without their lowest
    /// bits.
    pub indices: BTreeSet<usize>,
    /// How many values of such a parameter lead to the same element, if several do: eight, if the elements
    /// are bytes whose bits are looked at.
    pub scales: BTreeMap<usize, i128>,
    /// The functions that it calls.
    pub calls: BTreeSet<String>,
    /// The places from which the operands are computed of what is read, written, called or computed at a line
    /// and column.
    pub sites: BTreeMap<(u32, u32), BTreeSet<Place>>,
}

impl Guards {
    /// The guards of one function.
    pub fn of(program: &Program, id: FuncId) -> Self {
        let reader = Reader::new(program, &program.functions[id.index()]);
        let mut guards = Self::default();
        let asserted = reader.assertions();
        for pc in program.positions(reader.function) {
            let inst = program.inst(pc);
            let at = program.loc(pc).map(|loc| (loc.line, u32::from(loc.column)));
            if inst.op != Op::ICmp || !at.is_some_and(|at| asserted.contains(&at)) {
                reader.note(inst, &mut guards);
            }
            if let Some(at) = at {
                reader.note_site(inst, guards.sites.entry(at).or_default());
                if let Some(place) = reader.asked(inst) {
                    guards.asked.entry(place).or_default().insert(at.0);
                }
            }
        }
        guards
    }

    /// Whether a place is compared for order with a number near `value`.
    pub fn bounds_near(&self, place: Place, value: i128) -> bool {
        self.bounds.get(&place).is_some_and(|bounds| is_any_near(bounds, value))
    }

    /// Whether an element of what a parameter points to is compared for order with a number near `value`.
    pub fn element_bounds_near(&self, parameter: usize, value: i128) -> bool {
        self.element_bounds.get(&parameter).is_some_and(|bounds| is_any_near(bounds, value))
    }

    /// The places that one place is compared for order with.
    pub fn compared_with(&self, place: Place) -> impl Iterator<Item = Place> + '_ {
        self.compared.iter().filter(move |(one, _)| *one == place).map(|(_, other)| *other)
    }
}

fn is_any_near(bounds: &BTreeSet<i128>, value: i128) -> bool {
    bounds.iter().any(|bound| (value - bound).abs() <= 1)
}

/// The functions that report an assertion which does not hold, of glibc and musl, and of others.
const ASSERTION_FAILURES: [&str; 4] = ["__assert_fail", "__assert", "__assert_func", "__assert_rtn"];

/// How many steps are followed from an operand back to what it is computed from.
const DEPTH: u32 = 8;

/// The least shift that counts as access to a group: bits are counted in groups of eight or more, while
/// dividing a length by two looks for the middle.
const LEAST_SHIFT: i128 = 3;

struct Reader<'a> {
    program: &'a Program,
    function: &'a Function,
    /// The instruction that sets each register.
    makers: BTreeMap<u32, Inst>,
    /// The number of the parameter whose variable has its address in a register.
    variables: BTreeMap<u32, usize>,
    /// The values that are stored to a variable, by the register of its address.
    stored: BTreeMap<u32, Vec<Operand>>,
    /// The registers that are read from variables of parameters, and do not have the passed value.
    replaced: BTreeSet<u32>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Self {
        let names: Vec<Option<&str>> = function
            .signature
            .as_ref()
            .map_or(Vec::new(), |it| it.param_names.iter().map(Option::as_deref).collect());
        let (mut makers, mut variables, mut stored) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut taken = BTreeSet::new();
        for pc in program.positions(function) {
            let inst = program.inst(pc);
            if inst.dst != Inst::NO_RESULT {
                makers.insert(inst.dst.raw(), *inst);
            }
            if inst.op == Op::Alloca {
                let name = inst.alloca(program).name.map(|name| program.texts[name].as_str());
                let number = names.iter().position(|param| param.is_some() && *param == name);
                if let Some(number) = number.filter(|number| taken.insert(*number)) {
                    variables.insert(inst.dst.raw(), number);
                }
            }
            if let (Op::Store, OperandKind::Register(to)) = (inst.op, inst.b().kind()) {
                stored.entry(to.raw()).or_insert_with(Vec::new).push(inst.a());
            }
        }
        let maker = |operand: Operand| match operand.kind() {
            OperandKind::Register(register) => makers.get(&register.raw()),
            OperandKind::Constant(_) => None,
        };
        let narrow = |operand: Operand| {
            let wider = |inst: &&Inst| matches!(inst.op, Op::SExt | Op::ZExt | Op::Trunc);
            let mut inner = operand;
            while let Some(inst) = maker(inner).filter(wider) {
                inner = inst.a();
            }
            inner
        };
        // `value -= 43`: what is compared then still tells of what was passed.
        let is_moved = |store: &Inst| {
            maker(narrow(store.a())).is_some_and(|inst| {
                matches!(inst.op, Op::Add | Op::Sub)
                    && matches!(inst.b().kind(), OperandKind::Constant(_))
                    && maker(narrow(inst.a()))
                        .is_some_and(|read| read.op == Op::Load && read.a() == store.b())
            })
        };
        let replaced = passed::replaced(program, function, &variables, |store| match store.a().kind() {
            OperandKind::Register(_) if is_moved(store) => None,
            OperandKind::Register(value) => Some(!makers.contains_key(&value.raw())),
            OperandKind::Constant(_) => Some(false),
        });
        Self { program, function, makers, variables, stored, replaced }
    }

    /// The lines and columns of assertions. All that such a macro expands to has the place of its use.
    fn assertions(&self) -> BTreeSet<(u32, u32)> {
        let is_failure = |inst: &Inst| {
            inst.op == Op::Call
                && self.called(inst).is_some_and(|callee| ASSERTION_FAILURES.contains(&callee))
        };
        let failures = self.program.positions(self.function).filter(|pc| is_failure(self.program.inst(*pc)));
        let places = failures.filter_map(|pc| self.program.loc(pc));
        places.map(|loc| (loc.line, u32::from(loc.column))).collect()
    }

    /// The name of the function that an instruction calls.
    fn called(&self, call: &Inst) -> Option<&str> {
        let OperandKind::Constant(id) = CallSite::read(self.program, call.a).callee().kind() else {
            return None;
        };
        let Const::Function(callee) = self.program.constants[id.index()] else { return None };
        Some(&self.program.functions[callee.index()].name)
    }

    /// The place whose value, or a copy of it, an instruction compares with null or zero.
    fn asked(&self, inst: &Inst) -> Option<Place> {
        let is_equality = inst.op == Op::ICmp && matches!(inst.predicate(), Predicate::Eq | Predicate::Ne);
        let value = Some(inst.a()).filter(|_| is_equality && self.constant(inst.b()) == Some(0))?;
        let copied = || {
            let read = self.maker(value).filter(|read| read.op == Op::Load)?;
            self.place(self.only_stored(read.a())?)
        };
        self.place(value).filter(|_| !self.is_replaced(value)).or_else(copied)
    }

    fn maker(&self, operand: Operand) -> Option<&Inst> {
        match operand.kind() {
            OperandKind::Register(register) => self.makers.get(&register.raw()),
            OperandKind::Constant(_) => None,
        }
    }

    /// The value of an operand that is a constant or is read from a constant variable.
    fn constant(&self, operand: Operand) -> Option<i128> {
        self.program.signed_constant(operand).or_else(|| self.constant_variable(operand))
    }

    fn constant_variable(&self, operand: Operand) -> Option<i128> {
        let inst = self.maker(operand)?;
        match inst.op {
            Op::Trunc | Op::ZExt | Op::SExt => return self.constant_variable(inst.a()),
            Op::Load => {}
            _ => return None,
        }
        let OperandKind::Constant(id) = inst.a().kind() else { return None };
        let Const::Global { global, offset: 0 } = self.program.constants[id.index()] else { return None };
        let global = &self.program.globals[global.index()];
        let init = global.init.as_ref().filter(|init| global.is_constant && init.relocations.is_empty())?;
        let size = inst.bits().0.div_ceil(8) as usize;
        let bytes =
            Some(size).filter(|size| (1..=8).contains(size)).and_then(|size| init.bytes.get(0..size))?;
        let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        let shift = 64 - 8 * size;
        Some(i128::from(((value << shift) as i64) >> shift))
    }

    /// The place whose value an operand is.
    fn place(&self, operand: Operand) -> Option<Place> {
        let inst = self.maker(operand)?;
        match inst.op {
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt => self.place(inst.a()),
            Op::Load => {
                if let Some(parameter) = self.parameter(inst.a()) {
                    return Some(Place { parameter, member: None });
                }
                let (base, offset) = match self.maker(inst.a())? {
                    step if step.op == Op::PtrAdd => (step.a(), self.program.signed_constant(step.b())?),
                    _ => (inst.a(), 0),
                };
                let base = self.place(base).filter(|place| place.member.is_none())?;
                Some(Place { member: Some(offset), ..base })
            }
            _ => None,
        }
    }

    /// The parameter that points to the array of which an operand is an element, if the index is no constant.
    fn element(&self, operand: Operand) -> Option<usize> {
        let inst = self.maker(operand)?;
        match inst.op {
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt => self.element(inst.a()),
            Op::Load => {
                if let Some(stored) = self.only_stored(inst.a()) {
                    return self.element(stored);
                }
                let step = self.maker(inst.a())?;
                let is_step = matches!(step.op, Op::PtrIndex | Op::PtrAdd)
                    && self.program.signed_constant(step.b()).is_none();
                let place = self.place(step.a()).filter(|place| is_step && place.member.is_none());
                place.map(|place| place.parameter)
            }
            _ => None,
        }
    }

    /// Adds the places because of which an instruction can fail.
    fn note_site(&self, inst: &Inst, found: &mut BTreeSet<Place>) {
        match inst.op {
            // These cannot fail, but may have the same line and column as an operation that can.
            Op::Branch | Op::Switch | Op::Ret | Op::ICmp => {}
            // A store can fail because of its address, but not because of the stored value.
            Op::Store => self.places(inst.b(), DEPTH, found),
            Op::Call => {
                let site = CallSite::read(self.program, inst.a);
                match site.callee().kind() {
                    OperandKind::Register(_) => self.places(site.callee(), DEPTH, found),
                    OperandKind::Constant(_) => {
                        site.args().for_each(|argument| self.places(argument.operand, DEPTH, found));
                    }
                }
            }
            _ => inst.for_each_operand(self.program, |operand| self.places(operand, DEPTH, found)),
        }
    }

    /// Adds the places that an operand is computed from.
    fn places(&self, operand: Operand, depth: u32, found: &mut BTreeSet<Place>) {
        if let Some(place) = self.place(operand) {
            found.insert(place);
            return;
        }
        let Some(inst) = self.maker(operand).filter(|_| depth > 0) else { return };
        if inst.op != Op::Alloca && inst.op != Op::Call {
            inst.for_each_operand(self.program, |operand| self.places(operand, depth - 1, found));
        }
    }

    fn is_at_least(&self, operand: Operand, least: i128) -> bool {
        self.program.signed_constant(operand).is_some_and(|constant| constant >= least)
    }

    /// The only value that is ever stored to a variable, if the variable is not that of a parameter.
    fn only_stored(&self, address: Operand) -> Option<Operand> {
        let OperandKind::Register(register) = address.kind() else { return None };
        let is_variable = self.makers.get(&register.raw()).is_some_and(|inst| inst.op == Op::Alloca);
        match self.stored.get(&register.raw()).map(Vec::as_slice) {
            Some([only]) if is_variable && !self.variables.contains_key(&register.raw()) => Some(*only),
            _ => None,
        }
    }

    /// The parameter whose variable lies at an address. A variable that is only ever given a parameter
    /// counts, too.
    fn parameter(&self, address: Operand) -> Option<usize> {
        let OperandKind::Register(register) = address.kind() else { return None };
        if let Some(number) = self.variables.get(&register.raw()) {
            return Some(*number);
        }
        let is_variable = self.makers.get(&register.raw()).is_some_and(|inst| inst.op == Op::Alloca);
        match self.stored.get(&register.raw()).map(Vec::as_slice) {
            Some([only]) if is_variable => {
                self.place(*only).filter(|place| place.member.is_none()).map(|place| place.parameter)
            }
            _ => None,
        }
    }

    /// Whether a value is read from or through a parameter's variable that then has another value than the
    /// passed one.
    fn is_replaced(&self, operand: Operand) -> bool {
        let Some(inst) = self.maker(operand) else { return false };
        match inst.op {
            Op::Move | Op::Trunc | Op::ZExt | Op::SExt | Op::PtrAdd => self.is_replaced(inst.a()),
            Op::Load => self.replaced.contains(&inst.dst.raw()) || self.is_replaced(inst.a()),
            _ => false,
        }
    }

    /// The operand of a conversion to a wider or narrower number; other operands are unchanged.
    fn narrow(&self, operand: Operand) -> Operand {
        let wider = self.maker(operand).filter(|maker| matches!(maker.op, Op::SExt | Op::ZExt | Op::Trunc));
        wider.map_or(operand, |maker| maker.a())
    }

    fn note(&self, inst: &Inst, guards: &mut Guards) {
        match inst.op {
            Op::ICmp => self.note_comparison(inst, guards),
            Op::And => self.note_bit(inst, guards),
            Op::Switch => guards.cases.extend(self.place(inst.a())),
            Op::PtrIndex => {
                let mut index = inst.b();
                let (mut steps, mut scale) = (0, 1_i128);
                while let Some(maker) = self.maker(index).filter(|_| steps < DEPTH) {
                    steps += 1;
                    match maker.op {
                        Op::SExt | Op::ZExt | Op::Trunc => index = maker.a(),
                        Op::Add | Op::Sub if self.program.signed_constant(maker.b()).is_some() => {
                            index = maker.a()
                        }
                        // Where a part begins: `values[offset + i]`.
                        Op::Add => {
                            let parts = [maker.a(), maker.b()].map(|part| self.place(self.narrow(part)));
                            let begins = parts.into_iter().flatten().filter(|place| place.member.is_none());
                            guards.indices.extend(begins.map(|place| place.parameter));
                            break;
                        }
                        // The number of a bit in a set, or of a byte in a file with blocks.
                        Op::LShr | Op::AShr if self.is_at_least(maker.b(), LEAST_SHIFT) => {
                            let by = self.program.signed_constant(maker.b()).unwrap_or(0).clamp(0, 32);
                            (index, scale) = (maker.a(), scale << by);
                        }
                        Op::UDiv | Op::SDiv if self.is_at_least(maker.b(), 1 << LEAST_SHIFT) => {
                            let by = self.program.signed_constant(maker.b()).unwrap_or(1);
                            (index, scale) = (maker.a(), scale.saturating_mul(by));
                        }
                        Op::Load => match self.only_stored(maker.a()) {
                            Some(stored) => index = stored,
                            None => break,
                        },
                        _ => break,
                    }
                }
                let place = self.place(index).filter(|place| place.member.is_none());
                if let Some(Place { parameter, .. }) = place {
                    guards.indices.insert(parameter);
                    if scale > 1 {
                        guards.scales.insert(parameter, scale);
                    }
                }
            }
            Op::Call => {
                guards.calls.extend(self.called(inst).map(str::to_owned));
            }
            _ => {}
        }
    }

    fn note_bit(&self, inst: &Inst, guards: &mut Guards) {
        for (one, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
            let mask = self.program.signed_constant(other).filter(|mask| mask.count_ones() == 1);
            if let Some((place, mask)) = self.place(one).zip(mask) {
                guards.bits.entry(place).or_default().insert(mask);
            }
        }
    }

    fn note_comparison(&self, inst: &Inst, guards: &mut Guards) {
        let is_equality = matches!(inst.predicate(), Predicate::Eq | Predicate::Ne);
        for (one, other) in [(inst.a(), inst.b()), (inst.b(), inst.a())] {
            if let (Some(parameter), Some(bound), false) =
                (self.element(one), self.constant(other), is_equality)
            {
                guards.element_bounds.entry(parameter).or_default().insert(bound);
            }
            let Some(place) = self.place(one).filter(|_| !self.is_replaced(one)) else { continue };
            match (self.constant(other), self.place(other)) {
                (Some(0), _) if is_equality => {
                    guards.tested.insert(place);
                }
                (Some(_), _) if is_equality => {
                    guards.cases.insert(place);
                }
                (Some(bound), _) if !is_equality => {
                    guards.bounds.entry(place).or_default().insert(bound);
                }
                (None, Some(other)) if !is_equality => {
                    guards.compared.insert((place, other));
                }
                // A number that elements are compared with is a value like them, not the end of a range.
                (None, None) if !is_equality && place.member.is_none() && self.element(other).is_none() => {
                    guards.ends.insert(place.parameter);
                }
                _ => {}
            }
        }
    }
}
