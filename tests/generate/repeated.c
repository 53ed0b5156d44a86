/* What is kept in variables becomes full, and other, only by many calls. */
#include <stdbool.h>
#include <stdint.h>

#define SIZE 16

static struct {
    uint8_t bytes[SIZE];
    uint8_t head, tail, count;
} ring;

bool ring_put(uint8_t byte)
{
    if (ring.count == SIZE)
        return false;
    ring.bytes[ring.head] = byte;
    ring.head = (ring.head + 1) % SIZE;
    ring.count++;
    return true;
}

int ring_take(void)
{
    uint8_t byte;

    if (ring.count == 0)
        return -1;
    byte = ring.bytes[ring.tail];
    ring.tail = (ring.tail + 1) % SIZE;
    ring.count--;
    return byte;
}

static uint8_t seen;

/* A key counts as pressed if it was seen so eight times. */
bool key_is_pressed(bool is_down)
{
    seen = (uint8_t)(seen << 1 | is_down);
    return seen == 0xff;
}

static unsigned attempts;

/* Three wrong attempts lock. */
bool is_locked(void)
{
    return attempts >= 3;
}

void note_attempt(bool is_right)
{
    attempts = is_right ? 0 : attempts + 1;
}
