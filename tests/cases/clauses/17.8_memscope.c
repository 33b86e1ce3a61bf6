// gcc: no (a feature of 6.0)
// flags: -fopenmp-version=60
// The scope of an atomic operation and of a flush (6.0 §17.8.4).
#include <stdio.h>

int main(void)
{
  int n = 0, m = 0, sub = 0, bits = 0;
  unsigned most = 0;
  double sum = 0;
  long swapped = 0, once = 0;
#pragma omp target teams num_teams(4) map(tofrom: n, m, sub, bits, most, sum, swapped, once)
#pragma omp parallel num_threads(4)
  {
    long old;
#pragma omp atomic memscope(device)
    n++;
#pragma omp flush memscope(all)
#pragma omp atomic write memscope(all)
    m = 1;
#pragma omp atomic memscope(all) seq_cst
    sub -= 2;
#pragma omp atomic memscope(all)
    bits |= 5;
#pragma omp atomic compare memscope(all)
    most = most < 7 ? 7 : most;
#pragma omp atomic memscope(all) acq_rel
    sum += 0.5;
#pragma omp atomic capture memscope(all)
    { old = swapped; swapped = 5; }
#pragma omp atomic compare memscope(all)
    if (once == 0) { once = 6; }
#pragma omp flush memscope(cgroup)
  }
  int bad = n < 1 || n > 16 || m != 1 || sub != -2 * n || bits != 5 || most != 7 || sum != 0.5 * n || swapped != 5 || once != 6;
  puts(bad ? "wrong" : "ok");
  return 0;
}
