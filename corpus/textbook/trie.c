/* A trie of words of small letters. */
#include <stdlib.h>

#define N_LETTERS 26

struct trie {
    int is_word;
    struct trie *children[N_LETTERS];
};

/* Returns 0, or -1 if a letter is not small or there is no memory. */
int add_word(struct trie *trie, const char *word) {
    for (; *word != '\0'; word++) {
        struct trie **child;

        if (*word < 'a' || *word > 'z')
            return -1;
        child = &trie->children[*word - 'a'];
        if (*child == NULL)
            *child = calloc(1, sizeof **child);
        if (*child == NULL)
            return -1;
        trie = *child;
    }
    trie->is_word = 1;
    return 0;
}

int has_word(const struct trie *trie, const char *word) {
    for (; *word != '\0'; word++) {
        if (*word < 'a' || *word > 'z')
            return 0;
        trie = trie->children[*word - 'a'];
        if (trie == NULL)
            return 0;
    }
    return trie->is_word;
}
