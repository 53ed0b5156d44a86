/* Reads a head of a file from a stream that somebody else has written. */
#include <stddef.h>

int next_byte(int stream);

struct head {
    int kind;
    int size;
};

int read_head(int stream, struct head *to) {
    int first = next_byte(stream);
    int second;

    if (first < 0)
        return -1;
    if (first != 'B')
        return -2;
    second = next_byte(stream);
    if (second < 0)
        return -1;
    if (second == 0 || second > 64)
        return -3;
    to->kind = first;
    to->size = second;
    return 0;
}
