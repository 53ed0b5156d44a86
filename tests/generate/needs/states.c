/* Objects whose members have to fit one another, strings, and sizes that are declared. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *letters;
    size_t used;
    size_t room;
    unsigned options;
};

/* That the members contradict one another is not its mistake. */
int last(const struct text *text, int fallback) {
    if (text == NULL || text->used == 0)
        return fallback;
    return text->letters[text->used - 1];
}

/* It goes on behind the terminator of "[". */
int closes(const char *pattern) {
    while (*pattern != '\0') {
        if (*pattern == '[')
            pattern++;
        pattern++;
    }
    return 1;
}

/* It looks for the terminator in a switch. */
int digits(const char *text) {
    int n = 0;
    for (;; text++) {
        switch (*text) {
        case '\0':
            return n;
        case '7':
            n++;
        }
    }
}

#define BLOCK 12

int sum(const unsigned char block[BLOCK], int *total) {
    for (int i = 0; i < BLOCK; i++)
        *total += block[i];
    return *total;
}

/* The table has one element more than the needle. */
void table(const char *needle, size_t length, long *places) {
    for (size_t i = 0; i < length; i++)
        places[i] = needle[i];
    places[length] = -1;
}

struct player {
    unsigned state;
    unsigned paused;
};

/* Its author has words for what callers do not do, and no condition. */
void pause_player(struct player *player, int on) {
    if (player == NULL)
        return;
    if (player->state == 1 || player->state == 2)
        player->paused = on != 0;
    else
        assert(0 && "only what plays can be paused");
}

/* That there may be less than nothing it knows itself. */
int sum_of(const int *values, int count) {
    int sum = 0;
    if (count < 0)
        return -1;
    for (int i = 0; i < count; i++)
        sum |= values[i];
    return sum;
}

/* What is asked is whether there was memory, not whether the caller has passed a string. */
char *doubled(char *text) {
    size_t length = strlen(text);

    text = realloc(text, 2 * length + 1);
    if (text == NULL)
        return NULL;
    memcpy(text + length, text, length);
    text[2 * length] = '\0';
    return text;
}

/* Who wants more than there can be is told so, and that is all. */
struct page {
    char *bytes;
    int used, room;
};

void reserve_page(struct page *page, int wanted) {
    if (wanted < page->room)
        return;
    if (wanted > INT_MAX / 2)
        abort();
    page->room = wanted + wanted / 2;
}

void grow_page(struct page *page, int by) {
    if (by > 0 && by < 1000 && page->used >= 0 && page->used < INT_MAX - 1000)
        reserve_page(page, page->used + by);
}

/* One colour was forgotten. */
enum colour { RED, GREEN, BLUE };

int code_of(enum colour colour) {
    switch (colour) {
    case RED:
        return 31;
    case GREEN:
        return 32;
    default:
        abort();
    }
}

/* A number in what an object leads to is not for the function to check. */
struct token {
    unsigned kind;
    const char *word;
};

struct cursor {
    const struct token *token;
    int n_read;
};

int is_leaf(const struct cursor *cursor) {
    if (cursor == NULL || cursor->token == NULL)
        return 0;
    return (1u << cursor->token->kind & 0x15) != 0;
}

/* And what never happens has no condition. */
int kind_of(const struct cursor *cursor) {
    switch (cursor->n_read) {
    case 0:
        return 1;
    case 1:
        return 7;
    default:
        assert(0);
        return -1;
    }
}
