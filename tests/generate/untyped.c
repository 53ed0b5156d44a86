/* Pointers to `void` whose types the code says: what a comparison for `qsort` gets, the context of a visitor, a
   text. Numbers of elements that are negative. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[16];
    int age;
};

/* What is compared is pointers: their callers have no null among them. */
int by_age(const void *a, const void *b)
{
    const struct person *const *one = a;
    const struct person *const *other = b;
    return ((*one)->age > (*other)->age) - ((*one)->age < (*other)->age);
}

int by_word(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int by_name(const void *a, const void *b)
{
    const struct person *one = *(struct person *const *)a;
    const struct person *other = *(struct person *const *)b;
    return strcmp(one->name, other->name);
}

struct sum {
    int least;
    int most;
    int n;
};

void add(int value, void *context)
{
    struct sum *sum = context;
    if (sum->n == 0 || value < sum->least)
        sum->least = value;
    if (sum->n == 0 || value > sum->most)
        sum->most = value;
    sum->n++;
}

/* The second one is a text, of which no byte is a truth value. */
bool is_named(const void *item, void *context)
{
    const struct person *person = item;
    return strcmp(person->name, context) == 0;
}

struct animal {
    int kind;
};

struct dog {
    int kind;
    int barks;
};

static int barks(const struct dog *dog)
{
    return dog->barks;
}

static int barks_of_any(const void *any)
{
    const struct dog *dog = any;
    return dog->barks + 1;
}

/* What is passed is an animal by its first use. Only the functions that are called say that some are dogs. */
int noise(const void *any)
{
    const struct animal *animal = any;
    return animal->kind == 1 ? barks(any) : 0;
}

int noise_of_any(const void *any)
{
    const struct animal *animal = any;
    return animal->kind == 1 ? barks_of_any(any) : 0;
}

/* How many numbers there are, only a run can say. */
int ascending(const void *data)
{
    const int *numbers = data;
    if (numbers[0] > numbers[1])
        return 0;
    return numbers[1] <= numbers[2];
}

struct array {
    int least;
    int most;
    int n;
    int *data;
};

/* With a negative number, there would be no room for the header. */
struct array *array_new(int least, int most)
{
    most = most < least ? least : most;
    struct array *array = malloc(sizeof *array + most * sizeof(int));
    if (array) {
        array->least = least;
        array->most = most;
        array->n = 0;
        array->data = (int *)(array + 1);
    }
    return array;
}
