//! Rankings of small programs.
