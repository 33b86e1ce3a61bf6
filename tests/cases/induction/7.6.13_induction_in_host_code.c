// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.13 in host code, which no host compiler knows: collapsed and
// transformed loops, loops that count down and over pointers, default(none).
#include <stdio.h>
#define N 120

static int bad;
static long v[N];

static void check(const char *what, long first, long step, long last) {
  for (int i = 0; i < N; i++)
    if (v[i] != first + step * i) {
      printf("%s is wrong at %d: %ld\n", what, i, v[i]);
      bad = 1;
      break;
    }
  if (last != first + step * N) {
    printf("%s: the last value is %ld\n", what, last);
    bad = 1;
  }
  for (int i = 0; i < N; i++)
    v[i] = -1;
}

static void orphan(long *out) {
  long own = 40;
  #pragma omp for induction(step(2), +: own) nowait
  for (int i = 0; i < N; i++) {
    v[i] = own;
    own += 2;
  }
  #pragma omp barrier
  *out = own;
}

int main(void) {
  long k = 3;
  #pragma omp parallel for default(none) shared(v) collapse(2) induction(step(4), +: k) num_threads(4)
  for (int i = 10; i > 0; i--)
    for (unsigned j = 5; j < 17; j++) {
      v[(10 - i) * 12 + j - 5] = k;
      k += 4;
    }
  check("collapse", 3, 4, k);

  k = 1;
  #pragma omp parallel for induction(step(1), +: k) num_threads(4)
  for (long *p = v + N - 1; p >= v; --p)
    *p = N - k++;
  for (int i = 0; i < N; i++)
    bad |= v[i] != i;
  bad |= k != N + 1;

  k = 0;
  #pragma omp parallel for induction(step(10), +: k) num_threads(4)
  #pragma omp unroll partial(10)
  for (int i = 0; i < N; i++)
    v[i] = i == k ? k += 1, k - 1 : i;
  for (int i = 0; i < N; i++)
    bad |= v[i] != i;

  k = 5;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop default(none) shared(v) induction(step(-1), +: k) grainsize(7)
  for (int i = 0; i < N; i++)
    v[i] = k--;
  check("taskloop", 5, -1, k);

  k = 8;
  int i;
  #pragma omp simd induction(step(6), +: k)
  for (i = 0; i < N; i++) {
    v[i] = k;
    k += 6;
  }
  bad |= i != N;
  check("simd", 8, 6, k);

  k = 1;
  #pragma omp teams distribute parallel for induction(step(6), +: k) num_teams(2)
  for (int j = 0; j < N; j++) {
    v[j] = k;
    k += 6;
  }
  check("teams", 1, 6, k);

  float x = 1, sum = 0;
  #pragma omp parallel for reduction(+: sum) induction(step(2), *: x) num_threads(4)
  for (int j = 0; j < 20; j++) {
    sum += x;
    x *= 2;
  }
  bad |= sum != (1 << 20) - 1 || x != 1 << 20;

  #pragma omp parallel num_threads(3) private(k)
  orphan(&k);
  check("orphan", 40, 2, 40 + 2 * N);
  if (!bad)
    printf("ok\n");
  return bad;
}
