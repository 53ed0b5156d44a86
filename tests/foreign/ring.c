/* A ring of elements between a writer and a reader. */
#include "pa_ringbuffer.h"
#include "symir.h"

int main(void) {
    PaUtilRingBuffer ring;
    short room[4], more[4] = {11, 12, 13, 14}, out[4];
    int which = symir_range(0, 5, "which"), n = symir_range(0, 4, "n"), taken = symir_range(0, 2, "taken");

    PaUtil_InitializeRingBuffer(&ring, sizeof room[0], 4, room);
    PaUtil_WriteRingBuffer(&ring, more, n);
    PaUtil_ReadRingBuffer(&ring, out, taken);
    switch (which) {
    case 0: SYMIR_TEST(PaUtil_WriteRingBuffer, &ring, more, symir_range(0, 4, "count")); break;
    case 1: SYMIR_TEST(PaUtil_ReadRingBuffer, &ring, out, symir_range(0, 4, "count")); break;
    case 2: SYMIR_TEST(PaUtil_GetRingBufferReadAvailable, &ring); break;
    case 3: SYMIR_TEST(PaUtil_GetRingBufferWriteAvailable, &ring); break;
    case 4: {
        void *one, *other;
        ring_buffer_size_t n_one, n_other;

        SYMIR_TEST(PaUtil_GetRingBufferWriteRegions, &ring, symir_range(0, 4, "count"), &one, &n_one, &other, &n_other);
        break;
    }
    default: SYMIR_TEST(PaUtil_InitializeRingBuffer, &ring, 2, symir_range(1, 4, "count"), room); break;
    }
    return 0;
}
