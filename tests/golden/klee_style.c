/* A program written for KLEE. */
#include <assert.h>
#include <klee/klee.h>

static int sign(int x) {
    if (x == 0)
        return 0;
    return x < 0 ? -1 : 1;
}

int main(void) {
    char word[4];
    int day = klee_range(1, 4, "day");

    klee_make_symbolic(word, sizeof word, "word");
    klee_assume(word[3] == '\0');
    klee_prefer_cex(word, word[0] == 'a');
    if (word[0] == 'q' && sign(day - 2) > 0)
        assert(word[1] == 'u');
    return day == 2;
}
