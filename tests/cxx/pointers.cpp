// unique_ptr, shared_ptr, weak_ptr.
#include <cstdio>
#include <memory>
struct Node { int x; std::shared_ptr<Node> next; std::weak_ptr<Node> back; Node(int x) : x(x) {} ~Node() { std::printf("~%d\n", x); } };
struct Self : std::enable_shared_from_this<Self> { std::shared_ptr<Self> me() { return shared_from_this(); } };
struct Base { virtual ~Base() { std::puts("~Base"); } }; struct Derived : Base { ~Derived() { std::puts("~Derived"); } };
int main() {
    auto u = std::make_unique<int[]>(4); u[2] = 5; std::unique_ptr<Base> p(new Derived); auto q = std::move(p); std::printf("%d %d\n", u[2], (int)(p == nullptr)); q.reset();
    auto a = std::make_shared<Node>(1); a->next = std::make_shared<Node>(2); a->next->back = a; std::printf("%ld %ld %d\n", a.use_count(), a->next.use_count(), a->next->back.lock()->x);
    auto b = a->next; a.reset(); std::printf("%d\n", (int)b->back.expired());
    try { std::shared_ptr<Node> c(b->back); } catch (const std::bad_weak_ptr &e) { std::puts(e.what()); }
    auto s = std::make_shared<Self>(); std::printf("%ld\n", s->me().use_count());
    std::shared_ptr<Base> d = std::make_shared<Derived>(); std::printf("%d\n", (int)(std::dynamic_pointer_cast<Derived>(d) != nullptr)); std::shared_ptr<int> arr(new int[3]{1, 2, 3}, [](int *x) { std::printf("deleted %d\n", x[1]); delete[] x; });
}
