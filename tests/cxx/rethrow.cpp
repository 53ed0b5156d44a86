// Exceptions that are thrown again, nested, copied and kept.
#include <cstdio>
#include <exception>
struct E {
    int n; static int alive;
    E(int n) : n(n) { alive++; } E(const E &o) : n(o.n + 100) { alive++; } ~E() { alive--; }
};
int E::alive;
static void again() { try { throw E(1); } catch (E &e) { e.n = 7; throw; } }
static void through() { try { again(); } catch (...) { std::printf("through %d\n", E::alive); throw; } }
static void replaced() { try { throw 1; } catch (int) { throw 2L; } }
struct InDestructor { ~InDestructor() { try { throw 'x'; } catch (char c) { std::printf("inner %c %d\n", c, std::uncaught_exceptions()); } } };
int main() {
    try { through(); } catch (const E &e) { std::printf("E %d alive %d\n", e.n, E::alive); }
    std::printf("alive %d\n", E::alive);
    try { replaced(); } catch (long l) { std::printf("long %ld\n", l); }
    try { InDestructor d; throw 5; } catch (int i) { std::printf("int %d uncaught %d\n", i, std::uncaught_exceptions()); }
    std::exception_ptr kept;
    try { throw E(3); } catch (...) { kept = std::current_exception(); }
    std::printf("kept alive %d\n", E::alive);
    for (int i = 0; i < 2; i++)
        try { std::rethrow_exception(kept); } catch (E &e) { std::printf("again %d\n", e.n++); }
    kept = nullptr;
    std::printf("alive %d %d\n", E::alive, (int)(std::current_exception() == nullptr));
    try { try { throw 1; } catch (int) { try { throw 2; } catch (int x) { std::printf("deep %d\n", x); } throw; } } catch (int x) { std::printf("outer %d\n", x); }
    try { throw E(9); } catch (E e) { std::printf("by value %d\n", e.n); }
    std::printf("alive %d\n", E::alive);
}
