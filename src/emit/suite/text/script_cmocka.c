/* What a mock is expected to be called with, and what it gives and writes, where CMocka has no words for it. */
struct mock_call {
@RECORDS@
};

#define mock_check(condition, what) \
    do { \
        if (!(condition)) \
            fail_msg("%s: not called with what the test expects", what); \
    } while (0)

static inline bool same_text(const char *text, const char *expected) {
    return text == NULL || expected == NULL ? text == expected : strcmp(text, expected) == 0;
}
