/* Functions that end the program: each with its exit status. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_errors;

/* Ends the program if there are too many errors. */
void complain(const char *what) {
    fprintf(stderr, "error: %s\n", what);
    if (++n_errors > 3)
        exit(2);
}

void *get_or_die(size_t n) {
    void *memory = calloc(1, n);
    if (memory == NULL) {
        perror("calloc");
        exit(EXIT_FAILURE);
    }
    return memory;
}

enum level { LOW, MIDDLE, HIGH };

enum level level_of(const char *name) {
    if (strcmp(name, "low") == 0)
        return LOW;
    if (strcmp(name, "high") == 0)
        return HIGH;
    if (name[0] == '?') {
        puts("low middle high");
        exit(0);
    }
    if (*name == '\0')
        exit(64);
    return MIDDLE;
}

struct options { int verbose; const char *output; int n; };

void parse(struct options *o, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            o->verbose = 1;
        else if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            o->output = argv[++i];
        else if (argv[i][0] == '-') {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            exit(1);
        } else
            o->n++;
    }
}
