// gcc: no (does not know shapes)
// OpenMP 5.2 §3.2.4, §12.5.1, §15.9.5: a shaped pointer, and a section of one, are list items of affinity, and of depend on host and target
// tasks alike: what begins at one place is one dependence.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int k = 4, bad = 0, *m = calloc(16, sizeof *m);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : (([k][k])m)[1][2 : 2])
        m[6] = 1;
#pragma omp task depend(inout : m[6])
        m[6] = m[6] * 10 + 2;
#pragma omp target depend(inout : (([k][k])m)[1][2 : 2]) map(tofrom : m[0 : 16]) nowait
        m[6] = m[6] * 10 + 3;
#pragma omp taskwait depend(in : (([k][k])m)[1][2 : 2])
        bad |= m[6] != 123;
#pragma omp task depend(out : ([k][k])m) affinity((([k][k])m)[0 : 2], ([k][k])m)
        m[0] = 7;
#pragma omp task depend(in : m[0])
        m[1] = m[0];
    }
    bad |= m[1] != 7;
    free(m);
    puts(bad ? "wrong" : "ok");
    return bad;
}
