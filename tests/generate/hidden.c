// Mistakes that the plainest values of each path would hide.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The middle byte shows which bits were taken only if its bits differ from those beside them.
int pack(uint32_t code, unsigned char out[3]) {
    if (code > 0x1fffff)
        return -1;
    out[0] = (unsigned char)(code >> 14 & 0x7f);
    out[1] = (unsigned char)(code >> 7 & 0x7f);
    out[2] = (unsigned char)(code & 0x7f);
    return 3;
}

struct button {
    uint8_t samples;
    bool is_down;
    unsigned presses;
};

// That `is_down` is written shows only if it was set before.
bool sample(struct button *button, bool level) {
    button->samples = (uint8_t)(button->samples << 1 | level);
    if (button->samples == 0xff && !button->is_down) {
        button->is_down = true;
        button->presses++;
        return true;
    }
    if (button->samples == 0)
        button->is_down = false;
    return false;
}

// A whole address of four parts, some of which have three digits, needs more letters than usual strings have.
int address(const char *text, uint32_t *out) {
    uint32_t all = 0;
    for (int part = 0; part < 4; part++) {
        unsigned value = 0;
        int digits = 0;
        while (*text >= '0' && *text <= '9') {
            value = value * 10 + (unsigned)(*text++ - '0');
            if (++digits > 3 || value > 255)
                return -1;
        }
        if (digits == 0)
            return -2;
        all = all << 8 | value;
        if (part < 3 && *text++ != '.')
            return -3;
    }
    if (*text != '\0')
        return -4;
    *out = all;
    return 0;
}

// The first and the last of two months are limits like others.
int days_before(int month, int day) {
    if (month < 1 || month > 2 || day < 1 || day > 31)
        return -1;
    return (month - 1) * 31 + day;
}

struct client {
    struct client *prev, *next;
    int id;
};

struct clients {
    struct client *first, *last;
};

// Whether the neighbours of the one in the middle are joined shows only in a list of three.
bool drop(struct clients *all, int id) {
    for (struct client *at = all->first; at != NULL; at = at->next) {
        if (at->id != id)
            continue;
        if (at->prev != NULL)
            at->prev->next = at->next;
        else
            all->first = at->next;
        if (at->next != NULL)
            at->next->prev = at->prev;
        else
            all->last = at->prev;
        return true;
    }
    return false;
}
