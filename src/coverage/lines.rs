//! How often a line was executed, by the rule of gcov.
//!
//! The count of a line is the sum of the counts of the arcs that come into its blocks from elsewhere, plus
//! how often control went around within the line (`collectSourceLine` and `getCyclesCount` in LLVM's
//! `GCOV.cpp`; the same as gcc's `accumulate_line_info`). Going around is measured by cancelling cycles: as
//! long as there is a cycle of arcs with counts left, its least count is added to the sum and taken off
//! each of its arcs.

/// Blocks and counted arcs.
pub(super) trait Graph {
    /// Where the arcs into a block come from, `None` for a call of the function, and their counts.
    fn incoming(&self, block: usize) -> impl Iterator<Item = (Option<usize>, u64)>;

    /// Where the arcs out of a block go within its function, and their counts.
    fn outgoing(&self, block: usize) -> impl Iterator<Item = (usize, u64)>;
}

/// The count of a line with these blocks. A block that lists the line several times stands in `blocks`
/// several times, and the arcs into it count as often.
pub(super) fn line_count(graph: &impl Graph, blocks: &[usize]) -> u64 {
    let from_elsewhere: u64 = blocks
        .iter()
        .flat_map(|block| graph.incoming(*block))
        .filter(|(from, _)| !from.is_some_and(|from| blocks.contains(&from)))
        .map(|(_, count)| count)
        .sum();
    from_elsewhere + Cycles::within(graph, blocks).cancel()
}

/// The arcs among the blocks of one line, with what is left of their counts.
struct Cycles {
    /// By block, numbered within the line: target and count left.
    arcs: Vec<Vec<(usize, u64)>>,
}

/// How far the search has come with a block.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Mark {
    New,
    OnPath,
    Done,
}

impl Cycles {
    fn within(graph: &impl Graph, blocks: &[usize]) -> Self {
        let mut distinct: Vec<usize> = Vec::new();
        for block in blocks {
            if !distinct.contains(block) {
                distinct.push(*block);
            }
        }
        let local = |block: usize| distinct.iter().position(|other| *other == block);
        let arcs_of = |block: &usize| {
            graph.outgoing(*block).filter_map(|(to, count)| Some((local(to)?, count))).collect()
        };
        Self { arcs: distinct.iter().map(arcs_of).collect() }
    }

    fn cancel(mut self) -> u64 {
        let mut total = 0;
        loop {
            let mut marks = vec![Mark::New; self.arcs.len()];
            let found = (0..self.arcs.len()).find_map(|start| self.find(start, &mut marks));
            let Some(cycle) = found else { return total };
            total += self.take(&cycle);
        }
    }

    /// A cycle of arcs with counts that can be reached from `start`: each arc as block and position.
    fn find(&self, start: usize, marks: &mut [Mark]) -> Option<Vec<(usize, usize)>> {
        if marks[start] != Mark::New {
            return None;
        }
        // The path from `start`, with the position of the arc to try next.
        let mut path = vec![(start, 0)];
        marks[start] = Mark::OnPath;
        while let Some((block, position)) = path.last_mut() {
            let Some((to, left)) = self.arcs[*block].get(*position).copied() else {
                marks[*block] = Mark::Done;
                path.pop();
                continue;
            };
            *position += 1;
            match marks[to] {
                _ if left == 0 => {}
                Mark::Done => {}
                Mark::New => {
                    marks[to] = Mark::OnPath;
                    path.push((to, 0));
                }
                Mark::OnPath => {
                    let begin = path.iter().position(|(block, _)| *block == to);
                    let begin = begin.expect("invariant: a block marked as on the path is on it");
                    return Some(path[begin..].iter().map(|(block, next)| (*block, next - 1)).collect());
                }
            }
        }
        None
    }

    /// Takes the least count of a cycle off all its arcs.
    fn take(&mut self, cycle: &[(usize, usize)]) -> u64 {
        let least = cycle.iter().map(|(block, arc)| self.arcs[*block][*arc].1).min();
        let least = least.expect("invariant: a cycle has an arc");
        for (block, arc) in cycle {
            self.arcs[*block][*arc].1 -= least;
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arcs as (from, to, count), with a call of block 0.
    struct Arcs {
        calls: u64,
        arcs: &'static [(usize, usize, u64)],
    }

    impl Graph for Arcs {
        fn incoming(&self, block: usize) -> impl Iterator<Item = (Option<usize>, u64)> {
            let call = (block == 0).then_some((None, self.calls));
            let arcs = self.arcs.iter().filter(move |arc| arc.1 == block);
            call.into_iter().chain(arcs.map(|(from, _, count)| (Some(*from), *count)))
        }

        fn outgoing(&self, block: usize) -> impl Iterator<Item = (usize, u64)> {
            self.arcs.iter().filter(move |arc| arc.0 == block).map(|(_, to, count)| (*to, *count))
        }
    }

    fn check(calls: u64, arcs: &'static [(usize, usize, u64)], blocks: &[usize], expected: u64) {
        assert_eq!(line_count(&Arcs { calls, arcs }, blocks), expected);
    }

    #[test]
    fn a_block_without_a_loop_counts_what_comes_in() {
        check(3, &[(0, 1, 2), (0, 2, 1), (1, 2, 2)], &[0], 3);
        check(3, &[(0, 1, 2), (0, 2, 1), (1, 2, 2)], &[2], 3);
        check(3, &[(0, 1, 2), (0, 2, 1), (1, 2, 2)], &[1, 2], 3);
        check(3, &[(0, 1, 2), (0, 2, 1), (1, 2, 2)], &[0, 1, 2], 3);
    }

    #[test]
    fn loops_within_a_line_add_their_turns() {
        check(3, &[(0, 1, 3), (1, 2, 13), (2, 1, 13), (1, 3, 3)], &[0, 1, 2], 16);
        check(1, &[(0, 1, 1), (1, 1, 7), (1, 2, 1)], &[1], 8);
    }

    #[test]
    fn nested_loops_count_both() {
        // The outer loop 1 → 2 → 3 → 1 goes round 2 times, the inner one 2 → 4 → 2 goes round 5 times.
        let arcs = &[(0, 1, 1), (1, 2, 2), (2, 4, 5), (4, 2, 5), (2, 3, 2), (3, 1, 2), (1, 5, 1)];
        check(1, arcs, &[0, 1, 2, 3, 4], 1 + 2 + 5);
    }

    #[test]
    fn a_loop_over_other_lines_counts_its_entries() {
        check(1, &[(0, 1, 1), (1, 2, 4), (2, 1, 4), (1, 3, 1)], &[1], 5);
        check(1, &[(0, 1, 1), (1, 2, 4), (2, 1, 4), (1, 3, 1)], &[2], 4);
    }
}
