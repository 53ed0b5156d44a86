/* A parser of a part of JSON: numbers, strings, arrays, objects, true, false, null. */
#include "symir.h"

struct reader {
    const char *at;
    int depth;
};

static int value(struct reader *r);

static int word(struct reader *r, const char *text)
{
    while (*text)
        if (*r->at++ != *text++)
            return -1;
    return 0;
}

static int string(struct reader *r)
{
    r->at++;
    while (*r->at != '"') {
        if (*r->at == 0)
            return -1;
        if (*r->at == '\\') {
            r->at++;
            if (*r->at != 'n' && *r->at != 't' && *r->at != '"' && *r->at != '\\')
                return -2;
        }
        r->at++;
    }
    r->at++;
    return 0;
}

static int number(struct reader *r)
{
    int digits = 0;
    if (*r->at == '-')
        r->at++;
    if (*r->at == '0' && r->at[1] >= '0' && r->at[1] <= '9')
        return -3;
    while (*r->at >= '0' && *r->at <= '9') {
        r->at++;
        digits++;
    }
    return digits > 0 ? 0 : -4;
}

static int list(struct reader *r, char close)
{
    int count = 0;
    if (++r->depth > 3)
        return -5;
    r->at++;
    while (*r->at != close) {
        if (count > 0 && *r->at++ != ',')
            return -6;
        if (close == '}') {
            if (*r->at != '"' || string(r) < 0)
                return -7;
            if (*r->at++ != ':')
                return -8;
        }
        if (value(r) < 0)
            return -9;
        count++;
    }
    r->at++;
    r->depth--;
    return 0;
}

static int value(struct reader *r)
{
    switch (*r->at) {
    case '{':
        return list(r, '}');
    case '[':
        return list(r, ']');
    case '"':
        return string(r);
    case 't':
        return word(r, "true");
    case 'f':
        return word(r, "false");
    case 'n':
        return word(r, "null");
    default:
        return number(r);
    }
}

int json(const char *text)
{
    struct reader r = {text, 0};
    if (value(&r) < 0)
        return 0;
    return *r.at == 0;
}

int main(void)
{
    char text[10];
    symir_string(text, sizeof text, "text");
    SYMIR_TEST(json, text);
}
