#include "jsmn.h"
#include "symir.h"
#include <string.h>

int main(void) {
    char js[4];
    jsmn_parser parser;
    jsmntok_t tokens[3];

    symir_string(js, "js");
    jsmn_init(&parser);
    SYMIR_TEST(jsmn_parse, &parser, js, strlen(js), tokens, 3);
    return 0;
}
