#include <omp.h>
#include <stdio.h>

// The threads of regions with a constant num_threads: as many as asked for, with
// barriers among them.
static int sums(int *a, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void)
{
  int a[512] = {0}, n[4] = {0}, late = 0;
  // All regions of the kernel ask for 512.
#pragma omp target map(tofrom: a, n)
#pragma omp parallel num_threads(512)
  {
    int t = omp_get_thread_num();
    a[t] = t;
#pragma omp barrier
    if (t == 0)
      n[0] = omp_get_num_threads();
    int other = a[511 - t];
#pragma omp barrier
    a[t] = other;
  }
  int full = n[0];
  printf("%d\n", full >= 1 && full <= 512 && (full < 512 || (a[0] == 511 && a[511] == 0)));

  // Regions of different sizes, some whole warps, some not.
  int b[128] = {0};
#pragma omp target map(tofrom: b, n, late)
  {
#pragma omp parallel num_threads(128)
    {
      int t = omp_get_thread_num();
      b[t] = 1;
#pragma omp barrier
      if (t == 0)
        n[1] = omp_get_num_threads();
    }
#pragma omp parallel num_threads(64)
    for (int k = 0; k < 10; k++) {
      int t = omp_get_thread_num(), m = omp_get_num_threads();
      int left = b[(t + 1) % m];
#pragma omp barrier
      b[t] = left + 1;
      if (t == 0)
        n[2] = m;
#pragma omp barrier
    }
#pragma omp parallel num_threads(33)
    for (int k = 0; k < 3; k++) {
      int t = omp_get_thread_num(), m = omp_get_num_threads();
      int left = b[(t + 1) % m];
#pragma omp barrier
      b[t] = left + 1;
#pragma omp single
      {
        late++;
        n[3] = m;
      }
    }
  }
  int wrong = 0;
  for (int i = 0; i < n[1]; i++)
    wrong += b[i] != 1 + (i < n[2] ? 10 : 0) + (i < n[3] ? 3 : 0);
  printf("%d %d %d\n", wrong, late, n[1] >= 1 && n[1] <= 128);

  // Each team has its own.
  int c[8] = {0};
#pragma omp target teams distribute map(tofrom: c)
  for (int i = 0; i < 8; i++) {
    int s[64] = {0};
#pragma omp parallel num_threads(64)
    {
      s[omp_get_thread_num()] = i;
#pragma omp barrier
      if (omp_get_thread_num() == omp_get_num_threads() - 1)
        c[i] = sums(s, omp_get_num_threads()) - i * omp_get_num_threads();
    }
  }
  printf("%d\n", sums(c, 8));
  return 0;
}
