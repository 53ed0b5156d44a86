//! When a search by native runs has its turn beside exploration.
//!
//! Both are counted in work: exploration in instructions and questions, a search in evaluations. Nothing here
//! looks at a clock, so that a run with one worker repeats. Each turn is a share of the work. The share
//! depends on how much the two have covered for their work lately: a bandit with two arms, whose old gains
//! count half as much after each turn.

/// Work that an evaluation counts as: a native run of a small function takes about as long as so many
/// instructions.
const EVALUATION: u64 = 30;
/// Evaluations of the first turn; each turn that finds nothing doubles it.
const FIRST_TURN: u64 = 2_000;
/// The same if the search has the first turn, since nothing is covered yet.
const OPENING_TURN: u64 = 16_000;
const LONGEST_TURN: u64 = 32_000;
/// Work before the first turn. It takes about as long as building the program for native runs. A run that
/// ends before does not need a search, or has it at its end.
const FIRST_AT: u64 = 10_000_000;
/// How much work each of the two is assumed to have done at the beginning.
const BEFORE: u64 = 300_000;
/// Bounds of the share of a search. Neither of the two is ever given up.
const SHARES: [f64; 2] = [0.1, 0.75];

/// What one of the two has covered, and how much work that took.
#[derive(Clone, Debug)]
struct Arm {
    gain: f64,
    work: f64,
}

impl Arm {
    /// Starts with a small gain for little work, so that the first turns decide.
    fn new() -> Self {
        Self { gain: 1.0, work: BEFORE as f64 }
    }

    fn add(&mut self, gain: u64, work: u64) {
        self.gain = self.gain / 2.0 + gain as f64;
        self.work = self.work / 2.0 + work as f64;
    }

    fn rate(&self) -> f64 {
        // Without a gain, the rate is lower the more work was done.
        (self.gain + 0.01) / self.work.max(1.0)
    }
}

/// The turns of a search.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    exploration: Arm,
    search: Arm,
    /// Work and covered edges when exploration began its turn; `None` in its first turn.
    began: Option<[u64; 2]>,
    next_at: u64,
    evaluations: u64,
}

impl Turns {
    /// With `is_first`, the search has the first turn.
    pub(super) fn new(is_first: bool) -> Self {
        Self {
            exploration: Arm::new(),
            search: Arm::new(),
            began: None,
            next_at: if is_first { 0 } else { FIRST_AT },
            evaluations: if is_first { OPENING_TURN } else { FIRST_TURN },
        }
    }

    /// Whether exploration has done so much work that it is the search's turn.
    pub(super) fn is_due(&self, work: u64) -> bool {
        work >= self.next_at
    }

    /// Ends the turn of exploration, with this work done and so many edges covered. Returns how many
    /// evaluations the search may use in its turn.
    pub(super) fn begin(&mut self, work: u64, covered: u64) -> u64 {
        // What exploration covers before the first turn is easy to cover, and says nothing about what is
        // left.
        if let Some([work_before, covered_before]) = self.began {
            self.exploration.add(covered.saturating_sub(covered_before), work.saturating_sub(work_before));
        }
        self.evaluations
    }

    /// Ends the turn of the search, in which it has covered `gain` edges; `covered` are covered now.
    pub(super) fn end(&mut self, work: u64, gain: u64, covered: u64) {
        let spent = self.evaluations * EVALUATION;
        self.search.add(gain, spent);
        let (search, exploration) = (self.search.rate(), self.exploration.rate());
        let share = (search / (search + exploration)).clamp(SHARES[0], SHARES[1]);
        self.evaluations = if gain > 0 { FIRST_TURN } else { (2 * self.evaluations).min(LONGEST_TURN) };
        let next = (self.evaluations * EVALUATION) as f64 * (1.0 - share) / share;
        self.began = Some([work, covered]);
        self.next_at = work + next as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work of exploration between the turn that ends now and the next, for each evaluation of that one.
    fn pause(turns: &Turns, work: u64) -> f64 {
        (turns.next_at - work) as f64 / turns.evaluations as f64
    }

    #[test]
    fn who_covers_more_gets_more() {
        let after = |explored: u64, found: u64| {
            let mut turns = Turns::new(false);
            let (mut work, mut covered) = (FIRST_AT, 10);
            let mut last = 0.0;
            for _ in 0..5 {
                assert!(turns.is_due(work));
                covered += explored;
                turns.begin(work, covered);
                covered += found;
                turns.end(work, found, covered);
                assert!(!turns.is_due(work));
                last = pause(&turns, work);
                work = turns.next_at;
            }
            last
        };
        assert!(after(0, 3) < after(3, 3));
        assert!(after(3, 3) < after(3, 0));
        assert!(after(30, 0) <= EVALUATION as f64 * 9.001, "the search is never given up");
        assert!(after(0, 30) >= EVALUATION as f64 / 3.001, "nor is exploration");
    }
}
