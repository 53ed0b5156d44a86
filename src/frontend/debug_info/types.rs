//! C types from the metadata. Typedefs and qualifiers are looked through.

use super::NodeId;
use super::text::{Metadata, Node};
use crate::ir::{CType, Member, TypeId, Variant};
use crate::util::{Bits, Bytes};
use rustc_hash::FxHashMap;

/// The C types met so far.
#[derive(Default)]
pub struct TypeTable {
    types: Vec<CType>,
    known: FxHashMap<Option<NodeId>, TypeId>,
}

impl TypeTable {
    pub fn into_types(self) -> Vec<CType> {
        self.types
    }

    /// Whether numbers of the type have a sign.
    pub fn is_signed(&self, ty: TypeId) -> bool {
        let ty = &self.types[ty.index()];
        matches!(ty, CType::Int { signed: true, .. } | CType::Char { signed: true })
    }

    /// Whether there is a type and it is `void`.
    pub fn is_void(&self, ty: Option<TypeId>) -> bool {
        ty.is_some_and(|ty| self.types[ty.index()] == CType::Void)
    }

    /// The type that a node describes; no node is `void`.
    pub fn id(&mut self, metadata: &Metadata, node: Option<NodeId>) -> TypeId {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let described = node.and_then(|node| metadata.node(node));
        if let Some(described) = &described
            && is_transparent(described)
        {
            let id = self.id(metadata, described.reference("baseType"));
            self.known.insert(node, id);
            return id;
        }
        // The id is known before the members are looked at, which may lead back here.
        let id = self.push(CType::Unknown { size: Bytes(0) });
        self.known.insert(node, id);
        self.types[id.index()] = match (node, described) {
            (None, _) => CType::Void,
            (Some(_), Some(described)) => self.describe(metadata, &described),
            (Some(_), None) => CType::Unknown { size: Bytes(0) },
        };
        id
    }

    fn push(&mut self, ty: CType) -> TypeId {
        self.types.push(ty);
        TypeId::new(self.types.len() - 1)
    }

    fn describe(&mut self, metadata: &Metadata, node: &Node) -> CType {
        match (node.kind(), node.field("tag").unwrap_or("")) {
            ("DIBasicType", _) => basic(node),
            ("DISubroutineType", _) => CType::Function,
            (_, "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type") => {
                CType::Pointer(self.id(metadata, node.reference("baseType")))
            }
            (_, "DW_TAG_array_type") => self.array(metadata, node),
            (_, "DW_TAG_structure_type" | "DW_TAG_class_type") => {
                let (name, size) = (node.text("name"), size_of(node));
                CType::Struct { name, size, members: self.members(metadata, node) }
            }
            (_, "DW_TAG_union_type") => {
                let (name, size) = (node.text("name"), size_of(node));
                CType::Union { name, size, members: self.members(metadata, node) }
            }
            (_, "DW_TAG_enumeration_type") => self.enumeration(metadata, node),
            _ => CType::Unknown { size: size_of(node) },
        }
    }

    /// `int a[2][3]` has two subranges: an array of two arrays of three.
    fn array(&mut self, metadata: &Metadata, node: &Node) -> CType {
        let mut element = self.id(metadata, node.reference("baseType"));
        let ranges = node.reference("elements").map(|list| metadata.tuple(list)).unwrap_or_default();
        let mut counts: Vec<Option<u64>> =
            ranges.into_iter().map(|range| count_of(metadata, range)).collect();
        let outermost = if counts.is_empty() { None } else { counts.remove(0) };
        for count in counts.into_iter().rev() {
            element = self.push(CType::Array { element, count });
        }
        CType::Array { element, count: outermost }
    }

    fn members(&mut self, metadata: &Metadata, node: &Node) -> Vec<Member> {
        let listed = node.reference("elements").map(|list| metadata.tuple(list)).unwrap_or_default();
        let mut members = Vec::new();
        for member in listed.into_iter().flatten().filter_map(|id| metadata.node(id)) {
            let tag = member.field("tag").unwrap_or("");
            let is_data = matches!(tag, "DW_TAG_member" | "DW_TAG_inheritance");
            if !is_data || member.has_flag("DIFlagStaticMember") {
                continue;
            }
            let bits = |field| Bits(member.number(field).and_then(|n| u32::try_from(n).ok()).unwrap_or(0));
            members.push(Member {
                name: member.text("name").unwrap_or_default(),
                ty: self.id(metadata, member.reference("baseType")),
                offset: bits("offset"),
                bit_field: member.has_flag("DIFlagBitField").then(|| bits("size")),
            });
        }
        members
    }

    fn enumeration(&mut self, metadata: &Metadata, node: &Node) -> CType {
        let listed = node.reference("elements").map(|list| metadata.tuple(list)).unwrap_or_default();
        let variant = |id: NodeId| {
            let node = metadata.node(id)?;
            Some(Variant { name: node.text("name")?, value: node.number("value")? })
        };
        let variants: Vec<Variant> = listed.into_iter().flatten().filter_map(variant).collect();
        let base = self.id(metadata, node.reference("baseType"));
        let signed = match self.types[base.index()] {
            CType::Int { signed, .. } | CType::Char { signed } => signed,
            _ => variants.iter().any(|variant| variant.value < 0),
        };
        CType::Enum { name: node.text("name"), size: size_of(node), signed, variants }
    }
}

/// Whether a type is another one under a name or with a qualifier.
fn is_transparent(node: &Node) -> bool {
    matches!(
        node.field("tag").unwrap_or(""),
        "DW_TAG_typedef"
            | "DW_TAG_const_type"
            | "DW_TAG_volatile_type"
            | "DW_TAG_restrict_type"
            | "DW_TAG_atomic_type"
    )
}

fn basic(node: &Node) -> CType {
    let size = size_of(node);
    match node.field("encoding").unwrap_or("") {
        "DW_ATE_boolean" => CType::Bool,
        "DW_ATE_signed_char" => CType::Char { signed: true },
        "DW_ATE_unsigned_char" => CType::Char { signed: false },
        "DW_ATE_signed" => CType::Int { size, signed: true },
        "DW_ATE_unsigned" | "DW_ATE_UTF" => CType::Int { size, signed: false },
        "DW_ATE_float" => CType::Float { size },
        _ => CType::Unknown { size },
    }
}

fn size_of(node: &Node) -> Bytes {
    Bytes(node.number("size").and_then(|bits| u64::try_from(bits).ok()).unwrap_or(0).div_ceil(8))
}

/// The elements of a subrange; `None` if they are not known before the program runs.
fn count_of(metadata: &Metadata, range: Option<NodeId>) -> Option<u64> {
    u64::try_from(metadata.node(range?)?.number("count")?).ok()
}
