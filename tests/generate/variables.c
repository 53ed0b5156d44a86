/* Variables that code of other files may set before these functions are called. */
#include <errno.h>
#include <stdint.h>

enum color { RED, GREEN = 5, BLUE };

struct options {
    int verbose;
    enum color color;
    uint8_t level;
};

struct options options;
extern struct options theirs;
extern int verbosity;
extern volatile uint32_t status_register;
extern enum color shade;
extern int weights[4];
extern const char *title;
const char *program = "tool";
int mode;
int limit = 10;
int n_calls;
static int depth = 4;

/* A parameter that has the name of a variable. */
int doubled(int mode) {
    return 2 * mode;
}

int scaled(int value) {
    if (mode == 3) {
        return 2 * value;
    }
    return value;
}

int clamp(int value) {
    return value > limit ? limit : value;
}

/* One that no function can change is no input. */
int is_deep(int n) {
    return n > depth;
}

int level_of(void) {
    if (options.color == GREEN && options.level > 3) {
        return options.verbose;
    }
    return -1;
}

int is_theirs(void) {
    return theirs.level > options.level;
}

int chatter(void) {
    if (verbosity > 2) {
        return 1;
    }
    return 0;
}

int is_ready(void) {
    if ((status_register & 0x10) != 0) {
        return 1;
    }
    return 0;
}

int shaded(void) {
    switch (shade) {
    case RED:
        return 1;
    case GREEN:
        return 2;
    default:
        return 3;
    }
}

int is_often(void) {
    n_calls++;
    return n_calls > 3 ? 1 : 0;
}

int is_heavy(int i) {
    if (i < 0 || i >= 4) {
        return -1;
    }
    return weights[i] > 3;
}

int has_title(void) {
    if (title != 0 && title[0] == 'a') {
        return 1;
    }
    return 0;
}

int is_called(char letter) {
    if (program[0] == letter) {
        return 1;
    }
    return 0;
}

/* `errno` as the caller has left it. */
int may_retry(int tries) {
    if (errno == EAGAIN && tries > 3) {
        return 1;
    }
    return 0;
}

static int last_error(void) {
    return errno;
}

int was_interrupted(void) {
    if (last_error() == EINTR) {
        return 1;
    }
    return 0;
}
