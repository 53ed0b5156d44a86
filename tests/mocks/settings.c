/* Settings by the environment, with what holds where nothing is said. */
#include <stdlib.h>
#include <string.h>

struct settings {
    int level;
    int is_quiet;
};

int read_settings(struct settings *to) {
    const char *level = getenv("LEVEL");
    const char *quiet = getenv("QUIET");

    to->level = 1;
    to->is_quiet = quiet != NULL;
    if (level == NULL)
        return 0;
    if (level[0] < '0' || level[0] > '9' || level[1] != '\0')
        return -1;
    to->level = level[0] - '0';
    return 1;
}
