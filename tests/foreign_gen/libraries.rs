//! The libraries that `symir gen` is tried on.

/// A library, and what is tried with it.
pub struct Library {
    pub name: &'static str,
    /// What it is for.
    pub kind: &'static str,
    /// Within `.sources/foreign`.
    pub files: &'static [&'static str],
    pub flags: &'static [&'static str],
    /// How many in ten functions with external linkage must have a suite in a quick run. `None` if a quick
    /// run does not try the library.
    pub bound: Option<usize>,
}

pub const LIBRARIES: &[Library] = &[
    Library { name: "jsmn", kind: "JSON", files: &["jsmn/jsmn.h"], flags: &[], bound: None },
    Library { name: "cJSON", kind: "JSON", files: &["cjson/cJSON.c"], flags: &[], bound: None },
    Library { name: "libcsv", kind: "CSV", files: &["csv/libcsv.c"], flags: &[], bound: None },
    Library { name: "sds", kind: "string builder", files: &["hiredis/sds.c"], flags: &[], bound: None },
    Library {
        name: "utstring",
        kind: "string builder",
        files: &["uthash/src/utstring.h"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libsoldout",
        kind: "buffers, arrays",
        files: &["soldout/array.c", "soldout/buffer.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libb64",
        kind: "base64",
        files: &["b64/src/cencode.c", "b64/src/cdecode.c"],
        flags: &["-Ib64/include"],
        bound: None,
    },
    Library { name: "libscrypt", kind: "base64", files: &["scrypt/b64.c"], flags: &[], bound: None },
    Library { name: "utf8proc", kind: "UTF-8", files: &["utf8proc/utf8proc.c"], flags: &[], bound: None },
    Library {
        name: "klibc getopt",
        kind: "getopt",
        files: &["klibc/usr/klibc/getopt.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "klibc fnmatch",
        kind: "glob",
        files: &["klibc/usr/klibc/fnmatch.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libmd",
        kind: "SHA-1, MD5",
        files: &["md/src/sha1.c", "md/src/md5.c"],
        flags: &["-I@include", "-Imd/include"],
        bound: None,
    },
    Library {
        name: "PortAudio",
        kind: "ring buffer",
        files: &["portaudio/src/common/pa_ringbuffer.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "musl pleval",
        kind: "expression parser",
        files: &["musl/src/locale/pleval.c"],
        flags: &["-Dhidden="],
        bound: None,
    },
    Library {
        name: "musl time",
        kind: "dates",
        files: &[
            "musl/src/time/__secs_to_tm.c",
            "musl/src/time/__tm_to_secs.c",
            "musl/src/time/__month_to_secs.c",
            "musl/src/time/__year_to_secs.c",
        ],
        flags: &["-Dhidden="],
        bound: None,
    },
    Library {
        name: "musl strverscmp",
        kind: "versions",
        files: &["musl/src/string/strverscmp.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "http-parser",
        kind: "URL",
        files: &["http-parser/http_parser.c"],
        flags: &[],
        bound: None,
    },
    Library { name: "libavl", kind: "ordered map", files: &["avl/avl.c"], flags: &[], bound: None },
    Library {
        name: "tinycdb",
        kind: "hash map",
        files: &["cdb/cdb_hash.c", "cdb/cdb_unpack.c"],
        flags: &[],
        bound: Some(10),
    },
    Library {
        name: "liblzf",
        kind: "compression",
        files: &["lzf/lzf_c.c", "lzf/lzf_d.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "qrencode",
        kind: "bit stream",
        files: &["qrencode/bitstream.c"],
        flags: &[],
        bound: None,
    },
    Library {
        name: "libcork",
        kind: "bit set, arena",
        files: &["cork/src/libcork/ds/bitset.c", "cork/src/libcork/core/mempool.c"],
        flags: &["-I@include", "-Icork/include"],
        bound: None,
    },
];
