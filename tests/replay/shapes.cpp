/* A function of a namespace, with virtual calls, under test. */
#include "symir.h"

namespace shapes {

struct Shape {
    virtual int area() const = 0;
    virtual ~Shape() {}
};

struct Square : Shape {
    int side;
    explicit Square(int length) : side(length) {}
    int area() const override { return side * side; }
};

struct Flat : Shape {
    int area() const override { return 0; }
};

static int area(int kind, int length) {
    Shape *shape = kind ? static_cast<Shape *>(new Square(length)) : new Flat;
    int result = shape->area();
    delete shape;
    return result > 4 ? result : -1;
}

}

int main() {
    int kind = symir_range(0, 1, "kind");
    int length = symir_range(0, 5, "length");
    SYMIR_TEST(shapes::area, kind, length);
}
