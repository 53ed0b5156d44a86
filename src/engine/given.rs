//! Inputs that somebody else has found, and the values that they give to symbols.

use crate::exec::State;
use crate::expr::Assignment;
use crate::testcase::InputKind;

/// Values for all inputs of a path, in the order in which the driver declares them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenInputs {
    /// The bytes of each as native code has them.
    pub inputs: Vec<Vec<u8>>,
}

/// Gives the symbols of inputs from number `n_known` on their values. `None` if an input is not what was given.
pub(super) fn assign(
    given: &GivenInputs,
    state: &State,
    n_known: usize,
    values: &mut Assignment,
) -> Option<()> {
    for (at, record) in state.inputs.iter().enumerate().skip(n_known) {
        let bytes = given.inputs.get(at)?;
        match record.kind {
            InputKind::String | InputKind::Bytes => {
                let is_whole = bytes.len() >= record.symbols.len();
                is_whole.then_some(())?;
                for (symbol, byte) in record.symbols.iter().zip(bytes) {
                    values.set(*symbol, u128::from(*byte));
                }
            }
            InputKind::Integer { width, .. } | InputKind::Float { width } => {
                let mut word = [0; 16];
                let place = word.get_mut(..bytes.len())?;
                place.copy_from_slice(bytes);
                let [symbol] = record.symbols[..] else { return None };
                values.set(symbol, u128::from_le_bytes(word) & width.mask());
            }
            InputKind::Chars | InputKind::Object | InputKind::Pointer => return None,
        }
    }
    Some(())
}
