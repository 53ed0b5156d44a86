//! Which functions a call can lead to.

use crate::ir::{
    BlockId, Const, ConstId, EdgeId, FuncId, Global, GlobalId, Op, Operand, OperandKind, Pc, Program, Setting,
};
use std::collections::BTreeSet;
use std::ops::Range;

/// The functions with a body that a call of one of `roots` may reach: the roots themselves, what they call
/// by name, every function whose address they or the globals they use hold, and so on. In the order of the
/// program.
pub fn reachable_functions(program: &Program, roots: &[FuncId]) -> Vec<FuncId> {
    let moved = constants_on_edges(program);
    let mut search = Search::new(program, roots.to_vec());
    while let Some(function) = search.pending.pop() {
        let has_body = program.functions[function.index()].entry.is_some();
        if has_body && !std::mem::replace(&mut search.functions[function.index()], true) {
            search.code_of(function);
            moved[function.index()].iter().for_each(|constant| search.constant(*constant));
        }
    }
    (0..program.functions.len()).filter(|index| search.functions[*index]).map(FuncId::new).collect()
}

/// The globals that the code of `functions` uses by name, and the globals that these lead to. Globals that
/// are used only by functions which they call are left out. In the order of the program.
pub fn globals_used_by(program: &Program, functions: &[FuncId]) -> Vec<GlobalId> {
    let moved = constants_on_edges(program);
    let mut search = Search::new(program, Vec::new());
    for function in functions {
        search.code_of(*function);
        moved[function.index()].iter().for_each(|constant| search.constant(*constant));
    }
    (0..program.globals.len()).filter(|index| search.globals[*index]).map(GlobalId::new).collect()
}

/// The globals that the code of a function sets by name.
pub fn globals_set_in(program: &Program, function: FuncId) -> Vec<(GlobalId, Setting)> {
    let named = |operand: Operand| match program.constants[constant_of(operand)?.index()] {
        Const::Global { global, .. } => Some(global),
        _ => None,
    };
    // `symir_object` in `symir.h` stores the address of an input so.
    let made = variables_named(program, "symir_pointer_to");
    let mut found = Vec::new();
    for inst in program.code_of(&program.functions[function.index()]).filter(|inst| inst.op == Op::Store) {
        found.extend(named(inst.b()).map(|global| (global, Setting::Assigned)));
        if made.contains(&(function, inst.b)) {
            found.extend(named(inst.a()).map(|global| (global, Setting::Input)));
        }
    }
    found
}

/// Which code is searched for addresses of functions that are taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    Anywhere,
    /// If the source is known, code without a source does not count, such as a model of a library function.
    BySource,
}

/// The functions whose addresses the program takes, other than to call them by name. In the order of the
/// program.
pub fn functions_with_addresses(program: &Program, taken: Taken) -> Vec<FuncId> {
    let has_source = |id: FuncId| program.functions[id.index()].signature.is_some();
    let all = taken == Taken::Anywhere || !program.functions.iter().any(|f| f.signature.is_some());
    let mut found = vec![false; program.functions.len()];
    let mut take = |constant: ConstId| {
        if let Const::Function(id) = program.constants[constant.index()] {
            found[id.index()] = true;
        }
    };
    // The driver calls functions under test through these (`SYMIR_CALLEE` in `symir.h`). The program itself need
    // not take their addresses.
    let tested = if all { BTreeSet::new() } else { variables_named(program, "symir_callee") };
    for block in program.blocks.iter().filter(|block| all || has_source(block.function)) {
        for inst in &program.code[block.first.index()..block.end.index()] {
            if inst.op == Op::Store && tested.contains(&(block.function, inst.b)) {
                continue;
            }
            // A call's first operand is its callee; the same function may be an argument, too.
            let mut is_callee = inst.op == Op::Call;
            inst.for_each_operand(program, |operand| {
                if !std::mem::take(&mut is_callee) {
                    constant_of(operand).into_iter().for_each(&mut take);
                }
            });
        }
    }
    for edge in &program.edges {
        if all || has_source(program.blocks[edge.to.index()].function) {
            program.moves_of(edge).iter().filter_map(|step| constant_of(step.src)).for_each(&mut take);
        }
    }
    for global in program.globals.iter().filter(|global| all || is_of_source(program, global)) {
        let relocations = global.init.iter().flat_map(|init| &init.relocations);
        relocations.for_each(|relocation| take(relocation.target));
    }
    (0..program.functions.len()).filter(|index| found[*index]).map(FuncId::new).collect()
}

/// Whether the program's files have the values of a global. What clang makes of the initial values of a local
/// array, `__const.FUNCTION.ARRAY`, has no place in a file.
fn is_of_source(program: &Program, global: &Global) -> bool {
    let local = global.name.strip_prefix("__const.").and_then(|rest| rest.split('.').next());
    let function = local.and_then(|name| program.function_named(name));
    let has_source = function.is_some_and(|id| program.functions[id.index()].signature.is_some());
    global.loc.is_some() || has_source
}

/// The variables of functions that have this name, each as its function and the operand that is its address.
fn variables_named(program: &Program, wanted: &str) -> BTreeSet<(FuncId, u32)> {
    let mut found = BTreeSet::new();
    for block in &program.blocks {
        for inst in &program.code[block.first.index()..block.end.index()] {
            let name = (inst.op == Op::Alloca).then(|| inst.alloca(program).name).flatten();
            if name.is_some_and(|name| program.texts[name] == wanted) {
                found.insert((block.function, Operand::register(inst.dst).raw()));
            }
        }
    }
    found
}

/// For each edge of the program, whether control that stands at one of `places` may still take it before the
/// functions that the places lie in return. A function counts as called as soon as its address is used.
pub fn edges_after(program: &Program, places: &[Pc]) -> Vec<bool> {
    let mut search = Search::new(program, Vec::new());
    let mut outgoing: Vec<Vec<EdgeId>> = vec![Vec::new(); program.blocks.len()];
    for (index, edge) in program.edges.iter().enumerate() {
        if let Some(from) = edge.from {
            outgoing[from.index()].push(EdgeId::new(index));
        }
    }
    let mut edges = vec![false; program.edges.len()];
    let mut entered = vec![false; program.blocks.len()];
    let mut pending: Vec<(BlockId, Pc)> = Vec::new();
    for place in places {
        let block = program.blocks.iter().position(|block| (block.first..block.end).contains(place));
        pending.extend(block.map(|block| (BlockId::new(block), *place)));
    }
    loop {
        while let Some((block, from)) = pending.pop() {
            search.code(from.index()..program.blocks[block.index()].end.index());
            for id in &outgoing[block.index()] {
                let edge = &program.edges[id.index()];
                edges[id.index()] = true;
                program
                    .moves_of(edge)
                    .iter()
                    .filter_map(|step| constant_of(step.src))
                    .for_each(|constant| search.constant(constant));
                if !std::mem::replace(&mut entered[edge.to.index()], true) {
                    pending.push((edge.to, program.blocks[edge.to.index()].first));
                }
            }
        }
        let Some(function) = search.pending.pop() else { return edges };
        if let Some(entry) = program.functions[function.index()].entry {
            edges[entry.index()] = true;
            let to = program.edges[entry.index()].to;
            if !std::mem::replace(&mut entered[to.index()], true) {
                pending.push((to, program.blocks[to.index()].first));
            }
        }
    }
}

struct Search<'a> {
    program: &'a Program,
    /// Functions and globals that have been seen.
    functions: Vec<bool>,
    globals: Vec<bool>,
    pending: Vec<FuncId>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, pending: Vec<FuncId>) -> Self {
        let functions = vec![false; program.functions.len()];
        Self { program, functions, globals: vec![false; program.globals.len()], pending }
    }

    fn code_of(&mut self, function: FuncId) {
        let program = self.program;
        let blocks = &program.functions[function.index()].blocks;
        for block in &program.blocks[blocks.start as usize..blocks.end as usize] {
            self.code(block.first.index()..block.end.index());
        }
    }

    fn code(&mut self, range: Range<usize>) {
        let program = self.program;
        for inst in &program.code[range] {
            inst.for_each_operand(program, |operand| {
                if let Some(constant) = constant_of(operand) {
                    self.constant(constant);
                }
            });
        }
    }

    fn constant(&mut self, constant: ConstId) {
        match self.program.constants[constant.index()] {
            Const::Function(function) => self.pending.push(function),
            Const::Global { global, .. } => self.global(global),
            _ => {}
        }
    }

    /// Tables may lead to tables.
    fn global(&mut self, global: GlobalId) {
        let mut pending = vec![global];
        while let Some(global) = pending.pop() {
            if std::mem::replace(&mut self.globals[global.index()], true) {
                continue;
            }
            let Some(init) = &self.program.globals[global.index()].init else { continue };
            for relocation in &init.relocations {
                match self.program.constants[relocation.target.index()] {
                    Const::Function(function) => self.pending.push(function),
                    Const::Global { global, .. } => pending.push(global),
                    _ => {}
                }
            }
        }
    }
}

fn constant_of(operand: Operand) -> Option<ConstId> {
    match operand.kind() {
        _ if operand == Operand::UNUSED => None,
        OperandKind::Constant(constant) => Some(constant),
        OperandKind::Register(_) => None,
    }
}

/// The constants that edges move into registers, by function.
fn constants_on_edges(program: &Program) -> Vec<Vec<ConstId>> {
    let mut found = vec![Vec::new(); program.functions.len()];
    for edge in &program.edges {
        let function = program.blocks[edge.to.index()].function;
        let constants = program.moves_of(edge).iter().filter_map(|step| constant_of(step.src));
        found[function.index()].extend(constants);
    }
    found
}
