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
        let class = narrow_byte(prober, *symbol).ok_or_else(|| prober.unsettled(*symbol))?;
        ended = class == Class::Zero && input.kind == InputKind::String;
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
        Role::Tail => class::tail_order(),
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

/// Draws the letters without putting any back, each with the model's weight after the byte before it.
///
/// The first feasible one of this order has the distribution of the paper's roulette, which removes an
/// impossible letter and draws again; drawn beforehand, it cannot depend on which letters the domain has
/// excluded already. Letters of weight zero come last.
fn letter_order(before: &[u8], options: &Options, rng: &mut Rng) -> Vec<u8> {
    let letters = b'a'..=b'z';
    if !matches!(options.method, Method::Roulette | Method::Words) {
        return letters.collect();
    }
    let previous = before.last().map(u8::to_ascii_lowercase).filter(u8::is_ascii_lowercase);
    let mut weights = match previous {
        Some(letter) => *options.language.model().after(letter),
        None => *options.language.model().first(),
    };
    let mut order = Vec::with_capacity(weights.len());
    while let Some(index) = rng.roulette(&weights) {
        weights[index] = 0.0;
        order.push(b'a' + index as u8);
    }
    let undrawn: Vec<u8> = letters.filter(|letter| !order.contains(letter)).collect();
    order.extend(undrawn);
    order
}
