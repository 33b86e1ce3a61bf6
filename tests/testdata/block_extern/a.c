// Variables of another unit that a routine and a called function declare in their blocks.
#include <stdio.h>

#pragma omp begin declare target
int listed(void)
{
    extern int counter;
    return ++counter;
}
#pragma omp end declare target

static int called(void)
{
    {
        extern const int table[];
        extern int counter;
        return table[1] + counter;
    }
}

int main(void)
{
    int r;
    #pragma omp target map(from: r)
    r = 1000 * listed() + called();
    printf("%d\n", r);
    return 0;
}
