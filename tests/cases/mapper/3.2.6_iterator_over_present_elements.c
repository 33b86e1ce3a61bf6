// gcc: no (does not know iterators of map)
// OpenMP 5.2 §3.2.6, §5.8.3: a list item with an iterator stands for several parts of one array, which is
// present; the region reaches them, and the elements between them, by the array's name.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 8 };
    int b[N], *p = malloc(N * sizeof *p), n = N / 2, bad = 0;
    for (int i = 0; i < N; i++)
        b[i] = p[i] = i;
#pragma omp target data map(tofrom : b) map(tofrom : p[0 : N])
    {
#pragma omp target map(iterator(i = 1 : n), always, tofrom : b[2 * i : 1]) map(iterator(i = 0 : n), tofrom : p[2 * i])
        for (int i = 0; i < N; i++) {
            b[i] += 10;
            p[i] += 20;
        }
        // No part at all is no error.
#pragma omp target map(iterator(i = 0 : 0), to : b[i])
        b[0]++;
    }
    for (int i = 0; i < N; i++)
        bad |= b[i] != i + 10 + (i == 0) || p[i] != i + 20;
    free(p);
    puts(bad ? "wrong" : "ok");
    return bad;
}
