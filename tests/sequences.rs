//! Objects that are made by calls: `symir gen` on types that have functions of their own. The tests call
//! these functions instead of filling in members, find no error that callers cannot cause, and leak nothing.

use apis::{APIS, Row, table};
use assert_cmd::cargo::cargo_bin;
use mutants::{compiles, lines_of, mutants, passes};
use skipped::skipped;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "sequences/apis.rs"]
mod apis;
#[path = "common/mutants.rs"]
mod mutants;
#[path = "common/skipped.rs"]
mod skipped;

/// The program under test. `SYMIR_PROGRAM` names another one, such as an optimised one.
fn program() -> PathBuf {
    std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from)
}

/// Makes the suite of a file and checks that it passes, with and without sanitizers. Returns the suite and
/// what symir says.
fn suite(file: &str, args: &[&str]) -> (String, String) {
    suite_beside(file, &["queue.h", "values.h"], "", args)
}

/// The same, with other files beside it and with these contents of `symir.toml`.
fn suite_beside(file: &str, others: &[&str], config: &str, args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences");
    for name in others.iter().chain([&file]) {
        fs::copy(from.join(name), folder.path().join(name)).expect("copied");
    }
    fs::write(folder.path().join("symir.toml"), config).expect("written");
    let mut command = Command::new(program());
    command.current_dir(folder.path()).args(["gen", file, "-o", "out", "--time", "2m"]).args(args);
    let output = command.output().expect("symir starts");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{file}: {words}");
    let stem = file.trim_end_matches(".c");
    let text = fs::read_to_string(folder.path().join(format!("out/test_{stem}.c"))).expect("a suite");
    for args in [&["WARNINGS=-Wall -Wextra -Werror"][..], &["BUGS=1"]] {
        let mut make = Command::new("make");
        make.current_dir(folder.path().join("out").join(stem)).arg("-s").args(args);
        let made = make.output().expect("make starts");
        let said =
            format!("{}{}", String::from_utf8_lossy(&made.stdout), String::from_utf8_lossy(&made.stderr));
        assert!(made.status.success(), "{file} {args:?}: {said}\n{text}");
    }
    (text, words)
}

/// What a call takes that an earlier call for the same object returned: no other object would do, so that
/// symir would find false needs and no test.
#[test]
fn what_earlier_calls_returned() {
    let (text, words) = suite("blocks.c", &[]);
    assert!(words.contains("12 of 12 branches") && !words.contains("needs "), "{words}");
    let given =
        "    void *taken = pool_take(pool);\n    assert(taken != NULL);\n\n    pool_give(pool, taken);\n";
    assert!(text.contains(given), "{text}");
    assert!(text.contains("    free((char *)result - 8);\n"), "{text}");

    // Only an empty list can be freed, so tests of lists that are not empty free the parts.
    let (text, words) = suite("members.c", &[]);
    assert!(words.contains("needs members->n == 0") && !words.contains("bug:"), "{words}");
    for part in [
        "    struct member *result = members_add(members, 2);\n    assert(result != NULL);\n",
        "    int result = members_remove(members, member);\n    assert(result == 4);\n",
        "    assert(members->first == member2);\n",
        // One is removed from between two others.
        "    assert(member3->next == member2);\n    assert(member3->before == NULL);\n",
        "    free(member2);\n    free(members);\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// `jobs_unlink` reads the members that `jobs_append` writes, so it wants a job that was appended.
#[test]
fn what_earlier_calls_were_given_to_keep() {
    let (text, words) = suite("unlinked.c", &[]);
    assert!(words.contains("10 of 10 branches") && !words.contains("needs "), "{words}");
    let tests: Vec<&str> =
        text.split("\n}\n").filter(|test| test.contains("    jobs_unlink(jobs, ")).collect();
    assert!(tests.len() >= 3, "{text}");
    // A job is unlinked from between two others.
    let is_between = |test: &&str| {
        let place = |call: &str| test.find(call);
        let own = place("jobs_append(jobs, job);");
        let others = ["jobs_append(jobs, job2);", "jobs_append(jobs, job3);"].map(place);
        others.iter().all(Option::is_some) && others[0] < own && own < others[1]
    };
    assert!(tests.iter().any(is_between), "{text}");
    for test in tests {
        assert_eq!(test.matches("jobs_unlink(jobs, job);").count(), 1, "{test}");
        assert!(test.contains("jobs_append(jobs, job);"), "{test}");
    }
}

#[test]
fn a_pointer_that_a_maker_gives() {
    let (text, words) = suite("queue.c", &[]);
    assert!(words.contains("2 of 2 branches") && !words.contains("needs q"), "{words}");
    for part in [
        "struct queue *q = queue_new(1);\n    assert(q != NULL);\n",
        "    queue_push(q, ",
        "    queue_free(q);\n",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(!text.contains("struct queue q"), "{text}");
}

#[test]
fn storage_of_the_caller_and_makers_that_can_fail() {
    let (text, words) = suite("heap.c", &["--function", "heap_pop"]);
    assert!(words.contains("12 of 12 branches"), "{words}");
    assert!(!words.contains("bug"), "{words}");
    for part in ["    heap_t h;\n", "heap_init(&h, ", "heap_push(&h, ", "heap_destroy(&h);\n"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn a_pointer_behind_a_header_that_only_makers_know() {
    let (text, words) = suite("header.c", &["-f", "word_add", "-f", "word_length"]);
    assert!(!words.contains("bug") && !words.contains("needs"), "{words}");
    assert!(words.contains("2 of 2 branches"), "{words}");
    // The text is checked, and then the bytes before it, which the maker has put there.
    for part in
        ["word w = word_new(\"", "word_add(w, ", "assert(strcmp(w, \"", "same_bytes(w - 2, ", "word_free(w);"]
    {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(!text.contains("w + 2") && !text.contains("_block"), "{text}");
    // Only a capital shows that small letters are made.
    let (text, _) = suite("header.c", &["-f", "word_small"]);
    let mut made = text.split("word_new(\"").skip(1);
    assert!(made.any(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase())), "{text}");
}

#[test]
fn objects_within_objects() {
    let (text, _) = suite("bank.c", &["--function", "bank_withdraw", "--paths", "200"]);
    for part in ["bank_new();\n", "account_new(", "bank_add(b, "] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn members_are_inputs_if_somebody_says_so() {
    let (text, _) = suite("queue.c", &["--objects", "direct", "--function", "queue_push"]);
    assert!(text.contains("struct queue q = {") && !text.contains("queue_new("), "{text}");
}

#[test]
fn makers_of_every_kind() {
    let functions = ["sess_raise", "stack_push", "sb_full", "slot_read", "loop_run", "log_wanted"];
    let mut args: Vec<&str> = functions.iter().flat_map(|name| ["--function", name]).collect();
    args.extend(["--paths", "40"]);
    let (text, words) = suite("kinds.c", &args);
    assert!(words.contains("22 of 22 branches") && !words.contains("needs"), "{words}");
    for part in [
        "    sess_open(&s2, 3);\n",
        "    struct sb *b = sb_new();\n    assert(b != NULL);\n    sb_add(b, ",
        "    slot_open(77);\n",
        "    struct loop *l = loop_new(loop_new_cb);\n",
        "    log_init(3);\n",
        "    stack_push(&s, 5);\n",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn makers_in_another_file() {
    let (text, words) = suite_beside("jobs.c", &["queue.c", "queue.h"], "", &["--paths", "60"]);
    assert!(words.contains("2 of 2 branches"), "{words}");
    assert!(
        text.contains("struct queue *q = queue_new(1);\n    assert(q != NULL);\n    queue_push(q, "),
        "{text}"
    );
}

#[test]
fn calls_that_somebody_forbids() {
    let config = "calls = ['queue_*']\ncalls-except = ['queue_pu*']\n";
    let args = ["--paths", "20", "--function", "jobs_next"];
    let (text, words) = suite_beside("jobs.c", &["queue.c", "queue.h"], config, &args);
    assert!(!text.contains("queue_push(") && text.contains("queue_new("), "{text}");
    assert!(!words.contains("2 of 2 branches"), "{words}");
}

#[test]
fn what_no_call_makes_is_said_in_words() {
    let functions = ["token_is_new", "chain_is_deep", "lock_take", "event_is_key"];
    let args: Vec<&str> = functions.iter().flat_map(|name| ["--function", name]).collect();
    let (text, words) = suite("unmade.c", &args);
    for part in [
        "; no function that symir sees makes a `struct token`",
        "`chain_new`, which gives a `struct chain`, takes one itself, and no other function makes the first",
        "`lock_new` gave no `struct lock` in the runs",
        "only the callback that `on_event` is given gets a `struct event`",
    ] {
        assert!(words.contains(part), "no `{part}` in\n{words}");
    }
    assert!(text.contains("chain_is_deep("), "the rest goes on: {text}");
}

/// Runs `symir gen` on a file so that objects are made by calls and also filled in. Returns what symir says.
fn both(file: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences");
    for name in [file, "queue.h"] {
        fs::copy(from.join(name), folder.path().join(name)).expect("copied");
    }
    let mut command = Command::new(program());
    command.current_dir(folder.path()).args(["gen", file, "-o", "out", "--objects", "both"]);
    let output = command.args(["--paths", "60", "--time", "1m"]).args(args).output();
    String::from_utf8_lossy(&output.expect("symir starts").stderr).into_owned()
}

#[test]
fn errors_in_objects_that_no_call_makes_stand_apart() {
    let words = both("states.c", &["-f", "pool_take", "-f", "pool_mean"]);
    let apart = "needs a state that the API did not make in up to 8 calls: out of bounds read at states.c:15";
    assert!(words.contains(apart), "{words}");
    assert_eq!(
        words.matches("bug: ").count(),
        1,
        "an error of the calls before is none of the function: {words}"
    );
    assert!(words.contains("excludes it, reachable through the API"), "{words}");
    assert!(!words.contains("did not make in up to 8 calls: division by zero"), "{words}");
}

#[test]
fn what_holds_after_each_call_is_assumed_of_members_that_are_filled_in() {
    let words = both("queue.c", &["-f", "queue_push"]);
    for part in
        ["q->size <= q->cap", "q->cap >= 1", "q->items != NULL", "of `queue_push`, `queue_remove_if_full`"]
    {
        assert!(words.contains(part), "no `{part}` in {words}");
    }
    // A queue without room, for which the remainder is not defined, is excluded.
    assert!(!words.contains("division by zero") && !words.contains("null pointer"), "{words}");
}

#[test]
fn calls_that_take_several_objects_of_a_type() {
    let (text, words) = suite("graph.c", &["-f", "graph_is_linked", "-f", "graph_link"]);
    assert!(!words.contains("redefinition"), "{words}");
    assert!(words.contains("6 of 6 branches"), "{words}");
    assert!(text.contains("graph_link(g, ") && !text.contains("made_by"), "{text}");
}

/// Callers only see the structure with which an object begins. Filled in member by member, this would not be
/// a whole object.
#[test]
fn objects_that_begin_with_a_structure_that_everybody_knows() {
    let functions = ["list_get", "list_append", "is_longer"];
    let mut args: Vec<&str> = functions.iter().flat_map(|name| ["--function", name]).collect();
    args.extend(["--paths", "400"]);
    let (text, words) = suite("values.c", &args);
    assert!(words.contains("12 of 12 branches"), "{words}");
    // `list_append` takes its value over, so that it is not freed a second time.
    assert!(!words.contains("bug"), "{words}");
    for part in [
        "    struct value *list = value_list();\n    assert(list != NULL);\n",
        // The parameters of the function under test and of the maker have the same name.
        "    struct value *value = value_number(",
        " = value_yes();\n",
        "    list_append(list, ",
        "    value_free(list);\n",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    // Objects that are larger than their structure are not arrays, and nothing is filled in.
    assert!(!text.contains("list[1]") && !text.contains("struct value list"), "{text}");
    assert!(!text.contains("value_copy("), "a copy leaves its model as it is: {text}");
}

/// If there are very many functions, a driver has the simplest ones that make an object, and those that
/// change what the function reads.
#[test]
fn of_very_many_calls_those_that_matter_are_made() {
    let mut text = "#include <stdlib.h>\nstruct wide { int f[14]; int mark; };\n".to_owned();
    for n in 1..=9 {
        let parameters: Vec<String> = (0..n).map(|at| format!("int p{at}")).collect();
        text += &format!(
            "struct wide *wide_new_{n}({}) {{\n    struct wide *w = calloc(1, sizeof *w);\n\
             \x20   if (w)\n        w->f[0] = p0;\n    return w;\n}}\n",
            parameters.join(", ")
        );
    }
    for n in 0..14 {
        text += &format!("void wide_set_{n}(struct wide *w, int to) {{ w->f[{n}] = to; }}\n");
    }
    text += "void wide_mark(struct wide *w, int to) { w->mark = to; w->f[0] = to; w->f[1] = to; w->f[2] = to; }\n\
             void wide_free(struct wide *w) { free(w); }\n\
             int wide_is_marked(const struct wide *w) { return w->mark > 3 ? 1 : 0; }\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("wide.c"), text).expect("written");
    let mut command = Command::new(program());
    command.current_dir(folder.path()).args(["gen", "wide.c", "-o", "out", "-f", "wide_is_marked"]);
    let output = command.args(["--paths", "60", "--time", "1m"]).output().expect("symir starts");
    let words = String::from_utf8_lossy(&output.stderr);
    let harness = folder.path().join("out/wide/harness/wide_is_marked.c");
    let harness = fs::read_to_string(harness).expect("a harness");
    // It is larger than the others, but they change nothing that the function reads.
    assert!(harness.contains("wide_mark(w, "), "{words}{harness}");
    assert!(!harness.contains("wide_new_9(") && harness.contains("wide_new_8("), "{harness}");
    assert_eq!(harness.matches("wide_set_").count(), 11, "{harness}");
}

/// The caller is responsible for the arguments of the earlier calls that built the object. So this is not a
/// bug of the function.
#[test]
fn what_earlier_calls_were_given_is_a_precondition() {
    let (_, words) = suite("ring.c", &["-f", "ring_put", "--objects", "calls"]);
    assert!(
        words.contains("needs slots, given to an earlier call, is not null: else null pointer"),
        "{words}"
    );
    assert!(!words.contains("bug"), "{words}");
    let (_, words) = suite("bag.c", &["-f", "bag_is_full", "--objects", "calls"]);
    assert!(
        words.contains("needs no two earlier calls are given one object for item: else double"),
        "{words}"
    );
    assert!(!words.contains("bug") && words.contains("2 of 2 branches"), "{words}");
    let (_, words) = suite("pool.c", &["-f", "pool_grow", "--objects", "calls"]);
    assert!(
        words.contains("needs size, given to an earlier call, is in range: else out of bounds"),
        "{words}"
    );
    assert!(!words.contains("bug") && words.contains("2 of 2 branches"), "{words}");
    let (_, words) = suite("tape.c", &["--objects", "calls"]);
    for need in [
        "cells, given to an earlier call, has enough elements: else out of bounds write at tape.c:23",
        "cells, given to an earlier call, has enough elements: else out of bounds read at tape.c:32",
        "to has enough elements: else out of bounds write at tape.c:32",
    ] {
        assert!(words.contains(&format!("needs {need}")), "{need}: {words}");
    }
    assert!(!words.contains("bug"), "{words}");
}

/// What `symir sequences` prints of the conditions over nested structures.
fn sequences(functions: &[String]) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences/nested.c");
    let mut command = Command::new(program());
    command.arg("sequences").arg(file).args(["--result", "1"]);
    functions.iter().for_each(|name| {
        command.args(["--function", name]);
    });
    let output = command.output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// By default, `symir sequences` tries each path of each function that takes objects and does not make or
/// destroy them, and it calls what a caller can call: with the address of its own storage.
#[test]
fn sequences_for_each_path() {
    let look = |file: &str, args: &[&str]| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences").join(file);
        let mut command = Command::new(program());
        let output = command.arg("sequences").arg(file).args(args).output().expect("symir starts");
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned() + &words)
    };
    let (code, said) = look("queue.c", &[]);
    assert_eq!(code, Some(0), "{said}");
    for part in [
        "queue_push\n",
        "    returns 1\n        both ways  queue = queue_new(1); queue_push(queue, 0);\n",
        "    returns 0\n        both ways  queue = queue_new(1); queue_push(queue, 0); queue_push(queue, 0);\n",
        "    returns -1\n        both ways  queue = queue_new(1); queue_remove_if_full(queue);\n",
        "forward           2/2      4/4 ",
        "backward          2/2      4/4 ",
    ] {
        assert!(said.contains(part), "no `{part}` in\n{said}");
    }
    assert!(!said.contains("queue_new\n") && !said.contains("queue_free\n"), "{said}");
    // Some paths of `heap_pop` need an array that no summary describes.
    let (code, said) = look("heap.c", &["-f", "heap_pop", "--calls", "2", "--tries", "200"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("heap_init(&heap, 1); heap_pop(&heap, NULL);"), "{said}");
    assert!(said.contains("calls comes there, as far as the summaries tell"), "{said}");
    assert!(!said.contains('?'), "{said}");
    let (code, said) = look("queue.c", &["-f", "queue_pusch"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("queue.c: it has no function `queue_pusch`; did you mean `queue_push`?"), "{said}");
}

/// A function that only gives back what an object has is no call that comes before others. A stub has a name
/// that no type has. A function that is inline in a header is run, and so is what it calls.
#[test]
fn small_functions_in_headers_and_steps_of_destroyers() {
    let (text, words) = suite_beside(
        "slots.c",
        &["slots.h"],
        "",
        &["--objects", "calls", "-f", "slots_add", "-f", "slots_each", "-f", "slots_done"],
    );
    assert!(!words.contains("bug") && !words.contains("mocked"), "{words}");
    for part in ["slots_add                ", "2 of 2 branches", "slots_each               "] {
        assert!(words.contains(part), "no `{part}` in {words}");
    }
    assert!(
        text.contains("slots_each_visit_stub") && !text.contains("    slots_done(s);\n    slots_"),
        "{text}"
    );
}

/// Changes these functions of a file, one place at a time, and returns how many of the changed programs there
/// are and which of them the suite does not notice.
fn unnoticed(file: &str, functions: &[&str]) -> (usize, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences");
    for name in [file, "queue.h", "slots.h"] {
        fs::copy(from.join(name), folder.path().join(name)).expect("copied");
    }
    let mut command = Command::new(program());
    command.current_dir(folder.path()).args(["gen", file, "-o", "out", "--objects", "calls", "--time", "2m"]);
    command.args(functions.iter().flat_map(|name| ["-f", name]));
    let output = command.output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    let stem = file.trim_end_matches(".c");
    let suite = folder.path().join("out").join(stem);
    assert!(passes(&suite), "{file}");
    let text = fs::read_to_string(folder.path().join(format!("out/test_{stem}.c"))).expect("a suite");
    assert!(!text.contains("run_driver(") && !text.contains("left out"), "{text}");
    let here = folder.path().join(file);
    let original = fs::read_to_string(&here).expect("read");
    let lines = lines_of(&original, functions);
    let (mut n_all, mut survivors) = (0, Vec::new());
    for mutant in mutants(&original, &|line, _| lines.contains(&line)) {
        fs::write(&here, mutant.of(&original)).expect("written");
        if !compiles(&here, &[]) {
            continue;
        }
        n_all += 1;
        if passes(&suite) {
            survivors.push(format!("{file}:{}", mutant.words(&original)));
        }
    }
    (n_all, survivors)
}

/// A maker of arrays of any size makes small ones for tests, which people can read and a suite can write out.
/// Full objects are among them.
#[test]
fn suites_of_arrays_of_any_size_notice_changes() {
    let (n_all, survivors) = unnoticed("slots.c", &["slots_add", "slots_each"]);
    assert!(n_all >= 6, "{n_all}");
    // No call moves the beginning of the ring away from the first slot, from which the same slot can come
    // before and after so many others.
    let seen: Vec<&String> = survivors.iter().filter(|words| !words.contains("s->from - ")).collect();
    assert!(seen.is_empty(), "{seen:#?} of {n_all}");
}

/// A state is not out of reach because the few calls that were tried do not lead there. What the function's own
/// arguments exclude is.
#[test]
fn only_what_no_call_can_bring_about_is_out_of_reach() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences/counter.c");
    let mut command = Command::new(program());
    command.args(["gen", "-f", "counter_judge", "--objects", "calls", "-o"]).arg(folder.path()).arg(file);
    let output = command.output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let report = fs::read(folder.path().join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_slice(&report).expect("a report in JSON");
    let made = &report["files"][0]["functions"][0]["made"];
    assert_eq!(made["branches_out_of_reach"], 1, "{made}");
    let uncovered: Vec<&str> =
        made["uncovered"].as_array().into_iter().flatten().filter_map(|it| it.as_str()).collect();
    for part in ["infeasible: it needs `x < -5`", ":10: no calls that were tried before this one lead there"]
    {
        assert!(uncovered.iter().any(|why| why.contains(part)), "no `{part}` in {uncovered:?}");
    }
}

/// Whoever calls the function is responsible for a number that it does not check. If it does check the
/// number, but not well enough, that is a bug.
#[test]
fn numbers_that_only_callers_check() {
    let (_, words) = suite("letters.c", &["-f", "letters_at", "--objects", "calls"]);
    assert!(words.contains("needs at is in range: else read of uninitialised memory"), "{words}");
    assert!(!words.contains("bug"), "{words}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences/letters.c");
    let mut command = Command::new(program());
    command.args(["gen", "-f", "letters_checked", "--objects", "calls", "-o"]).arg(folder.path()).arg(file);
    let output = command.output().expect("symir starts");
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(10), "{words}");
    assert!(words.contains("bug: read of uninitialised memory"), "{words}");
}

/// Both algorithms reach 70 of the 71 conditions over nested structures. The last one needs a state that no
/// call brings about. `SYMIR_SEQUENCES=1` tries all conditions, which takes minutes without optimisation.
/// Otherwise some are tried.
#[test]
fn conditions_over_nested_structures() {
    let all: Vec<String> = match std::env::var_os("SYMIR_SEQUENCES") {
        Some(_) => (1..=71).map(|at| format!("t{at:02}")).collect(),
        None => ["t01", "t05", "t16", "t24", "t35", "t42", "t57", "t59", "t64", "t67", "t71"]
            .map(str::to_owned)
            .to_vec(),
    };
    let said = sequences(&all);
    if all.len() == 71 {
        println!("{said}");
    }
    for name in &all {
        let block = said.split_once(&format!("{name}\n")).map_or("", |(_, rest)| rest);
        let lines: Vec<&str> = block.lines().take_while(|line| line.starts_with(' ')).collect();
        let found =
            |way: &str| lines.iter().any(|line| line.contains(way) && line.contains(&format!(" {name}(")));
        for way in ["forward", "backward"] {
            assert_eq!(found("both ways") || found(way), name != "t71", "{way} {name}: {said}");
        }
    }
    let withdraw = "bank_set_first(bank, account); bank_open(bank); withdraw_set_amount(withdraw, 1); t59(bank, withdraw);";
    assert!(said.contains(withdraw), "{said}");
    let refused = "no sequence of up to 8 calls comes there: what makes the objects contradicts the path in a->balance, a->limit";
    assert!(said.contains(refused), "{said}");
}

/// Tests whose objects calls make reach the branches of realistic APIs. One API is always tried.
/// `SYMIR_APIS=1` tries all and prints a table, which also says what filled in objects and random sequences
/// reach. `SYMIR_APIS=queue,heap` tries only these.
#[test]
fn real_shaped_apis() {
    let said = std::env::var("SYMIR_APIS").ok();
    let chosen: Vec<&str> = said.as_deref().unwrap_or("intrusive list").split(',').collect();
    let mut rows: Vec<Row> = Vec::new();
    for api in APIS.iter().filter(|api| chosen == ["1"] || chosen.contains(&api.kind)) {
        if !api.is_there() {
            skipped(&format!("{} is not there: scripts/foreign fetches it", api.file));
            continue;
        }
        rows.extend(api.rows(20, said.is_some()));
        if said.is_some() {
            // Each table is longer than the one before, and the last one is complete.
            println!("{}", table(&rows));
        }
    }
    if said.is_none() {
        let words = table(&rows);
        let of = |name: &str| rows.iter().find(|row| row.function == name).expect("it has tests");
        for name in ["plan_take", "plan_is_urgent", "plan_add"] {
            let row = of(name);
            assert_eq!(row.by_calls, row.branches - row.out_of_reach, "{name}\n{words}");
            assert_eq!(row.errors, 0, "{name}\n{words}");
        }
        assert!(of("plan_is_urgent").longest >= 2, "{words}");
    }
}

/// A search over summaries finds a state that needs seven particular calls. No call makes the other state.
#[test]
fn long_sequences_are_found_over_summaries() {
    let args = ["--function", "safe_look", "--paths", "150"];
    let (text, words) = suite("combination.c", &args);
    assert!(text.contains("safe_left(s);\n    safe_right(s);\n    safe_up(s);\n"), "{words}\n{text}");
    assert!(words.contains("3 of 4 branches"), "{words}");
    let never =
        "the true side of combination.c:22: it needs an object in a state in which no call leaves one";
    assert!(words.contains(never), "{words}");
    let (_, words) = suite("combination.c", &[&args[..], &["--sequence-share", "0"]].concat());
    assert!(!words.contains("3 of 4 branches"), "{words}");
}
