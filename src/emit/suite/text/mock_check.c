
static void mock_check(bool holds, const char *what) {
    if (!holds) {
        snprintf(mock_message, sizeof mock_message, "call %zu of a mock: not called with what the test expects: %s",
                 mock_script_at, what);
        mock_fails();
    }
}
