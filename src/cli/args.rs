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
    /// When to print in colour. `auto` does so on a terminal, unless the environment variable NO_COLOR is set.
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
    /// Write unit tests for the functions of C files. Nothing has to be prepared.
    #[command(
        after_help = "Exit codes: 0 done; 10 a bug was found in a function; 5 it was interrupted, and what was found by then is \
                            written; 2 wrong use; 6 a fault of symir itself left something out."
    )]
    Gen(GenArgs),
    /// Explore every path through a driver (a C program that declares its inputs) and print a test for each way it can
    /// end.
    #[command(
        after_help = "Exit codes: 0 done; 10 a bug was found in the tested program; 7 a native run does something \
                            else than its test says; 5 a limit ended the run early, its tests are written; 4 every path \
                            ended at something that symir does not support; 2 wrong use; 6 a fault of symir itself."
    )]
    Run(RunArgs),
    /// For a build server: make tests for the functions that a merge request changes, and write results that the server
    /// can show.
    #[command(
        after_help = "On standard output there is a line for each result, in the form of a compiler's messages: \
                            FILE:LINE:COLUMN: error: WORDS.\n\nExit codes: 0 done; 10 a bug was found in a function; 7 a native run \
                            does something else than its test says, or with --check a suite fails; 5 it was interrupted; 2 wrong \
                            use; 6 a fault of symir itself left something out."
    )]
    Ci(CiArgs),
    /// Find the calls that make an object which takes a function down a certain path, such as push, push, pop.
    #[command(
        after_help = "Exit codes: 0 done; 2 wrong use. If no sequence leads to a path, symir says why; that is no error."
    )]
    Sequences(SequencesArgs),
    /// Run recorded tests natively and say whether they still pass.
    #[command(
        after_help = "Exit codes: 0 no native run contradicts its test; 7 one does something else, or crashes; \
                            2 wrong use, or the program cannot be built natively."
    )]
    Replay(ReplayArgs),
    /// Run a program in symir's interpreter on ordinary values, as if it had been compiled and started.
    #[command(
        after_help = "The exit status is that of the program. It is 135, with a report on standard error, if the \
                            program has an error such as a read out of bounds, and 136 if it needs something that symir does not support."
    )]
    Exec(ExecArgs),
    /// Make tests for many routines, each in a process of its own, and write a table of the results.
    Bench(BenchArgs),
    /// The language server: shows tests, bugs and coverage in an editor, beside the code.
    Lsp(LspArgs),
    /// Write the tests of an earlier run in other formats.
    Export(ExportArgs),
    /// Check this machine: which compiler, libraries and solvers symir found, and what is missing.
    Doctor(DoctorArgs),
    /// Train and inspect the language model that makes strings readable.
    Model(ModelArgs),
    /// Print a page of the book, or the help of a command. Without a topic, list all topics.
    Help(HelpArgs),
    /// Print a script with which a shell completes symir's commands and options.
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
    /// C sources (.c), LLVM bitcode (.bc) or LLVM assembly (.ll). Several files are linked into one program.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// An argument of the program itself; may be given several times.
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    pub args: Vec<String>,

    /// Give the program MIN to MAX arguments of LEN bytes, each byte of any value.
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"])]
    pub sym_args: Option<Vec<u32>>,

    /// Give the program N bytes on standard input, each of any value.
    #[arg(long, value_name = "N")]
    pub sym_stdin: Option<u64>,

    /// Give the program a file NAME of N bytes, each of any value; may be given several times.
    #[arg(long, value_name = "NAME:N", value_parser = symbolic_file)]
    pub sym_file: Vec<(String, u64)>,

    /// What happens when the program calls a function that has no body.
    #[arg(long, value_enum, default_value_t = ExternalsName::Stop)]
    pub externals: ExternalsName,

    /// Where symir meets inline assembly, an intrinsic or a function of the C library that it has no model of, run it
    /// natively and go on with its result. Arguments that depend on inputs get the smallest values that the path
    /// allows, so other values are not explored; such tests are marked as approximated. Without this option the path
    /// ends there.
    #[arg(long)]
    pub concretize: bool,

    #[command(flatten)]
    pub mocks: MockArgs,

    /// Look for these errors too; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ERRORS")]
    pub detect: Vec<DetectName>,

    /// Accept calls of memcmp, bcmp and wmemcmp whose length is larger than a buffer, if the buffers differ before its
    /// end. Without this, such a call is an error, as it is for AddressSanitizer.
    #[arg(long)]
    pub lenient_memcmp: bool,

    /// Accept an index outside of an array that is a member of a structure or a row of another array, if the access
    /// stays within the whole object. Without this, such an index is an error, as it is for UndefinedBehaviorSanitizer.
    #[arg(long)]
    pub lenient_arrays: bool,

    /// Write tests and coverage as files into this folder.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,

    /// Print every test as soon as it is found, in the order of paths; with -o, also write a file of inputs for each of
    /// them. Without this, symir prints a chosen set at the end, with tests for every outcome, every side of a branch
    /// and every border value.
    #[arg(long)]
    pub all: bool,

    /// Also write the tests in these formats when the run has ended; several are separated by commas. Needs -o.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORMATS", requires = "output")]
    pub emit: Vec<EmitName>,

    /// Which tests the files of --emit contain. The default is `chosen` for unit tests, ktest and testcomp, and `path`
    /// for the other formats. Every bug keeps at least one test.
    #[arg(long, value_enum, value_name = "WHAT", requires = "emit")]
    pub minimize: Option<MinimizeName>,

    #[command(flatten)]
    pub property: PropertyArgs,

    /// The seed of all random choices. The same seed gives the same tests.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// End the run after this time (10 for ten seconds, or 500ms, 2m, 1h). Writing files and native runs are included.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// After Ctrl-C or SIGTERM, take at most this long to run the tests found so far natively and to write them.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub grace: Duration,

    /// End the run when nothing new is found any more: coverage of the functions under test and the kinds of results
    /// have not grown for as much work as it took to reach them, and for at least 300 paths or 5,000,000 instructions.
    #[arg(long, value_enum, value_name = "WHEN")]
    pub until: Option<UntilName>,

    /// End the run after this many paths.
    ///
    /// Of paths that follow a cycle of pointers without end, and have no tests, eight count as one.
    #[arg(long, value_name = "N")]
    pub paths: Option<u64>,

    /// End the run after this many instructions.
    #[arg(long, value_name = "N")]
    pub instructions: Option<u64>,

    /// Keep the memory of the process below this, such as 512M or 2G. Paths that do not fit wait as the list of
    /// branches that they have taken, and are executed again when their turn comes.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,

    /// End each path after N forks, with a test of what it has done so far.
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,

    /// End each path that stays in a loop although it could have left it N times, with a test of what it has done so
    /// far.
    #[arg(long, value_name = "N")]
    pub loop_limit: Option<u32>,

    /// Let each path fork at most N times at one place. After that it follows one side only, and the other sides end
    /// there with a test.
    #[arg(long, value_name = "N")]
    pub fork_limit: Option<u32>,

    /// Join the two sides of a branch into one path where they meet again, if they differ in few values. There are
    /// fewer paths then, but harder questions for the solver. One test stands for several paths; every jump in the code
    /// that some path takes is still taken by a test.
    #[arg(long, conflicts_with_all = ["checkpoint", "resume", "target", "memory", "depth", "loop_limit", "fork_limit"])]
    pub merge: bool,

    #[command(flatten)]
    pub search_for_inputs: SearchArgs,

    /// Make one test for each path. Without this, a path that computes its result without a branch gets a test for each
    /// kind of result: true and false, or negative, zero and positive, or each enumerator.
    #[arg(long)]
    pub one_test_a_path: bool,

    /// How many threads explore paths at the same time; by default one for each processor core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,

    /// Look only for the shortest test that reaches this line or function.
    #[arg(long, value_name = "FILE:LINE or FUNCTION", conflicts_with_all = ["checkpoint", "resume", "search"])]
    pub target: Option<String>,

    /// Save the progress of the run in this file again and again, so that --resume can continue it, even after a crash.
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Continue the run that wrote this file with --checkpoint. Its tests are printed too.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,

    /// How long a solver may take for one question, in processor time, so that other programs on the machine change
    /// nothing; with --solver portfolio, whose solvers run side by side, by the clock.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub query_time: Duration,

    /// How many conflicts a SAT solver may go through for one question, about; fewer where one conflict takes long.
    /// Other than a time limit, this limit stops a question at the same point in every run.
    #[arg(long, value_name = "N")]
    pub query_conflicts: Option<u64>,

    /// The solver to ask when symir cannot answer a question itself.
    #[arg(long, value_enum, default_value_t = SolverName::Sat)]
    pub solver: SolverName,

    /// Ask a second solver every question that the first one is asked. If one says that a condition can be true and the
    /// other that it cannot, the run ends with exit code 6. The second solver is Z3 for `--solver cvc5`, and cvc5
    /// otherwise; where cvc5 was already asked in the place of the SAT solver, it is Z3.
    #[arg(long)]
    pub check: bool,

    /// Leave out these links of the solving chain, see `symir help how-it-works`; several are separated by commas.
    #[arg(long, value_name = "LINKS", value_delimiter = ',', value_parser = link)]
    pub without: Vec<Link>,

    /// Write every question that a solver is asked into this folder, as SMT-LIB 2.
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,

    /// Which path to continue next: dfs, bfs, random-state, random-path, distance, new-coverage, depth, news, news-path,
    /// cost, iteration, locations, sites, depths, beginnings; or several by weight, such as random-path:2,distance:1. See `symir help limits`.
    /// The default is locations for a run with a limit, since it covers new code soonest, and dfs for a run without
    /// one, since it prints tests soonest.
    #[arg(long, value_name = "STRATEGY")]
    pub search: Option<Strategy>,

    #[command(flatten)]
    pub unknown: UnknownArgs,

    /// How to choose the values of strings and numbers.
    #[arg(long, value_enum, default_value_t = ReadableName::Words, value_name = "METHOD")]
    pub readable: ReadableName,

    /// The language model that chooses letters, instead of the English one.
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,

    /// A list of words, one a line, to use before those of the English dictionary; may be given several times. With a
    /// --model whose alphabet is not a to z, only these words are used.
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

    /// Do not complete paths that symir cannot follow to their end. Without this, symir runs them natively three times,
    /// and if the runs agree, their result becomes the test.
    #[arg(long, conflicts_with = "no_replay")]
    pub no_complete: bool,

    /// Do not repeat tests whose native runs differ from each other. Without this, symir records what `rand`, `time`
    /// and the like gave in the first run, and plays it back in the others.
    #[arg(long, conflicts_with = "no_replay")]
    pub no_record: bool,

    /// A library function whose result differs from run to run, such as one that reads a sensor. Native runs record its
    /// results and play them back. symir already knows those of the C library. May be given several times.
    #[arg(long, value_name = "FUNCTION")]
    pub source: Vec<String>,

    /// Do not run anything natively unless the kernel allows every protection; `symir doctor` says which ones hold
    /// here.
    #[arg(long)]
    pub require_containment: bool,

    /// How long one native run of a test may take.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    pub replay_time: Duration,

    /// Print for each test its name and, for each line of the source where the path depends on inputs, the condition
    /// that it meets there. At the end, list what only one test covers.
    #[arg(long)]
    pub explain: bool,

    /// Print tests and the summary as JSON, one object on each line.
    #[arg(long)]
    pub json: bool,

    /// Add to the summary how questions were answered, how often each rewrite rule was applied, and how often something
    /// was approximated.
    #[arg(long)]
    pub stats: bool,

    /// Print tests and errors only.
    #[arg(short, long)]
    pub quiet: bool,

    /// Show every warning of clang, and not only the first few.
    #[arg(long)]
    pub warnings: bool,

    /// What to link the program with, in native runs and in the makefile of suites: flags for the linker, such as
    /// `--link "-L../lib -lfoo"`, or a package that pkg-config knows, whose compiler flags are then used too; may be
    /// given several times. The mathematical library is always linked.
    #[arg(long, value_name = "FLAGS or PACKAGE", allow_hyphen_values = true)]
    pub link: Vec<String>,

    /// Flags for clang, after `--`.
    #[arg(last = true, value_name = "CLANG FLAGS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
}

#[derive(ClapArgs, Debug)]
pub struct ReplayArgs {
    /// The folder that `symir run -o` wrote, or some of its tests, such as DIR/inputs/0001.txt.
    #[arg(required = true, value_name = "DIR|TEST")]
    pub tests: Vec<PathBuf>,

    /// Only the test with this name, which --explain prints and tests.json contains; may be given several times.
    #[arg(long, value_name = "NAME")]
    pub test: Vec<String>,

    /// How long one native run of a test may take, instead of the limit of the run that wrote the tests.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub replay_time: Option<Duration>,

    /// Do not run anything natively unless the kernel allows every protection; `symir doctor` says which ones hold
    /// here.
    #[arg(long)]
    pub require_containment: bool,

    /// Do not replay. Instead, build a program that runs the one named test with the sanitizer that reports its error,
    /// for you to start under a debugger.
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,

    /// Also write the verdict on each test as JUnit XML.
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

    /// A further file of the program, which is linked to it; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,

    /// What happens when the program calls a function that has no body.
    #[arg(long, value_enum, default_value_t = ExternalsName::Native)]
    pub externals: ExternalsName,

    /// Look for these errors too; several are separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ERRORS")]
    pub detect: Vec<DetectName>,

    /// Accept calls of memcmp, bcmp and wmemcmp whose length is larger than a buffer, if the buffers differ before its
    /// end. Without this, such a call is an error, as it is for AddressSanitizer.
    #[arg(long)]
    pub lenient_memcmp: bool,

    /// Accept an index outside of an array that is a member of a structure or a row of another array, if the access
    /// stays within the whole object. Without this, such an index is an error, as it is for UndefinedBehaviorSanitizer.
    #[arg(long)]
    pub lenient_arrays: bool,

    /// Show every warning of clang, and not only the first few.
    #[arg(long)]
    pub warnings: bool,

    /// Print on standard error how many instructions ran in a second, and more.
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

    /// Take the sources that the manifest calls NAME from this folder, instead of fetching the package; may be given
    /// several times.
    #[arg(long, value_name = "NAME=DIR", value_parser = named_folder)]
    pub source: Vec<(String, PathBuf)>,

    /// The seed, instead of the manifest's.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// The time limit, instead of the manifest's.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,

    /// Print tests and the summary as JSON, one object on each line.
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
        /// How many letters in a row the model counts.
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
        after_help = "The measures are N, the readability measure of the 2016 paper, computed from pairs of letters; the bits \
                            that the language model needs for a letter, with the end of a word counted as a letter; and whether the \
                            text is a word of the dictionary. For tests, symir takes the mean over the strings of each function, \
                            and then the mean over the functions."
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
    /// Count capitals as small letters, for languages that write common words with capitals.
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
    /// The SAT solver CaDiCaL; cvc5 for questions about floating-point numbers.
    Sat,
    /// All of them at the same time; the first answer counts.
    Portfolio,
}

/// Which functions are mocked.
#[derive(ClapArgs, Clone, Debug)]
pub struct MockArgs {
    /// Replace these functions by mocks: a call of one does not run it, and its result is an input. Give names,
    /// patterns of names, or headers that declare the functions; several are separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "FUNCTIONS")]
    pub mock: Vec<String>,

    /// Do not mock these functions, even where symir would otherwise.
    #[arg(long, value_delimiter = ',', value_name = "FUNCTIONS")]
    pub mock_except: Vec<String>,

    /// Also try what happens when calls of these functions of the C library fail, in the ways that their documentation
    /// names. Give names such as malloc or read, or patterns of names; several are separated by commas. `symir gen`
    /// lets malloc and the like fail without being asked, wherever the code checks their result; --fail none turns that
    /// off.
    #[arg(long, value_delimiter = ',', value_name = "FUNCTIONS")]
    pub fail: Vec<String>,

    /// The most calls that fail on one path; 1 by default.
    #[arg(long, value_name = "N")]
    pub failures: Option<u32>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExternalsName {
    /// End the path as unsupported.
    Stop,
    /// Call the function in this machine's C library, with one concrete value for each argument.
    Native,
    /// Take any value as its result and go on; such tests are not run natively.
    Havoc,
    /// Replace it by a mock, which gives an input of the declared type as its result.
    Mock,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum DetectName {
    /// Reads of memory that was never written.
    Uninitialised,
    /// memcpy between places that overlap.
    Overlap,
    /// Memory that is not freed when the program ends, and to which no pointer leads any more.
    Leaks,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
pub enum ReadableName {
    /// The first values that symir found. This is the least work. With several workers, the values can differ from run
    /// to run.
    Witness,
    /// The smallest plain values, without letters.
    None,
    /// Letters wherever the path allows them, `a` before `b`.
    Base,
    /// Each letter is the one that most often follows the letter before it.
    Simplest,
    /// As simplest, but the first letter is drawn at random.
    Sp,
    /// Letters are drawn at random, by how often the language model has seen them.
    Roulette,
    /// Letters are drawn at random, each as likely as any other.
    Random,
    /// Words of the dictionary, wherever the path allows them.
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
