/* Reads and computes sums and products of digits, with parentheses: recursive descent. */
struct reader {
    const char *at;
    int failed;
};

static int sum(struct reader *r);

static int operand(struct reader *r) {
    int value;

    if (*r->at >= '0' && *r->at <= '9')
        return *r->at++ - '0';
    if (*r->at != '(') {
        r->failed = 1;
        return 0;
    }
    r->at++;
    value = sum(r);
    if (*r->at != ')') {
        r->failed = 1;
        return 0;
    }
    r->at++;
    return value;
}

static int product(struct reader *r) {
    int value = operand(r);

    while (!r->failed && *r->at == '*') {
        r->at++;
        value *= operand(r);
    }
    return value;
}

static int sum(struct reader *r) {
    int value = product(r);

    while (!r->failed && (*r->at == '+' || *r->at == '-')) {
        int sign = *r->at++ == '+' ? 1 : -1;

        value += sign * product(r);
    }
    return value;
}

/* The value, or -1000 if the text is no formula. */
int calculator(const char *text) {
    struct reader r = { text, 0 };
    int value = sum(&r);

    return r.failed || *r.at != '\0' ? -1000 : value;
}
