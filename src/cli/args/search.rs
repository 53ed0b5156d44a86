//! The flags of a search by native runs.

use clap::{Args as ClapArgs, ValueEnum};

/// What finds inputs.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum EngineName {
    /// Paths are explored symbolically.
    #[default]
    Symbolic,
    /// Native runs search for inputs, and their paths are all that is followed.
    Search,
    /// Paths are explored, and native runs search in turns for inputs that take what no test takes.
    Both,
    /// As search, but inputs are drawn at random.
    Random,
}

/// What makes one native run nearer to a side of a branch than another.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum FitnessName {
    /// The distance of the branch itself.
    BranchDistance,
    /// How long it goes along with the way of the first run that came to the branch.
    ReferencePath,
    /// The least way over control flow from what the run could have taken, then the distance there.
    #[default]
    ManyDirections,
}

/// How a search comes from inputs to nearer ones.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, ValueEnum)]
pub enum EvolutionName {
    /// An archive has the nearest inputs for every side of a branch that is looked for.
    #[default]
    Archive,
    /// One side after the other; one parent has one child.
    Single,
    /// One side after the other; several parents have children, and the nearest of all of them go on.
    Population,
}

/// Names of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(pub Vec<String>);

/// How inputs are searched for.
#[derive(ClapArgs, Debug)]
pub struct SearchArgs {
    /// What finds inputs. A search by native runs comes where solvers stop; what it finds is followed symbolically, so that
    /// tests of it are like all others.
    #[arg(long, value_enum, value_name = "ENGINE", default_value_t, conflicts_with_all = ["target", "checkpoint", "resume"])]
    pub engine: EngineName,

    /// How many native runs a search may do in all.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub evaluations: u64,

    /// What makes one native run nearer to a side of a branch than another, for a search.
    #[arg(long, value_enum, value_name = "FITNESS", default_value_t)]
    pub fitness: FitnessName,

    /// How a search comes from inputs to nearer ones.
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    pub evolution: EvolutionName,

    /// The parents and the children of `--evolution population`.
    #[arg(long, value_name = "PARENTS,CHILDREN", value_parser = population, default_value = "10,40")]
    pub population: [usize; 2],

    /// Begin anew, from other inputs, after so many native runs that came no nearer. This is for `--evolution single` and
    /// `population`.
    #[arg(long, value_name = "N")]
    pub restart_after: Option<u64>,

    /// Change these inputs together when a search changes one of them. May be given more than once.
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
