// gcc: no (gcc-12 takes contiguous sections only)
/* OpenMP 5.2 §13.9, §13.8: the target task of an update with nowait keeps the
 * extent of its non-contiguous section; the encountering thread goes on. */
#include <stdio.h>

enum { N = 12 };
static int a[N][N];

static void overwrite(int depth)
{
  volatile char bytes[512];
  for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i + depth);
  if (depth) overwrite(depth - 1);
}

int main(void)
{
  int wrong = 0;
#pragma omp target data map(tofrom: a)
  {
#pragma omp target
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++) a[i][k] = 100 * i + k + 1;
    for (int r = 0; r < 4; r++) {
#pragma omp target update from(a[3*r:3][r:2]) nowait
      overwrite(8);
    }
#pragma omp taskwait
    for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++) {
        int in = k >= i / 3 && k < i / 3 + 2;
        wrong += a[i][k] != 100 * i + k + 1 && (in || a[i][k] != 0);
      }
  }
  puts(wrong == 0 ? "ok" : "wrong");
  return 0;
}
