/* See unity.h. */
#include "unity.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static const char *file;
static const char *running;
static int tests, failures;
static jmp_buf end_of_test;

void unity_begin(const char *name) {
    file = name;
}

void unity_check(int holds, const char *what, int line) {
    if (holds)
        return;
    printf("%s:%d:%s:FAIL: %s\n", file, line, running, what);
    longjmp(end_of_test, 1);
}

int unity_same(const void *one, const void *other, size_t size) {
    return memcmp(one, other, size) == 0;
}

int unity_same_text(const char *one, const char *other) {
    return one != NULL && other != NULL && strcmp(one, other) == 0;
}

void unity_run(void (*test)(void), const char *name) {
    tests++;
    running = name;
    setUp();
    if (setjmp(end_of_test) == 0) {
        test();
        printf("%s:%s:PASS\n", file, name);
    } else {
        failures++;
    }
    tearDown();
}

int unity_end(void) {
    printf("%d Tests %d Failures 0 Ignored\n%s\n", tests, failures, failures == 0 ? "OK" : "FAIL");
    return failures;
}
