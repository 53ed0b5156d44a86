/* symir: --one-test-a-path */
/* Values by their types: enumerators, flags, unions with tags, flexible arrays, full arrays of characters, long arrays. */
#include "symir.h"
#include <stdlib.h>
#include <string.h>

enum access { NONE = 0, READ = 1, WRITE = 2, EXECUTE = 4, ALL = 7 };
enum state { IDLE, BUSY, DONE };

struct file {
    enum access access;
    enum state state : 4;
    unsigned links : 12;
    char name[8];
};

enum access narrow(const struct file *file)
{
    return file->state == DONE ? file->access & ~(unsigned)WRITE : file->access;
}

enum kind { KIND_NUMBER, KIND_TEXT, KIND_LIST };

struct variant {
    enum kind kind;
    union {
        double number;
        const char *text;
        struct {
            int first, last;
        } list;
    } as;
};

int size_of(const struct variant *variant)
{
    switch (variant->kind) {
    case KIND_NUMBER:
        return 1;
    case KIND_TEXT:
        return (int)strlen(variant->as.text);
    case KIND_LIST:
        return variant->as.list.last - variant->as.list.first;
    }
    return 0;
}

struct message {
    int n;
    int parts[];
};

int total(const struct message *message)
{
    int sum = 0;
    for (int i = 0; i < message->n; i++)
        sum += message->parts[i];
    return sum;
}

struct packet {
    unsigned char size;
    char data[];
};

int length(const struct packet *packet)
{
    return packet->size;
}

int zeros(const int *values, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += values[i] == 0;
    return found;
}

int sum_of(int *table, int n)
{
    for (int i = 1; i < n; i++)
        table[i] += table[i - 1];
    return table[n - 1];
}

int main(void)
{
    struct file file = {(enum access)(READ | WRITE), BUSY, 3, "exactly8"};
    symir_test_begin("narrow");
    narrow(&file);
    struct file done = {ALL, DONE, 0, "x"};
    symir_test_begin("narrow");
    narrow(&done);
    struct variant number = {KIND_NUMBER, {.number = 1.5}}, text = {KIND_TEXT, {.text = "abc"}};
    struct variant list = {KIND_LIST, {.list = {2, 6}}};
    symir_test_begin("size_of");
    size_of(&number);
    symir_test_begin("size_of");
    size_of(&text);
    symir_test_begin("size_of");
    size_of(&list);
    struct message *message = malloc(sizeof *message + 3 * sizeof(int));
    if (!message)
        return 1;
    message->n = 3;
    for (int i = 0; i < 3; i++)
        message->parts[i] = i + 4;
    symir_test_begin("total");
    total(message);
    struct packet *packet = malloc(sizeof *packet + 8);
    if (!packet)
        return 1;
    packet->size = 2;
    strcpy(packet->data, "hi");
    symir_test_begin("length");
    length(packet);
    static int values[1000];
    values[500] = symir_int("value");
    symir_test_begin("zeros");
    zeros(values, 1000);
    int table[100];
    for (int i = 0; i < 100; i++)
        table[i] = i;
    symir_test_begin("sum_of");
    sum_of(table, 3);
    symir_test_begin("sum_of");
    sum_of(table, 100);
    free(packet);
    free(message);
    return 0;
}
