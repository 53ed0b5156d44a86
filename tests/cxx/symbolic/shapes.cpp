// Virtual calls and casts of an object that the input chooses.
#include "symir.h"
struct Shape { virtual ~Shape() {} virtual int area(int x) = 0; };
struct Square : Shape { int area(int x) override { return x * x; } };
struct Line : Shape { int area(int) override { return 0; } };
static int measure(int kind, int x) {
    Shape *s = kind == 0 ? static_cast<Shape *>(new Square) : new Line;
    int result = dynamic_cast<Line *>(s) ? -1 : s->area(x);
    delete s;
    return result == 49 ? 1000 : result > 100;
}
int main() { int kind = symir_range(0, 1, "kind"), x = symir_range(0, 20, "x"); SYMIR_TEST(measure, kind, x); }
