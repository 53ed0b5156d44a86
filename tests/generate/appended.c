/* Texts that code writes behind what is there. */
#include <stddef.h>

char *joined(char *to, const char *from) {
    char *end = to;
    while (*end != '\0')
        end++;
    while (*from != '\0')
        *end++ = *from++;
    *end = '\0';
    return to;
}

/* Returns how long the text is then. */
size_t plural(char *word) {
    size_t length = 0;
    while (word[length] != '\0')
        length++;
    if (length > 0 && word[length - 1] == 's') word[length++] = 'e';
    word[length++] = 's';
    word[length] = '\0';
    return length;
}
