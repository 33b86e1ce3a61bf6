// Sections that have not the elements that the region uses, or as many as the memory has bytes.
#include <stdlib.h>
int main(void)
{
    int n = 100, *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
#pragma omp target teams distribute parallel for map(tofrom: a[0:50])
    for (int i = 0; i < 100; i++) a[i] = 1;
#pragma omp target teams distribute parallel for map(tofrom: b[0:n * sizeof(int)])
    for (int i = 0; i < n; i++) b[i] = 1;
    n = a[99] + b[99];
    free(a);
    free(b);
    return n;
}
