// std::map, std::set, multimaps: trees that grow and shrink in every order.
#include <cstdio>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
int main() {
    std::map<std::string, int> m{{"one", 1}, {"two", 2}, {"three", 3}};
    m["four"] = 4; m["two"] += 20; m.erase("one"); m.emplace("five", 5);
    for (auto &[k, v] : m) std::printf("%s=%d ", k.c_str(), v);
    std::printf("| %zu %d %d\n", m.size(), (int)m.count("three"), (int)(m.find("none") == m.end()));
    std::map<int, int> big; unsigned x = 1; long sum = 0;
    for (int i = 0; i < 150; i++) { x = x * 1103515245 + 12345; big[x >> 16 & 255] = i; if (i % 3 == 0) big.erase(x >> 20 & 255); }
    for (auto it = big.rbegin(); it != big.rend(); ++it) sum = sum * 31 + it->first * 7 + it->second;
    std::printf("%zu %ld %d %d\n", big.size(), sum, big.begin()->first, big.lower_bound(100)->first);
    while (!big.empty()) big.erase(std::next(big.begin(), big.size() / 2));
    std::set<int> s{5, 1, 3, 1}; s.insert(2); std::multiset<int> ms{1, 1, 2}; std::printf("%zu %zu %zu\n", s.size(), ms.count(1), big.size());
    std::multimap<int, char> mm{{1, 'a'}, {2, 'b'}, {1, 'c'}}; auto r = mm.equal_range(1); for (auto i = r.first; i != r.second; ++i) std::putchar(i->second);
    std::map<int, int> copy{{1, 2}, {3, 4}}, other(copy); std::puts(copy == other ? " same" : " different");
    try { m.at("none"); } catch (const std::out_of_range &e) { std::puts(e.what()); }
}
