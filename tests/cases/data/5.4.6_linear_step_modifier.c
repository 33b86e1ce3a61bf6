// gcc: no (does not know step)
// OpenMP 5.2 §5.4.6: the step of linear is a modifier, alone or beside val; a bare expression is one, too.
#include <stdio.h>

int main(void)
{
    enum { N = 32 };
    int a = 1, b = 2, c = 3, n = 3, v[3][N], bad = 0;
#pragma omp target parallel for simd linear(a : step(2)) linear(b : val, step(n)) linear(c : 4) map(from : v)
    for (int i = 0; i < N; i++) {
        v[0][i] = a;
        v[1][i] = b;
        v[2][i] = c;
        a += 2;
        b += n;
        c += 4;
    }
    for (int i = 0; i < N; i++)
        bad |= v[0][i] != 1 + 2 * i || v[1][i] != 2 + 3 * i || v[2][i] != 3 + 4 * i;
#pragma omp simd linear(a : val, step(2))
    for (int i = 0; i < N; i++)
        a += 2;
    puts(bad ? "wrong" : "ok");
    return bad;
}
