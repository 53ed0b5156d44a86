//! Names of tests that are written out here.

use super::*;
use crate::testcase::{Bug, Input};
use crate::util::Bits;

fn text(text: &str, size: usize) -> Datum {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(size.max(bytes.len() + 1), 0);
    Datum::Pointer(Box::new(Datum::text(&bytes)))
}

fn test(function: &str, arguments: Vec<Datum>, result: Option<Datum>) -> TestCase {
    TestCase {
        calls: vec![TestCall {
            function: function.to_owned(),
            arguments,
            result,
            parameters: Vec::new(),
            given: Vec::new(),
            changes: Vec::new(),
            arrangement: Default::default(),
            footprint: None,
            script: Vec::new(),
            failures: Vec::new(),
            printed: None,
        }],
        ..TestCase::new(Outcome::Returned(0))
    }
}

fn int(name: &str, value: i32) -> Input {
    let kind = InputKind::Integer { width: Bits(32), signed: true };
    Input {
        name: name.to_owned(),
        kind,
        bytes: value.to_le_bytes().to_vec(),
        value: None,
        pointers: Vec::new(),
    }
}

fn check(test: &TestCase, expected: &str) {
    let name = name(test, &[]);
    assert_eq!(name, expected);
    assert!(name.len() <= MAX_NAME && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
}

fn check_call(function: &str, texts: &[&str], result: Datum, expected: &str) {
    let arguments = texts.iter().map(|argument| text(argument, 6)).collect();
    check(&test(function, arguments, Some(result)), expected);
}

#[test]
fn one_text() {
    let integer = Datum::Integer;
    check_call("strlen", &[""], integer(0), "strlen_of_empty");
    check_call("strlen", &["d"], integer(1), "strlen_of_letter");
    check_call("strlen", &["rderu"], integer(5), "strlen_of_5_letters");
    check_call("parse", &["-"], integer(-1), "parse_of_minus_only_returns_minus_1");
    check_call("atoi", &["-12"], integer(-12), "atoi_of_minus_2_digits_returns_minus_12");
    check_call("atoi", &[" +7x"], integer(7), "atoi_of_space_plus_digit_letter_returns_7");
    check_call("f", &["a1b2c3"], integer(0), "f_of_letter_digit_letter_digit_etc_returns_zero");
    check_call("find", &["ab"], Datum::Null, "find_of_2_letters_returns_null");
}

#[test]
fn comparisons() {
    let integer = Datum::Integer;
    check_call("strcmp", &["", ""], integer(0), "strcmp_both_empty");
    check_call("strcmp", &["for", "for"], integer(0), "strcmp_equal_3_letters");
    check_call("strcmp", &["sopha", "sorar"], integer(-1), "strcmp_differ_at_2_second_greater");
    check_call("strcmp", &["b", "a"], integer(1), "strcmp_differ_at_0_first_greater");
    check_call("strcmp", &["in", "ink"], integer(-1), "strcmp_second_longer_after_2_by_letter");
    check_call("strcmp", &["", "ink"], integer(-1), "strcmp_first_empty_second_letters");
    check_call("streq", &["di\n", "di"], integer(1), "streq_first_longer_after_2_by_newline_only");
}

#[test]
fn copies_appends_and_finds() {
    check_call("strcpy", &["abcde", "fg"], text("fg", 6), "strcpy_copies_2_letters");
    check_call("strcat", &["ab", "cd"], text("abcd", 6), "strcat_appends_2_to_2");
    check_call("strcat", &["ab", ""], text("ab", 6), "strcat_second_empty_first_2_letters");
    check_call("strnstr", &["ab", "-"], Datum::Null, "strnstr_minus_not_found_in_2");
    check_call("strcat", &["", "cd"], text("cd", 6), "strcat_appends_2_to_empty");
    let found = Datum::Pointer(Box::new(Datum::text(b"ab\0")));
    check_call("strstr", &["axxab", "ab"], found, "strstr_finds_2_letters_at_3_near_miss_at_0");
    check_call("strstr", &["inii", "im"], Datum::Null, "strstr_not_found_in_4_near_miss_at_0_2_3");
    let vowel = Datum::Pointer(Box::new(Datum::text(b"um\0")));
    check_call("strpbrk", &["dscum", "aeiou"], vowel, "strpbrk_finds_u_at_3");
    let mut cut = test("strncpy", vec![text("abcde", 6), text("fghij", 6)], Some(text("fghij", 6)));
    cut.calls[0].arguments.push(Datum::Integer(5));
    check(&cut, "strncpy_copies_5_letters_cut_at_count");
}

#[test]
fn numbers_and_arrays() {
    let mut compare = test("compare", Vec::new(), Some(Datum::Integer(-2)));
    compare.inputs = vec![int("a", i32::MIN), int("b", 0)];
    check(&compare, "compare_a_min_b_zero_returns_minus_2");
    compare.inputs = vec![int("a", 7), int("b", 7)];
    check(&compare, "compare_both_7_returns_minus_2");
    let numbers = |list: &[i128]| {
        Datum::Pointer(Box::new(Datum::Array(list.iter().copied().map(Datum::Integer).collect())))
    };
    let sorted = |list| test("sort", vec![numbers(list)], Some(Datum::Void));
    check(&sorted(&[1, 2, 7]), "sort_of_3_sorted");
    check(&sorted(&[3, 2, 1]), "sort_of_3_reversed");
    check(&sorted(&[1, 1]), "sort_of_2_equal");
    check(&sorted(&[1, 9, 2]), "sort_of_3_ranked_1_3_2");
    check(&sorted(&[1, 2, 2]), "sort_of_3_ranked_1_2_2");
    check(&sorted(&[1, 3, 2, 4, 5, 6, 7]), "sort_of_7_unsorted");
}

#[test]
fn endings() {
    let mut bug = test("share", Vec::new(), None);
    bug.outcome = Outcome::Bug(Bug {
        kind: BugKind::DivisionByZero,
        message: String::new(),
        stack: Vec::new(),
        object: None,
        elements: None,
        depends: Vec::new(),
    });
    bug.inputs = vec![int("n people", 0)];
    check(&bug, "share_divides_by_zero_n_people_zero");
    bug.calls[0].result = Some(Datum::Void);
    check(&bug, "share_then_divides_by_zero_n_people_zero");
    let mut main = TestCase::new(Outcome::Exited(3));
    main.inputs = vec![Input {
        name: "s".into(),
        kind: InputKind::String,
        bytes: b"ab\0\0".to_vec(),
        value: None,
        pointers: Vec::new(),
    }];
    check(&main, "main_exits_3_s_2_letters");
    main.outcome = Outcome::Returned(-1);
    check(&main, "main_s_2_letters_returns_minus_1");
    check(&test("Operator<>", Vec::new(), Some(Datum::Void)), "operator");
}

#[test]
fn what_has_no_room_is_left_out_with_all_behind_it() {
    let mut long = test("a_function_with_a_very_long_name_indeed", Vec::new(), None);
    long.inputs = vec![int("one", 1), int("another_number", 12345), int("x", 2)];
    check(&long, "a_function_with_a_very_long_na_one_1");
}

#[test]
fn only_what_the_path_depends_on_is_told() {
    let mut parse = test("parse", vec![text("0x1f", 4)], Some(Datum::Integer(31)));
    let bytes = b"0x1f\0".to_vec();
    parse.inputs = vec![
        int("base", 16),
        Input { name: "s".into(), kind: InputKind::String, bytes, value: None, pointers: Vec::new() },
    ];
    let fixed = vec![true, true, false, false];
    let decided = [Decided::default(), Decided { matters: true, fixed, ..Decided::default() }];
    assert_eq!(name(&parse, &decided), "parse_of_0x_digit_letter_returns_31");
    assert_eq!(name(&parse, &[]), "parse_of_digit_letter_digit_letter_base_16_returns_31");
}

#[test]
fn equal_names_are_told_apart_by_what_the_tests_are_given() {
    let mut names = Names::default();
    let mut settle = |name: &str, inputs: Vec<Input>| {
        names.unique(&TestCase { name: name.to_owned(), inputs, ..TestCase::new(Outcome::Returned(0)) })
    };
    assert_eq!(settle("f", vec![int("n", 1)]), "f");
    assert_eq!(settle("f", vec![int("n", 2)]), "f_n_2");
    assert_eq!(settle("f_n_3", vec![int("n", 3), int("m", 0)]), "f_n_3");
    // Facts that the name says already are not said again.
    assert_eq!(settle("f_n_3", vec![int("n", 3), int("m", 1)]), "f_n_3_m_1");
    let text = |text: &[u8]| Input {
        name: "s".into(),
        kind: InputKind::String,
        bytes: [text, b"\0"].concat(),
        value: None,
        pointers: Vec::new(),
    };
    assert_eq!(settle("f", vec![text(b"word")]), "f_s_word");
    assert_eq!(settle("f", vec![text(b"24:1/")]), "f_s_24_colon_1_slash");
    // A fact that no other test of the name has comes first. If there is none, several facts together
    // distinguish the test.
    let mut two = |n, m| settle("g", vec![int("n", n), int("m", m)]);
    assert_eq!(two(1, 2), "g");
    assert_eq!(two(1, 3), "g_m_3");
    assert_eq!(two(2, 3), "g_n_2");
    assert_eq!(two(2, 2), "g_both_2");
    assert_eq!(two(2, 4), "g_m_4");
    assert_eq!(two(1, 4), "g_n_1_m_4");
    // If no facts distinguish the test, letters are added that depend only on the test.
    let same = || vec![int("n", 1), int("m", 2)];
    let marked = settle("g", same());
    let alone = TestCase { name: "g".into(), inputs: same(), ..TestCase::new(Outcome::Returned(0)) };
    let mut others = Names::default();
    others.unique(&alone);
    assert_eq!(marked, others.unique(&alone));
    assert!(marked.strip_prefix("g_").is_some_and(|rest| rest.len() == 4), "{marked}");
}

/// A list that leads back to its first node differs from one that ends.
#[test]
fn what_several_pointers_lead_to_is_told() {
    let node = |next: Datum| {
        let members = vec![("id".to_owned(), Datum::Integer(1)), ("next".to_owned(), next)];
        Datum::Pointer(Box::new(Datum::Struct(members)))
    };
    let of = |next: Datum| {
        let mut test = test("visit", vec![node(next)], None);
        test.calls[0].parameters = vec!["nodes".to_owned()];
        test.name = name(&test, &[]);
        test
    };
    let (ends, turns) = (of(node(Datum::Null)), of(node(Datum::Place("nodes".to_owned()))));
    let mut names = Names::default();
    assert_eq!(names.unique(&ends), "visit");
    assert_eq!(names.unique(&turns), "visit_nodes_next_next_is_nodes");
}

/// Mocks often give the same several times.
#[test]
fn what_is_given_several_times_is_said_once() {
    let given = |values: &[i32]| {
        let inputs = values.iter().map(|value| int("read", *value)).collect();
        let mut test = TestCase { inputs, ..test("copy", Vec::new(), None) };
        test.name = name(&test, &[]);
        test.name
    };
    assert_eq!(given(&[0, 0, 0, 0, 7]), "copy_read_zero_4_times_read_7");
    assert_eq!(given(&[5, 5, 7]), "copy_read_5_read_5_read_7");
}

#[test]
fn what_comes_of_tests_may_be_all_that_differs() {
    let mut names = Names::default();
    let mut ending = |changes: i128, times: usize| {
        let mocked = test("ask", Vec::new(), Some(Datum::Null)).calls;
        let mut open = test("open", Vec::new(), Some(Datum::Integer(0)));
        open.calls[0].changes = vec![("c->tries".into(), Datum::Integer(changes))];
        open.calls[0].script = vec![mocked[0].clone(); times];
        let mut named = TestCase { name: "open_fails".into(), ..open };
        named.inputs = vec![int("n", 1)];
        names.unique(&named)
    };
    assert_eq!(ending(3, 3), "open_fails");
    assert_eq!(ending(2, 2), "open_fails_c_tries_becomes_2");
    assert_eq!(ending(2, 1), "open_fails_ask_called_once");
}

#[test]
fn members_are_told_in_the_words_of_the_program() {
    let value = Datum::Array(vec![
        Datum::Struct(vec![("kind".into(), Datum::Name("SAVINGS".into())), ("hi".into(), Datum::Integer(9))]),
        Datum::Struct(vec![("kind".into(), Datum::Name("CLOSED".into())), ("hi".into(), Datum::Integer(0))]),
    ]);
    let input = Input {
        name: "db".into(),
        kind: InputKind::Object,
        bytes: b"abcd".to_vec(),
        value: Some(value),
        pointers: Vec::new(),
    };
    let mut pay = test("pay", vec![Datum::Null], Some(Datum::Integer(-2)));
    pay.inputs = vec![input];
    let members = |members: &[&str]| {
        let members = members.iter().map(|name| (*name).to_owned()).collect();
        vec![Decided { matters: true, fixed: Vec::new(), members }]
    };
    let named = |decided: &[&str]| name(&pay, &members(decided));
    assert_eq!(named(&["db[1].hi", "db[0].kind"]), "pay_returns_minus_2_kind_savings_hi_zero");
    assert_eq!(named(&["db[0].kind", "db[1].kind"]), "pay_returns_minus_2_0_kind_savings_1_kind_closed");
    // Bytes of an object are no text.
    assert_eq!(named(&[]), "pay_returns_minus_2");
    pay.inputs[0].kind = InputKind::Bytes;
    assert_eq!(name(&pay, &[]), "pay_returns_minus_2");
}

#[test]
fn a_buffer_that_is_only_filled_is_not_told() {
    let mut format = test("format", vec![text("old", 6), text("12", 4)], Some(Datum::Integer(2)));
    format.calls[0].parameters = vec!["out".into(), "in".into()];
    assert_eq!(name(&format, &[]), "format_differ_at_0_first_greater");
    format.calls[0].changes = vec![("out".into(), Datum::text(b"12\0"))];
    assert_eq!(name(&format, &[]), "format_of_2_digits");
    format.calls[0].changes = vec![("outer".into(), Datum::Integer(1))];
    assert_eq!(name(&format, &[]), "format_differ_at_0_first_greater");
}

#[test]
fn what_calls_were_given_is_not_said() {
    let call = crate::testcase::DriverCall {
        function: "note".into(),
        arguments: vec![Datum::Integer(7)],
        result: Datum::Void,
    };
    let mut test = test("total", Vec::new(), Some(Datum::Integer(7)));
    test.inputs = vec![int("made_by", 0), int("calls", 0)];
    check(&test, "total_returns_7");
    test.inputs = vec![int("value", 7), int("calls", 1), int("amount", 7), int("limit", 3)];
    test.calls[0].parameters = vec!["value".into(), "limit".into()];
    let building = crate::testcase::Building { calls: vec![call], ..Default::default() };
    test.calls[0].arrangement.building = Some(Box::new(building));
    check(&test, "total_value_7_limit_3_returns_7");
    test.calls[0].given = vec![("sum".into(), Datum::Integer(7))];
    assert!(telling::facts(&test).contains(&"sum_7".to_owned()));
}
