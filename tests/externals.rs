//! Calls of functions that have no body, no model and no shim: the path stops, the result is made up, or this
//! machine's C library does the call.
//!
//! The tests use functions that glibc has and symir does not model. If one of them gets a model, the test
//! needs another function.

use assert_cmd::Command;

/// Standard output and standard error of `symir ARGS… program.c`, which must end with this exit code.
fn check(args: &[&str], program: &str, code: i32) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("program.c"), program).expect("the folder is writable");
    let output = Command::new(assert_cmd::cargo::cargo_bin("symir"))
        .args(args)
        .arg("program.c")
        .current_dir(folder.path())
        .output()
        .expect("symir starts");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// Checks what `symir exec` prints for a whole program.
fn check_exec(program: &str, expected: &str) {
    let (stdout, stderr) = check(&["exec"], program, 0);
    assert_eq!(stdout, expected, "{stderr}");
}

/// Checks what `symir exec` says of a call that it cannot do, or that fails.
fn check_refused(program: &str, words: &str) {
    let (_, stderr) = check(&["exec"], program, 136);
    assert!(stderr.contains("program.c:") && stderr.contains(words), "no `{words}` in: {stderr}");
}

/// `a64l` reads digits of base 64, the low one first: `2/` is 4 + 64.
const DRIVER: &str = r#"
#include "symir.h"
#include <stdlib.h>

static int classify(char *text, int n) {
    if (n < 2)
        return -1;
    if (a64l(text) == 4 + 64)
        return 1;
    return 2;
}

int main(void) {
    char text[4];
    symir_string(text, sizeof text, "text");
    symir_assume(text[0] == '2' && text[1] == '/' && text[2] == 0);
    int n = symir_int("n");
    SYMIR_TEST(classify, text, n);
    return 0;
}
"#;

#[test]
fn native_calls_change_nothing_outside() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = folder.path().join("place");
    std::fs::write(&place, "as it was").expect("written");
    let changed = || std::fs::metadata(&place).and_then(|data| data.modified()).expect("it is there");
    let before = changed();
    let program = format!(
        r#"
#include "symir.h"
#include <sys/stat.h>
#include <sys/time.h>

static int harm(int n) {{
    /* Neither has a model. */
    int sum = n > 0 ? utimes("{0}", NULL) : mkfifo("{0}.fifo", 0600);
    return sum + 3;
}}

int main(void) {{
    SYMIR_TEST(harm, symir_int("n"));
}}
"#,
        place.display()
    );
    let (stdout, stderr) = check(&["run", "--all", "--externals", "native", "--no-replay"], &program, 0);
    assert_eq!(stdout.lines().filter(|line| line.ends_with(":=> 2")).count(), 2, "{stdout}{stderr}");
    assert_eq!(changed(), before);
    assert!(!folder.path().join("place.fifo").exists());
}

#[test]
fn a_stop_names_the_function_and_the_options() {
    for args in
        [&["run", "--all", "--no-complete"][..], &["run", "--all", "--externals", "stop", "--no-complete"]]
    {
        let (stdout, stderr) = check(args, DRIVER, 0);
        assert!(stdout.contains(":=> -1\n"), "the other path goes on: {stdout}");
        for words in ["`a64l`, which has no body", "program.c:8"] {
            assert!(stdout.contains(words) && stderr.contains(words), "no `{words}` in: {stdout}{stderr}");
        }
        // The advice is printed only once, with all its paths.
        for words in ["--externals native", "--externals havoc"] {
            assert_eq!(format!("{stdout}{stderr}").matches(words).count(), 1, "{words}: {stdout}{stderr}");
        }
    }
    let (_, stderr) =
        check(&["exec", "--externals", "stop"], "int f(int);\nint main(void) { return f(1); }", 136);
    assert!(stderr.contains("`f`, which has no body"), "{stderr}");
}

#[test]
fn havoc_makes_up_a_result_and_says_so() {
    let (stdout, stderr) = check(&["run", "--all", "--externals", "havoc"], DRIVER, 0);
    for result in [":=> -1\n", ":=> 1\n", ":=> 2\n"] {
        assert!(stdout.contains(result), "no {result}: {stdout}");
    }
    assert!(
        stderr.contains("approximated  results of functions without a body made up: 1 time\n"),
        "{stderr}"
    );
}

#[test]
fn native_calls_give_the_result_of_the_library() {
    let (stdout, stderr) = check(&["run", "--all", "--externals", "native"], DRIVER, 0);
    assert!(stdout.contains("{\\0,\\0} 2 :=> 1\n") && stdout.contains(":=> -1\n"), "{stdout}");
    assert!(stderr.contains("functions without a body called natively: 1 time\n"), "{stderr}");
}

#[test]
fn symbolic_arguments_are_made_concrete_and_counted() {
    let driver = r#"
        #include "symir.h"
        #include <stdlib.h>
        static int half(char *text, int n) {
            if (n < 'A' || n > 'Z')
                return -1;
            text[0] = (char)n;
            text[1] = 0;
            return (int)a64l(text);
        }
        int main(void) {
            char text[2] = "";
            int n = symir_int("n");
            SYMIR_TEST(half, text, n);
            return 0;
        }
    "#;
    // The least value is taken: `A` is the digit 12.
    let (stdout, stderr) = check(&["run", "--all", "--externals", "native"], driver, 0);
    assert!(stdout.contains(" 65 :=> 12 text=\"A\"\n"), "{stdout}");
    assert!(stderr.contains("3 from 3 paths"), "{stderr}");
    assert!(stderr.contains("symbolic values made concrete for a native call: 1 time\n"), "{stderr}");
    assert!(stderr.contains("functions without a body called natively: 1 time\n"), "{stderr}");
}

#[test]
fn a_path_knows_nothing_of_the_native_calls_of_another() {
    // `setlogmask` gives the mask that was set before.
    let driver = r#"
        #include "symir.h"
        #include <syslog.h>
        static int mask(int n) {
            return n > 0 ? setlogmask(1) : setlogmask(2);
        }
        int main(void) {
            int n = symir_int("n");
            SYMIR_TEST(mask, n);
            return 0;
        }
    "#;
    let (stdout, _) = check(&["run", "--all", "--externals", "native"], driver, 0);
    assert_eq!(stdout.matches(":=> 255\n").count(), 2, "{stdout}");
}

#[test]
fn a_program_knows_what_its_native_calls_have_done() {
    check_exec(
        r#"
        #include <stdio.h>
        #include <syslog.h>
        int main(void) {
            setlogmask(7);
            printf("%d\n", setlogmask(1));
            return 0;
        }
        "#,
        "7\n",
    );
}

#[test]
fn buffers_come_back_and_addresses_within_them() {
    check_exec(
        r#"
        #define _GNU_SOURCE
        #include <argz.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        int main(void) {
            char text[] = "frobnicate";
            char *at = memfrob(text + 2, 4);
            printf("%d %d %d\n", at == text + 2, text[1], text[2] == ('o' ^ 42));
            memfrob(at, 4);
            puts(text);
            char words[] = "a\0b\0c";
            argz_stringify(words, sizeof words, '+');
            puts(words);
            int point, sign;
            char digits[20];
            ecvt_r(-31.5, 4, &point, &sign, digits, sizeof digits);
            printf("%s %d %d\n", digits, point, sign != 0);
            return 0;
        }
        "#,
        "1 114 1\nfrobnicate\na+b+c\n3150 2 1\n",
    );
}

#[test]
fn floats_and_variable_arguments_are_passed() {
    check_exec(
        r#"
        #include <monetary.h>
        #include <stdio.h>
        double fmaxmag(double, double);
        float fmaxmagf(float, float);
        int strfromd(char *, unsigned long, const char *, double);
        int main(void) {
            char text[64];
            long n = strfmon(text, sizeof text, "%n and %n", 1.5, 2.25);
            printf("%ld %s\n", n, text);
            strfromd(text, sizeof text, "%.3f", 0.125);
            puts(text);
            puts(fmaxmag(-2.5, 1) == -2.5 && fmaxmagf(3, -4.5f) == -4.5f ? "largest" : "not the largest");
            return 0;
        }
        "#,
        "13 1.50 and 2.25\n0.125\nlargest\n",
    );
}

#[test]
fn a_native_call_initialises() {
    let program = "#include <monetary.h>\n#include <stdio.h>\n\
                   int main(void) { char a[9]; strfmon(a, 9, \"%n\", 1.5); puts(a); return 0; }";
    let (stdout, _) = check(&["exec", "--detect", "uninitialised"], program, 0);
    assert_eq!(stdout, "1.50\n");
}

#[test]
fn native_output_is_output() {
    let program = "#include <signal.h>\nint main(void) { psignal(SIGSEGV, \"so\"); return 0; }";
    let (_, stderr) = check(&["exec"], program, 0);
    assert_eq!(stderr, "so: Segmentation fault\n");
}

#[test]
fn what_cannot_be_called_is_named() {
    check_refused(
        "int frobnicate(int);\nint main(void) { return frobnicate(3); }",
        "the C library of this machine has no function `frobnicate`",
    );
    check_refused(
        "#include <stdlib.h>\nint main(void) { return (int)a64l((const char *)16); }",
        "a native call of `a64l`: it crashes with signal 11",
    );
    check_refused(
        "#include <stdlib.h>\n#include <stdio.h>\nint main(void) { puts(l64a(77)); return 0; }",
        "it returns a pointer to an object that symir does not know",
    );
    check_refused(
        "#include <ftw.h>\nint f(const char *a, const struct stat *b, int c) { return 0; }\n\
         int main(void) { return ftw(\"/\", f, 1); }",
        "a native call of `ftw` with the address of a function",
    );
    check_refused(
        "float total(_Complex float);\nint main(void) { return total(1) > 0; }",
        "it is given a structure or a vector by value",
    );
    check_refused(
        "struct big { long a[4]; };\nint total(struct big);\n\
         int main(void) { struct big b = {{1}}; return total(b); }",
        "it is given a structure or a vector by value",
    );
}

#[test]
fn an_overrun_is_not_passed_over() {
    check_refused(
        "#define _GNU_SOURCE\n#include <string.h>\nint main(void) { char a[4] = \"abc\"; memfrob(a, 6); return 0; }",
        "it writes behind the end of an object",
    );
}

#[test]
fn native_writes_to_constants_are_bugs() {
    let program = "#define _GNU_SOURCE\n#include <string.h>\n\
                   int main(void) { memfrob((char *)\"abc\", 2); return 0; }";
    let (_, stderr) = check(&["exec"], program, 135);
    assert!(stderr.contains("program.c:3"), "{stderr}");
}
