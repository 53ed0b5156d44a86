//! The `symir` program: flags in, tests out. All it does is call the library and print.

// What cannot be printed must not end the program: `cli::output` prints.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod cli;

/// A run makes and drops very many small pieces of memory: with the C library's allocator runs with many tests take up to
/// 15 % longer. It is chosen here and not in the library, whose users have chosen theirs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
