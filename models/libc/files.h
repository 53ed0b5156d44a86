/*
 * What the models of files share: contents, which names lead to; open files,
 * which have a position in contents; and streams, which are what a program
 * sees as FILE.
 */
#ifndef FILES_H
#define FILES_H

#include "machine.h"

enum { END = -1 /* EOF */ };

struct symir_contents;

enum symir_kind {
    IN_MEMORY,
    NOTHING, /* /dev/null */
    ZEROS, /* /dev/zero */
    RANDOM_BYTES, /* /dev/random, /dev/urandom */
    FULL, /* /dev/full */
    FOLDER,
    CONSOLE, /* standard output and standard error */
    FIXED, /* the memory of fmemopen */
    STREAM, /* a device or a pipe, read as it comes */
};

struct symir_open {
    enum symir_kind kind;
    struct symir_contents *contents; /* NULL: standard input, not yet read */
    size_t position;
    bool can_read, can_write, appends;
    int console; /* its descriptor */
    const char *stream; /* its name */
    int n_users; /* descriptors and streams without one */
    int flags; /* of open and fcntl, beside those that say how it is opened */
    /* for FIXED */
    unsigned char *memory;
    size_t size, room;
};

/* How to open, from the flags of fopen or open. */
struct symir_manner {
    bool can_read, can_write, appends, creates, truncates, is_exclusive;
};

/* Standard input, standard output and standard error. */
extern struct symir_open symir_input, symir_console, symir_errors;

/* All give -1 with errno set, or NULL, where something is wrong. */
struct symir_open *symir_open(const char *name, struct symir_manner manner);
struct symir_open *symir_open_anonymous(void);
struct symir_open *symir_opened(int descriptor);
/* Of each descriptor, what fcntl says of it alone. */
enum { MOST_DESCRIPTORS = 64 };
extern unsigned char symir_descriptor_flags[MOST_DESCRIPTORS];
int symir_new_descriptor(struct symir_open *open, int least);
void symir_set_descriptor(int descriptor, struct symir_open *open);
int symir_close_descriptor(int descriptor);
void symir_release(struct symir_open *open);
long symir_read(struct symir_open *open, void *to, size_t n);
long symir_write(struct symir_open *open, const void *from, size_t n);
long symir_seek(struct symir_open *open, long offset, int whence);
int symir_truncate(struct symir_open *open, size_t size);
int symir_remove(const char *name);
int symir_rename(const char *from, const char *to);
bool symir_exists(const char *name);

/* What is known of a file or folder. */
struct symir_status {
    unsigned long device, number, mode, links, user, group, special, size, block_size, blocks;
    long times[6]; /* seconds and nanoseconds of reading, writing and changing */
};

enum { FOLDER_MODE = 040000, FILE_MODE = 0100000, LINK_MODE = 0120000, KIND_OF_MODE = 0170000 };

/* The name as files are known by: relative to where the program began. In memory
 * of its own, or the same. */
char *symir_key(const char *name);

int symir_status_of(const char *key, bool follows, struct symir_status *status);
/* NULL for what has none. */
const char *symir_name_of(const struct symir_open *open);
int symir_status_of_open(struct symir_open *open, struct symir_status *status);

/* Whether a file can be made there: 0, or -1 with errno set. */
int symir_check_parent(const char *key);
int symir_make_folder(const char *key, unsigned mode);
int symir_remove_folder(const char *key);
int symir_change_mode(const char *key, unsigned mode);

/* The entries of a folder as the machine lists them; see Request::Listing. */
unsigned char *symir_list(const char *key, size_t *size);

extern unsigned symir_mask; /* of umask */
extern char *symir_folder; /* where the program has gone; "" at first */

enum { FROM_START, FROM_HERE, FROM_END, TO_DATA, TO_HOLE };
/* Every file system has places below 2^43, which are 8 TiB; some have none from 2^44 on. */
enum { FARTHEST_BITS = 43 };

/* The bits are those that glibc's own macros look at; they find its pointers
 * into buffers equal, and call a function. */
enum { AT_END = 0x10, HAS_FAILED = 0x20 };
enum { MOST_PUSHED = 8 };

struct symir_file {
    int flags;
    char *buffers[7];
    struct symir_open *open; /* NULL: closed */
    int descriptor; /* -1: none */
    int n_pushed;
    unsigned char pushed[MOST_PUSHED];
    bool is_static;
    /* of open_memstream */
    char **text;
    size_t *length;
};

typedef struct symir_file FILE;

extern FILE *stdin, *stdout, *stderr;

/* Nobody will see what is written to it. */
bool symir_is_dropped(FILE *file);

/* The length of a text that is about to be written to a stream: a term where
 * nobody sees it, so that no path forks on what it says. */
size_t symir_length_for(FILE *file, const char *text);

int symir_get(FILE *file);
int symir_unget(int c, FILE *file);
size_t symir_get_many(FILE *file, void *to, size_t n);
size_t symir_put_many(FILE *file, const void *from, size_t n);
FILE *symir_new_stream(struct symir_open *open, int descriptor);

#endif
