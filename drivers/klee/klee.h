/*
 * klee/klee.h: what symir knows of KLEE's intrinsics, so that programs written
 * for KLEE compile and run unchanged. What is not declared here is not known.
 */
#ifndef SYMIR_KLEE_H
#define SYMIR_KLEE_H

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

/* Hints, which symir does without. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

__attribute__((noreturn)) void symir_assert_fail(const char *expression, const char *file, unsigned int line);

#define klee_assert(condition) \
    ((condition) ? (void)0 : symir_assert_fail(#condition, __FILE__, __LINE__))

#ifdef __cplusplus
}
#endif

#endif
