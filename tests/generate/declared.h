/* What a header says of functions holds for their tests. */
#define KEY_SIZE 8

struct salt {
    unsigned char first, last;
};

/* A key has eight bytes, and there is always a salt. */
unsigned key_sum(const unsigned char [KEY_SIZE], const struct salt *) __attribute__((nonnull(2)));
