// new and delete in all their forms.
#include <cstdio>
#include <cstdlib>
#include <new>
struct alignas(64) Wide { char c[64]; }; struct Own { static void *operator new(size_t n) { std::puts("own new"); return std::malloc(n); } static void operator delete(void *p) { std::puts("own delete"); std::free(p); } int x = 3; };
struct Fails { Fails() { throw 1; } static void *operator new(size_t n, int tag) { std::printf("placed %d\n", tag); return std::malloc(n); } static void operator delete(void *p, int tag) { std::printf("undone %d\n", tag); std::free(p); } };
int main() {
    int *a = new int(5), *b = new (std::nothrow) int[3]{1, 2, 3}; std::printf("%d %d\n", *a, b[2]); delete a; delete[] b;
    Wide *w = new Wide; std::printf("%d\n", (int)((unsigned long)w % 64)); delete w; delete new Own; alignas(8) char room[16]; int *placed = new (room) int(9); std::printf("%d\n", *placed);
    try { new (7) Fails; } catch (int) { std::puts("failed"); }
    volatile long n = -1; try { delete[] new int[n]; } catch (const std::bad_alloc &) { std::puts("too large"); }
}
