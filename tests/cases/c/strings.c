// aarch64: no (wchar_t is unsigned)
// String literals with prefixes.
// flags: -w
#include <stdio.h>
#pragma omp begin declare target
static int work(void) { unsigned b[] = U"aé€😀"; int c[] = L"é€"; char d[] = "é€"; char e[] = u8"é€" "x"; 
printf("%d %d %d %zu %u %u %zu %d %zu %d %zu %d\n",1,2,3, sizeof b, b[2], b[3], sizeof c, c[1], sizeof d, d[0], sizeof e, e[1]); return 0; }
#pragma omp end declare target

int main(void)
{
    int r = 1;
#pragma omp target map(tofrom: r)
    r = work();
    return r;
}
