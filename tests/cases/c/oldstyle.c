// C features on the device: oldstyle; the output is gcc's.
// flags: -w
#include <stdio.h>
#pragma omp declare target
int kr(a, b, c) char a; float b; int *c; { return a + (int)b + *c; }
int kr2(x, y) int x, y; { return x - y; }
static int work(void){ int k=3; printf("%d %d\n", kr('a', 2.5, &k), kr2(5, 2)); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
