//! The arguments of `symir gen`.

use super::{EmitName, ExternalsName, MockArgs, ObjectsName, UnknownName, duration};
use clap::{Args as ClapArgs, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// What finds inputs for a suite.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum BesideName {
    /// Explore paths symbolically, and nothing else.
    Symbolic,
    /// Explore paths symbolically; also run the program natively on many inputs, to find some for the branches that no
    /// test takes.
    #[default]
    Both,
}

#[derive(ClapArgs, Clone, Debug)]
pub struct GenArgs {
    /// C files, headers with inline functions, folders with C files, or `-` for functions on standard input. Each file
    /// gets a suite. If a function calls others, symir looks for them in all of these files and in those beside them.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// A compile_commands.json, or the folder that it is in. It says how files are compiled. If no FILE is named, all
    /// of its files are tested.
    #[arg(short, long = "project", value_name = "DIR")]
    pub project: Option<PathBuf>,

    /// Only this function; may be given several times.
    #[arg(short, long = "function", value_name = "NAME")]
    pub functions: Vec<String>,

    /// Only the functions that were changed since this git revision, and those that call them.
    #[arg(long, value_name = "REV")]
    pub changed: Option<String>,

    /// Only look for the smallest test that reaches this line of the file.
    #[arg(long, value_name = "N", conflicts_with = "changed")]
    pub line: Option<u32>,

    /// The folder to write suites, harnesses and the report into.
    #[arg(short, long, value_name = "DIR", default_value = "tests")]
    pub output: PathBuf,

    /// The frameworks to write suites for; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", default_value = "c")]
    pub emit: Vec<EmitName>,

    /// How many functions to test at the same time; by default one for each processor.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// How long to work on one function; 20s by default.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// The most paths to explore in one function; 2000 by default.
    #[arg(long, value_name = "N")]
    pub paths: Option<u64>,

    /// How often a path may stay in a loop that it could have left; 16 by default.
    #[arg(long, value_name = "N")]
    pub loop_limit: Option<u32>,

    /// What happens when the code calls a function that no file defines; mock by default.
    #[arg(long, value_enum)]
    pub externals: Option<ExternalsName>,

    /// How to make an object whose type has functions that make one, such as queue_new. By default symir calls these
    /// functions if only a source file declares the members, and fills in the members if a header does.
    #[arg(long, value_enum)]
    pub objects: Option<ObjectsName>,

    /// What a `void *` and other pointers without a known type lead to, see `symir help unknown-types`.
    #[arg(long, value_enum, default_value_t = UnknownName::Ranked, value_name = "WAY")]
    pub unknown_types: UnknownName,

    /// Accept an index outside of an array that is a member of a structure or a row of another array, if the access
    /// stays within the whole object. Without this, such an index is an error, as it is for UndefinedBehaviorSanitizer.
    #[arg(long)]
    pub lenient_arrays: bool,

    /// How much of the work, in percent, may go into the backward search for calls that build an object, beginning at
    /// the branches that no test takes; 10 by default, 0 for none. See `symir help objects`.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub sequence_share: Option<u32>,

    /// How long that search may go on after the other work on a function has ended, if branches are left; by default
    /// not at all.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub sequence_time: Option<Duration>,

    /// How to find inputs. Native runs find what symbolic execution may miss, such as a text with the right checksum.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t)]
    pub engine: BesideName,

    #[command(flatten)]
    pub mocks: MockArgs,

    /// Where symir meets inline assembly, an intrinsic or a function of the C library that it has no model of, run it
    /// natively and go on with its result, as `symir run --concretize` does. Without this option the path ends there,
    /// and a native run completes its test.
    #[arg(long)]
    pub concretize: bool,

    /// What to link the program with, in native runs and in the makefiles of suites: flags for the linker, or a package
    /// that pkg-config knows; may be given several times.
    #[arg(long, value_name = "FLAGS or PACKAGE", allow_hyphen_values = true)]
    pub link: Vec<String>,

    /// Print the JSON schema of symir.toml, with which editors check that file, and do nothing else.
    #[arg(long)]
    pub config_schema: bool,

    /// Show all warnings of clang.
    #[arg(long)]
    pub warnings: bool,

    /// Print only the summary and not what was found for each function.
    #[arg(short, long)]
    pub quiet: bool,

    /// After Ctrl-C or SIGTERM, take at most this long to write what was found so far.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub grace: Duration,

    /// The seed of all random choices. The same seed gives the same tests.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The optimisation level that clang compiles with.
    #[arg(short = 'O', long = "opt", value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=3))]
    pub level: u8,

    /// The clang to compile with (also: the environment variable SYMIR_CLANG).
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// Flags for clang, after `--`.
    #[arg(last = true, value_name = "CLANG FLAGS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
}
