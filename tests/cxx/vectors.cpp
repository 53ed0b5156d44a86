// std::vector, std::array, std::deque, and algorithms on them.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <numeric>
#include <vector>
struct Counted { static int n; int x; Counted(int x) : x(x) { n++; } Counted(const Counted &o) : x(o.x) { n++; } Counted(Counted &&o) noexcept : x(o.x) { o.x = -1; n++; } ~Counted() { n--; } Counted &operator=(const Counted &) = default; };
int Counted::n;
int main() {
    std::vector<int> v{5, 3, 9, 1, 7};
    v.push_back(4); v.insert(v.begin() + 1, 8); v.erase(v.begin()); std::sort(v.begin(), v.end());
    for (int x : v) std::printf("%d ", x);
    std::printf("| %d %d\n", std::accumulate(v.begin(), v.end(), 0), (int)std::binary_search(v.begin(), v.end(), 7));
    std::stable_sort(v.begin(), v.end(), [](int a, int b) { return a % 3 < b % 3; });
    for (int x : v) std::printf("%d ", x);
    std::puts("");
    { std::vector<Counted> c; for (int i = 0; i < 9; i++) c.emplace_back(i); c.erase(c.begin() + 2); std::printf("%d %d\n", Counted::n, c[2].x); auto d = c; std::printf("%d\n", Counted::n); }
    std::printf("%d\n", Counted::n);
    std::vector<bool> bits(70); bits[3] = bits[69] = true; std::printf("%d %d\n", (int)std::count(bits.begin(), bits.end(), true), (int)bits[4]);
    std::deque<int> d; for (int i = 0; i < 200; i++) i % 2 ? d.push_back(i) : d.push_front(i); std::printf("%d %d %d\n", d.front(), d.back(), d[100]);
    std::array<int, 4> a{4, 2, 3, 1}; std::sort(a.begin(), a.end(), std::greater<>()); std::printf("%d %d\n", a[0], *std::max_element(a.begin(), a.end()));
    std::vector<std::vector<int>> m(3, std::vector<int>(2, 6)); m[1].assign(4, 2); std::printf("%zu %d\n", m[1].size(), m[2][1]);
    std::rotate(v.begin(), v.begin() + 2, v.end()); std::printf("%d %zu\n", v[0], (size_t)(std::unique(v.begin(), v.end()) - v.begin()));
}
