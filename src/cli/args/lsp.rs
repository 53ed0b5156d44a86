//! The arguments of `symir lsp`.

use clap::Args as ClapArgs;

#[derive(ClapArgs, Debug)]
pub struct LspArgs {
    /// Accepted because many editors pass it; the server always uses standard input and output.
    #[arg(long)]
    pub stdio: bool,
}
