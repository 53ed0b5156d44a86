//! Small programs for the tests of coverage: their blocks have lines and edges, and nothing to execute.

use crate::ir::{
    Block, BlockId, CType, Edge, EdgeId, FileId, FuncId, Function, Inst, Loc, Op, Pc, Program, Signature,
    SourceFile, TypeId,
};

/// A program under construction, of one source file `dir/sample.c`.
pub(super) struct Sample {
    pub program: Program,
}

impl Sample {
    pub fn new() -> Self {
        let file = SourceFile { name: "sample.c".into(), directory: "dir".into() };
        Self { program: Program { files: vec![file], types: vec![CType::Void], ..Program::default() } }
    }

    /// Adds a function at `line`, 0 for none. Each block has its lines and the numbers, within the
    /// function, of the blocks that it goes to; one that goes nowhere returns.
    pub fn function(&mut self, name: &str, line: u32, blocks: &[(&[u32], &[usize])]) -> FuncId {
        let program = &mut self.program;
        let id = FuncId::new(program.functions.len());
        let first = program.blocks.len();
        let block_id = |number: usize| BlockId::new(first + number);
        let entry = EdgeId::new(program.edges.len());
        program.edges.push(Edge { from: None, to: block_id(0), moves: 0..0 });
        for (number, (lines, targets)) in blocks.iter().enumerate() {
            let begin = Pc::new(program.code.len());
            for line in lines.iter().chain(lines.last().is_none().then_some(&0)) {
                let op = Op::Nop;
                program.code.push(Inst { op, flags: 0, width: 0, dst: Inst::NO_RESULT, a: 0, b: 0 });
                program.locs.push(Loc::new(FileId::new(0), *line, 7));
            }
            program.blocks.push(Block { function: id, first: begin, end: Pc::new(program.code.len()) });
            for target in *targets {
                let from = Some(block_id(number));
                program.edges.push(Edge { from, to: block_id(*target), moves: 0..0 });
            }
        }
        let signature = Signature {
            file: FileId::new(0),
            line,
            result: TypeId::new(0),
            params: Vec::new(),
            param_names: Vec::new(),
        };
        program.functions.push(Function {
            name: name.into(),
            entry: Some(entry),
            blocks: first as u32..program.blocks.len() as u32,
            params: Vec::new(),
            is_vararg: false,
            is_weak: false,
            n_results: 0,
            is_unoptimised: true,
            type_hash: None,
            n_registers: 0,
            signature: (line > 0).then_some(signature),
        });
        id
    }

    /// The edge counts of one call of `function` that goes through these blocks.
    pub fn walk(&self, function: FuncId, blocks: &[usize]) -> Vec<u64> {
        let mut counts = vec![0; self.program.edges.len()];
        let function = &self.program.functions[function.index()];
        counts[function.entry.expect("samples have bodies").index()] += 1;
        let id = |number: usize| BlockId::new(function.blocks.start as usize + number);
        for pair in blocks.windows(2) {
            let is_step = |edge: &Edge| edge.from == Some(id(pair[0])) && edge.to == id(pair[1]);
            counts[self.program.edges.iter().position(is_step).expect("the blocks are connected")] += 1;
        }
        counts
    }
}

/// Two calls of `last`, which take one side of its branch, and none of `never`.
pub(super) fn report() -> super::Report {
    let mut sample = Sample::new();
    let last = sample.function("last", 1, &[(&[1, 2], &[1, 2]), (&[3], &[2]), (&[3], &[])]);
    let never = sample.function("never", 4, &[(&[4, 5], &[1, 2]), (&[6], &[2]), (&[6], &[])]);
    let mut coverage = super::Coverage::new(&sample.program, &[last, never]);
    coverage.add(&sample.walk(last, &[0, 1, 2]));
    coverage.add(&sample.walk(last, &[0, 1, 2]));
    coverage.report()
}
