// Static objects: constructed before main or at first use, destroyed in reverse, and guards that exceptions leave.
#include <cstdio>
struct S { const char *n; S(const char *n) : n(n) { std::printf("+%s\n", n); } ~S() { std::printf("-%s\n", n); } };
static S global("global"); static int tries;
struct Fails { Fails() { if (++tries < 3) throw tries; std::puts("made"); } };
static Fails &get() { static Fails f; return f; }
static S &local() { static S s("local"); return s; }
inline S shared("inline"); thread_local int counter = 4;
template <typename T> struct Holder { static S member; }; template <typename T> S Holder<T>::member("template");
int main() {
    std::puts("main"); local(); local(); (void)&Holder<int>::member;
    for (int i = 0; i < 4; i++) try { get(); } catch (int x) { std::printf("try %d\n", x); }
    counter++; std::printf("%d %s\n", counter, global.n); return counter;
}
