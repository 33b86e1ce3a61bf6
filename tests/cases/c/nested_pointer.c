// host: gcc
// gpu: no (a pointer to a nested function with a frame is code on the stack)
// Pointers to nested functions that use variables of the function around them.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#pragma omp declare target
static int apply(int (*f)(int), int x) { return f(x) + f(x + 1); }
static int capture(int n)
{
  int seen = 0;
  int count(int x) { seen += x; return x + n; }
  return apply(count, n) * 100 + seen;
}
static void sort(int *a, int n, int down)
{
  int compare(const void *x, const void *y) { int d = *(const int *)x - *(const int *)y; return down ? -d : d; }
  qsort(a, n, sizeof *a, compare);
}
// Man or boy: the pointers of each activation stay its own.
static int A(int k, int x1(void), int x2(void), int x3(void), int x4(void), int x5(void))
{
  int B(void) { return A(--k, B, x1, x2, x3, x4); }
  return k <= 0 ? x4() + x5() : B();
}
static int one(void) { return 1; }
static int minus(void) { return -1; }
static int zero(void) { return 0; }
// A pointer that one nested function makes of another outlives it.
static int passed(int n)
{
  int (*kept)(int);
  int add(int x) { return x + n; }
  void keep(void) { kept = add; }
  keep();
  n = 50;
  return kept(1);
}
struct pair { long a, b; };
static long variable(int n)
{
  int m[n];
  for (int i = 0; i < n; i++) m[i] = i;
  struct pair ends(int k) { return (struct pair){ m[k], sizeof m / sizeof m[0] }; }
  struct pair (*p)(int) = ends;
  return p(2).a * 10 + p(2).b;
}
#pragma omp end declare target
int main(void)
{
  int a[6] = { 5, 3, 9, 1, 7, 2 }, r[6] = { 0 };
  #pragma omp target map(tofrom: a, r)
  {
    r[0] = capture(5);
    sort(a, 6, 1);
    r[1] = A(8, one, minus, minus, one, zero);
    r[2] = passed(4);
    r[3] = variable(4);
    #pragma omp parallel num_threads(4)
    {
      int me = omp_get_thread_num();
      int mine(int x) { return x * me; }
      int v = apply(mine, 10);
      #pragma omp atomic
      r[4] += v;
    }
  }
  static const int want[6] = { 2111, -10, 51, 24, 126 };
  int wrong = 0;
  for (int i = 0; i < 6; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  for (int i = 0; i < 5; i++)
    if (a[i] < a[i + 1]) printf("not sorted\n"), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
