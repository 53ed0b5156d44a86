//! The `symir` program: flags in, tests out. All it does is call the library and print.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
