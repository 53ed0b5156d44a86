// Types at run time (Itanium C++ ABI, section 2.9.5): what a handler catches, dynamic_cast, and the functions that
// compilers know by their names. The classes are those of <cxxabi.h>.
#include "machine.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>

namespace std {

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info *thrown, void **, unsigned) const { return *this == *thrown; }
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }

} // namespace std

namespace __cxxabiv1 {

// A base class that was found.
struct __class_type_info::__upcast_result {
    const void *place = nullptr;
    bool found = false;
    bool ambiguous = false;

    void add(const void *other) {
        if (found && place != other)
            ambiguous = true;
        found = true;
        place = other;
    }
};

// What a dynamic_cast looks for in a whole object.
struct __class_type_info::__dyncast_result {
    __upcast_result below;      // objects of the wanted type with the source as a public base
    __upcast_result anywhere;   // objects of the wanted type that are public bases of the whole
    bool source_is_public = false;
};

__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
__enum_type_info::~__enum_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}

bool __function_type_info::__is_function_p() const { return true; }
bool __pointer_type_info::__is_pointer_p() const { return true; }

// A dynamic_cast would ask for itself here.
template <typename Type> static const Type *as(const __class_type_info *type) {
    return typeid(*type) == typeid(Type) ? static_cast<const Type *>(type) : nullptr;
}

static const void *at(const void *object, long offset) { return static_cast<const char *>(object) + offset; }

// The place of a base class in an object: that of a virtual one stands in the object's table.
static const void *base_of(const void *object, const __base_class_type_info &base) {
    long offset = base.__offset();
    if (base.__is_virtual_p()) {
        const char *table = *static_cast<const char *const *>(object);
        offset = *reinterpret_cast<const long *>(table + offset);
    }
    return at(object, offset);
}

// Adds every public base of type `wanted`, the object itself included, to `result`.
bool __class_type_info::__do_upcast(const __class_type_info *wanted, const void *object,
                                    __upcast_result &__restrict result) const {
    if (*this == *wanted)
        result.add(object);
    return result.found;
}

bool __si_class_type_info::__do_upcast(const __class_type_info *wanted, const void *object,
                                       __upcast_result &__restrict result) const {
    if (*this == *wanted)
        result.add(object);
    else
        __base_type->__do_upcast(wanted, object, result);
    return result.found;
}

bool __vmi_class_type_info::__do_upcast(const __class_type_info *wanted, const void *object,
                                        __upcast_result &__restrict result) const {
    if (*this == *wanted) {
        result.add(object);
        return true;
    }
    for (unsigned i = 0; i < __base_count; i++)
        if (__base_info[i].__is_public_p())
            __base_info[i].__base_type->__do_upcast(wanted, base_of(object, __base_info[i]), result);
    return result.found;
}

// The place of the one public base of type `wanted`. Without an object nothing is displaced.
bool __class_type_info::__do_upcast(const __class_type_info *wanted, void **object) const {
    __upcast_result result;

    if (*object == nullptr) {
        // A null pointer converts to one of a base class.
        if (*this == *wanted)
            return true;
        if (auto *single = as<__si_class_type_info>(this))
            return single->__base_type->__do_upcast(wanted, object);
        if (auto *several = as<__vmi_class_type_info>(this))
            for (unsigned i = 0; i < several->__base_count; i++)
                if (several->__base_info[i].__is_public_p() &&
                    several->__base_info[i].__base_type->__do_upcast(wanted, object))
                    return true;
        return false;
    }
    __do_upcast(wanted, *object, result);
    if (!result.found || result.ambiguous)
        return false;
    *object = const_cast<void *>(result.place);
    return true;
}

// Adds what a dynamic_cast looks for. `access` says whether the way from the whole object is public.
static void visit(const __class_type_info *type, const void *object, bool is_public,
                  const __class_type_info *wanted, const __class_type_info *source, const void *source_object,
                  __class_type_info::__dyncast_result &result) {
    if (*type == *wanted) {
        __class_type_info::__upcast_result bases;
        type->__do_upcast(source, object, bases);
        // One of several bases of that type may be the one, so that each is compared.
        struct search {
            static bool has(const __class_type_info *type, const void *object, const __class_type_info *source,
                            const void *source_object) {
                if (*type == *source && object == source_object)
                    return true;
                if (auto *single = as<__si_class_type_info>(type))
                    return has(single->__base_type, object, source, source_object);
                if (auto *several = as<__vmi_class_type_info>(type))
                    for (unsigned i = 0; i < several->__base_count; i++)
                        if (several->__base_info[i].__is_public_p() &&
                            has(several->__base_info[i].__base_type,
                                base_of(object, several->__base_info[i]), source, source_object))
                            return true;
                return false;
            }
        };
        if (bases.found && search::has(type, object, source, source_object))
            result.below.add(object);
        if (is_public)
            result.anywhere.add(object);
    }
    if (*type == *source && object == source_object && is_public)
        result.source_is_public = true;
    if (auto *single = as<__si_class_type_info>(type))
        visit(single->__base_type, object, is_public, wanted, source, source_object, result);
    else if (auto *several = as<__vmi_class_type_info>(type))
        for (unsigned i = 0; i < several->__base_count; i++)
            visit(several->__base_info[i].__base_type, base_of(object, several->__base_info[i]),
                  is_public && several->__base_info[i].__is_public_p(), wanted, source, source_object, result);
}

// A handler of this type catches objects of it and of classes that it is a public base of.
bool __class_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    // Behind two pointers, classes do not convert.
    return outer < 4 && thrown->__do_upcast(this, object);
}

// A pointer is caught by one that is as qualified or more, and by one to a base class.
bool __pbase_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const {
    if (*this == *thrown)
        return true;
    if (*thrown == typeid(decltype(nullptr))) {
        static void *null_member[2] = {reinterpret_cast<void *>(-1L), nullptr};
        *object = __is_pointer_p() ? nullptr : static_cast<void *>(null_member);
        return true;
    }
    if (typeid(*this) != typeid(*thrown))
        return false;
    // Inner qualification may only be added where all outer pointers are const.
    if ((outer & 1) == 0)
        return false;
    const auto *pointer = static_cast<const __pbase_type_info *>(thrown);
    unsigned qualifiers = __const_mask | __volatile_mask | __restrict_mask;
    if ((pointer->__flags & qualifiers & ~__flags) != 0)
        return false;
    unsigned droppable = __noexcept_mask | __transaction_safe_mask;
    if ((__flags & droppable & ~pointer->__flags) != 0)
        return false;
    if ((__flags & __const_mask) == 0)
        outer &= ~1u;
    return __pointer_catch(pointer, object, outer);
}

bool __pointer_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object, unsigned outer) const {
    if (outer < 2 && *__pointee == typeid(void))
        return !thrown->__pointee->__is_function_p();
    return __pbase_type_info::__pointer_catch(thrown, object, outer);
}

bool __pointer_to_member_type_info::__pointer_catch(const __pbase_type_info *thrown, void **object,
                                                    unsigned outer) const {
    const auto *member = static_cast<const __pointer_to_member_type_info *>(thrown);
    return *__context == *member->__context && __pbase_type_info::__pointer_catch(thrown, object, outer);
}

// These belong to another way to do the same, which nothing here takes.
static void never() { symir_unsupported("a function of type_info that only libstdc++ calls"); }

bool __class_type_info::__do_dyncast(ptrdiff_t, __sub_kind, const __class_type_info *, const void *,
                                     const __class_type_info *, const void *, __dyncast_result &) const {
    never();
    return false;
}
bool __si_class_type_info::__do_dyncast(ptrdiff_t, __sub_kind, const __class_type_info *, const void *,
                                        const __class_type_info *, const void *, __dyncast_result &) const {
    never();
    return false;
}
bool __vmi_class_type_info::__do_dyncast(ptrdiff_t, __sub_kind, const __class_type_info *, const void *,
                                         const __class_type_info *, const void *, __dyncast_result &) const {
    never();
    return false;
}
__class_type_info::__sub_kind __class_type_info::__do_find_public_src(ptrdiff_t, const void *,
                                                                      const __class_type_info *,
                                                                      const void *) const {
    never();
    return __unknown;
}
__class_type_info::__sub_kind __si_class_type_info::__do_find_public_src(ptrdiff_t, const void *,
                                                                         const __class_type_info *,
                                                                         const void *) const {
    never();
    return __unknown;
}
__class_type_info::__sub_kind __vmi_class_type_info::__do_find_public_src(ptrdiff_t, const void *,
                                                                          const __class_type_info *,
                                                                          const void *) const {
    never();
    return __unknown;
}

extern "C" {

// Before an object's table of functions stand how far the whole object lies from it, and the type of that.
void *__dynamic_cast(const void *source_object, const __class_type_info *source, const __class_type_info *wanted,
                     ptrdiff_t) {
    const long *table = *static_cast<const long *const *>(source_object);
    const void *whole = at(source_object, table[-2]);
    const auto *type = reinterpret_cast<const __class_type_info *>(table[-1]);
    __class_type_info::__dyncast_result result;

    visit(type, whole, true, wanted, source, source_object, result);
    if (result.below.found && !result.below.ambiguous)
        return const_cast<void *>(result.below.place);
    if (result.source_is_public && result.anywhere.found && !result.anywhere.ambiguous)
        return const_cast<void *>(result.anywhere.place);
    return nullptr;
}

void __cxa_pure_virtual(void) { std::abort(); }
void __cxa_deleted_virtual(void) { std::abort(); }
}

} // namespace __cxxabiv1
