/* symir: --one-test-a-path */
/* Pointers to the same object, into the middle of one, around in a circle, and without a type. */
#include "symir.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct slice {
    const char *start;
    size_t length;
};

struct slice value_of(const char *line)
{
    const char *equals = strchr(line, '=');
    struct slice slice = {equals ? equals + 1 : NULL, equals ? strlen(equals + 1) : 0};
    return slice;
}

struct buffer {
    char data[12];
    char *read;
    char *write;
};

size_t filled(const struct buffer *buffer)
{
    return (size_t)(buffer->write - buffer->read);
}

struct entry {
    int key;
    int weight;
};

int compare(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    return (a->key > b->key) - (a->key < b->key);
}

const struct entry *heaviest(const struct entry *entries, int n)
{
    const struct entry *best = entries;
    for (const struct entry *entry = entries; entry < entries + n; entry++)
        if (entry->weight > best->weight)
            best = entry;
    return best;
}

struct ring {
    int value;
    struct ring *next, *previous;
};

int is_closed(const struct ring *ring)
{
    return ring->next->previous == ring;
}

struct ring *unlink_one(struct ring *ring)
{
    struct ring *gone = ring->next;
    gone->next->previous = ring;
    ring->next = gone->next;
    gone->next = gone->previous = NULL;
    return gone;
}

int same(const int *a, const int *b)
{
    return a == b;
}

struct handle {
    void *context;
};

int first_of(const struct handle *handle)
{
    return *(int *)handle->context;
}

int *largest(int *values, int n)
{
    int *best = values;
    for (int *value = values; value < values + n; value++)
        if (*value > *best)
            best = value;
    return best;
}

void *unchanged(void *context)
{
    return context;
}

int release(char *text)
{
    free(text);
    return 1;
}

struct owner {
    char *text;
};

void drop(struct owner *owner)
{
    free(owner->text);
}

int main(void)
{
    char line[] = "size=12";
    symir_test_begin("value_of");
    value_of(line);
    symir_test_begin("value_of");
    value_of(line + 2);
    struct buffer buffer = {"abcdef", buffer.data + 1, buffer.data + 4};
    symir_test_begin("filled");
    filled(&buffer);
    struct entry entries[4] = {{3, 30}, {1, 50}, {symir_int("key"), 20}, {4, 40}};
    symir_test_begin("compare");
    compare(&entries[2], &entries[0]);
    symir_test_begin("compare");
    compare(&entries[3], &entries[3]);
    symir_test_begin("heaviest");
    heaviest(entries, 4);
    struct ring a = {1, 0, 0}, b = {2, 0, 0}, c = {3, &a, &b};
    a.next = &b, a.previous = &c, b.next = &c, b.previous = &a;
    symir_test_begin("is_closed");
    is_closed(&a);
    symir_test_begin("unlink_one");
    unlink_one(&a);
    int x = 5;
    symir_test_begin("same");
    same(&x, &x);
    struct handle handle = {&x};
    symir_test_begin("first_of");
    first_of(&handle);
    int values[3] = {1, 9, 4};
    symir_test_begin("largest");
    largest(values, 3);
    symir_test_begin("unchanged");
    unchanged(&handle);
    symir_test_begin("release");
    release(strdup("gone"));
    struct owner owner = {strdup("kept")};
    symir_test_begin("drop");
    drop(&owner);
    return 0;
}
