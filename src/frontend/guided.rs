//! The program for a search by native runs: the bitcode that is also executed symbolically, with calls that
//! report at every branch how far its comparison is from the other outcome. It is linked with
//! `replay/guided.c`.
//!
//! The calls report the *slack* of a condition, a `double`. It is positive if the condition holds and
//! negative if not, and its magnitude says how far the operands of the comparison are from changing that
//! (Tracey, Clark, Mander and McDermid, "An automated framework for structural test-data generation", ASE
//! 1998). For integers and floats this is their difference, for memory and strings how much of them differs
//! and by how much the first different bytes differ. Slacks go through `!`, `&`, `|` and through the choices
//! that `&&` and `||` become. Of a flag that is no comparison, only the value is known.
//!
//! As in `native.rs`, code is added only within blocks, so that sides of branches are edges of the decoded
//! program.

use super::NativeEdge;
use super::decode::reverse_post_order;
use super::llvm::{BasicBlock, Editor, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Value};
use super::native::{callee_name, calls, detach, run_by_loader};
use crate::util::OBJECT_ALIGN;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A program that is to be compiled for a search by native runs.
#[derive(Clone, Debug)]
pub struct Guided {
    /// LLVM bitcode.
    pub bitcode: Vec<u8>,
    /// The sides of all branches. Those of one branch stand together: the true side first; for a `switch`,
    /// the cases in their order and at last the default. Sides that lead to the same block are the same edge.
    pub sides: Vec<NativeEdge>,
    /// The index of the first side of each branch, in order.
    pub branches: Vec<u32>,
    /// The places at which a run may err, in ways that are told like sides. Their numbers follow those of the
    /// sides.
    pub checks: Vec<NativeBlock>,
    /// How many of the checks, at the end, are whether a pointer is null.
    pub n_pointers: usize,
    /// Integers that the program compares with, in order.
    pub constants: Vec<u64>,
    /// Texts of the program, in order.
    pub texts: Vec<Vec<u8>>,
    /// The functions that the program names, defined or not.
    pub functions: Vec<String>,
    /// How many variables are too large to be set back between two runs.
    pub n_left: usize,
}

/// A block of the program, by the name of its function and its place there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NativeBlock {
    pub function: String,
    pub at: u32,
}

/// What a function of the C library compares, as `enum comparison` of `replay/guided.c` numbers it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum StringComparison {
    Memory,
    Strings,
    Prefixes,
    AnyCase,
    PrefixesAnyCase,
}

impl StringComparison {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "memcmp" | "bcmp" => Self::Memory,
            "strcmp" => Self::Strings,
            "strncmp" => Self::Prefixes,
            "strcasecmp" => Self::AnyCase,
            "strncasecmp" => Self::PrefixesAnyCase,
            _ => return None,
        })
    }
}

/// The section of variables that are set back between two runs.
const SECTION: &str = "symir_state";
/// A variable of more bytes is not set back.
const LARGE: u64 = 4 << 20;
/// How deep comparisons are looked for in a condition. For deeper parts, only the value is known.
const DEEPEST: u32 = 16;
/// How many places at which a run may err are reported, at most, and as many places again at which a pointer
/// may be null. After each run, a search looks how near it came to each of them.
const MOST_CHECKS: usize = 64;

/// Functions of the C library that `replay/guided.c` replaces: those that allocate memory, which is taken
/// back after each run, those that end the program, the clock, and those that open or make something, which
/// is undone.
const REPLACED: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "abort",
    "__assert_fail",
    "atexit",
    "time",
    "fopen",
    "fopen64",
    "freopen",
    "freopen64",
    "fdopen",
    "fmemopen",
    "tmpfile",
    "tmpfile64",
    "fileno",
    "fclose",
    "open",
    "open64",
    "openat",
    "openat64",
    "creat",
    "mkstemp",
    "dup",
    "pipe",
    "mkdir",
    "rename",
    "chdir",
    "close",
];

/// Functions that give up a run if the condition that they get as an argument is false.
const ASSUMING: &[&str] = &["symir_assume", "klee_assume", "__VERIFIER_assume", "assume_abort_if_not"];

/// The program for a search. `module` is what clang made of the program's files and nothing else.
pub(super) fn instrument(module: &Module<'_>) -> Guided {
    let mut copy = module.copy();
    // Functions that cannot be reached may call others that are defined nowhere.
    copy.drop_unreachable(|_| false);
    copy.align_objects(OBJECT_ALIGN.0);
    let n_left = copy.gather_variables(SECTION, LARGE);
    let texts = texts(&copy);
    let names = copy.functions().into_iter().map(|function| function.name()).collect();
    let editor = copy.edit();
    let mut probes = Probes {
        editor: &editor,
        sides: Vec::new(),
        branches: Vec::new(),
        checks: Vec::new(),
        n_pointers: 0,
        constants: BTreeSet::new(),
        compared: FxHashMap::default(),
        place: None,
    };
    let at_load = run_by_loader(&copy);
    let mut functions = copy.functions();
    functions.retain(|function| !function.is_declaration() && !at_load.contains(function));
    for function in &functions {
        probes.compare_strings(*function);
        probes.tell_assumptions(*function);
        probes.tell_branches(*function);
    }
    functions.iter().for_each(|function| probes.tell_checks(*function));
    functions.iter().for_each(|function| probes.tell_pointers(*function));
    let Probes { sides, branches, checks, n_pointers, constants, .. } = probes;
    // This comes before functions that are defined elsewhere get another name.
    let rows =
        copy.functions().into_iter().filter(|function| !function.is_intrinsic() && editor.is_used(*function));
    let rows = rows.map(|function| (function.name().trim_start_matches('\u{1}').to_owned(), Some(function)));
    let rows: Vec<_> = rows.collect();
    editor.define_table("symir_functions", &rows);
    detach(&copy, &editor, &[REPLACED]);
    editor.define_number("symir_side_count", (sides.len() + checks.len()) as u64);
    drop(editor);
    let constants = constants.into_iter().collect();
    let bitcode = copy.bitcode();
    Guided { bitcode, sides, branches, checks, n_pointers, constants, texts, functions: names, n_left }
}

/// The constant texts of a module, without their terminators.
fn texts(module: &Module<'_>) -> Vec<Vec<u8>> {
    let initializers = module.globals().into_iter().filter_map(Value::initializer);
    let texts = initializers.filter_map(|value| match value.ty().kind() {
        LLVMTypeKind::LLVMArrayTypeKind => value.string_bytes(),
        _ => None,
    });
    let end = |text: &Vec<u8>| text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
    let texts = texts.map(|text| text[..end(&text)].to_vec()).filter(|text| (1..=64).contains(&text.len()));
    texts.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Inserts the calls that report branches.
struct Probes<'e, 'm> {
    editor: &'e Editor<'m>,
    sides: Vec<NativeEdge>,
    branches: Vec<u32>,
    checks: Vec<NativeBlock>,
    /// How many of the checks are about pointers.
    n_pointers: usize,
    constants: BTreeSet<u64>,
    /// By call that compares memory or strings: the value that says how far these are from being equal.
    compared: FxHashMap<Value<'m>, Value<'m>>,
    /// The instruction that the editor stands before.
    place: Option<Value<'m>>,
}

impl<'m> Probes<'_, 'm> {
    fn stand_before(&mut self, inst: Value<'m>) {
        self.editor.stand_before(inst);
        self.place = Some(inst);
    }

    /// Has the program report, before it compares memory or strings, how far they are from being equal.
    fn compare_strings(&mut self, function: Value<'m>) {
        for call in calls(function).collect::<Vec<_>>() {
            let Some(name) = callee_name(call).filter(|_| call.callee().is_declaration()) else { continue };
            let Some(kind) = StringComparison::of(&name) else { continue };
            let arguments = call.arguments();
            self.stand_before(call);
            let has_length = !matches!(kind, StringComparison::Strings | StringComparison::AnyCase);
            let length = match has_length {
                true => arguments.get(2).and_then(|length| self.editor.widened(*length, false)),
                false => Some(self.editor.number(u64::MAX)),
            };
            let (Some(length), [first, second, ..]) = (length, &arguments[..]) else { continue };
            let arguments = [self.editor.number(kind as u64), *first, *second, length];
            let distance = self.editor.call_for_float("symir_compared", &arguments);
            self.compared.insert(call, distance);
        }
    }

    /// Has the program report the slack of each condition that the driver assumes, before it is assumed.
    fn tell_assumptions(&mut self, function: Value<'m>) {
        for call in calls(function).collect::<Vec<_>>() {
            let is_assumption = callee_name(call).is_some_and(|name| ASSUMING.contains(&name.as_str()));
            if let (true, [condition, ..]) = (is_assumption, &call.arguments()[..]) {
                self.stand_before(call);
                let slack = self.slack_of_number(*condition, true, 0);
                self.editor.call_external("symir_assumes", &[slack]);
            }
        }
    }

    fn tell_branches(&mut self, function: Value<'m>) {
        let name = function.name().trim_start_matches('\u{1}').to_owned();
        let blocks = reverse_post_order(function);
        let numbers: FxHashMap<BasicBlock<'m>, u32> = blocks.iter().copied().zip(0..).collect();
        for (at, block) in (0..).zip(&blocks) {
            let end = block.terminator();
            let edge =
                |to: BasicBlock<'m>| NativeEdge { function: name.clone(), from: Some(at), to: numbers[&to] };
            let first = self.sides.len() as u32;
            match end.opcode() {
                LLVMOpcode::LLVMBr if end.is_conditional() => {
                    self.branches.push(first);
                    self.sides.extend(end.successors().into_iter().map(edge));
                    self.stand_before(end);
                    let slack = self.slack(end.condition(), 0);
                    let side = self.editor.number(first.into());
                    self.editor.call_external("symir_branch", &[side, slack]);
                }
                LLVMOpcode::LLVMSwitch => self.tell_switch(end, first, edge),
                _ => {}
            }
        }
    }

    /// Has the program report how far it is from an error: at divisions from dividing by zero, where it takes the
    /// address of an element from leaving the array, and at shifts from the width of the number.
    fn tell_checks(&mut self, function: Value<'m>) {
        let name = function.name().trim_start_matches('\u{1}').to_owned();
        for (at, block) in (0..).zip(reverse_post_order(function)) {
            for inst in block.instructions().collect::<Vec<_>>() {
                let Some((number, predicate, limit)) = checked(inst) else { continue };
                if self.checks.len() == MOST_CHECKS {
                    return;
                }
                self.stand_before(inst);
                let Some(number) = self.editor.widened(number, true) else { continue };
                let (predicate, limit) = (self.editor.number(predicate as u64), self.editor.number(limit));
                let slack = self.editor.call_for_float("symir_integers", &[predicate, number, limit]);
                self.tell_check(slack, NativeBlock { function: name.clone(), at });
            }
        }
    }

    /// Has the program report, before it reads or writes through a pointer, whether the pointer is null. Of the
    /// accesses of a block through one variable, only the first is told.
    fn tell_pointers(&mut self, function: Value<'m>) {
        let name = function.name().trim_start_matches('\u{1}').to_owned();
        for (at, block) in (0..).zip(reverse_post_order(function)) {
            let mut told = Vec::new();
            for inst in block.instructions().collect::<Vec<_>>() {
                let Some(pointer) = dereferenced(inst) else { continue };
                let variable = match pointer.is_instruction() && pointer.opcode() == LLVMOpcode::LLVMLoad {
                    true => pointer.operand(0),
                    false => pointer,
                };
                if told.contains(&variable) {
                    continue;
                }
                if self.n_pointers == MOST_CHECKS {
                    return;
                }
                self.stand_before(inst);
                let Some(address) = self.editor.widened(pointer, false) else { continue };
                told.push(variable);
                self.n_pointers += 1;
                let slack = self.editor.call_for_float("symir_pointers", &[address]);
                self.tell_check(slack, NativeBlock { function: name.clone(), at });
            }
        }
    }

    /// Has the program report how far it is from an error in this block, where the editor stands.
    fn tell_check(&mut self, slack: Value<'m>, block: NativeBlock) {
        let side = self.editor.number((self.sides.len() + self.checks.len()) as u64);
        self.editor.call_external("symir_check", &[side, slack]);
        self.checks.push(block);
    }

    fn tell_switch(&mut self, end: Value<'m>, first: u32, edge: impl Fn(BasicBlock<'m>) -> NativeEdge) {
        self.stand_before(end);
        let Some(value) = self.editor.widened(end.operand(0), true) else { return };
        let n_cases = (end.n_operands() - 2) / 2;
        self.branches.push(first);
        for case in 0..n_cases {
            let constant = end.operand(2 + 2 * case);
            self.sides.push(edge(end.block_operand(3 + 2 * case)));
            self.constants.extend(constant.small_int());
            let constant =
                self.editor.widened(constant, true).expect("invariant: it has the type of the value");
            let side = self.editor.number(u64::from(first + case));
            self.editor.call_external("symir_case", &[side, value, constant]);
        }
        self.sides.push(edge(end.block_operand(1)));
        let side = self.editor.number(u64::from(first + n_cases));
        self.editor.call_external("symir_no_case", &[side]);
    }

    /// The slack of a condition of one bit, computed where the editor stands.
    fn slack(&mut self, condition: Value<'m>, depth: u32) -> Value<'m> {
        use LLVMOpcode::{
            LLVMAnd, LLVMExtractValue, LLVMFCmp, LLVMICmp, LLVMOr, LLVMPHI, LLVMSelect, LLVMXor,
        };
        if let Some(bit) = condition.small_int() {
            return self.editor.float(if bit & 1 == 1 { 1.0 } else { -1.0 });
        }
        if !condition.is_instruction() || depth > DEEPEST || condition.ty().is_vector() {
            return self.flag(condition);
        }
        let known = |at: u32| condition.operand(at).small_int().map(|bit| bit & 1 == 1);
        match condition.opcode() {
            LLVMICmp => self.slack_of_integers(condition, depth),
            LLVMFCmp => self.slack_of_floats(condition),
            LLVMXor if known(1) == Some(true) => {
                let inner = self.slack(condition.operand(0), depth + 1);
                self.editor.negated(inner)
            }
            LLVMAnd | LLVMOr => {
                let both = matches!(condition.opcode(), LLVMAnd);
                self.combined(condition.operand(0), condition.operand(1), both, depth)
            }
            LLVMSelect if known(2) == Some(false) => {
                self.combined(condition.operand(0), condition.operand(1), true, depth)
            }
            LLVMSelect if known(1) == Some(true) => {
                self.combined(condition.operand(0), condition.operand(2), false, depth)
            }
            LLVMPHI => self.slack_of_phi(condition, depth),
            LLVMExtractValue => self.slack_of_overflow(condition).unwrap_or_else(|| self.flag(condition)),
            _ => self.flag(condition),
        }
    }

    /// The slack of a condition that is no comparison, which says only whether it holds.
    fn flag(&mut self, condition: Value<'m>) -> Value<'m> {
        match self.editor.widened(condition, false) {
            Some(bit) => self.editor.call_for_float("symir_flag", &[bit]),
            None => self.editor.float(1.0),
        }
    }

    fn combined(&mut self, a: Value<'m>, b: Value<'m>, both: bool, depth: u32) -> Value<'m> {
        let (a, b) = (self.slack(a, depth + 1), self.slack(b, depth + 1));
        self.editor.call_for_float(if both { "symir_both" } else { "symir_either" }, &[a, b])
    }

    /// The slack of the condition that a number is zero or, with `is_not`, that it is not zero.
    fn slack_of_number(&mut self, number: Value<'m>, is_not: bool, depth: u32) -> Value<'m> {
        let is_wider = number.is_instruction()
            && matches!(number.opcode(), LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMSExt)
            && number.operand(0).ty().is_int()
            && number.operand(0).ty().int_width() == 1;
        let is_bit = number.ty().is_int() && number.ty().int_width() == 1;
        let slack = match (is_wider, is_bit, self.compared.get(&number)) {
            (true, ..) => self.slack(number.operand(0), depth + 1),
            (_, true, _) => self.slack(number, depth + 1),
            (.., Some(distance)) => self.editor.call_for_float("symir_differ", &[*distance]),
            _ => {
                let not_equal = self.editor.number(LLVMIntPredicate::LLVMIntNE as u64);
                let Some(number) = self.editor.widened(number, true) else { return self.editor.float(1.0) };
                let zero = self.editor.number(0);
                self.editor.call_for_float("symir_integers", &[not_equal, number, zero])
            }
        };
        if is_not { slack } else { self.editor.negated(slack) }
    }

    fn slack_of_integers(&mut self, comparison: Value<'m>, depth: u32) -> Value<'m> {
        use LLVMIntPredicate::{LLVMIntEQ, LLVMIntNE, LLVMIntUGE, LLVMIntUGT, LLVMIntULE, LLVMIntULT};
        let predicate = comparison.int_predicate();
        let (a, b) = (comparison.operand(0), comparison.operand(1));
        let is_equality = matches!(predicate, LLVMIntEQ | LLVMIntNE);
        self.constants.extend([a, b].iter().filter_map(|operand| operand.small_int()));
        if is_equality && b.small_int() == Some(0) {
            return self.slack_of_number(a, matches!(predicate, LLVMIntNE), depth);
        }
        let signed = !matches!(predicate, LLVMIntUGE | LLVMIntUGT | LLVMIntULE | LLVMIntULT);
        match (self.editor.widened(a, signed), self.editor.widened(b, signed)) {
            (Some(a), Some(b)) => {
                let predicate = self.editor.number(predicate as u64);
                self.editor.call_for_float("symir_integers", &[predicate, a, b])
            }
            _ => self.flag(comparison),
        }
    }

    fn slack_of_floats(&mut self, comparison: Value<'m>) -> Value<'m> {
        let (a, b) = (comparison.operand(0), comparison.operand(1));
        match (self.editor.as_double(a), self.editor.as_double(b)) {
            (Some(a), Some(b)) => {
                let predicate = self.editor.number(comparison.float_predicate().into());
                self.editor.call_for_float("symir_floats", &[predicate, a, b])
            }
            _ => self.flag(comparison),
        }
    }

    /// The slack of the flag that `__builtin_add_overflow` and its kin, and the checks of
    /// `-fsanitize=signed-integer-overflow`, ask for; `None` for other parts of an aggregate.
    fn slack_of_overflow(&mut self, flag: Value<'m>) -> Option<Value<'m>> {
        let call = flag.operand(0);
        let is_call = call.is_instruction() && matches!(call.opcode(), LLVMOpcode::LLVMCall);
        let (operation, is_signed) = Arithmetic::of(&callee_name(call).filter(|_| is_call)?)?;
        let [a, b] = call.arguments()[..] else { return None };
        let width = a.ty().is_int().then(|| a.ty().int_width())?;
        let (a, b) = (self.editor.widened(a, is_signed)?, self.editor.widened(b, is_signed)?);
        let number = |number: u64| self.editor.number(number);
        let arguments = [number(operation as u64), number(is_signed.into()), a, b, number(width.into())];
        Some(self.editor.call_for_float("symir_overflows", &arguments))
    }

    /// The slack of a condition that `&&` or `||` has made. If the left operand decided it, it is as far from
    /// the other outcome as that operand.
    fn slack_of_phi(&mut self, phi: Value<'m>, depth: u32) -> Value<'m> {
        let place = self.editor.incoming_of(phi);
        let home = self.block_of_phi(phi, &place);
        let Some(home) = home else { return self.flag(phi) };
        let back = self.place;
        let mut incoming = Vec::with_capacity(place.len());
        for (value, from) in &place {
            let end = from.terminator();
            self.stand_before(end);
            let decides = value.small_int().is_some()
                && matches!(end.opcode(), LLVMOpcode::LLVMBr)
                && end.is_conditional();
            let slack = match (decides, value.small_int()) {
                (true, Some(bit)) => {
                    let inner = self.slack(end.condition(), depth + 1);
                    let side = self.editor.number(bit & 1);
                    self.editor.call_for_float("symir_decided", &[side, inner])
                }
                _ => self.slack(*value, depth + 1),
            };
            incoming.push((slack, *from));
        }
        self.editor.stand_before(home.instructions().next().expect("invariant: a block has a terminator"));
        let choice = self.editor.choice_of_floats(&incoming);
        back.into_iter().for_each(|back| self.stand_before(back));
        choice
    }

    /// The block of a phi node; `None` if control may come to it from the block itself, since values would
    /// then be used before they are known, or from a call that may throw.
    fn block_of_phi(
        &self,
        phi: Value<'m>,
        incoming: &[(Value<'m>, BasicBlock<'m>)],
    ) -> Option<BasicBlock<'m>> {
        let (_, from) = incoming.first()?;
        let home = from.terminator().successors().into_iter().find(|to| to.phis().contains(&phi))?;
        let is_plain = incoming.iter().all(|(value, from)| {
            *from != home && *value != phi && !matches!(from.terminator().opcode(), LLVMOpcode::LLVMInvoke)
        });
        is_plain.then_some(home)
    }
}

/// What has to hold for an instruction to be no error: how a number, which is no constant, compares with a limit.
fn checked(inst: Value<'_>) -> Option<(Value<'_>, LLVMIntPredicate, u64)> {
    use LLVMOpcode::{
        LLVMAShr, LLVMGetElementPtr, LLVMLShr, LLVMSDiv, LLVMSRem, LLVMShl, LLVMUDiv, LLVMURem,
    };
    let (number, predicate, limit) = match inst.opcode() {
        LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem => (inst.operand(1), LLVMIntPredicate::LLVMIntNE, 0),
        LLVMShl | LLVMLShr | LLVMAShr if inst.ty().is_int() => {
            (inst.operand(1), LLVMIntPredicate::LLVMIntULT, inst.ty().int_width().into())
        }
        LLVMGetElementPtr if inst.n_operands() == 3 => {
            let array = inst.gep_source_type();
            if array.kind() != LLVMTypeKind::LLVMArrayTypeKind || inst.operand(1).small_int() != Some(0) {
                return None;
            }
            // The address of the end is no error yet.
            (inst.operand(2), LLVMIntPredicate::LLVMIntULE, array.length())
        }
        _ => return None,
    };
    (number.ty().is_int() && !number.is_constant()).then_some((number, predicate, limit))
}

/// The pointer through which an instruction reads or writes, without what is added to it; `None` if it cannot be
/// null.
fn dereferenced(inst: Value<'_>) -> Option<Value<'_>> {
    use LLVMOpcode::{LLVMAlloca, LLVMGetElementPtr, LLVMLoad, LLVMStore};
    let mut pointer = match inst.opcode() {
        LLVMLoad => inst.operand(0),
        LLVMStore => inst.operand(1),
        _ => return None,
    };
    while pointer.is_instruction() && pointer.opcode() == LLVMGetElementPtr {
        pointer = pointer.operand(0);
    }
    let is_variable = pointer.is_instruction() && pointer.opcode() == LLVMAlloca;
    (!is_variable && !pointer.is_constant()).then_some(pointer)
}

/// What may overflow, as `enum arithmetic` of `replay/guided.c` numbers it.
#[derive(Copy, Clone)]
enum Arithmetic {
    Sum = 1,
    Difference,
    Product,
}

impl Arithmetic {
    /// The operation of an intrinsic that also tells of an overflow, and whether its operands are signed.
    fn of(name: &str) -> Option<(Self, bool)> {
        let (operation, _) = name.strip_prefix("llvm.")?.split_once(".with.overflow")?;
        Some(match operation {
            "sadd" => (Self::Sum, true),
            "uadd" => (Self::Sum, false),
            "ssub" => (Self::Difference, true),
            "usub" => (Self::Difference, false),
            "smul" => (Self::Product, true),
            "umul" => (Self::Product, false),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::StringComparison::{self, *};

    /// The name of a comparison in `replay/guided.c`.
    fn name(comparison: StringComparison) -> &'static str {
        match comparison {
            Memory => "MEMORY_BYTES",
            Strings => "STRINGS",
            Prefixes => "PREFIXES",
            AnyCase => "ANY_CASE",
            PrefixesAnyCase => "PREFIXES_ANY_CASE",
        }
    }

    #[test]
    fn comparisons_have_the_numbers_of_the_other_end() {
        let functions = ["memcmp", "strcmp", "strncmp", "strcasecmp", "strncasecmp"];
        let all: Vec<_> = functions.iter().filter_map(|name| StringComparison::of(name)).collect();
        let source = include_str!("../replay/guided.c");
        let (_, rest) = source.split_once("enum comparison {").expect("the enumeration is there");
        let (list, _) = rest.split_once('}').expect("and has an end");
        let names: Vec<&str> = list.split(',').map(str::trim).collect();
        assert_eq!(names, all.iter().map(|comparison| name(*comparison)).collect::<Vec<_>>());
        assert!((0..).zip(&all).all(|(number, comparison)| *comparison as usize == number));
    }
}
