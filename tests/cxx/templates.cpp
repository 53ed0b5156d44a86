// Templates of our own: containers, policies, constant expressions, concepts.
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <utility>
template <typename T> class Stack { T *data = nullptr; size_t n = 0, room = 0; public:
    Stack(std::initializer_list<T> l) { for (auto &x : l) push(x); } ~Stack() { delete[] data; } Stack(const Stack &) = delete;
    void push(T x) { if (n == room) { room = room ? 2 * room : 2; T *more = new T[room]; for (size_t i = 0; i < n; i++) more[i] = std::move(data[i]); delete[] data; data = more; } data[n++] = std::move(x); }
    T pop() { if (n == 0) throw "empty"; return std::move(data[--n]); } size_t size() const { return n; } };
template <int N> struct Fib { static constexpr int value = Fib<N - 1>::value + Fib<N - 2>::value; }; template <> struct Fib<0> { static constexpr int value = 0; }; template <> struct Fib<1> { static constexpr int value = 1; };
template <typename... T> static auto sum(T... x) { return (x + ... + 0); } template <typename T> constexpr T power(T x, unsigned n) { T r = 1; while (n--) r *= x; return r; }
template <typename T> static const char *kind(T x) { if constexpr (sizeof x == 8) return "eight"; else return "other"; }
int main() {
    Stack<int> s{1, 2, 3}; s.push(4); std::printf("%d %zu\n", s.pop(), s.size()); while (s.size()) s.pop(); try { s.pop(); } catch (const char *e) { std::puts(e); }
    static_assert(power(3, 4) == 81); std::printf("%d %d %s %s\n", Fib<20>::value, sum(1, 2, 3.5, 'a') > 100, kind(1L), kind('c')); Stack<Stack<int> *> nested{&s}; std::printf("%zu\n", nested.size());
}
