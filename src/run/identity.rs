//! What distinguishes one run from another: a checkpoint can be resumed only by a run that gives the same
//! tests.
//!
//! The whole program and all options that matter are written as text and hashed. Nothing can be forgotten:
//! the text of the program is derived by the compiler and has all of its fields. The fields of the options
//! are listed by name, so that the code does not compile until somebody says for a new one whether tests
//! depend on it.

use super::Options;
use crate::ir::Program;
use crate::readable;
use crate::util::rng;
use std::fmt::{self, Write};

/// A hash of the program and everything that its tests depend on. It differs between versions of symir, too,
/// since they may choose other values.
pub(super) fn identity(program: &Program, options: &Options) -> u64 {
    let Options {
        exec,
        readable: readable::Options { method, language, kills_mutants },
        limits,
        merge,
        target,
        start,
        seed,
        explain,
        replay,
        // These decide which path comes first, what an answer costs, and when to end. The test of a path
        // stays the same.
        strategy: _,
        weights: _,
        solver: _,
        budget: _,
        property: _,
        few_unfinished: _,
        // It makes further tests of paths, at the end.
        base_choice: _,
        workers: _,
        // Where the checkpoint lies.
        checkpoint: _,
        resume: _,
        // Follows from what calls of functions without a body do, which `exec` has.
        worlds: _,
        // It changes only the report at the end, which is about tests of the earlier run, too.
        covered_by: _,
        // It adds tests of further paths, and changes no other test.
        seeker: _,
    } = options;
    let mut hash = Hash(0);
    let version = env!("CARGO_PKG_VERSION");
    let program = (version, program);
    let readable = (method, language.fingerprint(), kills_mutants);
    let options = (exec, readable, limits, merge, target, start, seed, explain, replay);
    write!(hash, "{program:?}{options:?}").expect("invariant: a hash takes all");
    hash.0
}

/// Hashes what is written to it, piece by piece.
struct Hash(u64);

impl Write for Hash {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.0 = rng::combine(self.0, rng::hash_bytes(piece.as_bytes()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::Externals;
    use crate::ir::{Const, FuncId, Function, Global, Initializer};
    use crate::readable::{Dictionary, Language, Method, Model};
    use crate::util::Image;
    use crate::util::{Bits, Bytes};
    use std::path::Path;
    use std::sync::Arc;

    fn program() -> Program {
        let global = Global {
            name: "table".to_owned(),
            size: Bytes(2),
            align: Bytes(1),
            is_constant: true,
            is_thread_local: false,
            is_weak: false,
            init: Some(Initializer { bytes: Image::from(&[1, 2][..]), relocations: Vec::new() }),
            ty: None,
            loc: None,
        };
        let function = Function {
            name: "main".to_owned(),
            entry: None,
            blocks: 0..0,
            params: Vec::new(),
            is_vararg: false,
            is_weak: false,
            n_results: 1,
            is_unoptimised: true,
            type_hash: None,
            n_registers: 0,
            signature: None,
        };
        Program { globals: vec![global], functions: vec![function], ..Program::default() }
    }

    #[test]
    fn every_table_of_the_program_counts() {
        let same = identity(&program(), &Options::default());
        assert_eq!(same, identity(&program(), &Options::default()));
        let changes: [fn(&mut Program); 7] = [
            |program| program.globals[0].init.as_mut().expect("it has one").bytes.write(1, &[3]),
            |program| program.globals[0].is_constant = false,
            |program| program.constants.push(Const::Int { width: Bits(8), value: 1 }),
            |program| program.functions[0].is_vararg = true,
            |program| program.constructors.push(FuncId::new(0)),
            |program| program.destructors.push(FuncId::new(0)),
            |program| program.texts.push("x".to_owned()),
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut other = program();
            change(&mut other);
            assert_ne!(same, identity(&other, &Options::default()), "change {at}");
        }
    }

    #[test]
    fn a_large_variable_is_not_written_byte_by_byte() {
        let mut program = program();
        let mut bytes = Image::zeros(600 << 20);
        bytes.write(500 << 20, &[1]);
        program.globals[0].init = Some(Initializer { bytes, relocations: Vec::new() });
        assert!(format!("{program:?}").len() < 200_000);
        let before = identity(&program, &Options::default());
        program.globals[0].init.as_mut().expect("it has one").bytes.write(400 << 20, &[1]);
        assert_ne!(before, identity(&program, &Options::default()));
    }

    fn words(words: &[&str]) -> Arc<Language> {
        let words = Dictionary::new(words.iter().map(|word| (word.as_bytes(), 0)));
        Arc::new(Language::with_words(None, &[words]))
    }

    #[test]
    fn every_option_counts_that_a_test_depends_on() {
        let same = identity(&program(), &Options::default());
        let changes: [fn(&mut Options); 18] = [
            |options| options.exec.externals = Externals::Havoc,
            |options| options.exec.lenient_memcmp = true,
            |options| options.exec.lenient_arrays = true,
            |options| options.exec.concretize = true,
            |options| options.exec.detect.leaks = true,
            |options| options.exec.max_stack += 1,
            |options| options.exec.chains.list += 1,
            |options| options.exec.symbolic_files.extend([("in".to_owned(), 3)]),
            |options| options.readable.method = Method::Base,
            |options| options.readable.language = words(&["foo"]),
            |options| options.limits.depth = Some(1),
            |options| options.merge = true,
            |options| options.target = Some("f".to_owned()),
            |options| options.start.args.push("x".to_owned()),
            |options| options.start.environment.push("A=b".to_owned()),
            |options| options.seed = 7,
            |options| options.explain = true,
            |options| options.replay = true,
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut options = Options::default();
            change(&mut options);
            assert_ne!(same, identity(&program(), &options), "change {at}");
        }
    }

    #[test]
    fn words_and_models_count_by_what_is_in_them() {
        let of = |language: &Arc<Language>| {
            let mut options = Options::default();
            options.readable.language = Arc::clone(language);
            identity(&program(), &options)
        };
        assert_eq!(of(&words(&["foo"])), of(&words(&["foo"])));
        assert_ne!(of(&words(&["foo"])), of(&words(&["bar"])));
        let model = |text: &str| {
            let model = Model::parse(text.as_bytes(), Path::new("model")).expect("a model");
            Arc::new(Language::new(Some(model), None))
        };
        let one = model("# a note\ngram,count\n^ab,3\nab$,3\n");
        assert_eq!(of(&one), of(&model("gram,count\n^ab,3\nab$,3\n")), "notes say nothing of letters");
        assert_ne!(of(&one), of(&model("gram,count\n^ab,4\nab$,4\n")));
        // Parts that are made when they are first asked for change nothing.
        let before = of(&one);
        one.model().weight(b'a', b'b');
        one.dictionary();
        assert_eq!(before, of(&one));
    }

    #[test]
    fn what_changes_no_test_does_not_count() {
        let same = identity(&program(), &Options::default());
        let changes: [fn(&mut Options); 5] = [
            |options| options.workers = 4,
            |options| options.budget.paths = Some(3),
            |options| options.checkpoint = Some("notes".into()),
            |options| options.resume = Some("notes".into()),
            |options| options.covered_by = true,
        ];
        for (at, change) in changes.into_iter().enumerate() {
            let mut options = Options::default();
            change(&mut options);
            assert_eq!(same, identity(&program(), &options), "change {at}");
        }
    }
}
