//! The compilers for suites.

use std::process::Command;

/// The clang of the set-up, if it has a name of its own version, as words for make.
pub fn clang() -> (String, String) {
    let version = symir::frontend::llvm_version().major;
    let name = |word: &str| {
        let own = format!("{word}-{version}");
        let is_there = Command::new(&own).arg("--version").output().is_ok();
        if is_there { own } else { word.to_owned() }
    };
    (format!("CC={}", name("clang")), format!("CXX={}", name("clang++")))
}
