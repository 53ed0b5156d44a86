/* Lists in the slots of an array: which slot depends on the inputs. */
#include <stddef.h>

struct timer {
    unsigned int when;
    int fired;
    struct timer *next;
};

struct wheel {
    struct timer *slots[4];
    unsigned int now;
};

void wheel_add(struct wheel *wheel, struct timer *timer, unsigned int delay) {
    unsigned int slot = (wheel->now + delay) % 4;

    timer->when = wheel->now + delay;
    timer->next = wheel->slots[slot];
    wheel->slots[slot] = timer;
}

int wheel_tick(struct wheel *wheel) {
    int n_fired = 0;

    for (struct timer *at = wheel->slots[wheel->now % 4]; at != NULL; at = at->next) {
        if (at->when == wheel->now) {
            at->fired = 1;
            n_fired++;
        }
    }
    wheel->now++;
    return n_fired;
}

struct entry {
    unsigned int key;
    int value;
    struct entry *next;
};

struct table {
    struct entry *buckets[8];
};

int table_get(const struct table *table, unsigned int key, int *value) {
    for (const struct entry *entry = table->buckets[key % 8]; entry != NULL; entry = entry->next) {
        if (entry->key == key) {
            *value = entry->value;
            return 1;
        }
    }
    return 0;
}

// The same bytes are two numbers or a pointer. Their address is another one in each run.
struct token {
    int kind;
    union {
        struct {
            unsigned low, high;
        } words;
        const char *text;
    } of;
};

struct token text_token(const char *text, int kind) {
    struct token token;
    token.kind = kind;
    token.of.text = text;
    return token;
}

__attribute__((pure)) double number_of(struct token token) {
    union {
        double number;
        struct {
            unsigned low, high;
        } words;
    } as;
    if (token.kind != 1)
        return token.of.words.low;
    as.words.low = token.of.words.low;
    as.words.high = token.of.words.high;
    return as.number;
}
