// std::list, std::forward_list, and adaptors.
#include <cstdio>
#include <forward_list>
#include <list>
#include <queue>
#include <stack>
static void show(const std::list<int> &l) { for (int x : l) std::printf("%d ", x); std::puts(""); }
int main() {
    std::list<int> a{4, 2, 9, 1}, b{7, 3};
    a.sort(); b.sort(); show(a); a.merge(b); show(a); a.reverse(); show(a); a.splice(a.begin(), b); a.remove(3); a.unique(); show(a);
    b.assign({5, 6, 7}); a.splice(std::next(a.begin()), b, b.begin()); a.swap(b); show(a); show(b); std::list<int> c; c.swap(b); show(c); std::printf("%zu\n", b.size());
    std::forward_list<int> f{3, 1, 2}; f.sort(); f.push_front(0); for (int x : f) std::printf("%d ", x);
    std::priority_queue<int> q; for (int x : {3, 8, 5}) q.push(x); std::stack<int> s; s.push(1); s.push(2); std::queue<int> w; w.push(4); w.push(6); w.pop();
    std::printf("| %d %d %d\n", q.top(), s.top(), w.front());
}
