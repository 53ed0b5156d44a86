
static inline bool same_text(const char *text, const char *expected) {
    return text == NULL || expected == NULL ? text == expected : strcmp(text, expected) == 0;
}
