//! The values that integers get.

use super::*;

/// Chooses a 16-bit integer between two bounds, with and without guesses: both must agree.
fn integer_between(method: Method, signed: bool, low: i64, high: i64) -> i128 {
    let universe: Vec<u128> = (low..=high).map(|value| u128::from(value as u16)).collect();
    let mut fixture = Fixture::integer(16, signed);
    let chosen = [true, false].map(|has_guesses| {
        let mut path = fixture.path(&universe);
        path.has_guesses = has_guesses;
        let choice = fixture.choose(&mut path, method, 1);
        assert!(choice.probes.asked <= 32, "{low}..={high} took {:?}", choice.probes);
        choice.values.get(fixture.inputs[0].symbols[0])
    });
    assert_eq!(chosen[0], chosen[1], "a guess changes no value");
    if signed { Bits(16).sign_extend(chosen[0]) } else { chosen[0] as i128 }
}

#[test]
fn integers_get_plain_values() {
    let check = |signed, low, high, expected| {
        assert_eq!(integer_between(Method::Roulette, signed, low, high), expected, "{low}..={high}");
    };
    check(true, -32768, 32767, 0);
    check(true, 10, 20, 10);
    check(true, 100, 32767, 100);
    check(true, 1, 32767, 1);
    check(true, -32768, -1, -1);
    check(true, -32768, -2, -2);
    check(true, -32768, -90, -100);
    check(true, -32768, -32768, -32768);
    check(true, -32767, -30000, -30000);
    check(true, 11, 15, 11);
    check(true, 250, 260, 256);
    check(true, -17, -13, -13);
    check(true, 32767, 32767, 32767);
    check(false, 0, 65535, 0);
    check(false, 40000, 65535, 50000);
    check(false, 65535, 65535, 65535);
}

#[test]
fn plain_method_takes_the_integer_nearest_zero() {
    assert_eq!(integer_between(Method::None, true, -90, -37), -37);
    assert_eq!(integer_between(Method::None, true, 101, 300), 101);
    assert_eq!(integer_between(Method::None, false, 300, 301), 300);
}

#[test]
fn a_character_is_asked_of_its_domain() {
    let mut fixture = Fixture::integer(8, true);
    let mut path = fixture.path(&[200, 201, 254, 120]);
    let choice = fixture.choose(&mut path, Method::Roulette, 1);
    assert_eq!(choice.values.get(fixture.inputs[0].symbols[0]), 254, "-2");
    assert_eq!(choice.probes.asked, 1);
}
