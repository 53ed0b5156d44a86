//! Tests of which tests are chosen, from samples that cover a few lines and sides.

use super::*;
use crate::emit::sample;
use crate::testcase::{Bug, Covers};

fn covering(text: &str, lines: &[u32], branches: &[u32]) -> TestCase {
    let covers = Covers { lines: lines.to_vec(), branches: branches.to_vec(), ..Covers::default() };
    TestCase { covers, ..sample::test(text, &[0]) }
}

fn giving(result: Datum, text: &str) -> TestCase {
    let mut test = covering(text, &[1], &[1]);
    test.calls[0].result = Some(result);
    test
}

fn bug_at(line: u32, column: u32, text: &str) -> TestCase {
    let site = Site { function: "f".into(), file: "f.c".into(), line, column };
    let bug = Bug {
        kind: BugKind::NullPointer,
        message: text.into(),
        stack: vec![site],
        object: None,
        elements: None,
        depends: Vec::new(),
    };
    TestCase { outcome: Outcome::Bug(bug), completed: column == 0, ..covering(text, &[1, 2], &[1, 2]) }
}

fn chosen(cover: Cover, tests: &[TestCase]) -> Vec<usize> {
    let mut chooser = Chooser::new(cover);
    tests.iter().enumerate().for_each(|(at, test)| chooser.add(test, || at));
    chooser.finish()
}

#[test]
fn each_outcome_comes_with_its_simplest_input() {
    let tests = [
        giving(Datum::Null, "a!"),
        giving(Datum::Integer(7), "abc"),
        giving(Datum::Null, "a"),
        giving(Datum::Integer(8), "ab"),
        giving(Datum::Integer(-3), "a!?"),
        giving(Datum::Integer(-4), "a!?"),
    ];
    assert_eq!(chosen(Cover::Branches, &tests), [2, 3, 4, 5]);
}

#[test]
fn errors_are_grouped_by_cause_and_count_for_nothing_else() {
    let tests = [bug_at(3, 5, "abc"), bug_at(3, 5, "a"), bug_at(4, 5, "b"), bug_at(3, 0, "a")];
    assert_eq!(chosen(Cover::Branches, &tests), [1, 2], "a native run knows no columns");
    let mut tests = tests.to_vec();
    tests.push(covering("good", &[1], &[1]));
    assert_eq!(chosen(Cover::Branches, &tests), [1, 2, 4]);
}

#[test]
fn unfinished_tests_are_taken_for_sides_that_no_other_has() {
    let unfinished = |text, branches: &[u32]| TestCase {
        outcome: Outcome::Budget("a limit".into()),
        ..covering(text, &[1], branches)
    };
    let tests = [covering("longer text", &[1], &[1]), unfinished("a", &[1]), unfinished("b", &[1, 2])];
    assert_eq!(chosen(Cover::Branches, &tests), [0, 2]);
}

#[test]
fn variety_fills_a_small_set_up_and_no_more_than_that() {
    let lengths: Vec<TestCase> = ["", "a", "ab", "abc", "abcd"].map(|text| covering(text, &[1], &[1])).into();
    assert_eq!(chosen(Cover::Branches, &lengths), [0, 1], "one for each kind of result");
    assert_eq!(chosen(Cover::Everything, &lengths).len(), 4, "0, 1, 2 and more letters");
    let mut many: Vec<TestCase> = (0..40).map(|side| covering("abcd", &[1], &[side])).collect();
    many.extend(lengths);
    assert_eq!(chosen(Cover::Everything, &many).len(), 41, "those of the sides, and that with 0");
}

#[test]
fn one_outcome_is_shown_on_every_way_that_leads_to_it() {
    // Each side and each result has a test without the last one, but the second side only with a zero.
    let way = |text, sides: &[u32], result| {
        let mut test = covering(text, &[1], sides);
        test.calls[0].result = Some(Datum::Integer(result));
        test
    };
    let tests = [way("one", &[1], 0), way("two", &[2], 0), way("one", &[1], 5), way("two more", &[2], 5)];
    assert_eq!(chosen(Cover::Branches, &tests[..3]), [0, 1, 2]);
    assert_eq!(chosen(Cover::Branches, &tests), [0, 2, 3]);
    assert_eq!(chosen(Cover::Everything, &tests), [0, 1, 2, 3]);
}

#[test]
fn some_test_has_numbers_none_of_which_hides_what_another_does() {
    let passing = |numbers: &[i128], text| {
        let mut test = covering(text, &[1], &[1]);
        test.calls[0].arguments = numbers.iter().copied().map(Datum::Integer).collect();
        test
    };
    let tests =
        [passing(&[0, 4], "a"), passing(&[1, 4], "ab"), passing(&[4, 4], "abc"), passing(&[4, 5], "abcd")];
    assert_eq!(chosen(Cover::Branches, &tests), [0, 3]);
    assert_eq!(chosen(Cover::Branches, &tests[..3]), [0, 2]);
    assert_eq!(chosen(Cover::Branches, &tests[..2]), [0, 1]);
}

/// However many tests come, few are kept, and the plainest are among them.
#[test]
fn what_is_kept_meanwhile_does_not_grow_with_the_number_of_tests() {
    let mut chooser = Chooser::new(Cover::Everything);
    for n in 0..5_000u32 {
        let text = format!("{}{n}", "?".repeat((n % 7) as usize));
        chooser.add(&covering(&text, &[n % 10], &[n % 20]), || n);
        assert!(chooser.held.len() <= 200, "{}", chooser.held.len());
    }
    assert_eq!(chooser.n_added, 5_000);
    let chosen = chooser.finish();
    assert!((20..=40).contains(&chosen.len()), "{chosen:?}");
}

#[test]
fn the_happy_path_stands_first_and_errors_last() {
    let other = |mut test: TestCase| {
        test.calls[0].function = "other".into();
        test
    };
    let tests = [
        bug_at(3, 5, "a"),
        giving(Datum::Name("E_INVALID".into()), "a"),
        giving(Datum::Integer(0), "a"),
        other(giving(Datum::Null, "a")),
        giving(Datum::Integer(4), "a"),
        giving(Datum::Integer(5), "b"),
        TestCase { outcome: Outcome::Exited(2), ..giving(Datum::Void, "a") },
    ];
    let titles: Vec<(String, Vec<usize>)> =
        groups(&tests).into_iter().map(|group| (group.title, group.tests)).collect();
    let expected = [
        ("strlen gives a positive number", vec![4, 5]),
        ("strlen gives 0", vec![2]),
        ("strlen gives E_INVALID", vec![1]),
        ("other gives null", vec![3]),
        ("exits with 2", vec![6]),
        ("bug: null pointer dereference at f.c:3", vec![0]),
    ];
    assert_eq!(titles, expected.map(|(title, tests)| (title.to_owned(), tests)));
}

#[test]
fn growth_is_what_no_test_had_before() {
    let mut growth = Growth::default();
    assert!(growth.add(&giving(Datum::Integer(4), "a")));
    assert!(!growth.add(&giving(Datum::Integer(5), "abc")));
    assert!(growth.add(&giving(Datum::Null, "abc")));
    assert!(growth.add(&bug_at(3, 5, "a")) && !growth.add(&bug_at(3, 5, "b")));
}

#[test]
fn repeated_calls_stop_on_both_sides_of_a_change() {
    let after = |calls: u32, result: bool| {
        let mut test = giving(Datum::boolean(result), "a");
        let kind = InputKind::Integer { width: crate::util::Bits(32), signed: true };
        let bytes = calls.to_le_bytes().to_vec();
        test.inputs.push(Input { name: "calls".into(), kind, bytes, value: None, pointers: Vec::new() });
        test
    };
    let tests: Vec<TestCase> = (0..9).map(|calls| after(calls, calls >= 5)).collect();
    assert_eq!(chosen(Cover::Branches, &tests), [0, 4, 5]);
}

#[test]
fn calls_that_change_something_come_before_calls_that_do_not() {
    let mut silent = giving(Datum::Void, "a");
    let mut telling = giving(Datum::Void, "abc!");
    telling.calls[0].changes.push(("count".into(), Datum::Integer(0)));
    assert_eq!(chosen(Cover::Branches, &[silent.clone(), telling]), [1]);
    silent.calls[0].result = Some(Datum::Integer(1));
    assert!(!shows_nothing(&silent));
}
