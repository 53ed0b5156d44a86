/* Unions without a tag: the member that the path has read last, with values of its type. */
#include "symir.h"
union any { long number; double real; const char *text; char name[8]; };
struct box { union any any; int n; };
static int kind_of(struct box *box)
{
    if (box->n == 1)
        return box->any.real > 2.5;
    if (box->n == 2)
        return box->any.number > 7;
    if (box->n == 3)
        return box->any.name[0] == 'x';
    box->any.number = 5;
    return -1;
}
union pixel {
    unsigned rgba;
    struct {
        unsigned char r, g, b, a;
    };
};

static union pixel swap(union pixel pixel)
{
    unsigned char r = pixel.r;

    pixel.r = pixel.b;
    pixel.b = r;
    return pixel;
}

int main(void)
{
    struct box box;
    union pixel pixel;

    symir_object(box, "box");
    SYMIR_TEST(kind_of, &box);
    symir_object(pixel, "pixel");
    SYMIR_TEST(swap, pixel);
    return 0;
}
