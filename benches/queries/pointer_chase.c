/* Follows a permutation from a symbolic start, and a list whose links are indices: reads at symbolic places. */
#include "symir.h"

static const unsigned char next[32] = {
    7, 12, 0, 25, 19, 3, 28, 14, 1, 30, 22, 5, 9, 16, 27, 11, 2, 21, 31, 6, 13, 24, 8, 17, 29, 4, 20, 10, 15, 26, 18, 23,
};

struct node { int value; unsigned char link; };

int chase(unsigned char start, unsigned char link, int value)
{
    struct node nodes[8];
    unsigned at = start % 32;
    int steps = 0;
    for (int i = 0; i < 8; i++) {
        nodes[i].value = 3 * i + 1;
        nodes[i].link = (unsigned char)(i * 5 + 3) % 8;
    }
    nodes[link % 8].value = value;
    nodes[link % 8].link = start % 8;
    while (at != 17 && steps < 6) {
        at = next[at];
        steps++;
    }
    unsigned node = at % 8;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += nodes[node].value;
        node = nodes[node].link;
    }
    return sum == 40 ? steps : sum > 40 ? -1 : -2;
}

int main(void)
{
    unsigned char start = symir_uchar("start"), link = symir_uchar("link");
    int value = symir_int("value");
    SYMIR_TEST(chase, start, link, value);
}
