/*
 * What the models share: the functions of the machine itself, and the numbers
 * of errors. The machine, or the test that stands for it, defines these.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes bytes to standard output, 1, or standard error, 2. */
void symir_output(int descriptor, const void *data, unsigned long size);

/* The same through the buffer of a stream, which comes out as glibc has it. */
void symir_stream(int descriptor, const void *data, unsigned long size);

/* What setvbuf says (`size` 0: as usual), or that what waits comes out. */
enum { BUFFER_FULL, BUFFER_LINES, BUFFER_NOTHING, FLUSH };
void symir_control_stream(int descriptor, int control, unsigned long size);

/* Questions to the system, see src/exec/host.rs. They give how many bytes the
 * answer has, of which `room` are stored, an error number below zero, or SEALED
 * where the program sees no system. */
enum {
    STATUS,
    STATUS_OF_LINK,
    STATUS_OF_STANDARD,
    LISTING,
    MAKE_FOLDER,
    REMOVE_FOLDER,
    CHANGE_MODE,
    MAKE_LINK, /* to the text at `to` */
    LINK_TEXT,
    WORKING_FOLDER,
    IDENTITY,
    SYSTEM_NAME,
    CONFIGURATION,
    RANDOM,
    IS_TERMINAL,
};
enum { PROCESS, PARENT, USER, EFFECTIVE_USER, GROUP, EFFECTIVE_GROUP };
long symir_system(int request, const char *name, long argument, void *to, unsigned long room);

#define SEALED (-4096L)

/* Whether anybody reads what is written there. */
int symir_is_heard(void);

/* Whether the caller of the function that asks looks at its result. */
int symir_is_result_used(void);

/* The number of a text that is to be looked up. If it is an input, whoever runs the
 * program may want one number only. */
int symir_text_number(int number);

/* An error where not all bytes can be read, unless whoever runs the program
 * allows a comparison to end at the first that differs. */
void symir_compared(const void *memory, unsigned long size);

/* How many characters of `width` bytes stand before the first that is zero, at
 * most `limit`: a number or a term, so that no path forks; UNKNOWN_SPAN where
 * that cannot be said. A text that goes on beyond its object is an error. */
unsigned long symir_span(const void *text, unsigned long limit, int width);

#define UNKNOWN_SPAN (~0UL)

/* The contents of an input file as a new object, NULL if there is none of the
 * name; "/dev/stdin" is standard input. A name is asked for once at most. */
void *symir_file_contents(const char *name, unsigned long *size);

/* Reads at most n bytes of a file that gives them as they come, such as a device
 * or a pipe, and gives how many there were, none at its end; -1 if the file is
 * none of these. With n = 0 it only tells. */
long symir_read_stream(const char *name, void *to, unsigned long n);

/* Keeps what a program wrote. `size` REMOVED says that the file is gone. */
void symir_store_file(const char *name, const void *data, unsigned long size);

/* Seconds since 1970 for 0, clock() for 1, nanoseconds of the second for 2. */
long symir_time(int clock);

/* Memory that a model keeps for itself, as the library does: it is never freed,
 * and nobody has to. Where a caller frees what it is given, malloc it is. There
 * is always some: a path that has none left ends here. */
void *symir_memory(size_t size);

/* Ends the path: a model is at its limits. */
_Noreturn void symir_unsupported(const char *what);

#define REMOVED (~0UL)

_Noreturn void abort(void);
void *malloc(size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);

int *__errno_location(void);

enum {
    NO_ENTRY = 2, /* ENOENT */
    TOO_BIG = 7, /* E2BIG */
    BAD_DESCRIPTOR = 9, /* EBADF */
    NO_MEMORY = 12, /* ENOMEM */
    BAD_ADDRESS = 14, /* EFAULT */
    EXISTS = 17, /* EEXIST */
    NO_DATA = 6, /* ENXIO */
    INVALID = 22, /* EINVAL */
    TOO_MANY_FILES = 24, /* EMFILE */
    NO_TERMINAL = 25, /* ENOTTY */
    NO_SPACE = 28, /* ENOSPC */
    NO_SEEKING = 29, /* ESPIPE */
    OUT_OF_RANGE = 34, /* ERANGE */
    TOO_LARGE = 75, /* EOVERFLOW */
    ILLEGAL_BYTES = 84, /* EILSEQ */
};

/* Sets errno; for the end of a function that fails. */
static inline int fail(int number) {
    *__errno_location() = number;
    return -1;
}

/* Whether a pointer is one that the system takes: null is no address of anything. */
static inline bool is_place(const void *pointer) {
    return pointer != NULL || fail(BAD_ADDRESS) == 0;
}

/* What has to happen at the end of the program. Whoever uses it brings
 * symir_run_exit_handlers along, which the machine calls by its name. */
struct symir_ending {
    void (*run)(void);
    void (*close_files)(void); /* NULL as long as there are none */
};

extern struct symir_ending symir_ending;

void symir_run_exit_handlers(void);

#endif
