//! Lines and sides of branches with the edges of the program that stand for them.

use super::layout::Layout;
use crate::ir::EdgeId;
use std::collections::BTreeMap;

/// A line, or one side of a branch that ends on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoveragePoint {
    /// The index in [`super::Report::files`].
    pub file: usize,
    pub line: u32,
    /// The index of the branch in the line, and of the outcome in the branch; `None` for the line itself.
    pub side: Option<(usize, usize)>,
    /// A run that has taken one of these edges was here. A line has the edges into its blocks, and a side has
    /// the edges that it consists of.
    pub edges: Vec<EdgeId>,
}

impl Layout {
    /// Every line, followed by the sides of its branches; in the order of the report.
    pub(super) fn points(&self) -> Vec<CoveragePoint> {
        let numbers = self.report_order();
        let mut points = Vec::new();
        for ((file, line), blocks) in &self.lines {
            let into = |block: &usize| self.blocks[*block].incoming.iter();
            let mut edges: Vec<EdgeId> =
                blocks.iter().flat_map(into).flat_map(|arc| self.arcs[*arc].edges.iter().copied()).collect();
            edges.sort_unstable();
            edges.dedup();
            let number = numbers[file];
            points.push(CoveragePoint { file: number, line: *line, side: None, edges });
            for (branch, block) in self.branches_of((*file, *line), blocks).into_iter().enumerate() {
                for (side, arc) in self.blocks[block].outgoing.iter().enumerate() {
                    let edges = self.arcs[*arc].edges.clone();
                    points.push(CoveragePoint {
                        file: number,
                        line: *line,
                        side: Some((branch, side)),
                        edges,
                    });
                }
            }
        }
        points.sort_by_key(|point| (point.file, point.line));
        points
    }

    /// The index in the report of each file that has something in it.
    fn report_order(&self) -> BTreeMap<usize, usize> {
        let with_lines = self.lines.keys().map(|(file, _)| *file);
        let mut files: Vec<usize> =
            with_lines.chain(self.functions.iter().map(|function| function.file)).collect();
        files.sort_by(|a, b| self.files[*a].path.cmp(&self.files[*b].path));
        files.dedup();
        files.into_iter().enumerate().map(|(number, file)| (file, number)).collect()
    }
}
