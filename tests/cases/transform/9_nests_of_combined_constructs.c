// flags: -fopenmp-version=60
// gcc: no (gcc-12 has no loop transformations)
// Transformed nests under distribute, collapse and worksharing (OpenMP 5.2 §9, 6.0 §11).
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "../check.h"
#define N 70
#define M 50
#define K 30
static float A[N][K], B[K][M], C[N][M];
static int cube[12][14][16];
int main(void)
{
  for (int i = 0; i < N; i++) for (int k = 0; k < K; k++) A[i][k] = i % 5 + k % 3;
  for (int k = 0; k < K; k++) for (int j = 0; j < M; j++) B[k][j] = k % 4 - j % 3;
  #pragma omp target data map(to: A, B) map(from: C)
  {
    #pragma omp target teams distribute collapse(2)
    #pragma omp tile sizes(16, 16)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < M; j++) {
        float s = 0;
        #pragma omp unroll partial(3)
        for (int k = 0; k < K; k++) s += A[i][k] * B[k][j];
        C[i][j] = s;
      }
  }
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) { float s = 0; for (int k = 0; k < K; k++) s += A[i][k] * B[k][j]; CHECK(s == C[i][j]); }
  #pragma omp target teams distribute parallel for collapse(3) map(tofrom: cube) 
  #pragma omp interchange permutation(3, 1, 2)
  for (int i = 0; i < 12; i++) for (int j = 0; j < 14; j++) for (int k = 0; k < 16; k++) cube[i][j][k] += i * 1000 + j * 50 + k;
  #pragma omp target parallel for collapse(2) map(tofrom: cube)
  #pragma omp tile sizes(5) 
  for (int i = 0; i < 12; i++) for (int j = 0; j < 14; j++) for (int k = 0; k < 16; k++) cube[i][j][k]++;
  for (int i = 0; i < 12; i++) for (int j = 0; j < 14; j++) for (int k = 0; k < 16; k++) CHECK(cube[i][j][k] == i * 1000 + j * 50 + k + 1);
  int o[40], n = 0;
  #pragma omp target map(from: o) map(tofrom: n)
  #pragma omp tile sizes(4) apply(grid: reverse) apply(intratile: unroll partial(2))
  for (int i = 0; i < 20; i++) o[n++] = i;
  CHECK(n == 20 && o[0] == 16 && o[3] == 19 && o[4] == 12 && o[19] == 3);
  n = 0;
  #pragma omp target map(from: o) map(tofrom: n)
  #pragma omp fuse looprange(2, 2)
  {
    for (int i = 0; i < 3; i++) o[n++] = i;
    for (int j = 0; j < 3; j++) o[n++] = 10 + j;
    for (int k = 0; k < 3; k++) o[n++] = 20 + k;
    for (int l = 0; l < 3; l++) o[n++] = 30 + l;
  }
  int w[] = {0, 1, 2, 10, 20, 11, 21, 12, 22, 30, 31, 32};
  CHECK(n == 12 && !memcmp(o, w, sizeof w));
  if (!errors)
    puts("ok");
  return errors != 0;
}
