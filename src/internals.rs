//! The items of private modules that symir's own tests and benchmarks use. Other programs must not use them,
//! since they change without notice. A test of only one module stands beside its code and needs nothing from
//! here.

pub mod bench {
    pub use crate::bench::{Collection, Driver, Prepared, Reached, Sources, driver};
    pub mod batch {
        pub use crate::bench::batch::VARYING;
    }
}

pub mod emit {
    pub use crate::emit::{input_name, read};
    pub mod ktest {
        pub use crate::emit::ktest::Ktest;
    }
}

pub mod engine {
    pub use crate::engine::{Budget, Flow, Weights};
}

pub mod evolve {
    pub use crate::evolve::{Fitness, Method, Operator, Options, Sides, search};
}

pub mod exec {
    pub use crate::exec::{Ending, ExecOptions, ExecStats, Machine, Start, State, Stop, is_known};
}

pub mod expr {
    pub use crate::expr::{
        Arena, Assignment, Evaluator, ExprId, Format, Kind, Rule, Script, SymbolId, SymbolKey, float_fold,
    };
}

pub mod frontend {
    pub use crate::frontend::{
        Compiled, Error, OptLevel, Options, compile, find_clang, is_modelled, llvm_version,
    };
}

pub mod ir {
    pub use crate::ir::{FuncId, FunctionListing, Listing, Op, Program};
}

pub mod memory {
    pub use crate::memory::Value;
}

pub mod readable {
    pub use crate::readable::{Dictionary, Language, Method, Model, Options, Reading, Trainer};
    pub mod score {
        pub use crate::readable::score::{Summary, Tally, bits, n, strings_of_line};
    }
}

pub mod replay {
    pub use crate::replay::{End, GuidedOptions, GuidedRunner, ReplayOptions, Replayer, Source, Tally};
}

pub mod run {
    pub use crate::run::{Options, Progress, Receiver, Summary, run};
}

pub mod search {
    pub use crate::search::{Covered, Part, Strategy};
}

pub mod solver {
    pub use crate::solver::{
        Answer, BackendKind, Link, Links, PathCondition, QueryLimit, RecordedQuestion, Recorder, Solver,
        SolverOptions,
    };
    pub mod backend {
        pub use crate::solver::backend::{Backend, BackendKind, QueryLimit, Verdict};
    }
}

pub mod testcase {
    pub use crate::testcase::{Outcome, TestCase, TestLine};
}

pub mod util {
    pub use crate::util::{Bits, Deadline, Interrupt, Rng};
}
