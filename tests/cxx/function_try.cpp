// Handlers around functions, constructors, and jumps out of blocks.
#include <cstdio>
struct Base { Base(int x) { if (x == 1) throw 10; } };
struct Derived : Base {
    Derived(int x) try : Base(x) { if (x == 2) throw 20; } catch (int e) { std::printf("ctor %d\n", e); throw e + 1; }
};
static int whole(int x) try { if (x) throw x; return 0; } catch (int e) { return e * 2; }
static int loops() {
    int n = 0;
    for (int i = 0; i < 6; i++) {
        try {
            if (i == 1) continue;
            if (i == 4) break;
            if (i % 2) throw i;
            n += 1;
        } catch (int e) { n += 10 * e; }
    }
    return n;
}
static int finally(int x) { struct Guard { int &n; ~Guard() { n++; } }; static int n; try { Guard g{n}; if (x) throw 1; return n; } catch (...) { return 100 + n; } }
int main() {
    for (int i = 0; i < 3; i++) try { Derived d(i); std::puts("made"); } catch (int e) { std::printf("main %d\n", e); }
    std::printf("%d %d %d\n", whole(0), whole(21), loops());
    std::printf("%d %d %d\n", finally(0), finally(1), finally(0));
    goto end;
end:
    return whole(3);
}
