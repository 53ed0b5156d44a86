//! What symir writes to a terminal: colours, and errors in the form that editors read.

use super::symir;

/// Standard output and standard error of a run on a program with an error.
fn shown(args: &[&str], variables: &[(&str, &str)]) -> (String, String) {
    let output = symir()
        .args(["run", "--all", "tests/golden/divide_by_zero.c", "--no-replay"])
        .args(args)
        .envs(variables.iter().copied())
        .output()
        .expect("symir starts");
    assert_eq!(output.status.code(), Some(10));
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn colours_come_where_they_are_asked_for() {
    let (stdout, stderr) = shown(&[], &[]);
    assert!(!stdout.contains('\x1b') && !stderr.contains('\x1b'), "neither is a terminal");
    // The flag takes precedence over the variable.
    let (stdout, stderr) = shown(&["--color", "always"], &[("NO_COLOR", "1")]);
    assert!(stdout.contains("\x1b[1;31m!division by zero"), "{stdout}");
    assert!(stderr.contains("\x1b[1;31mbug "), "{stderr}");
    let (stdout, stderr) = shown(&["--color", "never"], &[]);
    assert!(!stdout.contains('\x1b') && !stderr.contains('\x1b'));
    // JSON has no colours, since programs read it.
    let (stdout, _) = shown(&["--color", "always", "--json"], &[]);
    assert!(stdout.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "{stdout}");
}

/// `script` of Debian's util-linux, which every Debian has, makes a terminal.
#[test]
fn a_terminal_has_colours_unless_no_color_is_set() {
    let on_a_terminal = |variable: &str, value: &str| -> String {
        let program = assert_cmd::cargo::cargo_bin("symir");
        let command = format!("{} run tests/golden/divide_by_zero.c --no-replay", program.display());
        let output = std::process::Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .env(variable, value)
            .output()
            .expect("script starts; on Debian it is in the package bsdutils");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(on_a_terminal("SOMETHING", "else").contains("\x1b[1;31mbug "));
    assert!(!on_a_terminal("NO_COLOR", "1").contains("\x1b[1;31m"));
    assert!(!on_a_terminal("TERM", "dumb").contains("\x1b[1;31m"));
}

#[test]
fn a_bug_is_also_said_as_compilers_say_it() {
    let (_, stderr) = shown(&[], &[]);
    let line = "tests/golden/divide_by_zero.c:11:19: error: division by zero: divides by zero";
    assert!(stderr.lines().any(|said| said == line), "{stderr}");
}
