/* Inputs with types, for a search: objects and arrays, and the objects that pointers in them lead to.
   Symbolically these are made when they are read (exec/pointers.rs); here everything is made at once, as
   exec/blueprints.rs says. Where a pointer leads is an input as well: zero is null, one is a new object, and
   higher numbers are the objects of its type that exist already. */

#include "guided.h"
#include <stdbool.h>
#include <string.h>

enum pointee { ONE, TEXT, CHARACTERS };
enum part_kind { SIGNED_PART, UNSIGNED_PART, FLOAT_PART, BOOL_PART, BYTES_PART, POINTER_PART, BRANCH_PART, FUNCTION_PART };

struct part {
    uint32_t at, width, kind;
    /* For a pointer, the type behind it; -1 if it is null. For a pointer to a function, a row of `fitting`. */
    int32_t target;
};

struct blueprint {
    uint64_t size;
    uint32_t pointee;
    /* For a string, without its terminator. */
    uint32_t most_characters;
    uint32_t is_character, most_deep, n_parts;
    const struct part *parts;
};

struct root {
    const char *name;
    int32_t type;
};

/* The functions that a pointer may point to, by their numbers in `functions`. */
struct fitting {
    uint32_t n;
    const uint32_t *functions;
};

/* Defines `blueprints`, `roots`, `n_roots`, `functions` and `fitting`; replay/guided.rs writes it. */
#include "blueprints.h"

/* The functions of the program, which frontend/guided.rs adds to it. */
extern const struct {
    const char *name;
    void (*address)(void);
} symir_functions[];
extern const uint64_t symir_functions_count;

enum { MOST_OBJECTS = 256, MOST_CHOICES = 100, LONGEST_TEXT = 1 << 12 };

struct object {
    unsigned char *bytes;
    uint64_t size;
    int32_t type;
    uint32_t item;
};

static struct object objects[MOST_OBJECTS];
static uint32_t n_objects;

void forget_objects(void) {
    n_objects = 0;
}

static int32_t type_of(const char *name) {
    for (uint32_t i = 0; i < n_roots; i++)
        if (strcmp(roots[i].name, name) == 0)
            return roots[i].type;
    /* Its type is not known. */
    come_back(NO_INPUT, 3);
}

/* Makes and notes an object that is an item. */
static const struct object *add_object(int32_t type, uint32_t item, uint64_t size) {
    unsigned char *bytes = n_objects < MOST_OBJECTS ? give(16, size) : NULL;

    if (!bytes)
        come_back(LIMIT, 2);
    objects[n_objects] = (struct object){bytes, size, type, item};
    return &objects[n_objects++];
}

/* What is being made: the item, whether a pointer leads to it, behind how many pointers it is, and the name
   of its inputs. */
struct making {
    uint32_t item;
    bool is_made;
    uint32_t depth;
    const char *name;
};

static void fill(unsigned char *to, int32_t type, uint64_t count, const struct making *making);

/* Makes the text of an item out of the next input. */
static const struct object *new_text(int32_t type, uint32_t item, uint64_t most, const char *name) {
    unsigned char text[LONGEST_TEXT];

    if (most >= sizeof text)
        come_back(NO_INPUT, 4);
    next_input(text, most + 1, STRING, 0, 255, name);
    place_input((struct place){item, true, VALUE, 0, 8 * (uint32_t)(most + 1), 0});
    text[most] = 0;
    const struct object *object = add_object(type, item, strlen((char *)text) + 1);
    memcpy(object->bytes, text, object->size);
    return object;
}

/* Makes a new object for a pointer. */
static const struct object *new_pointee(int32_t type, uint32_t item, uint32_t depth, const char *name) {
    const struct blueprint *blueprint = &blueprints[type];

    if (blueprint->pointee == TEXT)
        return new_text(type, item, blueprint->most_characters, name);
    uint64_t count = blueprint->pointee == CHARACTERS ? blueprint->most_characters : 1;
    const struct object *object = add_object(type, item, count * blueprint->size);
    fill(object->bytes, type, count, &(struct making){item, true, depth + 1, name});
    return object;
}

/* Sets a pointer: the next input chooses what it leads to, which may be shared with other pointers or not. */
static void choose(unsigned char *to, struct place place, int32_t type, bool may_share, const struct making *making) {
    const struct object *same[MOST_OBJECTS], *chosen = NULL;
    uint32_t n_same = 0;
    unsigned char choice;

    for (uint32_t i = 0; may_share && type >= 0 && i < n_objects; i++)
        if (objects[i].type == type)
            same[n_same++] = &objects[i];
    bool may_be_new = type >= 0 && making->depth < blueprints[type].most_deep;
    uint32_t n_choices = 1 + may_be_new + n_same;
    if (n_choices > MOST_CHOICES)
        n_choices = MOST_CHOICES;
    next_input(&choice, 1, UNSIGNED, 0, n_choices - 1, making->name);
    choice %= n_choices;
    bool is_new = choice == 1 && may_be_new;
    if (choice > 0 && !is_new)
        chosen = same[choice - 1 - may_be_new];
    place.role = POINTER;
    place.target = is_new ? new_item() : chosen ? chosen->item : 0;
    place_input(place);
    if (is_new)
        chosen = new_pointee(type, place.target, making->depth, making->name);
    if (chosen)
        memcpy(to, &chosen->bytes, sizeof chosen->bytes);
}

/* Sets a pointer to a function: the next input chooses which one. */
static void choose_function(unsigned char *to, struct place place, const struct fitting *fitting, const char *name) {
    unsigned char choice;

    next_input(&choice, 1, UNSIGNED, 0, fitting->n, name);
    choice %= fitting->n + 1;
    place.role = FUNCTION;
    place.target = choice > 0 ? fitting->functions[choice - 1] + 1 : 0;
    place_input(place);
    if (choice == 0)
        return;
    for (uint64_t i = 0; i < symir_functions_count; i++)
        if (strcmp(symir_functions[i].name, functions[place.target - 1]) == 0) {
            memcpy(to, &symir_functions[i].address, sizeof symir_functions[i].address);
            return;
        }
    /* The program for native runs has left it out. */
    come_back(NO_INPUT, 5);
}

static void set_bits(unsigned char *to, uint64_t at, uint64_t width, uint64_t value) {
    for (uint64_t bit = 0; bit < width; bit++) {
        unsigned char mask = (unsigned char)(1 << (at + bit) % 8);
        unsigned char *byte = to + (at + bit) / 8;
        *byte = value >> bit & 1 ? *byte | mask : *byte & (unsigned char)~mask;
    }
}

static void fill_part(unsigned char *to, const struct part *part, struct place place, const struct making *making) {
    bool is_signed = part->kind == SIGNED_PART;
    uint64_t word = 0, most = part->width >= 64 ? UINT64_MAX : (1UL << part->width) - 1;
    unsigned char *there = to + place.at / 8;
    const char *name = making->name;

    switch (part->kind) {
    case SIGNED_PART:
    case UNSIGNED_PART:
        if (is_signed)
            next_input(&word, (part->width + 7) / 8, SIGNED, -(int64_t)(most / 2) - 1, (int64_t)(most / 2), name);
        else
            next_input(&word, (part->width + 7) / 8, UNSIGNED, 0, (int64_t)most, name);
        set_bits(to, place.at, part->width, word);
        break;
    case BOOL_PART:
        next_input(&word, 1, BOOL, 0, 1, name);
        *there = word & 1;
        break;
    case FLOAT_PART:
        next_input(there, (part->width + 7) / 8, FLOAT, 0, 0, name);
        break;
    case BYTES_PART:
        next_input(there, part->width / 8, BYTES, 0, 255, name);
        break;
    case FUNCTION_PART:
        choose_function(there, place, &fitting[part->target], name);
        return;
    default:
        choose(there, place, part->target, part->kind == POINTER_PART, making);
        return;
    }
    place_input(place);
}

/* Takes inputs for `count` values of a type, which lie one after the other. */
static void fill(unsigned char *to, int32_t type, uint64_t count, const struct making *making) {
    const struct blueprint *blueprint = &blueprints[type];
    struct place place = {making->item, making->is_made, VALUE, 0, 0, 0};

    if (blueprint->is_character) {
        place.width = 8 * (uint32_t)count;
        next_input(to, count, BYTES, 0, 255, making->name);
        place_input(place);
        return;
    }
    for (uint64_t element = 0; element < count; element++) {
        for (uint32_t i = 0; i < blueprint->n_parts; i++) {
            const struct part *part = &blueprint->parts[i];
            place.at = (uint32_t)(8 * element * blueprint->size) + part->at;
            place.width = part->width;
            fill_part(to, part, place, making);
        }
    }
}

void symir_typed(void *pointer, size_t size, const char *name) {
    unsigned char *to = *(unsigned char **)pointer;
    int32_t type = type_of(name);

    memset(to, 0, size);
    uint64_t own = blueprints[type].size;
    fill(to, type, own > 0 ? size / own : 0, &(struct making){new_item(), false, 0, name});
}

/* Sets a pointer that can lead to nothing but this object. */
static void point_to(void *pointer, const char *name, const struct object *object) {
    unsigned char nothing;

    next_input(&nothing, 0, BYTES, 0, 0, name);
    place_input((struct place){new_item(), false, POINTER, 0, 64, object->item});
    memcpy(pointer, &object->bytes, sizeof object->bytes);
}

void symir_elements(void *pointer, size_t size, size_t most, const char *name) {
    int32_t type = type_of(name);
    uint32_t item = new_item();
    uint64_t length;

    next_input(&length, sizeof length, UNSIGNED, 0, (int64_t)most, name);
    place_input((struct place){item, true, LENGTH, 0, 64, 0});
    if (length > most)
        length = most;
    const struct object *object = add_object(type, item, length * size);
    fill(object->bytes, type, length, &(struct making){item, true, 1, name});
    point_to(pointer, name, object);
}

void symir_characters(void *pointer, size_t most, const char *name) {
    point_to(pointer, name, new_text(type_of(name), new_item(), most, name));
}

size_t symir_length(const void *array, size_t size) {
    for (uint32_t i = 0; i < n_objects; i++)
        if (objects[i].bytes == array)
            return size > 0 ? objects[i].size / size : 0;
    /* From a place in an array on. */
    for (uint32_t i = 0; i < n_objects; i++) {
        uintptr_t skipped = (uintptr_t)array - (uintptr_t)objects[i].bytes;
        if (objects[i].bytes && skipped <= objects[i].size)
            return size > 0 ? (objects[i].size - skipped) / size : 0;
    }
    return 0;
}

/* Objects of such types are not made here: `exec/blueprints.rs` leaves them out. */
void symir_members(const void *pointer, size_t array, size_t element, size_t count, size_t width, size_t most) {
    (void)pointer, (void)array, (void)element, (void)count, (void)width, (void)most;
}

/* The blueprints say it. */
void symir_letters(size_t most) {
    (void)most;
}
