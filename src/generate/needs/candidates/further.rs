//! Contracts on the arguments after the parameters.

use super::Maker;
use crate::generate::needs::contract::Contract;

impl Maker<'_> {
    /// Adds the contract that there are as many further arguments as the function takes.
    pub(super) fn further_bounds(&mut self) {
        let variadic = self.harness.variadic.as_ref();
        let format = variadic.and_then(|it| self.harness.parameters.get(it.format?));
        let words = match format {
            Some(format) => format!("further arguments are what {} asks for", format.name),
            None => "further arguments are what the function takes".to_owned(),
        };
        self.is_whole = true;
        self.add(Contract::Unsaid(words));
    }
}
