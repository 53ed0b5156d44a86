//! `symir gen` distinguishes bugs from needs, which callers have to keep to. For each file in
//! `tests/generate/needs`, the file of the same name with `.expected` has the two lists of each function.
//! `UPDATE_EXPECT=1 cargo test --test generate` writes them anew; read the difference before you commit it.

use assert_cmd::cargo::cargo_bin;
use regex::Regex;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The exit code of a run that has found a bug.
const BUG: i32 = 10;
/// All frameworks.
const ALL: &str = "c,unity,cmocka,check,gtest";

/// The needs and bugs of a file's functions, as text, and the exit code of the run.
fn lists(name: &str) -> (String, Option<i32>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder for the run");
    let output = Command::new(cargo_bin("symir"))
        .current_dir(root)
        .arg("gen")
        .arg(format!("tests/generate/needs/{name}.c"))
        // Much more time than the run takes, so that the results do not depend on what else the machine does.
        .args(["--time", "150s", "-o"])
        .arg(folder.path())
        .output()
        .expect("symir starts");
    let report = std::fs::read_to_string(folder.path().join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let functions = report["files"][0]["functions"].as_array().expect("there are functions");
    let mut text = String::new();
    for function in functions {
        let _ = writeln!(text, "{}", words(function, "name"));
        let left_out = function["left_out"].as_str();
        let _ = left_out.map(|why| writeln!(text, "    left out: {why}"));
        for need in function["needs"].as_array().into_iter().flatten() {
            let kept = if need["is_kept_by_callers"] == true { ", kept by all callers here" } else { "" };
            let _ =
                writeln!(text, "    needs: {}{kept}: else {}", words(need, "words"), words(need, "error"));
            for caller in need["broken_by"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                let _ = writeln!(text, "        broken by {caller}");
            }
            let _ = writeln!(text, "        {}", words(need, "shown_by"));
        }
        for bug in function["bugs"].as_array().into_iter().flatten() {
            let _ = writeln!(text, "    bug: {}: {}", words(bug, "error"), words(bug, "rule"));
            let _ = writeln!(text, "        {}", words(bug, "shown_by"));
        }
    }
    (text, output.status.code())
}

fn words<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a text")
}

/// Strings are as long as the code counts their letters, a condition that would exclude most of a function is
/// not a need, and memory that the allocator sees comes from it. So suites take every branch and pass.
#[test]
fn every_branch_is_reached_by_tests_that_pass() {
    let _ = covering_suite("reach");
}

/// If a function is given the name of a file, the file is there with contents that the code asks for, or it
/// is not there.
#[test]
fn files_whose_names_are_given_are_there() {
    let suite = covering_suite("files_given");
    assert!(suite.contains("    write_file(\"path.txt\", \"ARC1"), "{suite}");
    assert!(suite.contains("assert(file_has(\"name.txt\", \""), "{suite}");
}

/// The contents of a mutex are neither an input nor compared, because its owner changes with each run.
#[test]
fn objects_with_locks_are_tested_without_them() {
    let suite = covering_suite("locked");
    assert!(!suite.contains(".__") && !suite.contains("lock = {"), "{suite}");
    assert!(suite.contains("struct account account = {.balance = "), "{suite}");
    assert!(suite.contains("assert(result == &list);"), "{suite}");
    assert!(suite.contains("static void test_next_job_list_null_returns_null(void) {"), "{suite}");
    // A test at the boundary: there is as much work as is asked for.
    assert!(suite.contains("init_job(&list, 1);\n\n    struct job *result = next_job(&list, 1);"), "{suite}");
}

/// A function that frees an object at the end of a test may call functions that the object points to.
#[test]
fn mocks_may_be_called_when_objects_are_freed() {
    let suite = covering_suite("cleaned");
    assert!(suite.contains("    mock_script_ends();\n    pool_free(pool);\n"), "{suite}");
}

/// Mocks stand for what tells a function the time, the user or a number by chance, and for the environment, and a
/// mock of the environment never returns the name that it was asked for. A suite includes the public header of each
/// type of POSIX.
#[test]
fn surroundings_are_mocked() {
    let suite = covering_suite("surroundings");
    for name in ["arc4random_uniform", "clock_gettime", "getenv", "geteuid", "getrandom", "gettimeofday"] {
        assert!(suite.contains(&format!(".function = \"{name}\"")), "{name}: {suite}");
    }
    assert!(!suite.contains("getenv_gives"), "{suite}");
    for header in ["dirent.h", "fcntl.h", "sys/resource.h", "sys/stat.h", "sys/uio.h", "termios.h", "wchar.h"]
    {
        assert!(suite.contains(&format!("#include <{header}>")), "{header}: {suite}");
    }
}

/// A function that asks whether a file exists gets one that does, one that does not, and a folder. Mocks say which
/// system it is, and where the program runs.
#[test]
fn files_and_systems_are_inputs() {
    let suite = covering_suite("whereabouts");
    for words in ["write_file(\"path.txt\", \"", "size_of_file(\".\")", ".name_out = \"localhost"] {
        assert!(suite.contains(words), "{words}: {suite}");
    }
    assert!(suite.contains("uname(&?) = -1"), "{suite}");
    for name in ["getcwd", "gethostname", "isatty", "sysconf", "uname"] {
        assert!(suite.contains(&format!(".function = \"{name}\"")), "{name}: {suite}");
    }
    // What a variable of the environment says lies in no object of the caller.
    assert!(!suite.contains(".result = to"), "{suite}");
}

/// Whatever number is computed from floats, tests are on both sides of what it is compared with, at plain values.
#[test]
fn numbers_computed_from_floats_decide() {
    let suite = notices(
        "computed",
        &[
            ("now - start > allowed", "now + start > allowed"),
            ("now - start > allowed", "now - start < allowed"),
            ("fabs(a - b) < 0.001", "fabs(a - b) > 0.001"),
            ("<= radius * radius", "> radius * radius"),
            ("+ 32 > 100", "+ 32 > 1000"),
            ("now - start > allowed", "now - start >= allowed"),
            ("<= radius * radius", "< radius * radius"),
            ("index < 18.5 ? 0", "index < 18.5 ? 1"),
            ("index < 18.5 ? 0", "index <= 18.5 ? 0"),
            ("index < 30 ? 2", "index <= 30 ? 2"),
            ("index < 30 ? 2 : 3", "index < 30 ? 3 : 2"),
            ("index < 25 ? 1", "index < 25 ? 0"),
        ],
    );
    assert!(
        suite.contains("weight_class(100.0, 2.0)") && suite.contains("weight_class(18.5, 1.0)"),
        "{suite}"
    );
}

/// An access to an element of an array of structures has nothing to do with the pointers in the other elements, and
/// `length - at` says how much there is in a buffer.
#[test]
fn elements_of_arrays_are_read_by_themselves() {
    let (_, needs) = covering_suite_and_needs("records");
    let words: Vec<&str> = needs.iter().map(|need| words(need, "words")).collect();
    assert!(words.contains(&"reader->length <= size of reader->buffer"), "{words:?}");
    assert!(words.iter().all(|it| !it.contains("consistent") && !it.contains("enough")), "{words:?}");
}

/// An index may not leave the array that it is for, even if the access stays within the object around it.
#[test]
fn indices_stay_within_arrays_of_structures() {
    let (_, needs) = covering_suite_and_needs("inner");
    let words: Vec<&str> = needs.iter().map(|need| words(need, "words")).collect();
    let expected = [
        "average->at < 8",
        "stack->top >= 0",
        "0 <= x && x < 5",
        "0 <= y && y < 4",
        "0 <= stack->top && stack->top < 11",
        "graph->count < 9",
    ];
    for need in expected {
        assert!(words.contains(&need), "{need}: {words:?}");
    }
    assert!(words.iter().all(|it| !it.contains("consistent") && !it.contains("enough")), "{words:?}");
}

/// Every value of a truth value that is only passed on is tested, wherever it lies.
#[test]
fn elements_that_are_passed_on_decide() {
    let mutants = [
        ("cells[y][x]", "cells[y][0]"),
        ("cells[y][x]", "cells[0][x]"),
        ("cells[y][x]", "cells[x][y]"),
        ("world->cells[y][x]", "true"),
        ("world->cells[y][x]", "false"),
    ];
    notices("inner", &mutants);
}

/// Variables of a file are inputs even if they are large tables.
#[test]
fn tables_in_variables_are_inputs() {
    let mutants = [
        ("return heights[y][x]", "return heights[x][y]"),
        ("return heights[y][x]", "return heights[y][0]"),
        ("return heights[y][x]", "return heights[0][x]"),
        ("return heights[y][x]", "return 0"),
        ("x < 7; x++", "x < 6; x++"),
        ("int x = 0; x < 7", "int x = 1; x < 7"),
        ("sum += heights[y][x]", "sum = heights[y][x]"),
        ("slots[i].key == key", "slots[i].value == key"),
        ("return slots[i].value", "return slots[i].key"),
        ("return slots[i].value", "return slots[0].value"),
        ("seat < 64", "seat < 63"),
        ("!is_taken[seat]", "is_taken[seat]"),
        ("&& !is_taken[seat]", ""),
        ("seat < 64 && !is_taken[seat]", "false"),
        ("units[at]", "units[0]"),
        ("sensor->is_on", "true"),
        ("sensor->is_on", "false"),
    ];
    notices("tables", &mutants);
    let (_, needs) = covering_suite_and_needs("tables");
    let words: Vec<&str> = needs.iter().map(|need| words(need, "words")).collect();
    for need in ["0 <= y < 6, the size of heights", "0 <= x && x < 7", "at < 5"] {
        assert!(words.contains(&need), "{need}: {words:?}");
    }
}

/// Many calls fill what functions keep in variables, and make the one of two results that is rare. A suite writes
/// them as a loop.
#[test]
fn many_calls_fill_what_is_kept() {
    let mutants = [
        ("ring.count == SIZE", "ring.count == SIZE - 1"),
        ("ring.count == SIZE", "0"),
        ("return false", "return true"),
        ("seen == 0xff", "false"),
        ("seen == 0xff", "seen == 0x7f"),
        ("seen == 0xff", "seen >= 0xfe"),
        ("ring.count == 0", "ring.count == 1"),
        ("return byte;", "return 1;"),
        ("attempts >= 3", "false"),
        ("attempts >= 3", "attempts > 0"),
        ("attempts >= 3", "attempts >= 2"),
        ("is_right ? 0 :", "is_right ? attempts :"),
        ("attempts + 1", "attempts"),
    ];
    let suite = notices("repeated", &mutants);
    assert!(suite.contains("    for (int i = 0; i < 7; i++)\n        key_is_pressed(true);\n"), "{suite}");
    assert!(suite.contains("    for (int i = 0; i < 16; i++)\n        ring_put("), "{suite}");
    assert!(
        !suite.contains("both_zero") && suite.contains("test_is_locked_returns_false_attempts_2("),
        "{suite}"
    );
}

/// Only calls make objects that have more behind their members than their type says.
#[test]
fn objects_with_more_behind_their_members_are_made_by_calls() {
    let mutants = [
        ("letters_of(label)[i] == letter", "letters_of(label)[i] != letter"),
        ("memcpy(label + 1, letters, length)", "memset(label + 1, *letters, length)"),
        ("letters_of(label)[i] - letters[i]", "letters_of(label)[i] - letters[0]"),
        ("difference != 0", "difference > 0"),
        ("return 1;", "return 0;"),
        ("label->length < length", "label->length > length"),
    ];
    let suite = notices("labels", &mutants);
    assert!(suite.contains("= label_make(") && suite.contains("->length == "), "{suite}");
    assert!(!suite.contains("struct label label = {") && !suite.contains("[0].length"), "{suite}");
    let (_, needs) = covering_suite_and_needs("labels");
    assert!(needs.iter().all(|need| words(need, "words").ends_with("is not null")), "{needs:?}");
}

/// The links of a circular list lead to members of the objects in it, and back to the head.
#[test]
fn circular_lists_have_their_links_in_other_objects() {
    let mutants = [
        ("task->priority > found->priority", "task->priority >= found->priority"),
        ("task->priority > found->priority", "task->priority < found->priority"),
        ("found == NULL ||", "found != NULL &&"),
        ("link)->priority > priority", "link)->priority >= priority"),
        ("count += ", "count = "),
        ("link->previous = added;", ""),
        ("link->previous->next = added;", ""),
        ("added->previous = link->previous", "added->previous = link"),
        ("queue->count++", "queue->count--"),
    ];
    let suite = notices("runqueue", &mutants);
    assert!(suite.contains("assert(task.link.previous == &queue.tasks);"), "{suite}");
    assert!(!suite.contains("SYMIR_BUGS") && covering_suite("runqueue").contains("&queue.tasks"), "{suite}");
}

/// Links of nodes do not lead into one array, although a function that compares two nodes is passed both.
#[test]
fn links_lead_to_nodes_of_their_own() {
    let mutants = [
        ("new->next->prev = new;", ";"),
        ("parent->child = new;", ";"),
        ("new->prev->next = new;", ";"),
        ("parent->child->prev = new;", ";"),
        ("old->next = old->prev = NULL;", "old->next = NULL;"),
        ("new->prev = new;", ";"),
        ("new->prev = old->prev;", ";"),
        ("one->kind != other->kind", "0"),
        ("return !own && !theirs;", "return 1;"),
        ("return !own && !theirs;", "return !own;"),
    ];
    let suite = notices("kin", &mutants);
    let array = Regex::new(r"struct item \w+\[").expect("a pattern");
    assert!(!array.is_match(&suite), "{suite}");
}

/// What lies at fixed addresses is an input, and a suite puts memory there.
#[test]
fn registers_at_fixed_addresses_are_inputs() {
    let mutants = [
        ("clock + baud / 2", "clock - baud / 2"),
        ("clock / 16 < baud", "clock / 16 <= baud"),
        ("control &= ~1u", "control &= 1u"),
        ("1u | 8u", "8u"),
        ("status & RECEIVED", "status & SENT"),
        ("data & 0xff", "data & 0x7f"),
        ("number == 2 ? UART2", "number == 2 ? UART1"),
        ("status & SENT", "status & RECEIVED"),
        ("pin + 16", "pin + 15"),
        ("pin > 15", "pin > 14"),
        ("TIMER - since", "since - TIMER"),
        ("uarts[at]->status", "uarts[0]->status"),
        ("used == 4096", "used != 4096"),
        ("SPI->status & SENT", "SPI->status & RECEIVED"),
        ("to[i] = SPI->received[i]", "to[i] = SPI->received[0]"),
        ("SPI->received[i] = 0;", ""),
        ("control |= 2u", "control |= 1u"),
    ];
    let suite = notices("device", &mutants);
    // The program's macros are used, but `memcpy` takes no pointer to something volatile.
    for text in [
        "#define PORT ((port_t *)0x48000000UL)",
        "assert(PORT->change == 32768)",
        "port_t port_at_start = *PORT;",
        "*UART1={.control=",
        "memcpy(SPI_REGISTERS->received, ",
        "elapsed: 2 TIMER=1 ",
    ] {
        assert!(suite.contains(text), "{text}: {suite}");
    }
    assert!(!suite.contains("at_0x") && !suite.contains("SYMIR_BUGS"), "{suite}");
}

/// Calls of the function itself bring its static variables into their states. What calls do not reach in time, as
/// the end of all numbers, is set. The names of such variables come from the makefile.
#[test]
fn static_variables_of_functions_are_states() {
    let mutants = [
        ("history << 1 | level", "history << 1 & level"),
        ("(history & 0x0f) == 0x0f", "(history & 0x07) == 0x07"),
        ("state = false", "state = true"),
        ("sample - window[next]", "sample + window[next]"),
        ("window[next] = sample;", "window[next] = 0;"),
        ("(next + 1) % 4", "(next + 1) % 5"),
        ("(next + 1) % 4", "(next + 1) % 3"),
        ("sum / 4", "sum / 3"),
        ("last == INT32_MAX", "last == INT32_MAX - 1"),
        ("return ++last", "return last++"),
        ("age >= 5", "age > 5"),
        ("age >= 4", "age > 4"),
        ("age >= 2", "age > 2"),
        ("now = YELLOW", "now = RED"),
        ("is_ready = true", "is_ready = false"),
        ("c << 1 ^ 0x07", "c << 1 ^ 0x05"),
        ("table[crc ^ byte]", "table[byte]"),
        ("n_dropped < 255", "n_dropped < 256"),
        ("n_dropped++", "n_dropped--"),
    ];
    let suite = notices("statics", &mutants);
    assert!(suite.contains("extern uint8_t history_of_debounce;"), "{suite}");
    assert!(suite.contains("last_of_next_id = INT_MAX;"), "{suite}");
    assert!(
        suite.matches("By its harness: ").count() == suite.matches("run_driver(harness_").count(),
        "{suite}"
    );
    assert!(suite.contains("static variable `count` of `first_of_two` changes"), "{suite}");
    assert!(!suite.contains("static variable `history`"), "{suite}");
}

/// Strings that `argv` leads to become as long as what they are compared with, nothing else leads to branches of a
/// tree, and what is overwritten by null was not null. The table of `isspace` has no borders.
#[test]
fn strings_and_trees_behind_pointers_are_made_as_callers_make_them() {
    let mutants = [
        ("int i = 1; i", "int i = 0; i"),
        ("\"-v\") == 0", "\"-v\") != 0"),
        ("is_verbose = true", "is_verbose = false"),
        ("argument + 9", "argument + 8"),
        ("argument[0] == '-' ||", "argument[0] != '-' ||"),
        ("options->input != NULL ? 0", "options->output != NULL ? 0"),
        ("'-' || options->input != NULL", "'-'"),
        ("options->output = NULL;", ""),
        ("end--;", "end -= 2;"),
        ("begin = equal + 1", "begin = equal"),
        ("begin++", "begin += 2"),
        ("*value = begin", "*value = equal + 1"),
        ("*end = '\\0'", "*equal = '\\0'"),
        ("return tree->right;", "return tree->left;"),
        ("*least = tree->key;", ""),
        ("tree->left = without_least(tree->left", "tree->left = without_least(tree->right"),
        ("new->key < tree->key", "new->key <= tree->key"),
        ("tree->right = insert_before(tree->right", "tree->right = insert_before(tree->left"),
        ("return new;", "return NULL;"),
    ];
    let suite = notices("arguments", &mutants);
    assert!(suite.contains("\"--output="), "{suite}");
    assert!(
        !suite.contains("\\10") && !suite.contains("\\b"),
        "no character beside those of isspace: {suite}"
    );
    let (_, needs) = covering_suite_and_needs("arguments");
    let needs: Vec<&str> = needs.iter().map(|need| words(need, "words")).collect();
    assert!(needs.contains(&"no element of argv behind the first is null"), "{needs:?}");
    assert!(needs.iter().all(|need| need.ends_with("is null") || need.ends_with("is not null")), "{needs:?}");
}

/// A number is no address, although the function that has it returns one.
#[test]
fn numbers_are_taken_for_no_addresses() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder for the run");
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(root).args([
        "gen",
        "tests/generate/device.c",
        "-f",
        "uart_for",
        "--time",
        "60s",
        "-o",
    ]);
    let output = command.arg(folder.path()).output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let harness =
        std::fs::read_to_string(folder.path().join("device/harness/uart_for.c")).expect("a harness");
    assert!(
        harness.contains("uart_t UART1_to_0x40011000;") && harness.contains("uart_t UART2_to_0x40004400;"),
        "{harness}"
    );
    assert!(!harness.contains("_0x1000;"), "{harness}");
}

/// A place that is compared with the end of an array lies in it.
#[test]
fn places_lie_in_the_array_whose_end_they_are_compared_with() {
    let mutants = [
        ("n += *at;", "n = *at;"),
        ("at = message + at[1]", "at = at + at[1]"),
        ("text + length - place", "text + length - place + 1"),
        ("place < text + length ? (int)(text + length - place) : 0", "(int)length"),
    ];
    let suite = notices("message", &mutants);
    assert!(suite.contains("name_length(message + "), "{suite}");
    let (_, needs) = covering_suite_and_needs("message");
    assert!(needs.iter().all(|need| words(need, "words").ends_with("is not null")), "{needs:?}");
}

/// `__FILE__` is the name of the file without its folder, in tests and where the makefile builds the program, so that
/// a suite passes wherever it is.
#[test]
fn files_are_named_without_their_folders() {
    let suite = covering_suite("located");
    assert!(suite.contains(".file = \"located.c\", .line = 5"), "{suite}");
    assert!(suite.contains("strcmp(failure.file, \"located.c\") == 0"), "{suite}");
    assert!(!suite.contains("/located.c\""), "{suite}");
}

/// Only the header may say how large an array is and which pointer is never null.
#[test]
fn headers_say_what_functions_are_given() {
    let (suite, needs) = covering_suite_and_needs("declared");
    assert!(suite.contains("unsigned char key[8] = {"), "{suite}");
    assert!(needs.is_empty(), "{needs:?}");
}

/// A number that the code uses as a pointer leads to an object, even if its lowest bits are no part of the
/// address. Suites write the address of the object, and compare it.
#[test]
fn numbers_lead_to_objects() {
    let suite = covering_suite("tagged");
    assert!(suite.contains("handle((unsigned long)&cookie)"), "{suite}");
    assert!(suite.contains(".parent_and_colour = (unsigned long)&"), "{suite}");
    assert!(suite.contains("assert(child.parent_and_colour == (unsigned long)&node"), "{suite}");
}

/// A program that is built without the headers of the system gets a harness, mocks and a suite that are built
/// without clashes.
#[test]
fn programs_without_the_c_library_are_tested() {
    let flags = ["-nostdlibinc", "-Itests/generate/bare", "-include", "own/config.h"];
    let (suite, _) = covering_suite_with("bare", &flags);
    assert!(suite.contains("distance(") && !suite.contains("own/"), "{suite}");
}

/// An array has as many elements as its declaration says, and not more.
#[test]
fn arrays_are_as_large_as_they_are_declared() {
    let suite = covering_suite("board");
    assert!(suite.contains("char board[3][3] = {") && suite.contains("int pair[2] = {"), "{suite}");
    assert!(!suite.contains("board[4]") && !suite.contains("pair[4]"), "{suite}");
}

/// Rows may be as long as a parameter says. Some test has no zero among its numbers, since a zero could hide
/// a mistake in the use of another number.
#[test]
fn matrices_are_made_and_numbers_tell() {
    let suite = covering_suite("rows");
    let transposed =
        |sizes: &str| suite.contains(&format!("transpose({sizes}, (int (*)[])from, (int (*)[])to);"));
    assert!(transposed("2, 3") || transposed("3, 2"), "{suite}");
    assert!(suite.contains("largest(") && suite.contains("(short (*)[][2])"), "{suite}");
    assert!(suite.contains("    int m[2][2] = {{"), "{suite}");
    assert!(suite.contains("unsigned int (*pairs)[2] = calloc(0, sizeof *pairs);"), "{suite}");
    let calls = |name: &str| -> Vec<Vec<String>> {
        let lines = suite.lines().filter_map(|line| line.trim().strip_prefix(name)?.strip_suffix(");"));
        lines.map(|arguments| arguments.split(", ").map(str::to_owned).collect()).collect()
    };
    let tells = |calls: &[Vec<String>], at: [usize; 2]| {
        calls.iter().any(|call| at.iter().all(|at| call.get(*at).is_some_and(|number| number != "0")))
    };
    assert!(tells(&calls("put("), [1, 3]), "{suite}");
    assert!(tells(&calls("fill("), [1, 2]), "{suite}");
}

/// The address of a pointer into an array, and the end of the array: both belong to one array.
#[test]
fn positions_in_arrays_have_ends() {
    let (suite, needs) = covering_suite_and_needs("positions");
    for part in [
        "    const char *at = text;\n",
        " = read_number(&at, text + ",
        "    char *out = text2;\n",
        ", &out, text2 + 2);\n",
        "    const int *next = values;\n",
    ] {
        assert!(suite.contains(part), "{part}: {suite}");
    }
    assert!(needs.iter().all(|need| need["words"] == "text is not null"), "{needs:?}");
}

/// A mock writes a number to a part of a variable as it writes numbers to an array.
#[test]
fn mocks_write_to_parts_of_variables() {
    let suite = covering_suite("rune");
    assert!(suite.contains("    const int next_rune_rune[] = {40};\n"), "{suite}");
}

/// Variables have the `const` of the members that point to them, and one that leads back to the variable that
/// leads to it is set when both are there.
#[test]
fn members_that_point_to_pointers_keep_their_const() {
    let suite = covering_suite("deep");
    let parts = [
        "    const described_t *parts = NULL;\n    described_t it = {.info = NULL, .parts = &parts, ",
        "\n    parts = &it;\n",
        "== (const void *)&parts);\n",
        "    const char *names = names2;\n",
    ];
    for part in parts {
        assert!(suite.contains(part), "{part}: {suite}");
    }
}

/// A set of flags is written in a suite as in C code.
#[test]
fn sets_of_flags_are_written_with_their_names() {
    let suite = covering_suite("flags");
    assert!(suite.contains("check(MODE_APPEND | MODE_TRUNC)"), "{suite}");
    assert!(suite.contains("assert(file.mode == (MODE_READ | MODE_"), "{suite}");
    assert!(!suite.contains("By its harness"), "{suite}");
}

/// Values that macros and enumerators name are written with these names, although their types are numbers.
#[test]
fn numbers_are_written_with_the_names_of_macros() {
    let suite = covering_suite("macros");
    for line in [
        "assert(result == VALVE_E_LOCKED);",
        "assert(valve.state == MOVING);",
        ".state = CLOSED,",
        "assert(result == -EINVAL);",
        "#include <errno.h>\n",
        "#ifndef DOOR_SHUT\n#define DOOR_SHUT 23\n#endif\n",
        "struct door door = {.state = DOOR_AJAR};",
        "assert(result == (VALVE_OPT_SLOW | VALVE_OPT_ALARM));",
    ] {
        assert!(suite.contains(line), "{line}: {suite}");
    }
    // Macros of the header are not defined again, and a number of turns is not written as a macro.
    assert!(!suite.contains("define VALVE") && !suite.contains("VALVE_MAX_TURNS"), "{suite}");
}

/// Functions that a structure points to have stubs even if their parameters have types of the program. A test
/// says which of its objects it expects as their arguments.
#[test]
fn operations_on_own_types_have_stubs() {
    let suite = covering_suite("operations");
    for line in [".argument1 = &device, .argument2 = ", ".result = LEVEL_LOW}", "device_level_level"] {
        assert!(suite.contains(line), "{line}: {suite}");
    }
    // A stub that no test calls and no object points to is not in the suite.
    assert!(!suite.contains("device_open_reset") && !suite.contains(".reset = NULL"), "{suite}");
}

/// The mock of an undefined function fills the arrays and structures that it is given, even if no parameter
/// says how large they are. Suites contain what it writes.
#[test]
fn mocks_fill_what_they_are_given() {
    // Long lists stand in several lines.
    let suite = covering_suite("filled").split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        ".frame_out = \"~",
        "const struct message radio_read_buffer = {",
        ".buffer_out = &radio_read_buffer, .buffer_out_size = sizeof radio_read_buffer",
        "const int radio_table_table[] = {",
        // Names are strings; the rest of a large array is zero.
        ".name_out = \"base\\0",
        "const char radio_dump_memory[256] = \"",
        // A text that is passed to a mock stays as it is.
        "{.radio_log = {.line = \"off\"}}",
    ] {
        assert!(suite.contains(line), "{line}: {suite}");
    }
}

/// A function may be given the address of a stream variable, to close the stream or to put another one there.
#[test]
fn streams_are_passed_by_their_place() {
    let suite = covering_suite("streams");
    assert!(suite.contains("copy_until(&from, &to, "), "{suite}");
}

/// Objects that a function may not change, according to its declaration, are not compared member by member.
#[test]
fn what_only_constant_parameters_lead_to_is_not_compared() {
    let suite = covering_suite("read_only");
    let of = |name: &str| -> Vec<&str> {
        let begin = format!("static void test_{name}");
        let tests = suite.split("\n}\n").filter_map(|text| text.split_once(&begin));
        tests.map(|(_, body)| body).collect()
    };
    assert!(of("clamp").len() >= 3, "{suite}");
    assert!(of("clamp").iter().all(|test| test.matches("assert(").count() == 1), "{suite}");
    assert!(of("is_at_end").iter().any(|test| test.contains("assert(meter.value == ")), "{suite}");
    // If both parameters point to one object, the test compares what must not have changed.
    let is_one = |test: &&&str| test.contains("longest(&one, &one)");
    assert!(of("longest").iter().filter(is_one).any(|test| test.contains("same_bytes(&one, ")), "{suite}");
}

/// A union whose tag is a number that is named by an enumeration has the member that the tag names, and never
/// an invalid address. A variable does not hide the type of the same name.
#[test]
fn nodes_with_tagged_unions_are_written_down() {
    let suite = covering_suite("nodes");
    assert!(!suite.contains("By its harness") && !suite.contains("0x"), "{suite}");
    assert!(suite.contains(".as = {.code = {.info = NULL, .length = 4, .offset = 5}},"), "{suite}");
    assert!(suite.contains("struct doc_node doc_node_ = {"), "{suite}");
    assert!(suite.contains(".from = ") && !suite.contains(".text = "), "{suite}");
}

/// A `static` function that nothing calls exists for its tests, whichever compiler builds them.
#[test]
fn functions_that_nobody_calls_have_tests() {
    let suite = covering_suite("uncalled");
    assert!(suite.contains("static void test_halved"), "{suite}");
}

/// Tests notice a wrong check, because everything that it does not look at is as in a test that goes on. They
/// also notice a wrong truth value that is only written.
#[test]
fn tests_that_end_early_differ_from_others_in_what_decides() {
    let mistakes = [
        ("level < 1", "level < 0"),
        ("level > 6", "level > 7"),
        ("level < 1 ||", "level < 1 &&"),
        ("tight == 1", "tight == 0"),
        ("tight == 1", "tight != 0"),
        ("count > 16", "count > 17"),
    ];
    notices("checks", &mistakes);
}

/// A pointer that is only copied is not null, a list is made of what calls return, and operands of a
/// comparison are equal if nothing later hides the outcome.
#[test]
fn what_is_only_copied_shows() {
    let mistakes = [
        ("p->data = data;\n    p->age", "p->data = NULL;\n    p->age"),
        ("p->name = name;\n    p->next = NULL;\n    p->data = data", "p->next = NULL;\n    p->data = data"),
        ("p->name = name;\n    p->next = NULL;\n    p->data = data", "p->name = name;\n    p->data = data"),
        ("p->data = data;\n}\n\nvoid *", "}\n\nvoid *"),
        ("p->next = head", "p->next = NULL"),
        ("p->age > best->age", "p->age >= best->age"),
        ("p->age > best->age", "p->age < best->age"),
    ];
    let suite = notices("people", &mistakes);
    assert!(suite.contains("static void test_person_init(void)"), "{suite}");
    // Nothing says what lies there, so that it is a word and not compared as if it were another type.
    assert!(suite.contains("assert(p->data == data);"), "{suite}");
}

/// A union has the member that its tag names, and its pointers point to objects or are null. No number is
/// made of letters.
#[test]
fn unions_have_the_members_that_their_tags_name() {
    let mistakes = [
        ("value->as.number != 0", "value->as.number == 0"),
        ("value->as.pair.first != NULL", "value->as.pair.first == NULL"),
        ("value->as.text != NULL &&", "value->as.text != NULL ||"),
        ("list->as.pair.second", "list->as.pair.first"),
        ("pair->as.pair.first = first", "pair->as.pair.second = first"),
        ("other->as.text[0]", "one->as.text[0]"),
    ];
    let suite = notices("variants", &mistakes);
    assert!(!suite.contains("run_driver("), "{suite}");
    for line in [
        "is_true: &{.kind=NUMBER, .as={.number=1}} :=> 1",
        "is_true: &{.kind=TEXT, .as={.text=null}} :=> 0",
        "length: &{.kind=PAIR, .as={.pair={.first=null, .second=null}}} :=> 1",
    ] {
        assert!(suite.contains(line), "{line}: {suite}");
    }
    assert!(suite.contains("pair->as.pair.first=first"), "{suite}");
}

/// A table becomes full by repeating a call with other numbers each time.
#[test]
fn tables_become_full() {
    let mistakes = [("n->count == MOST", "n->count == MOST + 1"), ("i < set->count", "i + 1 < set->count")];
    let suite = notices("full", &mistakes);
    assert!(suite.contains("        set_add(&n, 10 * (i + 1));"), "{suite}");
}

/// Makes the suite of a file of `tests/generate`. Checks that it passes, and fails with each of these
/// mistakes. Returns the suite.
fn notices(name: &str, mistakes: &[(&str, &str)]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code = std::fs::read_to_string(root.join(format!("tests/generate/{name}.c"))).expect("read");
    let folder = tempfile::tempdir().expect("a folder for the run");
    let source = folder.path().join(format!("{name}.c"));
    std::fs::write(&source, &code).expect("written");
    let header = format!("{name}.h");
    if let Ok(text) = std::fs::read(root.join("tests/generate").join(&header)) {
        std::fs::write(folder.path().join(&header), text).expect("written");
    }
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(folder.path()).args(["gen", &format!("{name}.c"), "--time", "60s", "-o", "t"]);
    let output = command.output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let passes = || {
        let mut make = Command::new("make");
        make.current_dir(folder.path().join("t").join(name)).args(["-s", "c"]);
        make.output().expect("make starts").status.success()
    };
    let suite = std::fs::read_to_string(folder.path().join(format!("t/test_{name}.c"))).expect("a suite");
    assert!(passes(), "{suite}");
    for (right, wrong) in mistakes {
        assert!(code.contains(right), "{right}");
        std::fs::write(&source, code.replacen(right, wrong, 1)).expect("written");
        assert!(!passes(), "{wrong} for {right} passes:\n{suite}");
    }
    suite
}

/// Arrays and texts also begin at places that are no multiples of the number of bytes that the code asks for. Those
/// of a suite lie where they have lain in symir.
#[test]
fn places_that_are_not_aligned_are_tried() {
    let mistakes = [
        ("t += sizeof(uint32_t)", "t += 2"),
        ("*p++ << 8;", "*p << 8;"),
        ("if (odd && len > 0)", "if (len > 0)"),
        ("if (odd)\n        sum", "if (!odd)\n        sum"),
        ("p += 2", "p += 1"),
        ("0x01010101u", "0x010101u"),
        ("(text + n) & 3", "(text + n) & 1"),
        ("packet & 3", "packet & 1"),
        ("packet & 3", "packet & 7"),
        ("length % 4", "length % 2"),
        ("length % 4", "length % 8"),
        ("for (; n > 0; n--)\n        *at++", "for (; n > 1; n--)\n        *at++"),
    ];
    let suite = notices("alignment", &mistakes);
    assert!(suite.contains("_Alignas(16) "), "{suite}");
    assert_eq!(needs_of("alignment"), Vec::<String>::new());
}

/// What a call prints is a part of what a test expects, unless it differs from run to run. The numbers that are
/// printed tell mistakes apart.
#[test]
fn what_is_printed_is_compared() {
    let mistakes = [
        ("j < i", "j <= i"),
        ("int j = 0", "int j = 1"),
        ("int i = 1", "int i = 2"),
        ("putchar('\\n');", ""),
        ("cents / 100", "cents / 10"),
        ("cents % 100", "cents % 10"),
        ("no price", "none"),
        ("Hello, ", "Hello "),
    ];
    let suite = notices("prints", &mistakes);
    assert!(suite.contains(r#"assert(has_printed("*\n**\n", 5));"#), "{suite}");
    assert!(!suite.contains("Version 1") && !suite.contains("built"), "{suite}");
    for framework in ["gtest", "unity", "cmocka", "check"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = tempfile::tempdir().expect("a folder for the run");
        let source = folder.path().join("prints.c");
        std::fs::copy(root.join("tests/generate/prints.c"), &source).expect("copied");
        let mut command = Command::new(cargo_bin("symir"));
        command.current_dir(folder.path()).args(["gen", "prints.c", "-f", "print_triangle", "-o", "t"]);
        let output = command.args(["--emit", framework]).output().expect("symir starts");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
        let mut make = Command::new("make");
        make.current_dir(folder.path().join("t/prints")).args(["-s", framework]);
        let output = make.env("UNITY", root.join("tests/formats/unity")).output().expect("make starts");
        assert!(output.status.success(), "{framework}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// How full an array is, and how large, is said in words. An array that is full is no error if the function enlarges
/// it.
#[test]
fn arrays_that_grow_are_tested_when_they_are_full() {
    let (suite, needs) = covering_suite_and_needs("grown");
    let needs: Vec<&str> = needs.iter().map(|need| words(need, "words")).collect();
    assert_eq!(needs, ["h is not null", "h->cap <= size of h->items", "h->n <= h->cap"]);
    assert!(suite.contains(".n = 3, .cap = 3"), "{suite}");
}

/// What is no multiple of a number is a multiple of smaller ones, if the path allows it.
#[test]
fn remainders_show_what_is_divided_by() {
    let mistakes = [
        ("year % 4 ", "year % 2 "),
        ("year % 4 ", "year % 8 "),
        ("year % 100", "year % 10"),
        ("year % 400", "year % 100"),
        ("year % 400", "year % 800"),
        ("year % 100", "year % 200"),
        ("n % 15", "n % 5"),
        ("n % 15", "n % 30"),
        ("n % 3 ", "n % 6 "),
        ("n % 5 ", "n % 10 "),
        ("n % 2", "n % 4"),
        ("3600", "60"),
        ("3600", "7200"),
        ("& 15", "& 7"),
        ("& 15", "& 31"),
    ];
    notices("remainders", &mistakes);
}

/// A suite includes the headers that the one which it needs relies on, in the order of the source.
#[test]
fn suites_include_what_their_headers_rely_on() {
    let folder = tempfile::tempdir().expect("a folder for the run");
    let files = [
        ("config.h", "#define WIDE 1\n"),
        ("other.h", "int other(void);\n"),
        ("base.h", "typedef struct base { int n; } base_t;\n"),
        (
            "parts.h",
            "#ifdef WIDE\ntypedef long part_t;\n#else\ntypedef char *part_t;\n#endif\n\
             struct part { base_t *base; part_t value; };\nlong weight(const struct part *part);\n",
        ),
        (
            "parts.c",
            "#ifdef HAVE_CONFIG_H\n#include <config.h>\n#endif\n#include <stddef.h>\n#include \"other.h\"\n\
             #include \"base.h\"\n#include \"parts.h\"\nlong weight(const struct part *part) {\n\
             \x20   return part == NULL ? -1 : part->base == NULL ? part->value : part->base->n;\n}\n",
        ),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(folder.path()).args(["gen", "parts.c", "-o", "t", "--", "-I.", "-DHAVE_CONFIG_H"]);
    let output = command.output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let suite = std::fs::read_to_string(folder.path().join("t/test_parts.c")).expect("a suite");
    let own = ["<config.h>", "\"base.h\"", "\"parts.h\""].map(|name| suite.find(&format!("#include {name}")));
    assert!(own.iter().all(Option::is_some) && own.is_sorted(), "{own:?} in\n{suite}");
    assert!(!suite.contains("other.h"), "{suite}");
    let mut make = Command::new("make");
    let output =
        make.current_dir(folder.path().join("t/parts")).args(["-s", "c"]).output().expect("make starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Variables that other files may set, and `errno` if the code reads it first, are inputs. Tests set them and put
/// them back. A `static` variable that no function changes is none.
#[test]
fn variables_of_other_files_are_inputs() {
    let suite = covering_suite("variables");
    for words in [
        "mode = 3;",
        "mode = mode_at_start;",
        "limit = ",
        "options.color = GREEN;",
        "theirs.level = ",
        "verbosity = 3;",
        "status_register = ",
        "shade = GREEN;",
        "n_calls = 3;",
        "weights[0] = ",
        "title = title_at_start;",
        "title = NULL;",
        "shade = RED;",
        "options.color = RED;",
        "program = program_",
        "errno = EAGAIN;",
        "errno = EINTR;",
    ] {
        assert!(suite.contains(words), "{words}: {suite}");
    }
    assert!(!suite.contains("depth = "), "{suite}");
    assert!(suite.contains(" title=null :=> "), "the line shows what decides: {suite}");
}

/// Tests notice if code looks at a bit more, a bit less, or another bit.
#[test]
fn tests_of_bits_that_look_at_other_bits_show() {
    let mistakes = [
        ("f & 0x10", "f & 0x18"),
        ("f & 0x10", "f & 0x30"),
        ("f & 0x10", "f & 0x20"),
        ("flags & LOCKED", "flags & (LOCKED | 8)"),
        ("flags & LOCKED", "flags & (LOCKED | OPEN)"),
        ("!= (OPEN | DIRTY)", "!= OPEN"),
        ("(OPEN | DIRTY)) !=", "(OPEN | DIRTY | 16)) !="),
        ("c & 0xc0", "c & 0xe0"),
        ("c & 0xc0", "c & 0x80"),
        ("offset & 3", "offset & 7"),
        ("offset & 3", "offset & 1"),
        ("bits >> 2 & 15", "bits >> 2 & 7"),
        ("bits >> 1 & 1", "bits >> 2 & 1"),
        ("n &= 31", "n &= 15"),
        ("(32 - n)", "(31 - n)"),
        ("(32 - n)", "(33 - n)"),
        ("irq = mode == 4", "irq = mode >= 3"),
        ("last = 2", "last = 1"),
        ("end = 3", "end = 2"),
        ("frame[1].kind", "frame->kind"),
    ];
    let suite = notices("bits", &mistakes);
    assert!(suite.contains("has_bit(0xffffffefU)"), "{suite}");
}

/// Numbers of a test differ from each other and are not zero, a label of a `switch` has a test of its own, and
/// a multiple is not zero. A function is called after other calls of it if it counts them.
#[test]
fn numbers_of_tests_tell_mistakes() {
    let mistakes = [
        ("= l->v[i + 1]", "= l->v[i]"),
        ("i + 1 < l->n; i++", "i + 2 < l->n; i++"),
        ("case 4:", "case 5:"),
        ("case 6:", "case 7:"),
        ("case 9:", "case 8:"),
        ("case 11:", "case 10:"),
        ("% 400 == 0", "% 401 == 0"),
        ("% 400 == 0", "% 800 == 0"),
        ("% 100 != 0", "% 200 != 0"),
        ("last_id++", "last_id = 1"),
        ("length < (int)n ? length", "length > 0 ? length"),
        ("/ 60 % 60", "/ 60 % 61"),
    ];
    notices("telling", &mistakes);
}

/// Values lie on the limits that code compares them with, even if these have many digits, or are sums of other
/// values. A union keeps a value of the member that its tag names. An array that is full is refused, and what is
/// put into a ring does not always come to its first place.
#[test]
fn limits_are_met() {
    let mistakes = [
        ("price > 10000", "price >= 10000"),
        ("price > 10000", "price > 10001"),
        ("price < 0", "price <= 0"),
        ("count < 1", "count < 0"),
        ("now < 86400", "now <= 86400"),
        ("now < 86400", "now < 86399"),
        ("> right + more_right", ">= right + more_right"),
        ("> right + more_right", "> right + more_right + 1"),
        ("> right + more_right", "> right + right"),
        ("steps >= 0", "steps >= -1"),
        ("steps <= 1000", "steps < 1000"),
        ("steps <= 1000", "steps <= 1001"),
        ("count >= 8", "count > 8"),
        ("count >= 8", "count >= 7"),
        ("(ring->first + ring->used) % ring->size", "0"),
    ];
    let suite = notices("limits", &mistakes);
    assert!(suite.contains(".degrees = 1.5") && !suite.contains("e-3"), "{suite}");
}

/// An index goes around in one test and not in another, a float is the number that the code compares it with, and
/// what is divided by is not always one. Characters are shown as such, and a text in a union is one.
#[test]
fn values_around_limits_are_met() {
    let mistakes = [
        ("queue->head + 1) % 8", "queue->head + 1) % 9"),
        ("queue->head + 1) % 8", "queue->head + 1) % 7"),
        ("queue->head + 1) % 8", "queue->head + 1)"),
        ("items[queue->head]", "items[0]"),
        ("(at + 1) % size", "at + 1"),
        ("(at + 1) % size", "(at + 1) % (size - 1)"),
        ("degrees <= 0", "degrees < 0"),
        ("weight > 20", "weight >= 20"),
        ("weight < 2.5f", "weight <= 2.5f"),
        ("series->sum / series->n", "series->sum"),
        ("series->sum / series->n", "series->sum * series->n"),
        ("number >= 0", "number > 0"),
        ("number >= 0", "number >= -1"),
        ("number < 100", "number <= 100"),
        ("*key = (size_t)(equals - text);", "*key = strlen(equals + 1);"),
        ("*value = strlen(equals + 1);", "*value = (size_t)(equals - text);"),
    ];
    let suite = notices("around", &mistakes);
    let lines = [".type='m', .flag='!'", ".kind=TEXT, .is={.text=\"\"}}", "returns_2_type_m_flag"];
    for words in lines {
        assert!(suite.contains(words), "no `{words}` in\n{suite}");
    }
}

/// Numbers are chosen so that a wrong constant and a write that is missing show, strings are as long as the code
/// needs, and a list behind a head has three elements.
#[test]
fn hidden_mistakes_are_noticed() {
    let mistakes = [
        ("code >> 14 & 0x7f", "code >> 13 & 0x7f"),
        ("code >> 7 & 0x7f", "code >> 6 & 0x7f"),
        ("code >> 7 & 0x7f", "code >> 8 & 0x7f"),
        ("code & 0x7f)", "code & 0x7e)"),
        ("        button->is_down = false;\n", "        ;\n"),
        ("button->samples == 0)", "button->samples == 1)"),
        ("value * 10", "value * 11"),
        ("++digits > 3", "++digits > 2"),
        ("value > 255", "value > 254"),
        ("all << 8", "all << 7"),
        ("if (*text != '\\0')", "if (0)"),
        ("month < 1", "month < 2"),
        ("month > 2", "month > 1"),
        ("(month - 1) * 31", "(month - 1) * 30"),
        ("            at->prev->next = at->next;", "            ;"),
        ("            at->next->prev = at->prev;", "            ;"),
    ];
    notices("hidden", &mistakes);
}

/// A suite that includes no header declares structures with the layout that they have in the program, and can say
/// numbers of all sizes.
#[test]
fn layouts_are_those_of_the_program() {
    let mistakes = [
        ("magic != 0xa5", "magic != 0xa4"),
        ("? packet->length", "? packet->length + 1"),
        ("packet.sequence = 6", "packet.sequence = 5"),
        ("way.from = 7", "way.from = 5"),
        ("size = 300", "size = 301"),
        ("name[2] = 'n'", "name[1] = 'n'"),
        ("end = 8", "end = 9"),
        ("packet.sequence = 9", "packet.sequence = 8"),
        ("== GREEN", "!= GREEN"),
        ("last_error = -error", "last_error = error"),
        ("(__int128)one * other", "(__int128)one + other"),
        ("number / 3", "number / 2"),
    ];
    notices("layouts", &mistakes);
}

/// Which pointer of an array is followed depends on inputs, as in a hash table.
#[test]
fn slots_of_arrays_hold_lists() {
    let mistakes = [
        ("slots[slot] = timer", "slots[0] = timer"),
        ("timer->next = wheel->slots[slot]", "timer->next = NULL"),
        ("timer->when = wheel->now + delay", "timer->when = delay"),
        ("at->when == wheel->now", "at->when != wheel->now"),
        ("n_fired++;", "n_fired = 1;"),
        ("wheel->now++;", ""),
        ("entry->key == key", "1"),
        ("*value = entry->value;", ""),
        ("entry != NULL; entry = entry->next", "entry != NULL; entry = NULL"),
        ("token.of.text = text;", "token.of.text = 0;"),
        ("token.kind = kind;", "token.kind = 0;"),
        ("return token.of.words.low;", "return token.of.words.high;"),
    ];
    notices("slots", &mistakes);
}

/// Texts have characters on the borders of the ranges that the code compares them with. A text that is refused
/// is right but for what it is refused for.
#[test]
fn characters_of_texts_tell_mistakes() {
    let mistakes = [
        ("c >= '0' &&", "c > '0' &&"),
        ("c >= '0' &&", "c >= '/' &&"),
        ("&& c <= '9'", "&& c < '9'"),
        ("&& c <= '9'", "&& c <= ':'"),
        ("!is_digit(s[0]) ||", "!is_digit(s[0]) &&"),
        ("|| s[2] != ':' ||", "&& s[2] != ':' ||"),
        ("|| !is_digit(s[3])", ""),
        ("|| s[5])", ")"),
        ("s[0] >= 'a'", "s[0] > 'a'"),
        ("s[0] >= 'a'", "s[0] >= '`'"),
        ("s[0] <= 'z'", "s[0] < 'z'"),
        ("s[0] <= 'z'", "s[0] <= '{'"),
        ("s[n] >= 'a'", "s[n] > 'a'"),
        ("s[n] >= 'a'", "s[n] >= '`'"),
        ("s[n] <= 'z'", "s[n] < 'z'"),
        ("s[n] <= 'z'", "s[n] <= '{'"),
        ("*s >= '0'", "*s > '0'"),
        ("*s >= '0'", "*s >= '/'"),
        ("*s <= '7'", "*s < '7'"),
        ("*s <= '7'", "*s <= '8'"),
    ];
    notices("characters", &mistakes);
}

/// A text to which code appends has room behind it, in which what the code forgets shows.
#[test]
fn texts_that_grow_have_room() {
    let mistakes = [
        ("while (*end != '\\0')", "while (0)"),
        ("*end = '\\0';", ""),
        ("return to;", "return end;"),
        ("while (word[length] != '\\0')", "while (length < 3)"),
        ("word[length++] = 'e';", "word[length] = 'e';"),
        ("word[length++] = 's';", "word[length] = 's';"),
        ("word[length] = '\\0';", ""),
        ("== 's') word", "!= 's') word"),
    ];
    notices("appended", &mistakes);
}

/// Texts are literals where nothing can tell them from variables. Equal texts are variables, because the code may
/// compare their addresses. Texts have capitals if only these show what a function does.
#[test]
fn texts_are_literals_and_have_capitals_that_show_something() {
    let mistakes = [
        ("(char)tolower((unsigned char)*text)", "*text"),
        ("return strcmp(one, other) == 0;", "return 1;"),
        ("text++;\n    return text;", "text++;\n    return text - 1;"),
    ];
    let suite = notices("literals", &mistakes);
    for words in ["level_of(\"off\")", "level_of(\"on\")", "skip_blanks(text)", "alike(one, other)"] {
        assert!(suite.contains(words), "no `{words}` in\n{suite}");
    }
    assert!(suite.contains("assert(strcmp(text, \""), "{suite}");
}

/// What a `void *` leads to is what the code looks at it as: a pointer to an object, a structure, a text. If a
/// function that it is passed to may look at it as more, then the run finds out what it is. That what a comparison for `qsort` compares is not null is a need, and so is that a number of elements is not
/// negative.
#[test]
fn what_void_pointers_lead_to_is_read_from_the_code() {
    let mistakes = [
        ("(*one)->age > (*other)->age", "(*one)->age >= (*other)->age"),
        ("strcmp(*(const char *const *)a,", "strcmp(*(const char *const *)b,"),
        ("strcmp(one->name, other->name)", "strcmp(one->name, one->name)"),
        ("value < sum->least", "value > sum->least"),
        ("sum->n == 0 || value < sum->least", "value < sum->least"),
        ("sum->n == 0 || value > sum->most", "value > sum->most"),
        ("sum->n == 0 || value > sum->most", "sum->n == 0 && value > sum->most"),
        ("sum->n++", "sum->n = 1"),
        ("context) == 0", "context) != 0"),
        ("animal->kind == 1 ? barks(any)", "animal->kind == 2 ? barks(any)"),
        ("return dog->barks;", "return 0;"),
        ("numbers[0] > numbers[1]", "numbers[0] >= numbers[1]"),
        ("numbers[1] <= numbers[2]", "numbers[1] < numbers[2]"),
        ("return dog->barks + 1;", "return 1;"),
        ("most < least ? least", "most < least ? most"),
        ("array->n = 0", "array->n = 1"),
        ("(int *)(array + 1)", "(int *)array"),
    ];
    let suite = notices("untyped", &mistakes);
    for words in ["by_age(&a, &b)", "by_word(&a, &b)", "add(", "is_named(&item, context)"] {
        assert!(suite.contains(words), "no `{words}` in\n{suite}");
    }
    assert!(suite.contains("struct sum context = {"), "{suite}");
}

/// A call that no longer gives memory back is noticed: what callers hand over, what an object leads to, and what the
/// call itself has allocated before it fails.
#[test]
fn memory_that_is_not_given_back_is_noticed() {
    let mistakes = [
        ("        free(list->name);\n", ""),
        ("        free(list);\n", ""),
        ("        free(node);\n", ""),
        ("    free(b->data);\n", ""),
        ("        free(p->first);\n", ""),
        ("        free(p->second);\n", ""),
        ("        free(p);\n", ""),
        ("    free(copy);\n", ""),
    ];
    let suite = notices("given_back", &mistakes);
    for words in ["watch_frees();", "assert(was_freed(list));", "assert(n_freed == 1);"] {
        assert!(suite.contains(words), "no `{words}` in\n{suite}");
    }
}

/// Where no condition says how the members of an object fit together, calls make it, though a header shows its
/// members. What a function itself checks against one member need not be less than another one; that a member is
/// compared with an argument does not mean that it may be negative; and a letter is no length.
#[test]
fn members_fit_together_or_calls_make_the_object() {
    let mistakes = [
        ("return shelf->slots[at];", "return shelf->slots[0];"),
        ("        if (item != NULL) {", "        {"),
        ("            n++;", ""),
        ("        shelf->drop(shelf->slots[i]);", "        ;"),
        ("    free(shelf->slots);\n    free(shelf);", "    free(shelf);"),
        ("    free(shelf->slots);\n    free(shelf);", "    free(shelf->slots);"),
        ("at = line->end;", "at = 0;"),
        ("at - line->end", "at - line->end - 1"),
        ("line->end = at + n;", "line->end += n;"),
    ];
    notices("shelves", &mistakes);
    let needs = needs_of("shelves");
    for words in ["shelf->used <= shelf->room", "shelf->room <= size of shelf->slots"] {
        assert!(needs.iter().any(|need| need == words), "no `{words}` in {needs:?}");
    }
    for words in ["at < shelf->room", "letter <"] {
        assert!(!needs.iter().any(|need| need.contains(words)), "`{words}` in {needs:?}");
    }
}

/// An object that a function such as `xmalloc` allocates has the type that its caller stores it as, also where only
/// a `void *` leads to it. `sink_close`, after which the object is still there, is a call like others.
#[test]
fn memory_of_others_has_the_type_that_the_caller_gives_it() {
    let mistakes = [
        ("counter->n_lines++", "counter->n_lines--"),
        ("    counter->last = letter;\n", ""),
        ("counter->n_lines = 0;", "counter->n_lines = 1;"),
        ("    sink->is_closed = 1;\n", ""),
        ("    if (!sink->is_closed)\n", ""),
        ("    if (sink->is_closed)\n        return -1;\n", ""),
        ("    free(counter->tag);\n", ""),
        ("    free(counter);\n", ""),
    ];
    let suite = notices("sinks", &mistakes);
    assert!(suite.contains("assert(((struct counter *)sink->to)->n_lines == 2);"), "{suite}");
    assert!(suite.contains("assert((void (*)(void))sink->put == (void (*)(void))&count);"), "{suite}");
}

/// A bitmap has a word for 32 bits, a variable of one character is none of many, an array that is searched is
/// sorted, digits of a text tell shifts apart, a computed negative result is none of many errors, and an array
/// has the elements that a function reads in any case. What is no number keeps its sign.
#[test]
fn arrays_and_texts_are_like_those_of_callers() {
    let mistakes = [
        ("map[i / 32]", "map[i / 64]"),
        ("i += 32", "i += 64"),
        ("unsigned bit = i +", "unsigned bit ="),
        ("bit < n_bits", "bit <= n_bits"),
        ("(*head + 1) % size", "(*head + 1)"),
        ("*head = next;", "*head = value;"),
        ("low = middle + 1", "low = middle + 2"),
        ("high = middle - 1", "high = middle - 2"),
        ("n << 10", "n << 11"),
        ("n << 20", "n << 21"),
        ("case 'M':", "case 'G':"),
        ("*one - *other", "*other - *one"),
        ("second = first;", ""),
        ("values[i] > second", "values[i] < second"),
        ("%6.1f", "%6.2f"),
    ];
    let suite = notices("shares", &mistakes);
    let needs = needs_of("shares");
    assert!(needs.iter().any(|need| need == "n >= 2"), "{needs:?}");
    for words in ["uint8_t head = ", "put(ring, &head, ", "{0xffffffff, 4} 33 :=> 32", "{1, 2, 4} 3 2 :=> 1"]
    {
        assert!(suite.contains(words), "no `{words}` in\n{suite}");
    }
    let n_tests = suite.matches("static void test_distance").count();
    assert!(n_tests <= 16, "{n_tests} tests of `distance`");
}

/// Tests of calls that end the program show what they are given, in all frameworks.
#[test]
fn calls_that_end_the_program_have_their_own_process() {
    let mistakes = [
        ("exit(2)", "exit(3)"),
        ("exit(EXIT_FAILURE)", "return NULL"),
        ("exit(0)", "exit(1)"),
        ("        exit(64);", "        ;"),
        ("exit(1)", "return"),
        ("> 3", "> 4"),
    ];
    let suite = notices("ends", &mistakes);
    for words in ["level_of(\"\");", "end_child();", "assert(status_of(child) == 64);"] {
        assert!(suite.contains(words), "no `{words}` in\n{suite}");
    }
    assert!(!suite.contains("By its harness"), "{suite}");
    passes_in_all_frameworks("ends");
    passes_in_all_frameworks("given_back");
    passes_in_all_frameworks("sinks");
}

/// Functions and variables of the program may have the names that suites have for things of their own, and
/// names that are words of C++.
#[test]
fn names_of_suites_are_free_for_programs() {
    for (framework, suite) in passes_in_all_frameworks("names") {
        let is_cpp = framework == "gtest";
        assert_eq!(suite.contains("`new` is a word of C++"), is_cpp, "{suite}");
        assert!(is_cpp || !suite.contains("By its harness"), "{suite}");
    }
}

/// Makes the suites of a file of `tests/generate` for all frameworks, and checks that they compile without warnings
/// and pass. Returns them with the names of the frameworks.
fn passes_in_all_frameworks(name: &str) -> Vec<(&'static str, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder for the run");
    let mut command = Command::new(cargo_bin("symir"));
    let source = format!("tests/generate/{name}.c");
    command.current_dir(root).args(["gen", &source, "--time", "60s", "-o"]);
    let output = command.arg(folder.path()).args(["--emit", ALL]).output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let suite = |framework: &'static str| {
        let mut make = Command::new("make");
        make.current_dir(folder.path().join(name)).arg("WARNINGS=-Wall -Wextra -Werror");
        make.arg(format!("UNITY={}", root.join("tests/formats/unity").display())).arg(framework);
        let output = make.output().expect("make starts");
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{framework}: {said}");
        let end = match framework {
            "c" => ".c".to_owned(),
            "gtest" => "_gtest.cc".to_owned(),
            _ => format!("_{framework}.c"),
        };
        let path = folder.path().join(format!("test_{name}{end}"));
        (framework, std::fs::read_to_string(path).expect("a suite"))
    };
    ALL.split(',').map(suite).collect()
}

/// The needs of all functions of a file of `tests/generate`, in words.
fn needs_of(name: &str) -> Vec<String> {
    let (_, needs) = covering_suite_and_needs(name);
    needs.iter().map(|need| words(need, "words").to_owned()).collect()
}

/// Makes the suite of a file of `tests/generate`. Checks that it takes every branch and passes. Returns the
/// suite.
fn covering_suite(name: &str) -> String {
    covering_suite_and_needs(name).0
}

/// The same, but also returns the needs of all functions.
fn covering_suite_and_needs(name: &str) -> (String, Vec<Value>) {
    covering_suite_with(name, &[])
}

/// The same with flags for clang.
fn covering_suite_with(name: &str, flags: &[&str]) -> (String, Vec<Value>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder for the run");
    let mut command = Command::new(cargo_bin("symir"));
    let source = format!("tests/generate/{name}.c");
    let gen_suite = command.current_dir(root).args(["gen", &source, "--time", "60s", "-o"]);
    let output = gen_suite.arg(folder.path()).arg("--").args(flags).output().expect("symir starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let report = std::fs::read_to_string(folder.path().join("report.json")).expect("a report");
    let report: Value = serde_json::from_str(&report).expect("the report is JSON");
    let functions = report["files"][0]["functions"].as_array().expect("there are functions");
    for function in functions {
        let made = &function["made"];
        assert_eq!(made["branches_covered"], made["branches"], "{function}");
    }
    let has_clang = Command::new("clang").arg("--version").output().is_ok();
    for compiler in ["cc", if has_clang { "clang" } else { "clang-19" }] {
        let mut make = Command::new("make");
        make.current_dir(folder.path().join(name)).args(["-s", "c", "WARNINGS=-Wall -Wextra -Werror"]);
        let output = make.arg(format!("CC={compiler}")).output().expect("make starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{compiler}: {said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("ok 1 - ") && !said.contains("not ok"), "{compiler}: {said}");
    }
    let suite = std::fs::read_to_string(folder.path().join(format!("test_{name}.c"))).expect("a suite");
    let needs = functions.iter().filter_map(|function| function["needs"].as_array()).flatten().cloned();
    (suite, needs.collect())
}

fn check(name: &str, code: i32) {
    let (text, status) = lists(name);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/generate/needs/{name}.expected"));
    expect_test::expect_file![path].assert_eq(&text);
    assert_eq!(status, Some(code), "{name}");
}

#[test]
fn unwritten_contracts_are_needs() {
    check("contracts", 0);
}

#[test]
fn defects_are_bugs() {
    check("defects", BUG);
}

#[test]
fn whoever_sets_a_variable_is_responsible_for_it() {
    check("variables", BUG);
}

#[test]
fn callers_keep_to_needs_or_break_them() {
    check("callers", BUG);
}

/// That a function compares what it goes on to with null does not mean that it expects null from its callers.
#[test]
fn only_comparisons_of_what_was_passed_are_guards() {
    check("passed", BUG);
}

/// A length that is not a multiple of the words that the code takes at a time is a broken need. That the code
/// compares one pointer with null does not make another one a bug.
#[test]
fn words_are_whole_and_guards_are_of_their_own_pointers() {
    check("words", 0);
}

/// If a function of the file fails as a callback, the code that passes it is responsible.
#[test]
fn callbacks_fail_over_what_they_are_given() {
    check("callbacks", 0);
}

#[test]
fn objects_that_contradict_themselves_are_no_bugs() {
    check("states", BUG);
}

/// Other parts of the program show what a function relies on: an assertion for some of its inputs, a caller
/// that makes more room than the length says, a comparison with null before other parts of an object are
/// looked at.
#[test]
fn what_the_program_shows_elsewhere_is_relied_on() {
    check("relied", BUG);
}

/// A number may be too small for what is subtracted from it. Whoever allocates an object for the only callers of a
/// static function relies on them. A count behind a pointer fits the array that it counts.
#[test]
fn indices_are_large_enough_and_counts_fit() {
    check("subtracted", 0);
    check("extents", 0);
    check("vectors", 0);
}

/// What all failing inputs have in common is a need, unless inputs that pass at the same place have it in
/// common, too.
#[test]
fn what_passes_at_the_place_of_an_error_is_not_its_cause() {
    check("evidence", 0);
}

/// If a member counts the elements of another one, callers keep to that. A loop that goes beyond the count is
/// a bug.
#[test]
fn members_count_the_elements_of_others() {
    check("counted", BUG);
}

/// A number behind a pointer counts the elements of an array. A part that begins within an array also ends in
/// it.
#[test]
fn numbers_behind_pointers_count_elements() {
    check("pointed", 0);
}

/// An index of an array that is a member is within its range, wherever in the structure the index is.
#[test]
fn members_index_arrays_beside_them() {
    check("rings", 0);
}

/// An index of a table is within its range, for each element of an array of indices. A function that checks
/// the index and is wrong by one has a bug.
#[test]
fn elements_of_arrays_that_index_tables_are_in_range() {
    check("elements", BUG);
}

/// A value that was never set is an error when it is used, but not when its structure is copied.
#[test]
fn structures_are_copied_whole() {
    check("copies", BUG);
}

/// The model of `qsort` needs room of its own. That there is too little for an array of an impossible size is no bug
/// of the function that sorts.
#[test]
fn arrays_that_are_sorted_are_as_large_as_is_said() {
    check("sorted", 0);
}

/// A number behind a pointer says how much is left behind another pointer.
#[test]
fn cursors_have_as_much_left_as_they_say() {
    check("cursors", 0);
}

/// Code that allocates an array and stores its size says how much there is, even if it counts both bits and
/// bytes.
#[test]
fn allocating_code_says_how_much_there_is() {
    check("rooms", 0);
}

/// If one number says where a range begins and another where it ends, the second says how much there is.
#[test]
fn a_range_of_an_array_is_within_it() {
    check("ranges", 0);
}

/// Pointers that are compared lead into the same array, also if they are members of a structure.
#[test]
fn pointers_that_are_compared_lead_into_one_array() {
    let (suite, needs) = covering_suite_and_needs("spans");
    assert!(suite.contains("{.begin = NULL, .next = next, .end = next + 2, .line = 2}"), "{suite}");
    assert!(suite.contains("assert(p.next == begin + 1);"), "{suite}");
    assert!(suite.contains("result = edge(e + 8);"), "{suite}");
    assert!(suite.contains("o.at = o.buffer + 64;"), "{suite}");
    assert!(suite.contains("assert(r.tail == r.items);"), "{suite}");
    assert!(!suite.contains("r.tail = r.items + 4"), "{suite}");
    let mut words: Vec<&str> = needs.iter().filter_map(|need| need["words"].as_str()).collect();
    words.retain(|words| !words.ends_with("is not null"));
    let expected = [
        "p->next points to an element of p->begin",
        "last points to an element of text",
        "e points into the middle of an array",
    ];
    assert_eq!(words, expected);
}

/// A member that points to `FILE` leads to a file, whose contents a test sets and checks.
#[test]
fn members_are_open_files() {
    let (suite, needs) = covering_suite_and_needs("writers");
    assert!(suite.contains("struct writer w = {.out = out, "), "{suite}");
    assert!(suite.contains("assert(file_holds(out, \" \\n\", 2));"), "{suite}");
    let words: Vec<&str> = needs.iter().filter_map(|need| need["words"].as_str()).collect();
    let expected = [
        "w is not null",
        "text is not null",
        "r is not null",
        "r->place.in is not null",
        "w is not null",
        "w->out is not null",
    ];
    assert_eq!(words, expected);
}

/// A member may be an index into what another member points to, and is no number of elements then.
#[test]
fn members_that_are_indices_are_within_the_array() {
    let (suite, needs) = covering_suite_and_needs("indices");
    assert!(suite.contains("assert(lexer.position == 2);"), "{suite}");
    let words: Vec<&str> = needs.iter().filter_map(|need| need["words"].as_str()).collect();
    for expected in [
        "lexer->position < size of lexer->text",
        "b->size <= size of b->data",
        "b->bit < 8 * size of b->data",
    ] {
        assert!(words.contains(&expected), "{words:?}");
    }
}

/// A number that is passed to `read`, `write` and the like is the descriptor of a file, whose contents a test
/// sets and checks.
#[test]
fn descriptors_are_those_of_files() {
    let (suite, needs) = covering_suite_and_needs("descriptors");
    assert!(suite.contains("int fd_number = fd == NULL ? -1 : dup2(fileno(fd), 40);"), "{suite}");
    assert!(suite.contains("int result = copy_digits_with(in, out);"), "{suite}");
    assert!(suite.contains("assert(file_holds(out, "), "{suite}");
    assert!(suite.contains("int result = flush_with(&o, o_fd);"), "{suite}");
    assert!(suite.contains("int result = read_line_with(&c, NULL);"), "{suite}");
    let is_null = |need: &Value| need["words"].as_str().is_some_and(|words| words.ends_with("is not null"));
    assert!(needs.iter().all(is_null), "{needs:?}");
}

/// A part of an array that begins at one number and whose length is another one ends within the array.
#[test]
fn a_part_of_an_array_is_within_it() {
    check("parts", BUG);
}

/// A length that no array can have is not tried, but other numbers and strings may be of any length. Callers
/// have to pass the arguments that a format asks for.
#[test]
fn lengths_are_those_of_arrays() {
    check("lengths", BUG);
}

/// A condition that only matters if a flag, a case or another member is set is a need of these calls only.
#[test]
fn some_calls_need_what_others_do_without() {
    check("conditional", 0);
}

/// A caller who makes an object with an allocator has all functions of the allocator.
#[test]
fn objects_are_made_with_whole_allocators() {
    check("allocators", 0);
}

/// Memory that models of the C library keep for themselves is not reported as a leak.
#[test]
fn memory_of_the_library_is_no_leak() {
    check("library_memory", BUG);
}

/// Tests of arithmetic notice a mistake by one. Of results of the C library, only what C promises is
/// compared.
#[test]
fn arithmetic_that_is_off_by_one_shows() {
    let mistakes = [
        ("millivolts - 3300", "millivolts - 3301"),
        ("* 100 / 900", "* 100 / 901"),
        ("* 100 / 900", "* 101 / 900"),
        ("*out < 60", "*out < 61"),
        ("*out < 60", "*out < 59"),
        ("mode_register &= ~(0xfu << shift);", ";"),
        ("(pin & 7)", "(pin & 3)"),
        ("mode & 0xfu", "mode & 0x1fu"),
        ("length > 16", "length >= 16"),
        ("length > 16", "length > 17"),
        ("equals - line > 15", "equals - line > 16"),
        ("strcmp(a, b)", "strcmp(b, a)"),
        ("return isdigit((unsigned char)c)", "return !isdigit((unsigned char)c)"),
    ];
    let suite = notices("gauge", &mistakes);
    for check in ["assert(result < 0);", "assert(result > 0);", "assert(result != 0);"] {
        assert!(suite.contains(check), "{check}: {suite}");
    }
}

/// If calls can hardly make an object, it is filled in: elements that are not read are zero, and a text is
/// that of one element.
#[test]
fn objects_that_calls_hardly_make_are_filled_in() {
    let mistakes = [
        ("int i = s->n - 1", "int i = s->n"),
        ("i >= 0", "i > 0"),
        (".name, name) == 0", ".name, name) != 0"),
        ("return s->all[i].value", "return s->all[i].name"),
    ];
    let suite = notices("settings", &mistakes);
    let lines: Vec<&str> = suite.lines().filter(|line| line.starts_with(" * settings_find: ")).collect();
    let is_short =
        |line: &&&str| line.contains("{.name=\"\", .value=\"\"}, {.name=\"\", .value=\"\"}}, .n=1}");
    assert!(lines.iter().any(|line| is_short(&line)), "{lines:#?}");
}
