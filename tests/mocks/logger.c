/* A logger with levels over a sink, and a counter of what was lost. */
int sink(const char *text);
_Bool is_enabled(int level);

static int lost;

int log_text(int level, const char *text) {
    if (level < 0 || level > 3)
        return -1;
    if (!is_enabled(level))
        return 0;
    int n = sink(level == 3 ? "!" : " ");
    if (n < 0 || sink(text) < 0) {
        lost++;
        return -2;
    }
    return 1;
}

int log_lost(void) {
    return lost;
}
