// Exceptions (Itanium C++ ABI: exception handling): throwing, finding the handler, and leaving calls up to it. The
// machine knows the landing pads of the calls on the stack; which of them is the right one is decided here.
#include "machine.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <typeinfo>

namespace {

// What lies before every object that is thrown. One that std::rethrow_exception makes shares the object of another.
struct exception {
    exception *primary; // itself, or the one whose object this is
    const std::type_info *type;
    void (*destroy)(void *);
    exception *next; // of those that are caught
    long references; // of the object: exceptions and std::exception_ptrs
    int handlers;    // that are active; negative while it is thrown again
    int selector;    // of its next handler
    long frame;      // of that
    void *caught_as; // the object as the handler sees it
};

exception *caught;
unsigned uncaught;
std::terminate_handler on_terminate;

constexpr size_t room = (sizeof(exception) + 15) / 16 * 16;

exception *header_of(void *object) {
    return reinterpret_cast<exception *>(static_cast<char *>(object) - room);
}

void *object_of(exception *e) {
    return reinterpret_cast<char *>(e->primary) + room;
}

void release(exception *primary) {
    if (--primary->references > 0)
        return;
    if (primary->destroy != nullptr)
        primary->destroy(object_of(primary));
    std::free(primary);
}

void drop(exception *e) {
    exception *primary = e->primary;
    if (e != primary)
        std::free(e);
    release(primary);
}

[[noreturn]] void terminate_for(exception *e) {
    if (on_terminate != nullptr) {
        on_terminate();
        std::abort();
    }
    symir_uncaught(e == nullptr ? nullptr : e->type->name());
}

// Whether a handler of this type catches the exception; sets how it sees the object.
bool catches(const void *type, exception *e) {
    void *object = object_of(e);

    if (e->type->__is_pointer_p())
        object = *static_cast<void **>(object);
    if (type != nullptr && !static_cast<const std::type_info *>(type)->__do_catch(e->type, &object, 1))
        return false;
    e->caught_as = object;
    return true;
}

// Looks for the handler; false if there is none.
bool find_handler(exception *e) {
    for (long frame = symir_frames() - 1; frame > 0; frame--) {
        long clauses = symir_clauses(frame);
        for (long i = 0; i < clauses / 2; i++) {
            const void *type = nullptr;
            long n = 0;
            int selector = symir_clause(frame, i, 0, &type, &n);
            bool is_handler = selector > 0 && catches(type, e);
            if (selector < 0) {
                bool is_allowed = false;
                for (long at = 0; at < n && !is_allowed; at++) {
                    symir_clause(frame, i, at, &type, &n);
                    is_allowed = catches(type, e);
                }
                is_handler = !is_allowed;
                if (is_handler)
                    e->caught_as = object_of(e);
            }
            if (is_handler) {
                e->frame = frame;
                e->selector = selector;
                return true;
            }
        }
    }
    return false;
}

// Cleans up what lies between here and the handler, and goes there.
[[noreturn]] void unwind(exception *e) {
    for (long frame = symir_frames() - 1; frame > e->frame; frame--) {
        long clauses = symir_clauses(frame);
        if (clauses > 0 && (clauses & 1) != 0)
            symir_land(frame, e, 0);
    }
    symir_land(e->frame, e, e->selector);
}

[[noreturn]] void raise(exception *e) {
    uncaught++;
    if (!find_handler(e)) {
        // As the library does: std::terminate finds it as the current exception.
        __cxxabiv1::__cxa_begin_catch(reinterpret_cast<void *>(e));
        terminate_for(e);
    }
    unwind(e);
}

} // namespace

namespace __cxxabiv1 {
extern "C" {

void *__cxa_allocate_exception(size_t size) noexcept {
    auto *e = static_cast<exception *>(std::malloc(room + size));
    if (e == nullptr)
        std::terminate();
    *e = exception{};
    e->primary = e;
    e->references = 1;
    return object_of(e);
}

void __cxa_free_exception(void *object) noexcept {
    std::free(header_of(object));
}

__cxa_refcounted_exception *__cxa_init_primary_exception(void *object, std::type_info *type,
                                                         void (*destroy)(void *)) noexcept {
    exception *e = header_of(object);
    e->type = type;
    e->destroy = destroy;
    // The first std::exception_ptr adds its own.
    e->references = 0;
    return reinterpret_cast<__cxa_refcounted_exception *>(e);
}

void __cxa_throw(void *object, std::type_info *type, void (*destroy)(void *)) {
    exception *e = header_of(object);
    e->type = type;
    e->destroy = destroy;
    raise(e);
}

void *__cxa_get_exception_ptr(void *thrown) noexcept {
    return static_cast<exception *>(thrown)->caught_as;
}

void *__cxa_begin_catch(void *thrown) noexcept {
    auto *e = static_cast<exception *>(thrown);
    e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
    uncaught--;
    if (caught != e) {
        e->next = caught;
        caught = e;
    }
    return e->caught_as;
}

void __cxa_end_catch(void) {
    exception *e = caught;
    if (e == nullptr)
        return;
    if (e->handlers < 0) {
        // It was thrown again, and lives on.
        if (++e->handlers == 0)
            caught = e->next;
        return;
    }
    if (--e->handlers == 0) {
        caught = e->next;
        drop(e);
    }
}

void __cxa_rethrow(void) {
    exception *e = caught;
    if (e == nullptr)
        terminate_for(nullptr);
    e->handlers = -e->handlers;
    raise(e);
}

std::type_info *__cxa_current_exception_type(void) noexcept {
    return caught == nullptr ? nullptr : const_cast<std::type_info *>(caught->type);
}

void __cxa_call_unexpected(void *thrown) {
    __cxa_begin_catch(thrown);
    terminate_for(static_cast<exception *>(thrown));
}

// A landing pad is left that has handled nothing.
[[gnu::noinline]] void _Unwind_Resume(void *thrown) {
    unwind(static_cast<exception *>(thrown));
}

// Machines find these by name in compiled code. Landing pads end in the call of the function above.
void __gxx_personality_v0(void) {
    _Unwind_Resume(nullptr);
}
void __gcc_personality_v0(void) {
    _Unwind_Resume(nullptr);
}

void __cxa_bad_cast(void) { throw std::bad_cast(); }
void __cxa_bad_typeid(void) { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length(void) { throw std::bad_array_new_length(); }
void __cxa_throw_bad_array_length(void) { throw std::bad_array_new_length(); }
}
} // namespace __cxxabiv1

namespace std {

void terminate() noexcept { terminate_for(caught); }
void unexpected() { terminate_for(caught); }

terminate_handler set_terminate(terminate_handler handler) noexcept {
    terminate_handler old = get_terminate();
    on_terminate = handler;
    return old;
}

// Without a handler of the program's own it is abort, as good as the library's.
terminate_handler get_terminate() noexcept { return on_terminate == nullptr ? std::abort : on_terminate; }

bool uncaught_exception() noexcept { return uncaught != 0; }
int uncaught_exceptions() noexcept { return static_cast<int>(uncaught); }

exception_ptr current_exception() noexcept {
    return caught == nullptr ? exception_ptr() : exception_ptr(object_of(caught));
}

void rethrow_exception(exception_ptr pointer) {
    ::exception *primary = header_of(pointer._M_get());
    auto *e = static_cast<::exception *>(std::malloc(sizeof(::exception)));
    if (e == nullptr)
        std::terminate();
    *e = ::exception{};
    e->primary = primary;
    e->type = primary->type;
    primary->references++;
    raise(e);
}

namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }

void exception_ptr::_M_addref() noexcept {
    if (_M_exception_object != nullptr)
        header_of(_M_exception_object)->references++;
}

void exception_ptr::_M_release() noexcept {
    if (_M_exception_object != nullptr)
        release(header_of(_M_exception_object));
    _M_exception_object = nullptr;
}

void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return header_of(_M_exception_object)->type;
}

} // namespace __exception_ptr

nested_exception::~nested_exception() noexcept = default;

} // namespace std
