//! Handles that calls which make objects are given, as `session_new(transport)` is given a transport: nothing
//! but mocks can look at what they point to, so anything will do.

use super::Api;
use crate::generate::roles::{Role, pointee};

impl Api {
    /// Lets functions of all types be given pointers to what is declared and not defined.
    pub fn allow_opaque(&mut self) {
        for member in self.classes.values_mut().flat_map(super::Class::all_mut) {
            for (parameter, plain) in member.parameters.iter_mut().zip(&mut member.plain) {
                let is_opaque =
                    matches!(plain, Role::Impossible(_)) && pointee(&parameter.declared).is_some();
                if is_opaque && matches!(parameter.role, Role::Impossible(_)) {
                    parameter.role = Role::Object;
                }
                if is_opaque {
                    *plain = Role::Object;
                }
            }
        }
    }
}
