// flags: -Wno-omp-nested-target
/* OpenMP 5.2 §13.8: a device routine may contain target constructs that only the host encounters. */
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
int v = 1;
static int get(int x)
{
  if (x) return v;
#pragma omp target map(always, tofrom: v)
  v++;
#pragma omp target update from(v)
  return -1;
}
static void fill(int n, int *a)
{
  if (n > 4) {
#pragma omp target teams distribute parallel for map(a[:n])
    for (int i = 0; i < n; i++) a[i] = i;
  } else
    for (int i = 0; i < n; i++) a[i] = 10 * i;
}
#pragma omp end declare target

int main(void)
{
  int r = 0, a[8] = {0}, b[4] = {0};
  if (get(0) != -1) return 1;
#pragma omp target map(from: r) map(b)
  {
    r = get(1);
    fill(4, b);
  }
  fill(8, a);
  if (r != 2 || a[7] != 7 || b[3] != 30) return printf("%d %d %d\n", r, a[7], b[3]), 1;
  puts("ok");
}
