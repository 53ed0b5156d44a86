//! Why `--resume` refuses a file, and what a resumed run says of code that it did not look at itself.

use super::{check, symir};
use std::path::Path;

const DRIVER: &str = r#"
#include "symir.h"

static int classify(unsigned char a, unsigned char b) {
    int n = 0;

    for (int i = 0; i < 8; i++)
        if (a >> i & 1)
            n++;
    if (n == 8 && b == 7)
        return 100;
    return n;
}

int main(void) {
    SYMIR_TEST(classify, symir_uchar("a"), symir_uchar("b"));
    return 0;
}
"#;

fn text(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn a_file_that_is_no_checkpoint_of_this_run_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| text(&folder.path().join(name));
    std::fs::write(folder.path().join("driver.c"), DRIVER).expect("written");
    let (driver, notes) = (file("driver.c"), file("notes"));
    let options = ["run", "--all", &driver, "-q", "--no-replay", "--readable", "none", "--workers", "1"];
    let with = |more: &[&str]| options.iter().chain(more).map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let refused = |path: &str, more: &[&str], words: &[&str]| {
        let arguments = with(&[&["--resume", path], more].concat());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        check(&arguments, 2, &[&[path][..], words].concat());
    };
    symir().args(with(&["--paths", "20", "--checkpoint", &notes])).assert().code(5);
    let whole = std::fs::read_to_string(&notes).expect("the checkpoint");
    let first = whole.lines().next().expect("a first line");

    refused(&file("none"), &[], &["No such file"]);
    refused(&driver, &[], &["no checkpoint", "name a file that --checkpoint wrote"]);
    refused(&notes, &["--seed", "2"], &["another seed"]);
    refused(&notes, &["--", "-DOTHER", "-O1"], &["another"]);
    let kept = |name: &str, contents: String| {
        std::fs::write(folder.path().join(name), contents).expect("written");
        file(name)
    };
    refused(&kept("empty", String::new()), &[], &["no checkpoint"]);
    refused(&kept("short", format!("{first}\n")), &[], &["ends before its first states", "start anew"]);
    refused(&kept("twice", format!("{first}\n{whole}")), &[], &["line 2", "a second beginning"]);
    let changed = whole.replacen("\"frontier\":[[", "\"frontier\":[[1,", 1);
    assert_ne!(changed, whole);
    refused(&kept("changed", changed), &[], &["line 2", "changed after symir wrote it", "without --resume"]);
}

/// A resumed run does not know the conditions of what the earlier run has explored.
#[test]
fn what_the_earlier_run_has_seen_is_not_called_infeasible() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| text(&folder.path().join(name));
    std::fs::write(folder.path().join("driver.c"), DRIVER.replace("b == 7", "b > 255")).expect("written");
    let (driver, notes) = (file("driver.c"), file("notes"));
    let options = ["run", "--all", &driver, "--no-replay", "--readable", "none", "--workers", "1"];
    let run = |more: &[&str]| {
        let output = symir().args(options).args(more).output().expect("symir starts");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(run(&[]).contains("infeasible"), "the condition is never true");
    run(&["--paths", "250", "--checkpoint", &notes]);
    let resumed = run(&["--resume", &notes]);
    assert!(resumed.contains("uncovered"), "{resumed}");
    assert!(resumed.contains("not looked for: the run that this one resumes"), "{resumed}");
}
