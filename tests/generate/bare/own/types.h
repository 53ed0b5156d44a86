/* Headers of its own in place of those of the C library, which they would clash with. */
typedef unsigned long size_t;
typedef long long loff_t;

#define NULL ((void *)0)
#define abs(number) ((number) < 0 ? -(number) : (number))

struct item {
    struct item *next;
    int key;
};
