/*
 * Settings by name. A caller puts them in line by line; few texts are such a line, so calls hardly come to what is
 * looked up.
 */
#include <stdbool.h>
#include <string.h>

struct setting {
    char name[8];
    char value[8];
};

struct settings {
    struct setting all[4];
    int n;
};

void settings_init(struct settings *s) {
    s->n = 0;
}

int settings_read(struct settings *s, const char *line) {
    if (strncmp(line, "setting ", 8) != 0 || strlen(line + 8) > 7 || s->n == 4)
        return -1;
    strcpy(s->all[s->n].name, line + 8);
    strcpy(s->all[s->n].value, "yes");
    s->n++;
    return 0;
}

const char *settings_find(const struct settings *s, const char *name) {
    for (int i = s->n - 1; i >= 0; i--)
        if (strcmp(s->all[i].name, name) == 0)
            return s->all[i].value;
    return NULL;
}
