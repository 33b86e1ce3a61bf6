// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.13: with strict the original gets the inductor's result for the
// value at the beginning of the last iteration, whether the body updates its copy or
// not; without it the body's last value.
#include <stdio.h>
#define N 100

int main(void) {
  int v[N], strict = 1, relaxed = 1, plain = 1, bad = 0;
  #pragma omp target parallel for induction(strict, step(3), +: strict) induction(step(3), relaxed, +: relaxed) induction(step(3), +: plain) map(from: v)
  for (int i = 0; i < N; i++) {
    v[i] = strict + relaxed - plain;
    if (i % 2)
      continue;
    strict = -1;
  }
  for (int i = 0; i < N; i++)
    bad += v[i] != 1 + 3 * i;
  if (strict != 1 + 3 * N || relaxed != 1 + 3 * (N - 1) || plain != relaxed)
    bad++;

  // The same in host code.
  strict = relaxed = 1;
  #pragma omp parallel for num_threads(4) induction(strict, step(3), +: strict) induction(step(3), +: relaxed)
  for (int i = 0; i < N; i++) {
    v[i] = strict;
    if (i % 2)
      continue;
    strict = -1;
  }
  for (int i = 0; i < N; i++)
    bad += v[i] != 1 + 3 * i;
  if (strict != 1 + 3 * N || relaxed != 1 + 3 * (N - 1))
    bad++;
  printf(bad ? "%d wrong\n" : "ok\n", bad);
  return bad != 0;
}
