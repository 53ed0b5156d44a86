//! Decides when memory is so short that states have to wait as decision paths.

use crate::util::resident;

/// Watches the memory of the process against a budget.
pub(super) struct Relief {
    /// The budget, in resident bytes.
    limit: u64,
    /// Resident bytes above which room is to be made.
    at: u64,
}

impl Relief {
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, at: limit / 10 * 7 }
    }

    /// Whether room is to be made now.
    pub(super) fn is_due(&self) -> bool {
        resident::bytes() >= self.at
    }

    /// To be called when room was made. Returns whether there is enough of it to go on.
    pub(super) fn made_room(&mut self) -> bool {
        resident::give_back();
        let left = resident::bytes();
        if left > self.limit / 100 * 95 {
            return false;
        }
        self.at = (self.limit / 10 * 7).max(left + (self.limit - left) / 3);
        true
    }
}
