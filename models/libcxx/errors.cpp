// The classes of exceptions that libstdc++ keeps in its shared library, and the functions through which its templates
// throw them.
#include "machine.hpp"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>

namespace {

// The text of an exception, which its copies share.
struct text {
    long references;
    char bytes[];
};

text *text_of(const char *bytes) {
    return reinterpret_cast<text *>(const_cast<char *>(bytes) - offsetof(text, bytes));
}

const char *new_text(const char *bytes, size_t n) {
    auto *made = static_cast<text *>(std::malloc(sizeof(text) + n + 1));
    if (made == nullptr)
        throw std::bad_alloc();
    made->references = 1;
    std::memcpy(made->bytes, bytes, n);
    made->bytes[n] = 0;
    return made->bytes;
}

void drop(const char *bytes) {
    if (--text_of(bytes)->references == 0)
        std::free(text_of(bytes));
}

} // namespace

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

__cow_string::__cow_string() : _M_p(new_text("", 0)) {}
__cow_string::__cow_string(const std::string &from) : _M_p(new_text(from.data(), from.size())) {}
__cow_string::__cow_string(const char *from, size_t n) : _M_p(new_text(from, n)) {}
__cow_string::__cow_string(const __cow_string &from) noexcept : _M_p(from._M_p) { text_of(_M_p)->references++; }
__cow_string::__cow_string(__cow_string &&from) noexcept : _M_p(from._M_p) { text_of(_M_p)->references++; }
__cow_string::~__cow_string() { drop(_M_p); }
__cow_string &__cow_string::operator=(const __cow_string &from) noexcept {
    text_of(from._M_p)->references++;
    drop(_M_p);
    _M_p = from._M_p;
    return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&from) noexcept {
    return *this = static_cast<const __cow_string &>(from);
}

#define BASE(NAME)                                                                                     \
    NAME::NAME(const string &text) : _M_msg(text) {}                                                   \
    NAME::NAME(const char *text) : _M_msg(text, std::strlen(text)) {}                                  \
    NAME::NAME(const NAME &other) noexcept : exception(other), _M_msg(other._M_msg) {}                 \
    NAME::NAME(NAME &&other) noexcept : exception(other), _M_msg(other._M_msg) {}                      \
    NAME &NAME::operator=(const NAME &other) noexcept {                                                \
        _M_msg = other._M_msg;                                                                         \
        return *this;                                                                                  \
    }                                                                                                  \
    NAME &NAME::operator=(NAME &&other) noexcept {                                                     \
        _M_msg = other._M_msg;                                                                         \
        return *this;                                                                                  \
    }                                                                                                  \
    NAME::~NAME() noexcept {}                                                                          \
    const char *NAME::what() const noexcept { return _M_msg._M_p; }

BASE(logic_error)
BASE(runtime_error)

#define DERIVED(NAME, BASE)                                                                            \
    NAME::NAME(const string &text) : BASE(text) {}                                                     \
    NAME::NAME(const char *text) : BASE(text) {}                                                       \
    NAME::~NAME() noexcept {}

DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char *format, ...) {
    char text[512];
    va_list list;

    va_start(list, format);
    std::vsnprintf(text, sizeof text, format, list);
    va_end(list);
    throw out_of_range(text);
}

const nothrow_t nothrow{};

} // namespace std

// Memory from malloc. The functions of the machine's that free it are the same for all.
#define PLAIN(NAME)                                                                                    \
    void *operator NAME(size_t size) {                                                                 \
        void *memory = std::malloc(size);                                                              \
        if (memory == nullptr)                                                                         \
            throw std::bad_alloc();                                                                    \
        return memory;                                                                                 \
    }

PLAIN(new)
PLAIN(new[])

#define ALIGNED(NAME)                                                                                  \
    void *operator NAME(size_t size, std::align_val_t align) {                                         \
        size_t whole = static_cast<size_t>(align);                                                     \
        void *memory = std::aligned_alloc(whole, (size + whole - 1) / whole * whole);                  \
        if (memory == nullptr)                                                                         \
            throw std::bad_alloc();                                                                    \
        return memory;                                                                                 \
    }

ALIGNED(new)
ALIGNED(new[])
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void *memory, size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
void operator delete[](void *memory, const std::nothrow_t &) noexcept { std::free(memory); }
