// Exceptions through functions of C, through pointers to functions, recursion, and loops that throw often.
#include <cstdio>
#include <cstdlib>
#include <cstring>
struct Stop { int depth; };
static int depth; extern "C" int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void dive(int n) { struct Level { Level() { depth++; } ~Level() { depth--; } } level; if (n == 0) throw Stop{depth}; dive(n - 1); }
static int often(int n) { int sum = 0; for (int i = 0; i < n; i++) try { if (i % 3 == 0) throw i; sum++; } catch (int x) { sum += x; } return sum; }
extern "C" void call(void (*f)(int), int x) { f(x); }
int main() {
    try { dive(50); } catch (const Stop &s) { std::printf("%d %d\n", s.depth, depth); }
    try { call(dive, 3); } catch (Stop s) { std::printf("%d %d\n", s.depth, depth); }
    std::printf("%d\n", often(100)); int v[] = {3, 1, 2}; std::qsort(v, 3, sizeof *v, compare); std::printf("%d%d%d\n", v[0], v[1], v[2]);
    void (*f)(int) = dive; try { try { f(0); } catch (int) { std::puts("int"); } catch (const char *) { std::puts("text"); } } catch (...) { std::puts("all"); }
    try { throw Stop{std::strlen("four") == 4 ? 4 : 0}; } catch (Stop &s) { std::printf("%d\n", s.depth); }
}
