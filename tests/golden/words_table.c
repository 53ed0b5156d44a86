/* A table gives pointers, and the path leaves a single index: what they point to is known all the same. */
#include "symir.h"

#define EACH(f) \
    f(alpha) f(bravo) f(charlie) f(delta) f(echo) f(foxtrot) f(golf) f(hotel) f(india) f(juliett) f(kilo) f(lima) f(mike) f(november) f(oscar) f(papa) f(quebec) f(romeo)
#define NAME(name) name,
#define ROW(name) {#name},
#define IS(name) || letter == name

enum letter { EACH(NAME) };

static struct {
    const char *word;
} table[] = {EACH(ROW)};

const char *word_of(enum letter letter) {
    return table[letter].word;
}

int main(void) {
    enum letter letter;

    symir_object(letter, "letter");
    symir_assume(0 EACH(IS));
    SYMIR_TEST(word_of, letter);
    return 0;
}
