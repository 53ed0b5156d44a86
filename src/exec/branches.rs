//! Members that lead to the branches of a tree, such as `left` and `right`.
//!
//! Nothing else leads to a branch. In an object in which something does, a function that frees or moves nodes
//! errs, and no caller has such an object.

use crate::ir::{CType, Member, Program, TypeId};

/// The ends of the names of the two branches of a node.
const PAIRS: [[&str; 2]; 4] = [["left", "right"], ["l", "r"], ["less", "greater"], ["smaller", "larger"]];
/// The ends of the names of arrays of branches.
const ARRAYS: [&str; 6] = ["child", "children", "kid", "kids", "son", "sons"];

/// Whether the member of a structure that an input leads to by this path, such as `tree->left`, leads to a branch.
/// It does not if nodes lead to others in further ways: `node->parent->left` may be `node`.
pub(super) fn is_branch(program: &Program, node: TypeId, path: &str) -> bool {
    let CType::Struct { members, .. } = program.ctype(node) else { return false };
    let member = path.rsplit(['>', '.']).next().unwrap_or(path);
    let member = member.split('[').next().unwrap_or(member);
    let leads_here = |ty: TypeId| *program.ctype(ty) == CType::Pointer(node);
    let of = |name: &str| members.iter().find(|it| it.name == name);
    let is_one = |name: &str| {
        let Some(own) = of(name) else { return false };
        let word = last_word(name);
        if let CType::Array { element, .. } = program.ctype(own.ty) {
            return leads_here(*element) && ARRAYS.contains(&word);
        }
        let head = &name[..name.len() - word.len()];
        let is_there = |name: &&str| of(&format!("{head}{name}")).is_some_and(|it| leads_here(it.ty));
        PAIRS.iter().any(|pair| pair.contains(&word) && pair.iter().all(is_there))
    };
    let is_other = |it: &Member| leads_here(it.ty) && !is_one(&it.name) || it.name.contains("parent");
    is_one(member) && !members.iter().any(is_other)
}

fn last_word(name: &str) -> &str {
    name.rsplit('_').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::{BitOffset, Bytes};

    #[test]
    fn branches_are_found_by_the_names_of_both_or_of_an_array() {
        let mut program = Program::default();
        let node = TypeId::new(0);
        let (pointer, array) = (TypeId::new(1), TypeId::new(2));
        let member =
            |name: &str, ty| Member { name: name.to_owned(), ty, offset: BitOffset(0), bit_field: None };
        let branches = [("rb_left", pointer), ("rb_right", pointer), ("child", array)];
        let mut node_of = |others: &[(&str, TypeId)]| {
            let members = branches.iter().chain(others).map(|(name, ty)| member(name, *ty)).collect();
            program.types = vec![
                CType::Struct { name: Some("node".to_owned()), size: Bytes(48), members },
                CType::Pointer(node),
                CType::Array { element: pointer, count: Some(2) },
                CType::Int { size: Bytes(8), signed: false },
            ];
            let is_it = |path: &&str| is_branch(&program, node, path);
            let paths =
                [".rb_left", "t->rb_right", "nodes[1].rb_left", "t->child[0]->child[1]", "t", "left", ".key"];
            paths.iter().filter(|path| is_it(path)).count()
        };
        assert_eq!(node_of(&[("key", TypeId::new(3))]), 4);
        // Where nodes lead to others in further ways, branches may be those that led here.
        assert_eq!(node_of(&[("next", pointer)]), 0);
        assert_eq!(node_of(&[("left", pointer)]), 0, "there is no `right`");
        assert_eq!(node_of(&[("parent_and_colour", TypeId::new(3))]), 0);
    }
}
