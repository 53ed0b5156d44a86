/* A call that a test expects: of which function, with what, and what the function gives and writes. */
struct mock_call {
    const char *function;
@RECORDS@
};

static const struct mock_call *mock_script;
static size_t mock_script_length, mock_script_at;
static char mock_message[300];
@STATE@

/* Ends the test. */
static void mock_fails(void) {
@FAIL@
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
@LEAVE@
}

/* What a test expects of mocks from here on. */
#define EXPECT_CALLS(script) EXPECT_FROM(script, sizeof(script) / sizeof((script)[0]))
#define EXPECT_NO_CALLS() EXPECT_FROM(NULL, 0)
#define EXPECT_FROM(script, length) \
    do { \
        mock_script = (script); \
        mock_script_length = (length); \
        mock_script_at = 0; \
@ENTER@
    } while (0)
