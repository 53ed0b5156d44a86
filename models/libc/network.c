/*
 * Models of arpa/inet.h: the order of bytes, and addresses as text.
 */
#include "machine.h"

int snprintf(char *to, size_t size, const char *format, ...);

enum { IP4 = 2, IP6 = 10, NO_FAMILY = 97 /* EAFNOSUPPORT */ };

uint32_t htonl(uint32_t value) {
    return __builtin_bswap32(value);
}

uint32_t ntohl(uint32_t value) {
    return __builtin_bswap32(value);
}

uint16_t htons(uint16_t value) {
    return __builtin_bswap16(value);
}

uint16_t ntohs(uint16_t value) {
    return __builtin_bswap16(value);
}

/* From text. */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static unsigned digit(char c) {
    if (is_digit(c))
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 16;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A number as C writes it, of at most 32 bits. */
static bool read_number(const char **text, uint64_t *value) {
    const char *at = *text;
    unsigned base = 10;

    if (!is_digit(*at))
        return false;
    *value = 0;
    if (at[0] == '0') {
        base = 8;
        if ((at[1] == 'x' || at[1] == 'X') && digit(at[2]) < 16) {
            base = 16;
            at += 2;
        }
    }
    for (; digit(*at) < base; at++) {
        *value = *value * base + digit(*at);
        if (*value > UINT32_MAX)
            return false;
    }
    *text = at;
    return true;
}

/* One to four numbers, of which the last fills what is left. */
static bool read_address(const char *text, uint32_t *address) {
    uint64_t value = 0;
    uint32_t head = 0;
    int n = 0;

    for (;; text++) {
        if (!read_number(&text, &value))
            return false;
        if (*text != '.')
            break;
        if (n == 3 || value > 0xff)
            return false;
        head |= (uint32_t)value << (24 - 8 * n++);
    }
    if ((*text != '\0' && !is_space(*text)) || value > UINT32_MAX >> 8 * n)
        return false;
    *address = htonl(head | (uint32_t)value);
    return true;
}

int inet_aton(const char *text, uint32_t *to) {
    uint32_t address;

    if (!read_address(text, &address))
        return 0;
    if (to != NULL)
        *to = address;
    return 1;
}

uint32_t inet_addr(const char *text) {
    /* Compilers read it before they know whether it was written. */
    uint32_t address = 0;

    return read_address(text, &address) ? address : UINT32_MAX;
}

/* Four decimal numbers; gives what is behind them. */
static const char *read_dotted(const char *text, unsigned char *to) {
    for (int i = 0; i < 4; i++) {
        unsigned value = 0;
        int n = 0;

        if (i > 0 && *text++ != '.')
            return NULL;
        for (; is_digit(*text); text++, n++) {
            value = value * 10 + digit(*text);
            if (value > 0xff || (n == 1 && value < 10))
                return NULL;
        }
        if (n == 0)
            return NULL;
        to[i] = (unsigned char)value;
    }
    return text;
}

static bool read_long(const char *text, unsigned char *to) {
    unsigned char bytes[16] = {0};
    int n = 0, gap = -1;

    if (text[0] == ':' && text[1] != ':')
        return false;
    if (text[0] == ':')
        text++;
    while (*text != '\0') {
        const char *begin = text;
        unsigned value = 0;
        int n_digits = 0;

        if (*text == ':') {
            if (gap >= 0)
                return false;
            gap = n;
            text++;
            continue;
        }
        for (; digit(*text) < 16; text++, n_digits++) {
            if (n_digits == 4)
                return false;
            value = value * 16 + digit(*text);
        }
        if (*text == '.' && n <= 12) {
            text = read_dotted(begin, bytes + n);
            if (text == NULL || *text != '\0')
                return false;
            n += 4;
            break;
        }
        if (n_digits == 0 || n == 16)
            return false;
        bytes[n++] = (unsigned char)(value >> 8);
        bytes[n++] = (unsigned char)value;
        if (*text == ':') {
            text++;
            if (*text == '\0')
                return false;
        } else if (*text != '\0') {
            return false;
        }
    }
    if (gap >= 0) {
        int n_behind = n - gap;

        if (n == 16)
            return false;
        for (int i = 1; i <= n_behind; i++) {
            bytes[16 - i] = bytes[gap + n_behind - i];
            bytes[gap + n_behind - i] = 0;
        }
        n = 16;
    }
    if (n != 16)
        return false;
    memcpy(to, bytes, sizeof bytes);
    return true;
}

int inet_pton(int family, const char *text, void *to) {
    unsigned char bytes[4];

    switch (family) {
    case IP4: {
        const char *end = read_dotted(text, bytes);

        if (end == NULL || *end != '\0')
            return 0;
        memcpy(to, bytes, sizeof bytes);
        return 1;
    }
    case IP6:
        return read_long(text, to);
    default:
        return fail(NO_FAMILY);
    }
}

/* To text. */

static char *keep(const char *text, size_t length, char *to, unsigned size) {
    if (length >= size) {
        fail(NO_SPACE);
        return NULL;
    }
    memcpy(to, text, length + 1);
    return to;
}

static size_t write_dotted(const unsigned char *bytes, char *to, size_t size) {
    return (size_t)snprintf(to, size, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

static size_t write_long(const unsigned char *bytes, char *to, size_t size) {
    unsigned words[8];
    int best = -1, best_length = 1;
    size_t n = 0;

    for (int i = 0; i < 8; i++)
        words[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
    for (int i = 0; i < 8; i++) {
        int length = 0;

        while (i + length < 8 && words[i + length] == 0)
            length++;
        if (length > best_length) {
            best = i;
            best_length = length;
        }
        i += length;
    }
    for (int i = 0; i < 8; i++) {
        if (i == best) {
            to[n++] = ':';
            i += best_length - 1;
            if (i == 7)
                to[n++] = ':';
            continue;
        }
        if (i > 0)
            to[n++] = ':';
        if (i == 6 && best == 0 && (best_length == 6 || (best_length == 5 && words[5] == 0xffff)))
            return n + write_dotted(bytes + 12, to + n, size - n);
        n += (size_t)snprintf(to + n, size - n, "%x", words[i]);
    }
    to[n] = '\0';
    return n;
}

const char *inet_ntop(int family, const void *from, char *to, unsigned size) {
    char text[48];

    switch (family) {
    case IP4:
        return keep(text, write_dotted(from, text, sizeof text), to, size);
    case IP6:
        return keep(text, write_long(from, text, sizeof text), to, size);
    default:
        fail(NO_FAMILY);
        return NULL;
    }
}

char *inet_ntoa(uint32_t address) {
    static char text[18];

    write_dotted((const unsigned char *)&address, text, sizeof text);
    return text;
}

/* The parts of an address by its class. */

static int bits_of_host(uint32_t address) {
    return (address & 0x80000000) == 0 ? 24 : (address & 0xc0000000) == 0x80000000 ? 16 : 8;
}

uint32_t inet_netof(uint32_t address) {
    address = ntohl(address);
    return address >> bits_of_host(address);
}

uint32_t inet_lnaof(uint32_t address) {
    address = ntohl(address);
    return address & ((1u << bits_of_host(address)) - 1);
}

uint32_t inet_makeaddr(uint32_t net, uint32_t host) {
    if (net < 128)
        return htonl(net << 24 | (host & 0xffffff));
    if (net < 65536)
        return htonl(net << 16 | (host & 0xffff));
    return net < 16777216 ? htonl(net << 8 | (host & 0xff)) : htonl(net | host);
}
