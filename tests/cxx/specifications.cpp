// noexcept, handlers of std::terminate.
#include <cstdio>
#include <cstdlib>
#include <exception>
static void may(int x) { if (x) throw x; }
static void never(int x) noexcept { may(x); }
static int conditional() noexcept(false) { throw 3; }
int main() {
    std::printf("%d %d %d\n", noexcept(may(1)), noexcept(never(1)), noexcept(conditional()));
    never(0);
    try { conditional(); } catch (int x) { std::printf("%d\n", x); }
    std::set_terminate([] {
        std::exception_ptr e = std::current_exception();
        try { if (e) std::rethrow_exception(e); } catch (int x) { std::printf("terminate %d\n", x); }
        std::fflush(stdout);
        std::_Exit(17);
    });
    never(5);
}
