/* A call of what nobody defines, which optimisation takes away, beside functions of the
 * device library and variables that the host knows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int nobody_defines_this(void);
#pragma omp begin declare target
int counter = 3;
static int work(const char *s)
{
    const int never = 0;
    if (never) return nobody_defines_this();
    return counter + (int)strtol(s, NULL, 10) + (int)erfc(0.0) + printf("%s\n", s);
}
#pragma omp end declare target
int main(void)
{
    int r = 0;
#pragma omp target map(tofrom: r)
    r = work("12");
    printf("%d\n", r);
}
