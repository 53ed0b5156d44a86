//! symir
