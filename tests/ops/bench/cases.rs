//! The cases: functions, and the rows of operands with which each is called.

use std::path::PathBuf;
use symir::internals::util::{Bits, Rng};

/// A function of two integers, by name.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    /// The widths of both operands.
    pub operands: [u32; 2],
    pub result: u32,
    pub rows: Vec<[u128; 2]>,
    pub asked: Asked,
}

/// How a backend is asked about the rows of a case.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// About all rows at once, unless the term is large.
    Automatically,
    /// About all rows at once.
    Together,
    /// About every n-th row, each in a question of its own.
    Each(usize),
}

impl Case {
    /// A case with the rows for which the operation is defined.
    pub fn new(
        name: impl Into<String>,
        operands: [u32; 2],
        result: u32,
        defined: impl Fn(u128, u128) -> bool,
    ) -> Self {
        let mut rows = rows(operands);
        rows.retain(|[a, b]| defined(*a, *b));
        Self { name: name.into(), operands, result, rows, asked: Asked::Automatically }
    }

    /// A case with every third row, for a function of many steps that other cases check one by one.
    fn thin(name: &str, operands: [u32; 2], result: u32) -> Self {
        let mut case = Self::new(name, operands, result, |_, _| true);
        case.rows = case.rows.into_iter().step_by(3).collect();
        case
    }
}

/// Zero, one, all ones, least and greatest, alternating bits.
fn edges(width: u32) -> Vec<u128> {
    let mask = Bits(width).mask();
    let least = 1 << (width - 1);
    let mut edges = vec![0, 1, mask, least, mask >> 1, mask / 3, mask / 3 * 2];
    edges.iter_mut().for_each(|edge| *edge &= mask);
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// All pairs of edges; random numbers with each other, with small numbers and with themselves.
fn rows([a, b]: [u32; 2]) -> Vec<[u128; 2]> {
    let mut rng = Rng::from_seed(u64::from(a) << 32 | u64::from(b));
    let mut number = |width: u32| {
        let wide = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        wide & Bits(width).mask()
    };
    let mut rows = Vec::new();
    for x in edges(a) {
        rows.extend(edges(b).into_iter().map(|y| [x, y]));
    }
    for small in [0, 1, 2, 3, 5, 7, 12, 31, 63, 64, 99] {
        rows.push([number(a), small & Bits(b).mask()]);
        rows.push([number(a), number(b)]);
    }
    let same = number(a.min(b));
    rows.push([same, same]);
    rows
}

/// The cases that files of assembly, C and C++ define.
pub fn cases_of_files(files: &[PathBuf]) -> Vec<Case> {
    let assembly =
        regex::Regex::new(r"(?m)^define i(\d+) @(\w+)\(i(\d+) %a, i(\d+) %b\)").expect("a pattern");
    let source = regex::Regex::new(r"(?m)^U64 (\w+)\(U64 a, U64 b\)").expect("a pattern");
    let mut cases = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("the file is there");
        for found in assembly.captures_iter(&text) {
            let width = |group: usize| found[group].parse().expect("a width");
            cases.push(Case::thin(&found[2], [width(3), width(4)], width(1)));
        }
        for found in source.captures_iter(&text) {
            cases.push(Case::thin(&found[1], [64, 64], 64));
        }
    }
    assert!(!cases.is_empty(), "{files:?} have cases");
    cases
}
