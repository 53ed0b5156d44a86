//! Strategies on frontiers made by hand.

use super::*;
use crate::ir::Program;
use crate::util::Rng;
use std::collections::BTreeMap;

fn scene() -> Scene {
    let program = Program::default();
    Scene { graph: Arc::new(Graph::new(&program)), covered: Arc::new(Covered::new(&program)), goal: None }
}

fn candidate(id: usize) -> Candidate {
    Candidate {
        id: StateId::new(id),
        depth: 0,
        beginning: 0,
        instructions: 0,
        since_new: 0,
        cost: 0,
        iteration: 0,
        is_tired: false,
        has_arrived: false,
        site: None,
        call_stack: [].into(),
    }
}

fn start(strategy: &str) -> Box<dyn Searcher> {
    strategy.parse::<Strategy>().expect("the strategy has a name").start(&Rng::from_seed(1))
}

/// Picks all states, as if the path of each ended at once.
fn drain(searcher: &mut dyn Searcher) -> Vec<usize> {
    std::iter::from_fn(|| {
        let id = searcher.pick(&scene())?;
        searcher.add(&scene(), Some(id), &[]);
        Some(id.index())
    })
    .collect()
}

/// Adds a fork of 0 into 1 and 2, forks 1 into 3 and 4 if it is picked, and gives the order of the rest.
fn order(strategy: &str) -> Vec<usize> {
    let mut searcher = start(strategy);
    searcher.add(&scene(), None, &[candidate(1), candidate(2)]);
    assert_eq!(searcher.pick(&scene()), Some(StateId::new(1)));
    searcher.add(&scene(), Some(StateId::new(1)), &[candidate(3), candidate(4)]);
    drain(&mut *searcher)
}

#[test]
fn depth_first_finishes_a_subtree_before_the_next() {
    assert_eq!(order("dfs"), [3, 4, 2]);
}

#[test]
fn breadth_first_serves_in_the_order_of_arrival() {
    assert_eq!(order("bfs"), [2, 3, 4]);
}

#[test]
fn a_tired_state_waits_for_the_others() {
    let mut searcher = start("dfs");
    searcher.add(&scene(), None, &[candidate(1)]);
    searcher.add(&scene(), None, &[Candidate { is_tired: true, ..candidate(2) }]);
    assert_eq!(drain(&mut *searcher), [1, 2]);
}

#[test]
fn every_strategy_gives_each_state_once_and_forgets_what_it_is_told() {
    let mixes = ["dfs:1,random-path:3", "distance,bfs,news:2"];
    for name in Part::named().map(|(_, name)| name).chain(mixes) {
        let mut searcher = start(name);
        let family: Vec<Candidate> = (0..40)
            .map(|id| Candidate {
                depth: id % 7,
                since_new: id as u64 * 90,
                iteration: id as u32 % 5,
                ..candidate(id)
            })
            .collect();
        searcher.add(&scene(), None, &family);
        searcher.retain(&|id| id.index() != 17);
        let mut left = drain(&mut *searcher);
        left.sort_unstable();
        assert_eq!(left, (0..40).filter(|id| *id != 17).collect::<Vec<_>>(), "{name}");
    }
}

/// Many states wait at different places of a library function that the program calls at one place.
#[test]
fn states_within_the_library_have_one_turn_together() {
    let at = |id: usize, place: usize, site: usize| Candidate {
        call_stack: [Pc::new(place), Pc::new(site)].into(),
        site: Some(Pc::new(site)),
        ..candidate(id)
    };
    let within: Vec<Candidate> = (0..40).map(|id| at(id, 100 + id, 50)).collect();
    let turn_of_the_other = |strategy: &str| {
        let mut searcher = start(strategy);
        searcher.add(&scene(), None, &[within.clone(), vec![at(40, 200, 60)]].concat());
        drain(&mut *searcher).iter().position(|id| *id == 40)
    };
    assert_eq!(turn_of_the_other("locations"), Some(40), "each place has a turn before");
    assert_eq!(turn_of_the_other("sites"), Some(1), "the call has one turn before");
}

/// Every state forks until it has 60 forks behind it: without a bound nearly as many wait as were picked.
#[test]
fn states_in_groups_wait_up_to_a_number() {
    for strategy in ["locations", "sites", "depths"] {
        let mut searcher = start(strategy);
        searcher.add(&scene(), None, &[candidate(0)]);
        let (mut n_made, mut n_waiting, mut most) = (1, 1, 0);
        let mut depths: BTreeMap<usize, usize> = [(0, 0)].into();
        for _ in 0..3 * groups::MOST_WAITING {
            let id = searcher.pick(&scene()).expect("there are states");
            let depth = depths.remove(&id.index()).expect("no state is picked twice") + 1;
            let n_sides = if depth < 60 { 2 } else { 0 };
            let family: Vec<Candidate> =
                (n_made..n_made + n_sides).map(|id| Candidate { depth, ..candidate(id) }).collect();
            depths.extend(family.iter().map(|candidate| (candidate.id.index(), depth)));
            searcher.add(&scene(), Some(id), &family);
            n_made += n_sides;
            n_waiting = n_waiting - 1 + n_sides;
            most = most.max(n_waiting);
        }
        assert!(most <= groups::MOST_WAITING + 60, "{strategy}: {most} states wait");
        assert!(most > groups::MOST_WAITING / 2, "{strategy}: breadth comes first");
    }
}

/// A subtree of one state against one of a hundred.
#[test]
fn a_random_path_is_fair_to_subtrees() {
    let mut searcher = start("random-path");
    searcher.add(&scene(), None, &[candidate(0), candidate(1)]);
    let many: Vec<Candidate> = (2..102).map(candidate).collect();
    searcher.add(&scene(), Some(StateId::new(1)), &many);
    let picked = (0..1000).filter(|_| searcher.pick(&scene()) == Some(StateId::new(0))).count();
    assert!((400..600).contains(&picked), "{picked} of 1000");
}

#[test]
fn among_paths_with_equally_new_code_a_random_path_is_fair_to_subtrees() {
    let mut searcher = start("news-path");
    let old = |id| Candidate { since_new: 1 << 30, ..candidate(id) };
    searcher.add(&scene(), None, &[candidate(1), candidate(2)]);
    // One subtree has a state with news, and one has 98 such states. What is old is hardly ever drawn.
    let many: Vec<Candidate> = (100..198).map(candidate).chain((200..300).map(old)).collect();
    searcher.add(&scene(), Some(StateId::new(2)), &many);
    let picked: Vec<usize> = (0..400).filter_map(|_| searcher.pick(&scene())).map(StateId::index).collect();
    let n_alone = picked.iter().filter(|id| **id == 1).count();
    assert!((120..280).contains(&n_alone), "{n_alone}");
    let n_old = picked.iter().filter(|id| **id >= 200).count();
    assert!(n_old < 4, "{n_old}");
}

#[test]
fn turns_go_by_weight() {
    let mut searcher = start("dfs:1,bfs:3");
    let family: Vec<Candidate> = (0..100).map(candidate).collect();
    searcher.add(&scene(), None, &family);
    // Breadth first takes the oldest state. Depth first takes the first of the newest family: the same.
    let order: Vec<usize> = drain(&mut *searcher);
    assert_eq!(order, (0..100).collect::<Vec<_>>());
    let mut counts: BTreeMap<bool, usize> = BTreeMap::new();
    for id in 0..100 {
        searcher.add(&scene(), None, &[candidate(1000 + id)]);
    }
    for _ in 0..40 {
        let id = searcher.pick(&scene()).expect("a hundred wait");
        searcher.add(&scene(), Some(id), &[]);
        *counts.entry(id.index() < 1050).or_default() += 1;
    }
    assert_eq!(counts, BTreeMap::from([(true, 30), (false, 10)]));
}

#[test]
fn each_group_has_its_turn() {
    let mut searcher = start("depths");
    let deep: Vec<Candidate> = (0..20).map(|id| Candidate { depth: 9, ..candidate(id) }).collect();
    searcher.add(&scene(), None, &deep);
    searcher.add(&scene(), None, &[Candidate { depth: 1, ..candidate(100) }, candidate(101)]);
    assert!(drain(&mut *searcher)[..3].contains(&100));
}

#[test]
fn what_is_new_goes_first() {
    let mut searcher = start("new-coverage");
    let since = |id, since_new| Candidate { since_new, ..candidate(id) };
    searcher.add(&scene(), None, &[since(0, 5000), since(1, 10), since(2, 300)]);
    assert_eq!(drain(&mut *searcher), [1, 2, 0]);
}

#[test]
fn names_of_strategies_are_read_and_written() {
    for text in ["dfs", "random-path:2,distance:1"] {
        assert_eq!(text.parse::<Strategy>().map(|strategy| strategy.to_string()), Ok(text.to_owned()));
    }
    assert!("deepest".parse::<Strategy>().is_err_and(|error| error.contains("random-path")));
    assert!("dfs:0".parse::<Strategy>().is_err());
    let former: Strategy = "places:2,dfs".parse().expect("a former name"); // former
    assert_eq!(former.to_string(), "locations:2,dfs:1");
}
