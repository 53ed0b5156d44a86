/*
 * Models of unistd.h and getopt.h: options of a command line. As GNU has it,
 * what is no option moves behind the options, unless the list of options
 * begins with a plus sign or POSIXLY_CORRECT is set.
 */
#include "files.h"

int fprintf(FILE *file, const char *format, ...);
char *getenv(const char *name);

struct option {
    const char *name;
    int has_argument; /* 0: no, 1: required, 2: optional */
    int *flag;
    int value;
};

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* The rest of an argument with several options of one letter. */
static char *letters;
/* Arguments from `first` up to `behind` are no options, and were passed. */
static int first = 1, behind = 1;

struct call {
    int n;
    char **arguments;
    const char *list; /* the options of one letter */
    const struct option *options;
    int *found;
    bool is_quiet, is_silent_missing;
};

/* Moves the arguments passed behind the options that came after them. */
static void exchange(char **arguments, int middle, int end) {
    for (int i = middle; i < end; i++) {
        char *argument = arguments[i];

        for (int j = i; j > first; j--)
            arguments[j] = arguments[j - 1];
        arguments[first] = argument;
        first++;
        behind++;
    }
}

static bool is_option(const char *argument) {
    return argument[0] == '-' && argument[1] != '\0';
}

static size_t length_of(const char *s) {
    size_t n = 0;

    while (s[n] != '\0')
        n++;
    return n;
}

static bool begin_equal(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static const char *program(const struct call *call) {
    return call->arguments[0];
}

static bool has_letter(const char *list, char c) {
    for (; *list != '\0'; list++)
        if (*list == c && c != ':' && c != ';')
            return true;
    return false;
}

static int read_letter(const struct call *call) {
    char c = *letters++;
    const char *at = call->list;

    while (*at != '\0' && (*at != c || c == ':' || c == ';'))
        at++;
    if (*letters == '\0')
        optind++;
    if (*at == '\0') {
        if (!call->is_quiet)
            fprintf(stderr, "%s: invalid option -- '%c'\n", program(call), c);
        optopt = c;
        if (*letters == '\0')
            letters = NULL;
        return '?';
    }
    if (at[1] != ':') {
        if (*letters == '\0')
            letters = NULL;
        return c;
    }
    optarg = NULL;
    if (*letters != '\0') {
        optarg = letters;
        optind++;
    } else if (at[2] != ':') {
        if (optind < call->n) {
            optarg = call->arguments[optind++];
        } else {
            if (!call->is_quiet)
                fprintf(stderr, "%s: option requires an argument -- '%c'\n", program(call), c);
            optopt = c;
            c = call->is_silent_missing ? ':' : '?';
        }
    }
    letters = NULL;
    return c;
}

/* The option of the name, or of which it is the only beginning; -1 for none,
 * -2 for several. */
static int find_option(const struct call *call, const char *name, size_t length) {
    int found = -1;

    for (int i = 0; call->options[i].name != NULL; i++) {
        const struct option *option = &call->options[i];

        if (!begin_equal(option->name, name, length))
            continue;
        if (length_of(option->name) == length)
            return i;
        if (found >= 0 && (call->options[found].has_argument != option->has_argument
                           || call->options[found].flag != option->flag
                           || call->options[found].value != option->value))
            found = -2;
        else if (found == -1)
            found = i;
    }
    return found;
}

static int read_long(const struct call *call, const char *name, const char *dashes) {
    size_t length = 0;

    while (name[length] != '\0' && name[length] != '=')
        length++;
    int found = find_option(call, name, length);
    optind++;
    if (found < 0) {
        if (!call->is_quiet && found == -1)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", program(call), dashes, name);
        if (!call->is_quiet && found == -2)
            fprintf(stderr, "%s: option '%s%s' is ambiguous\n", program(call), dashes, name);
        optopt = 0;
        return '?';
    }
    const struct option *option = &call->options[found];
    if (name[length] == '=') {
        if (option->has_argument == 0) {
            if (!call->is_quiet)
                fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", program(call), dashes,
                        option->name);
            optopt = option->value;
            return '?';
        }
        optarg = (char *)name + length + 1;
    } else if (option->has_argument == 1) {
        if (optind >= call->n) {
            if (!call->is_quiet)
                fprintf(stderr, "%s: option '%s%s' requires an argument\n", program(call), dashes,
                        option->name);
            optopt = option->value;
            return call->is_silent_missing ? ':' : '?';
        }
        optarg = call->arguments[optind++];
    }
    if (call->found != NULL)
        *call->found = found;
    if (option->flag == NULL)
        return option->value;
    *option->flag = option->value;
    return 0;
}

static int next_option(int n, char *const *arguments, const char *list, const struct option *options,
                       int *found, bool is_one_dash) {
    struct call call = {n, (char **)arguments, list, options, found, !opterr, false};
    bool keeps_order = false, gives_all = false;

    if (n < 1)
        return -1;
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        letters = NULL;
        first = behind = 1;
    }
    if (*call.list == '+' || *call.list == '-') {
        keeps_order = *call.list == '+';
        gives_all = *call.list == '-';
        call.list++;
    } else {
        keeps_order = getenv("POSIXLY_CORRECT") != NULL;
    }
    if (*call.list == ':') {
        call.is_quiet = call.is_silent_missing = true;
        call.list++;
    }
    if (letters != NULL && *letters != '\0')
        return read_letter(&call);
    letters = NULL;
    if (first > optind)
        first = optind;
    if (behind > optind)
        behind = optind;
    if (!keeps_order && !gives_all) {
        if (first != behind && behind != optind)
            exchange(call.arguments, behind, optind);
        else if (behind != optind)
            first = optind;
        while (optind < n && !is_option(arguments[optind]))
            optind++;
        behind = optind;
    }
    if (optind < n && begin_equal(arguments[optind], "--", 3)) {
        optind++;
        if (first != behind)
            exchange(call.arguments, behind, optind);
        else
            first = optind;
        behind = n;
        optind = n;
    }
    if (optind >= n) {
        if (first != behind)
            optind = first;
        return -1;
    }
    char *argument = arguments[optind];
    if (!is_option(argument)) {
        if (keeps_order)
            return -1;
        optarg = argument;
        optind++;
        return 1;
    }
    if (options != NULL && argument[1] == '-')
        return read_long(&call, argument + 2, "--");
    if (options != NULL && is_one_dash) {
        bool is_letter = has_letter(call.list, argument[1]);
        size_t length = 1;

        while (argument[length] != '\0' && argument[length] != '=')
            length++;
        if ((argument[2] != '\0' && find_option(&call, argument + 1, length - 1) != -1) || !is_letter)
            return read_long(&call, argument + 1, "-");
    }
    letters = argument + 1;
    return read_letter(&call);
}

int getopt(int n, char *const *arguments, const char *list) {
    return next_option(n, arguments, list, NULL, NULL, false);
}

int __posix_getopt(int n, char *const *arguments, const char *list) {
    return next_option(n, arguments, list, NULL, NULL, false);
}

int getopt_long(int n, char *const *arguments, const char *list, const struct option *options, int *found) {
    return next_option(n, arguments, list, options, found, false);
}

int getopt_long_only(int n, char *const *arguments, const char *list, const struct option *options,
                     int *found) {
    return next_option(n, arguments, list, options, found, true);
}
