//! Parameters for what an earlier call returned, or was given to keep: `pool_give(pool, block)` wants a block
//! that `pool_take(pool)` returned for the same pool, and `list_unlink(list, node)` a node that
//! `list_append(list, node)` has put into that list. Any other object would break what the functions of the
//! type agree on.

use super::touched::Touched;
use super::{Api, Class, Kind, Member, Way, is_called};
use crate::generate::roles::{Parameter, Role, pointee};
use crate::ir::NAME;
use std::collections::BTreeMap;

/// Words in the names of functions that hand out what belongs to an object, and of those that take it back.
const GIVES: [&str; 9] =
    ["alloc", "malloc", "calloc", "new", "take", "acquire", "borrow", "reserve", "obtain"];
const TAKES_BACK: [&str; 15] = [
    "free", "give", "release", "return", "dealloc", "unref", "recycle", "drop", "delete", "remove",
    "unborrow", "unlink", "detach", "erase", "cancel",
];
/// The functions of the C library that allocate memory.
pub(super) const ALLOCATORS: [&str; 5] = ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc"];

/// Finds such parameters of the functions of all types.
pub(super) fn settle(classes: &mut BTreeMap<String, Class>, touched: &Touched) {
    let known = classes.clone();
    for class in classes.values_mut() {
        let all = class.modifiers.iter_mut().chain(&mut class.observers).chain(&mut class.destroyers);
        for member in all {
            let Way::Object(own) = member.way else { continue };
            let of = &known[&class.name];
            for at in taken(&known, touched, of, own, &member.function, &member.parameters) {
                member.parameters[at].role = Role::Taken { from: own };
            }
        }
    }
}

impl Api {
    /// Which parameters of a function take what an earlier call for the object of its parameter `own`, which is
    /// of a class, returned or was given to keep.
    pub fn taken(&self, class: &Class, own: usize, function: &str, parameters: &[Parameter]) -> Vec<usize> {
        taken(&self.classes, &self.touched, class, own, function, parameters)
    }
}

fn taken(
    classes: &BTreeMap<String, Class>,
    touched: &Touched,
    class: &Class,
    own: usize,
    function: &str,
    parameters: &[Parameter],
) -> Vec<usize> {
    let is_taken = |(at, parameter): &(usize, &Parameter)| {
        let Some(target) = pointee(&parameter.declared).filter(|_| *at != own) else { return false };
        // A function that reads what another one writes to such an object, before it writes this itself,
        // works on objects which the other one was given.
        let relies_on =
            |other: &Member| other.function != function && touched.relies_on(function, *at, &other.function);
        let accepts_any = |keeper: &Member| {
            let is_it = |(at, it): (usize, &Parameter)| {
                pointee(&it.declared).as_ref() == Some(&target)
                    && !class.modifiers.iter().any(|other| {
                        other.function != keeper.function
                            && touched.relies_on(&keeper.function, at, &other.function)
                    })
            };
            keeper.parameters.iter().enumerate().any(is_it)
        };
        if target != class.name && classes.get(&target).is_some_and(|made| made.kind == Kind::Pointer) {
            let keepers = class.modifiers.iter().filter(|it| it.is_filling() && accepts_any(it));
            if keepers.into_iter().any(relies_on) {
                return true;
            }
        }
        let is_unmarked = target == "void" && !parameter.has_header && !is_called(function, &TAKES_BACK);
        let is_read_only = target == "void" && parameter.declared.starts_with("const ");
        let gives = |giver: &Member| {
            let takes_one = giver.parameters.iter().any(|it| pointee(&it.declared).as_ref() == Some(&target));
            giver.hands_out(&target)
                && giver.function != function
                && !takes_one
                && (is_called(&giver.function, &GIVES) || touched.reaches(&giver.function, &ALLOCATORS))
        };
        !is_unmarked
            && !is_read_only
            && is_made_only_for(classes, class, &target)
            && class.modifiers.iter().any(gives)
    };
    parameters.iter().enumerate().filter(is_taken).map(|(at, _)| at).collect()
}

/// Whether objects of a type only come from functions that take an object of a class.
fn is_made_only_for(classes: &BTreeMap<String, Class>, class: &Class, target: &str) -> bool {
    let Some(made) = classes.get(target) else { return target == "void" };
    let takes = |it: &Parameter| pointee(&it.declared).as_ref() == Some(&class.name);
    made.kind == Kind::Pointer
        && target != class.name
        && !made.makers.is_empty()
        && made.makers.iter().all(|maker| maker.parameters.iter().any(takes))
}

impl Member {
    /// Whether it returns a pointer to this type, which callers may change.
    pub fn hands_out(&self, target: &str) -> bool {
        pointee(&format!("{}{NAME}", self.result)).is_some_and(|it| it == target)
            && !self.result.starts_with("const ")
    }

    /// Whether it may keep an object that it is given.
    pub fn is_filling(&self) -> bool {
        matches!(self.way, Way::Object(_)) && !is_called(&self.function, &TAKES_BACK)
    }

    /// Whether it ends the life of what an earlier call returned: no call can use that afterwards.
    pub fn takes_back(&self, parameter: &Parameter) -> bool {
        matches!(parameter.role, Role::Taken { .. })
            && (is_called(&self.function, &TAKES_BACK) || parameter.has_header)
    }
}
