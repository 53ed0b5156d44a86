/* The makefile has the program call these functions in the place of those of the C library that a test has fail. The calls of
   the test framework, and those of the C library itself, are not touched. */
struct failure {
    const char *function;
    unsigned int call; /* of the function within the call under test, from 1 on */
    const char *way;
};

static const struct failure *failures;
static size_t n_failures;
static unsigned int n_begun;

/* How often a function has been called since a call under test began. */
struct calls {
    unsigned int of, n;
};

static void begin_failures(const struct failure *list, size_t n) {
    failures = list;
    n_failures = n;
    n_begun++;
}

/* The way in which this call fails; no text if it does not. */
static const char *way_of_failing(const char *function, struct calls *calls) {
    if (calls->of != n_begun)
        calls->n = 0;
    calls->of = n_begun;
    calls->n++;
    for (size_t i = 0; i < n_failures; i++) {
        if (failures[i].call == calls->n && strcmp(failures[i].function, function) == 0)
            return failures[i].way;
    }
    return "";
}

