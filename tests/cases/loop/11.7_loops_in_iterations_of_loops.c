/* OpenMP 5.2 §11.7, §11.7.1: what a loop construct binds to in the iterations of another one, or of distribute. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../check.h"
int main(void) {
  enum { N = 60 };
  static int a[N][N], b[N]; long s = 0; int last = -1;
#pragma omp target teams loop map(tofrom: a) collapse(2) order(concurrent)
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) a[i][j] = i * N + j;
#pragma omp target teams loop map(tofrom: a, b)
  for (int i = 0; i < N; i++) {
    int t = 0;
#pragma omp loop reduction(+: t)
    for (int j = 0; j < N; j++) t += a[i][j];
    b[i] = t;
  }
  for (int i = 0; i < N; i++) EQ(b[i], i * N * N + N * (N - 1) / 2);
#pragma omp target map(to: b) map(tofrom: s)
#pragma omp teams loop num_teams(3) reduction(+: s) bind(teams)
  for (int i = 0; i < N; i++) s += b[i];
  EQ(s, (long)N * N * (N * N - 1) / 2);
  s = 0;
#pragma omp target parallel loop map(to: b) map(tofrom: s) reduction(+: s) num_threads(5)
  for (int i = 0; i < N; i++) s += b[i];
  EQ(s, (long)N * N * (N * N - 1) / 2);
#pragma omp target parallel map(tofrom: last)
#pragma omp loop bind(parallel) lastprivate(last)
  for (last = 0; last < 33; last++) ;
  EQ(last, 33);
#pragma omp target map(tofrom: s)
#pragma omp loop bind(thread) reduction(+: s)
  for (int i = 0; i < 4; i++) s += i;
  EQ(s, (long)N * N * (N * N - 1) / 2 + 6);
  // loops in loops, three deep, without bind
  static int d[8][8][8];
#pragma omp target teams loop map(tofrom: d)
  for (int i = 0; i < 8; i++) {
#pragma omp loop
    for (int j = 0; j < 8; j++) {
#pragma omp loop
      for (int k = 0; k < 8; k++) d[i][j][k] += i * 64 + j * 8 + k;
    }
  }
#pragma omp target parallel loop map(tofrom: d)
  for (int i = 0; i < 8; i++) {
#pragma omp loop
    for (int j = 0; j < 8; j++) for (int k = 0; k < 8; k++) d[i][j][k]++;
  }
#pragma omp target map(tofrom: d)
#pragma omp teams num_teams(2)
#pragma omp loop
  for (int i = 0; i < 8; i++) {
#pragma omp parallel loop collapse(2)
    for (int j = 0; j < 8; j++) for (int k = 0; k < 8; k++) d[i][j][k]++;
  }
#pragma omp target teams distribute map(tofrom: d) num_teams(2)
  for (int i = 0; i < 8; i++) {
#pragma omp loop bind(thread)
    for (int j = 0; j < 8; j++) for (int k = 0; k < 8; k++) d[i][j][k]++;
#pragma omp parallel
#pragma omp loop
    for (int j = 0; j < 8; j++) for (int k = 0; k < 8; k++) d[i][j][k]++;
#pragma omp parallel for
    for (int j = 0; j < 8; j++) {
#pragma omp loop bind(thread)
      for (int k = 0; k < 8; k++) d[i][j][k]++;
    }
  }
  for (int i = 0; i < 512; i++) EQ(d[0][0][i], i + 5);
  END;
}
