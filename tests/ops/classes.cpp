// C++ without exceptions: templates, virtual calls, allocation, static initialisers.
#include <cstdint>
#include <new>

typedef uint64_t U64;

struct Shape {
    U64 size;
    explicit Shape(U64 size) : size(size) {}
    virtual ~Shape() { destroyed += size; }
    virtual U64 area() const = 0;
    virtual U64 corners() const { return 0; }
    static U64 destroyed;
};

U64 Shape::destroyed = 0;

struct Square : Shape {
    using Shape::Shape;
    U64 area() const override { return size * size; }
    U64 corners() const override { return 4; }
};

struct Named {
    virtual char name() const { return 'n'; }
    U64 tag = 3;
};

struct Circle : Named, virtual Shape {
    explicit Circle(U64 size) : Shape(size) {}
    U64 area() const override { return size * 3 + tag; }
    char name() const override { return 'c'; }
};

template <typename T, int N> struct Stack {
    T items[N];
    int n = 0;
    Stack &push(T item) { items[n++ % N] = item; return *this; }
    T pop() { return items[--n % N]; }
};

template <typename T> static T most(T a, T b) { return a < b ? b : a; }

template <typename F> static U64 twice(F f, U64 x) { return f(f(x)); }

static U64 destroyed_before() { return Shape::destroyed; }

static U64 started = [] { return 41ul + destroyed_before(); }();

static U64 &counter() {
    static U64 value = started * 0 + 7;
    return value;
}

extern "C" {

U64 virtual_calls(U64 a, U64 b) {
    Shape *shapes[2] = {new Square(a), new Circle(b)};
    U64 sum = 0;
    for (Shape *shape : shapes) sum = sum * 7 + shape->area() + shape->corners();
    Named *named = static_cast<Circle *>(static_cast<Named *>(new Circle(a)));
    sum += static_cast<U64>(named->name());
    U64 before = Shape::destroyed;
    for (Shape *shape : shapes) delete shape;
    return sum + (Shape::destroyed - before);
}

U64 templates(U64 a, U64 b) {
    Stack<U64, 4> stack;
    stack.push(a).push(b).push(a ^ b);
    Stack<short, 2> small;
    small.push(static_cast<short>(a)).push(static_cast<short>(b));
    U64 key = a;
    auto mix = [key](U64 x) { return x * 31 + key; };
    return stack.pop() + stack.pop() * 3 + static_cast<U64>(most(small.pop(), small.pop())) + twice(mix, b);
}

U64 allocation(U64 a, U64 b) {
    U64 *array = new U64[4]{a, b, 3};
    alignas(Square) char place[sizeof(Square)];
    Square *square = new (place) Square(a);
    U64 *maybe = new (std::nothrow) U64(b);
    U64 sum = array[0] + array[1] * 3 + array[3] + square->area() + *maybe;
    square->~Square();
    delete maybe;
    delete[] array;
    return sum;
}

U64 static_locals(U64 a, U64 b) {
    U64 &first = counter();
    first = 7;
    counter() += a & 1;
    return first + b;
}

U64 members(U64 a, U64 b) {
    U64 (Shape::*const methods[])() const = {&Shape::area, &Shape::corners};
    U64 Shape::*field = &Shape::size;
    Square square(b);
    square.*field += 1;
    return (a & 1 ? (square.*methods[0])() : (square.*methods[1])());
}
}
