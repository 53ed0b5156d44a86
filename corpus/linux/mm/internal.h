/* Names of flags, as lib/vsprintf.c includes them ("../mm/internal.h", from the folder of headers): none. */
#ifndef SHIM_MM_INTERNAL_H
#define SHIM_MM_INTERNAL_H

struct trace_print_flags {
    unsigned long mask;
    const char *name;
};

extern const struct trace_print_flags pageflag_names[], vmaflag_names[], gfpflag_names[];

#define PAGEFLAGS_MASK 0ul

/* The fields above the flags of a page: all have no bits. */
enum {
    SECTIONS_WIDTH, SECTIONS_PGSHIFT = 0, SECTIONS_MASK = 0,
    NODES_WIDTH = 0, NODES_PGSHIFT = 0, NODES_MASK = 0,
    ZONES_WIDTH = 0, ZONES_PGSHIFT = 0, ZONES_MASK = 0,
    LAST_CPUPID_WIDTH = 0, LAST_CPUPID_PGSHIFT = 0, LAST_CPUPID_MASK = 0,
    KASAN_TAG_WIDTH = 0, KASAN_TAG_PGSHIFT = 0, KASAN_TAG_MASK = 0,
};

#endif
