// What a handler catches: values, references, bases, pointers, everything.
#include <cstdio>
struct Base { int a = 1; virtual ~Base() {} };
struct Other { long pad = 7; };
struct Derived : Other, Base { int b = 2; };
struct Private : private Base {};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Diamond : Left, Right {};
struct Twice1 : Base {};
struct Twice2 : Base {};
struct Ambiguous : Twice1, Twice2 {};
enum Colour { red, green };
static int number;
static void raise(int which) {
    static Derived derived;
    static const int constant = 5;
    switch (which) {
    case 0: throw 42;
    case 1: throw 42L;
    case 2: throw "text";
    case 3: throw Derived();
    case 4: throw &derived;
    case 5: throw Private();
    case 6: throw Diamond();
    case 7: throw Ambiguous();
    case 8: throw green;
    case 9: throw nullptr;
    case 10: throw &constant;
    case 11: throw &number;
    case 12: throw raise;
    case 13: throw 2.5;
    case 14: throw &Derived::b;
    case 15: throw 'c';
    }
}
static const char *handle(int which) {
    try {
        raise(which);
    } catch (int x) {
        return x == 42 ? "int" : "another int";
    } catch (const char *text) {
        return text;
    } catch (const Base &base) {
        return base.a == 1 ? "Base" : "a wrong Base";
    } catch (Base *base) {
        return base && base->a == 1 ? "Base *" : "null Base *";
    } catch (Colour c) {
        return c == green ? "Colour" : "another Colour";
    } catch (const int *p) {
        return *p == 5 ? "const int *" : "another const int *";
    } catch (void (*f)(int)) {
        return f == raise ? "function" : "another function";
    } catch (int Derived::*member) {
        return "member";
    } catch (double d) {
        return d == 2.5 ? "double" : "another double";
    } catch (...) {
        return "...";
    }
    return "nothing";
}
int main() {
    for (int i = 0; i <= 16; i++)
        std::printf("%d %s\n", i, handle(i));
    try { throw &number; } catch (void *p) { std::puts(p == &number ? "void *" : "wrong"); }
    try { try { throw 1; } catch (long) { std::puts("long"); } } catch (int) { std::puts("int outside"); }
}
