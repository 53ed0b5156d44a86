// Destructors run in order while an exception leaves calls, and those of half-made objects.
#include <cstdio>
struct Part {
    const char *name;
    Part(const char *n) : name(n) { std::printf("+%s\n", n); }
    ~Part() { std::printf("-%s\n", name); }
};
struct Whole {
    Part a{"a"}, b{"b"};
    Whole(bool fails) : c("c") { if (fails) throw 1; }
    Part c;
    ~Whole() { std::puts("-whole"); }
};
struct Array { Part p{"element"}; static int n; Array() { if (++n == 3) throw 2; } };
int Array::n;
static void third(int x) { Part p("third"); if (x) throw x; }
static void second(int x) { Part p("second"); third(x); std::puts("not left"); }
static int first(int x) {
    Part p("first");
    try { Part q("inside"); second(x); } catch (long) { return -1; }
    return 0;
}
int main() {
    try { first(0); first(5); } catch (int x) { std::printf("caught %d\n", x); }
    try { Whole fine(false); Whole w(true); } catch (int x) { std::printf("whole %d\n", x); }
    try { Whole *w = new Whole(true); delete w; } catch (...) { std::puts("new"); }
    try { new Array[5]; } catch (int x) { std::printf("array %d\n", x); }
}
