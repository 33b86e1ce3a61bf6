// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// OpenMP 6.0 §5.4: a reduction or lastprivate clause for simd alone, where the list item is private to each thread.
#include <stdio.h>
enum { N = 64 };
int main(void)
{
    int y = 0, sum = 0, bad = 0, last = 0;
#pragma omp parallel private(y) reduction(+: sum) num_threads(3)
    {
        y = 0;
#pragma omp for simd reduction(simd, +: y) safelen(8) private(simd: last)
        for (int i = 0; i < N; i++) {
            last = i;
            y += last;
        }
        sum += y;
    }
    bad |= sum != N * (N - 1) / 2;
#pragma omp target map(tofrom: sum)
#pragma omp parallel private(y) reduction(+: sum) num_threads(3)
    {
        y = 0;
#pragma omp for simd reduction(simd, +: y)
        for (int i = 0; i < N; i++)
            y += i;
        sum += y;
    }
    bad |= (sum != N * (N - 1)) << 1;
#pragma omp taskloop simd lastprivate(simd: last) num_tasks(1) shared(last)
    for (int i = 0; i < N; i++)
        last = i;
    bad |= (last != N - 1) << 2;
    printf(bad ? "wrong %x\n" : "ok\n", bad);
    return bad;
}
