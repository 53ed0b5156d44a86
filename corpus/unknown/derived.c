/* A base that is cast to what it is the beginning of. */
struct shape {
    int kind;
    int colour;
};

struct square {
    struct shape shape;
    int side;
};

int side_of(struct shape *shape) {
    if (shape->kind != 4)
        return -1;
    return ((struct square *)shape)->side > 100 ? 100 : ((struct square *)shape)->side;
}
