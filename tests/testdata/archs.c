#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  enum { N = 1000 };
  double d = 0, sum = 0;
  float f = 0;
  _Float16 h = 0;
  int most = 0, got = 0, shared = 0;
  unsigned bits = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) reduction(max: most) reduction(|: bits) map(tofrom: d, f, h)
  for (int i = 0; i < N; i++) {
    sum += i * 0.5;
    most = i > most ? i : most;
    bits |= 1u << i % 32;
#pragma omp atomic update
    d += 1.5;
#pragma omp atomic update
    f += 0.25f;
    if (i < 64) {
#pragma omp atomic update
      h += (_Float16)1;
    }
  }
#pragma omp target parallel num_threads(64) map(tofrom: got, shared)
  {
    int *p = malloc(sizeof *p);
    *p = 1;
#pragma omp atomic update
    shared += *p;
#pragma omp barrier
#pragma omp single
    {
      got = shared;
      printf("%d threads\n", got);
    }
    free(p);
  }
  printf("%g %d %x %g %g %g %d\n", sum, most, bits, d, f, (double)h, got);
  return 0;
}
