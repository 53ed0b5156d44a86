//! The `symir` program: its allocator, and the library's command line.

/// A run allocates and frees very many small pieces of memory. With the C library's allocator, runs with many
/// tests take up to 15 % longer. The program chooses the allocator and not the library, because users of the
/// library choose their own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    symir::main()
}
