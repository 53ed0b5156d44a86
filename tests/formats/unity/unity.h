/*
 * The part of Unity's documented interface that exported suites use, so that
 * they can be compiled and run where Unity is not at hand.
 */
#ifndef UNITY_H
#define UNITY_H

#include <stddef.h>
#include <stdint.h>

void setUp(void);
void tearDown(void);

void unity_begin(const char *file);
int unity_end(void);
void unity_run(void (*test)(void), const char *name);
void unity_check(int holds, const char *what, int line);
int unity_same(const void *one, const void *other, size_t size);
int unity_same_text(const char *one, const char *other);

#define UNITY_BEGIN() unity_begin(__FILE__)
#define UNITY_END() unity_end()
#define RUN_TEST(test) unity_run(test, #test)

#define TEST_ASSERT_TRUE(condition) unity_check(!!(condition), #condition, __LINE__)
#define TEST_ASSERT_NULL(pointer) unity_check((pointer) == NULL, #pointer, __LINE__)
#define TEST_ASSERT_NOT_NULL(pointer) unity_check((pointer) != NULL, #pointer, __LINE__)
#define TEST_ASSERT_EQUAL_INT64(expected, actual) \
    unity_check((int64_t)(expected) == (int64_t)(actual), #actual, __LINE__)
#define TEST_ASSERT_EQUAL_UINT64(expected, actual) \
    unity_check((uint64_t)(expected) == (uint64_t)(actual), #actual, __LINE__)
#define TEST_ASSERT_EQUAL_PTR(expected, actual) \
    unity_check((const void *)(expected) == (const void *)(actual), #actual, __LINE__)
#define TEST_ASSERT_EQUAL_MEMORY(expected, actual, size) \
    unity_check(unity_same(expected, actual, size), #actual, __LINE__)
#define TEST_ASSERT_EQUAL_STRING(expected, actual) \
    unity_check(unity_same_text(expected, actual), #actual, __LINE__)

#endif /* UNITY_H */
