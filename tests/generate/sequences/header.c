/* Strings with their length before them, as one pointer that the caller takes for a string. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef char *word;

struct head {
    unsigned char used;
    unsigned char room;
    char text[];
};

size_t word_length(const word w) {
    return (unsigned char)w[-2];
}

word word_new(const char *text) {
    size_t used = strlen(text);
    struct head *head = malloc(sizeof *head + used + 2);
    if (head == NULL)
        return NULL;
    head->used = (unsigned char)used;
    head->room = (unsigned char)(used + 1);
    memcpy(head->text, text, used + 1);
    return head->text;
}

void word_free(word w) {
    if (w != NULL)
        free(w - sizeof(struct head));
}

/* Whether there was room for one more. */
int word_add(word w, char letter) {
    if (word_length(w) == (unsigned char)w[-1])
        return 0;
    w[word_length(w)] = letter;
    w[-2]++;
    w[word_length(w)] = '\0';
    return 1;
}

/* Makes capitals small. */
void word_small(word w) {
    for (size_t at = 0; at < word_length(w); at++)
        w[at] = (char)tolower((unsigned char)w[at]);
}
