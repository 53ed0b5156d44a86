/* What is copied as a whole has the type of what it is copied to. */
#include <string.h>

struct options {
    int level;
    int flags;
    double ratio;
};

int configure(const void *from) {
    struct options options;

    memcpy(&options, from, sizeof options);
    if (options.level < 0 || options.level > 9)
        return -1;
    return options.ratio > 0.5 ? 2 : 1;
}
