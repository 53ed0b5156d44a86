// Virtual calls: overriding, covariant results, thunks, construction order, pointers to members.
#include <cstdio>
struct A { A() { name(); } virtual ~A() { name(); } virtual void name() { std::puts("A"); } virtual A *self() { return this; } int a = 1; };
struct B { virtual ~B() {} virtual int value() { return 10; } int b = 2; };
struct C : A, B { C() { name(); } ~C() { name(); } void name() override { std::puts("C"); } C *self() override { return this; } int value() override { return a + b + c; } int c = 3; };
struct V : virtual A { void name() override { std::puts("V"); } }; struct W : virtual A { }; struct X : V, W { int x = 4; };
struct Abstract { virtual int area() const = 0; virtual ~Abstract() = default; }; struct Square : Abstract { int s; Square(int s) : s(s) {} int area() const override { return s * s; } };
int main() {
    { C c; B *b = &c; A *a = &c; std::printf("%d %d %d\n", b->value(), a->self() == a, (int)(static_cast<C *>(b) == &c)); int (B::*f)() = &B::value; int C::*m = &C::c; std::printf("%d %d\n", (b->*f)(), c.*m); }
    { X x; W *w = &x; w->name(); std::printf("%d\n", x.a); }
    Abstract *shapes[] = {new Square(3), new Square(4)}; int sum = 0; for (auto *s : shapes) { sum += s->area(); delete s; } std::printf("%d\n", sum);
}
