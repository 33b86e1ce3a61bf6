// OpenMP 5.2 §4.4.1, §4.4.2: != is a relation of canonical loops also where the bounds of one depend on another.
#include <stdio.h>

int main(void)
{
    int c = 0, d = 0, e = 0, bad = 0;
#pragma omp parallel for collapse(2) reduction(+ : c)
    for (int i = 0; i != 10; i++)
        for (int j = i; j != 10; j++)
            c++;
#pragma omp parallel for collapse(2) reduction(+ : d)
    for (int i = 9; -1 != i; i--)
        for (int j = i; -1 != j; --j)
            d++;
#pragma omp target teams distribute parallel for collapse(2) reduction(+ : e)
    for (int i = 0; i < 10; i++)
        for (int j = 10; j != i; j += -1)
            e++;
    bad = (c != 55) | (d != 55) << 1 | (e != 55) << 2;
    printf(bad ? "wrong: %d %d %d\n" : "ok\n", c, d, e);
    return bad;
}
