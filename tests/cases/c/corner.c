// flags: -latomic
// A library function called through a pointer, and atomic operations on 16 bytes.
#include <stdio.h>

int main(void)
{
    __int128 v = 0;
    int n = 0, exchanged = 0;
    #pragma omp target map(tofrom: v, n, exchanged)
    {
        int (*print)(const char *, ...) = printf;
        n = print("through a pointer: %d %s\n", 3, "words");
        __atomic_fetch_add(&v, (__int128)1 << 100, __ATOMIC_SEQ_CST);
        __int128 expected = (__int128)1 << 100;
        exchanged = __atomic_compare_exchange_n(&v, &expected, (__int128)7 << 64 | 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    printf("%d %d %lx %lx\n", n, exchanged, (unsigned long)(v >> 64), (unsigned long)v);
    return 0;
}
