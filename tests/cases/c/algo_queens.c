// The N queens problem, recursively; the first rows are shared out.
#include <stdio.h>

#pragma omp declare target
static int place(unsigned all, unsigned cols, unsigned left, unsigned right)
{
  int n = 0;
  if (cols == all)
    return 1;
  for (unsigned free = all & ~(cols | left | right); free; free &= free - 1) {
    unsigned q = free & -free;
    n += place(all, cols | q, (left | q) << 1, (right | q) >> 1);
  }
  return n;
}
#pragma omp end declare target

int main(void)
{
  static const int want[] = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724};
  int bad = 0;
  for (int n = 1; n <= 10; n++) {
    int total = 0;
    unsigned all = (1u << n) - 1;
#pragma omp target teams distribute parallel for reduction(+: total)
    for (int i = 0; i < n; i++)
      total += place(all, 1u << i, 2u << i, 1u << i >> 1);
    bad += total != want[n - 1];
  }
  puts(bad ? "wrong" : "ok");
  return 0;
}
