/*
 * symir.h: how to write a driver for symir.
 *
 * A driver is an ordinary C program. It declares which of its data are inputs,
 * and names the one call that is to be tested:
 *
 *     #include "symir.h"
 *     #include <string.h>
 *
 *     int main(void) {
 *         char dst[6], src[6];
 *
 *         symir_string(dst, "dst");
 *         symir_string(src, "src");
 *         SYMIR_TEST(strcpy, dst, src);
 *     }
 *
 * `symir run driver.c` explores every path that the inputs can lead to and
 * writes one test for each.
 *
 * Inputs. The name comes last. It is what the input is called in tests.
 *
 *     symir_int(name), ...            a value of any C type, see the list below
 *     symir_range(low, high, name)    an int from low to high, both included
 *     symir_choose(n, name)           an unsigned below n (n >= 1)
 *
 *     symir_ints(array, name), ...    an array of such values: the same names with
 *                                     an `s` behind; its elements are inputs that
 *                                     are called name[0], name[1], and so on
 *     symir_string(array, name)       a string: bytes of any value, and a terminator
 *                                     in the last one
 *     symir_bytes(array, name)        bytes of any value, no terminator
 *     symir_object(object, name)      any object: every member and element is an input
 *                                     of its own type, what lies between them is zero
 *     symir_pointer(type, name)       a pointer to `type`: null, or to such an object,
 *                                     which is an input, too
 *
 *     symir_array(type, most, name)   a pointer to an array of 0 to `most` such objects
 *     symir_array_length(array)       how many there are: a size_t; from a place in an array
 *                                     on, if `array` points to one
 *     symir_unaligned(array, n, name) a place in an array of bytes, up to n - 1 bytes behind
 *                                     its beginning, which is a multiple of 16: for functions
 *                                     that ask whether an address is a multiple of n
 *     symir_unaligned_text(text, n, name)
 *                                     the same for a string, up to its terminator
 *     symir_text(most, name)          a char * to a string of up to `most` characters
 *     symir_file(most, name)          a FILE * to a temporary file of up to `most` bytes
 *     symir_global(variable)          a variable outside of functions, as an object of
 *                                     its own name
 *     symir_counted(type, array, count, most)
 *                                     for all inputs of a structure type: its member `count`
 *                                     says how many elements its member `array` has, an
 *                                     array without a size or a pointer; 0 to `most`
 *     symir_letters(most)             strings that pointers in inputs lead to have up to
 *                                     `most` characters, not seven
 *
 * An array and a string are exactly as long in memory as they say, so that an access
 * behind the last element or the terminator is an error:
 *
 *     int *a = symir_array(int, 4, "a");
 *     SYMIR_TEST(sum, a, symir_array_length(a));
 *
 * A pointer in such an object is null, or points to an object of its own or to one
 * of the same type that was made before, which makes lists, trees and graphs. What it
 * is gets decided when the program first reads it. Three objects behind each other are
 * made at most. A pointer to char points to a string of up to seven characters. One to
 * void points to eight bytes, or to any object that was made before; one to a function
 * to a function of its type whose address the program takes.
 *
 * A pointer does not tell how many elements there are. Say it before the name:
 *
 *     symir_ints(ptr, n, name), ...   n values
 *     symir_string(ptr, size, name)   size bytes with the terminator (size >= 1)
 *     symir_bytes(ptr, size, name)    size bytes
 *
 * Declare a buffer as a whole, from its first byte to its last: a test shows
 * what lies behind a terminator too. Read values into variables first and not
 * in the arguments of a call, where C leaves the order open.
 *
 * Conditions.
 *
 *     symir_assume(condition)         gives up the paths on which it is false
 *     symir_assert(condition)         a bug when it is false
 *
 * The test.
 *
 *     SYMIR_TEST(function, arguments...)
 *
 * calls the function with up to 63 arguments. They are shown as they were when
 * the call began, the result as it was when it returned.
 *
 * Mocks. A function that stands for another one says so with its first statement:
 *
 *     symir_mocked()
 *
 * and gives inputs as its result and through its pointers. Each of its calls becomes part of the test, with what it
 * was called with, and it takes the place of every function of its name in other files, of a static one, too:
 *
 *     int read_register(int address) {
 *         symir_mocked();
 *         return symir_int("read_register");
 *     }
 *
 * The same file compiles as an ordinary program. It then reads its inputs from
 * a recorded test, the file that the environment variable SYMIR_INPUT names,
 * and prints the result of the tested call on standard output:
 *
 *     $ SYMIR_INPUT=strcpy-1.in ./strcpy
 *     strcpy :=> &"emslo"{\0}
 *
 * That file has one line `name hexbytes` for every input, in the order of the
 * calls, its bytes in the order of memory; lines that begin with '#' are
 * comments. A pointer is eight bytes 00 and, behind all bytes of the line,
 * `@place=number` with its place among them and the number of the object it points
 * to, `@place=number+bytes` if it points behind the object's beginning, or `@place=&name` with the name of a function; the objects of a line follow it,
 * each in a line `&number size hexbytes`. In names, `\\` is a backslash and `\x0a` the byte 0a. The last line
 * of a file that symir has written is a checksum: to run a file that you have
 * changed, delete that line. Without SYMIR_INPUT every input is zero
 * (symir_range: low, if zero is out of its bounds). Exit status 120 means that
 * the file does not fit the driver or its checksum, 121 that an assumption is
 * false.
 */
#ifndef SYMIR_H
#define SYMIR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Headers of the C library read macros such as _GNU_SOURCE when the first of
 * them is included, and never again. So that a program can still define them
 * below this line, what stdint.h has is said here, as stdint.h says it.
 */
#ifdef __cplusplus
#include <stdint.h>
#else
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#ifndef INT8_MAX
#define INT8_MIN (-128)
#define INT8_MAX (127)
#define UINT8_MAX (255)
#define INT16_MIN (-32767 - 1)
#define INT16_MAX (32767)
#define UINT16_MAX (65535)
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX (2147483647)
#define UINT32_MAX (4294967295U)
#define INT64_MIN (-__INT64_MAX__ - 1)
#define INT64_MAX __INT64_MAX__
#define UINT64_MAX __UINT64_MAX__
#define SIZE_MAX __SIZE_MAX__
#endif
#endif

/* symir executes these functions itself; the native ones are further down. */
#if defined __SYMIR__ && defined __cplusplus
#define SYMIR_API extern "C"
#elif defined __SYMIR__
#define SYMIR_API extern
#else
#define SYMIR_API static __attribute__((unused))
#endif
#define SYMIR_NORETURN __attribute__((noreturn))
#ifdef __cplusplus
#define SYMIR_BOOL bool
#else
#define SYMIR_BOOL _Bool
#endif

/* From src/ir/header.rs: declarations. */
SYMIR_API void symir_bytes(void *ptr, size_t size, const char *name);
SYMIR_API void symir_string(char *ptr, size_t size, const char *name);
SYMIR_API void symir_typed(void *pointer, size_t size, const char *name);
SYMIR_API void symir_elements(void *pointer, size_t size, size_t most, const char *name);
SYMIR_API void symir_characters(void *pointer, size_t most, const char *name);
SYMIR_API size_t symir_length(const void *array, size_t size);
SYMIR_API void symir_members(const void *pointer, size_t array, size_t element, size_t count, size_t width, size_t most);
SYMIR_API void symir_letters(size_t most);
SYMIR_API void symir_mocked(void);
SYMIR_API SYMIR_BOOL symir_bool(const char *name);
SYMIR_API char symir_char(const char *name);
SYMIR_API signed char symir_schar(const char *name);
SYMIR_API unsigned char symir_uchar(const char *name);
SYMIR_API short symir_short(const char *name);
SYMIR_API unsigned short symir_ushort(const char *name);
SYMIR_API int symir_int(const char *name);
SYMIR_API unsigned int symir_uint(const char *name);
SYMIR_API long symir_long(const char *name);
SYMIR_API unsigned long symir_ulong(const char *name);
SYMIR_API long long symir_longlong(const char *name);
SYMIR_API unsigned long long symir_ulonglong(const char *name);
SYMIR_API float symir_float(const char *name);
SYMIR_API double symir_double(const char *name);
SYMIR_API int symir_range(int low, int high, const char *name);
SYMIR_API SYMIR_NORETURN void symir_assert_fail(const char *expression, const char *file, unsigned int line);
#define symir_size(name) ((size_t)symir_ulong(name))
#define symir_int8(name) ((int8_t)symir_schar(name))
#define symir_uint8(name) ((uint8_t)symir_uchar(name))
#define symir_int16(name) ((int16_t)symir_short(name))
#define symir_uint16(name) ((uint16_t)symir_ushort(name))
#define symir_int32(name) ((int32_t)symir_int(name))
#define symir_uint32(name) ((uint32_t)symir_uint(name))
#define symir_int64(name) ((int64_t)symir_long(name))
#define symir_uint64(name) ((uint64_t)symir_ulong(name))
/* --- */
#define symir_choose(n, name) ((unsigned int)symir_range(0, (int)(n) - 1, name))
#define symir_assert(condition) \
    ((condition) ? (void)0 : symir_assert_fail(#condition, __FILE__, __LINE__))

/* An object: its type is that of the variable that points to it. */
#define symir_object(object, name) \
    do { \
        __typeof__(object) *symir_pointer_to = &(object); \
        symir_typed(&symir_pointer_to, sizeof(object), name); \
    } while (0)

/* A variable outside of functions, with its own name. */
#define symir_global(variable) symir_object(variable, #variable)

#define symir_pointer(type, name) \
    __extension__({ \
        type *symir_pointed; \
        symir_object(symir_pointed, name); \
        symir_pointed; \
    })

#define symir_array(type, most, name) \
    __extension__({ \
        type *symir_pointed; \
        symir_elements(&symir_pointed, sizeof(type), most, name); \
        symir_pointed; \
    })

/* How many elements a member has is what another one says. */
#define symir_counted(type, array, count, most) \
    do { \
        type *symir_pointed = NULL; \
        symir_members(&symir_pointed, offsetof(type, array), sizeof *symir_pointed->array, \
                      offsetof(type, count), sizeof symir_pointed->count, most); \
    } while (0)

/* A place in an array, or in a string, whose address may be any. */
#define symir_unaligned(array, n, name) \
    __extension__({ \
        __auto_type symir_first = (array); \
        size_t symir_skipped = (size_t)symir_range(0, (n) - 1, name); \
        symir_assume(symir_skipped <= symir_length(symir_first, 1)); \
        symir_first + symir_skipped; \
    })

#define symir_unaligned_text(text, n, name) \
    __extension__({ \
        __auto_type symir_first = (text); \
        size_t symir_skipped = (size_t)symir_range(0, (n) - 1, name); \
        size_t symir_at; \
        for (symir_at = 0; symir_at < symir_skipped; symir_at++) \
            symir_assume(symir_first[symir_at] != '\0'); \
        symir_first + symir_skipped; \
    })

/* A stream that is opened for reading and writing, at the beginning of what it has to say. */
#define symir_file(most, name) \
    __extension__({ \
        unsigned char *symir_content = symir_array(unsigned char, most, name); \
        symir_stream_of(symir_content, symir_array_length(symir_content)); \
    })

#define symir_array_length(array) symir_length(array, sizeof *(array))

#define symir_text(most, name) \
    __extension__({ \
        char *symir_pointed; \
        symir_characters(&symir_pointed, most, name); \
        symir_pointed; \
    })

/*
 * Arrays: the elements are inputs of their own. Who debugs a driver has no use
 * for these functions, and coverage none for their lines.
 */
#ifdef __clang__
#define SYMIR_HELPER static __attribute__((unused, nodebug))
#else
#define SYMIR_HELPER static __attribute__((unused))
#endif

extern void *symir_libc_tmpfile(void) __asm__("tmpfile");
extern size_t symir_libc_fwrite(const void *from, size_t size, size_t n, void *file) __asm__("fwrite");
extern void symir_libc_rewind(void *file) __asm__("rewind");

/* A temporary file with these bytes in it. */
SYMIR_HELPER void *symir_stream_of(const unsigned char *content, size_t size) {
    void *file = symir_libc_tmpfile();

    if (file != NULL && symir_libc_fwrite(content, 1, size, file) == size)
        symir_libc_rewind(file);
    return file;
}

enum { SYMIR_NAME = 256 }; /* the longest name of an element with its terminator */

/* Writes `name[index]`. */
SYMIR_HELPER void symir_name_element(char *to, const char *name, size_t index) {
    char digits[24];
    size_t at = 0, n = 0;

    do {
        digits[n++] = (char)('0' + index % 10);
        index /= 10;
    } while (index > 0);
    while (*name != '\0' && at + n + 3 < SYMIR_NAME)
        to[at++] = *name++;
    to[at++] = '[';
    while (n > 0)
        to[at++] = digits[--n];
    to[at++] = ']';
    to[at] = '\0';
}

#define SYMIR_DEFINE_ARRAY(type, function, element) \
    SYMIR_HELPER void function(type *ptr, size_t n, const char *name) { \
        char full[SYMIR_NAME]; \
        size_t i; \
        for (i = 0; i < n; i++) { \
            symir_name_element(full, name, i); \
            ptr[i] = element(full); \
        } \
    }

/* The number of elements of an array; of a pointer it is not known. */
#ifdef __cplusplus
#define SYMIR_COUNT(array) (sizeof(array) / sizeof((array)[0]))
#else
#define SYMIR_COUNT(array) \
    (sizeof(array) / sizeof((array)[0]) + \
     0 * sizeof(struct { \
         int a_pointer_does_not_tell_how_many_elements_there_are__say_it_before_the_name : \
             __builtin_types_compatible_p(__typeof__(array), __typeof__(&(array)[0])) ? -1 : 1; \
     }))
#endif

/* The number before the name may be left out: then there are two arguments. */
#define SYMIR_6TH(a, b, c, d, e, sixth, ...) sixth
#define SYMIR_FILL(function, ...) \
    SYMIR_6TH(__VA_ARGS__, SYMIR_FILL_N, SYMIR_FILL_N, SYMIR_FILL_N, SYMIR_FILL_2, SYMIR_FILL_N, )( \
        function, __VA_ARGS__)
#define SYMIR_FILL_N(function, ...) function(__VA_ARGS__)
#define SYMIR_FILL_2(function, array, name) function(array, SYMIR_COUNT(array), name)

/* From src/ir/header.rs: arrays. */
SYMIR_DEFINE_ARRAY(SYMIR_BOOL, symir_bools, symir_bool)
SYMIR_DEFINE_ARRAY(short, symir_shorts, symir_short)
SYMIR_DEFINE_ARRAY(unsigned short, symir_ushorts, symir_ushort)
SYMIR_DEFINE_ARRAY(int, symir_ints, symir_int)
SYMIR_DEFINE_ARRAY(unsigned int, symir_uints, symir_uint)
SYMIR_DEFINE_ARRAY(long, symir_longs, symir_long)
SYMIR_DEFINE_ARRAY(unsigned long, symir_ulongs, symir_ulong)
SYMIR_DEFINE_ARRAY(long long, symir_longlongs, symir_longlong)
SYMIR_DEFINE_ARRAY(unsigned long long, symir_ulonglongs, symir_ulonglong)
SYMIR_DEFINE_ARRAY(float, symir_floats, symir_float)
SYMIR_DEFINE_ARRAY(double, symir_doubles, symir_double)
#define symir_bools(...) SYMIR_FILL(symir_bools, __VA_ARGS__)
#define symir_shorts(...) SYMIR_FILL(symir_shorts, __VA_ARGS__)
#define symir_ushorts(...) SYMIR_FILL(symir_ushorts, __VA_ARGS__)
#define symir_ints(...) SYMIR_FILL(symir_ints, __VA_ARGS__)
#define symir_uints(...) SYMIR_FILL(symir_uints, __VA_ARGS__)
#define symir_longs(...) SYMIR_FILL(symir_longs, __VA_ARGS__)
#define symir_ulongs(...) SYMIR_FILL(symir_ulongs, __VA_ARGS__)
#define symir_longlongs(...) SYMIR_FILL(symir_longlongs, __VA_ARGS__)
#define symir_ulonglongs(...) SYMIR_FILL(symir_ulonglongs, __VA_ARGS__)
#define symir_floats(...) SYMIR_FILL(symir_floats, __VA_ARGS__)
#define symir_doubles(...) SYMIR_FILL(symir_doubles, __VA_ARGS__)
#define symir_chars symir_bytes
#define symir_schars symir_bytes
#define symir_uchars symir_bytes
#define symir_sizes symir_ulongs
#define symir_int8s symir_bytes
#define symir_uint8s symir_bytes
#define symir_int16s symir_shorts
#define symir_uint16s symir_ushorts
#define symir_int32s symir_ints
#define symir_uint32s symir_uints
#define symir_int64s symir_longs
#define symir_uint64s symir_ulongs
/* --- */
#undef SYMIR_DEFINE_ARRAY
#define symir_string(...) SYMIR_FILL(symir_string, __VA_ARGS__)

/* Bytes are counted, whatever the type of the elements is. */
#define symir_bytes(...) \
    SYMIR_6TH(__VA_ARGS__, SYMIR_FILL_N, SYMIR_FILL_N, SYMIR_FILL_N, SYMIR_FILL_BYTES, SYMIR_FILL_N, )( \
        symir_bytes, __VA_ARGS__)
#define SYMIR_FILL_BYTES(function, array, name) function(array, SYMIR_COUNT(array) * sizeof((array)[0]), name)

/* ISO C wants at least one argument for `...`, so a test without arguments gets a macro of its own. */
#define SYMIR_TEST(...) \
    SYMIR_TEST_OF(__VA_ARGS__, SYMIR_TEST_16N, SYMIR_TEST_16N, SYMIR_TEST_16N, SYMIR_TEST_5N, SYMIR_TEST_5N, \
                  SYMIR_TEST_5N, SYMIR_TEST_0, )(__VA_ARGS__)
#define SYMIR_TEST_OF(...) SYMIR_65TH(__VA_ARGS__)
#define SYMIR_TEST_5N SYMIR_TEST_N, SYMIR_TEST_N, SYMIR_TEST_N, SYMIR_TEST_N, SYMIR_TEST_N
#define SYMIR_TEST_16N SYMIR_TEST_5N, SYMIR_TEST_5N, SYMIR_TEST_5N, SYMIR_TEST_N
#define SYMIR_65TH(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, \
    a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, \
    a38, a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, \
    a57, a58, a59, a60, a61, a62, a63, a64, last, ...) last
#define SYMIR_TEST_0(function) SYMIR_TEST_CALL(function, symir_callee())
#define SYMIR_TEST_N(function, ...) SYMIR_TEST_CALL(function, symir_callee(__VA_ARGS__))

/*
 * The pointer is volatile so that the call stays a call: compilers inline the
 * function otherwise, or replace it by what they know of a strlen.
 */
#define SYMIR_CALLEE(function) __typeof__(&(function)) volatile symir_callee = &(function)

#ifdef __SYMIR__

/* From src/ir/header.rs: declarations for symir. */
SYMIR_API void symir_assume(int condition);
SYMIR_API void symir_test_begin(const char *function);
SYMIR_API void symir_test_end(void);
/* --- */
/* A condition may be wider than an int. */
#define symir_assume(condition) symir_assume((condition) != 0)

#define SYMIR_TEST_CALL(function, call) \
    do { \
        SYMIR_CALLEE(function); \
        symir_test_begin(#function); \
        call; \
        symir_test_end(); \
    } while (0)

#else /* the native runtime, to the end of the file */

#include <stdarg.h>

/*
 * The driver may define functions of the C library itself, to test them, and
 * those may be wrong. So no header declares them here, the ten that are
 * needed go by names of our own, and loops over bytes are volatile, which keeps
 * compilers from making calls of memcpy or strlen out of them. Only a driver
 * that defines one of these ten cannot replay its tests.
 */
extern void *symir_libc_fopen(const char *path, const char *mode) __asm__("fopen");
extern int symir_libc_fgetc(void *file) __asm__("fgetc");
extern int symir_libc_fseek(void *file, long offset, int whence) __asm__("fseek");
extern int symir_libc_fflush(void *file) __asm__("fflush");
extern int symir_libc_printf(const char *format, ...) __asm__("printf");
extern int symir_libc_dprintf(int fd, const char *format, ...) __asm__("dprintf");
extern void *symir_libc_malloc(size_t size) __asm__("malloc");
extern void *symir_libc_dlsym(void *handle, const char *name) __asm__("dlsym") __attribute__((weak));
extern char *symir_libc_getenv(const char *name) __asm__("getenv");
extern SYMIR_NORETURN void symir_libc_exit(int status) __asm__("exit");
extern SYMIR_NORETURN void symir_libc_abort(void) __asm__("abort");

enum { SYMIR_STDERR = 2, SYMIR_EXIT_BAD_INPUT = 120, SYMIR_EXIT_ASSUMPTION = 121 };

/* Buffers that are remembered to know where they end; later ones replace the oldest. */
enum { SYMIR_BUFFERS = 64 };

struct symir_buffer {
    const char *start;
    size_t size;
};

/* Objects that pointers among the inputs point to, and pointers to them. */
enum { SYMIR_OBJECTS = 256, SYMIR_LINKS = 1024 };

struct symir_link {
    volatile unsigned char *place;
    size_t object; /* from 1 */
    size_t offset;
};

struct symir_runtime {
    const char *path; /* the recorded test, null before the first input and without SYMIR_INPUT */
    void *file;
    bool started;
    unsigned long line; /* the number of the line that is being read, from 1 */
    char found[44];     /* how that line begins, for messages */
    size_t found_length;
    struct symir_buffer buffers[SYMIR_BUFFERS];
    size_t buffer_count; /* all there have been, also more than SYMIR_BUFFERS */
    void *objects[SYMIR_OBJECTS];
    size_t sizes[SYMIR_OBJECTS];
    struct symir_link links[SYMIR_LINKS];
    size_t object_count, link_count, linked_count;
};

/* Weak, so that the files of a larger program share one recorded test. */
extern struct symir_runtime symir_runtime;
__attribute__((weak)) struct symir_runtime symir_runtime;

/* --- Reading a recorded test --- */

/* The value of a hexadecimal digit, or negative. */
static int symir_digit(int c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/*
 * Reads the file once and compares each line `# checksum` with the lines above
 * it: the CRC-32 of their bytes. What can be read only once is not checked.
 */
static void symir_check_sum(void) {
    static const char head[] = "# checksum ";
    const int head_length = (int)sizeof head - 1;
    struct symir_runtime *rt = &symir_runtime;
    uint32_t crc = 0xffffffff, above = crc, recorded = 0;
    unsigned long line = 1;
    int at = 0;

    if (symir_libc_fseek(rt->file, 0, 0) != 0)
        return;
    int c;
    for (c = symir_libc_fgetc(rt->file); c >= 0; c = symir_libc_fgetc(rt->file)) {
        if (at < head_length) {
            at = c == head[at] ? at + 1 : head_length + 9;
        } else if (at < head_length + 8) {
            recorded = recorded << 4 | (uint32_t)(symir_digit(c) & 15);
            at++;
        }
        crc ^= (uint32_t)c;
        int bit;
        for (bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        if (c == '\n') {
            if (at == head_length + 8 && recorded != ~above) {
                symir_libc_dprintf(SYMIR_STDERR,
                                   "%s:%lu: the lines above were changed after symir wrote them, since their checksum "
                                   "does not fit; if that was on purpose, delete this line\n",
                                   rt->path, line);
                symir_libc_exit(SYMIR_EXIT_BAD_INPUT);
            }
            above = crc;
            line++;
            at = 0;
            recorded = 0;
        }
    }
    symir_libc_fseek(rt->file, 0, 0);
}

/* True when there is a recorded test to read. */
static bool symir_start(void) {
    struct symir_runtime *rt = &symir_runtime;

    if (rt->started)
        return rt->file != NULL;
    rt->started = true;

    rt->path = symir_libc_getenv("SYMIR_INPUT");
    if (rt->path == NULL) {
        symir_libc_dprintf(SYMIR_STDERR, "symir.h: every input is zero; to run a recorded test, name its file: "
                                         "SYMIR_INPUT=FILE\n");
        return false;
    }
    rt->file = symir_libc_fopen(rt->path, "r");
    if (rt->file == NULL) {
        symir_libc_dprintf(SYMIR_STDERR, "%s: cannot open the recorded test that SYMIR_INPUT names\n", rt->path);
        symir_libc_exit(SYMIR_EXIT_BAD_INPUT);
    }
    symir_check_sum();
    return true;
}

/* The next character of the line, or negative at the end of the file. */
static int symir_next(void) {
    struct symir_runtime *rt = &symir_runtime;
    int c = symir_libc_fgetc(rt->file);

    if (c >= 0 && c != '\n' && c != '\r' && rt->found_length + 1 < sizeof rt->found) {
        rt->found[rt->found_length++] = (char)c;
        rt->found[rt->found_length] = '\0';
    }
    return c;
}

/* The first character of the next line with an input, or negative at the end of the file. */
static int symir_next_line(void) {
    struct symir_runtime *rt = &symir_runtime;
    int c;

    do {
        rt->line++;
        rt->found_length = 0;
        rt->found[0] = '\0';
        c = symir_next();
        if (c == '#') {
            while (c >= 0 && c != '\n')
                c = symir_next();
        }
        if (c == '\r')
            c = symir_next();
    } while (c == '\n');
    return c;
}

/* `c` is the last character that was read. */
static SYMIR_NORETURN void symir_bad_input(int c, size_t size, const char *name) {
    struct symir_runtime *rt = &symir_runtime;
    size_t shown;

    while (c >= 0 && c != '\n')
        c = symir_next();
    shown = rt->found_length;

    symir_libc_dprintf(SYMIR_STDERR, "%s:%lu: expected `%s` and %zu %s in hexadecimal, ", rt->path, rt->line, name, size,
                       size == 1 ? "byte" : "bytes");
    if (shown == 0)
        symir_libc_dprintf(SYMIR_STDERR, "but the file ends here\n");
    else
        symir_libc_dprintf(SYMIR_STDERR, "found `%s%s`\n", rt->found, shown + 1 == sizeof rt->found ? "..." : "");
    symir_libc_exit(SYMIR_EXIT_BAD_INPUT);
}

/* The character of a name that begins with `c`, or negative: `\\` and `\x0a` stand for one. */
static int symir_name_char(int c) {
    int high, low;

    if (c != '\\')
        return c;
    c = symir_next();
    if (c != 'x')
        return c == '\\' ? c : -1;
    high = symir_digit(symir_next());
    low = symir_digit(symir_next());
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

/* Reads a decimal number that begins with *c, and the character behind it into *c. */
static size_t symir_number(int *c) {
    size_t number = 0;

    for (; *c >= '0' && *c <= '9'; *c = symir_next())
        number = 10 * number + (size_t)(*c - '0');
    return number;
}

/* Reads the name of a function and sets the pointer to it. The linker knows it if it was told to (-rdynamic). */
static int symir_read_function(volatile unsigned char *place) {
    struct symir_runtime *rt = &symir_runtime;
    char name[256];
    size_t length = 0;
    void *function;
    int c = symir_next();

    for (; c > ' ' && c != '@' && length + 1 < sizeof name; c = symir_next())
        name[length++] = (char)c;
    name[length] = '\0';
    function = symir_libc_dlsym ? symir_libc_dlsym(NULL, name) : NULL;
    if (function == NULL) {
        symir_libc_dprintf(SYMIR_STDERR,
                           "%s:%lu: nobody knows the address of the function `%s`: it is static, or the program "
                           "was not linked with -rdynamic; `symir replay` runs this test\n",
                           rt->path, rt->line, name);
        symir_libc_exit(SYMIR_EXIT_BAD_INPUT);
    }
    size_t i;
    for (i = 0; i < sizeof function; i++)
        place[i] = ((unsigned char *)&function)[i];
    return c;
}

/* Reads the rest of a line: bytes, and the pointers in them as `@place=object` or `@place=&function`. */
static void symir_read_values(int c, volatile unsigned char *bytes, size_t size, const char *name) {
    struct symir_runtime *rt = &symir_runtime;

    while (c == ' ')
        c = symir_next();

    size_t i;
    for (i = 0; i < size; i++) {
        int high, low;

        high = symir_digit(c);
        if (high < 0)
            symir_bad_input(c, size, name);
        c = symir_next();
        low = symir_digit(c);
        if (low < 0)
            symir_bad_input(c, size, name);
        bytes[i] = (unsigned char)(high << 4 | low);
        c = symir_next();
    }

    while (c == ' ' || c == '\r' || c == '@') {
        size_t place;

        if (c != '@') {
            c = symir_next();
            continue;
        }
        c = symir_next();
        place = symir_number(&c);
        if (c != '=' || place + sizeof(void *) > size || rt->link_count == SYMIR_LINKS)
            symir_bad_input(c, size, name);
        c = symir_next();
        if (c == '&') {
            c = symir_read_function(bytes + place);
            continue;
        }
        rt->links[rt->link_count].place = bytes + place;
        rt->links[rt->link_count].object = symir_number(&c);
        rt->links[rt->link_count].offset = 0;
        if (c == '+') {
            c = symir_next();
            rt->links[rt->link_count].offset = symir_number(&c);
        }
        rt->link_count++;
    }
    if (c >= 0 && c != '\n')
        symir_bad_input(c, size, name);
}

/* Reads the objects that the pointers of an input point to, a line `&number size bytes` each, and sets the pointers. */
static void symir_read_objects(void) {
    struct symir_runtime *rt = &symir_runtime;

    for (; rt->linked_count < rt->link_count; rt->linked_count++) {
        struct symir_link *link = &rt->links[rt->linked_count];

        while (rt->object_count < link->object) {
            int c = symir_next_line();
            size_t number, size;

            if (c != '&' || rt->object_count == SYMIR_OBJECTS)
                symir_bad_input(c, 0, "&");
            c = symir_next();
            number = symir_number(&c);
            if (c != ' ' || number != rt->object_count + 1)
                symir_bad_input(c, 0, "&");
            c = symir_next();
            size = symir_number(&c);
            rt->objects[rt->object_count] = symir_libc_malloc(size);
            if (rt->objects[rt->object_count] == NULL)
                symir_bad_input(c, size, "&");
            rt->sizes[rt->object_count] = size;
            symir_read_values(c, (volatile unsigned char *)rt->objects[rt->object_count++], size, "&");
        }
        if (link->object > 0) {
            unsigned char *target = (unsigned char *)rt->objects[link->object - 1] + link->offset;

            size_t i;
            for (i = 0; i < sizeof target; i++)
                link->place[i] = ((unsigned char *)&target)[i];
        }
    }
}

/* Reads the next input of the recorded test. False, and zeros, when there is no test. */
static bool symir_read(void *ptr, size_t size, const char *name) {
    volatile unsigned char *bytes = ptr;
    int c;

    if (!symir_start()) {
        size_t i;
        for (i = 0; i < size; i++)
            bytes[i] = 0;
        return false;
    }

    c = symir_next_line();
    const char *n;
    for (n = name; *n != '\0'; n++) {
        if (symir_name_char(c) != (unsigned char)*n)
            symir_bad_input(c, size, name);
        c = symir_next();
    }
    if (size > 0 && c != ' ')
        symir_bad_input(c, size, name);
    symir_read_values(c, bytes, size, name);
    symir_read_objects();
    return true;
}

/* --- Inputs and conditions --- */

/* A mock gives inputs here as everywhere. */
static void symir_mocked(void) {
}

static void(symir_bytes)(void *ptr, size_t size, const char *name) {
    struct symir_runtime *rt = &symir_runtime;
    struct symir_buffer *buffer = &rt->buffers[rt->buffer_count++ % SYMIR_BUFFERS];

    buffer->start = ptr;
    buffer->size = size;
    symir_read(ptr, size, name);
}

/* A pointer of any type. */
typedef void *symir_any __attribute__((may_alias));

static void symir_typed(void *pointer, size_t size, const char *name) {
    symir_bytes(*(symir_any *)pointer, size, name);
}

/* Without a test, an array is empty, and so is a string. */
static void symir_elements(void *pointer, size_t size, size_t most, const char *name) {
    (void)size;
    (void)most;
    symir_bytes(pointer, sizeof(void *), name);
    if (*(symir_any *)pointer == NULL)
        *(symir_any *)pointer = symir_libc_malloc(0);
}

static void symir_characters(void *pointer, size_t most, const char *name) {
    (void)most;
    symir_bytes(pointer, sizeof(void *), name);
    if (*(symir_any *)pointer == NULL) {
        *(symir_any *)pointer = symir_libc_malloc(1);
        if (*(symir_any *)pointer != NULL)
            *(char *)*(symir_any *)pointer = '\0';
    }
}

static size_t symir_length(const void *array, size_t size) {
    const struct symir_runtime *rt = &symir_runtime;

    size_t i;
    for (i = 0; i < rt->object_count; i++)
        if (rt->objects[i] == array)
            return rt->sizes[i] / size;
    /* From a place in an array on. */
    for (i = 0; i < rt->object_count; i++) {
        size_t skipped = (size_t)array - (size_t)rt->objects[i];

        if (rt->objects[i] != NULL && skipped <= rt->sizes[i])
            return (rt->sizes[i] - skipped) / size;
    }
    return 0;
}

/* Recorded tests have as many as they need. */
static void symir_members(const void *pointer, size_t array, size_t element, size_t count, size_t width, size_t most) {
    (void)pointer, (void)array, (void)element, (void)count, (void)width, (void)most;
}

/* Recorded strings are as long as they are. */
static void symir_letters(size_t most) {
    (void)most;
}

static void(symir_string)(char *ptr, size_t size, const char *name) {
    symir_bytes(ptr, size, name);
    if (size > 0 && ptr[size - 1] != '\0') {
        symir_libc_dprintf(SYMIR_STDERR, "%s:%lu: the last byte of the string `%s` must be 00\n", symir_runtime.path,
                           symir_runtime.line, name);
        symir_libc_exit(SYMIR_EXIT_BAD_INPUT);
    }
}

#define SYMIR_DEFINE(type, function) \
    static type function(const char *name) { \
        type value; \
        symir_read(&value, sizeof value, name); \
        return value; \
    }

/* From src/ir/header.rs: native definitions. */
SYMIR_DEFINE(char, symir_char)
SYMIR_DEFINE(signed char, symir_schar)
SYMIR_DEFINE(unsigned char, symir_uchar)
SYMIR_DEFINE(short, symir_short)
SYMIR_DEFINE(unsigned short, symir_ushort)
SYMIR_DEFINE(int, symir_int)
SYMIR_DEFINE(unsigned int, symir_uint)
SYMIR_DEFINE(long, symir_long)
SYMIR_DEFINE(unsigned long, symir_ulong)
SYMIR_DEFINE(long long, symir_longlong)
SYMIR_DEFINE(unsigned long long, symir_ulonglong)
SYMIR_DEFINE(float, symir_float)
SYMIR_DEFINE(double, symir_double)
/* --- */
#undef SYMIR_DEFINE

/* Not every byte is a _Bool. */
static SYMIR_BOOL symir_bool(const char *name) {
    return symir_uchar(name) != 0;
}

static int symir_range(int low, int high, const char *name) {
    int value;
    bool recorded = symir_read(&value, sizeof value, name);

    if (low <= value && value <= high)
        return value;
    if (!recorded)
        return low;
    symir_libc_dprintf(SYMIR_STDERR, "%s:%lu: `%s` must be from %d to %d, found %d\n", symir_runtime.path,
                       symir_runtime.line, name, low, high, value);
    symir_libc_exit(SYMIR_EXIT_BAD_INPUT);
}

static __attribute__((unused)) SYMIR_NORETURN void symir_assume_fail(const char *expression, const char *file,
                                                                unsigned int line) {
    symir_libc_dprintf(SYMIR_STDERR, "%s:%u: assumption is false: %s\n", file, line, expression);
    symir_libc_exit(SYMIR_EXIT_ASSUMPTION);
}

#define symir_assume(condition) \
    ((condition) ? (void)0 : symir_assume_fail(#condition, __FILE__, __LINE__))

static SYMIR_NORETURN void symir_assert_fail(const char *expression, const char *file, unsigned int line) {
    symir_libc_dprintf(SYMIR_STDERR, "%s:%u: assertion failed: %s\n", file, line, expression);
    symir_libc_abort();
}

/* --- Printing a result --- */

static void symir_show_char(unsigned char c, bool in_braces) {
    if (c == '\0')
        symir_libc_printf("\\0");
    else if (c == '\n')
        symir_libc_printf("\\n");
    else if (c == '\t')
        symir_libc_printf("\\t");
    else if (c == '\r')
        symir_libc_printf("\\r");
    else if (c < ' ' || c > '~')
        symir_libc_printf("\\x%02x", c);
    else if (c == '"' || c == '\\' || (in_braces && (c == ',' || c == '{' || c == '}')))
        symir_libc_printf("\\%c", c);
    else
        symir_libc_printf("%c", c);
}

/*
 * One past the last byte of the input that ptr points into or just behind, or
 * null when there is none.
 */
static const char *symir_buffer_end(const char *ptr) {
    const struct symir_runtime *rt = &symir_runtime;
    size_t kept = rt->buffer_count < SYMIR_BUFFERS ? rt->buffer_count : SYMIR_BUFFERS;
    const char *behind = NULL;

    /* The newest first: the memory of an older one may have been used again. */
    size_t i;
    for (i = 1; i <= kept; i++) {
        const struct symir_buffer *buffer = &rt->buffers[(rt->buffer_count - i) % SYMIR_BUFFERS];
        uintptr_t offset = (uintptr_t)ptr - (uintptr_t)buffer->start;

        if (offset < buffer->size)
            return buffer->start + buffer->size;
        if (offset == buffer->size)
            behind = ptr;
    }
    return behind;
}

static __attribute__((unused)) void symir_show_string(int type, const volatile void *string) {
    const volatile unsigned char *s = string;
    const volatile unsigned char *end = (const volatile unsigned char *)symir_buffer_end((const char *)string);

    (void)type;
    if (s == NULL) {
        symir_libc_printf("null");
        return;
    }

    symir_libc_printf("&\"");
    for (; s != end && *s != '\0'; s++)
        symir_show_char(*s, false);
    symir_libc_printf("\"{");
    /* Outside of the inputs nobody knows what follows the terminator. */
    if (end == NULL)
        end = s + 1;
    const volatile unsigned char *rest;
    for (rest = s; rest != end; rest++) {
        if (rest != s)
            symir_libc_printf(",");
        symir_show_char(*rest, true);
    }
    symir_libc_printf("}");
}

static __attribute__((unused)) void symir_show_bool(int type, _Bool value) {
    (void)type;
    symir_libc_printf(value ? "true" : "false");
}

static __attribute__((unused)) void symir_show_signed(int type, long long value) {
    (void)type;
    symir_libc_printf("%lld", value);
}

static __attribute__((unused)) void symir_show_unsigned(int type, unsigned long long value) {
    (void)type;
    symir_libc_printf("%llu", value);
}

static __attribute__((unused)) void symir_show_double(int type, double value) {
    (void)type;
    symir_libc_printf("%.17g", value);
}

/* Pointers, and what has no form of its own yet. `type` is what __builtin_classify_type says. */
static __attribute__((unused)) void symir_show_other(int type, ...) {
    enum { POINTER = 5 };
    va_list arguments;

    if (type != POINTER) {
        symir_libc_printf("...");
        return;
    }
    va_start(arguments, type);
    symir_libc_printf(va_arg(arguments, void *) == NULL ? "null" : "&...");
    va_end(arguments);
}

/* Only the chosen function is called, so the others need not accept the value. */
#define SYMIR_SHOW(value) \
    _Generic((value), \
        _Bool: symir_show_bool, \
        char: symir_show_signed, \
        signed char: symir_show_signed, \
        unsigned char: symir_show_unsigned, \
        short: symir_show_signed, \
        unsigned short: symir_show_unsigned, \
        int: symir_show_signed, \
        unsigned int: symir_show_unsigned, \
        long: symir_show_signed, \
        unsigned long: symir_show_unsigned, \
        long long: symir_show_signed, \
        unsigned long long: symir_show_unsigned, \
        float: symir_show_double, \
        double: symir_show_double, \
        char *: symir_show_string, \
        const char *: symir_show_string, \
        signed char *: symir_show_string, \
        const signed char *: symir_show_string, \
        unsigned char *: symir_show_string, \
        const unsigned char *: symir_show_string, \
        default: symir_show_other)(__builtin_classify_type(value), value)

#define SYMIR_IS_VOID(call) __builtin_types_compatible_p(__typeof__(call), void)

/* A variable cannot be void, so a void function gives the int 0 here; its type still says void. */
#define SYMIR_TEST_CALL(function, call) \
    do { \
        SYMIR_CALLEE(function); \
        __typeof__(__builtin_choose_expr(SYMIR_IS_VOID(call), 0, call)) symir_result = \
            __builtin_choose_expr(SYMIR_IS_VOID(call), (call, 0), call); \
        symir_libc_printf("%s :=> ", #function); \
        if (SYMIR_IS_VOID(call)) \
            symir_libc_printf("void"); \
        else \
            SYMIR_SHOW(symir_result); \
        symir_libc_printf("\n"); \
        symir_libc_fflush(NULL); \
    } while (0)

#endif /* __SYMIR__ */

#endif /* SYMIR_H */
