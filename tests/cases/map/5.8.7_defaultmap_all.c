// flags: -Wno-omp-lost-write
// gcc: no (does not know all)
// OpenMP 5.2 §5.8.7: defaultmap with the category all, and without one.
#include <stdio.h>

int main(void)
{
    int x = 1, a[4] = {1, 2, 3, 4}, bad = 0;
#pragma omp target defaultmap(tofrom : all)
    {
        x = 5;
        a[3] = 6;
    }
    bad |= x != 5 || a[3] != 6;
#pragma omp target defaultmap(firstprivate : all)
    {
        x = 7;
        a[3] = 8;
    }
    bad |= (x != 5 || a[3] != 6) << 1;
#pragma omp target defaultmap(tofrom)
    x = 9;
    bad |= (x != 9) << 2;
    printf(bad ? "wrong: %d\n" : "ok\n", bad);
    return bad;
}
