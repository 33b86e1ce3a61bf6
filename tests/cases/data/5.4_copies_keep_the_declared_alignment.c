// only: device
// Private copies of all kinds are aligned as the declaration asks, and members of
// a partly mapped structure as on the host: vector instructions rely on it.
#include <stdint.h>
#include <stdio.h>

typedef double v4 __attribute__((vector_size(32)));
typedef struct {
    char tag[20];
    int n;
    v4 v;
    _Alignas(64) char line[64];
} record;

#pragma omp begin declare target
static int wrong(const void *p, int align) { return (uintptr_t)p % align != 0; }
#pragma omp end declare target

int main(void)
{
    _Alignas(64) int s[3] = {1, 2, 3};
    _Alignas(128) int x = 4;
    _Alignas(64) long a[8] = {1};
    volatile int one = 1;
    int bad = 0;
#pragma omp target map(tofrom : bad)
#pragma omp parallel firstprivate(s, x) reduction(+ : a, bad) num_threads(3)
    {
        s[one] += one, x += one, a[one] += x;
        bad += wrong(s, 64) + wrong(&x, 128) + wrong(a, 64) + (s[1] + x != 8);
    }
    printf("parallel %d %ld\n", bad, a[1]);
    bad = 0;
#pragma omp target firstprivate(s, x, a) map(tofrom : bad)
    bad += wrong(s, 64) + wrong(&x, 128) + wrong(a, 64) + s[2] * x + (int)a[1];
    printf("target, only read %d\n", bad);
    bad = 0;
#pragma omp target parallel for firstprivate(s, a) private(x) lastprivate(s) map(tofrom : bad) reduction(+ : bad)
    for (int i = 0; i < 4; i++) {
        x = i, s[i % 3] += i, a[i] += i;
        bad += wrong(s, 64) + wrong(&x, 128) + wrong(a, 64);
    }
    printf("loop %d\n", bad);
    bad = 0;
#pragma omp target parallel map(tofrom : bad) num_threads(3)
#pragma omp single
#pragma omp task firstprivate(s, x, a) shared(bad)
    {
        s[1] += x, a[2] = 5, x = 3;
        bad += wrong(s, 64) + wrong(&x, 128) + wrong(a, 64);
    }
    printf("task %d\n", bad);
    static record r[2];
    r[1].n = 7;
    r[1].v = (v4){1, 2, 3, 4};
    bad = 0;
#pragma omp target map(tofrom : r[1].n, r[1].v, r[1].line[0:8]) map(tofrom : bad)
    {
        bad += wrong(&r[1].v, 32) + wrong(r[1].line, 64);
        r[1].v += r[1].v;
        r[1].line[3] = (char)(r[1].n + r[1].v[2]);
    }
    printf("members %d %d\n", bad, r[1].line[3]);
    return 0;
}
