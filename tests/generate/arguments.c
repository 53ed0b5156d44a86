/* Strings behind pointers: the arguments of a program, and a line that is taken apart. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct options {
    bool is_verbose;
    const char *output;
    const char *input;
};

/* Returns 0, or -1 for a wrong argument. */
int parse_arguments(int argc, char **argv, struct options *options) {
    options->is_verbose = false;
    options->output = NULL;
    options->input = NULL;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (strcmp(argument, "-v") == 0) {
            options->is_verbose = true;
        } else if (strncmp(argument, "--output=", 9) == 0) {
            options->output = argument + 9;
        } else if (argument[0] == '-' || options->input != NULL) {
            return -1;
        } else {
            options->input = argument;
        }
    }
    return options->input != NULL ? 0 : -1;
}

/* Takes `key = value` apart, and cuts off the spaces around both. */
int split_pair(char *line, char **key, char **value) {
    char *equal = strchr(line, '=');
    if (equal == NULL) {
        return -1;
    }
    char *end = equal;
    while (end > line && isspace((unsigned char)end[-1])) {
        end--;
    }
    *end = '\0';
    char *begin = equal + 1;
    while (isspace((unsigned char)*begin)) {
        begin++;
    }
    *key = line;
    *value = begin;
    return 0;
}

/* A tree of numbers without one of them. */
struct tree {
    int key;
    struct tree *left, *right;
};

struct tree *without_least(struct tree *tree, int *least) {
    if (tree->left == NULL) {
        *least = tree->key;
        return tree->right;
    }
    tree->left = without_least(tree->left, least);
    return tree;
}

struct tree *insert_before(struct tree *tree, struct tree *new) {
    if (tree == NULL) {
        return new;
    }
    if (new->key < tree->key) {
        tree->left = insert_before(tree->left, new);
    } else {
        tree->right = insert_before(tree->right, new);
    }
    return tree;
}
