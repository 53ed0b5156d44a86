//! The cases as native code.

use super::cases::Case;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The results of every row of every case, computed by one natively compiled program.
pub fn results(files: &[PathBuf], cases: &[Case], folder: &Path, flags: &[&str]) -> Vec<Vec<u128>> {
    let wrappers = folder.join("wrappers.ll");
    let main = folder.join("main.c");
    std::fs::write(&wrappers, wrapper_text(cases)).expect("the wrappers are written");
    std::fs::write(&main, main_text(cases)).expect("the program is written");
    let program = folder.join("native");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let status = Command::new(clang)
        .args(["-O0", "-w", "-no-pie", "-fno-pic", "-o"])
        .arg(&program)
        .args(flags)
        .args(files)
        .args([wrappers, main])
        .args(["-lstdc++", "-lm"])
        .status()
        .expect("clang starts");
    assert!(status.success(), "{files:?} compile natively");
    let output = Command::new(program).output().expect("the native program starts");
    assert!(output.status.success(), "the native program of {files:?} succeeds");
    let text = String::from_utf8(output.stdout).expect("the results are digits");
    let mut lines = text.lines().map(|line| u128::from_str_radix(line, 16).expect("a hexadecimal number"));
    cases.iter().map(|case| lines.by_ref().take(case.rows.len()).collect()).collect()
}

/// For each case a function of numbers of 128 bits, which C can call.
fn wrapper_text(cases: &[Case]) -> String {
    let mut text = String::new();
    for Case { name, operands: [a, b], result, .. } in cases {
        let _ = write!(
            text,
            "declare i{result} @{name}(i{a}, i{b})
define i128 @native_{name}(i128 %a, i128 %b) {{
  {}
  {}
  %r = call i{result} @{name}(i{a} %x, i{b} %y)
  {}
  ret i128 %z
}}
",
            resized("x", "a", 128, *a),
            resized("y", "b", 128, *b),
            resized("z", "r", *result, 128),
        );
    }
    text
}

fn resized(to: &str, from: &str, width: u32, new: u32) -> String {
    match new.cmp(&width) {
        std::cmp::Ordering::Less => format!("%{to} = trunc i{width} %{from} to i{new}"),
        std::cmp::Ordering::Equal => format!("%{to} = add i{width} %{from}, 0"),
        std::cmp::Ordering::Greater => format!("%{to} = zext i{width} %{from} to i{new}"),
    }
}

/// Calls every function with every row.
fn main_text(cases: &[Case]) -> String {
    let mut text = String::from("#include <stdio.h>\ntypedef unsigned __int128 wide;\n");
    for case in cases {
        let _ = writeln!(text, "wide native_{}(wide, wide);", case.name);
    }
    text += "static const struct { wide (*f)(wide, wide); unsigned long a1, a0, b1, b0; } rows[] = {\n";
    for case in cases {
        for [a, b] in &case.rows {
            let halves = |x: &u128| format!("{:#x}, {:#x}", (x >> 64) as u64, *x as u64);
            let _ = writeln!(text, "{{native_{}, {}, {}}},", case.name, halves(a), halves(b));
        }
    }
    text += "};
int main(void) {
    for (unsigned long i = 0; i < sizeof rows / sizeof *rows; i++) {
        wide r = rows[i].f((wide)rows[i].a1 << 64 | rows[i].a0, (wide)rows[i].b1 << 64 | rows[i].b0);
        printf(\"%lx%016lx\\n\", (unsigned long)(r >> 64), (unsigned long)r);
    }
}
";
    text
}
