//! Where types and functions are declared.

use super::{Reader, name_of};
use crate::ir::{CType, TypeId};
use crate::util::bounded;
use std::collections::BTreeMap;
use std::path::PathBuf;

impl Reader<'_> {
    /// Whether the header that declares a type also declares a function. If no header declares the type, all
    /// functions count. `headers` keeps the texts.
    pub(super) fn is_declared(
        &self,
        headers: &mut BTreeMap<PathBuf, String>,
        ty: TypeId,
        function: &str,
    ) -> bool {
        let file = self.file(ty);
        if self.is_private(ty) || file.as_os_str().is_empty() {
            return true;
        }
        let text =
            headers.entry(file).or_insert_with_key(|path| bounded::read_to_string(path).unwrap_or_default());
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        text.match_indices(function).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + function.len()..]);
            !before.ends_with(is_letter) && after.trim_start().starts_with('(')
        })
    }

    /// Whether a structure of the program that another file declares begins with one of this type.
    pub(super) fn is_base(&self, ty: TypeId) -> bool {
        let program = self.program;
        let name = name_of(program, ty);
        let begins = |whole: &CType| {
            let CType::Struct { members, .. } = whole else { return false };
            members.first().is_some_and(|first| name_of(program, first.ty) == name)
        };
        let ids = (0..program.types.len()).map(TypeId::new);
        ids.filter(|id| begins(program.ctype(*id))).any(|id| self.file(id) != self.file(ty))
    }

    /// Whether the members are declared in a source file and not in a header.
    pub(super) fn is_private(&self, ty: TypeId) -> bool {
        let spelling = &self.program.spelling;
        let Some(entity) = spelling.types.get(&ty).map(|at| &spelling.entities[*at as usize]) else {
            return false;
        };
        let entity = entity.completes.map_or(entity, |at| &spelling.entities[at as usize]);
        !entity.is_in_header() && self.program.size_of(ty).is_some()
    }

    /// The file that declares the members.
    pub(super) fn file(&self, ty: TypeId) -> PathBuf {
        let spelling = &self.program.spelling;
        let entity = spelling.types.get(&ty).map(|at| &spelling.entities[*at as usize]);
        let entity = entity.map(|it| it.completes.map_or(it, |at| &spelling.entities[at as usize]));
        entity.map_or_else(PathBuf::new, |it| it.file.clone())
    }
}
