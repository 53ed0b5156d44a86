//! x
pub struct Z3;
impl Z3 {
    pub fn new() -> Self {
        Self
    }
}
pub fn version() -> String {
    String::new()
}
impl super::Backend for Z3 {
    fn kind(&self) -> super::BackendKind {
        super::BackendKind::Z3
    }
    fn check(
        &mut self,
        _: &crate::expr::Arena,
        _: &[crate::expr::ExprId],
        _: &[crate::expr::SymbolId],
        _: super::QueryLimit,
    ) -> super::Verdict {
        super::Verdict::Unsat
    }
}
