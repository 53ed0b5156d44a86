/* Attributes and hints of the compiler. */
#ifndef SHIM_LINUX_COMPILER_H
#define SHIM_LINUX_COMPILER_H

#define __user
#define __kernel
#define __iomem
#define __force
#define __bitwise
#define __rcu
#define __init
#define __initdata
#define __exit
#define __ro_after_init
#define __read_mostly
#define __visible
#define __sched
#define __kprobes
#define __must_check
#define __no_sanitize_address
#define noinline_for_stack noinline
#define __always_inline inline __attribute__((always_inline))
#define noinline __attribute__((noinline))
#define __pure __attribute__((pure))
#define __attribute_const__ __attribute__((const))
#define __maybe_unused __attribute__((unused))
#define notrace
#define __always_unused __attribute__((unused))
#define __used __attribute__((used))
#define __weak __attribute__((weak))
#define __packed __attribute__((packed))
#define __aligned(n) __attribute__((aligned(n)))
#define __printf(format, first) __attribute__((format(printf, format, first)))
#define __scanf(format, first) __attribute__((format(scanf, format, first)))
#define __malloc __attribute__((malloc))
#define __cold
#define __noreturn __attribute__((noreturn))
#define fallthrough __attribute__((fallthrough))

#define likely(condition) (condition)
#define unlikely(condition) (condition)
#define barrier() __asm__ volatile("" ::: "memory")
#define barrier_data(pointer) ((void)(pointer))
#define OPTIMIZER_HIDE_VAR(variable) ((void)(variable))
#define READ_ONCE(place) (*(const volatile __typeof__(place) *)&(place))
#define WRITE_ONCE(place, value) (*(volatile __typeof__(place) *)&(place) = (value))
#define __same_type(a, b) __builtin_types_compatible_p(__typeof__(a), __typeof__(b))

static inline unsigned long read_word_at_a_time(const void *address) {
    return *(const unsigned long *)address;
}

#endif
