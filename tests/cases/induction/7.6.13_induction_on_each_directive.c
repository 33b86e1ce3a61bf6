// flags: -fopenmp-version=60
// gcc: no (induction is new in 6.0)
// OpenMP 6.0 §7.6.13: induction on distribute, for, simd and taskloop inside of a
// target region; what teams or threads share is read before it is written.
#include <stdio.h>
#define N 640

static long v[4][N];

static int check(const char *what, const long *got, long first, long step) {
  for (int i = 0; i < N; i++)
    if (got[i] != first + step * i) {
      printf("%s is wrong at %d: %ld\n", what, i, got[i]);
      return 1;
    }
  return 0;
}

int main(void) {
  long a = 1, b = 2, c = 3, d = 4, mine = 0;
  #pragma omp target map(tofrom: a) map(from: v[0])
  #pragma omp teams num_teams(4)
  {
    #pragma omp distribute induction(step(2), +: a)
    for (int i = 0; i < N; i++) {
      v[0][i] = a;
      a += 2;
    }
  }
  #pragma omp target map(tofrom: b, mine) map(from: v[1])
  #pragma omp parallel num_threads(32) reduction(+: mine)
  {
    #pragma omp for induction(step(3), +: b) schedule(dynamic, 5)
    for (int i = 0; i < N; i++) {
      v[1][i] = b;
      b += 3;
    }
    // The worksharing loop's barrier has seen the original updated.
    mine += b == 2 + 3 * N;
    int own = 10;
    #pragma omp for nowait induction(step(1), +: own)
    for (int i = 0; i < N; i++)
      own++;
  }
  #pragma omp target map(tofrom: c) map(from: v[2])
  {
    int i;
    #pragma omp simd induction(step(4), +: c)
    for (i = 0; i < N; i++) {
      v[2][i] = c;
      c += 4;
    }
    if (i != N)
      v[2][0] = -1;
  }
  #pragma omp target map(tofrom: d) map(from: v[3])
  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop grainsize(10) induction(step(5), +: d)
  for (int i = 0; i < N; i++) {
    v[3][i] = d;
    d += 5;
  }
  int bad = check("distribute", v[0], 1, 2) | check("for", v[1], 2, 3) | check("simd", v[2], 3, 4) | check("taskloop", v[3], 4, 5);
  if (a != 1 + 2 * N || b != 2 + 3 * N || c != 3 + 4 * N || d != 4 + 5 * N) {
    printf("last values: %ld %ld %ld %ld\n", a, b, c, d);
    bad = 1;
  }
  if (mine < 1) {
    printf("no thread saw the last value behind the loop\n");
    bad = 1;
  }
  if (!bad)
    printf("ok\n");
  return bad;
}
