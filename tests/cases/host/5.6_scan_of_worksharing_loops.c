// OpenMP 5.2 §5.6: scans of loops in a parallel region, combined with it, and in a function that
// is called from it; with labels, and by threads that a branch sends to different loops.
#include <stdio.h>

enum { N = 1000 };
static int a[N], inc[N], exc[N];
static long total;

static void called(int n)
{
#pragma omp for reduction(inscan, +: total)
  for (int i = n - 1; i >= 0; i--) {
    exc[i] = (int)total;
#pragma omp scan exclusive(total)
    total += a[i];
  }
}

static int check(const char *what, int start, int forward, int end)
{
  int s = start, bad = 0;
  for (int k = 0; k < N; k++) {
    int i = forward ? k : N - 1 - k;
    bad += forward ? inc[i] != s + a[i] : exc[i] != s;
    s += a[i];
  }
  if (bad || s != end)
    return printf("%s: %d wrong, %d at the end, not %d\n", what, bad, end, s);
  return 0;
}

int main(void)
{
  int s = 5, bad = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 31 % 17;
#pragma omp parallel for reduction(inscan, +: s) num_threads(4)
  for (int i = 0; i < N; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    inc[i] = s;
  }
  bad += check("combined", 5, 1, s);
  s = -3;
#pragma omp parallel num_threads(3)
  {
#pragma omp for reduction(inscan, +: s) nowait
    for (int i = 0; i < N; i++) {
      {
        if (a[i] % 2)
          goto odd;
        s += a[i];
        goto added;
      odd:
        s += a[i];
      added:;
      }
#pragma omp scan inclusive(s)
      inc[i] = s;
    }
    called(N);
  }
  bad += check("in a region", -3, 1, s) + check("called", 0, 0, (int)total);
  s = 1;
#pragma omp parallel for simd reduction(inscan, +: s) num_threads(2)
  for (int i = 0; i < N; i++) {
    s += a[i];
#pragma omp scan inclusive(s)
    inc[i] = s;
  }
  bad += check("simd", 1, 1, s);
  puts(bad ? "wrong sums" : "ok");
  return 0;
}
