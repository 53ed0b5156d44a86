//! Random conjunctions: whatever the path demands, the values satisfy it.

use super::Fixture;
use crate::expr::ExprId;
use crate::readable::Method;
use crate::util::Bits;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

#[derive(Clone, Debug)]
enum Condition {
    EqualConstant(usize, u8),
    NotConstant(usize, u8),
    BelowConstant(usize, u8),
    Equal(usize, usize),
    Below(usize, usize),
    SumIs(usize, usize, u8),
    EitherZero(usize, usize),
}

impl Condition {
    fn term(&self, fixture: &mut Fixture) -> ExprId {
        let byte = |fixture: &mut Fixture, index: usize| fixture.byte(index / 2, index % 2);
        let constant = |fixture: &mut Fixture, value: u8| fixture.arena.constant(Bits(8), value.into());
        match *self {
            Condition::EqualConstant(a, value) => {
                let (a, value) = (byte(fixture, a), constant(fixture, value));
                fixture.arena.eq(a, value)
            }
            Condition::NotConstant(a, value) => {
                let (a, value) = (byte(fixture, a), constant(fixture, value));
                fixture.arena.ne(a, value)
            }
            Condition::BelowConstant(a, value) => {
                let (a, value) = (byte(fixture, a), constant(fixture, value));
                fixture.arena.ult(a, value)
            }
            Condition::Equal(a, b) => {
                let (a, b) = (byte(fixture, a), byte(fixture, b));
                fixture.arena.eq(a, b)
            }
            Condition::Below(a, b) => {
                let (a, b) = (byte(fixture, a), byte(fixture, b));
                fixture.arena.slt(a, b)
            }
            Condition::SumIs(a, b, value) => {
                let (a, b) = (byte(fixture, a), byte(fixture, b));
                let (sum, value) = (fixture.arena.add(a, b), constant(fixture, value));
                fixture.arena.eq(sum, value)
            }
            Condition::EitherZero(a, b) => {
                let (a, b) = (byte(fixture, a), byte(fixture, b));
                let zero = constant(fixture, 0);
                let (a, b) = (fixture.arena.eq(a, zero), fixture.arena.eq(b, zero));
                fixture.arena.or(a, b)
            }
        }
    }
}

/// Bytes of each class, few enough for products of four.
fn universe() -> Vec<u128> {
    [0, b'\n', b'1', b'A', b'a', b't', 200].map(u128::from).to_vec()
}

fn any_condition() -> impl Strategy<Value = Condition> {
    let value = || prop::sample::select(universe()).prop_map(|value| value as u8);
    prop_oneof![
        (0..4usize, value()).prop_map(|(a, value)| Condition::EqualConstant(a, value)),
        (0..4usize, value()).prop_map(|(a, value)| Condition::NotConstant(a, value)),
        (0..4usize, value()).prop_map(|(a, value)| Condition::BelowConstant(a, value)),
        (0..4usize, 0..4usize).prop_map(|(a, b)| Condition::Equal(a, b)),
        (0..4usize, 0..4usize).prop_map(|(a, b)| Condition::Below(a, b)),
        (0..4usize, 0..4usize, value()).prop_map(|(a, b, value)| Condition::SumIs(a, b, value)),
        (0..4usize, 0..4usize).prop_map(|(a, b)| Condition::EitherZero(a, b)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// On two strings of two bytes: the values stay on the path, and domains change nothing.
    #[test]
    fn values_stay_on_the_path(
        conditions in prop::collection::vec(any_condition(), 0..5),
        seed in 0..1000u64,
    ) {
        let mut fixture = Fixture::strings(&[2, 2]);
        for condition in &conditions {
            let term = condition.term(&mut fixture);
            fixture.conditions.push(term);
        }
        let path = fixture.path(&universe());
        prop_assume!(!path.solutions.is_empty());
        for method in [Method::None, Method::Base, Method::Roulette] {
            let chosen = [true, false].map(|has_domains| {
                let mut path = fixture.path(&universe());
                path.has_domains = has_domains;
                let choice = fixture.choose(&mut path, method, seed);
                (choice.values, path.solutions)
            });
            prop_assert_eq!(&chosen[0], &chosen[1], "a domain changes no value");
            let (values, left) = &chosen[0];
            prop_assert!(path.solutions.contains(values));
            prop_assert!(left.contains(values), "what was assumed holds");
        }
    }
}
