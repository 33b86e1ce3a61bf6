// gcc: no (gcc 12 takes an earlier assignment for the last one in loops that count down)
/* OpenMP 5.2 §5.4.5: lastprivate(conditional: ) in host code: what nothing assigns
 * keeps its value. clang 19 gives it another. gcc 12 takes an earlier assignment for
 * the last one in some runs of a loop that counts down. */
#include <stdio.h>

int main(void)
{
  int a[100], last = -1, none = 5, s = 0, i, bad = 0;
  double d = 0;
  for (i = 0; i < 100; i++) a[i] = (i * 37) % 100;
#pragma omp parallel for default(none) shared(a) lastprivate(conditional : last, d) lastprivate(conditional : none) reduction(+ : s) schedule(static, 3)
  for (i = 0; i < 100; i++) {
    if (a[i] < 20) { last = i; d = a[i] / 2.0; }
    if (a[i] > 1000) none = 0;
    s++;
  }
  bad += last != 95 || d != 7.5 || none != 5 || s != 100;
  last = -1;
#pragma omp parallel
#pragma omp for simd lastprivate(conditional : last)
  for (i = 0; i < 100; i++)
    if (a[i] < 10) last = i;
  bad += 10 * (last != 92);
  last = -1;
#pragma omp parallel sections lastprivate(conditional : last) firstprivate(none)
  {
    s++;
#pragma omp section
    if (a[0] >= 0) last = 3;
    none++;
#pragma omp section
    { if (a[0] < 0) last = 4; }
  }
  bad += 100 * (last != 3 || none != 5 || s != 101);
  for (int round = 0; round < 300; round++) {
    last = -1;
#pragma omp parallel for lastprivate(conditional : last) schedule(dynamic, 3) num_threads(4)
    for (i = 99; i >= 0; i--)
      if (a[i] % 7 == 0) last = a[i];
    bad += 1000 * (last != 0);
  }
  puts(bad ? "not the last assignment" : "ok");
  return 0;
}
