//! The twelve drivers of the paper that symir comes from, by their names in `drivers/`.

pub const DRIVERS: [&str; 12] = [
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "sysfs_streq",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strstr",
    "strnstr",
    "strpbrk",
];
