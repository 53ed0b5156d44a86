/* A parser by recursive descent: digits, `+` and parentheses, at least three deep. */
extern char __VERIFIER_nondet_char(void);
extern void abort(void);
void reach_error(void) { abort(); }

static char next;
static int deepest = 0, length = 0;

static void read(void) {
    if (length == 14) {
        abort();
    }
    length++;
    next = __VERIFIER_nondet_char();
}

static int sum(int depth) {
    int value = 0;
    if (depth > deepest) {
        deepest = depth;
    }
    while (1) {
        if (next == '(') {
            read();
            value += sum(depth + 1);
            if (next != ')') {
                abort();
            }
            read();
        } else if (next >= '0' && next <= '9') {
            value += next - '0';
            read();
        } else {
            abort();
        }
        if (next != '+') {
            return value;
        }
        read();
    }
}

int main(void) {
    read();
    int value = sum(0);
    if (next != 0) {
        return 1;
    }
    if (deepest == 3 && value == 23) {
        reach_error();
    }
    return deepest == 0 ? 2 : 0;
}
