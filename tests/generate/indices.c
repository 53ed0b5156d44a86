/* Members that are indices into what another member points to. */
#include <stddef.h>

struct token {
    int kind;
    size_t length;
};

struct lexer {
    const char *text;
    size_t position;
};

int next_token(struct lexer *lexer, struct token *token) {
    size_t first;

    while (lexer->text[lexer->position] == ' ')
        lexer->position++;
    first = lexer->position;
    if (lexer->text[first] == '\0')
        return 0;
    token->kind = 2;
    if (lexer->text[first] >= '0' && lexer->text[first] <= '9') {
        token->kind = 1;
        while (lexer->text[lexer->position] >= '0' && lexer->text[lexer->position] <= '9')
            lexer->position++;
    } else {
        lexer->position++;
    }
    token->length = lexer->position - first;
    return 1;
}

/* Eight of its values lead to the same element. */
struct bits {
    const unsigned char *data;
    size_t size;
    size_t bit;
};

int get_bits(struct bits *b, unsigned n, unsigned *value) {
    *value = 0;
    if (n > 16 || b->bit + n > b->size * 8)
        return -1;
    for (unsigned i = 0; i < n; i++, b->bit++)
        *value = *value << 1 | (b->data[b->bit >> 3] >> (7 - (b->bit & 7)) & 1);
    return 0;
}

/* The count is an index, too. */
struct stack {
    int *items;
    int count;
    int capacity;
};

int push(struct stack *s, int item) {
    if (s->count == s->capacity)
        return 0;
    s->items[s->count++] = item;
    return 1;
}

int pop(struct stack *s) {
    return s->count > 0 ? s->items[--s->count] : -1;
}
