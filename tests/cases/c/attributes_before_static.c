// flags: -std=gnu2x -w
// static behind attributes in double brackets (C23 6.7.12) is static: the bracket is no array's.
#include <stdio.h>
#pragma omp begin declare target
static int count(void) { [[maybe_unused]] static int n; return ++n; }
[[maybe_unused]] static int plus(int x) { return x + 1; }
[[gnu::noinline]] [[maybe_unused]] static const int table[] = { 1, 2, 3 };
static int sum(int n, int a[static 2]) { [[maybe_unused]] const static int more = 7; return a[0] + a[n - 1] + more; }
static int work(void)
{
  [[maybe_unused]] static int calls = 40;
  int a[] = { 5, 6 };
  count();
  return ++calls + count() + plus(1) + table[2] + sum(2, a);
}
#pragma omp end declare target
int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = work();
  printf("%d\n", r);
  return 0;
}
