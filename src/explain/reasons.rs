//! What a path has decided, line by line: conditions of one line stand together, those that later ones imply
//! are left out, and conditions on successive bytes are one.

use super::bytes;
use super::terms::{InputShape, Renderer};
use super::text::{Level, Text};
use super::{Condition, place_of_condition};
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::Program;
use crate::solver::TermAnalysis;
use crate::testcase::{Reason, Site};
use crate::util::{Bits, ByteSet};
use std::collections::BTreeMap;

/// If the conditions of a line have more characters than this, the rest of them is cut.
const MAX_LINE: usize = 400;

/// One conjunct of the path condition.
#[derive(Clone, Debug)]
enum Fact {
    /// A byte has one of these values. `decided` is the number of the last condition that said so.
    Byte { symbol: SymbolId, set: ByteSet, decided: usize },
    /// Two bytes are equal.
    Equal { a: SymbolId, b: SymbolId },
    /// Anything else. `about` is the symbol of a condition that has only one.
    Other { text: Text, about: Option<SymbolId>, decided: usize },
}

/// The facts of one line of the source, in the order in which they were decided.
struct Line {
    site: Option<Site>,
    facts: Vec<Fact>,
}

/// The path condition in the terms of the source: what was decided at each line, lines in the order in which
/// they first decided something. Assumptions only narrow the rest down; they hold on every path.
pub fn reasons(
    program: &Program,
    (arena, analysis): (&Arena, &mut TermAnalysis),
    inputs: &[InputShape],
    conditions: &[Condition],
) -> Vec<Reason> {
    let mut renderer = Renderer::new(arena, analysis, inputs);
    let mut lines: Vec<Line> = Vec::new();
    // For each symbol, the number of the last condition that says which value it has.
    let mut pinned: BTreeMap<SymbolId, usize> = BTreeMap::new();
    // The values that the conditions so far leave for each byte.
    let mut left: BTreeMap<SymbolId, ByteSet> = BTreeMap::new();
    for (number, condition) in conditions.iter().enumerate() {
        if let Some(symbol) = pinned_symbol(arena, condition.term).filter(|_| !condition.is_border) {
            pinned.insert(symbol, number);
        }
        let mut facts = Vec::new();
        collect(&mut renderer, (condition.term, number), true, &mut facts);
        if condition.is_assumption {
            for fact in facts {
                if let Fact::Byte { symbol, set, .. } = fact {
                    let left = left.entry(symbol).or_insert(ByteSet::FULL);
                    *left = left.and(set);
                }
            }
            continue;
        }
        let site = place_of_condition(program, condition.at);
        let same = |line: &&mut Line| same_line(line.site.as_ref(), site.as_ref());
        let at = match lines.iter_mut().find(same) {
            Some(line) => line,
            None => {
                lines.push(Line { site, facts: Vec::new() });
                lines.last_mut().expect("invariant: a line was just added")
            }
        };
        for fact in facts {
            at.add(&renderer, fact, &mut left);
        }
    }
    drop_implied(&mut lines, conditions);
    for line in &mut lines {
        line.facts.retain(|fact| match fact {
            Fact::Other { about: Some(symbol), decided, .. } => {
                pinned.get(symbol).is_none_or(|last| decided >= last)
            }
            _ => true,
        });
    }
    lines.retain(|line| !line.facts.is_empty());
    lines.into_iter().map(|line| line.into_reason(&renderer)).collect()
}

/// The symbol of a condition that says which value the symbol has. Such a condition implies all that was
/// known of the symbol before.
fn pinned_symbol(arena: &Arena, condition: ExprId) -> Option<SymbolId> {
    let node = arena.node(condition);
    if node.kind != Kind::Eq {
        return None;
    }
    let (a, b) = (arena.node(node.first()), node.second());
    (a.kind == Kind::Symbol && arena.as_const(b).is_some()).then(|| a.symbol())
}

fn same_line(a: Option<&Site>, b: Option<&Site>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            a.file == b.file && a.line == b.line && (a.line > 0 || a.function == b.function)
        }
        (None, None) => true,
        _ => false,
    }
}

/// Takes a condition apart into its conjuncts. `number` is its number among the conditions of the path.
fn collect(renderer: &mut Renderer, (expr, number): (ExprId, usize), is_true: bool, facts: &mut Vec<Fact>) {
    if let Some((symbol, set)) = renderer.byte_set(expr) {
        let set = if is_true { set } else { set.complement() };
        facts.push(Fact::Byte { symbol, set, decided: number });
        return;
    }
    let node = renderer.arena.node(expr);
    let conjunction = if is_true { Kind::And } else { Kind::Or };
    if node.kind == Kind::Not {
        collect(renderer, (node.first(), number), !is_true, facts);
    } else if node.kind == conjunction {
        collect(renderer, (node.first(), number), is_true, facts);
        collect(renderer, (node.second(), number), is_true, facts);
    } else if let (Kind::Eq, true) = (node.kind, is_true)
        && let Some((a, b)) = two_bytes(renderer.arena, node.first(), node.second())
    {
        facts.push(Fact::Equal { a, b });
    } else {
        let about = match *renderer.analysis.support(renderer.arena, expr) {
            [symbol] => Some(symbol),
            _ => None,
        };
        facts.push(Fact::Other { text: renderer.condition(expr, is_true), about, decided: number });
    }
}

/// Two symbols that are bytes, in the order of their inputs.
fn two_bytes(arena: &Arena, a: ExprId, b: ExprId) -> Option<(SymbolId, SymbolId)> {
    let symbol = |expr: ExprId| {
        let node = arena.node(expr);
        (node.kind == Kind::Symbol && node.width() == Bits(8)).then(|| node.symbol())
    };
    let (a, b) = (symbol(a)?, symbol(b)?);
    let place = |symbol: SymbolId| (arena.symbol_key(symbol).input, arena.symbol_key(symbol).element);
    Some(if place(a) <= place(b) { (a, b) } else { (b, a) })
}

impl Line {
    /// Adds a fact. A fact about a byte is merged with what the line already says about that byte.
    fn add(&mut self, renderer: &Renderer, fact: Fact, left: &mut BTreeMap<SymbolId, ByteSet>) {
        match fact {
            Fact::Byte { symbol, set, decided } => {
                let before = left.entry(symbol).or_insert(ByteSet::FULL);
                let narrowed = before.and(set);
                // The values that are left may read better than those that the condition allows: `flag == 1`,
                // if only 0 and 1 were left before.
                let length = |set| bytes::condition("", set, renderer.byte_style(symbol)).to_string().len();
                let set = if length(narrowed) < length(set) { narrowed } else { set };
                *before = narrowed;
                let same = self.facts.iter_mut().find_map(|fact| match fact {
                    Fact::Byte { symbol: other, set, decided } if *other == symbol => Some((set, decided)),
                    _ => None,
                });
                match same {
                    Some((known, last)) => {
                        *known = known.and(set);
                        *last = decided;
                    }
                    None => self.facts.push(Fact::Byte { symbol, set, decided }),
                }
            }
            Fact::Equal { a, b } => {
                let is_same = |fact: &Fact| matches!(fact, Fact::Equal { a: c, b: d } if (*c, *d) == (a, b));
                if !self.facts.iter().any(is_same) {
                    self.facts.push(Fact::Equal { a, b });
                }
            }
            Fact::Other { ref text, .. } => {
                let is_same =
                    |known: &Fact| matches!(known, Fact::Other { text: other, .. } if other == text);
                if !self.facts.iter().any(is_same) {
                    self.facts.push(fact);
                }
            }
        }
    }

    fn into_reason(self, renderer: &Renderer) -> Reason {
        let texts = conjuncts(renderer, self.facts);
        let mut condition = String::new();
        for text in texts {
            if !condition.is_empty() {
                condition += " && ";
            }
            if condition.chars().count() > MAX_LINE {
                condition += "…";
                break;
            }
            condition += &text;
        }
        Reason { condition, site: self.site }
    }
}

/// Drops a fact about a byte if the facts that were decided later imply it. Only facts about borders do not
/// count here: they say more than the comparisons that led to the border, but the comparisons tell how the
/// path came there.
fn drop_implied(lines: &mut [Line], conditions: &[Condition]) {
    let mut order: Vec<(usize, usize, SymbolId, ByteSet)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        order.extend(line.facts.iter().filter_map(|fact| match fact {
            Fact::Byte { symbol, set, decided } => Some((*decided, index, *symbol, *set)),
            _ => None,
        }));
    }
    order.sort_by_key(|(decided, ..)| std::cmp::Reverse(*decided));
    let mut later: BTreeMap<SymbolId, ByteSet> = BTreeMap::new();
    for (decided, line, symbol, set) in order {
        let known = later.entry(symbol).or_insert(ByteSet::FULL);
        if known.and(set) == *known {
            let is_it = |fact: &Fact| matches!(fact, Fact::Byte { symbol: other, .. } if *other == symbol);
            lines[line].facts.retain(|fact| !is_it(fact));
        }
        if !conditions[decided].is_border {
            *known = known.and(set);
        }
    }
}

/// The facts of a line as texts. If successive bytes have the same fact, it is said once: `s[0..3] != 0`.
fn conjuncts(renderer: &Renderer, facts: Vec<Fact>) -> Vec<String> {
    let mut taken = vec![false; facts.len()];
    let mut texts = Vec::new();
    for at in 0..facts.len() {
        if std::mem::replace(&mut taken[at], true) {
            continue;
        }
        let mut run = vec![at];
        let last = |run: &[usize]| run.last().copied().unwrap_or(at);
        while let Some(next) = (at + 1..facts.len())
            .find(|next| !taken[*next] && follows(renderer, &facts[last(&run)], &facts[*next]))
        {
            taken[next] = true;
            run.push(next);
        }
        let text = match run.len() {
            2 => {
                // Two facts are shorter as they are.
                taken[run[1]] = false;
                text_of(renderer, &facts[at], &facts[at])
            }
            _ => text_of(renderer, &facts[at], &facts[last(&run)]),
        };
        texts.push(text.at_least(Level::And));
    }
    texts
}

/// Whether the second fact says about the next byte what the first says about its byte.
fn follows(renderer: &Renderer, first: &Fact, second: &Fact) -> bool {
    let is_next = |a: SymbolId, b: SymbolId| {
        let (a, b) = (renderer.arena.symbol_key(a), renderer.arena.symbol_key(b));
        a.input == b.input && a.element + 1 == b.element
    };
    match (first, second) {
        (Fact::Byte { symbol: a, set: these, .. }, Fact::Byte { symbol: b, set: those, .. }) => {
            these == those && is_next(*a, *b)
        }
        (Fact::Equal { a, b }, Fact::Equal { a: c, b: d }) => is_next(*a, *c) && is_next(*b, *d),
        _ => false,
    }
}

/// The text of a run of facts.
fn text_of(renderer: &Renderer, first: &Fact, last: &Fact) -> Text {
    let subject = |from: SymbolId, to: SymbolId| {
        let (low, high) = (renderer.arena.symbol_key(from).element, renderer.arena.symbol_key(to).element);
        match low == high {
            true => renderer.name(from),
            false => format!("{}[{low}..{high}]", renderer.input_name(renderer.arena.symbol_key(from).input)),
        }
    };
    match (first, last) {
        (Fact::Byte { symbol, set, .. }, Fact::Byte { symbol: to, .. }) => {
            bytes::condition(&subject(*symbol, *to), *set, renderer.byte_style(*symbol))
        }
        (Fact::Equal { a, b }, Fact::Equal { a: c, b: d }) => {
            Text::new(format!("{} == {}", subject(*a, *c), subject(*b, *d)), Level::Equal)
        }
        (Fact::Other { text, .. }, _) => text.clone(),
        _ => unreachable!("invariant: a run has facts of one kind"),
    }
}
