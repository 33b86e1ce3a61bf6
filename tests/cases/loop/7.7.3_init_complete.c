// flags: -fopenmp-version=60
// gcc: no (init_complete is new in 6.0)
// OpenMP 6.0 §7.7.3: an exclusive scan with an initialization phase, whose private
// variables the input phase uses although the scan phase stands between them.
#include <stdio.h>
#define N 300

static int check(const char *what, const int *c, int x) {
  int sum = 100, bad = 0;
  for (int k = 0; k < N; k++) {
    bad += c[k] != sum;
    sum += k + 1;
  }
  if (bad || x != sum)
    printf("%s: %d wrong, the last is %d\n", what, bad, x);
  return bad || x != sum;
}

int main(void) {
  static int c[3][N];
  int tmp = -1, x = 100, bad = 0;
  for (int j = 0; j < 3; j++)
    for (int k = 0; k < N; k++)
      c[j][k] = k + 1;

  #pragma omp parallel for simd reduction(inscan, +: x) private(tmp) num_threads(4)
  for (int k = 0; k < N; k++) {
    tmp = c[0][k];
    #pragma omp scan init_complete
    c[0][k] = x;
    #pragma omp scan exclusive(x)
    x += tmp;
  }
  bad |= check("host", c[0], x) | (tmp != -1);

  x = 100;
  #pragma omp target parallel for reduction(inscan, +: x) private(tmp) map(tofrom: c[1])
  for (int k = 0; k < N; k++) {
    tmp = c[1][k];
    #pragma omp scan init_complete(1)
    c[1][k] = x;
    #pragma omp scan exclusive(x)
    x += tmp;
  }
  bad |= check("target", c[1], x);

  x = 100;
  int k;
  #pragma omp simd reduction(inscan, +: x) private(tmp)
  for (k = 0; k < N; k++) {
    tmp = c[2][k];
    #pragma omp scan init_complete
    c[2][k] = x;
    #pragma omp scan exclusive(x)
    x += tmp;
  }
  bad |= check("simd", c[2], x) | (k != N) | (tmp != -1);
  if (!bad)
    printf("ok\n");
  return bad;
}
