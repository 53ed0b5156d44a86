/* A hash table with chains, from names to numbers. */
#include <stdlib.h>
#include <string.h>

#define N_CHAINS 8

struct entry {
    char name[8];
    int value;
    struct entry *next;
};

struct table {
    struct entry *chains[N_CHAINS];
};

static unsigned hash(const char *name) {
    unsigned hash = 5381;

    for (; *name != '\0'; name++)
        hash = 33 * hash + (unsigned char)*name;
    return hash % N_CHAINS;
}

struct entry *look_up(const struct table *table, const char *name) {
    for (struct entry *entry = table->chains[hash(name)]; entry != NULL; entry = entry->next) {
        if (strncmp(entry->name, name, sizeof entry->name) == 0)
            return entry;
    }
    return NULL;
}

/* Returns 0, or -1 if the name is too long or there is no memory. */
int set(struct table *table, const char *name, int value) {
    struct entry *entry = look_up(table, name);

    if (strlen(name) >= sizeof entry->name)
        return -1;
    if (entry == NULL) {
        entry = calloc(1, sizeof *entry);
        if (entry == NULL)
            return -1;
        strcpy(entry->name, name);
        entry->next = table->chains[hash(name)];
        table->chains[hash(name)] = entry;
    }
    entry->value = value;
    return 0;
}
