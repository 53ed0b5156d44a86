/* Structures of every class that calls pass by value: in integer registers, in those for floats, in both, in memory. */
#include "symir.h"

struct small { int count; bool is_open; };
struct mixed { int number; double share; };
struct floats { float x, y, z; };
struct aligned { char kind; double size; };
struct pointer { const char *name; int length; };
struct bytes { char text[5]; };
struct large { long a, b; int c; };
struct bits { unsigned low : 3; unsigned high : 5; };
union number { int whole; float part; };
struct wide { long double value; };
struct nested { struct small first; unsigned short second[2]; };

static int integers(struct small s, bool is_new, struct bits b) {
    return s.is_open && is_new ? s.count : b.high;
}

static double registers(struct mixed m, struct floats f, struct aligned a) {
    return m.number > 2 ? m.share + f.z : a.size;
}

static int memory(int before, struct large l, struct pointer p, struct bytes b) {
    return l.c == before ? p.length : b.text[4];
}

static struct small returned(int n) { return (struct small){ n, n > 1 }; }
static struct mixed returned_in_both(int n) { return (struct mixed){ n, 2.5 }; }
static struct floats returned_floats(int n) { return (struct floats){ 1, 2, (float)n }; }
static struct large returned_in_memory(int n) { return (struct large){ 1, 2, n }; }
static union number returned_union(int n) { return (union number){ n }; }
static struct nested returned_nested(int n) { return (struct nested){ { n, true }, { 7, 8 } }; }

static struct wide returned_wide(struct wide w) { return (struct wide){ w.value * 2 }; }

/* So many that registers do not reach: the last ones lie in memory. */
static int many(struct mixed a, struct nested b, struct nested c, struct nested d, struct small e) {
    return a.number + b.second[1] + c.first.count + d.first.count + e.count;
}

int main(void) {
    int n = symir_range(0, 3, "n");
    struct small s = { n, n == 1 };
    struct nested e = { s, { 1, 2 } };
    struct mixed m = { n, 0.5 };

    SYMIR_TEST(integers, s, n > 1, ((struct bits){ 1, (unsigned)n }));
    SYMIR_TEST(registers, m, ((struct floats){ 1, 2, 3 }), ((struct aligned){ 'k', 1.5 }));
    SYMIR_TEST(memory, n, ((struct large){ 1, 2, 3 }), ((struct pointer){ "abc", 3 }), ((struct bytes){ "wxyz" }));
    SYMIR_TEST(returned, n);
    SYMIR_TEST(returned_in_both, n);
    SYMIR_TEST(returned_floats, n);
    SYMIR_TEST(returned_in_memory, n);
    SYMIR_TEST(returned_union, n);
    SYMIR_TEST(returned_nested, n);
    SYMIR_TEST(returned_wide, ((struct wide){ 1.5L }));
    SYMIR_TEST(many, m, e, e, e, s);
}
