// A function that is called in unreachable code only, without optimisation.
// flags: -O0
#include <stdio.h>
#pragma omp begin declare target
static int never(int x) { return x * 2; }
static int work(int x) { if (0) return never(x); return x + 1; }
#pragma omp end declare target
int main(void)
{
    int r = 0;
    #pragma omp target map(tofrom: r)
    r = work(4);
    puts(r == 5 ? "ok" : "wrong");
    return 0;
}
