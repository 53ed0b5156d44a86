//! The program for native runs: the bitcode that is executed symbolically, with a counter on every edge of
//! its functions and a report of each call under test. It is linked with `replay/runtime.c`.
//!
//! Code is added only before instructions, so that blocks and edges are those of the decoded program.
//! Definitions are hidden and renamed, so that the C library calls its own functions, whatever the program
//! defines.

use super::addresses::orders_addresses;
use super::decode::reverse_post_order;
use super::llvm::{BasicBlock, Editor, LLVMOpcode, LLVMValueKind, Module, Value};
use crate::ir::{header, source_name};
use crate::util::OBJECT_ALIGN;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A program to be compiled natively.
#[derive(Clone, Debug)]
pub struct Native {
    /// LLVM bitcode.
    pub bitcode: Vec<u8>,
    /// The edges that the counters count, in order.
    pub edges: Vec<NativeEdge>,
    /// The functions whose calls are counted behind the edges, because their results differ from run to run.
    pub fickle: Vec<String>,
    /// The functions whose addresses the runtime has, in order.
    pub functions: Vec<String>,
    /// Functions that order addresses or take them as numbers: their paths depend on where objects lie.
    pub ordering: Vec<String>,
    /// The variables whose addresses the runtime has, in order.
    pub globals: Vec<String>,
    /// The functions whose results are recorded and played back, by their numbers.
    pub sources: Vec<String>,
}

/// An edge by what it has in common with [`crate::ir::Edge`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NativeEdge {
    pub function: String,
    /// The number of the block in reverse post-order; `None` for the edge into the function.
    pub from: Option<u32>,
    pub to: u32,
}

/// Functions of the C library whose results may differ in another run.
const FICKLE: &[&str] = &[
    "rand",
    "rand_r",
    "random",
    "drand48",
    "erand48",
    "lrand48",
    "nrand48",
    "mrand48",
    "jrand48",
    "arc4random",
    "arc4random_uniform",
    "arc4random_buf",
    "getrandom",
    "getentropy",
    "time",
    "clock",
    "clock_gettime",
    "gettimeofday",
    "times",
    "timespec_get",
    "ftime",
    "getpid",
    "getppid",
    "gettid",
    "getpgrp",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getsid",
    "getpgid",
    "pthread_self",
    "tmpnam",
    "tempnam",
    "mkstemp",
    "mkdtemp",
    "tmpfile",
    "getrusage",
    "sbrk",
    "gethostname",
    "pthread_create",
    "thrd_create",
];

/// Functions that the runtime answers in the place of the C library, so that the program sees a recorded time
/// or number of a process.
const CLOCKS: &[&str] = &[
    "time",
    "clock",
    "clock_gettime",
    "gettimeofday",
    "getpid",
    "getppid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getrandom",
    "getentropy",
    // These may read /dev/urandom.
    "read",
    "pread",
    "readv",
    "fread",
    "fgetc",
    "getc",
];

/// The functions of `FICKLE` whose results cannot be played back, since they stand for something that the
/// process has.
const UNPLAYED: &[&str] = &["pthread_self", "mkstemp", "pthread_create", "thrd_create"];

/// Functions that begin threads and wait for them: the runtime runs the threads in another order in each run.
const THREADS: &[&str] = &["pthread_create", "thrd_create", "pthread_join", "thrd_join"];

/// Functions of the C library that the runtime replaces: it gives large objects that take no memory before
/// they are written and, under a sanitizer, objects of size zero without a byte.
const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "mmap",
    "mmap64",
    "munmap",
];

/// Functions of SV-COMP and of KLEE. Calls of them mean the same in every program, whatever the program
/// defines: the shims of `exec/shims/foreign.rs` for them override bodies.
const FOREIGN: &[&str] = &[
    "reach_error",
    "__VERIFIER_error",
    "assume_abort_if_not",
    "__VERIFIER_assume",
    "klee_assume",
    "klee_int",
];

/// Whether a function is never the program's own, see `exec/shims`.
fn is_ours(name: &str) -> bool {
    header::named(name).is_some() || FOREIGN.contains(&name)
}

/// The program for the native run. `module` is what clang made of the program's files and nothing else.
///
/// `sources` are further functions whose results differ from run to run.
pub fn instrument(module: &Module<'_>, sources: &[String]) -> Native {
    let mut copy = module.copy();
    // Functions that cannot be reached may call others that are defined nowhere.
    copy.drop_unreachable(|_| false);
    copy.align_objects(OBJECT_ALIGN.0);
    let functions = copy.functions();
    let variables = copy.globals();
    let editor = copy.edit();
    let named: Vec<(Value<'_>, String)> = functions
        .iter()
        .filter(|function| !function.is_intrinsic() && editor.is_used(**function) || is_main(**function))
        .map(|function| (*function, function.name().trim_start_matches('\u{1}').to_owned()))
        .collect();
    let mut native = Native {
        bitcode: Vec::new(),
        edges: Vec::new(),
        fickle: FICKLE.iter().map(|name| (*name).to_owned()).collect(),
        functions: named.iter().map(|(_, name)| name.clone()).collect(),
        ordering: functions
            .iter()
            .filter(|function| !function.is_declaration() && orders_addresses(**function))
            .map(|function| function.name())
            .collect(),
        globals: Vec::new(),
        sources: self::sources(sources),
    };
    let counters = editor.external_variable("symir_counters");
    let mut edges = Edges { editor: &editor, counters, edges: &mut native.edges };
    let at_load = run_by_loader(&copy);
    for function in functions.iter().filter(|function| !function.is_declaration()) {
        if !at_load.contains(function) {
            edges.count_function(*function);
        }
    }
    let n_edges = native.edges.len() as u64;
    for function in functions.iter().filter(|function| !function.is_declaration()) {
        count_fickle(&editor, *function, counters, n_edges);
        report_processor(&editor, *function);
        report_calls(&editor, *function);
        report_mocked(&editor, *function);
    }
    let rows: Vec<(String, Option<Value<'_>>)> =
        named.iter().map(|(function, name)| (source_name(name).into_owned(), Some(*function))).collect();
    // No file of the program defines them. Code that is not position-independent cannot be linked with them.
    let is_nowhere = |variable: &&Value<'_>| variable.is_declaration() && variable.is_weak_reference();
    variables.iter().filter(is_nowhere).for_each(|variable| editor.replace_by_null(*variable));
    let variables: Vec<(String, Option<Value<'_>>)> = variables
        .into_iter()
        .filter(|variable| !variable.is_declaration() && !variable.is_thread_local())
        .map(|variable| (variable.name(), Some(variable)))
        .filter(|(name, _)| {
            !name.is_empty() && !name.starts_with(['.', '\u{1}']) && !name.starts_with("llvm.")
        })
        .collect();
    native.globals = variables.iter().map(|(name, _)| name.clone()).collect();
    editor.define_table("symir_globals", &variables);
    record_sources(&copy, &editor, &native.sources);
    // This comes before functions that are defined elsewhere get another name.
    editor.define_table("symir_functions", &rows);
    detach(&copy, &editor, &[CLOCKS, ALLOCATORS, THREADS]);
    editor.define_number("symir_edge_count", n_edges);
    editor.define_number("symir_fickle_count", FICKLE.len() as u64);
    editor.define_words("symir_early_counters", n_edges + FICKLE.len() as u64);
    drop(editor);
    native.bitcode = copy.bitcode();
    native
}

/// The program for a native run with a sanitizer. Its functions ask for the sanitizer's code with their own
/// attributes or with `attribute`. Around each global variable there is room that belongs to no variable, so
/// that an access out of bounds does not hit another variable.
pub fn prepare_sanitized(module: &mut Module<'_>, attribute: Option<&str>, sources: &[String]) -> Vec<u8> {
    module.align_objects(OBJECT_ALIGN.0);
    module.promise_no_alignment();
    module.pad_globals();
    let editor = module.edit();
    if let Some(attribute) = attribute {
        for function in module.functions().iter().filter(|function| !function.is_declaration()) {
            editor.add_attribute(*function, attribute);
        }
    }
    let functions = module.functions();
    let rows: Vec<(String, Option<Value<'_>>)> = functions
        .iter()
        .filter(|function| !function.is_intrinsic() && !is_of_sanitizer(&function.name()))
        .filter(|function| editor.is_used(**function))
        .map(|function| (source_name(&function.name()).into_owned(), Some(*function)))
        .collect();
    for function in functions.iter().filter(|function| !function.is_declaration()) {
        report_calls(&editor, *function);
        report_mocked(&editor, *function);
    }
    record_sources(module, &editor, &self::sources(sources));
    editor.define_table("symir_functions", &rows);
    detach(module, &editor, &[CLOCKS, ALLOCATORS, THREADS]);
    editor.define_number("symir_edge_count", 0);
    editor.define_number("symir_fickle_count", 0);
    editor.define_words("symir_early_counters", 1);
    drop(editor);
    module.bitcode()
}

/// The functions whose results are recorded and played back.
fn sources(further: &[String]) -> Vec<String> {
    let known = FICKLE.iter().filter(|name| !UNPLAYED.contains(name)).map(|name| (*name).to_owned());
    known.chain(further.iter().cloned()).collect()
}

/// Has the runtime record or replace the results of these functions, if they are defined elsewhere.
fn record_sources<'m>(module: &'m Module<'m>, editor: &Editor<'m>, sources: &[String]) {
    for function in module.functions().into_iter().filter(|function| function.is_declaration()) {
        let number = sources.iter().position(|name| *name == function.name());
        if let Some(number) = number.filter(|_| editor.is_used(function)) {
            editor.record_results(function, number as u64, "symir_source");
        }
    }
}

fn is_main(function: Value<'_>) -> bool {
    function.name() == "main" && !function.is_declaration()
}

fn is_of_sanitizer(name: &str) -> bool {
    ["asan.", "msan.", "__asan", "__msan", "__ubsan", "__odr_asan", "___asan"]
        .iter()
        .any(|head| name.starts_with(head))
}

/// Makes the program a part of another one: the runtime calls `main` and the constructors, and nothing else
/// can see the other definitions.
///
/// Calls of functions whose names are in `replaced` go to functions of the runtime.
pub(super) fn detach<'m>(module: &'m Module<'m>, editor: &Editor<'m>, replaced: &[&[&str]]) {
    let is_program = |name: &str| !is_of_sanitizer(name);
    let constructors: Vec<_> = editor
        .take_list("llvm.global_ctors", is_program)
        .into_iter()
        .map(|function| (function.name(), Some(function)))
        .collect();
    for function in module.functions() {
        let name = function.name();
        if function.is_declaration() {
            // As the code is not position-independent, clang has declared functions of other modules as if
            // they were in this module.
            if replaced.iter().any(|names| names.contains(&name.as_str())) {
                editor.replace_by_declaration(function, &format!("symir_native_{name}"));
            } else if !function.is_intrinsic() && !is_of_sanitizer(&name) && editor.is_used(function) {
                editor.replace_by_declaration(function, &name);
            }
        } else if is_ours(&name) {
            editor.replace_by_declaration(function, &name);
            editor.hide(function);
        } else if name == "main" {
            editor.rename(function, "symir_driver_main");
            editor.show(function);
        } else if !is_of_sanitizer(&name) {
            editor.rename(function, &format!("program.{}", name.trim_start_matches('\u{1}')));
            editor.hide(function);
        }
    }
    editor.define_table("symir_constructors", &constructors);
}

/// The functions that the loader calls to choose the code of another function (ifunc), and those that they
/// call. They run before any test, and not as often as symbolically, so that their edges have no counters.
pub(super) fn run_by_loader<'m>(module: &'m Module<'_>) -> FxHashSet<Value<'m>> {
    let mut found = FxHashSet::default();
    let mut waiting: Vec<Value<'m>> = module.ifuncs().into_iter().map(Value::resolver).collect();
    while let Some(function) = waiting.pop() {
        let is_function = matches!(function.kind(), LLVMValueKind::LLVMFunctionValueKind);
        if is_function && !function.is_declaration() && found.insert(function) {
            waiting.extend(calls(function).map(Value::callee));
        }
    }
    found
}

/// Puts counters on edges.
struct Edges<'e, 'm> {
    editor: &'e Editor<'m>,
    counters: Value<'m>,
    edges: &'e mut Vec<NativeEdge>,
}

impl<'m> Edges<'_, 'm> {
    fn count_function(&mut self, function: Value<'m>) {
        let name = function.name().trim_start_matches('\u{1}').to_owned();
        let blocks = reverse_post_order(function);
        let numbers: FxHashMap<BasicBlock<'m>, u32> = blocks.iter().copied().zip(0..).collect();
        let mut known: FxHashMap<(Option<u32>, BasicBlock<'m>), u64> = FxHashMap::default();
        let mut number = |from: Option<u32>, to: BasicBlock<'m>| {
            let edge = NativeEdge { function: name.clone(), from, to: numbers[&to] };
            // Both sides of a branch may go to the same block.
            *known.entry((from, to)).or_insert_with(|| {
                self.edges.push(edge);
                self.edges.len() as u64 - 1
            })
        };
        let editor = self.editor;
        let count = |index: Value<'m>| editor.count(self.counters, index);
        let entry = number(None, blocks[0]);
        let first = blocks[0].instructions().find(|inst| !matches!(inst.opcode(), LLVMOpcode::LLVMAlloca));
        editor.stand_before(first.expect("invariant: a block has a terminator"));
        count(editor.number(entry));
        let is_invoke =
            |block: &BasicBlock<'m>| matches!(block.terminator().opcode(), LLVMOpcode::LLVMInvoke);
        // For a call under way that may throw: the normal edge, and the edge for an exception.
        let ways = blocks.iter().any(is_invoke).then(|| editor.slots(2));
        if let Some(ways) = ways {
            (0..2).for_each(|way| editor.forget_edge(ways, way));
            let mut arrivals = FxHashSet::default();
            for invoke in blocks.iter().filter(|block| is_invoke(block)).map(|block| block.terminator()) {
                arrivals.extend((0..).zip(invoke.successors()));
            }
            let mut arrivals: Vec<(u64, BasicBlock<'m>)> = arrivals.into_iter().collect();
            arrivals.sort_by_key(|(way, to)| (numbers[to], *way));
            for (way, to) in arrivals {
                editor.stand_before(first_place(to));
                editor.count_edge(self.counters, ways, way);
                (0..2).for_each(|way| editor.forget_edge(ways, way));
            }
        }
        for (at, block) in (0..).zip(&blocks) {
            let end = block.terminator();
            let mut index_of = |to: BasicBlock<'m>| editor.number(number(Some(at), to));
            match end.opcode() {
                LLVMOpcode::LLVMBr if end.is_conditional() => {
                    let successors = end.successors();
                    let (yes, no) = (index_of(successors[0]), index_of(successors[1]));
                    editor.stand_before(end);
                    count(editor.select(end.condition(), yes, no));
                }
                LLVMOpcode::LLVMBr => {
                    let index = index_of(end.successors()[0]);
                    editor.stand_before(end);
                    count(index);
                }
                LLVMOpcode::LLVMSwitch => {
                    let mut index = index_of(end.block_operand(1));
                    editor.stand_before(end);
                    for case in 0..(end.n_operands() - 2) / 2 {
                        let is_it = editor.equal(end.operand(0), end.operand(2 + 2 * case));
                        index = editor.select(is_it, index_of(end.block_operand(3 + 2 * case)), index);
                    }
                    count(index);
                }
                LLVMOpcode::LLVMIndirectBr => {
                    let successors = end.successors();
                    let mut index = index_of(successors[0]);
                    editor.stand_before(end);
                    for to in &successors[1..] {
                        let is_it = editor.equal(end.operand(0), editor.block_address(function, *to));
                        index = editor.select(is_it, index_of(*to), index);
                    }
                    count(index);
                }
                // Which of its edges is taken is known only where they lead.
                LLVMOpcode::LLVMInvoke => {
                    let ways = ways.expect("invariant: there are some where there is an invoke");
                    let successors = end.successors();
                    // The decoder makes these edges in the same order, but nothing depends on that.
                    let indices = [index_of(successors[0]), index_of(successors[1])];
                    editor.stand_before(end);
                    for (way, index) in (0..).zip(indices) {
                        editor.remember_edge(ways, way, index);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The first place behind phi nodes and a landing pad, which must come first in a block.
fn first_place(block: BasicBlock<'_>) -> Value<'_> {
    let is_fixed =
        |inst: &Value<'_>| matches!(inst.opcode(), LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMLandingPad);
    block.instructions().find(|inst| !is_fixed(inst)).expect("invariant: a block has a terminator")
}

/// The calls of a function.
pub(super) fn calls(function: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
    instructions.filter(|inst| matches!(inst.opcode(), LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke))
}

pub(super) fn callee_name(call: Value<'_>) -> Option<String> {
    let callee = call.callee();
    matches!(callee.kind(), LLVMValueKind::LLVMFunctionValueKind).then(|| callee.name())
}

/// Counts calls of functions that answer differently from run to run.
fn count_fickle<'m>(editor: &Editor<'m>, function: Value<'m>, counters: Value<'m>, first: u64) {
    for call in calls(function).collect::<Vec<_>>() {
        if !call.callee().is_constant() || callee_name(call).is_none() || !call.callee().is_declaration() {
            continue;
        }
        let name = callee_name(call).unwrap_or_default();
        if let Some(at) = FICKLE.iter().position(|fickle| *fickle == name) {
            editor.stand_before(call);
            editor.count(counters, editor.number(first + at as u64));
        }
    }
}

/// Instructions whose results may differ in another run, and which nothing can replace.
const OF_PROCESSOR: &[&str] = &["cpuid", "rdtsc", "rdtscp", "xgetbv"];

/// Reports to the runtime that assembly asks the processor, whose answer is not the one in the test.
fn report_processor<'m>(editor: &Editor<'m>, function: Value<'m>) {
    for call in calls(function).collect::<Vec<_>>() {
        let Some((text, _)) = call.callee().inline_assembly() else { continue };
        let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
        if words.any(|word| OF_PROCESSOR.contains(&word)) {
            editor.stand_before(call);
            editor.call_external("symir_native_processor", &[]);
        }
    }
}

/// Reports the calls in a function with a test to the runtime, so that it can find the call under test.
fn report_calls<'m>(editor: &Editor<'m>, function: Value<'m>) {
    let calls: Vec<Value<'m>> = calls(function).collect();
    if !calls.iter().any(|call| callee_name(*call).is_some_and(|name| name == "symir_test_begin")) {
        return;
    }
    let reported: Vec<Value<'m>> = calls.into_iter().filter(|call| is_reportable(*call)).collect();
    let entry = function.entry_block().instructions().next().expect("invariant: a block has a terminator");
    editor.stand_before(entry);
    let room = editor.slots(64);
    for call in reported {
        editor.stand_before(call);
        let callee = call.callee();
        let mut n = 0;
        for scalar in call.arguments().into_iter().flat_map(|argument| editor.scalars(argument)).take(64) {
            editor.fill_slot(room, n, scalar);
            n += 1;
        }
        editor.call_external("symir_call_begins", &[callee, room, editor.number(n)]);
        if matches!(call.opcode(), LLVMOpcode::LLVMInvoke) {
            // A call that throws does not end.
            let to = call.successors()[0];
            let comes_here = |block: &BasicBlock<'m>| block.terminator().successors().contains(&to);
            if function.blocks().iter().filter(|block| comes_here(block)).count() != 1 {
                continue;
            }
            editor.stand_before(first_place(to));
        } else {
            let mut after = function.blocks().into_iter().flat_map(|block| block.instructions());
            after.find(|inst| *inst == call);
            editor.stand_before(after.next().expect("invariant: a call is not the end of its block"));
        }
        let mut n = 0;
        if !call.ty().is_void() {
            for scalar in editor.scalars(call).into_iter().take(64) {
                editor.fill_slot(room, n, scalar);
                n += 1;
            }
        }
        editor.call_external("symir_call_ends", &[callee, room, editor.number(n)]);
    }
}

/// The function whose call marks its caller as a mock.
const MOCKED: &str = "symir_mocked";

/// The call that marks a function as a mock.
fn mark_of_mock(function: Value<'_>) -> Option<Value<'_>> {
    let is_mark = |call: &Value<'_>| callee_name(*call).is_some_and(|name| name == MOCKED);
    if function.is_declaration() { None } else { calls(function).find(is_mark) }
}

/// The mocks of a program, and whether each has taken the place of a function with a body.
pub(super) fn mocks(module: &Module<'_>) -> BTreeMap<String, bool> {
    let names: FxHashSet<String> = module.functions().iter().map(|function| function.name()).collect();
    let mocks = module.functions().into_iter().filter(|function| mark_of_mock(*function).is_some());
    let mocks = mocks.map(|function| function.name());
    mocks
        .map(|name| (name.clone(), names.iter().any(|other| other.starts_with(&format!("{name}.replaced")))))
        .collect()
}

/// Lets mocks take the place of every other definition of their names, also of `static` functions.
pub(super) fn give_way_to_mocks(modules: &[Module<'_>]) {
    let functions = || modules.iter().flat_map(|module| module.functions());
    if modules.len() < 2 || !functions().any(|function| function.name() == MOCKED) {
        return;
    }
    let is_mock = |function: &Value<'_>| mark_of_mock(*function).is_some() && !function.is_local();
    let mocks: FxHashSet<String> = functions().filter(is_mock).map(|function| function.name()).collect();
    for module in modules {
        let editor = module.edit();
        for function in module.functions() {
            let name = function.name();
            if mocks.contains(&name) && !function.is_declaration() && mark_of_mock(function).is_none() {
                editor.replace_by_declaration(function, &name);
                editor.hide(function);
            }
        }
    }
}

/// Has a module call the functions in the values of `names` instead of those in its keys, unless it defines
/// the latter.
pub(super) fn call_instead(module: &Module<'_>, names: &BTreeMap<String, String>) {
    let editor = module.edit();
    for function in module.functions() {
        if let Some(other) = names.get(&function.name()).filter(|_| function.is_declaration()) {
            match module.functions().into_iter().any(|known| known.name() == *other) {
                true => editor.replace_by_declaration(function, other),
                false => editor.rename(function, other),
            }
        }
    }
}

/// Renames functions, unless some function already has the new name.
pub(super) fn rename(module: &Module<'_>, names: &BTreeMap<String, String>) {
    let editor = module.edit();
    for function in module.functions() {
        if let Some(other) = names.get(&function.name())
            && !module.functions().iter().any(|known| known.name() == *other)
        {
            editor.rename(function, other);
        }
    }
}

/// Reports the arguments of a mock to the runtime.
fn report_mocked<'m>(editor: &Editor<'m>, function: Value<'m>) {
    let Some(mark) = mark_of_mock(function) else { return };
    let entry = function.entry_block().instructions().next().expect("invariant: a block has a terminator");
    editor.stand_before(entry);
    let room = editor.slots(64);
    editor.stand_before(mark);
    let mut n = 0;
    for scalar in function.params().into_iter().flat_map(|parameter| editor.scalars(parameter)).take(64) {
        editor.fill_slot(room, n, scalar);
        n += 1;
    }
    editor.call_external("symir_mock_begins", &[function, room, editor.number(n)]);
}

/// Whether a call may be one under test: it calls no function of symir or LLVM, and is no assembly.
fn is_reportable(call: Value<'_>) -> bool {
    let callee = call.callee();
    match callee.kind() {
        LLVMValueKind::LLVMFunctionValueKind => {
            let name = callee.name();
            !callee.is_intrinsic()
                && !is_ours(&name)
                && !is_of_sanitizer(&name)
                && !name.starts_with("symir_")
        }
        LLVMValueKind::LLVMInlineAsmValueKind => false,
        _ => call.arguments().iter().all(|argument| argument.ty().is_sized()),
    }
}
