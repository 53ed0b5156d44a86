//! What functions of the C library do with pointers that are passed to them (C17, 7.21 and 7.22;
//! POSIX.1-2017).

use super::Use;

/// What is done with an argument.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Does {
    /// A string is read.
    ReadsString,
    /// A string is written, or written at its end.
    WritesString,
    /// As many bytes are read as the argument of this number says.
    Reads(usize),
    Writes(usize),
    Frees,
    /// A file of this name is opened.
    Opens,
    /// It is the number of an open file.
    Descriptor,
}

use Does::{Descriptor, Frees, Opens, Reads, ReadsString, Writes, WritesString};

impl Does {
    /// Adds this to what is known of a parameter.
    pub fn mark(self, found: &mut Use) {
        found.is_read |= matches!(self, ReadsString | Reads(_));
        found.is_written |= matches!(self, WritesString | Writes(_));
        found.ends_in_zero |= matches!(self, ReadsString | Opens);
        found.is_walked |= !matches!(self, Frees | Opens | Descriptor);
        found.is_descriptor |= self == Descriptor;
        found.is_opened |= self == Opens;
        found.is_freed |= self == Frees;
    }

    /// The number of the argument that says how many bytes.
    pub fn bound(self) -> Option<usize> {
        match self {
            Reads(bound) | Writes(bound) => Some(bound),
            _ => None,
        }
    }
}

/// Functions with the numbers of their arguments and what is done with them.
const TABLE: &[(&str, &[(usize, Does)])] = &[
    ("atof", &[(0, ReadsString)]),
    ("atoi", &[(0, ReadsString)]),
    ("atol", &[(0, ReadsString)]),
    ("atoll", &[(0, ReadsString)]),
    ("bsearch", &[(1, Reads(2))]),
    ("fgets", &[(0, Writes(1))]),
    ("fopen", &[(0, Opens), (1, ReadsString)]),
    ("fopen64", &[(0, Opens), (1, ReadsString)]),
    ("fputs", &[(0, ReadsString)]),
    ("free", &[(0, Frees)]),
    ("fwrite", &[(0, Reads(2))]),
    ("fread", &[(0, Writes(2))]),
    ("getenv", &[(0, ReadsString)]),
    ("memchr", &[(0, Reads(2))]),
    ("memcmp", &[(0, Reads(2)), (1, Reads(2))]),
    ("memcpy", &[(0, Writes(2)), (1, Reads(2))]),
    ("memmove", &[(0, Writes(2)), (1, Reads(2))]),
    ("memset", &[(0, Writes(2))]),
    ("freopen", &[(0, Opens), (1, ReadsString)]),
    ("open", &[(0, Opens)]),
    ("open64", &[(0, Opens)]),
    ("puts", &[(0, ReadsString)]),
    ("qsort", &[(0, Reads(1)), (0, Writes(1))]),
    ("pread", &[(0, Descriptor), (1, Writes(2))]),
    ("pread64", &[(0, Descriptor), (1, Writes(2))]),
    ("pwrite", &[(0, Descriptor), (1, Reads(2))]),
    ("pwrite64", &[(0, Descriptor), (1, Reads(2))]),
    ("read", &[(0, Descriptor), (1, Writes(2))]),
    ("realloc", &[(0, Frees)]),
    ("snprintf", &[(0, Writes(1)), (2, ReadsString)]),
    ("sscanf", &[(0, ReadsString)]),
    ("stpcpy", &[(0, WritesString), (1, ReadsString)]),
    ("strcasecmp", &[(0, ReadsString), (1, ReadsString)]),
    ("strcat", &[(0, ReadsString), (0, WritesString), (1, ReadsString)]),
    ("strchr", &[(0, ReadsString)]),
    ("strcmp", &[(0, ReadsString), (1, ReadsString)]),
    ("strcpy", &[(0, WritesString), (1, ReadsString)]),
    ("strcspn", &[(0, ReadsString), (1, ReadsString)]),
    ("strdup", &[(0, ReadsString)]),
    ("strlen", &[(0, ReadsString)]),
    ("strncasecmp", &[(0, ReadsString), (1, ReadsString)]),
    ("strncat", &[(0, ReadsString), (0, WritesString), (1, ReadsString)]),
    ("strncmp", &[(0, ReadsString), (1, ReadsString)]),
    ("strncpy", &[(0, Writes(2)), (1, ReadsString)]),
    ("strndup", &[(0, ReadsString)]),
    ("strnlen", &[(0, Reads(1))]),
    ("strpbrk", &[(0, ReadsString), (1, ReadsString)]),
    ("strrchr", &[(0, ReadsString)]),
    ("strspn", &[(0, ReadsString), (1, ReadsString)]),
    ("strstr", &[(0, ReadsString), (1, ReadsString)]),
    ("strtod", &[(0, ReadsString)]),
    ("strtok", &[(0, ReadsString), (1, ReadsString)]),
    ("strtol", &[(0, ReadsString)]),
    ("strtoll", &[(0, ReadsString)]),
    ("strtoul", &[(0, ReadsString)]),
    ("strtoull", &[(0, ReadsString)]),
    ("write", &[(0, Descriptor), (1, Reads(2))]),
];

/// Functions whose first argument is a descriptor, and which do nothing else with their arguments.
const OF_DESCRIPTORS: [&str; 24] = [
    "close",
    "dup",
    "fchmod",
    "fchown",
    "fcntl",
    "fcntl64",
    "fdatasync",
    "fdopen",
    "flock",
    "fstat",
    "fstat64",
    "fsync",
    "ftruncate",
    "ftruncate64",
    "futimens",
    "ioctl",
    "isatty",
    "lockf",
    "lseek",
    "lseek64",
    "readv",
    "tcgetattr",
    "ttyname",
    "writev",
];

/// Functions whose first argument is the name of a file, and which do nothing else with their arguments that
/// matters here.
const OF_NAMES: [&str; 17] = [
    "access", "chmod", "chown", "creat", "creat64", "lchown", "lstat", "lstat64", "opendir", "realpath",
    "remove", "rmdir", "stat", "stat64", "truncate", "unlink", "utime",
];

/// What a function does with its arguments, by number.
pub fn uses(name: &str) -> &'static [(usize, Does)] {
    match TABLE.iter().find(|(known, _)| *known == name) {
        Some((_, uses)) => uses,
        None if OF_NAMES.contains(&name) => &[(0, Opens)],
        None if matches!(name, "link" | "rename" | "symlink") => &[(0, Opens), (1, Opens)],
        None if OF_DESCRIPTORS.contains(&name) => &[(0, Descriptor)],
        None if matches!(name, "mmap" | "mmap64") => &[(4, Descriptor)],
        None => &[],
    }
}

/// Whether a function of the C library returns a pointer into what its first argument points to.
pub fn gives_place_in_first(name: &str) -> bool {
    matches!(
        name,
        "strchr" | "strchrnul" | "strrchr" | "strstr" | "strcasestr" | "strpbrk" | "memchr" | "rawmemchr"
    )
}

/// Whether a function of the C library counts letters of its first argument.
pub fn counts_letters(name: &str) -> bool {
    matches!(name, "strlen" | "strnlen" | "strspn" | "strcspn")
}
