// optional, variant, tuple, any, pair.
#include <any>
#include <cstdio>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
template <class... T> struct all : T... { using T::operator()...; }; template <class... T> all(T...) -> all<T...>;
int main() {
    std::optional<std::string> o; std::printf("%d %s\n", o.has_value(), o.value_or("none").c_str()); o = "some"; std::printf("%s\n", o->c_str()); o.reset();
    try { o.value(); } catch (const std::bad_optional_access &e) { std::puts(e.what()); }
    std::variant<int, double, std::string> v = 5;
    auto show = [](auto &x) { std::visit(all{[](int i) { std::printf("int %d\n", i); }, [](double d) { std::printf("double %g\n", d); }, [](const std::string &s) { std::printf("string %s\n", s.c_str()); }}, x); };
    show(v); v = 2.5; show(v); v = "long enough to be on the heap"; show(v); std::printf("%zu %d\n", v.index(), std::holds_alternative<int>(v));
    try { std::get<int>(v); } catch (const std::bad_variant_access &e) { std::puts(e.what()); }
    auto [a, b, c] = std::tuple(1, 'x', std::string("tuple")); std::printf("%d %c %s\n", a, b, c.c_str());
    std::any any = 7; std::printf("%d\n", std::any_cast<int>(any)); any = std::string("any"); std::printf("%s\n", std::any_cast<std::string &>(any).c_str());
    try { std::any_cast<int>(any); } catch (const std::bad_any_cast &e) { std::puts(e.what()); }
}
