/* What the parts of the runtime share: the request, the memory that a test's process shares with its parent,
   and what the instrumented program defines. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include "confine.h"
#include <stdbool.h>
#include <stdint.h>

struct text {
    const unsigned char *bytes;
    uint64_t length;
};

struct named {
    struct text name, contents;
};

/* Where memory begins that is read after a call: kind and index say which scalar points to it. */
enum root_kind { ARGUMENT, RESULT, INPUT, GLOBAL };

struct root {
    uint64_t kind, index, object, offset;
};

struct pointer {
    uint64_t at, object, offset;
};

/* Of a stream, the position and the contents of its file are read. */
struct object {
    uint64_t is_stream, size, n_pointers;
    struct pointer *pointers;
};

/* The memory that is read when a call has returned; for a mock, when it begins. */
struct call {
    /* Whether the objects are looked for when the call begins, and not when it has returned. */
    uint64_t is_early;
    uint64_t n_roots, n_objects, n_mocked;
    struct root *roots;
    struct object *objects;
    struct call *mocked;
};

/* The address of a function in an input: which input, where in it, and the function's name. */
struct function_input {
    uint64_t input, offset;
    struct text name;
};

/* A pointer to an object that was made for it. It is in the input with the number `from` or, if that is
   beyond the inputs, in another such object. */
struct link {
    uint64_t from, at, object, offset;
};

/* A result of a source, which is a function whose results differ from run to run: its number and the bits. */
struct result {
    uint64_t source, bits;
};

struct request {
    uint64_t run, limit;
    /* Whether sources give recorded results, and these results. */
    uint64_t plays, n_results;
    struct result *results;
    uint64_t n_arguments, n_files, n_inputs, n_functions, n_made, n_links, n_calls;
    struct text *arguments;
    struct named *files, *inputs;
    struct function_input *functions;
    struct text *made;
    struct link *links;
    struct call *calls;
};

/* The same values stand in replay/wire.rs. */
enum phase { PREPARE = 1, CALL, READ_BACK, COLLECT };
enum why { TIMED_OUT = 1, DISK_FULL = 2, MEMORY_FULL = 4 };
enum { CALL_BEGINS = 1, CALL_ENDS = 2, MOCK_BEGINS = 3, OBJECTS_BEFORE = 4, PRINTED = 5, SOURCE = 9 };
/* The status of a process that ended itself, with the reason in `problem`. */
enum { GAVE_UP = 122 };

struct shared {
    volatile uint64_t phase, call_start, reading, refused, has_returned, main_result, used;
    uint64_t log_room;
    unsigned char *log;
    char problem[512];
};

struct entry {
    const char *name;
    void (*function)(void);
};

struct variable {
    const char *name;
    void *start;
};

/* Memory before or behind a global variable that belongs to no variable. */
struct pad {
    const char *name;
    void *start;
};

extern struct shared *shared;
extern struct request request;
extern uint64_t *symir_counters;

/* Defined by the program. */
extern const uint64_t symir_edge_count, symir_fickle_count, symir_functions_count, symir_constructors_count;
extern const struct entry symir_functions[], symir_constructors[];
/* Not defined by programs with the code of a sanitizer. */
extern const uint64_t symir_globals_count __attribute__((weak));
extern const struct variable symir_globals[] __attribute__((weak));
/* Defined by programs with the code of a sanitizer. */
extern const uint64_t symir_pads_count __attribute__((weak));
extern const struct pad symir_pads[] __attribute__((weak));
/* The bytes of each pad. */
extern const uint64_t symir_pad_size __attribute__((weak));
extern uint64_t symir_early_counters[];
int symir_driver_main(int argc, char **argv, char **envp);

uint64_t nanoseconds(void);
/* Ends the test's process with a reason. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
