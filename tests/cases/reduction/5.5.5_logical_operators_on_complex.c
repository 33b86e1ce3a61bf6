// OpenMP 5.2 §5.5.5: && and || reduce complex numbers too; the private copies of && are 1 at first.
#include <complex.h>
#include <stdio.h>

enum { N = 100 };

int main(void)
{
    int bad = 0;
    double a[N];
    for (int i = 0; i < N; i++)
        a[i] = i + 1;

    double _Complex all = 1, any = 0;
    #pragma omp target teams distribute parallel for reduction(&&: all) reduction(||: any) map(to: a)
    for (int i = 0; i < N; i++) {
        all = all && a[i];
        any = any || a[i] > N - 1;
    }
    bad += creal(all) != 1 || cimag(all) != 0 || creal(any) != 1;

    float _Complex none = 0, some = 1;
    #pragma omp target parallel for reduction(||: none) reduction(&&: some) map(to: a)
    for (int i = 0; i < N; i++) {
        none = none || a[i] > N;
        some = some && a[i] < N;
    }
    bad += crealf(none) != 0 || crealf(some) != 0;

    printf(bad ? "bad %d\n" : "ok\n", bad);
    return bad;
}
