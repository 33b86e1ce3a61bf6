// What the region writes to a structure, or has written by a function, stays on the device.
#include <stdio.h>
#include <stdlib.h>
struct pair { int a, b; };
static void fill(int *a, int n)
{
    for (int i = 0; i < n; i++) a[i] = i;
}
static int total(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int main(void)
{
    struct pair p = { 1, 2 };
    int a[10] = { 0 }, *b = calloc(10, sizeof *b);
#pragma omp target map(to: p)
    p.a = 5;
#pragma omp target map(to: a)
    fill(a, 10);
#pragma omp target map(to: b[0:10])
    fill(b, 10);
    printf("%d %d %d\n", p.a, total(a, 10), b[3]);
    free(b);
    return 0;
}
