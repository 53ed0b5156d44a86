//! Names with control characters, with bytes that are not UTF-8, and with characters that are special in
//! shells and makefiles: every format stays well-formed, and each test can be replayed.

use super::{check, symir};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::Command;

/// The names of inputs, as C writes them: each has some odd bytes, and one is not UTF-8.
const NAMES: [&str; 9] = [
    "a\\nb",
    "\\x1b[2Jred",
    "caf\\xe9",
    "back\\\\slash",
    "#hash",
    "tab\\there",
    "<&>\\\"'",
    "\\x01\\x02",
    "\\xe2\\x80\\xae",
];

fn driver() -> String {
    let mut text = String::from("#include \"symir.h\"\nint main(void) {\n    int sum = 0;\n");
    for name in NAMES {
        text += &format!("    if (symir_int(\"{}\") == 7) sum++;\n", name.replace("\\xe9", "\\351"));
    }
    text + "    symir_assert(sum < 9);\n    return 0;\n}\n"
}

fn no_control(bytes: &[u8], what: &str) {
    let text = str::from_utf8(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let odd = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t') || *c == '\u{202e}');
    assert_eq!(odd, None, "{what}: {text}");
}

/// Checks that a file is well-formed XML.
fn well_formed(path: &Path) {
    let output = Command::new("xmllint").args(["--nonet", "--noout"]).arg(path).output();
    let output = output.expect("xmllint starts; on Debian it is in the package libxml2-utils");
    assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
}

#[test]
fn odd_names_of_inputs_keep_every_format_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("odd.c");
    std::fs::write(&source, driver()).expect("written");
    let out = folder.path().join("out");
    let output = symir()
        .args([
            "run",
            "--all",
            "--paths",
            "12",
            "--explain",
            "--emit",
            "c,ktest,testcomp,csv,sarif,json,lines",
            "-o",
        ])
        .args([&out, &source])
        .output()
        .expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(5 | 10)), "{stderr}");
    assert!(stderr.contains(" 0 differ"), "each test holds natively: {stderr}");
    no_control(&output.stdout, "standard output");
    no_control(&output.stderr, "standard error");
    assert!(String::from_utf8_lossy(&output.stdout).contains("a\\x0ab="));
    for name in [
        "tests.txt",
        "tests.json",
        "tests.csv",
        "bugs.sarif",
        "coverage.json",
        "coverage.html",
        "test_c.c",
        "Makefile",
        "inputs/0001.txt",
        "coverage.info",
        "odd.c.gcov",
    ] {
        no_control(&std::fs::read(out.join(name)).expect(name), name);
    }
    well_formed(&out.join("cobertura.xml"));
    let archive = std::fs::File::open(out.join("test-suite.zip")).expect("opened");
    let unpacked = folder.path().join("unpacked");
    zip::ZipArchive::new(archive).expect("an archive").extract(&unpacked).expect("unpacked");
    std::fs::read_dir(&unpacked)
        .expect("listed")
        .for_each(|entry| well_formed(&entry.expect("listed").path()));
    // KLEE's tools get the names as the driver gave them.
    let ktest = std::fs::read(out.join("ktest/test000001.ktest")).expect("read");
    let ktest = symir::internals::emit::ktest::Ktest::parse(&ktest).expect("a .ktest file");
    let names: Vec<&[u8]> = ktest.objects.iter().map(|(name, _)| &**name).collect();
    assert!(
        names.contains(&&b"caf\xe9"[..]) && names.contains(&&b"a\nb"[..]) && names.contains(&&b"#hash"[..])
    );
    // Each recorded test runs, by symir and by the driver's own program.
    let junit = out.join("junit.xml");
    check(&["replay", out.to_str().expect("plain"), "--junit", junit.to_str().expect("plain")], 0, &[]);
    well_formed(&junit);
    let made = Command::new("make").args(["-s", "c"]).current_dir(&out).output().expect("make starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Makes sources and folders with odd paths.
#[test]
fn odd_paths_keep_makefiles_and_coverage_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let odd: [&[u8]; 6] =
        [b"a b'c\"d", b"$HOME#x", b"two\nlines", b"caf\xe9", b"back\\slash:100%", b"-\x1b[2J;`&"];
    for name in odd {
        let inner = folder.path().join(OsStr::from_bytes(name));
        std::fs::create_dir(&inner).expect("made");
        let source = inner.join(OsString::from_vec([name, b".c"].concat()));
        std::fs::write(
            &source,
            "#include \"symir.h\"\nstatic int sign(int x) { return x < 0 ? -1 : x > 0; }\n\
             int main(void) { SYMIR_TEST(sign, symir_int(\"x\")); }\n",
        )
        .expect("written");
        let out = inner.join("out");
        let mut run = symir();
        run.args(["run", "--all", "--emit", "c,testcomp,sarif", "-o"]).args([&out, &source]);
        let output = run.output().expect("symir starts");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{name:?}: {stderr}");
        assert!(stderr.contains("2 confirmed") || stderr.contains("3 confirmed"), "{name:?}: {stderr}");
        no_control(&output.stderr, "standard error");
        let made = Command::new("make").args(["-s", "c"]).current_dir(&out).output().expect("make starts");
        assert!(made.status.success(), "{name:?}: {}", String::from_utf8_lossy(&made.stderr));
        well_formed(&out.join("cobertura.xml"));
        no_control(&std::fs::read(out.join("coverage.info")).expect("read"), "coverage.info");
        let replayed = symir().arg("replay").arg(&out).output().expect("symir starts");
        assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
        // The control characters of a path in a message do not reach the terminal.
        let missing =
            symir().args(["run", "--all"]).arg(inner.join("missing.c")).output().expect("symir starts");
        assert_eq!(missing.status.code(), Some(2));
        no_control(&missing.stderr, "a message");
    }
}
