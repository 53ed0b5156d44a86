//! Sequences and invariants of small types, whose functions are compiled here.

use super::{Argument, Effort, Function, Library, OBJECT, Part, Sequence, backward, forward, invariants};
use crate::frontend;
use crate::util::{Deadline, Interrupt};

/// A lamp that goes on after two turns of a switch, and a box that holds one.
const LAMPS: &str = r#"
#include "symir.h"
#include <stdlib.h>
struct lamp { int turns; int most; };
struct box { struct lamp *lamp; int count; };
static struct lamp *lamp_new(int most) {
    if (most < 1 || most > 9) return NULL;
    struct lamp *l = malloc(sizeof *l);
    if (l != NULL) { l->turns = 0; l->most = most; }
    return l;
}
static void lamp_turn(struct lamp *l) { if (l->turns < l->most) l->turns++; }
static void box_init(struct box *b) { b->lamp = NULL; b->count = 0; }
static void box_put(struct box *b, struct lamp *l) { b->lamp = l; b->count = l == NULL ? 0 : 1; }
static int is_lit(const struct box *b) { return b->lamp != NULL && b->lamp->turns == 2; }
static int is_broken(const struct lamp *l) { return l->turns > l->most; }
void make(void) { SYMIR_TEST(lamp_new, symir_int("most")); }
void turn(void) {
    struct lamp *l = symir_pointer(struct lamp, "l");
    symir_assume(l != NULL);
    SYMIR_TEST(lamp_turn, l);
}
void init(void) {
    struct box *b = symir_pointer(struct box, "b");
    symir_assume(b != NULL);
    SYMIR_TEST(box_init, b);
}
void put(void) {
    struct box *b = symir_pointer(struct box, "b");
    symir_assume(b != NULL);
    SYMIR_TEST(box_put, b, symir_pointer(struct lamp, "l"));
}
void lit(void) {
    struct box *b = symir_pointer(struct box, "b");
    symir_assume(b != NULL);
    SYMIR_TEST(is_lit, b);
}
void broken(void) {
    struct lamp *l = symir_pointer(struct lamp, "l");
    symir_assume(l != NULL);
    SYMIR_TEST(is_broken, l);
}
int main(void) { make(); turn(); init(); put(); lit(); broken(); return 0; }
"#;

const EFFORT: Effort = Effort { calls: 6, tries: 5000, until: None };

fn lamps() -> Library {
    lamps_until(Deadline::default())
}

fn lamps_until(deadline: Deadline) -> Library {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("lamps.c");
    std::fs::write(&path, LAMPS).expect("written");
    let program = frontend::compile(&[path], &frontend::Options::default()).expect("it compiles").program;
    let functions = [
        ("lamp_new", "make", Part::Maker),
        ("lamp_turn", "turn", Part::Modifier(0)),
        ("box_init", "init", Part::Storage(0)),
        ("box_put", "put", Part::Modifier(0)),
        ("is_lit", "lit", Part::Target),
        ("is_broken", "broken", Part::Target),
    ];
    let functions = functions.map(|(name, driver, part)| Function {
        name: name.to_owned(),
        driver: program.function_named(driver).expect("it is defined"),
        part,
    });
    Library::new(program, functions.to_vec(), deadline)
}

/// The path that returns one, of the function under test with this number.
fn path(library: &mut Library, target: usize) -> usize {
    let paths = library.of(target);
    let found = paths.into_iter().find_map(|path| Some((path, library.gives(path, 1)?)));
    let (path, condition) = found.expect("a path gives one");
    library.assume(path, condition);
    path
}

fn names(sequence: &Sequence) -> Vec<&str> {
    sequence.calls.iter().map(|call| call.function.as_str()).collect()
}

#[test]
fn both_algorithms_find_the_shortest_sequence() {
    let mut library = lamps();
    let path = path(&mut library, 4);
    for algorithm in [forward, backward] {
        let (found, work) = algorithm(&mut library, path, EFFORT);
        let sequence = found.expect("there is one");
        let mut made = names(&sequence);
        assert_eq!(made.pop(), Some("is_lit"));
        made.sort_unstable();
        assert_eq!(made, ["box_init", "box_put", "lamp_new", "lamp_turn", "lamp_turn"]);
        assert!(work.tries > 0 && work.questions > 0, "{work:?}");
        let maker = sequence.calls.iter().find(|call| call.function == "lamp_new").expect("it is made");
        // Two turns have to be allowed.
        assert!(matches!(maker.arguments[..], [Argument::Number(2..=9)]), "{:?}", maker.arguments);
        let storage = sequence.calls.iter().find(|call| call.function == "box_init").expect("it is set up");
        assert_eq!(storage.arguments, [Argument::Object(storage.storage.expect("it has storage"))]);
    }
}

/// A solver that is asked without end would keep everything waiting.
#[test]
fn an_interrupt_ends_the_exploration() {
    let interrupt = Interrupt::default();
    interrupt.raise();
    let library = lamps_until(Deadline::new(None, interrupt));
    assert!(library.narrowed.contains(&"lamp_turn".to_owned()), "{:?}", library.narrowed);
    assert!(library.summaries.len() < lamps().summaries.len());
}

#[test]
fn what_no_call_brings_about_is_refused_with_the_members_that_contradict() {
    let mut library = lamps();
    let path = path(&mut library, 5);
    let (found, _) = backward(&mut library, path, EFFORT);
    let why = found.expect_err("no lamp has more turns than it may have");
    assert!(why.contains("contradicts the path in l->most, l->turns"), "{why}");
    let (found, work) = forward(&mut library, path, EFFORT);
    assert!(found.is_err() && !work.is_whole, "{work:?}");
}

#[test]
fn an_effort_ends_the_search() {
    let mut library = lamps();
    let path = path(&mut library, 4);
    for algorithm in [forward, backward] {
        let (found, work) = algorithm(&mut library, path, Effort { tries: 3, ..EFFORT });
        assert!(found.expect_err("too few").starts_with("no sequence was found, although "), "{work:?}");
        let (found, _) = algorithm(&mut library, path, Effort { calls: 4, ..EFFORT });
        assert!(found.is_err(), "it takes five calls");
    }
}

#[test]
fn members_go_together_after_each_call() {
    let mut library = lamps();
    let all: Vec<Vec<String>> = invariants(&mut library).into_iter().map(|it| it.conditions).collect();
    let all: Vec<String> = all.concat().iter().map(|it| it.replace(OBJECT, "p")).collect();
    for part in [
        "p->turns <= p->most",
        "p->turns >= 0",
        "p->most >= 1",
        "p->most <= 9",
        "p->count <= 1",
        "(p->lamp == NULL) == (p->count == 0)",
    ] {
        assert!(all.iter().any(|it| it == part), "no `{part}` among {all:?}");
    }
    assert!(!all.iter().any(|it| it == "p->turns >= 1" || it == "p->lamp != NULL"), "{all:?}");
}
