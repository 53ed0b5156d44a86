//! Gives numbers that a path only compares with each other values that are all different.
//!
//! To such a path only the order of the numbers matters, and the plainest values repeat themselves: a search
//! tree would hold a zero in each of its nodes, and a test that finds one node could as well have found
//! another one. So the numbers get 1, 2, 3 and so on in the order that they have. That they lie side by side
//! shows mistakes at borders. If all are compared with one key, each comparison narrows the range in which the
//! key lies, so that what is searched looks like a search tree. Numbers that the path wants to be equal stay
//! equal. No solver is asked.

use super::Symbols;
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::testcase::InputKind;
use crate::util::Bits;
use rustc_hash::FxHashSet;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::ops::Range;

/// How many numbers get other values, at most.
const MAX_NUMBERS: usize = 24;
/// How many nodes of conditions are looked at, at most.
const MAX_NODES: usize = 4096;
/// How often it is asked whether values stay on the path, at most.
const MAX_ASKED: usize = 64;

/// A number of a test.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Number {
    symbol: SymbolId,
    width: Bits,
    signed: bool,
}

impl Number {
    fn get(&self, values: &Assignment) -> i128 {
        let value = values.get(self.symbol);
        if self.signed { self.width.sign_extend(value) } else { value as i128 }
    }
}

/// Numbers in ascending order; those of a group are equal.
type Groups = Vec<Vec<Number>>;

/// Gives different values to the numbers among `inputs` that `conditions` compare with each other and with
/// nothing else. They keep the values that they have if these differ and are positive. Each of `rows` are the
/// elements of one array, as positions among `inputs`: if those that are compared ascend, elements that the path
/// leaves free fit between them, because most arrays in which something is looked for are sorted.
/// `is_possible` tells whether values stay on the path.
pub fn spread(
    arena: &Arena,
    conditions: &[ExprId],
    inputs: &[Symbols],
    rows: &[Range<usize>],
    values: &mut Assignment,
    mut is_possible: impl FnMut(&Assignment) -> bool,
) {
    let numbers: Vec<Option<Number>> = inputs.iter().map(number).collect();
    let Some(Compared { mut ordered, pairs, free }) = compared(arena, conditions, &numbers) else { return };
    ordered.sort_by_key(|number| number.get(values));
    let rows: Vec<Vec<Number>> =
        rows.iter().filter_map(|row| numbers.get(row.clone())?.iter().copied().collect()).collect();
    let is_known = |number: &Number| free.contains(&number.symbol) || ordered.contains(number);
    let rows: Vec<Vec<Number>> = rows.into_iter().filter(|row| row.iter().all(is_known)).collect();
    let by_value: Groups =
        ordered.chunk_by(|one, next| one.get(values) == next.get(values)).map(<[Number]>::to_vec).collect();
    let is_sorted = rows
        .iter()
        .filter(|row| ascends(row, &by_value))
        .all(|row| row.iter().map(|number| number.get(values)).is_sorted());
    let differ = |numbers: &mut dyn Iterator<Item = &Number>| {
        let held: Vec<i128> = numbers.map(|number| number.get(values)).collect();
        held.windows(2).all(|pair| pair[0] < pair[1]) && held[0] > 0
    };
    let narrowed = narrowed(&pairs, &ordered, values);
    let narrowed = narrowed.filter(|groups| rows.iter().all(|row| ascends(row, groups)));
    let is_narrowed =
        narrowed.as_ref().is_none_or(|groups| differ(&mut groups.iter().map(|group| &group[0])));
    let are_different = is_sorted && differ(&mut ordered.iter());
    if are_different && is_narrowed {
        return;
    }
    let is_other =
        |number: &&Number| !ordered.contains(number) && !rows.iter().flatten().any(|it| it == *number);
    let used: FxHashSet<i128> =
        numbers.iter().flatten().filter(is_other).map(|number| number.get(values)).collect();
    let mut n_asked = 0;
    let first = values.clone();
    let mut takes = |groups: &Groups| {
        let mut other = first.clone();
        let plain = (1..).filter(|value| !used.contains(value));
        for (group, value) in filled(groups, &rows).iter().zip(plain) {
            group.iter().for_each(|number| other.set(number.symbol, value as u128));
        }
        n_asked += 1;
        (n_asked <= MAX_ASKED && is_possible(&other)).then_some(other)
    };
    if let Some(narrowed) = narrowed.as_ref().and_then(&mut takes) {
        *values = narrowed;
        return;
    }
    if are_different {
        return;
    }
    let each: Groups = ordered.iter().map(|number| vec![*number]).collect();
    if let Some(all_different) = takes(&each) {
        *values = all_different;
        return;
    }
    let mut groups = by_value;
    let Some(mut best) = takes(&groups) else { return };
    let alike: Vec<Number> = groups.iter().filter(|it| it.len() > 1).flatten().copied().collect();
    for number in alike {
        let at = groups.iter().position(|group| group.contains(&number));
        let Some(at) = at.filter(|at| groups[*at].len() > 1) else { continue };
        for place in [at, at + 1] {
            let mut parted = groups.clone();
            parted[at].retain(|it| *it != number);
            parted.insert(place, vec![number]);
            if let Some(other) = takes(&parted) {
                (groups, best) = (parted, other);
                break;
            }
        }
    }
    *values = best;
}

/// The numbers in the order in which each comparison with a key narrows the range in which the key lies, as in a
/// search tree: one that is less than the key is greater than those before it that are less, and the other way
/// round. `None` if they are not all compared with one number.
fn narrowed(pairs: &[[SymbolId; 2]], ordered: &[Number], values: &Assignment) -> Option<Groups> {
    let n_pairs = |number: &Number| pairs.iter().filter(|pair| pair.contains(&number.symbol)).count();
    let key = *ordered.iter().filter(|_| ordered.len() > 2).max_by_key(|number| n_pairs(number))?;
    let mut equal = vec![key];
    let (mut less, mut greater) = (BTreeMap::new(), BTreeMap::new());
    for number in ordered.iter().filter(|number| **number != key) {
        let is_both = |pair: &[SymbolId; 2]| pair.contains(&key.symbol) && pair.contains(&number.symbol);
        let turn = pairs.iter().position(is_both)?;
        match number.get(values).cmp(&key.get(values)) {
            Ordering::Less => _ = less.insert(turn, vec![*number]),
            Ordering::Equal => equal.push(*number),
            Ordering::Greater => _ = greater.insert(Reverse(turn), vec![*number]),
        }
    }
    Some(less.into_values().chain([equal]).chain(greater.into_values()).collect())
}

/// Whether the elements of an array that are compared ascend.
fn ascends(row: &[Number], groups: &Groups) -> bool {
    let places = row.iter().filter_map(|number| groups.iter().position(|group| group.contains(number)));
    places.is_sorted()
}

/// The groups with the free elements of arrays between the compared ones.
fn filled(groups: &Groups, rows: &[Vec<Number>]) -> Groups {
    let mut groups = groups.clone();
    for row in rows {
        if !ascends(row, &groups) {
            continue;
        }
        for (at, number) in row.iter().enumerate() {
            let place = |number: &Number| groups.iter().position(|group| group.contains(number));
            if place(number).is_some() {
                continue;
            }
            let before = at.checked_sub(1).and_then(|at| place(&row[at]));
            match (before, row[at + 1..].iter().find_map(place)) {
                (Some(before), Some(behind)) if before == behind => groups[before].push(*number),
                (_, Some(behind)) => groups.insert(behind, vec![*number]),
                (Some(before), None) => groups.insert(before + 1, vec![*number]),
                (None, None) => {}
            }
        }
    }
    groups
}

/// An input that is a number like any other.
fn number(input: &Symbols) -> Option<Number> {
    let (InputKind::Integer { width, signed }, [symbol]) = (input.kind, &input.symbols[..]) else {
        return None;
    };
    let is_plain = width >= Bits(8) && !input.is_character && input.named.is_empty();
    is_plain.then_some(Number { symbol: *symbol, width, signed })
}

/// Numbers that are compared with each other and with nothing else, and symbols that no condition mentions.
struct Compared {
    ordered: Vec<Number>,
    /// What is compared, in the order of the path.
    pairs: Vec<[SymbolId; 2]>,
    free: FxHashSet<SymbolId>,
}

/// `None` if fewer than two numbers are compared with each other, or too many.
fn compared(arena: &Arena, conditions: &[ExprId], numbers: &[Option<Number>]) -> Option<Compared> {
    let known: FxHashSet<SymbolId> = numbers.iter().flatten().map(|number| number.symbol).collect();
    let (mut compared, mut fixed) = (FxHashSet::default(), FxHashSet::default());
    let mut pairs = Vec::new();
    let mut seen = FxHashSet::default();
    for condition in conditions {
        if let Some(pair) = comparison(arena, *condition)
            && pair.iter().all(|symbol| known.contains(symbol))
        {
            compared.extend(pair);
            pairs.push(pair);
            continue;
        }
        let mut stack = vec![*condition];
        while let Some(top) = stack.pop().filter(|_| seen.len() <= MAX_NODES) {
            if !seen.insert(top) {
                continue;
            }
            let node = arena.node(top);
            match node.kind {
                Kind::Symbol => _ = fixed.insert(node.symbol()),
                _ => stack.extend(node.operands()),
            }
        }
    }
    let is_ordered = |number: &Number| compared.contains(&number.symbol) && !fixed.contains(&number.symbol);
    let ordered: Vec<Number> = numbers.iter().flatten().copied().filter(is_ordered).collect();
    let free = known.difference(&compared).copied().filter(|symbol| !fixed.contains(symbol)).collect();
    let is_meant = seen.len() <= MAX_NODES && (2..=MAX_NUMBERS).contains(&ordered.len());
    is_meant.then_some(Compared { ordered, pairs, free })
}

/// The symbols that a condition compares, perhaps made wider.
fn comparison(arena: &Arena, condition: ExprId) -> Option<[SymbolId; 2]> {
    let mut node = arena.node(condition);
    if node.kind == Kind::Not {
        node = arena.node(node.first());
    }
    if !matches!(node.kind, Kind::Eq | Kind::Ult | Kind::Slt) {
        return None;
    }
    let mut symbols = node.operands().map(|operand| {
        let mut node = arena.node(operand);
        while matches!(node.kind, Kind::ZExt | Kind::SExt) {
            node = arena.node(node.first());
        }
        (node.kind == Kind::Symbol).then(|| node.symbol())
    });
    Some([symbols.next()??, symbols.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use std::rc::Rc;

    const WIDTH: Bits = Bits(32);

    /// Numbers with these values, of which each pair is compared: `(0, 1)` says that the first number is less
    /// than the second one, and `(0, 0)` that it is compared with a constant. Returns the values that they get.
    fn spread_out(first: &[u128], less: &[(usize, usize)], equal: &[(usize, usize)]) -> Vec<u128> {
        spread_in_row(first, 0..0, less, equal)
    }

    /// The same if some of the numbers are the elements of an array.
    fn spread_in_row(
        first: &[u128],
        row: Range<usize>,
        less: &[(usize, usize)],
        equal: &[(usize, usize)],
    ) -> Vec<u128> {
        let mut arena = Arena::new();
        let key = |element| SymbolKey { input: 0, element, name: "n".into(), width: WIDTH };
        let symbols: Vec<SymbolId> = (0..first.len() as u32).map(|at| arena.declare(key(at))).collect();
        let terms: Vec<ExprId> = symbols.iter().map(|symbol| arena.term_of(*symbol)).collect();
        let mut values = Assignment::new();
        symbols.iter().zip(first).for_each(|(symbol, value)| values.set(*symbol, *value));
        let ten = arena.constant(WIDTH, 10);
        let mut conditions = Vec::new();
        for (one, other) in less {
            let other = if one == other { ten } else { terms[*other] };
            conditions.push(arena.slt(terms[*one], other));
        }
        conditions.extend(equal.iter().map(|(one, other)| arena.eq(terms[*one], terms[*other])));
        let kind = InputKind::Integer { width: WIDTH, signed: true };
        let input = |symbol: &SymbolId| Symbols {
            kind,
            symbols: vec![*symbol],
            named: Rc::new([]),
            is_character: false,
            numbers: Vec::new(),
        };
        let inputs: Vec<Symbols> = symbols.iter().map(input).collect();
        let holds = |values: &Assignment| {
            let get = |at: usize| values.get(symbols[at]);
            less.iter().all(|(one, other)| one == other || get(*one) < get(*other))
                && equal.iter().all(|(one, other)| get(*one) == get(*other))
        };
        spread(&arena, &conditions, &inputs, &[row], &mut values, holds);
        symbols.iter().map(|symbol| values.get(*symbol)).collect()
    }

    #[test]
    fn numbers_that_are_only_compared_with_each_other_differ() {
        assert_eq!(spread_out(&[0, 0, 1], &[(0, 2), (1, 2)], &[]), [1, 2, 3]);
        assert_eq!(spread_out(&[3, 4, 9], &[(0, 2), (1, 2)], &[]), [3, 4, 9], "they differ");
    }

    #[test]
    fn comparisons_with_a_key_narrow_its_range() {
        // Each number is compared with the last one, and the values are in no order.
        let path = [(0, 3), (1, 3), (3, 2)];
        assert_eq!(spread_out(&[2, 1, 9, 5], &path, &[]), [1, 2, 4, 3]);
        let path = [(3, 0), (1, 3), (3, 2)];
        assert_eq!(spread_out(&[6, 1, 9, 5], &path, &[]), [4, 1, 3, 2]);
        assert_eq!(spread_out(&[2, 3, 2, 2], &[(3, 1)], &[(2, 3), (0, 3)]), [1, 2, 1, 1]);
    }

    #[test]
    fn what_has_to_be_equal_stays_equal() {
        assert_eq!(spread_out(&[0, 0, 0, 1], &[(0, 3)], &[(0, 1), (2, 0)]), [1, 1, 1, 2]);
        assert_eq!(spread_out(&[0, 0, 0, 1], &[(2, 3)], &[(0, 1)]), [2, 2, 1, 3]);
    }

    #[test]
    fn free_elements_of_arrays_fit_between_those_that_are_compared() {
        let sorted = spread_in_row(&[7, 1, 5, 2, 2], 0..4, &[(1, 4)], &[(3, 4)]);
        assert_eq!(sorted, [1, 2, 3, 4, 4]);
        let unsorted = spread_in_row(&[7, 2, 5, 1, 3], 0..4, &[(1, 4), (3, 1)], &[]);
        assert_eq!(unsorted, [7, 2, 5, 1, 3], "those that are compared do not ascend");
    }

    #[test]
    fn borders_and_values_of_others_are_left_alone() {
        assert_eq!(spread_out(&[0, 0, 1], &[(0, 2), (0, 0), (1, 2)], &[]), [0, 1, 2], "0 is below a border");
        assert_eq!(spread_out(&[0, 0, 1, 2], &[(0, 2), (1, 2)], &[]), [1, 3, 4, 2], "2 is another number");
    }
}
