// flags: -fopenmp-version=60
// gcc: no (transparent is new in 6.0)
// OpenMP 6.0 §17.9.6: child tasks of transparent tasks that are ordered by their own
// dependences depend on each other as if they were siblings.
#include <omp.h>
#include <stdio.h>
#define ROWS 20
#define COLS 10
#define ROUNDS 5

static long m[ROWS][COLS], order[ROWS];

static void round_of(int h) {
  for (int i = 0; i < ROWS; i += 5) {
    #pragma omp task depend(inout: m[i]) firstprivate(h, i)
    for (int j = i; j < i + 5; j++)
      for (int k = 0; k < COLS; k++)
        m[j][k] = m[j][k] * 3 + h;
  }
}

int main(void) {
  long want = 1;
  int bad = 0;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLS; k++)
      m[i][k] = 1;
  for (int h = 0; h < ROUNDS; h++)
    want = want * 3 + h;
  #pragma omp parallel num_threads(4)
  #pragma omp single
  for (int h = 0; h < ROUNDS; h++) {
    #pragma omp task transparent(omp_impex) firstprivate(h)
    round_of(h);
  }
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLS; k++)
      bad += m[i][k] != want;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  #pragma omp taskloop transparent shared(order) num_tasks(4)
  for (int h = 0; h < ROUNDS; h++)
    for (int i = 0; i < ROWS; i++) {
      #pragma omp task depend(inout: order[i]) firstprivate(h, i)
      order[i] = order[i] * 10 + h;
    }
  for (int i = 0; i < ROWS; i++)
    bad += order[i] != 1234;

  // Not transparent: an ordinary task; and in a target region.
  int x = 0, y = 0;
  #pragma omp parallel num_threads(2)
  #pragma omp single
  #pragma omp task transparent(omp_not_impex) shared(x)
  x = 1;
  #pragma omp target map(tofrom: y)
  {
    for (int h = 0; h < 3; h++) {
      #pragma omp task transparent depend(inout: y) shared(y)
      {
        #pragma omp task depend(inout: y) shared(y)
        y = y * 10 + h + 1;
      }
    }
    #pragma omp taskloop transparent(omp_export) shared(y)
    for (int h = 3; h < 5; h++)
      y = y * 10 + h + 1;
  }
  bad += x != 1 || y != 12345;
  printf(bad ? "%d wrong\n" : "ok\n", bad);
  return bad != 0;
}
