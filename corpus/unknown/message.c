/* A number at the beginning says how long the message is, and what it holds. */
enum { PING = 1, TEXT = 2 };

struct ping {
    int type;
    int sequence;
};

struct text {
    int type;
    int length;
    char letters[8];
};

int receive(const void *message) {
    switch (*(const int *)message) {
    case PING: return ((const struct ping *)message)->sequence > 0;
    case TEXT: {
        const struct text *text = message;
        if (text->length < 0 || text->length > 8)
            return -2;
        return text->letters[0] == 'q' ? 3 : 4;
    }
    default: return -1;
    }
}
