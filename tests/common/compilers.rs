//! The compilers for suites.

use std::process::Command;

/// Arguments of make that name the compilers: clang with the version of the set-up in its name if it is
/// there, otherwise plain `clang`.
pub fn clang() -> (String, String) {
    let version = symir::internals::frontend::llvm_version().major;
    let name = |word: &str| {
        let own = format!("{word}-{version}");
        let is_there = Command::new(&own).arg("--version").output().is_ok();
        if is_there { own } else { word.to_owned() }
    };
    (format!("CC={}", name("clang")), format!("CXX={}", name("clang++")))
}
