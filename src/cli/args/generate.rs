//! The arguments of `symir gen`.

use super::{EmitName, ExternalsName, MockArgs, ObjectsName, UnknownName, duration};
use clap::{Args as ClapArgs, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// What finds inputs for a suite.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum BesideName {
    /// Paths are explored symbolically.
    Symbolic,
    /// Paths are explored, and native runs search for inputs that take what no test takes.
    #[default]
    Both,
}

#[derive(ClapArgs, Clone, Debug)]
pub struct GenArgs {
    /// C files, headers with inline functions, folders with C files, or - for functions on standard input. A suite is made
    /// for each; what a function calls is looked for in all of them and in the files beside them.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// compile_commands.json or its folder, which says how files are compiled; without files, all of the project are taken.
    #[arg(short, long = "project", value_name = "DIR")]
    pub project: Option<PathBuf>,

    /// Only this function; may be given several times.
    #[arg(short, long = "function", value_name = "NAME")]
    pub functions: Vec<String>,

    /// Only functions that were changed since this revision of git, and those that call them.
    #[arg(long, value_name = "REV")]
    pub changed: Option<String>,

    /// Only the smallest test that comes to this line of the file.
    #[arg(long, value_name = "N", conflicts_with = "changed")]
    pub line: Option<u32>,

    /// The folder for suites, harnesses and the report.
    #[arg(short, long, value_name = "DIR", default_value = "tests")]
    pub output: PathBuf,

    /// The frameworks of the suites; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", default_value = "c")]
    pub emit: Vec<EmitName>,

    /// How many functions are worked at at once; as many as there are processors by default.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// How long one function may take; 20s by default.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// How many paths of one function are explored at most; 2000 by default.
    #[arg(long, value_name = "N")]
    pub paths: Option<u64>,

    /// How often a path may stay in a loop where it could have left it; 16 by default.
    #[arg(long, value_name = "N")]
    pub loop_limit: Option<u32>,

    /// What to do at a call of a function that is defined nowhere; mock by default.
    #[arg(long, value_enum)]
    pub externals: Option<ExternalsName>,

    /// How objects are made whose type has functions that make them: member by member, or by calls of these functions. By
    /// default by calls, if the members are declared in a source file and not in a header.
    #[arg(long, value_enum)]
    pub objects: Option<ObjectsName>,

    /// What pointers lead to of which nobody says the type, such as those to void; see `symir help unknown-types`.
    #[arg(long, value_enum, default_value_t = UnknownName::Ranked, value_name = "WAY")]
    pub unknown_types: UnknownName,

    /// Of a hundred parts of the work at a function, how many the search for sequences of calls that build its objects may
    /// take, backward from sides of branches that no test takes; 10 by default, none with 0.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub sequence_share: Option<u32>,

    /// How long that search may go on when the work at a function is done and branches are left; not at all by default.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub sequence_time: Option<Duration>,

    /// What finds inputs. Native runs search for what symbolic execution leaves, such as the right checksum; inputs that hold
    /// pointers are not searched.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t)]
    pub engine: BesideName,

    #[command(flatten)]
    pub mocks: MockArgs,

    /// What the program is linked with, in native runs and in the makefiles of suites: flags of the linker, or packages that
    /// pkg-config knows; may be given several times.
    #[arg(long, value_name = "FLAGS or PACKAGE", allow_hyphen_values = true)]
    pub link: Vec<String>,

    /// Print the JSON schema of symir.toml, for editors, and do nothing else.
    #[arg(long)]
    pub config_schema: bool,

    /// Show all warnings of clang.
    #[arg(long)]
    pub warnings: bool,

    /// Do not tell what was found of each function.
    #[arg(short, long)]
    pub quiet: bool,

    /// After Ctrl-C or SIGTERM, take at most this long to write what was found.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub grace: Duration,

    /// What random choices begin with.
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
