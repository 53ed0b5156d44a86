/*
 * klee/klee.h: what symir knows of KLEE's intrinsics, so that programs written
 * for KLEE compile and run unchanged. What is not declared here is not known.
 */
#ifndef SYMIR_KLEE_H
#define SYMIR_KLEE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes nbytes bytes at addr inputs. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
int klee_int(const char *name);
/* An int from begin to end - 1. */
int klee_range(int begin, int end, const char *name);

/* Gives up the paths on which the condition is false. */
void klee_assume(uintptr_t condition);

__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);

/* Whether a number depends on inputs. */
unsigned klee_is_symbolic(uintptr_t number);
/* A value that the expression may have; the path goes on without it. */
float klee_get_valuef(float expression);
double klee_get_valued(double expression);
long klee_get_valuel(long expression);
long long klee_get_valuell(long long expression);
int32_t klee_get_value_i32(int32_t expression);
int64_t klee_get_value_i64(int64_t expression);
/* A number below n. */
uintptr_t klee_choose(uintptr_t n);
/* The bytes of the object that begins at ptr. */
size_t klee_get_obj_size(void *ptr);
/* An error unless size bytes at address may be read. */
void klee_check_memory_access(const void *address, size_t size);
/* Whether a recorded test is replayed: never under symir. */
unsigned klee_is_replay(void);

/* What errno is. */
static __inline__ __attribute__((unused)) int klee_get_errno(void) {
    return errno;
}

/* Hints, which symir does without. */
void klee_mark_global(void *object);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_set_forking(unsigned enable);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

__attribute__((noreturn)) void symir_assert_fail(const char *expression, const char *file, unsigned int line);

#define klee_assert(condition) \
    ((condition) ? (void)0 : symir_assert_fail(#condition, __FILE__, __LINE__))

#ifdef __cplusplus
}
#endif

#endif
