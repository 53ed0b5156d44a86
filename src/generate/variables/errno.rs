//! Finds the functions that read `errno` before anything that they call may set it: for them, it is an input.

use crate::ir::{BlockId, CallSite, Const, FuncId, Inst, Op, Operand, OperandKind, Pc, Program};
use crate::pipeline::mocks::READS_ERRNO;
use std::collections::{BTreeMap, BTreeSet};

/// The names of these functions.
pub(super) fn readers(program: &Program) -> BTreeSet<String> {
    let mut next: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    if program.functions.iter().any(|function| function.name == READS_ERRNO) {
        for edge in &program.edges {
            edge.from.into_iter().for_each(|from| next.entry(from).or_default().push(edge.to));
        }
    }
    let mut readers = Readers { program, next, known: BTreeMap::new() };
    let ids = (0..program.functions.len()).map(FuncId::new).filter(|id| readers.has(*id));
    ids.map(|id| program.functions[id.index()].name.clone()).collect()
}

struct Readers<'a> {
    program: &'a Program,
    /// The blocks that follow each block; empty if the program has no `errno`.
    next: BTreeMap<BlockId, Vec<BlockId>>,
    /// What is known of functions. While one is looked at, it counts as one that does not read `errno`.
    known: BTreeMap<FuncId, bool>,
}

impl Readers<'_> {
    fn has(&mut self, id: FuncId) -> bool {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        self.known.insert(id, false);
        let may_read = self.may_read(id);
        self.known.insert(id, may_read);
        may_read
    }

    /// Follows all ways from the beginning of a function up to their first calls.
    fn may_read(&mut self, id: FuncId) -> bool {
        let entry = self.program.functions[id.index()].entry.filter(|_| !self.next.is_empty());
        let Some(entry) = entry.map(|edge| self.program.edges[edge.index()].to) else { return false };
        let (mut seen, mut pending) = (BTreeSet::from([entry]), vec![entry]);
        while let Some(at) = pending.pop() {
            match self.first_call(at) {
                Some(true) => return true,
                Some(false) => {}
                None => {
                    let next = self.next.get(&at).into_iter().flatten();
                    pending.extend(next.copied().filter(|next| seen.insert(*next)));
                }
            }
        }
        false
    }

    /// Whether the first call of a block leads to a load from `errno`; `None` if the block has no call.
    fn first_call(&mut self, at: BlockId) -> Option<bool> {
        let program = self.program;
        let block = &program.blocks[at.index()];
        let mut rest = (block.first.index()..block.end.index()).map(|pc| program.inst(Pc::new(pc)));
        let call = rest.find(|inst| inst.op == Op::Call)?;
        let OperandKind::Constant(callee) = CallSite::read(program, call.a).callee().kind() else {
            return Some(false);
        };
        let Some(Const::Function(callee)) = program.constants.get(callee.index()) else { return Some(false) };
        if program.functions[callee.index()].name != READS_ERRNO {
            return Some(self.has(*callee));
        }
        let errno = Operand::register(call.dst);
        let uses = |inst: &&Inst| {
            inst.op == Op::Load && inst.a() == errno || inst.op == Op::Store && inst.b() == errno
        };
        Some(rest.find(uses).is_some_and(|inst| inst.op == Op::Load))
    }
}
