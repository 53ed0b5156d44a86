/* Structures that are passed and returned by value: members that nobody has set may be copied, not used. */
struct token {
    int type;
    unsigned length;
    union {
        unsigned number;
        void *place;
    } data;
};

struct token end(void) {
    struct token token;

    token.type = 1;
    return token;
}

static unsigned room(struct token token) { return token.type == 1 ? 0 : token.length; }

unsigned needed(int type) {
    struct token token;

    token.type = type;
    if (type != 1)
        token.length = 3;
    return room(token);
}

/* Looks at the length of an end, which has none. */
unsigned wrong(int type) {
    struct token token;

    token.type = type;
    if (type != 1)
        token.length = 3;
    return token.length > 2 ? token.length : 2;
}

union number {
    int whole;
    float real;
};

/* A member of a union is read as what it is, not copied. */
int unset(int whole) {
    union number number;

    if (whole > 0)
        number.whole = whole;
    return number.whole > 2 ? 1 : 0;
}
