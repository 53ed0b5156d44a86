//! Damaged bitcode is refused with a message of one line, whatever LLVM's reader does with it.

use super::symir;
use std::path::Path;
use std::process::Command;

/// Runs symir on a file. Returns the exit code and standard error.
fn read(path: &Path) -> (Option<i32>, String) {
    let output = symir()
        .args(["run", "--all", "-q", "--no-replay", "--instructions", "1000", "--query-conflicts", "100"])
        .arg(path)
        .output()
        .expect("symir starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// LLVM 19 ends by a signal on the first file, and by a lack of memory on the second.
#[test]
fn what_crashes_the_reader_is_one_line_and_wrong_use() {
    for name in ["damaged.bc", "oversized.bc"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(name);
        let (code, said) = read(&path);
        assert_eq!(code, Some(2), "{name}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("symir: ") && said.contains(&format!("{name}: ")), "{said}");
    }
}

#[test]
fn no_change_of_bitcode_ends_in_a_signal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let whole = folder.path().join("whole.bc");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let status = Command::new(&clang)
        .args(["-emit-llvm", "-c", "-g", "-O0", "-D__SYMIR__=1", "-Idrivers", "drivers/strlen.c"])
        // The bitcode has the same bytes wherever this repository lies.
        .args(["-ffile-compilation-dir=.", "-o"])
        .arg(&whole)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("clang starts");
    assert!(status.success());
    let whole = std::fs::read(&whole).expect("read");
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    for number in 0..60 {
        let mut bytes = whole.clone();
        for _ in 0..1 + number % 3 {
            let at = draw(bytes.len());
            bytes[at] = draw(256) as u8;
        }
        let path = folder.path().join("changed.bc");
        std::fs::write(&path, &bytes).expect("written");
        let (code, said) = read(&path);
        // symir ends without a signal or an internal error. What else happens depends on the changed program.
        assert!(matches!(code, Some(0 | 2 | 4 | 5 | 10)), "{number}: {code:?} {said}");
    }
}
