//! Global variables, their first contents, constructors and destructors.

use super::wide_constants::constant_words;
use super::{Decoder, Unsupported};
use crate::frontend::llvm::{LLVMOpcode, LLVMTypeKind, LLVMValueKind, Value};
use crate::ir::{Const, FuncId, Global, GlobalId, Initializer, Relocation};
use crate::util::{Bytes, Image};

/// How far one address is from another.
struct Distance {
    to: Const,
    from: Const,
    size: Bytes,
}

impl<'m> Decoder<'m> {
    /// Gives every global its id.
    pub fn declare_globals(&mut self) {
        for value in self.module.globals() {
            let name = value.name().trim_start_matches('\u{1}').to_owned();
            if name.starts_with("llvm.") {
                continue;
            }
            let ty = value.value_type();
            let (size, natural) = if ty.is_sized() {
                (self.data_layout.alloc_size(ty), self.data_layout.align(ty))
            } else {
                (0, 1)
            };
            let (ctype, loc) = self.debug.global(&value.name());
            self.globals.insert(value, GlobalId::new(self.program.globals.len()));
            self.program.globals.push(Global {
                name,
                size: Bytes(size),
                align: Bytes(value.alignment().max(natural)),
                is_constant: value.is_global_constant(),
                is_thread_local: value.is_thread_local(),
                is_weak: value.is_weak_reference(),
                init: None,
                ty: ctype,
                loc,
            });
        }
    }

    /// Fills in the first contents, once all functions and labels are known.
    pub fn define_globals(&mut self) {
        for value in self.module.globals() {
            let Some(initializer) = value.initializer() else { continue };
            match value.name().as_str() {
                "llvm.global_ctors" => self.program.constructors = self.by_priority(initializer),
                "llvm.global_dtors" => {
                    // Destructors with a higher number run first.
                    self.program.destructors = self.by_priority(initializer);
                    self.program.destructors.reverse();
                }
                _ => self.define_global(value, initializer),
            }
        }
    }

    fn define_global(&mut self, value: Value<'m>, initializer: Value<'m>) {
        let Some(id) = self.globals.get(&value).copied() else { return };
        let size = self.program.globals[id.index()].size;
        let mut made = Initializer { bytes: Image::zeros(size.0 as usize), relocations: Vec::new() };
        match self.write(initializer, 0, &mut made) {
            Ok(()) => self.program.globals[id.index()].init = Some(made),
            Err(Unsupported(text)) => {
                let name = &self.program.globals[id.index()].name;
                self.warnings
                    .push(format!("the first contents of `{name}` are not known: not supported: {text}"));
            }
        }
    }

    /// Writes a constant at `offset`; `made` is zero there.
    fn write(&mut self, value: Value<'m>, offset: u64, made: &mut Initializer) -> Result<(), Unsupported> {
        use LLVMValueKind::*;
        match value.kind() {
            LLVMUndefValueValueKind | LLVMPoisonValueKind | LLVMConstantAggregateZeroValueKind => Ok(()),
            LLVMConstantDataArrayValueKind => match value.string_bytes() {
                Some(bytes) => {
                    made.bytes.write(offset as usize, &bytes);
                    Ok(())
                }
                None => self.write_elements(value, offset, made),
            },
            LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind
            | LLVMConstantDataVectorValueKind => self.write_elements(value, offset, made),
            _ => self.write_scalar(value, offset, made),
        }
    }

    fn write_elements(
        &mut self,
        value: Value<'m>,
        offset: u64,
        made: &mut Initializer,
    ) -> Result<(), Unsupported> {
        let ty = value.ty();
        let is_struct = matches!(ty.kind(), LLVMTypeKind::LLVMStructTypeKind);
        let step = if is_struct {
            0
        } else if ty.is_vector() {
            if !self.data_layout.bits(ty.element()).is_multiple_of(8) {
                return self.write_packed(value, offset, made);
            }
            self.data_layout.bits(ty.element()) / 8
        } else {
            self.data_layout.alloc_size(ty.element())
        };
        let mut index = 0;
        while let Some(element) = value.element(index) {
            let within = if is_struct { self.data_layout.offset(ty, index) } else { u64::from(index) * step };
            self.write(element, offset + within, made)?;
            index += 1;
        }
        Ok(())
    }

    /// Writes a vector whose elements are not whole bytes, one bit after the other.
    fn write_packed(
        &mut self,
        value: Value<'m>,
        offset: u64,
        made: &mut Initializer,
    ) -> Result<(), Unsupported> {
        let (mut index, mut position) = (0, offset as usize * 8);
        while let Some(element) = value.element(index) {
            let (width, value) = match self.fold(element)? {
                Some(Const::Int { width, value }) => (width, value),
                Some(Const::Undef { width }) => (width, 0),
                _ => return Unsupported::new(format!("a constant of type `{}`", value.ty().to_text())),
            };
            for bit in 0..width.0 {
                let below = made.bytes.byte(position / 8).unwrap_or_default();
                let bit = ((value >> bit & 1) as u8) << (position % 8);
                made.bytes.write(position / 8, &[below | bit]);
                position += 1;
            }
            index += 1;
        }
        Ok(())
    }

    fn write_scalar(
        &mut self,
        value: Value<'m>,
        offset: u64,
        made: &mut Initializer,
    ) -> Result<(), Unsupported> {
        match self.fold(value)? {
            Some(Const::Int { width, value }) => {
                made.bytes.write(offset as usize, &value.to_le_bytes()[..width.to_bytes().0 as usize]);
                Ok(())
            }
            Some(Const::Undef { .. }) => Ok(()),
            Some(address) => {
                let target = self.constant_id(address);
                let (offset, size) = (Bytes(offset), Bytes(8));
                made.relocations.push(Relocation { offset, target, minus: None, size });
                Ok(())
            }
            None => {
                if let Some(words) = constant_words(value) {
                    write_words(&words, offset, made);
                    return Ok(());
                }
                if let Some(Distance { to, from, size }) = self.distance(value)? {
                    let (target, minus) = (self.constant_id(to), Some(self.constant_id(from)));
                    made.relocations.push(Relocation { offset: Bytes(offset), target, minus, size });
                    return Ok(());
                }
                let text: String = value.to_text().chars().take(200).collect();
                Unsupported::new(format!("the constant `{text}`"))
            }
        }
    }

    /// The distance between two addresses, in eight bytes or its low four, if the constant is such a
    /// distance.
    fn distance(&mut self, value: Value<'m>) -> Result<Option<Distance>, Unsupported> {
        let is_expression = |value: Value<'m>, opcode: LLVMOpcode| {
            matches!(value.kind(), LLVMValueKind::LLVMConstantExprValueKind)
                && value.opcode() as u32 == opcode as u32
        };
        let bits = self.data_layout.bits(value.ty());
        let is_cut = is_expression(value, LLVMOpcode::LLVMTrunc);
        let difference = if is_cut { value.operand(0) } else { value };
        if !is_expression(difference, LLVMOpcode::LLVMSub) || !matches!(bits, 32 | 64) {
            return Ok(None);
        }
        let (to, from) = (self.fold(difference.operand(0))?, self.fold(difference.operand(1))?);
        let is_address = |constant: &Const| !matches!(constant, Const::Int { .. } | Const::Undef { .. });
        Ok(match (to, from) {
            (Some(to), Some(from)) if is_address(&to) && is_address(&from) => {
                Some(Distance { to, from, size: Bytes(bits / 8) })
            }
            _ => None,
        })
    }

    /// The functions of an array of entries with priority, function and data, in order of priority.
    fn by_priority(&mut self, array: Value<'m>) -> Vec<FuncId> {
        let mut found: Vec<(u64, FuncId)> = Vec::new();
        let mut index = 0;
        while let Some(entry) = array.element(index) {
            let priority = entry.element(0).and_then(Value::small_int);
            let function = entry.element(1).map(|value| self.fold(value));
            if let (Some(priority), Some(Ok(Some(Const::Function(function))))) = (priority, function) {
                found.push((priority, function));
            }
            index += 1;
        }
        found.sort_by_key(|(priority, _)| *priority);
        found.into_iter().map(|(_, function)| function).collect()
    }
}

fn write_words(words: &[Const], offset: u64, made: &mut Initializer) {
    let bytes = words.iter().flat_map(|word| match word {
        Const::Int { width, value } => value.to_le_bytes()[..width.to_bytes().0 as usize].to_vec(),
        _ => unreachable!("invariant: the words of an integer are integers"),
    });
    made.bytes.write(offset as usize, &bytes.collect::<Vec<u8>>());
}
