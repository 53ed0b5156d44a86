//! The `symir` program: its allocator, and the library's command line.

/// A run makes and drops very many small pieces of memory: with the C library's allocator runs with many tests take up to
/// 15 % longer. It is chosen here and not in the library, whose users have chosen theirs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    symir::main()
}
