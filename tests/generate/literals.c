/* Texts that suites write as literals where nothing can tell them from variables, and as variables elsewhere. */
#include <ctype.h>
#include <string.h>

/* What a setting says. */
int level_of(const char *name) {
    if (strcmp(name, "off") == 0)
        return 0;
    return strcmp(name, "on") == 0 ? 1 : -1;
}

/* Whether two texts are the same one, or equal. Compilers may place equal literals at one address. */
int alike(const char *one, const char *other) {
    if (one == other)
        return 2;
    return strcmp(one, other) == 0;
}

/* The first character that is no space. The caller has to know the text that the result points into. */
const char *skip_blanks(const char *text) {
    while (*text == ' ')
        text++;
    return text;
}

/* Makes capitals small. Only a text with capitals shows it. */
void make_small(char *text) {
    for (; *text != '\0'; text++)
        *text = (char)tolower((unsigned char)*text);
}
