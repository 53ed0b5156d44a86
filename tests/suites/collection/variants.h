#ifndef VARIANTS_H
#define VARIANTS_H

#include <stdbool.h>
#include <stdint.h>

enum kind { CIRCLE, SQUARE, RECTANGLE };

struct shape {
    enum kind kind;
    union {
        double radius;
        int side;
        struct {
            int width, height;
        } rectangle;
    } of;
};

struct token {
    char type;
    union {
        long number;
        char name[8];
    };
};

union pixel {
    uint32_t rgba;
    struct {
        uint8_t r, g, b, a;
    };
    uint8_t bytes[4];
};

struct packet {
    unsigned version : 4;
    unsigned length : 12;
    bool urgent : 1;
    int priority : 5;
};

enum { READ = 1, WRITE = 2, EXECUTE = 4 };

struct file_mode {
    unsigned owner, group;
};

double shape_area(const struct shape *shape);
bool shape_scale(struct shape *shape, int factor);
int token_compare(const struct token *a, const struct token *b);
uint8_t pixel_gray(union pixel pixel);
union pixel pixel_swap(union pixel pixel);
int packet_check(const struct packet *packet);
void packet_raise(struct packet *packet, int by);
bool may(const struct file_mode *mode, bool is_owner, unsigned wanted);
unsigned mode_grant(struct file_mode *mode, unsigned what);

#endif
