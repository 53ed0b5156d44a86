//! Links cvc5 and sets the run-time search path of both solver libraries.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=SYMIR_SOLVER_LIB_DIR");
    if let Ok(dir) = std::env::var("SYMIR_SOLVER_LIB_DIR") {
        println!("cargo:rustc-link-search=native={dir}");
    }
    println!("cargo:rustc-link-lib=dylib=cvc5");
    for origin in ["$ORIGIN/../../.deps/lib", "$ORIGIN/../../../.deps/lib", "$ORIGIN/../lib/symir"] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{origin}");
    }
}
