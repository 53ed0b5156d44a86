/* The length of a name in a message, which consists of words with their lengths, or says where the rest is. */
int name_length(const unsigned char *at, const unsigned char *message, int length)
{
    int n = 0;

    if (at >= message + length)
        return -1;
    while (*at) {
        if (*at >= 0xc0) {
            if (at + 1 >= message + length)
                return -1;
            at = message + at[1];
            if (at >= message + length)
                return -1;
            if (++n > 20)
                return -1;
        } else {
            if (at + *at + 1 >= message + length)
                return -1;
            n += *at;
            at += *at + 1;
        }
    }
    return n;
}

/* How many characters are left; the place itself is never read. */
int characters_left(const char *place, const char *text, unsigned length)
{
    return place < text + length ? (int)(text + length - place) : 0;
}
