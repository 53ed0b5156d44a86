//! C types from the debug information. Typedefs and qualifiers are looked through.

use super::spelling::Speller;
use crate::frontend::llvm::{DebugKey, DebugNode, DebugRef, NodeKind, NumberKind};
use crate::ir::{CType, FunctionType, Member, Program, TypeId, Variant};
use crate::util::{BitOffset, Bits, Bytes};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The C types met so far.
#[derive(Default)]
pub struct TypeTable {
    types: Vec<CType>,
    functions: BTreeMap<TypeId, FunctionType>,
    known: FxHashMap<Option<DebugKey>, TypeId>,
    pub speller: Speller,
}

impl TypeTable {
    /// Moves the types into the program.
    pub fn finish(self, program: &mut Program) {
        (program.types, program.function_types) = (self.types, self.functions);
        program.spelling = self.speller.finish();
    }

    /// The result and the parameters of a function type.
    pub fn function(&mut self, subroutine: &DebugNode<'_>) -> FunctionType {
        let listed = subroutine.elements.into_iter().flat_map(DebugRef::elements);
        let listed: Vec<Option<DebugRef<'_>>> = listed.collect();
        let mut params = listed.into_iter().map(|ty| self.id(ty)).collect::<Vec<_>>();
        let result = if params.is_empty() { self.id(None) } else { params.remove(0) };
        // If the last element of the list is empty, the function has variable arguments.
        if self.is_void(params.last().copied()) {
            params.pop();
        }
        FunctionType { result, params }
    }

    /// Whether numbers of the type have a sign.
    pub fn is_signed(&self, ty: TypeId) -> bool {
        let ty = &self.types[ty.index()];
        matches!(ty, CType::Int { signed: true, .. } | CType::Char { signed: true })
    }

    /// Whether a type is a pointer to the structure or union with this tag.
    pub fn points_to(&self, ty: TypeId, tag: &str) -> bool {
        let CType::Pointer(target) = &self.types[ty.index()] else { return false };
        let is_it = |name: &Option<String>| name.as_deref() == Some(tag);
        matches!(&self.types[target.index()], CType::Struct { name, .. } | CType::Union { name, .. } if is_it(name))
    }

    /// Whether there is a type and it is `void`.
    pub fn is_void(&self, ty: Option<TypeId>) -> bool {
        ty.is_some_and(|ty| self.types[ty.index()] == CType::Void)
    }

    /// The type that a node describes; `void` if there is no node.
    pub fn id(&mut self, node: Option<DebugRef<'_>>) -> TypeId {
        let key = node.map(DebugRef::key);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let described = node.map(DebugRef::describe);
        if let Some(described) = &described
            && described.kind == NodeKind::OtherName
        {
            let id = self.id(described.base);
            self.known.insert(key, id);
            if let Some(node) = node
                && self.needs_a_name(id)
            {
                self.speller.name(id, node);
            }
            return id;
        }
        // The id is known before the members are looked at, which may lead back here.
        let id = self.push(CType::Unknown { size: Bytes(0) });
        self.known.insert(key, id);
        if let Some(DebugNode { kind: NodeKind::Number, name: Some(name), .. }) = &described {
            self.speller.number(id, name);
        }
        if let Some(subroutine) = described.as_ref().filter(|node| node.kind == NodeKind::Subroutine) {
            let function = self.function(subroutine);
            self.functions.insert(id, function);
        }
        let is_named = described.as_ref().is_some_and(|described| described.name.is_some());
        self.types[id.index()] = described.map_or(CType::Void, |described| self.describe(described));
        if let Some(node) = node.filter(|_| is_named)
            && matches!(
                self.types[id.index()],
                CType::Struct { .. } | CType::Union { .. } | CType::Enum { .. }
            )
        {
            self.speller.name(id, node);
        }
        id
    }

    /// Whether a typedef is the only name that a type has.
    fn needs_a_name(&self, id: TypeId) -> bool {
        match &self.types[id.index()] {
            CType::Struct { name, .. } | CType::Union { name, .. } | CType::Enum { name, .. } => {
                name.is_none()
            }
            CType::Pointer(target) => self.types[target.index()] == CType::Function,
            _ => false,
        }
    }

    fn push(&mut self, ty: CType) -> TypeId {
        self.types.push(ty);
        TypeId::new(self.types.len() - 1)
    }

    fn describe(&mut self, node: DebugNode<'_>) -> CType {
        match node.kind {
            NodeKind::Number => number(&node),
            NodeKind::Subroutine => CType::Function,
            NodeKind::Pointer => CType::Pointer(self.id(node.base)),
            NodeKind::Array => self.array(&node),
            NodeKind::Structure => {
                CType::Struct { size: size_of(&node), members: self.members(&node), name: node.name }
            }
            NodeKind::Union => {
                CType::Union { size: size_of(&node), members: self.members(&node), name: node.name }
            }
            NodeKind::Enumeration => self.enumeration(node),
            _ => CType::Unknown { size: size_of(&node) },
        }
    }

    /// `int a[2][3]` has two ranges: an array of two arrays of three.
    fn array(&mut self, node: &DebugNode<'_>) -> CType {
        let mut element = self.id(node.base);
        let mut counts = parts(node).map(|range| range.count);
        let outermost = counts.next().flatten();
        let inner: Vec<Option<u64>> = counts.collect();
        for count in inner.into_iter().rev() {
            element = self.push(CType::Array { element, count });
        }
        CType::Array { element, count: outermost }
    }

    fn members(&mut self, node: &DebugNode<'_>) -> Vec<Member> {
        let is_data = |member: &DebugNode<'_>| member.kind == NodeKind::Member && !member.is_static;
        let members = parts(node).filter(is_data).map(|member| Member {
            ty: self.id(member.base),
            offset: BitOffset(member.offset_in_bits),
            bit_field: member.is_bit_field.then(|| {
                Bits(
                    u32::try_from(member.size_in_bits)
                        .expect("invariant: a bit-field is no wider than an integer"),
                )
            }),
            name: member.name.unwrap_or_default(),
        });
        members.collect()
    }

    fn enumeration(&mut self, node: DebugNode<'_>) -> CType {
        let variant = |part: DebugNode<'_>| Some(Variant { name: part.name?, value: part.value });
        let variants: Vec<Variant> = parts(&node).filter_map(variant).collect();
        let base = self.id(node.base);
        let signed = match self.types[base.index()] {
            CType::Int { signed, .. } | CType::Char { signed } => signed,
            _ => variants.iter().any(|variant| variant.value < 0),
        };
        CType::Enum { size: size_of(&node), signed, variants, name: node.name }
    }
}

/// What a type is made of: members, enumerators, ranges.
fn parts<'m>(node: &DebugNode<'m>) -> impl Iterator<Item = DebugNode<'m>> + use<'m> {
    let listed = node.elements.into_iter().flat_map(DebugRef::elements);
    listed.flatten().map(DebugRef::describe)
}

fn number(node: &DebugNode<'_>) -> CType {
    let size = size_of(node);
    match node.number {
        NumberKind::Boolean => CType::Bool,
        NumberKind::SignedCharacter => CType::Char { signed: true },
        NumberKind::UnsignedCharacter => CType::Char { signed: false },
        NumberKind::Signed => CType::Int { size, signed: true },
        NumberKind::Unsigned => CType::Int { size, signed: false },
        NumberKind::Float => CType::Float { size },
        NumberKind::Unknown => CType::Unknown { size },
    }
}

fn size_of(node: &DebugNode<'_>) -> Bytes {
    Bytes(node.size_in_bits.div_ceil(8))
}
