// std::unordered_map and its kin, in the order of the buckets.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
int main() {
    std::unordered_map<std::string, int> m;
    for (int i = 0; i < 40; i++) m["key" + std::to_string(i * i)] = i;
    m.erase("key16"); long sum = 0;
    for (auto &[k, v] : m) sum = sum * 31 + v;
    std::printf("%zu %zu %ld %d %d\n", m.size(), m.bucket_count(), sum, m.at("key25"), (int)m.count("key16"));
    std::unordered_set<int> s; for (int i = 0; i < 30; i++) s.insert(i * 7 % 64);
    for (int x : s) std::printf("%d ", x);
    std::printf("| %zu\n", s.bucket_count());
    std::unordered_multimap<int, int> mm{{1, 2}, {1, 3}}; std::printf("%zu %zu\n", mm.count(1), std::hash<std::string>()("text"));
}
