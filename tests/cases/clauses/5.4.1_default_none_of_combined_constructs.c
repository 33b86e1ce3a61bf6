// gcc: no (gcc-12 does not know masked)
/* OpenMP 5.2 §5.4.1, §17.2: with default(none), what the clauses of a combined construct list is shared in the outer constituents. */
#include <stdio.h>

static int last, sum, first = 3;

int main(void)
{
  int a[64], b[64], count = 0, mine = 7, r = 0, m = 2, one = 0, i;
  for (int k = 0; k < 64; k++) a[k] = k;
#pragma omp parallel masked taskloop lastprivate(last) firstprivate(first) reduction(+: sum) default(none)
  for (int k = 0; k < 64; k++) last = k + first, sum += k;
  if (last != 66 || sum != 2016) return printf("masked taskloop: %d %d\n", last, sum), 1;
  sum = 0;
#pragma omp parallel master taskloop simd reduction(+: sum) lastprivate(last) default(none) num_tasks(m) firstprivate(m)
  for (int k = 0; k < 64; k++) last = 2 * k, sum += m;
  if (last != 126 || sum != 128) return printf("master taskloop simd: %d %d\n", last, sum), 1;
#pragma omp parallel masked filter(one) default(none) shared(count) num_threads(m)
  count++;
  if (count != 1) return printf("masked: %d\n", count), 1;
#pragma omp teams loop default(none) shared(a, b) firstprivate(mine) lastprivate(i)
  for (i = 0; i < 64; i++) b[i] = a[i] + mine + (int)sizeof one / (int)sizeof count;
  if (i != 64 || b[5] != 13) return printf("teams loop: %d %d\n", i, b[5]), 1;
#pragma omp parallel for reduction(inscan, +: r) default(none) firstprivate(a) shared(b)
  for (int k = 0; k < 64; k++) {
    r += a[k];
#pragma omp scan inclusive(r)
    b[k] = r;
  }
  if (r != 2016 || b[10] != 55) return printf("scan: %d %d\n", r, b[10]), 1;
#pragma omp target parallel for reduction(+: r) default(none) shared(a) schedule(static, m) firstprivate(m) map(a)
  for (int k = 0; k < 64; k++) r += a[k];
  if (r != 4032) return printf("target: %d\n", r), 1;
  puts("ok");
}
