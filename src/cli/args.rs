//! The command line, as clap reads it.

mod batch;
mod ci;
mod export;
mod generate;
mod lsp;
mod search;
mod sequences;
mod unknown;

pub use batch::{BatchArgs, ExecutorName};
pub use ci::CiArgs;
pub use export::{EmitName, ExportArgs, MinimizeName, PropertyArgs};
pub use generate::{BesideName, GenArgs};
pub use lsp::LspArgs;
pub use search::{EngineName, EvolutionName, FitnessName, SearchArgs};
pub use sequences::SequencesArgs;
pub use unknown::{UnknownArgs, UnknownName};

use crate::search::Strategy;
use crate::solver::Link;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Generates readable tests for C by symbolic execution.
#[derive(Parser, Debug)]
#[command(name = "symir", version, about, max_term_width = 100, disable_help_subcommand = true)]
pub struct Args {
    /// Whether what is printed has colours: by default where it goes to a terminal and NO_COLOR is not set.
    #[arg(long, value_enum, default_value_t = ColorName::Auto, global = true, value_name = "WHEN")]
    pub color: ColorName,

    #[command(subcommand)]
    pub command: Command,
}

/// What a run may wait for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum UntilName {
    /// Coverage does not grow any more.
    Saturated,
}

/// When to use colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ColorName {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it is not moved about")]
pub enum Command {
    /// Explore every path through a driver and print the tests that matter.
    #[command(
        after_help = "Exit codes: 0 done; 10 a bug was found in the tested program; 7 the native run of a test \
                            does something else; 5 a budget ended the run early, its tests are written; 4 every path \
                            ended at what symir does not support; 2 wrong use; 6 a fault of symir itself."
    )]
    Run(RunArgs),
    /// Make unit tests for the functions of C files, without drivers written by hand.
    #[command(
        after_help = "Exit codes: 0 done; 10 a bug was found in a function; 5 it was interrupted, what was done by then is \
                            written; 2 wrong use."
    )]
    Gen(GenArgs),
    /// Test the functions that a change touches, for a build server: what `gen` does, and results that it shows.
    #[command(
        after_help = "On standard output stands a line for each result, as compilers write them: FILE:LINE:COLUMN: error: \
                            WORDS.\n\nExit codes: 0 done; 10 a bug was found in a function; 7 the native run of a test does \
                            something else, or with --check a suite fails; 5 it was interrupted; 2 wrong use."
    )]
    Ci(CiArgs),
    /// Look for sequences of calls that build the objects which paths through functions need, forward and backward.
    #[command(
        after_help = "Exit codes: 0 done; 2 wrong use. What no sequence reaches is told with the reason and is no error."
    )]
    Sequences(SequencesArgs),
    /// Run recorded tests natively and say whether they hold.
    #[command(
        after_help = "Exit codes: 0 no test is contradicted; 7 the native run of a test does something else, or crashes; \
                            2 wrong use, or the program cannot be built natively."
    )]
    Replay(ReplayArgs),
    /// Interpret a program with nothing symbolic: its output and exit status are the program's own.
    #[command(
        after_help = "The exit status is that of the program; 135 and a report on standard error where the \
                            program errs, 136 where it needs what symir does not support."
    )]
    Exec(ExecArgs),
    /// Run the routines of a collection, each in a process of its own, and report.
    Bench(BenchArgs),
    /// Serve an editor over standard input and output: tests, bugs and coverage where the code is.
    Lsp(LspArgs),
    /// Write the tests of an earlier run in other formats.
    Export(ExportArgs),
    /// Show what symir found on this machine, ask each solver one question, and say what is missing.
    Doctor(DoctorArgs),
    /// Train and inspect the language model that makes strings readable.
    Model(ModelArgs),
    /// Print a page of the book, or the help of a command; without a topic, list them.
    Help(HelpArgs),
    /// Print what completes the command line in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write man pages into a folder.
    #[command(hide = true)]
    Man {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(ClapArgs, Debug)]
pub struct HelpArgs {
    /// A topic or a command.
    pub topic: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub struct RunArgs {
    /// C sources (.c), LLVM bitcode (.bc) or assembly (.ll); several are linked.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// An argument of the program itself; may be given several times.
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    pub args: Vec<String>,

    /// MIN to MAX symbolic arguments of the program, each of LEN bytes.
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"])]
    pub sym_args: Option<Vec<u32>>,

    /// Standard input of N symbolic bytes.
    #[arg(long, value_name = "N")]
    pub sym_stdin: Option<u64>,

    /// A file of N symbolic bytes; may be given several times.
    #[arg(long, value_name = "NAME:N", value_parser = symbolic_file)]
    pub sym_file: Vec<(String, u64)>,

    /// What a call of a function without a body does.
    #[arg(long, value_enum, default_value_t = ExternalsName::Stop)]
    pub externals: ExternalsName,

    /// Do natively what cannot be done symbolically, with concrete arguments, and go on: inline assembly and intrinsics that
    /// symir does not know, over numbers and memory, and functions of the C library without a model. Otherwise the path ends
    /// there. Arguments that depend on inputs get the least values of the path; such tests are marked as approximated.
    #[arg(long)]
    pub concretize: bool,

    #[command(flatten)]
    pub mocks: MockArgs,

    /// Look for these errors too; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ERRORS")]
    pub detect: Vec<DetectName>,

    /// Let memcmp, bcmp and wmemcmp name more bytes than there are, as long as they differ before; otherwise that is an
    /// error, as AddressSanitizer has it.
    #[arg(long)]
    pub lenient_memcmp: bool,

    /// Write tests and coverage as files into this folder.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Print every test at once when it is found, in the order of paths, and write a file of inputs for each. Without this,
    /// a chosen set is printed at the end: every outcome, side of a branch and border.
    #[arg(long)]
    pub all: bool,

    /// Write the tests in these formats too when the run has ended; several are separated by commas. Needs -o.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", requires = "output")]
    pub emit: Vec<EmitName>,

    /// Which tests the formats of --emit keep; if it is not given, `chosen` for unit tests, ktest and testcomp, and `path`
    /// for the others. Each bug keeps a test.
    #[arg(long, value_enum, value_name = "WHAT", requires = "emit")]
    pub minimize: Option<MinimizeName>,

    #[command(flatten)]
    pub property: PropertyArgs,

    /// The seed of everything random: the same seed gives the same tests.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// End the run after this long (a number of seconds, or 500ms, 2m, 1h), with all that it writes and runs natively.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// After Ctrl-C or SIGTERM, take at most this long to write what was found and to run it natively.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub grace: Duration,

    /// End the run when coverage of the functions under test, their kinds of results among it, has not grown for as long a
    /// stretch of work as it took to come there, and for at least 300 paths or 5,000,000 instructions.
    #[arg(long, value_enum, value_name = "WHEN")]
    pub until: Option<UntilName>,

    /// End the run after this many paths.
    #[arg(long, value_name = "N")]
    pub paths: Option<u64>,

    /// End the run after this many instructions.
    #[arg(long, value_name = "N")]
    pub instructions: Option<u64>,

    /// Keep the memory of the process below this (such as 512M or 2G): states then wait as decision paths, and are made
    /// again when their turn comes.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,

    /// End each path after N forks; it has a test, and the others go on.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,

    /// End each path that stays in a loop after it could have left it N times; it has a test, and the others go on.
    #[arg(long, value_name = "N")]
    pub loop_limit: Option<u32>,

    /// Let each path fork at one place N times at most. Beyond, it goes one way, and the others end with a test.
    #[arg(long, value_name = "N")]
    pub fork_limit: Option<u32>,

    /// Let the sides of a branch become one state where they meet, if they differ in few values: fewer paths, harder
    /// questions. A test then stands for several paths, and every edge that some path takes still has one.
    #[arg(long, conflicts_with_all = ["checkpoint", "resume", "target", "memory", "depth", "loop_limit", "fork_limit"])]
    pub merge: bool,

    #[command(flatten)]
    pub search_for_inputs: SearchArgs,

    /// Make one test of each path. Without this, a path on which the result is computed from inputs has one for each kind of
    /// result: true and false, negative, zero and positive, every enumerator.
    #[arg(long)]
    pub one_test_a_path: bool,

    /// How many workers explore at once; as many as there are cores if it is not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,

    /// Look for the shortest test that comes to a line or a function, and for no other.
    #[arg(long, value_name = "FILE:LINE or FUNCTION", conflicts_with_all = ["checkpoint", "resume", "search"])]
    pub target: Option<String>,

    /// Note in this file how far the run has come, so that it can be resumed however it ends.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Go on where the run ended that wrote this file; its tests are printed too.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// Give a solver at most this long for one question.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub query_time: Duration,

    /// Give a solver at most about this many conflicts for one question, and fewer where conflicts take long. Unlike a
    /// time, it ends a question at the same place in every run.
    #[arg(long, value_name = "N")]
    pub query_conflicts: Option<u64>,

    /// The solver that answers what symir cannot answer itself.
    #[arg(long, value_enum, default_value_t = SolverName::Sat)]
    pub solver: SolverName,

    /// Ask a second solver everything that the first is asked, and end the run with exit code 6 when one says that a
    /// condition is possible and the other that it is not. The second is Z3 for `--solver cvc5`, and cvc5 for the others;
    /// where it is the one that was asked already, it is the other of the two.
    #[arg(long)]
    pub check: bool,

    /// Answer questions without these links of the solving chain; several are separated by commas.
    #[arg(long, value_name = "LINKS", value_delimiter = ',', value_parser = link)]
    pub without: Vec<Link>,

    /// Write every question that a solver is asked into this folder, as SMT-LIB 2.
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,

    /// Which state to advance next: dfs, bfs, random-state, random-path, distance, new-coverage, depth, news, cost,
    /// iteration, locations, depths; or several by weight, such as random-path:2,distance:1. If it is not given:
    /// locations with a budget, which covers most the soonest; dfs without one, which prints tests the soonest.
    #[arg(long, value_name = "STRATEGY")]
    pub search: Option<Strategy>,

    #[command(flatten)]
    pub unknown: UnknownArgs,

    /// How to choose the values of strings and numbers.
    #[arg(long, value_enum, default_value_t = ReadableName::Words, value_name = "METHOD")]
    pub readable: ReadableName,

    /// The language model to draw letters with, instead of the English one.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,

    /// A list of words, one a line, to prefer to those of the English dictionary; may be given several times. With a
    /// model that is not written with a to z, they are all there is.
    #[arg(long, value_name = "FILE")]
    pub words: Vec<PathBuf>,

    /// The optimisation level that clang compiles with.
    #[arg(short = 'O', long = "opt", value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=3))]
    pub level: u8,

    /// The clang to compile with (also: the environment variable SYMIR_CLANG).
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// Do not run the tests natively.
    #[arg(long)]
    pub no_replay: bool,

    /// Leave paths that symir cannot follow to their ends as they are; without this, native runs follow them, and what three
    /// of these agree on becomes the test.
    #[arg(long, conflicts_with = "no_replay")]
    pub no_complete: bool,

    /// Leave a test flaky whose native runs do not agree; without this, it is made again with what `rand`, `time` and other
    /// such functions gave in the first run.
    #[arg(long, conflicts_with = "no_replay")]
    pub no_record: bool,

    /// A function of a library whose results differ from run to run, such as one that reads a sensor: native runs record
    /// what it gives and play that back. symir knows those of the C library. May be given several times.
    #[arg(long, value_name = "FUNCTION")]
    pub source: Vec<String>,

    /// Refuse to run anything natively where the kernel does not allow to contain it wholly; `symir doctor` says what holds.
    #[arg(long)]
    pub require_containment: bool,

    /// How long the tested program may take for one test when it runs natively.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    pub replay_time: Duration,

    /// Print with each test its name and, line by line of the source, what its path has decided; at the end what
    /// each test alone covers.
    #[arg(long)]
    pub explain: bool,

    /// Print tests and the summary as JSON, one object a line.
    #[arg(long)]
    pub json: bool,

    /// Add to the summary how often each rewrite rule was applied and each approximation made.
    #[arg(long)]
    pub stats: bool,

    /// Print tests and errors only.
    #[arg(short, long)]
    pub quiet: bool,

    /// Show every warning of clang, and not only the first few.
    #[arg(long)]
    pub warnings: bool,

    /// What the program is linked with, in native runs and in the makefile of suites: flags of the linker, such as
    /// `--link "-L../lib -lfoo"`, or packages that pkg-config knows, of which the compiler's flags are used, too; may be
    /// given several times. The mathematical library is always there.
    #[arg(long, value_name = "FLAGS or PACKAGE", allow_hyphen_values = true)]
    pub link: Vec<String>,

    /// Flags for clang, after `--`.
    #[arg(last = true, value_name = "CLANG FLAGS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
}

#[derive(ClapArgs, Debug)]
pub struct ReplayArgs {
    /// The folder that `symir run -o` has written, or some of its tests, such as DIR/inputs/0001.txt.
    #[arg(required = true, value_name = "DIR|TEST")]
    pub tests: Vec<PathBuf>,

    /// Only the test of this name, as tests.json has it; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub test: Vec<String>,

    /// How long the tested program may take for one test, instead of what the run said.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub replay_time: Option<Duration>,

    /// Refuse to run anything natively where the kernel does not allow to contain it wholly; `symir doctor` says what holds.
    #[arg(long)]
    pub require_containment: bool,

    /// Write a program that runs the one test named, with the sanitizer that sees its error, instead of replaying:
    /// to be started as it is, or under a debugger.
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,

    /// Write what became of each test as JUnit XML, too.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Print a JSON object for each test.
    #[arg(long)]
    pub json: bool,
}

#[derive(ClapArgs, Debug)]
pub struct ExecArgs {
    /// The program: a C source (.c), LLVM bitcode (.bc) or assembly (.ll), and its arguments.
    #[arg(
        required = true,
        value_names = ["FILE", "ARGS"],
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub command: Vec<String>,

    /// A further file of the program, to be linked to it; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,

    /// What a call of a function without a body does.
    #[arg(long, value_enum, default_value_t = ExternalsName::Native)]
    pub externals: ExternalsName,

    /// Look for these errors too; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ERRORS")]
    pub detect: Vec<DetectName>,

    /// Let memcmp, bcmp and wmemcmp name more bytes than there are, as long as they differ before; otherwise that is an
    /// error, as AddressSanitizer has it.
    #[arg(long)]
    pub lenient_memcmp: bool,

    /// Show every warning of clang, and not only the first few.
    #[arg(long)]
    pub warnings: bool,

    /// Tell instructions a second and more on standard error.
    #[arg(long)]
    pub stats: bool,

    /// End the program after this many instructions.
    #[arg(long, value_name = "N")]
    pub instructions: Option<u64>,

    /// End the program when it takes more memory than this (such as 512M or 2G); three quarters of the machine's if it
    /// is not given.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,

    /// The optimisation level that clang compiles with.
    #[arg(short = 'O', long = "opt", value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=3))]
    pub level: u8,

    /// A flag for clang; may be given several times.
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    pub cflag: Vec<String>,

    /// The clang to compile with (also: the environment variable SYMIR_CLANG).
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct BenchArgs {
    /// A collection below `corpus`, or the path of a manifest. All its routines are run, each in a process of its own.
    #[arg(value_name = "COLLECTION")]
    pub collection: String,

    /// List the routines: their names, files and inputs.
    #[arg(long, conflicts_with_all = ["driver", "only"])]
    pub list: bool,

    /// Print the driver of a routine.
    #[arg(long, value_name = "NAME", conflicts_with = "only")]
    pub driver: Option<String>,

    /// Run this routine and print its tests; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,

    /// Take a source from this folder as it is, instead of the package; may be given several times.
    #[arg(long, value_name = "NAME=DIR", value_parser = named_folder)]
    pub source: Vec<(String, PathBuf)>,

    /// The seed, instead of the manifest's.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// The time limit, instead of the manifest's.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Print tests and the summary as JSON, one object a line.
    #[arg(long)]
    pub json: bool,

    /// Leave out warnings of the compiler, and the progress.
    #[arg(short, long)]
    pub quiet: bool,

    /// With `--only`: show every warning of clang, and not only the first few.
    #[arg(long, requires = "only")]
    pub warnings: bool,

    #[command(flatten)]
    pub batch: BatchArgs,
}

#[derive(ClapArgs, Debug)]
pub struct DoctorArgs {
    /// The clang to look at.
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub struct ModelArgs {
    #[command(subcommand)]
    pub command: ModelCommand,
}

#[derive(Subcommand, Debug)]
pub enum ModelCommand {
    /// Count the letters of word lists or texts and write a model.
    Train {
        /// Word lists, one word a line, or running text.
        #[arg(required = true, value_name = "TEXT")]
        texts: Vec<PathBuf>,
        /// How many letters a gram has.
        #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=5))]
        order: u8,
        #[command(flatten)]
        reading: ReadingArgs,
        /// Where to write the model.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Gather word lists into a dictionary.
    Words {
        /// Word lists, one word a line. A name that ends in a frequency class of SCOWL, .10 to .95, gives the class.
        #[arg(required = true, value_name = "LIST")]
        lists: Vec<PathBuf>,
        #[command(flatten)]
        reading: ReadingArgs,
        /// A list of words to leave out; may be given several times.
        #[arg(long, value_name = "LIST")]
        without: Vec<PathBuf>,
        /// Where to write the dictionary.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Measure how readable words and recorded tests are.
    #[command(
        after_help = "Measures: N, the geometric measure of the paper over letter pairs; bits a letter by the model, \
                            the word's end counted as one; whether it is a word of the dictionary. Of tests each is the \
                            mean of each printed string, then of a function's strings, then of the functions."
    )]
    Score(ScoreArgs),
    /// Show what a model holds.
    Info {
        /// The model; the English one if none is given.
        file: Option<PathBuf>,
    },
}

#[derive(ClapArgs, Debug)]
pub struct ScoreArgs {
    /// Words, one a line, plain or quoted; or test lines as `symir run` prints them; or CSV with a column `line`, and
    /// perhaps `experiment` and `run` to group by. `-` is standard input.
    #[arg(value_name = "FILE", required_unless_present = "text")]
    pub files: Vec<PathBuf>,
    /// A word; may be given several times.
    #[arg(long, value_name = "WORD")]
    pub text: Vec<String>,
    /// The language model, instead of the English one.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    /// A list of words to add to the dictionary; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub words: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Which words count.
#[derive(Copy, Clone, ClapArgs, Debug)]
pub struct ReadingArgs {
    /// Take capitals for small letters: for languages that write common words with them.
    #[arg(long)]
    pub fold_case: bool,
    /// Count only words of a to z.
    #[arg(long)]
    pub ascii: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub enum SolverName {
    Cvc5,
    Z3,
    /// Circuits and the SAT solver CaDiCaL; cvc5 where there are floats.
    Sat,
    /// All at once: the first answer counts.
    Portfolio,
}

/// Which functions are mocked.
#[derive(ClapArgs, Clone, Debug)]
pub struct MockArgs {
    /// Have these functions give inputs at each call in the place of what they do: names, patterns of names, or headers
    /// that declare them; several are separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "FUNCTIONS")]
    pub mock: Vec<String>,

    /// Leave these functions as they are.
    #[arg(long, value_delimiter = ',', value_name = "FUNCTIONS")]
    pub mock_except: Vec<String>,

    /// Have calls of these functions of the C library fail in the ways that their documentation says: names such as
    /// malloc or read, or patterns of names; several are separated by commas. `symir gen` tries what happens when there is
    /// no memory wherever the code looks at what malloc and the like give; --fail none turns that off.
    #[arg(long, value_delimiter = ',', value_name = "FUNCTIONS")]
    pub fail: Vec<String>,

    /// How many calls fail on one path at most; 1 by default.
    #[arg(long, value_name = "N")]
    pub failures: Option<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExternalsName {
    /// End the path as unsupported.
    Stop,
    /// Call the function of this machine's C library, with concrete arguments.
    Native,
    /// Return a fresh symbol.
    Havoc,
    /// Give an input of the declared type, by a mock in C that is part of the test.
    Mock,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum DetectName {
    /// Reads of memory that was never written.
    Uninitialised,
    /// memcpy between places that overlap.
    Overlap,
    /// Memory that nobody can free any more when the program ends.
    Leaks,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub enum ReadableName {
    /// What symir came upon, unchanged: the least work, and with several workers not the same values in every run.
    Witness,
    /// The plainest values.
    None,
    /// Letters wherever the path allows, the least first.
    Base,
    /// Each letter the likeliest after the one before it.
    Simplest,
    /// The same after a first letter that is drawn.
    Sp,
    /// Letters drawn with the weights of the language model.
    Roulette,
    /// Letters drawn, all alike.
    Random,
    /// Words of the dictionary wherever the path allows.
    Words,
}

/// Reads `input.txt:16`.
fn symbolic_file(text: &str) -> Result<(String, u64), String> {
    let parts = text.rsplit_once(':').and_then(|(name, size)| Some((name.to_owned(), size.parse().ok()?)));
    parts.ok_or_else(|| format!("`{text}` is no name and size; a symbolic file is like input.txt:16"))
}

/// Reads `linux=../linux-6.6`.
fn named_folder(text: &str) -> Result<(String, PathBuf), String> {
    let parts = text.split_once('=').filter(|(name, folder)| !name.is_empty() && !folder.is_empty());
    let (name, folder) = parts
        .ok_or_else(|| format!("`{text}` is no name and folder; a source is like linux=../linux-6.6"))?;
    Ok((name.to_owned(), PathBuf::from(folder)))
}

/// Reads `2`, `2s`, `500ms`, `1.5m` or `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    let number: f64 =
        number.parse().map_err(|_| format!("`{number}` is no number; a time is like 2, 500ms or 1.5m"))?;
    let seconds = number * factor;
    if !(0.0..=1e9).contains(&seconds) {
        return Err("a time lies between 0 and some 30 years".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Reads `1000000`, `512M` or `2G`.
fn bytes(text: &str) -> Result<u64, String> {
    let (number, factor) = match text.split_at_checked(text.len().saturating_sub(1)) {
        Some((number, "K" | "k")) => (number, 1 << 10),
        Some((number, "M" | "m")) => (number, 1 << 20),
        Some((number, "G" | "g")) => (number, 1 << 30),
        _ => (text, 1),
    };
    let number: Option<u64> = number.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(factor)).filter(|bytes| *bytes >= 64 << 20);
    bytes
        .ok_or_else(|| format!("`{text}`: memory is a number of bytes, such as 512M or 2G, and at least 64M"))
}

/// A link of the solving chain by its name.
fn link(name: &str) -> Result<Link, String> {
    Link::named(name).filter(|link| *link != Link::Backend).ok_or_else(|| {
        let names: Vec<&str> = Link::optional().map(Link::name).collect();
        format!("the links that can be left out are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn times_have_units() {
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert!(duration("5 parsecs").is_err());
        assert!(duration("-1").is_err());
        assert!(duration("").is_err());
    }
}

/// How objects are made whose type has functions that make them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ObjectsName {
    /// Their members are inputs.
    Direct,
    /// By calls of these functions.
    Calls,
    /// By calls; and member by member to find errors, of which it is said whether calls come there, too.
    Both,
}
