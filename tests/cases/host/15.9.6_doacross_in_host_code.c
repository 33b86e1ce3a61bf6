// gcc: no (gcc-12 does not know doacross)
#include <stdio.h>

int main(void)
{
  int a[64] = {1}, bad = 0, x = 1, y = 0;
#pragma omp target map(tofrom: x)
  x += 1;
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 64; i++) {
#pragma omp ordered doacross(sink: omp_cur_iteration - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered doacross(source:)
  }
  for (int i = 0; i < 64; i++) bad += a[i] != i + 1;
#pragma omp parallel single num_threads(2)
  y++;
#pragma omp assume holds(y == 1)
  bad += x != 2 || y != 1;
#pragma omp parallel num_threads(strict: 2) message("two") severity(warning)
#pragma omp scope reduction(+: y)
  y += 1;
  bad += y != 3;
#pragma omp unroll partial(2)
  for (int i = 0; i < 4; i++) y++;
  bad += y != 7;
  printf(bad ? "bad %d %d\n" : "ok\n", x, y);
  return bad;
}
