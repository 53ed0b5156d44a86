//! Names for the values of numbers, if the program uses macros or enumerators for them although the type is a
//! number: `#define LOG_APPEND 1` and `int flags`.

use super::{CType, FuncId, Program, TypeId, Variant};
use crate::util::{Bits, Bytes};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The names of one set of values.
pub type Names = Arc<[Variant]>;

/// Which members, parameters, results and variables have values with names.
#[derive(Clone, Default, Debug)]
pub struct NamedValues {
    /// By the names of the structure and of its member.
    pub members: BTreeMap<(String, String), Names>,
    /// By the name of the function and the place of the parameter.
    pub parameters: BTreeMap<(String, usize), Names>,
    /// By the name of the function.
    pub results: BTreeMap<String, Names>,
    pub globals: BTreeMap<String, Names>,
    /// Inputs that a driver makes, by their names.
    pub inputs: BTreeMap<String, Names>,
}

impl NamedValues {
    /// The same, with the parameters of a function as inputs of these names.
    pub fn with_inputs<'p>(&self, function: &str, parameters: impl Iterator<Item = &'p str>) -> Self {
        let mut all = self.clone();
        for (at, name) in parameters.enumerate() {
            if let Some(names) = self.parameters.get(&(function.to_owned(), at)) {
                all.inputs.insert(name.to_owned(), Arc::clone(names));
            }
        }
        all
    }
}

impl Program {
    /// Gives numbers the types of enumerations with these names.
    pub fn name_values(&mut self, named: &NamedValues) {
        let mut made = BTreeMap::new();
        for at in 0..self.types.len() {
            let Some(entity) = self.spelling.types.get(&TypeId::new(at)) else { continue };
            let class = self.spelling.entities[*entity as usize].name.clone();
            let (CType::Struct { members, .. } | CType::Union { members, .. }) = &self.types[at] else {
                continue;
            };
            let mut members = members.clone();
            for member in &mut members {
                // A bit-field keeps its type: its width decides which values it holds.
                let names = named.members.get(&(class.clone(), member.name.clone()));
                if let Some(names) = names.filter(|_| member.bit_field.is_none()) {
                    member.ty = self.with_names(member.ty, names, &mut made);
                }
            }
            if let CType::Struct { members: own, .. } | CType::Union { members: own, .. } =
                &mut self.types[at]
            {
                *own = members;
            }
        }
        for at in 0..self.functions.len() {
            let name = self.functions[at].name.clone();
            let Some(mut signature) = self.functions[at].signature.take() else { continue };
            for (place, ty) in signature.params.iter_mut().enumerate() {
                if let Some(names) = named.parameters.get(&(name.clone(), place)) {
                    *ty = self.with_names(*ty, names, &mut made);
                }
            }
            if let Some(names) = named.results.get(&name) {
                signature.result = self.with_names(signature.result, names, &mut made);
            }
            if let Some(prototype) = self.prototypes.get_mut(&FuncId::new(at)) {
                prototype.params.clone_from(&signature.params);
                prototype.result = signature.result;
            }
            self.functions[at].signature = Some(signature);
        }
        for at in 0..self.globals.len() {
            if let (Some(ty), Some(names)) = (self.globals[at].ty, named.globals.get(&self.globals[at].name))
            {
                self.globals[at].ty = Some(self.with_names(ty, names, &mut made));
            }
        }
        // The types of these inputs are not known here, so the names are given to every type of numbers.
        for (name, names) in &named.inputs {
            for ty in (0..self.types.len()).map(TypeId::new) {
                let other = self.with_names(ty, names, &mut made);
                if other != ty {
                    self.named_inputs.insert((name.clone(), ty), other);
                }
            }
        }
    }

    /// The type of an input of this name that is declared with this type.
    pub fn input_type(&self, name: &str, ty: TypeId) -> TypeId {
        self.named_inputs.get(&(name.to_owned(), ty)).copied().unwrap_or(ty)
    }

    /// The type of an integer input of this name, if its values have names.
    pub fn named_input(&self, name: &str, width: Bits, signed: bool) -> Option<TypeId> {
        if self.named_inputs.is_empty() {
            return None;
        }
        let mut own = self.named_inputs.iter().filter(|((own, _), _)| own == name).map(|(_, ty)| *ty);
        own.find(|ty| match self.ctype(*ty) {
            CType::Enum { size, signed: is_signed, .. } => size.to_bits() == width && *is_signed == signed,
            _ => false,
        })
    }

    /// The number type `ty` with these names for its values; `ty` itself if it cannot have them.
    fn with_names(
        &mut self,
        ty: TypeId,
        names: &Names,
        made: &mut BTreeMap<(TypeId, *const Variant), TypeId>,
    ) -> TypeId {
        let key = (ty, names.as_ptr());
        if let Some(known) = made.get(&key) {
            return *known;
        }
        let (size, signed) = match *self.ctype(ty) {
            CType::Int { size, signed } if size.0 <= 8 => (size, signed),
            CType::Char { signed } => (Bytes(1), signed),
            _ => return ty,
        };
        // The values of a plain `char` are letters.
        let Some(word) = self.spelling.numbers.get(&ty).filter(|word| *word != "char").cloned() else {
            return ty;
        };
        let width = size.to_bits();
        let fits = |value: i128| match signed {
            true => width.sign_extend(value as u128 & width.mask()) == value,
            false => value >= 0 && value as u128 <= width.mask(),
        };
        let mut variants: Vec<Variant> =
            names.iter().filter(|variant| fits(variant.value)).cloned().collect();
        // `0xffffffff` in a signed number, `-1` in an unsigned one.
        for variant in names.iter().filter(|variant| !fits(variant.value)) {
            let pattern = variant.value as u128 & width.mask();
            let value = if signed { width.sign_extend(pattern) } else { pattern as i128 };
            let is_whole = variant.value.unsigned_abs() <= width.mask();
            if is_whole && variants.iter().all(|known| known.value != value) {
                variants.push(Variant { value, ..variant.clone() });
            }
        }
        if variants.is_empty() {
            return ty;
        }
        let id = TypeId::new(self.types.len());
        self.types.push(CType::Enum { name: None, size, signed, variants });
        self.spelling.numbers.insert(id, word);
        made.insert(key, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_get_names_by_member_parameter_and_input() {
        let int = CType::Int { size: Bytes(4), signed: true };
        let mut program = Program { types: vec![int.clone()], ..Program::default() };
        program.spelling.numbers.insert(TypeId::new(0), "int".to_owned());
        let variant = |name: &str, value| Variant { name: name.to_owned(), value };
        let names: Names =
            Arc::new([variant("ALL", 0xffff_ffff), variant("ONE", 1), variant("HUGE", 1 << 40)]);
        let mut named = NamedValues::default();
        named.parameters.insert(("open_log".to_owned(), 1), Arc::clone(&names));
        let named = named.with_inputs("open_log", ["path", "flags"].into_iter());
        program.name_values(&named);
        let ty = program.input_type("flags", TypeId::new(0));
        assert_eq!(program.input_type("path", TypeId::new(0)), TypeId::new(0));
        let CType::Enum { variants, .. } = program.ctype(ty) else { panic!("no names") };
        assert_eq!(*variants, [variant("ONE", 1), variant("ALL", -1)]);
    }
}
