//! Puts the parameters and results of a call together as they were declared. A structure that is passed by
//! value arrives as the scalars of its eight-byte parts, or as a copy in memory (System V ABI for x86-64,
//! section 3.2.3).

use crate::exec::state::RecordedCall;
use crate::ir::{ArgKind, CType, CallSite, Op, Program, Signature, TypeId};
use crate::memory::Value;
use crate::util::Bits;

/// The bits of an eight-byte part.
const PART: u32 = 64;

/// A part of a value that is passed in several scalars.
#[derive(Copy, Clone)]
pub(super) struct Piece {
    /// From the beginning of the whole value.
    pub(super) offset: Bits,
    pub(super) width: Bits,
    pub(super) value: Value,
    /// A one for each of its bits that belong to members: the values of the others are unspecified.
    pub(super) said: u128,
}

/// How one parameter was passed.
pub(super) enum Passed {
    Scalar(Value),
    Pieces(Vec<Piece>),
    /// The address of a copy.
    Copy(Value),
}

/// A call in the terms of its function's declaration.
pub(super) struct Declared<'a> {
    pub(super) signature: &'a Signature,
    /// The address that a structure is returned to, if it is too large for registers.
    pub(super) hidden: Option<Value>,
    /// Each declared parameter.
    pub(super) parameters: Vec<Passed>,
    /// The arguments beyond the declared parameters, if the function takes variable arguments.
    pub(super) further: Vec<Scalar>,
}

impl<'a> Declared<'a> {
    /// The call's scalars put together; `None` if they do not fit the declaration, or there is none.
    pub(super) fn of(program: &'a Program, call: &RecordedCall) -> Option<Self> {
        let function = &program.functions[call.function.index()];
        let signature = program.declaration(call.function)?;
        let is_whole = matches!(program.ctype(signature.result), CType::Struct { .. } | CType::Union { .. });
        let is_hidden = is_whole && function.n_results == 0;
        let (kinds, _) = kinds(program, call);
        let mut scalars = call.arguments.iter().enumerate();
        let hidden = if is_hidden { Some(scalars.next()?.1.0) } else { None };
        let mut rest: Vec<Scalar> = scalars
            .map(|(at, (value, width))| {
                let kind = kinds.get(at).map_or(ArgKind::Integer, |(_, kind)| *kind);
                Scalar { value: *value, width: *width, kind }
            })
            .collect();
        rest.reverse();
        let parameters = signature.params.iter().map(|ty| take(program, *ty, &mut rest));
        let parameters = parameters.collect::<Option<Vec<_>>>()?;
        rest.reverse();
        let is_whole = function.is_vararg || rest.is_empty();
        is_whole.then_some(Self { signature, hidden, parameters, further: rest })
    }

    /// The result that a call returned in registers, if it fits the declaration.
    pub(super) fn result(&self, program: &Program, call: &RecordedCall, results: &[Value]) -> Option<Passed> {
        let (_, widths) = kinds(program, call);
        let scalar = |(value, (width, kind)): (&Value, &(Bits, ArgKind))| Scalar {
            value: *value,
            width: *width,
            kind: *kind,
        };
        let mut rest: Vec<Scalar> = results.iter().zip(&widths).map(scalar).collect();
        rest.reverse();
        let passed = take(program, self.signature.result, &mut rest)?;
        rest.is_empty().then_some(passed)
    }
}

/// Whether a parameter is a `va_list`, which is passed as a pointer to a structure of the compiler.
pub(super) fn is_argument_list(program: &Program, ty: TypeId) -> bool {
    let CType::Pointer(target) = program.ctype(ty) else { return false };
    matches!(program.ctype(*target), CType::Struct { name: Some(name), .. } if name.contains("__va_list_tag"))
}

/// One register's worth of what a call passes or returns.
#[derive(Copy, Clone)]
pub(super) struct Scalar {
    pub(super) value: Value,
    pub(super) width: Bits,
    pub(super) kind: ArgKind,
}

type Kinds = Vec<(Bits, ArgKind)>;

/// The widths and kinds of a call's arguments and results.
fn kinds(program: &Program, call: &RecordedCall) -> (Kinds, Kinds) {
    let inst = program.inst(call.at);
    if inst.op != Op::Call {
        return (Vec::new(), Vec::new());
    }
    let site = CallSite::read(program, inst.a);
    (site.args().map(|argument| (argument.width, argument.kind)).collect(), site.results().collect())
}

/// Takes the scalars of one value of type `ty` off the end of `rest`, which is in reverse.
fn take(program: &Program, ty: TypeId, rest: &mut Vec<Scalar>) -> Option<Passed> {
    match program.ctype(ty) {
        CType::Array { .. } | CType::Unknown { .. } => return None,
        CType::Struct { .. } | CType::Union { .. } => {
            if let Some(Scalar { value, width: Bits(PART), kind: ArgKind::Part }) = rest.last().copied()
                && value.object().is_some()
            {
                rest.pop();
                return Some(Passed::Copy(value));
            }
        }
        CType::Int { size, .. } if rest.last().is_some_and(|scalar| scalar.width < size.to_bits()) => {}
        _ => return rest.pop().map(|scalar| Passed::Scalar(scalar.value)),
    }
    let mut fields = Vec::new();
    fields_of(program, ty, 0, &mut fields)?;
    let end = fields.iter().map(|(offset, width)| offset + width).max().unwrap_or(0);
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < end {
        let Scalar { value, width, .. } = rest.pop()?;
        let has_field =
            |at: u32| fields.iter().any(|(offset, size)| *offset < at + width.0 && at < offset + size);
        if at % PART > 0 && (at % PART + width.0 > PART || !has_field(at)) {
            at = at.next_multiple_of(PART);
        }
        let is_of_a_field =
            |bit: u32| fields.iter().any(|(offset, size)| (*offset..offset + size).contains(&bit));
        let said = (at..at + width.0).filter(|bit| is_of_a_field(*bit));
        let said = said.fold(0, |said, bit| said | 1u128 << (bit - at));
        pieces.push(Piece { offset: Bits(at), width, value, said });
        at += width.0;
    }
    Some(Passed::Pieces(pieces))
}

/// Collects the offset and width of each scalar within a type that begins at bit `start`; `None` if the type
/// is too large for registers, or not known.
fn fields_of(program: &Program, ty: TypeId, start: u32, fields: &mut Vec<(u32, u32)>) -> Option<()> {
    if fields.len() > 2 * PART as usize || start > 4 * PART {
        return None;
    }
    match program.ctype(ty) {
        CType::Struct { members, .. } | CType::Union { members, .. } => {
            members.iter().try_for_each(|member| match member.bit_field {
                Some(width) => {
                    fields.push((start + u32::try_from(member.offset.0).ok()?, width.0));
                    Some(())
                }
                None => fields_of(program, member.ty, start + u32::try_from(member.offset.0).ok()?, fields),
            })
        }
        CType::Array { element, count } => {
            let mut inner = Vec::new();
            fields_of(program, *element, 0, &mut inner)?;
            let size = program.size_of(*element)?.to_bits().0;
            (0..(*count)?).try_for_each(|at| {
                let at = start + u32::try_from(at).ok()?.checked_mul(size)?;
                fields.extend(inner.iter().map(|(offset, width)| (at + offset, *width)));
                (fields.len() <= 2 * PART as usize).then_some(())
            })
        }
        // The rest of a `long double` is padding.
        CType::Float { size } if size.0 == 16 => {
            fields.push((start, 80));
            Some(())
        }
        _ => {
            fields.push((start, program.size_of(ty)?.to_bits().0));
            Some(())
        }
    }
}
