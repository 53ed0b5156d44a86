/* A call that a test expects: of which function, with what, and what the function gives and writes. */
struct mock_call {
    const char *function;
@RECORDS@
};

static const struct mock_call *mock_script;
static size_t mock_script_length, mock_script_at;
static char mock_message[300];
static jmp_buf mock_left;

/* Ends the test. */
static void mock_fails(void) {
    (void)mock_left;
@FAIL@
}

static void mock_check(bool holds, const char *what) {
    if (!holds) {
        snprintf(mock_message, sizeof mock_message, "call %zu of a mock: not called with what the test expects: %s",
                 mock_script_at, what);
        mock_fails();
    }
}

/* The next call that the test expects, which is to be one of this function. */
static const struct mock_call *mock_next(const char *function) {
    if (mock_script_at >= mock_script_length) {
        snprintf(mock_message, sizeof mock_message, "%s is called although the test expects no more than %zu calls",
                 function, mock_script_length);
        mock_fails();
    }
    if (strcmp(mock_script[mock_script_at].function, function) != 0) {
        snprintf(mock_message, sizeof mock_message, "%s is called where the test expects a call of %s", function,
                 mock_script[mock_script_at].function);
        mock_fails();
    }
    return &mock_script[mock_script_at++];
}

/* All calls that the test expects were made. */
static void mock_script_ends(void) {
    if (mock_script_at < mock_script_length) {
        snprintf(mock_message, sizeof mock_message, "%s is not called: %zu of %zu calls are made",
                 mock_script[mock_script_at].function, mock_script_at, mock_script_length);
        mock_fails();
    }
}

static inline bool same_text(const char *text, const char *expected) {
    return text == NULL || expected == NULL ? text == expected : strcmp(text, expected) == 0;
}

/* What a test expects of mocks from here on. */
#define EXPECT_CALLS(script) EXPECT_FROM(script, sizeof(script) / sizeof((script)[0]))
#define EXPECT_NO_CALLS() EXPECT_FROM(NULL, 0)
#define EXPECT_FROM(script, length) \
    do { \
        mock_script = (script); \
        mock_script_length = (length); \
        mock_script_at = 0; \
        if (setjmp(mock_left) != 0) \
            return; \
    } while (0)
