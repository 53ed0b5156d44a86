/* A string behind a pointer to void. */
int is_number(const void *text) {
    const char *at = text;

    if (*at == '\0')
        return 0;
    for (; *at != '\0'; at++) {
        if (*at < '0' || *at > '9')
            return 0;
    }
    return 1;
}
