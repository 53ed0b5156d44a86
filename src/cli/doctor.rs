//! `symir doctor`: says which of the things that symir needs are there, which are missing, and how to get
//! those.

use super::args::DoctorArgs;
use super::{Failure, Status, output};
use crate::expr::{Arena, SymbolKey};
use crate::frontend;
use crate::replay;
use crate::solver::backend::{Backend, Verdict};
use crate::solver::{BackendKind, QueryLimit};
use crate::util::Bits;

/// Prints one line for each part; the status says whether all of them work.
pub fn run(args: &DoctorArgs) -> Result<Status, Failure> {
    let mut is_well = true;
    let mut printed = Ok(());
    let mut line = |name: &str, state: Result<String, String>| {
        let (mark, text) = match state {
            Ok(text) => ("ok     ", text),
            Err(text) => {
                is_well = false;
                ("missing", text)
            }
        };
        if printed.is_ok() {
            printed = output::line(format_args!("{mark} {name:<13} {text}"));
        }
    };
    line("symir", Ok(env!("CARGO_PKG_VERSION").to_owned()));
    line("LLVM", Ok(format!("{}, linked in", frontend::llvm_version())));
    match frontend::find_clang(args.clang.as_deref()) {
        Err(error) => line("clang", Err(error.to_string())),
        Ok(clang) => {
            line("clang", Ok(format!("{} at {}", clang.version, clang.path.display())));
            let headers = if frontend::host_headers_present(&clang) {
                Ok("clang finds <stdio.h>".to_owned())
            } else {
                Err("clang does not find <stdio.h>; on Debian: apt-get install libc6-dev".to_owned())
            };
            line("libc headers", headers);
            let sanitizers = if frontend::links_sanitizers(&clang) {
                Ok("clang links programs with AddressSanitizer and UndefinedBehaviorSanitizer".to_owned())
            } else {
                let what = "clang does not find the libraries of the sanitizers, so tests of errors cannot be confirmed";
                Err(format!("{what}; on Debian: apt-get install libclang-rt-{}-dev", clang.version.major))
            };
            line("sanitizers", sanitizers);
        }
    }
    line("replay", containment());
    for &kind in BackendKind::ALL {
        line(kind.name(), ask(kind));
    }
    printed?;
    Ok(if is_well { Status::Done } else { Status::WrongUse })
}

/// What keeps native runs of tests from doing harm.
fn containment() -> Result<String, String> {
    let containment = replay::containment()?;
    let advice = if containment.is_whole() {
        ""
    } else {
        "; with --require-containment, symir runs no test natively here"
    };
    Ok(containment.sentence() + advice)
}

/// Asks a solver for a byte between two others.
fn ask(kind: BackendKind) -> Result<String, String> {
    kind.load()?;
    let mut arena = Arena::new();
    let key = SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(8) };
    let x = arena.symbol(key);
    let [low, high] = [96, 98].map(|value| arena.constant(Bits(8), value));
    let conditions = [arena.ult(low, x), arena.ult(x, high)];
    let symbol = arena.node(x).symbol();
    let mut backend: Box<dyn Backend> = kind.start();
    match backend.check(&arena, &conditions, &[symbol], QueryLimit::default()) {
        Verdict::Sat(model) if model.get(symbol) == 97 => {
            let place = match kind {
                BackendKind::Cvc5 => option_env!("SYMIR_CVC5_ORIGIN"),
                BackendKind::Z3 => option_env!("SYMIR_Z3_ORIGIN"),
                BackendKind::Sat => Some("built in"),
            };
            let place = place.map_or(String::new(), |place| format!(" ({place})"));
            Ok(format!("{}{place}, answers as it should", kind.version()))
        }
        other => Err(format!("{} gives a wrong answer: {other:?}", kind.version())),
    }
}
