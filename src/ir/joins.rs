//! Where the sides of a branch come together again, and which registers still matter there.
//!
//! The join of a branch is its immediate postdominator: the first block that every way to a return passes
//! (Cytron et al., "Efficiently computing static single assignment form and the control dependence graph",
//! 1991, section 5). Ways that end in `unreachable` or a trap never return and are left out. A branch that
//! may leave a loop has no join here: its sides meet only after any number of iterations.

use super::{Block, BlockId, Const, Function, Inst, Loops, Op, Operand, OperandKind, Pc, Program, RegId};
use crate::util::Bits;
use rustc_hash::FxHashMap;

/// The joins of a program.
pub struct Joins {
    /// The first instruction of the join, by the position of the branch.
    of_branch: FxHashMap<Pc, Pc>,
    /// The registers that are live at each join.
    live: FxHashMap<Pc, Vec<LiveRegister>>,
}

/// A register that is read behind a join before it is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LiveRegister {
    pub register: RegId,
    /// Its width; `None` if it is not known.
    pub width: Option<Bits>,
}

impl Joins {
    /// Finds all joins.
    pub fn new(program: &Program) -> Self {
        let loops = Loops::new(program);
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); program.blocks.len()];
        for (number, edge) in program.edges.iter().enumerate() {
            if let Some(from) = edge.from {
                leaving[from.index()].push(number);
            }
        }
        let mut joins = Self { of_branch: FxHashMap::default(), live: FxHashMap::default() };
        for function in &program.functions {
            let flow = Flow::new(program, function, &leaving);
            let ways = flow.ways_to_return();
            let mut found: Vec<usize> = Vec::new();
            for block in 0..flow.successors.len() {
                if flow.successors[block].len() < 2 || flow.leaves_a_loop(&loops, block) {
                    continue;
                }
                if let Some(join) = nearest(&ways, block) {
                    let last = Pc::from_raw(flow.block(block).end.raw() - 1);
                    joins.of_branch.insert(last, flow.block(join).first);
                    found.push(join);
                }
            }
            if !found.is_empty() {
                let (live, widths) = (flow.live(), flow.widths());
                for join in found {
                    let live = live[join].ones().map(|register| LiveRegister {
                        register: RegId::new(register),
                        width: widths[register],
                    });
                    joins.live.insert(flow.block(join).first, live.collect());
                }
            }
        }
        joins
    }

    /// Where the sides of the branch at `pc` meet.
    pub fn of(&self, pc: Pc) -> Option<Pc> {
        self.of_branch.get(&pc).copied()
    }

    /// The registers that matter at a join.
    pub fn live(&self, join: Pc) -> &[LiveRegister] {
        self.live.get(&join).map_or(&[], Vec::as_slice)
    }

    /// The first instructions of all joins.
    pub fn locations(&self) -> impl Iterator<Item = Pc> + '_ {
        self.live.keys().copied()
    }
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn empty(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    fn unite(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    fn intersect(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |(index, word): (usize, &u64)| {
            let word = *word;
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| index * 64 + bit)
        };
        self.0.iter().enumerate().flat_map(bits)
    }
}

/// Of the other blocks that every way from `block` to a return passes, the nearest one.
fn nearest(ways: &[Option<Set>], block: usize) -> Option<usize> {
    let others = ways[block].as_ref()?.ones().filter(|other| *other != block);
    // All blocks behind a block are also behind those before it, so that the nearest one has the most behind
    // it.
    others.max_by_key(|other| ways[*other].as_ref().map_or(0, Set::len))
}

/// The control flow of one function; blocks are numbered within it.
struct Flow<'a> {
    program: &'a Program,
    function: &'a Function,
    /// Each block's successors, with the edge to each.
    successors: Vec<Vec<(usize, usize)>>,
}

impl<'a> Flow<'a> {
    fn new(program: &'a Program, function: &'a Function, leaving: &[Vec<usize>]) -> Self {
        let start = function.blocks.start as usize;
        let way = |edge: &usize| (program.edges[*edge].to.index() - start, *edge);
        let of_block = |block: u32| leaving[block as usize].iter().map(way).collect();
        Self { program, function, successors: function.blocks.clone().map(of_block).collect() }
    }

    fn block(&self, number: usize) -> &Block {
        &self.program.blocks[self.function.blocks.start as usize + number]
    }

    fn last(&self, number: usize) -> &Inst {
        &self.program.code[self.block(number).end.index() - 1]
    }

    fn leaves_a_loop(&self, loops: &Loops, number: usize) -> bool {
        let start = self.function.blocks.start as usize;
        let id = |number: usize| BlockId::new(start + number);
        loops
            .around(id(number))
            .any(|body| self.successors[number].iter().any(|(to, _)| !body.contains(&id(*to))))
    }

    /// For each block, the blocks on every way from it to a return, itself among them; `None` if no way leads
    /// to a return.
    fn ways_to_return(&self) -> Vec<Option<Set>> {
        let n = self.successors.len();
        let mut ways: Vec<Option<Set>> = vec![None; n];
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for block in (0..n).rev() {
                let mut common: Option<Set> = None;
                for (to, _) in &self.successors[block] {
                    match (&mut common, &ways[*to]) {
                        (_, None) => {}
                        (Some(common), Some(way)) => common.intersect(way),
                        (None, Some(way)) => common = Some(way.clone()),
                    }
                }
                if self.last(block).op == Op::Ret {
                    common = Some(Set::empty(n));
                }
                let Some(mut common) = common else { continue };
                common.insert(block);
                if ways[block].as_ref() != Some(&common) {
                    ways[block] = Some(common);
                    is_stable = false;
                }
            }
        }
        ways
    }

    /// The registers that are live at the beginning of each block (Aho, Lam, Sethi, Ullman: Compilers,
    /// section 9.2.5).
    fn live(&self) -> Vec<Set> {
        let n_registers = self.function.n_registers as usize;
        let mut live = vec![Set::empty(n_registers); self.successors.len()];
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for block in (0..live.len()).rev() {
                let mut now = Set::empty(n_registers);
                for (to, edge) in &self.successors[block] {
                    let mut behind = live[*to].clone();
                    for step in self.program.moves_of(&self.program.edges[*edge]).iter().rev() {
                        behind.remove(step.dst.index());
                        read(&mut behind, step.src);
                    }
                    now.unite(&behind);
                }
                let (first, end) = (self.block(block).first.index(), self.block(block).end.index());
                for inst in self.program.code[first..end].iter().rev() {
                    inst.results(self.program).for_each(|(register, _)| now.remove(register.index()));
                    inst.for_each_operand(self.program, |operand| read(&mut now, operand));
                }
                if live[block] != now {
                    live[block] = now;
                    is_stable = false;
                }
            }
        }
        live
    }

    /// The width of each register, if the instructions that write it tell.
    fn widths(&self) -> Vec<Option<Bits>> {
        let mut widths: Vec<Option<Bits>> = vec![None; self.function.n_registers as usize];
        for (register, param) in self.function.params.iter().enumerate() {
            widths[register] = Some(param.width);
        }
        for block in 0..self.successors.len() {
            let (first, end) = (self.block(block).first.index(), self.block(block).end.index());
            for inst in &self.program.code[first..end] {
                for (register, width) in inst.results(self.program) {
                    widths[register.index()] = (width.0 > 0).then_some(width);
                }
            }
        }
        // A move along an edge does not change the width of its value.
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            let edges = self.successors.iter().flatten();
            for step in edges.flat_map(|(_, edge)| self.program.moves_of(&self.program.edges[*edge])) {
                let width = match step.src.kind() {
                    OperandKind::Register(source) => widths[source.index()],
                    OperandKind::Constant(constant) => {
                        Some(match &self.program.constants[constant.index()] {
                            Const::Int { width, .. } | Const::Undef { width } => *width,
                            Const::Global { .. } | Const::Function(_) | Const::Label(_) => Bits(64),
                        })
                    }
                };
                if widths[step.dst.index()].is_none() && width.is_some() {
                    widths[step.dst.index()] = width;
                    is_stable = false;
                }
            }
        }
        widths
    }
}

fn read(set: &mut Set, operand: Operand) {
    if let OperandKind::Register(register) = operand.kind() {
        set.insert(register.index());
    }
}
