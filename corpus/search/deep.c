/* Written by deep.py: a place behind 20 branches, each beside code with millions of paths. */
#include "symir.h"

struct input {
    unsigned char key[20], noise[12];
};

/* Stage 0: what is done with an input that goes astray here. */
static int astray_0_0(const unsigned char *noise, int n)
{
    int total = 70;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 59)
            total += 1;
        else if (noise[i] > 94)
            total -= i;
        else
            total ^= 61;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 7;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

static int astray_0_1(const unsigned char *noise, int n)
{
    int total = 74;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 35)
            total += 7;
        else if (noise[i] > 61)
            total -= i;
        else
            total ^= 63;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 2;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_0_2(const unsigned char *noise, int n)
{
    int total = 17;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 50)
            total += 7;
        else if (noise[i] > 88)
            total -= i;
        else
            total ^= 35;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 6;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_0_3(const unsigned char *noise, int n)
{
    int total = 71;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 84)
            total += 3;
        else if (noise[i] > 117)
            total -= i;
        else
            total ^= 38;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 7;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

/* Stage 1: what is done with an input that goes astray here. */
static int astray_1_0(const unsigned char *noise, int n)
{
    int total = 47;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 38)
            total += 2;
        else if (noise[i] > 65)
            total -= i;
        else
            total ^= 40;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 5;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

static int astray_1_1(const unsigned char *noise, int n)
{
    int total = 68;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 59)
            total += 6;
        else if (noise[i] > 138)
            total -= i;
        else
            total ^= 38;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 4;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_1_2(const unsigned char *noise, int n)
{
    int total = 31;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 82)
            total += 3;
        else if (noise[i] > 133)
            total -= i;
        else
            total ^= 6;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 4;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_1_3(const unsigned char *noise, int n)
{
    int total = 63;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 88)
            total += 6;
        else if (noise[i] > 165)
            total -= i;
        else
            total ^= 19;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 2;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

/* Stage 2: what is done with an input that goes astray here. */
static int astray_2_0(const unsigned char *noise, int n)
{
    int total = 65;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 58)
            total += 3;
        else if (noise[i] > 121)
            total -= i;
        else
            total ^= 10;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 5;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_2_1(const unsigned char *noise, int n)
{
    int total = 85;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 36)
            total += 6;
        else if (noise[i] > 99)
            total -= i;
        else
            total ^= 45;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 6;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_2_2(const unsigned char *noise, int n)
{
    int total = 74;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 83)
            total += 8;
        else if (noise[i] > 111)
            total -= i;
        else
            total ^= 54;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 4;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_2_3(const unsigned char *noise, int n)
{
    int total = 89;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 74)
            total += 2;
        else if (noise[i] > 101)
            total -= i;
        else
            total ^= 47;
    }
    switch (total & 3) {
    case 0:
        return total * 7;
    case 1:
        return total * 4;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

/* Stage 3: what is done with an input that goes astray here. */
static int astray_3_0(const unsigned char *noise, int n)
{
    int total = 73;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 75)
            total += 8;
        else if (noise[i] > 131)
            total -= i;
        else
            total ^= 46;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 7;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_3_1(const unsigned char *noise, int n)
{
    int total = 2;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 61)
            total += 6;
        else if (noise[i] > 102)
            total -= i;
        else
            total ^= 40;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 5;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_3_2(const unsigned char *noise, int n)
{
    int total = 27;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 81)
            total += 5;
        else if (noise[i] > 117)
            total -= i;
        else
            total ^= 48;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 5;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_3_3(const unsigned char *noise, int n)
{
    int total = 63;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 37)
            total += 3;
        else if (noise[i] > 114)
            total -= i;
        else
            total ^= 26;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 4;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

/* Stage 4: what is done with an input that goes astray here. */
static int astray_4_0(const unsigned char *noise, int n)
{
    int total = 55;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 87)
            total += 5;
        else if (noise[i] > 160)
            total -= i;
        else
            total ^= 23;
    }
    switch (total & 3) {
    case 0:
        return total * 7;
    case 1:
        return total * 5;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_4_1(const unsigned char *noise, int n)
{
    int total = 19;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 37)
            total += 3;
        else if (noise[i] > 76)
            total -= i;
        else
            total ^= 15;
    }
    switch (total & 3) {
    case 0:
        return total * 7;
    case 1:
        return total * 3;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_4_2(const unsigned char *noise, int n)
{
    int total = 62;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 85)
            total += 3;
        else if (noise[i] > 138)
            total -= i;
        else
            total ^= 19;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 3;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_4_3(const unsigned char *noise, int n)
{
    int total = 68;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 55)
            total += 6;
        else if (noise[i] > 91)
            total -= i;
        else
            total ^= 45;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 6;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

/* Stage 5: what is done with an input that goes astray here. */
static int astray_5_0(const unsigned char *noise, int n)
{
    int total = 83;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 75)
            total += 1;
        else if (noise[i] > 153)
            total -= i;
        else
            total ^= 58;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 8;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

static int astray_5_1(const unsigned char *noise, int n)
{
    int total = 87;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 83)
            total += 7;
        else if (noise[i] > 153)
            total -= i;
        else
            total ^= 26;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 2;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_5_2(const unsigned char *noise, int n)
{
    int total = 81;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 57)
            total += 1;
        else if (noise[i] > 101)
            total -= i;
        else
            total ^= 5;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 5;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_5_3(const unsigned char *noise, int n)
{
    int total = 14;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 53)
            total += 1;
        else if (noise[i] > 86)
            total -= i;
        else
            total ^= 1;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 3;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

/* Stage 6: what is done with an input that goes astray here. */
static int astray_6_0(const unsigned char *noise, int n)
{
    int total = 12;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 55)
            total += 1;
        else if (noise[i] > 84)
            total -= i;
        else
            total ^= 56;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 6;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_6_1(const unsigned char *noise, int n)
{
    int total = 19;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 72)
            total += 5;
        else if (noise[i] > 136)
            total -= i;
        else
            total ^= 39;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 5;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_6_2(const unsigned char *noise, int n)
{
    int total = 14;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 86)
            total += 8;
        else if (noise[i] > 165)
            total -= i;
        else
            total ^= 31;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 4;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_6_3(const unsigned char *noise, int n)
{
    int total = 18;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 38)
            total += 6;
        else if (noise[i] > 91)
            total -= i;
        else
            total ^= 31;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 7;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

/* Stage 7: what is done with an input that goes astray here. */
static int astray_7_0(const unsigned char *noise, int n)
{
    int total = 66;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 33)
            total += 4;
        else if (noise[i] > 120)
            total -= i;
        else
            total ^= 24;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 7;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_7_1(const unsigned char *noise, int n)
{
    int total = 3;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 80)
            total += 5;
        else if (noise[i] > 111)
            total -= i;
        else
            total ^= 45;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 4;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_7_2(const unsigned char *noise, int n)
{
    int total = 46;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 42)
            total += 6;
        else if (noise[i] > 90)
            total -= i;
        else
            total ^= 35;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 8;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_7_3(const unsigned char *noise, int n)
{
    int total = 42;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 72)
            total += 4;
        else if (noise[i] > 116)
            total -= i;
        else
            total ^= 52;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 8;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

/* Stage 8: what is done with an input that goes astray here. */
static int astray_8_0(const unsigned char *noise, int n)
{
    int total = 94;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 83)
            total += 4;
        else if (noise[i] > 128)
            total -= i;
        else
            total ^= 34;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 4;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

static int astray_8_1(const unsigned char *noise, int n)
{
    int total = 3;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 33)
            total += 5;
        else if (noise[i] > 113)
            total -= i;
        else
            total ^= 17;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 7;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_8_2(const unsigned char *noise, int n)
{
    int total = 44;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 60)
            total += 6;
        else if (noise[i] > 126)
            total -= i;
        else
            total ^= 6;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 2;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_8_3(const unsigned char *noise, int n)
{
    int total = 60;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 44)
            total += 6;
        else if (noise[i] > 90)
            total -= i;
        else
            total ^= 31;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 6;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

/* Stage 9: what is done with an input that goes astray here. */
static int astray_9_0(const unsigned char *noise, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 62)
            total += 6;
        else if (noise[i] > 92)
            total -= i;
        else
            total ^= 54;
    }
    switch (total & 3) {
    case 0:
        return total * 7;
    case 1:
        return total * 2;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_9_1(const unsigned char *noise, int n)
{
    int total = 91;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 80)
            total += 4;
        else if (noise[i] > 161)
            total -= i;
        else
            total ^= 57;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 5;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

static int astray_9_2(const unsigned char *noise, int n)
{
    int total = 81;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 53)
            total += 2;
        else if (noise[i] > 123)
            total -= i;
        else
            total ^= 30;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 7;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_9_3(const unsigned char *noise, int n)
{
    int total = 92;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 42)
            total += 3;
        else if (noise[i] > 78)
            total -= i;
        else
            total ^= 2;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 6;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

/* Stage 10: what is done with an input that goes astray here. */
static int astray_10_0(const unsigned char *noise, int n)
{
    int total = 83;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 41)
            total += 8;
        else if (noise[i] > 105)
            total -= i;
        else
            total ^= 10;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 6;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_10_1(const unsigned char *noise, int n)
{
    int total = 2;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 32)
            total += 2;
        else if (noise[i] > 119)
            total -= i;
        else
            total ^= 48;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 5;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

static int astray_10_2(const unsigned char *noise, int n)
{
    int total = 24;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 84)
            total += 4;
        else if (noise[i] > 107)
            total -= i;
        else
            total ^= 17;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 4;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_10_3(const unsigned char *noise, int n)
{
    int total = 30;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 80)
            total += 6;
        else if (noise[i] > 133)
            total -= i;
        else
            total ^= 35;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 8;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

/* Stage 11: what is done with an input that goes astray here. */
static int astray_11_0(const unsigned char *noise, int n)
{
    int total = 7;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 79)
            total += 6;
        else if (noise[i] > 157)
            total -= i;
        else
            total ^= 43;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 8;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_11_1(const unsigned char *noise, int n)
{
    int total = 53;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 84)
            total += 3;
        else if (noise[i] > 172)
            total -= i;
        else
            total ^= 10;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 6;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_11_2(const unsigned char *noise, int n)
{
    int total = 56;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 81)
            total += 3;
        else if (noise[i] > 101)
            total -= i;
        else
            total ^= 50;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 3;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_11_3(const unsigned char *noise, int n)
{
    int total = 18;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 62)
            total += 2;
        else if (noise[i] > 89)
            total -= i;
        else
            total ^= 21;
    }
    switch (total & 3) {
    case 0:
        return total * 7;
    case 1:
        return total * 6;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

/* Stage 12: what is done with an input that goes astray here. */
static int astray_12_0(const unsigned char *noise, int n)
{
    int total = 71;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 62)
            total += 2;
        else if (noise[i] > 89)
            total -= i;
        else
            total ^= 16;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 4;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_12_1(const unsigned char *noise, int n)
{
    int total = 98;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 38)
            total += 8;
        else if (noise[i] > 61)
            total -= i;
        else
            total ^= 49;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 5;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_12_2(const unsigned char *noise, int n)
{
    int total = 78;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 64)
            total += 4;
        else if (noise[i] > 119)
            total -= i;
        else
            total ^= 29;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 6;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

static int astray_12_3(const unsigned char *noise, int n)
{
    int total = 61;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 64)
            total += 4;
        else if (noise[i] > 150)
            total -= i;
        else
            total ^= 57;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 6;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

/* Stage 13: what is done with an input that goes astray here. */
static int astray_13_0(const unsigned char *noise, int n)
{
    int total = 57;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 40)
            total += 7;
        else if (noise[i] > 75)
            total -= i;
        else
            total ^= 26;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 4;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

static int astray_13_1(const unsigned char *noise, int n)
{
    int total = 85;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 47)
            total += 7;
        else if (noise[i] > 76)
            total -= i;
        else
            total ^= 14;
    }
    switch (total & 3) {
    case 0:
        return total * 7;
    case 1:
        return total * 4;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

static int astray_13_2(const unsigned char *noise, int n)
{
    int total = 15;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 89)
            total += 3;
        else if (noise[i] > 155)
            total -= i;
        else
            total ^= 10;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 3;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_13_3(const unsigned char *noise, int n)
{
    int total = 28;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 79)
            total += 2;
        else if (noise[i] > 149)
            total -= i;
        else
            total ^= 57;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 3;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

/* Stage 14: what is done with an input that goes astray here. */
static int astray_14_0(const unsigned char *noise, int n)
{
    int total = 28;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 42)
            total += 7;
        else if (noise[i] > 127)
            total -= i;
        else
            total ^= 26;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 5;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_14_1(const unsigned char *noise, int n)
{
    int total = 45;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 52)
            total += 2;
        else if (noise[i] > 118)
            total -= i;
        else
            total ^= 2;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 6;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_14_2(const unsigned char *noise, int n)
{
    int total = 56;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 77)
            total += 1;
        else if (noise[i] > 146)
            total -= i;
        else
            total ^= 22;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 6;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_14_3(const unsigned char *noise, int n)
{
    int total = 65;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 36)
            total += 2;
        else if (noise[i] > 85)
            total -= i;
        else
            total ^= 63;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 2;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

/* Stage 15: what is done with an input that goes astray here. */
static int astray_15_0(const unsigned char *noise, int n)
{
    int total = 34;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 34)
            total += 3;
        else if (noise[i] > 88)
            total -= i;
        else
            total ^= 49;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 8;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_15_1(const unsigned char *noise, int n)
{
    int total = 86;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 84)
            total += 5;
        else if (noise[i] > 155)
            total -= i;
        else
            total ^= 10;
    }
    switch (total & 3) {
    case 0:
        return total * 6;
    case 1:
        return total * 6;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_15_2(const unsigned char *noise, int n)
{
    int total = 63;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 76)
            total += 6;
        else if (noise[i] > 107)
            total -= i;
        else
            total ^= 18;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 8;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

static int astray_15_3(const unsigned char *noise, int n)
{
    int total = 23;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 59)
            total += 2;
        else if (noise[i] > 113)
            total -= i;
        else
            total ^= 61;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 7;
    case 2:
        return total * 2;
    default:
        return total;
    }
}

/* Stage 16: what is done with an input that goes astray here. */
static int astray_16_0(const unsigned char *noise, int n)
{
    int total = 33;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 37)
            total += 4;
        else if (noise[i] > 65)
            total -= i;
        else
            total ^= 17;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 2;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_16_1(const unsigned char *noise, int n)
{
    int total = 1;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 53)
            total += 7;
        else if (noise[i] > 107)
            total -= i;
        else
            total ^= 40;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 2;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_16_2(const unsigned char *noise, int n)
{
    int total = 90;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 47)
            total += 2;
        else if (noise[i] > 87)
            total -= i;
        else
            total ^= 17;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 3;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_16_3(const unsigned char *noise, int n)
{
    int total = 39;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 72)
            total += 5;
        else if (noise[i] > 159)
            total -= i;
        else
            total ^= 49;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 4;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

/* Stage 17: what is done with an input that goes astray here. */
static int astray_17_0(const unsigned char *noise, int n)
{
    int total = 64;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 75)
            total += 3;
        else if (noise[i] > 129)
            total -= i;
        else
            total ^= 23;
    }
    switch (total & 3) {
    case 0:
        return total * 8;
    case 1:
        return total * 2;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_17_1(const unsigned char *noise, int n)
{
    int total = 4;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 32)
            total += 1;
        else if (noise[i] > 116)
            total -= i;
        else
            total ^= 36;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 6;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_17_2(const unsigned char *noise, int n)
{
    int total = 31;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 60)
            total += 2;
        else if (noise[i] > 135)
            total -= i;
        else
            total ^= 43;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 6;
    case 2:
        return total * 8;
    default:
        return total;
    }
}

static int astray_17_3(const unsigned char *noise, int n)
{
    int total = 50;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 64)
            total += 5;
        else if (noise[i] > 111)
            total -= i;
        else
            total ^= 63;
    }
    switch (total & 3) {
    case 0:
        return total * 3;
    case 1:
        return total * 4;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

/* Stage 18: what is done with an input that goes astray here. */
static int astray_18_0(const unsigned char *noise, int n)
{
    int total = 90;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 78)
            total += 3;
        else if (noise[i] > 149)
            total -= i;
        else
            total ^= 23;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 8;
    case 2:
        return total * 3;
    default:
        return total;
    }
}

static int astray_18_1(const unsigned char *noise, int n)
{
    int total = 1;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 36)
            total += 5;
        else if (noise[i] > 111)
            total -= i;
        else
            total ^= 11;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 2;
    case 2:
        return total * 7;
    default:
        return total;
    }
}

static int astray_18_2(const unsigned char *noise, int n)
{
    int total = 48;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 87)
            total += 5;
        else if (noise[i] > 138)
            total -= i;
        else
            total ^= 45;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 2;
    case 2:
        return total * 5;
    default:
        return total;
    }
}

static int astray_18_3(const unsigned char *noise, int n)
{
    int total = 23;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 42)
            total += 5;
        else if (noise[i] > 119)
            total -= i;
        else
            total ^= 1;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 4;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

/* Stage 19: what is done with an input that goes astray here. */
static int astray_19_0(const unsigned char *noise, int n)
{
    int total = 70;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 52)
            total += 4;
        else if (noise[i] > 76)
            total -= i;
        else
            total ^= 62;
    }
    switch (total & 3) {
    case 0:
        return total * 4;
    case 1:
        return total * 3;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_19_1(const unsigned char *noise, int n)
{
    int total = 23;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 32)
            total += 6;
        else if (noise[i] > 100)
            total -= i;
        else
            total ^= 6;
    }
    switch (total & 3) {
    case 0:
        return total * 5;
    case 1:
        return total * 4;
    case 2:
        return total * 6;
    default:
        return total;
    }
}

static int astray_19_2(const unsigned char *noise, int n)
{
    int total = 83;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 44)
            total += 4;
        else if (noise[i] > 128)
            total -= i;
        else
            total ^= 50;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 2;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int astray_19_3(const unsigned char *noise, int n)
{
    int total = 11;
    for (int i = 0; i < n; i++) {
        if (noise[i] < 41)
            total += 7;
        else if (noise[i] > 66)
            total -= i;
        else
            total ^= 26;
    }
    switch (total & 3) {
    case 0:
        return total * 2;
    case 1:
        return total * 4;
    case 2:
        return total * 4;
    default:
        return total;
    }
}

static int stage_19(const struct input *in, int total)
{
    if (in->key[19] == 99) /* c */
        return 4711; /* the target */
    switch (in->key[19] & 3) {
    case 0:
        return total + astray_19_0(in->noise, 12);
    case 1:
        return total + astray_19_1(in->noise, 12);
    case 2:
        return total + astray_19_2(in->noise, 12);
    default:
        return total - astray_19_3(in->noise, 12);
    }
}

static int stage_18(const struct input *in, int total)
{
    if (in->key[18] == 104) /* h */
        return stage_19(in, total + 81);
    switch (in->key[18] & 3) {
    case 0:
        return total + astray_18_0(in->noise, 12);
    case 1:
        return total + astray_18_1(in->noise, 12);
    case 2:
        return total + astray_18_2(in->noise, 12);
    default:
        return total - astray_18_3(in->noise, 12);
    }
}

static int stage_17(const struct input *in, int total)
{
    if (in->key[17] == 99) /* c */
        return stage_18(in, total + 30);
    switch (in->key[17] & 3) {
    case 0:
        return total + astray_17_0(in->noise, 12);
    case 1:
        return total + astray_17_1(in->noise, 12);
    case 2:
        return total + astray_17_2(in->noise, 12);
    default:
        return total - astray_17_3(in->noise, 12);
    }
}

static int stage_16(const struct input *in, int total)
{
    if (in->key[16] == 110) /* n */
        return stage_17(in, total + 11);
    switch (in->key[16] & 3) {
    case 0:
        return total + astray_16_0(in->noise, 12);
    case 1:
        return total + astray_16_1(in->noise, 12);
    case 2:
        return total + astray_16_2(in->noise, 12);
    default:
        return total - astray_16_3(in->noise, 12);
    }
}

static int stage_15(const struct input *in, int total)
{
    if (in->key[15] == 110) /* n */
        return stage_16(in, total + 75);
    switch (in->key[15] & 3) {
    case 0:
        return total + astray_15_0(in->noise, 12);
    case 1:
        return total + astray_15_1(in->noise, 12);
    case 2:
        return total + astray_15_2(in->noise, 12);
    default:
        return total - astray_15_3(in->noise, 12);
    }
}

static int stage_14(const struct input *in, int total)
{
    if (in->key[14] == 99) /* c */
        return stage_15(in, total + 68);
    switch (in->key[14] & 3) {
    case 0:
        return total + astray_14_0(in->noise, 12);
    case 1:
        return total + astray_14_1(in->noise, 12);
    case 2:
        return total + astray_14_2(in->noise, 12);
    default:
        return total - astray_14_3(in->noise, 12);
    }
}

static int stage_13(const struct input *in, int total)
{
    if (in->key[13] == 98) /* b */
        return stage_14(in, total + 97);
    switch (in->key[13] & 3) {
    case 0:
        return total + astray_13_0(in->noise, 12);
    case 1:
        return total + astray_13_1(in->noise, 12);
    case 2:
        return total + astray_13_2(in->noise, 12);
    default:
        return total - astray_13_3(in->noise, 12);
    }
}

static int stage_12(const struct input *in, int total)
{
    if (in->key[12] == 103) /* g */
        return stage_13(in, total + 20);
    switch (in->key[12] & 3) {
    case 0:
        return total + astray_12_0(in->noise, 12);
    case 1:
        return total + astray_12_1(in->noise, 12);
    case 2:
        return total + astray_12_2(in->noise, 12);
    default:
        return total - astray_12_3(in->noise, 12);
    }
}

static int stage_11(const struct input *in, int total)
{
    if (in->key[11] == 113) /* q */
        return stage_12(in, total + 85);
    switch (in->key[11] & 3) {
    case 0:
        return total + astray_11_0(in->noise, 12);
    case 1:
        return total + astray_11_1(in->noise, 12);
    case 2:
        return total + astray_11_2(in->noise, 12);
    default:
        return total - astray_11_3(in->noise, 12);
    }
}

static int stage_10(const struct input *in, int total)
{
    if (in->key[10] == 98) /* b */
        return stage_11(in, total + 92);
    switch (in->key[10] & 3) {
    case 0:
        return total + astray_10_0(in->noise, 12);
    case 1:
        return total + astray_10_1(in->noise, 12);
    case 2:
        return total + astray_10_2(in->noise, 12);
    default:
        return total - astray_10_3(in->noise, 12);
    }
}

static int stage_9(const struct input *in, int total)
{
    if (in->key[9] == 115) /* s */
        return stage_10(in, total + 77);
    switch (in->key[9] & 3) {
    case 0:
        return total + astray_9_0(in->noise, 12);
    case 1:
        return total + astray_9_1(in->noise, 12);
    case 2:
        return total + astray_9_2(in->noise, 12);
    default:
        return total - astray_9_3(in->noise, 12);
    }
}

static int stage_8(const struct input *in, int total)
{
    if (in->key[8] == 108) /* l */
        return stage_9(in, total + 50);
    switch (in->key[8] & 3) {
    case 0:
        return total + astray_8_0(in->noise, 12);
    case 1:
        return total + astray_8_1(in->noise, 12);
    case 2:
        return total + astray_8_2(in->noise, 12);
    default:
        return total - astray_8_3(in->noise, 12);
    }
}

static int stage_7(const struct input *in, int total)
{
    if (in->key[7] == 100) /* d */
        return stage_8(in, total + 98);
    switch (in->key[7] & 3) {
    case 0:
        return total + astray_7_0(in->noise, 12);
    case 1:
        return total + astray_7_1(in->noise, 12);
    case 2:
        return total + astray_7_2(in->noise, 12);
    default:
        return total - astray_7_3(in->noise, 12);
    }
}

static int stage_6(const struct input *in, int total)
{
    if (in->key[6] == 114) /* r */
        return stage_7(in, total + 42);
    switch (in->key[6] & 3) {
    case 0:
        return total + astray_6_0(in->noise, 12);
    case 1:
        return total + astray_6_1(in->noise, 12);
    case 2:
        return total + astray_6_2(in->noise, 12);
    default:
        return total - astray_6_3(in->noise, 12);
    }
}

static int stage_5(const struct input *in, int total)
{
    if (in->key[5] == 99) /* c */
        return stage_6(in, total + 93);
    switch (in->key[5] & 3) {
    case 0:
        return total + astray_5_0(in->noise, 12);
    case 1:
        return total + astray_5_1(in->noise, 12);
    case 2:
        return total + astray_5_2(in->noise, 12);
    default:
        return total - astray_5_3(in->noise, 12);
    }
}

static int stage_4(const struct input *in, int total)
{
    if (in->key[4] == 98) /* b */
        return stage_5(in, total + 64);
    switch (in->key[4] & 3) {
    case 0:
        return total + astray_4_0(in->noise, 12);
    case 1:
        return total + astray_4_1(in->noise, 12);
    case 2:
        return total + astray_4_2(in->noise, 12);
    default:
        return total - astray_4_3(in->noise, 12);
    }
}

static int stage_3(const struct input *in, int total)
{
    if (in->key[3] == 117) /* u */
        return stage_4(in, total + 20);
    switch (in->key[3] & 3) {
    case 0:
        return total + astray_3_0(in->noise, 12);
    case 1:
        return total + astray_3_1(in->noise, 12);
    case 2:
        return total + astray_3_2(in->noise, 12);
    default:
        return total - astray_3_3(in->noise, 12);
    }
}

static int stage_2(const struct input *in, int total)
{
    if (in->key[2] == 109) /* m */
        return stage_3(in, total + 37);
    switch (in->key[2] & 3) {
    case 0:
        return total + astray_2_0(in->noise, 12);
    case 1:
        return total + astray_2_1(in->noise, 12);
    case 2:
        return total + astray_2_2(in->noise, 12);
    default:
        return total - astray_2_3(in->noise, 12);
    }
}

static int stage_1(const struct input *in, int total)
{
    if (in->key[1] == 101) /* e */
        return stage_2(in, total + 93);
    switch (in->key[1] & 3) {
    case 0:
        return total + astray_1_0(in->noise, 12);
    case 1:
        return total + astray_1_1(in->noise, 12);
    case 2:
        return total + astray_1_2(in->noise, 12);
    default:
        return total - astray_1_3(in->noise, 12);
    }
}

static int stage_0(const struct input *in, int total)
{
    if (in->key[0] == 107) /* k */
        return stage_1(in, total + 80);
    switch (in->key[0] & 3) {
    case 0:
        return total + astray_0_0(in->noise, 12);
    case 1:
        return total + astray_0_1(in->noise, 12);
    case 2:
        return total + astray_0_2(in->noise, 12);
    default:
        return total - astray_0_3(in->noise, 12);
    }
}

int deep(const struct input *in)
{
    return stage_0(in, 0);
}

int main(void)
{
    struct input in;
    symir_bytes(&in, sizeof in, "in");
    SYMIR_TEST(deep, &in);
}
