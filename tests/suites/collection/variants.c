/* Unions with and without tags, bit-fields, flags. */
#include "variants.h"

#include <string.h>

double shape_area(const struct shape *shape)
{
    switch (shape->kind) {
    case CIRCLE: return 3.0 * shape->of.radius * shape->of.radius;
    case SQUARE: return (double)shape->of.side * shape->of.side;
    case RECTANGLE: return (double)shape->of.rectangle.width * shape->of.rectangle.height;
    }
    return -1;
}

bool shape_scale(struct shape *shape, int factor)
{
    if (factor <= 0 || factor > 100)
        return false;
    switch (shape->kind) {
    case CIRCLE:
        shape->of.radius *= factor;
        return true;
    case SQUARE:
        if (shape->of.side < 0 || shape->of.side > 1000)
            return false;
        shape->of.side *= factor;
        return true;
    default: return false;
    }
}

int token_compare(const struct token *a, const struct token *b)
{
    if (a->type != b->type)
        return a->type < b->type ? -1 : 1;
    if (a->type == 'n')
        return (a->number > b->number) - (a->number < b->number);
    return strncmp(a->name, b->name, sizeof a->name);
}

uint8_t pixel_gray(union pixel pixel)
{
    return (uint8_t)((pixel.r * 3 + pixel.g * 6 + pixel.b) / 10);
}

union pixel pixel_swap(union pixel pixel)
{
    union pixel swapped;

    for (int i = 0; i < 4; i++)
        swapped.bytes[i] = pixel.bytes[3 - i];
    return swapped;
}

int packet_check(const struct packet *packet)
{
    if (packet->version != 4)
        return -1;
    if (packet->length < 20)
        return -2;
    return packet->urgent ? 15 : packet->priority;
}

void packet_raise(struct packet *packet, int by)
{
    int priority = packet->priority + (by > 15 ? 15 : by < 0 ? 0 : by);

    packet->priority = priority > 15 ? 15 : priority;
    if (packet->priority == 15)
        packet->urgent = true;
}

bool may(const struct file_mode *mode, bool is_owner, unsigned wanted)
{
    unsigned granted = is_owner ? mode->owner : mode->group;

    return (granted & wanted) == wanted;
}

unsigned mode_grant(struct file_mode *mode, unsigned what)
{
    unsigned before = mode->group;

    if (what & ~(unsigned)(READ | WRITE | EXECUTE))
        return before;
    mode->owner |= what;
    mode->group |= what & ~(unsigned)WRITE;
    return before;
}
