// std::function, lambdas, bind, member pointers.
#include <cstdio>
#include <functional>
#include <string>
struct Thing { int k; int add(int x) const { return x + k; } };
static int twice(const std::function<int(int)> &f, int x) { return f(f(x)); }
int main() {
    int calls = 0; std::function<int(int)> f = [&calls](int x) { calls++; return x * 3; }; std::printf("%d\n", twice(f, 2));
    f = std::bind(std::minus<>(), 10, std::placeholders::_1); std::printf("%d\n", twice(f, 3)); Thing t{5}; auto m = std::mem_fn(&Thing::add); std::function<int(const Thing &, int)> g = &Thing::add; std::printf("%d %d %d\n", m(t, 1), g(t, 2), calls);
    std::string big(100, 'b'); std::function<size_t()> h = [big] { return big.size(); }; auto i = h; h = nullptr; std::printf("%zu %d\n", i(), (int)(bool)h);
    try { h(); } catch (const std::bad_function_call &e) { std::puts(e.what()); }
    std::function<int(int)> fib = [&fib](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; std::printf("%d\n", fib(12));
}
