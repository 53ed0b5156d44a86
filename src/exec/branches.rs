//! Members that lead to the branches of a tree, such as `left` and `right`.
//!
//! Nothing else leads to a branch. In an object in which something does, a function that frees or moves nodes
//! errs, and no caller has such an object.

use crate::ir::{CType, Program, TypeId};

/// The ends of the names of the two branches of a node.
const PAIRS: [[&str; 2]; 4] = [["left", "right"], ["l", "r"], ["less", "greater"], ["smaller", "larger"]];
/// The ends of the names of arrays of branches.
const ARRAYS: [&str; 6] = ["child", "children", "kid", "kids", "son", "sons"];

/// Whether the member of a structure that an input leads to by this path, such as `tree->left`, leads to a branch.
pub(super) fn is_branch(program: &Program, node: TypeId, path: &str) -> bool {
    let CType::Struct { members, .. } = program.ctype(node) else { return false };
    let member = path.rsplit(['>', '.']).next().unwrap_or(path);
    let member = member.split('[').next().unwrap_or(member);
    let leads_here = |ty: TypeId| *program.ctype(ty) == CType::Pointer(node);
    let of = |name: &str| members.iter().find(|it| it.name == name);
    let Some(own) = of(member) else { return false };
    if let CType::Array { element, .. } = program.ctype(own.ty) {
        return leads_here(*element) && ARRAYS.contains(&last_word(member));
    }
    let pair = PAIRS.iter().find(|pair| pair.contains(&last_word(member)));
    let head = &member[..member.len() - last_word(member).len()];
    pair.is_some_and(|pair| {
        pair.iter().all(|name| of(&format!("{head}{name}")).is_some_and(|it| leads_here(it.ty)))
    })
}

fn last_word(name: &str) -> &str {
    name.rsplit('_').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Member;
    use crate::util::{BitOffset, Bytes};

    #[test]
    fn branches_are_found_by_the_names_of_both_or_of_an_array() {
        let mut program = Program::default();
        let node = TypeId::new(0);
        let (pointer, array) = (TypeId::new(1), TypeId::new(2));
        let member =
            |name: &str, ty| Member { name: name.to_owned(), ty, offset: BitOffset(0), bit_field: None };
        let members = vec![
            member("rb_left", pointer),
            member("rb_right", pointer),
            member("next", pointer),
            member("left", pointer),
            member("child", array),
        ];
        program.types = vec![
            CType::Struct { name: Some("node".to_owned()), size: Bytes(48), members },
            CType::Pointer(node),
            CType::Array { element: pointer, count: Some(2) },
        ];
        for path in
            [".rb_left", "t->rb_right", "nodes[1].rb_left", "t->child[0]->child[1]", "t->next->rb_left"]
        {
            assert!(is_branch(&program, node, path), "{path}");
        }
        // A node with a `left` and no `right` is none of a tree.
        for path in ["t", "t->next", "t->left", "t->rb_left->next", "left", ".value"] {
            assert!(!is_branch(&program, node, path), "{path}");
        }
    }
}
