// A std::string made of an input.
#include "symir.h"
#include <string>
static int words(const char *text) {
    std::string s(text);
    if (s == "yes") return 1;
    if (s.size() > 2 && s.back() == '!') return 2;
    return s.empty() ? 0 : 3;
}
int main() { char text[4]; symir_string(text, sizeof text, "text"); SYMIR_TEST(words, text); }
