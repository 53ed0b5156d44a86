//! Which state to advance next.
//!
//! A searcher sees numbers about states, never their insides. To add a strategy: implement [`Searcher`], give
//! it a variant of [`Strategy`], and an arm in [`Strategy::start`].

mod order;

crate::define_id!(
    /// A waiting state, as the engine numbers it.
    StateId
);

/// What a searcher knows of a waiting state.
#[derive(Copy, Clone, Debug)]
pub struct Candidate {
    pub id: StateId,
    /// Forks on the path so far.
    pub depth: usize,
    /// Instructions on the path so far.
    pub instructions: u64,
    /// The state has used up its fuel without forking.
    pub is_tired: bool,
}

/// A frontier with an order.
pub trait Searcher {
    /// Adds states. Those of one fork come together, in the order of their choices.
    fn add(&mut self, family: &[Candidate]);

    /// Takes the state to advance next.
    fn pick(&mut self) -> Option<StateId>;
}

/// The strategies by name.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// The newest state first: paths end one after the other, in the order of their trails. A state that
    /// runs long without forking lets the others go first.
    #[default]
    DepthFirst,
    /// The oldest state first: all paths grow evenly.
    BreadthFirst,
}

impl Strategy {
    /// A searcher with an empty frontier.
    pub fn start(self) -> Box<dyn Searcher> {
        match self {
            Strategy::DepthFirst => Box::new(order::DepthFirst::default()),
            Strategy::BreadthFirst => Box::new(order::BreadthFirst::default()),
        }
    }
}
