/* Parts of an address as places within it, names of numbers, and flags of one bit. */
#include "http_parser.h"
#include "symir.h"
#include <string.h>

int main(void) {
    char text[12] = "http://ab";
    struct http_parser_url url;
    http_parser parser;

    switch (symir_range(0, 4, "which")) {
    case 0:
        text[7 + symir_range(0, 3, "place")] = symir_char("character");
        http_parser_url_init(&url);
        SYMIR_TEST(http_parser_parse_url, text, strlen(text), 0, &url);
        break;
    case 1: SYMIR_TEST(http_method_str, (enum http_method)symir_range(0, 3, "method")); break;
    case 2: SYMIR_TEST(http_errno_name, (enum http_errno)symir_range(0, 3, "error")); break;
    case 3:
        http_parser_init(&parser, HTTP_RESPONSE);
        parser.http_major = symir_range(0, 1, "major");
        parser.http_minor = 1;
        parser.flags = symir_range(0, 7, "flags");
        parser.status_code = symir_range(199, 304, "status");
        SYMIR_TEST(http_should_keep_alive, &parser);
        break;
    default:
        http_parser_init(&parser, HTTP_REQUEST);
        SYMIR_TEST(http_parser_pause, &parser, symir_range(0, 1, "paused"));
        break;
    }
    return 0;
}
