/* What a mock is expected to be called with, and what it gives and writes, where CMocka has no words for it. */
struct mock_call {
@RECORDS@
};

#define mock_check(condition, what) \
    do { \
        if (!(condition)) \
            fail_msg("%s: not called with what the test expects", what); \
    } while (0)
