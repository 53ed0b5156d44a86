/* The kind is beside the pointer. */
enum kind { CIRCLE, RECTANGLE, NOTHING };

struct circle {
    int radius;
};

struct rectangle {
    int width, height;
    char label[4];
};

int area(enum kind kind, const void *shape) {
    switch (kind) {
    case CIRCLE: {
        const struct circle *circle = shape;
        return circle->radius > 5 ? 3 * circle->radius : 0;
    }
    case RECTANGLE: {
        const struct rectangle *rectangle = shape;
        return rectangle->width == rectangle->height ? 1 : 2;
    }
    default: return -1;
    }
}
