//! States as decision paths: the sides taken at each fork, from which a state can be made again anywhere.

/// A decision path in few bytes: each choice in groups of 7 bits, the lowest first, with a bit that says
/// whether more follow.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct DecisionPath(Box<[u8]>);

impl DecisionPath {
    /// Packs choices.
    pub fn pack(choices: &[u32]) -> Self {
        let mut bytes = Vec::with_capacity(choices.len());
        for choice in choices {
            let mut rest = *choice;
            while rest >= 0x80 {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        Self(bytes.into())
    }

    /// The choices.
    pub fn unpack(&self) -> Vec<u32> {
        let mut choices = Vec::new();
        let (mut choice, mut shift) = (0, 0);
        for byte in &self.0 {
            choice |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                choices.push(choice);
                (choice, shift) = (0, 0);
            }
        }
        choices
    }
}

/// A test that the receiver keeps, of a state that may never go on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SpillSlot(pub u64);

/// A state that waits as its decision path.
#[derive(Clone, Debug)]
pub struct SuspendedState {
    pub decision_path: DecisionPath,
    /// The state's share of all paths, if each side of a fork has as many as the others.
    pub share: f64,
    /// The test that the state gives if the run ends before it goes on; none if it came from a checkpoint.
    pub slot: Option<SpillSlot>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for choices in [&[][..], &[0, 1, 1, 0], &[127, 128, 300, u32::MAX, 0]] {
            assert_eq!(DecisionPath::pack(choices).unpack(), choices);
        }
        assert_eq!(DecisionPath::pack(&[0, 1, 127]).0.len(), 3);
    }
}
