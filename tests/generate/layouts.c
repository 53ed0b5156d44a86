/* Types whose layout or size is unusual: packed and over-aligned ones, wide numbers, variables of threads. */
#include <stdint.h>

#pragma pack(push, 1)
struct packet {
    uint8_t magic;
    uint16_t length;
    uint32_t sequence;
    uint8_t check;
};

struct envelope {
    char kind;
    struct packet packet;
    struct {
        int from;
        char to;
    } way;
    unsigned urgent : 3, size : 15;
};
#pragma pack(pop)

enum __attribute__((packed)) colour { RED, GREEN };

struct block {
    char letter;
    struct packet packet;
    _Alignas(16) char name[4];
    enum colour colour;
    short end;
} __attribute__((aligned(32)));

int packet_accepts(const struct packet *packet, uint32_t wanted) {
    if (packet->magic != 0xa5)
        return -1;
    return packet->sequence == wanted ? packet->length : 0;
}

int envelope_close(struct envelope *envelope) {
    envelope->packet.sequence = 6;
    envelope->way.from = 7;
    envelope->size = 300;
    return envelope->kind == 'e';
}

int block_fill(struct block *blocks) {
    blocks[1].name[2] = 'n';
    blocks[1].end = 8;
    blocks->packet.sequence = 9;
    return blocks->colour == GREEN;
}

_Thread_local int last_error;

int failed(int error) {
    if (error >= 0)
        return 0;
    last_error = -error;
    return 1;
}

__int128 wide_product(long long one, long long other) {
    return (__int128)one * other;
}

long double third(long double number) {
    return number > 1.5L ? number / 3 : number;
}
