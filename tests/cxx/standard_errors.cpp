// The exceptions of the library: hierarchy and texts.
#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>
struct Mine : std::runtime_error { using runtime_error::runtime_error; const char *what() const noexcept override { return "mine"; } };
template <typename T> static void raise(const char *text) {
    try { throw T(text); } catch (const std::logic_error &e) { std::printf("logic %s\n", e.what()); }
    catch (const std::runtime_error &e) { std::printf("runtime %s\n", e.what()); }
    catch (const std::exception &e) { std::printf("exception %s\n", e.what()); }
}
int main() {
    raise<std::domain_error>("domain"); raise<std::invalid_argument>("invalid"); raise<std::length_error>("length");
    raise<std::out_of_range>("range"); raise<std::range_error>("range"); raise<std::overflow_error>("over");
    raise<std::underflow_error>("under"); raise<Mine>("x");
    try { std::runtime_error a("first"), b(a); a = std::runtime_error(std::string(40, 'z')); std::puts(b.what()); throw a; }
    catch (std::exception &e) { std::puts(e.what()); }
    std::vector<int> v(3);
    try { v.at(5); } catch (const std::out_of_range &e) { std::puts(e.what()); }
    try { std::string s("abc"); s.substr(9); } catch (const std::out_of_range &e) { std::puts(e.what()); }
    try { std::stoi("none"); } catch (const std::invalid_argument &e) { std::puts(e.what()); }
    try { v.reserve(v.max_size() + 1); } catch (const std::length_error &e) { std::puts(e.what()); }
    try { throw std::bad_alloc(); } catch (const std::exception &e) { std::puts(e.what()); }
}
