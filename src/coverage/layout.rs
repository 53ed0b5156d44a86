//! The parts of the program that coverage needs, taken out of it once: blocks with their lines, and the arcs
//! between them as gcov sees them.
//!
//! The lines of a block follow `GCOVProfiling.cpp` of LLVM 19 (`emitProfileNotes`): the line of each
//! instruction in order, except that a repetition of the line just before is left out. So one line can stand
//! in a block more than once, and then it counts more than once. The first block begins with the function's
//! own line. Arcs follow `CFGMST.h` and the notes file: several edges between the same two blocks are one
//! arc, and a block without a successor has an arc out of the function.

use super::lines::{Graph, line_count};
use super::{BranchCoverage, FileCoverage, FunctionCoverage, LineCoverage};
use crate::ir::{BlockId, EdgeId, FileId, FuncId, Function, Pc, Program};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

/// The functions to report, taken apart. Blocks, arcs and files are numbered within the layout.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) files: Vec<File>,
    pub(super) functions: Vec<FunctionLayout>,
    pub(super) blocks: Vec<BlockLayout>,
    pub(super) arcs: Vec<ArcLayout>,
    /// The blocks of each line, by file and number; a block stands there as often as it lists the line.
    pub(super) lines: BTreeMap<(usize, u32), Vec<usize>>,
}

#[derive(Clone, Debug)]
pub(super) struct File {
    name: String,
    pub(super) path: PathBuf,
}

#[derive(Clone, Debug)]
pub(super) struct FunctionLayout {
    name: String,
    pub(super) file: usize,
    line: u32,
    entry: EdgeId,
    blocks: std::ops::Range<usize>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct BlockLayout {
    /// The file and number of each line, in order.
    pub(super) lines: Vec<(usize, u32)>,
    /// Where the terminator stands in its line.
    column: u16,
    pub(super) incoming: Vec<usize>,
    pub(super) outgoing: Vec<usize>,
}

/// A way into, out of or within a function.
#[derive(Clone, Debug)]
pub(super) struct ArcLayout {
    /// `None` for the arc into a function.
    from: Option<usize>,
    /// `None` for an arc out of a function.
    to: Option<usize>,
    /// The edges of the program that this arc is; none for an arc out of a function, which is taken as
    /// often as its block is entered.
    pub(super) edges: Vec<EdgeId>,
}

impl Layout {
    pub(super) fn new(program: &Program, functions: &[FuncId]) -> Self {
        let mut builder = Builder::new(program);
        let mut functions = functions.to_vec();
        functions.sort_unstable();
        functions.dedup();
        functions.into_iter().for_each(|function| builder.add_function(function));
        builder.layout
    }

    /// The report for these counts, one for each edge of the program.
    pub(super) fn files(&self, edge_counts: &[u64]) -> Vec<FileCoverage> {
        let arc_counts = self.arc_counts(edge_counts);
        let mut files: Vec<FileCoverage> = self
            .files
            .iter()
            .map(|file| FileCoverage {
                name: file.name.clone(),
                path: file.path.clone(),
                lines: BTreeMap::new(),
                functions: Vec::new(),
            })
            .collect();
        for function in &self.functions {
            files[function.file].functions.push(self.function(function, edge_counts, &arc_counts));
        }
        for ((file, line), blocks) in &self.lines {
            files[*file].lines.insert(*line, self.line((*file, *line), blocks, &arc_counts));
        }
        files.retain(|file| !file.lines.is_empty() || !file.functions.is_empty());
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    }

    fn arc_counts(&self, edge_counts: &[u64]) -> Vec<u64> {
        let mut counts: Vec<u64> = self
            .arcs
            .iter()
            .map(|arc| arc.edges.iter().map(|edge| edge_counts[edge.index()]).sum())
            .collect();
        for (index, arc) in self.arcs.iter().enumerate() {
            if let (Some(from), None) = (arc.from, arc.to) {
                counts[index] = self.entered(from, &counts);
            }
        }
        counts
    }

    /// How often control came into a block.
    fn entered(&self, block: usize, arc_counts: &[u64]) -> u64 {
        self.blocks[block].incoming.iter().map(|arc| arc_counts[*arc]).sum()
    }

    fn function(
        &self,
        function: &FunctionLayout,
        edge_counts: &[u64],
        arc_counts: &[u64],
    ) -> FunctionCoverage {
        let exits = self.arcs.iter().zip(arc_counts).filter(|(arc, _)| {
            arc.to.is_none() && arc.from.is_some_and(|block| function.blocks.contains(&block))
        });
        FunctionCoverage {
            name: function.name.clone(),
            line: function.line,
            calls: edge_counts[function.entry.index()],
            returns: exits.map(|(_, count)| count).sum(),
            blocks: function.blocks.len(),
            blocks_executed: function
                .blocks
                .clone()
                .filter(|block| self.entered(*block, arc_counts) > 0)
                .count(),
        }
    }

    fn line(&self, line: (usize, u32), blocks: &[usize], arc_counts: &[u64]) -> LineCoverage {
        let mut coverage = LineCoverage {
            count: line_count(&WithCounts { layout: self, arc_counts }, blocks),
            branches: Vec::new(),
        };
        for block in self.branches_of(line, blocks) {
            let BlockLayout { column, outgoing, .. } = &self.blocks[block];
            let outcomes = outgoing.iter().map(|arc| arc_counts[*arc]).collect();
            coverage.branches.push(BranchCoverage { column: *column, outcomes });
        }
        coverage
    }

    /// The blocks of a line whose branch ends on the line, each once.
    pub(super) fn branches_of(&self, line: (usize, u32), blocks: &[usize]) -> Vec<usize> {
        let parts = |(index, block): &(usize, &usize)| {
            let BlockLayout { lines, outgoing, .. } = &self.blocks[**block];
            let is_first = !blocks[..*index].contains(block);
            is_first && outgoing.len() > 1 && lines.last() == Some(&line)
        };
        blocks.iter().enumerate().filter(parts).map(|(_, block)| *block).collect()
    }
}

/// The layout as a flow graph.
struct WithCounts<'a> {
    layout: &'a Layout,
    arc_counts: &'a [u64],
}

impl Graph for WithCounts<'_> {
    fn incoming(&self, block: usize) -> impl Iterator<Item = (Option<usize>, u64)> {
        let arcs = &self.layout.blocks[block].incoming;
        arcs.iter().map(|arc| (self.layout.arcs[*arc].from, self.arc_counts[*arc]))
    }

    fn outgoing(&self, block: usize) -> impl Iterator<Item = (usize, u64)> {
        let arcs = &self.layout.blocks[block].outgoing;
        arcs.iter().filter_map(|arc| Some((self.layout.arcs[*arc].to?, self.arc_counts[*arc])))
    }
}

struct Builder<'a> {
    program: &'a Program,
    /// The edges out of each block of the program, in order.
    outgoing: Vec<Vec<EdgeId>>,
    /// The number in the layout of each file of the program that was met.
    file_numbers: BTreeMap<FileId, usize>,
    layout: Layout,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program) -> Self {
        let mut outgoing = vec![Vec::new(); program.blocks.len()];
        for (index, edge) in program.edges.iter().enumerate() {
            if let Some(from) = edge.from {
                outgoing[from.index()].push(EdgeId::new(index));
            }
        }
        Self { program, outgoing, file_numbers: BTreeMap::new(), layout: Layout::default() }
    }

    fn add_function(&mut self, id: FuncId) {
        let function = &self.program.functions[id.index()];
        let (Some(entry), Some((file, line))) = (function.entry, self.place(function)) else { return };
        let first = self.layout.blocks.len();
        let blocks = first..first + function.blocks.len();
        self.layout.blocks.resize(blocks.end, BlockLayout::default());
        let number = |block: BlockId| first + (block.raw() - function.blocks.start) as usize;

        let entered = number(self.program.edges[entry.index()].to);
        self.add_arc(None, Some(entered), vec![entry]);
        for raw in function.blocks.clone() {
            let block = BlockId::from_raw(raw);
            self.add_lines(block, number(block), (number(block) == entered).then_some((file, line)));
            let mut targets: Vec<(BlockId, Vec<EdgeId>)> = Vec::new();
            for edge in &self.outgoing[block.index()] {
                let to = self.program.edges[edge.index()].to;
                match targets.iter_mut().find(|(target, _)| *target == to) {
                    Some((_, edges)) => edges.push(*edge),
                    None => targets.push((to, vec![*edge])),
                }
            }
            if targets.is_empty() {
                self.add_arc(Some(number(block)), None, Vec::new());
            }
            for (to, edges) in targets {
                self.add_arc(Some(number(block)), Some(number(to)), edges);
            }
        }
        self.layout.functions.push(FunctionLayout { name: function.name.clone(), file, line, entry, blocks });
    }

    /// The file and line of a function: those of its declaration, or else of its first instruction that has
    /// any.
    fn place(&mut self, function: &Function) -> Option<(usize, u32)> {
        let first = self.program.positions(function).find_map(|pc| self.program.loc(pc))?;
        let (file, line) = match &function.signature {
            Some(signature) if signature.line > 0 => (signature.file, signature.line),
            _ => (first.file(), first.line),
        };
        Some((self.file(file), line))
    }

    fn add_lines(&mut self, block: BlockId, number: usize, function_line: Option<(usize, u32)>) {
        let block = &self.program.blocks[block.index()];
        let mut lines = Vec::from_iter(function_line);
        let mut previous = function_line.map_or(0, |(_, line)| line);
        for pc in block.first.index()..block.end.index() {
            let Some(loc) = self.program.loc(Pc::new(pc)) else { continue };
            if loc.line != previous {
                lines.push((self.file(loc.file()), loc.line));
                previous = loc.line;
            }
        }
        for line in &lines {
            self.layout.lines.entry(*line).or_default().push(number);
        }
        let terminator = (block.end.index() > 0).then(|| self.program.loc(Pc::new(block.end.index() - 1)));
        let layout = &mut self.layout.blocks[number];
        layout.lines = lines;
        layout.column = terminator.flatten().map_or(0, |loc| loc.column);
    }

    fn add_arc(&mut self, from: Option<usize>, to: Option<usize>, edges: Vec<EdgeId>) {
        let arc = self.layout.arcs.len();
        if let Some(from) = from {
            self.layout.blocks[from].outgoing.push(arc);
        }
        if let Some(to) = to {
            self.layout.blocks[to].incoming.push(arc);
        }
        self.layout.arcs.push(ArcLayout { from, to, edges });
    }

    /// The number of a file. A file that is named in two ways has one number.
    fn file(&mut self, id: FileId) -> usize {
        if let Some(number) = self.file_numbers.get(&id) {
            return *number;
        }
        let source = &self.program.files[id.index()];
        let path = normalized(&source.path());
        let files = &mut self.layout.files;
        let number = files.iter().position(|file| file.path == path).unwrap_or_else(|| {
            files.push(File { name: source.name.clone(), path });
            files.len() - 1
        });
        self.file_numbers.insert(id, number);
        number
    }
}

/// The path without `.`, and without `..` if the folder before it is known.
fn normalized(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_without_detours() {
        assert_eq!(normalized(Path::new("/a/./b/../c.c")), Path::new("/a/c.c"));
        assert_eq!(normalized(Path::new("../c.c")), Path::new("../c.c"));
        assert_eq!(normalized(Path::new("./c.c")), Path::new("c.c"));
    }
}
