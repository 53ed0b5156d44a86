//! Strings and bytes: narrowing, then concretizing.

use super::class::{self, Class};
use super::probe::Prober;
use super::{Method, Options, Symbols, Unsettled};
use crate::expr::{Assignment, SymbolId};
use crate::testcase::InputKind;
use crate::util::{ByteSet, Rng};

/// What a byte is in its buffer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It has been narrowed to a class.
    Text(Class),
    /// It lies after the terminator of its string.
    Tail,
    /// It takes the least possible value.
    Plain,
}

/// Narrows each byte of `input`, first to last, to the first class that is possible.
///
/// The paper asks for printable bytes first and for letters then. Asking for letters first ends at the same
/// class with one question less for each letter. A byte that may be the terminator and may be a character
/// becomes a character; what follows a terminator is not narrowed.
pub(super) fn narrow(prober: &mut Prober, input: &Symbols) -> Result<Vec<Role>, Unsettled> {
    let mut roles = Vec::with_capacity(input.symbols.len());
    let mut ended = false;
    for symbol in &input.symbols {
        if ended {
            roles.push(Role::Tail);
            continue;
        }
        if prober.is_over() {
            return Err(prober.unsettled(*symbol));
        }
        let class = narrow_byte(prober, *symbol).ok_or_else(|| prober.unsettled(*symbol))?;
        ended = class == Class::Zero && matches!(input.kind, InputKind::String | InputKind::Chars);
        roles.push(Role::Text(class));
    }
    Ok(roles)
}

fn narrow_byte(prober: &mut Prober, symbol: SymbolId) -> Option<Class> {
    let domain = prober.domain(symbol);
    Class::ALL.into_iter().find(|class| {
        let inside = domain.and(class.set());
        if inside.is_empty() {
            return false;
        }
        if inside == domain {
            prober.note_known();
            return true;
        }
        let term = prober.term(symbol);
        let values: Vec<u128> = class.set().iter().map(u128::from).collect();
        let member = prober.member(term, &values);
        prober.keep(member)
    })
}

/// Gives each byte of `input` a value, first to last.
pub(super) fn concretize(
    prober: &mut Prober,
    input: &Symbols,
    roles: &[Role],
    options: &Options,
    rng: &Rng,
    values: &mut Assignment,
) -> Result<(), Unsettled> {
    let mut chosen: Vec<u8> = Vec::with_capacity(roles.len());
    for (symbol, role) in input.symbols.iter().zip(roles) {
        if prober.is_over() {
            return Err(prober.unsettled(*symbol));
        }
        let mut rng = rng.split(chosen.len() as u64);
        let domain = prober.domain(*symbol);
        let value = if domain.len() == 1 {
            prober.note_known();
            domain.first()
        } else {
            let order = preference(*role, &chosen, options, &mut rng);
            keep_first(prober, *symbol, &order, domain)
        };
        let value = value.ok_or_else(|| prober.unsettled(*symbol))?;
        values.set(*symbol, u128::from(value));
        chosen.push(value);
    }
    Ok(())
}

fn keep_first(prober: &mut Prober, symbol: SymbolId, order: &[u8], domain: ByteSet) -> Option<u8> {
    let candidates: Vec<u128> =
        order.iter().filter(|byte| domain.contains(**byte)).map(|byte| u128::from(*byte)).collect();
    let value = prober.keep_first(symbol, &candidates)?;
    Some(u8::try_from(value).expect("invariant: the candidates are bytes"))
}

/// The values of a byte in the order in which they are tried, given the bytes before it.
fn preference(role: Role, before: &[u8], options: &Options, rng: &mut Rng) -> Vec<u8> {
    match role {
        Role::Plain => (0..=255).collect(),
        Role::Tail => class::tail_order().to_vec(),
        Role::Text(Class::Letter) => letter_order(before, options, rng),
        Role::Text(Class::Printable) => {
            let n_digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            let letters = letter_order(before, options, rng);
            class::printable_order(&letters, &before[before.len() - n_digits..])
        }
        Role::Text(Class::NonZero) => class::other_order(),
        Role::Text(Class::Zero) => vec![0],
    }
}

/// The letters in the order in which they are tried after the bytes `before`: the method's choice first, then
/// what it would choose without that one, and so on.
///
/// The paper's tool chooses the first possible letter of this order: it removes an impossible letter and
/// chooses again. As the order is made beforehand, it cannot depend on which letters the domain has already
/// excluded. Letters of weight zero come last.
fn letter_order(before: &[u8], options: &Options, rng: &mut Rng) -> Vec<u8> {
    let model = options.language.model();
    let previous = before.last().map(u8::to_ascii_lowercase).filter(u8::is_ascii_lowercase);
    let weights = previous.map_or(model.first(), |letter| model.after(letter));
    let mut order = match (options.method, previous) {
        (Method::Witness | Method::None | Method::Base, _) | (Method::Simplest, None) => Vec::new(),
        (Method::Simplest | Method::Sp, Some(_)) => greedy_order(*weights),
        (Method::Sp, None) | (Method::Roulette | Method::Words, _) => drawn_order(*weights, rng),
        (Method::Random, _) => drawn_order([1.0; 26], rng),
    };
    let rest: Vec<u8> = (b'a'..=b'z').filter(|letter| !order.contains(letter)).collect();
    order.extend(rest);
    order
}

/// Draws letters without putting any back, each with its weight.
fn drawn_order(mut weights: [f64; 26], rng: &mut Rng) -> Vec<u8> {
    let mut order = Vec::with_capacity(weights.len());
    while let Some(index) = rng.roulette(&weights) {
        weights[index] = 0.0;
        order.push(b'a' + index as u8);
    }
    order
}

/// The heaviest letter first, as the paper's tool finds it: it keeps the greatest weight so far as a whole
/// number, so among letters whose weights differ by less than one a later one may win.
fn greedy_order(mut weights: [f64; 26]) -> Vec<u8> {
    let mut order = Vec::with_capacity(weights.len());
    loop {
        let (mut most, mut best) = (0.0, None);
        for (index, weight) in weights.iter().enumerate() {
            if *weight > most {
                (most, best) = (weight.floor(), Some(index));
            }
        }
        let Some(best) = best else { return order };
        weights[best] = 0.0;
        order.push(b'a' + best as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_differ_by_less_than_one_are_alike_to_the_greedy_order() {
        let mut weights = [0.0; 26];
        weights[..5].copy_from_slice(&[3.9, 3.5, 2.0, 4.1, 4.0]);
        assert_eq!(greedy_order(weights), b"debac");
    }
}
