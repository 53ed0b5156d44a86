//! Tests of the invariants of a path, and of joining two states from one fork, on small programs.

use super::path::Fork;
use super::{ChoiceDepths, Ending, ExecOptions, ExecStats, Join, Leg, Machine, Path, Start, State, Stop};
use crate::expr::{Arena, Assignment, Evaluator, ExprId, SymbolId, SymbolKey};
use crate::ir::{Joins, Pc, text};
use crate::solver::{Solver, SolverOptions};
use crate::util::Bits;
use std::rc::Rc;
use std::sync::Arc;

/// Terms over one byte, and a solver that answers questions about them.
struct Fixture {
    arena: Arena,
    solver: Solver,
    byte: ExprId,
}

impl Fixture {
    fn new() -> Self {
        let mut arena = Arena::new();
        let byte = arena.symbol(SymbolKey { input: 0, element: 0, name: "b".into(), width: Bits(8) });
        Self { arena, solver: Solver::new(SolverOptions::default()), byte }
    }

    fn symbol(&self) -> SymbolId {
        self.arena.node(self.byte).symbol()
    }

    fn below(&mut self, limit: u128) -> ExprId {
        let limit = self.arena.constant(Bits(8), limit);
        self.arena.ult(self.byte, limit)
    }

    fn fork(&mut self, path: &Path, condition: ExprId) -> Fork {
        path.fork(&mut self.arena, &mut self.solver, condition)
    }
}

#[test]
fn both_sides_of_a_fork_have_their_witnesses() {
    let mut fixture = Fixture::new();
    let small = fixture.below(10);
    let mut path = Path::new();
    let Fork::Asked { when_true: Some(yes), when_false: Some(no) } = fixture.fork(&path, small) else {
        panic!("both sides are possible")
    };
    let mut other = path.clone();
    let symbol = fixture.symbol();
    path.assume(&fixture.arena, &mut fixture.solver, yes);
    other.assume(&fixture.arena, &mut fixture.solver, no);
    let value = |path: &Path| path.witness().expect("both are confirmed").get(symbol);
    assert!(value(&path) < 10 && value(&other) >= 10);
    let Fork::Asked { when_true: Some(_), when_false: None } = fixture.fork(&path, small) else {
        panic!("what the path assumes holds")
    };
    let smaller = fixture.below(5);
    let Fork::Asked { when_true: None, when_false: Some(_) } = fixture.fork(&other, smaller) else {
        panic!("10 and more are never below 5")
    };
}

#[test]
fn what_is_learnt_keeps_the_witness_or_drops_it() {
    let mut fixture = Fixture::new();
    let (small, large) = (fixture.below(10), fixture.below(1));
    let mut path = Path::new();
    path.learn(&fixture.arena, &mut fixture.solver, small);
    assert!(path.witness().is_some(), "zero is below 10");
    let large = fixture.arena.not(large);
    path.learn(&fixture.arena, &mut fixture.solver, large);
    assert!(path.witness().is_none());
    let path = path.confirmed(&fixture.arena, &mut fixture.solver).expect("a byte from 1 to 9");
    let value = path.witness().map(|witness| witness.get(fixture.symbol()));
    assert!(value.is_some_and(|value| (1..10).contains(&value)));
}

#[test]
#[should_panic(expected = "the witness of a path does not satisfy its condition")]
fn a_witness_that_breaks_the_promise_is_noticed() {
    let mut fixture = Fixture::new();
    let small = fixture.below(10);
    let mut path = Path::new();
    path.learn(&fixture.arena, &mut fixture.solver, small);
    let mut wrong = Assignment::new();
    wrong.set(fixture.symbol(), 10);
    path.follow(&fixture.arena, &mut fixture.solver, Rc::new(wrong));
}

/// Two sides that meet with different values in a register and in memory.
const DIAMOND: &str = "
    constant @x: 2 bytes align 1 = \"x\"
    declare symir_int(%0: 64) -> 1
    function main() -> 1
    b0:
      %0 = alloca 1 * 4 align 4
      %1 = call symir_int(@x: pointer64) -> 1
      %2 = icmp-slt.32 %1, 5
      branch %2 ? b1 : b2
    b1:
      store.32 10 -> [%0]
      jump b3 {%3 = 1}
    b2:
      store.32 20 -> [%0]
      jump b3 {%3 = 2}
    b3:
      %4 = load.32 [%0]
      %5 = add.32 %3, %4
      ret %5";

/// The states of a program's first fork, run to where they meet: the state itself and the other one.
fn at_join(text: &str) -> (Machine, State, State, Pc) {
    let program = Arc::new(text::program(text));
    let joins = Joins::new(&program);
    let mut machine = Machine::new(Arc::clone(&program), SolverOptions::default(), ExecOptions::default());
    machine.pause_at(joins.locations());
    let main = program.function_named("main").expect("there is a main");
    let mut first = machine.start(main, &Start::default()).remove(0);
    let mut counts = ExecStats::default();
    let Leg::Stopped(Stop::Forked(mut children), at) = machine.run_to(&mut first, 100, None, &mut counts)
    else {
        panic!("the program forks")
    };
    assert_eq!((children.len(), counts.forks), (1, 1));
    let mut second = children.remove(0).state;
    let at = joins.of(at).expect("the sides meet");
    for state in [&mut first, &mut second] {
        let join = Join { at, depth: 1 };
        assert!(matches!(machine.run_to(state, 100, Some(join), &mut counts), Leg::Joined));
    }
    (machine, first, second, at)
}

fn merge(text: &str) -> Option<(Machine, State)> {
    let (mut machine, first, second, at) = at_join(text);
    let joins = Joins::new(&machine.program);
    let merged = machine.merge(&first, &second, joins.live(at), &mut ChoiceDepths::default())?;
    Some((machine, merged.state))
}

#[test]
fn a_joined_state_has_what_either_side_has() {
    let (mut machine, mut state) = merge(DIAMOND).expect("the two differ in values only");
    assert_eq!(state.path.conditions().len(), 0, "one of both sides holds always");
    assert_eq!(state.path.decisions().latest_first().count(), 0);
    let stop = machine.run(&mut state, 100, &mut ExecStats::default());
    let Stop::Ended(Ending::Returned(result), _) = stop else { panic!("the joined state returns") };
    let result = result.to_term(&mut machine.arena, Bits(32));
    for (input, expected) in [(4, 11), (5, 22), (0x8000_0000, 11)] {
        let mut values = Assignment::new();
        values.set(state.inputs[0].symbols[0], input);
        assert_eq!(Evaluator::new().eval(&machine.arena, &values, result), expected);
    }
}

#[test]
fn states_that_differ_in_more_than_values_do_not_join() {
    let more_inputs = DIAMOND.replace("store.32 10 -> [%0]", "%6 = call symir_int(@x: pointer64) -> 1");
    assert!(merge(&more_inputs).is_none(), "an input that only one side has");
    let (mut machine, first, _, at) = at_join(DIAMOND);
    let joins = Joins::new(&machine.program);
    let same = machine.merge(&first, &first, joins.live(at), &mut ChoiceDepths::default());
    assert!(same.is_none(), "nothing tells one from the other");
}

#[test]
fn the_first_way_is_the_states_own_and_counts_are_of_each_run() {
    let text = DIAMOND.replace("%2 = icmp-slt.32 %1, 5", "switch.32 %1: 1 -> b1, 2 -> b2, else b3 {%3 = 0}");
    let text = text.replace("branch %2 ? b1 : b2", "");
    let program = Arc::new(text::program(&text));
    let mut machine = Machine::new(Arc::clone(&program), SolverOptions::default(), ExecOptions::default());
    let main = program.function_named("main").expect("there is a main");
    let mut state = machine.start(main, &Start::default()).remove(0);
    let mut counts = ExecStats::default();
    let Stop::Forked(children) = machine.run(&mut state, 100, &mut counts) else {
        panic!("the switch forks")
    };
    let decision_paths: Vec<_> = children.iter().map(|child| child.state.decision_path.clone()).collect();
    assert_eq!((state.decision_path.clone(), decision_paths), (vec![0], vec![vec![1], vec![2]]));
    assert_eq!((counts.instructions, counts.forks), (3, 2));
    let mut of_second = ExecStats::default();
    machine.run(&mut state, 100, &mut of_second);
    assert_eq!(of_second.forks, 0);
    assert_eq!(state.instructions, counts.instructions + of_second.instructions);
}
