/* Functions that remember something from call to call. */
#include <stdbool.h>
#include <stdint.h>

/* Whether a key is down. It is, or is not, as soon as four samples say so. */
bool debounce(bool level) {
    static uint8_t history;
    static bool state;
    history = (uint8_t)(history << 1 | level);
    if ((history & 0x0f) == 0x0f) {
        state = true;
    } else if ((history & 0x0f) == 0) {
        state = false;
    }
    return state;
}

/* The mean of the last four samples. */
int smooth(int sample) {
    static int window[4];
    static unsigned next;
    static int sum;
    sum += sample - window[next];
    window[next] = sample;
    next = (next + 1) % 4;
    return sum / 4;
}

/* Numbers from 101 on, as long as there are any. */
int next_id(void) {
    static int last = 100;
    if (last == INT32_MAX) {
        return -1;
    }
    return ++last;
}

enum light { RED, GREEN, YELLOW };

enum light traffic_light(void) {
    static enum light now;
    static int age;
    age++;
    if (now == RED && age >= 5) {
        now = GREEN;
        age = 0;
    } else if (now == GREEN && age >= 4) {
        now = YELLOW;
        age = 0;
    } else if (now == YELLOW && age >= 2) {
        now = RED;
        age = 0;
    }
    return now;
}

/* A checksum with a table that the first call makes. */
uint8_t checksum(uint8_t crc, uint8_t byte) {
    static uint8_t table[256];
    static bool is_ready;
    if (!is_ready) {
        for (int i = 0; i < 256; i++) {
            uint8_t c = (uint8_t)i;
            for (int k = 0; k < 8; k++) {
                c = (uint8_t)(c & 0x80 ? c << 1 ^ 0x07 : c << 1);
            }
            table[i] = c;
        }
        is_ready = true;
    }
    return table[crc ^ byte];
}

/* Both have a variable of this name, which gcc does not tell apart. */
int first_of_two(void) {
    static int count;
    return ++count;
}

int second_of_two(int step) {
    static int count;
    count += step;
    return count > 10;
}

/* A full ring of received bytes counts what it has to drop. */
static struct {
    uint8_t bytes[16];
    uint8_t head, tail;
} received;
static uint8_t n_dropped;

bool receive(uint8_t byte) {
    uint8_t next = (uint8_t)((received.head + 1) % 16);
    if (next == received.tail) {
        if (n_dropped < 255) {
            n_dropped++;
        }
        return false;
    }
    received.bytes[received.head] = byte;
    received.head = next;
    return true;
}

int take(void) {
    if (received.head == received.tail) {
        return -1;
    }
    uint8_t byte = received.bytes[received.tail];
    received.tail = (uint8_t)((received.tail + 1) % 16);
    return byte;
}
