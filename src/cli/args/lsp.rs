//! The arguments of `symir lsp`.

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub struct LspArgs {
    /// Editors say so; there is no other way.
    #[arg(long)]
    pub stdio: bool,
}
