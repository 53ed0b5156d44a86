/* Insertion sort of N symbolic ints: every order is a path, and every question compares two of them. */
#include "symir.h"

#ifndef N
#define N 5
#endif

void sort(int *a, int n)
{
    for (int i = 1; i < n; i++) {
        int key = a[i], j = i;
        for (; j > 0 && a[j - 1] > key; j--)
            a[j] = a[j - 1];
        a[j] = key;
    }
}

int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = symir_int("a");
    SYMIR_TEST(sort, a, N);
}
