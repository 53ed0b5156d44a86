//! The flags of a search by native runs.

use clap::{Args as ClapArgs, ValueEnum};

/// What finds inputs.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineName {
    /// Explore paths symbolically, and nothing else.
    Symbolic,
    /// Run the program natively on many inputs. Only the paths of inputs that it finds are followed symbolically.
    Search,
    /// Explore paths symbolically and search with native runs by turns, for the branches that no test takes.
    Both,
    /// As search, but every input is drawn at random.
    Random,
}

/// What makes one native run nearer to a side of a branch than another.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum FitnessName {
    /// How far the operands of the branch's comparison are from the other outcome.
    BranchDistance,
    /// How long the run takes the same path as the first run that came to the branch.
    ReferencePath,
    /// How many steps through the code separate the nearest branch that the run could have taken from the one that is
    /// looked for; then how far the operands at that branch are from the other outcome.
    #[default]
    ManyDirections,
}

/// How a search makes new inputs from those it has.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum EvolutionName {
    /// Work on all branches at once, and keep the nearest inputs for each side that no test takes.
    #[default]
    Archive,
    /// Work on one side of a branch after the other. One parent has one child, and the nearer of the two stays.
    Single,
    /// Work on one side of a branch after the other. Several parents have children, and the nearest of all stay.
    Population,
}

/// Names of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(pub Vec<String>);

/// How inputs are searched for.
#[derive(ClapArgs, Debug)]
pub struct SearchArgs {
    /// How to find inputs. Native runs find inputs where a solver gives up, such as for a checksum; see `symir help
    /// search`. symir then follows the path of such an input symbolically, so its test is like all others. Without this
    /// option, a run with --time does both, and every other run explores paths only.
    #[arg(long, value_enum, value_name = "ENGINE", conflicts_with_all = ["target", "checkpoint", "resume"])]
    pub engine: Option<EngineName>,

    /// The most native runs that a search may make. Without this option they are 100,000; with --time and --engine
    /// `search` or `random`, only the time is limited.
    #[arg(long, value_name = "N")]
    pub evaluations: Option<u64>,

    /// How a search measures which of two native runs came nearer to a side of a branch.
    #[arg(long, value_enum, value_name = "FITNESS", default_value_t)]
    pub fitness: FitnessName,

    /// How a search makes new inputs from those it has.
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    pub evolution: EvolutionName,

    /// How many parents and children there are with `--evolution population`.
    #[arg(long, value_name = "PARENTS,CHILDREN", value_parser = population, default_value = "10,40")]
    pub population: [usize; 2],

    /// Start again from other inputs after N native runs that came no nearer, with `--evolution single` or
    /// `population`.
    #[arg(long, value_name = "N")]
    pub restart_after: Option<u64>,

    /// Inputs that belong together, such as x and y of a point: when a search changes one of them, it changes the
    /// others too. May be given several times.
    #[arg(long, value_name = "NAME,NAME,…", value_parser = names)]
    pub together: Vec<Names>,
}

/// Names with commas between them.
fn names(text: &str) -> Result<Names, String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
    if names.len() < 2 || names.iter().any(String::is_empty) {
        return Err(format!("`{text}`: these are names of two inputs or more, such as x,y"));
    }
    Ok(Names(names))
}

/// How many parents and children there are.
fn population(text: &str) -> Result<[usize; 2], String> {
    let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some([parents @ 1..=10_000, children @ 1..=10_000]) => Ok([*parents, *children]),
        _ => Err(format!("`{text}`: these are two numbers from 1 to 10000, such as 10,40")),
    }
}
