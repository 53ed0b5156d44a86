/*
 * Finds words that can stand in the place of a string of a test without changing the test's path.
 *
 * The driver is compiled with a call of __sanitizer_cov_trace_pc on every edge; the sequence of the places it is called
 * from is the path. For every string of two characters or more, every word of the same length is written over it, what
 * follows its terminator and the other inputs staying as they are, and the driver is run. Where no word fits so, it is
 * written over all inputs that hold the same string; then another string of the test may become another word with it.
 *
 *     fits WORDS < TESTS
 *
 * WORDS has one word a line, the one to prefer first. A line of TESTS has the inputs of a test in the order of their
 * declaration, each as `s` (a string) or `b` (bytes) and its bytes in hexadecimal. For each test a line says for each
 * input the first word that fits, or `-`.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INPUTS = 16, MAX_BYTES = 64, MAX_WORDS = 200000, MAX_EDGES = 100000 };

struct input {
    bool is_string;
    size_t size;
    size_t length; /* of its text, if it is a string */
    char bytes[MAX_BYTES];
};

struct word {
    size_t length;
    char *text;
};

static struct input inputs[MAX_INPUTS];
static size_t n_inputs, n_read;

static struct word words[MAX_WORDS];
static size_t n_words;

/* The edges of the test itself, and how many of them a run has taken so far. */
static uintptr_t expected[MAX_EDGES];
static unsigned n_expected, n_edges;
static bool is_recording, has_left;
static jmp_buf over;

int fits_driver(void);

_Noreturn void fits_give_up(void) {
    longjmp(over, 1);
}

/* Stops the run where it leaves the path. */
void __sanitizer_cov_trace_pc(void) {
    uintptr_t edge = (uintptr_t)__builtin_return_address(0);

    if (is_recording && n_edges < MAX_EDGES) {
        expected[n_edges++] = edge;
    } else if (is_recording || n_edges == n_expected || expected[n_edges++] != edge) {
        has_left = true;
        fits_give_up();
    }
}

void fits_input(void *ptr, size_t size) {
    const struct input *input = &inputs[n_read++];

    if (n_read > n_inputs || input->size != size) {
        fprintf(stderr, "input %zu does not fit the driver\n", n_read);
        exit(1);
    }
    memcpy(ptr, input->bytes, size);
}

/* Runs the driver with the inputs as they are. */
static void run(void) {
    n_edges = 0;
    n_read = 0;
    has_left = false;
    if (setjmp(over) == 0)
        fits_driver();
}

static void record(void) {
    is_recording = true;
    run();
    is_recording = false;
    n_expected = n_edges;
}

static bool is_same_path(void) {
    run();
    return !has_left && n_edges == n_expected;
}

static void write_word(const bool *chosen, const char *text, size_t length) {
    for (size_t i = 0; i < n_inputs; i++) {
        if (chosen[i])
            memcpy(inputs[i].bytes, text, length);
    }
}

/* Whether the string of this input can be another word. */
static bool has_fit(struct input *input) {
    char saved[MAX_BYTES];
    bool found = false;

    memcpy(saved, input->bytes, input->length);
    for (size_t i = 0; i < n_words && !found; i++) {
        if (words[i].length != input->length)
            continue;
        memcpy(input->bytes, words[i].text, input->length);
        found = is_same_path();
    }
    memcpy(input->bytes, saved, input->length);
    return found;
}

/* The first word that fits where `chosen`, all of the same text, are; null if there is none. With `other`, the string
 * of that input may become another word too. */
static const char *first_fit(const bool *chosen, const char *text, size_t length, struct input *other) {
    char saved[MAX_BYTES];
    const char *found = NULL;

    memcpy(saved, text, length);
    for (size_t i = 0; i < n_words && found == NULL; i++) {
        if (words[i].length != length)
            continue;
        write_word(chosen, words[i].text, length);
        if (other == NULL ? is_same_path() : has_fit(other))
            found = words[i].text;
    }
    write_word(chosen, saved, length);
    return found;
}

static const char *fit(size_t index) {
    struct input *input = &inputs[index];
    bool alone[MAX_INPUTS] = {false}, all[MAX_INPUTS] = {false};
    bool several = false;
    const char *found;

    if (!input->is_string || input->length < 2)
        return NULL;
    record();
    alone[index] = true;
    for (size_t i = 0; i < n_inputs; i++) {
        const struct input *other = &inputs[i];
        all[i] = other->is_string && other->length == input->length
              && memcmp(other->bytes, input->bytes, input->length) == 0;
        several |= all[i] && i != index;
    }
    found = first_fit(alone, input->bytes, input->length, NULL);
    if (found == NULL && several)
        found = first_fit(all, input->bytes, input->length, NULL);
    for (size_t i = 0; i < n_inputs && found == NULL; i++) {
        if (i != index && inputs[i].is_string && inputs[i].length >= 2)
            found = first_fit(alone, input->bytes, input->length, &inputs[i]);
    }
    return found;
}

static void read_words(const char *name) {
    static char line[256];
    FILE *file = fopen(name, "r");

    while (file != NULL && n_words < MAX_WORDS && fgets(line, sizeof line, file) != NULL) {
        size_t length = 0;
        while (line[length] != '\n' && line[length] != '\0')
            length++;
        words[n_words].length = length;
        words[n_words].text = malloc(length + 1);
        memcpy(words[n_words].text, line, length);
        words[n_words++].text[length] = '\0';
    }
}

static void read_inputs(const char *line) {
    n_inputs = 0;
    while (*line == 's' || *line == 'b') {
        struct input *input = &inputs[n_inputs++];
        unsigned byte;

        input->is_string = *line++ == 's';
        for (input->size = 0; sscanf(line, "%2x", &byte) == 1 && *line != ' '; line += 2)
            input->bytes[input->size++] = (char)byte;
        input->length = 0;
        while (input->length < input->size && input->bytes[input->length] != '\0')
            input->length++;
        if (*line == ' ')
            line++;
    }
}

int main(int argc, char **argv) {
    static char line[MAX_INPUTS * (2 * MAX_BYTES + 2)];

    if (argc != 2)
        return 2;
    read_words(argv[1]);
    while (fgets(line, sizeof line, stdin) != NULL) {
        read_inputs(line);
        for (size_t i = 0; i < n_inputs; i++) {
            const char *found = fit(i);
            printf("%s%s", i == 0 ? "" : " ", found == NULL ? "-" : found);
        }
        printf("\n");
    }
    return 0;
}
