// Bit-fields wider than int keep their width in arithmetic, as gcc has it (C17 6.3.1.1 leaves it open).
// host: gcc
// flags: -w
#include <stdio.h>
#pragma omp begin declare target
static struct { unsigned long long e:40; } ga = { 0xffffffffffULL };
static int work(void)
{
    struct { unsigned long long x:40; } q = { 0xffffffffffULL };
    printf("%lld\n", (long long)(ga.e + 1 > 0));
    printf("%llx %llx\n", (unsigned long long)(q.x << 4), (unsigned long long)(q.x + 1));
    return 0;
}
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
