// Errors of the system as exceptions: their categories, and what streams throw.
#include <cstring>
#include <cxxabi.h>
#include <bits/cxxabi_forced.h>
#include <ios>
#include <string>
#include <system_error>

namespace std {
inline namespace _V2 {

error_category::~error_category() {}
error_condition error_category::default_error_condition(int number) const noexcept {
    return error_condition(number, *this);
}
bool error_category::equivalent(int number, const error_condition &condition) const noexcept {
    return default_error_condition(number) == condition;
}
bool error_category::equivalent(const error_code &code, int number) const noexcept {
    return code.category() == *this && code.value() == number;
}

namespace {

struct by_errno : error_category {
    const char *own_name;
    constexpr explicit by_errno(const char *name) : own_name(name) {}
    const char *name() const noexcept override { return own_name; }
    string message(int number) const override { return strerror(number); }
    error_condition default_error_condition(int number) const noexcept override {
        return error_condition(number, generic_category());
    }
};

template <typename T> const T &once(const char *name) {
    alignas(T) static char room[2][sizeof(T)];
    static bool is_made[2];
    size_t at = name[0] == 'g' ? 0 : 1;
    if (!is_made[at]) {
        new (room[at]) T(name);
        is_made[at] = true;
    }
    return *reinterpret_cast<const T *>(room[at]);
}

} // namespace

const error_category &generic_category() noexcept { return once<by_errno>("generic"); }
const error_category &system_category() noexcept { return once<by_errno>("system"); }

} // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
    return category().default_error_condition(value());
}

system_error::~system_error() noexcept {}
void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

ios_base::failure::failure(const string &text) : system_error(error_code(1, iostream_category()), text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() noexcept {}
const char *ios_base::failure::what() const noexcept { return runtime_error::what(); }

namespace {

struct of_streams final : error_category {
    explicit of_streams(const char *) {}
    const char *name() const noexcept override { return "iostream"; }
    string message(int number) const override { return number == 1 ? "iostream error" : "Unknown error"; }
};

} // namespace

const error_category &iostream_category() noexcept { return _V2::once<of_streams>("iostream"); }

void __throw_ios_failure(const char *text) {
    throw ios_base::failure(text, error_code(1, iostream_category()));
}
void __throw_ios_failure(const char *text, int number) {
    throw ios_base::failure(text, error_code(number != 0 ? number : 1,
                                             number != 0 ? system_category() : iostream_category()));
}

} // namespace std

// What ends threads by an exception in glibc is this, which handlers of streams let through.
abi::__forced_unwind::~__forced_unwind() noexcept {}
