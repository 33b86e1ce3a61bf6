// The section of a member is mapped before its structure is on the device: nothing attaches the pointer.
// The help's clause stands in the right program.
#include <stdio.h>
#include <stdlib.h>

struct vector {
    double *p;
    double pad[10];
};

int main(void)
{
    struct vector a;
    int n = 100, wrong = 0;
    a.p = calloc(n, sizeof *a.p);
#ifdef MISTAKE
#pragma omp target enter data map(to: a.p[:n])
#else
#pragma omp target enter data map(to: a.p[:n]) map(to: a)
#endif
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        a.p[i] += i;
#pragma omp target exit data map(from: a.p[:n]) map(release: a)
    for (int i = 0; i < n; i++)
        wrong += a.p[i] != i;
    free(a.p);
    printf(wrong ? "wrong: %d\n" : "ok\n", wrong);
    return wrong;
}
