//! How a compiler lays out structures, so that a declaration can be written that gives the same places. The
//! debug information has the places of members, but no bit-fields without a name, and no attributes that
//! change the layout.

use crate::frontend::llvm::{DebugNode, DebugRef, NodeKind, NumberKind};

/// What has to be written besides the members.
pub(super) struct Layout {
    /// Whether the members lie closer together than their types require.
    pub(super) is_packed: bool,
    /// In bits, if it is known.
    alignment: Option<u64>,
}

impl Layout {
    /// The layout of a structure, union or enumeration.
    pub(super) fn of(node: &DebugNode<'_>) -> Self {
        if node.kind == NodeKind::Enumeration {
            const INT: u64 = 32;
            return Self { is_packed: node.size_in_bits < INT, alignment: Some(node.size_in_bits) };
        }
        let (mut is_packed, mut alignment) = (false, Some(8));
        for member in members(node) {
            let own = member.base.and_then(alignment_of);
            alignment = alignment.and_then(|all| own.map(|own| all.max(own)));
            let Some(own) = own else { continue };
            let from = member.offset_in_bits % own;
            is_packed |= match member.is_bit_field {
                true => from + member.size_in_bits > own,
                false => from != 0,
            };
        }
        is_packed |= alignment.is_some_and(|alignment| !node.size_in_bits.is_multiple_of(alignment));
        Self { is_packed, alignment: if is_packed { Some(8) } else { alignment } }
    }

    /// Where a compiler puts a member whose predecessor ends at this bit; `None` if that is not known. A
    /// bit-field does not lie across the border of two units of its type.
    pub(super) fn place(&self, member: &DebugNode<'_>, end: u64) -> Option<u64> {
        let unit = if self.is_packed { 8 } else { member.base.and_then(alignment_of)? };
        let is_next = member.is_bit_field && (self.is_packed || end % unit + member.size_in_bits <= unit);
        Some(if is_next { end } else { end.next_multiple_of(unit) })
    }

    /// The size of a structure whose last member ends at this bit, if it is known.
    pub(super) fn size(&self, end: u64) -> Option<u64> {
        self.alignment.map(|alignment| end.next_multiple_of(alignment))
    }
}

/// Declarations of bit-fields without a name for the bits from `at` to `end`. None of them lies across the
/// border of two units of its type.
pub(super) fn filling(mut at: u64, end: u64) -> Vec<String> {
    const UNIT: u64 = 32;
    let mut lines = Vec::new();
    while at < end {
        let n_bits = (end - at).min(UNIT - at % UNIT);
        lines.push(format!("unsigned : {n_bits};"));
        at += n_bits;
    }
    lines
}

/// The members of a structure or union that lie in it.
pub(super) fn members<'m>(node: &DebugNode<'m>) -> impl Iterator<Item = DebugNode<'m>> + use<'m> {
    let parts = node.elements.into_iter().flat_map(DebugRef::elements).flatten().map(DebugRef::describe);
    parts.filter(|part| part.kind == NodeKind::Member && !part.is_static)
}

/// The alignment of a type in bits; `None` if it is not known.
fn alignment_of(ty: DebugRef<'_>) -> Option<u64> {
    let node = ty.describe();
    match node.kind {
        NodeKind::Number if node.number == NumberKind::Unknown => None,
        NodeKind::Number | NodeKind::Pointer => Some(node.size_in_bits).filter(|size| *size >= 8),
        NodeKind::Array | NodeKind::OtherName => alignment_of(node.base?),
        NodeKind::Structure | NodeKind::Union | NodeKind::Enumeration => Layout::of(&node).alignment,
        _ => None,
    }
}
