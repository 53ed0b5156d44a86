// Exceptions inside exceptions, and the errors of the system.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <system_error>
static void open(int n) { if (n == 0) throw std::system_error(2, std::generic_category(), "open"); try { open(n - 1); } catch (...) { std::throw_with_nested(std::runtime_error("level " + std::to_string(n))); } }
static void show(const std::exception &e, int depth = 0) { std::printf("%*s%s\n", depth * 2, "", e.what()); try { std::rethrow_if_nested(e); } catch (const std::exception &inner) { show(inner, depth + 1); } }
int main() {
    try { open(3); } catch (const std::exception &e) { show(e); }
    auto p = std::make_exception_ptr(42); try { std::rethrow_exception(p); } catch (int x) { std::printf("%d\n", x); }
    std::error_code none, code = std::make_error_code(std::errc::invalid_argument); std::printf("%d %d %s %s\n", (int)(bool)none, code.value(), code.message().c_str(), code.category().name());
}
