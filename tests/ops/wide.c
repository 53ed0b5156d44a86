/* Integers of more than 128 bits as clang makes them: of wide bit-fields, packed structures and _BitInt. */
typedef unsigned long long U64;
typedef unsigned _BitInt(256) U256;
typedef signed _BitInt(200) S200;

struct __attribute__((packed)) fields {
    U64 a : 61;
    U64 b : 57;
    signed long long c : 44;
    unsigned d : 3;
    U64 e : 60;
    unsigned f : 7;
};

static struct fields fields = {1, 2, -3, 4, 5, 6};

U64 bit_fields(U64 a, U64 b) {
    struct fields copy = fields;

    copy.b = a;
    copy.c = b;
    copy.e = copy.b ^ (U64)copy.c;
    copy.f++;
    return copy.a + copy.b * 3 + (U64)copy.c * 5 + copy.d * 7 + copy.e * 11 + copy.f * 13;
}

union whole {
    struct fields fields;
    unsigned char bytes[sizeof(struct fields)];
};

U64 bytes_of_fields(U64 a, U64 b) {
    union whole whole = {{a, b, (long long)(a ^ b), 5, a + b, 99}};
    U64 sum = 0;

    for (unsigned at = 0; at < sizeof whole.bytes; at++)
        sum = sum * 31 + whole.bytes[at];
    return sum;
}

U64 bit_int(U64 a, U64 b) {
    U256 x = (U256)a << 190 | b;
    U256 y = x * x + (x >> 77) - 1;
    S200 z = (S200)y ^ (S200)-5;

    if (z < 0)
        z = -z >> 3;
    return (U64)(y >> 192) ^ (U64)(z >> 100) ^ (U64)(x > y) ^ (U64)(z != (S200)b);
}
