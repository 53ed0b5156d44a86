/* Whether this is among the lines that the driver has printed. */
static inline bool driver_printed(const char *line) {
    size_t length = strlen(line);

    for (const char *at = driver_output; (at = strstr(at, line)) != NULL; at++) {
        if (@BEGINS@at[length] == '\n')
            return true;
    }
    return false;
}

