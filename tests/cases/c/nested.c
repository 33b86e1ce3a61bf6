// host: gcc
// Nested functions (GNU C): calls, recursion, what they capture from where.
#include <omp.h>
#include <stdio.h>
#pragma omp declare target
struct pair { long a, b; };
static int apply(int (*f)(int), int x) { return f(x) + f(x + 1); }
static int sum(int n, const int *a)
{
  int s = 0;
  void add(int i) { s += a[i]; }
  for (int i = 0; i < n; i++) add(i);
  return s;
}
static int rec(int n)
{
  int calls = 0;
  int fib(int k) { calls++; return k < 2 ? k : fib(k - 1) + fib(k - 2); }
  return fib(n) * 1000 + calls;
}
static int mutual(int n)
{
  int steps = 0;
  auto int odd(int);
  int even(int k) { steps++; return k == 0 ? 1 : odd(k - 1); }
  int odd(int k) { steps++; return k == 0 ? 0 : even(k - 1); }
  return even(n) * 100 + steps;
}
static int deep(int x)
{
  int a = x;
  int outer(int y) {
    int b = y;
    int inner(int z) { a++; b += z; return a * b; }
    return inner(1) + inner(2) + b;
  }
  return outer(3) + a;
}
static int vla(int n)
{
  int m[n][n + 1];
  int at(int i, int j) { return m[i][j] + (int)(sizeof m / sizeof m[0]); }
  for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) m[i][j] = i * 10 + j;
  return at(n - 1, n);
}
static struct pair agg(long k)
{
  struct pair p = { k, k };
  struct pair swap(struct pair q) { p.a += q.b; return (struct pair){ p.b, p.a }; }
  return swap((struct pair){ 1, 2 });
}
static int pointer(int n)
{
  int twice(int x) { return 2 * x; }
  return apply(twice, n);
}
static int vari(int n, ...)
{
  int k = n;
  int va(int c, ...) { __builtin_va_list l; __builtin_va_start(l, c); int r = k; while (c--) r += __builtin_va_arg(l, int); __builtin_va_end(l); return r; }
  return va(3, 1, 2, 3);
}
#pragma omp end declare target
int main(void)
{
  int a[6] = { 5, 3, 9, 1, 7, 2 }, r[16] = { 0 };
  struct pair p;
  #pragma omp target map(tofrom: a, r, p)
  {
    int k = 3;
    int local(int x) { return k += x; }
    r[0] = sum(6, a); r[1] = rec(10); r[2] = mutual(9); r[3] = deep(2); r[4] = vla(4); p = agg(7);
    r[5] = pointer(20); r[6] = vari(1, 2); local(4); r[7] = local(1);
    int part[4] = { 0 };
    #pragma omp parallel num_threads(4)
    { int me = omp_get_thread_num(); void put(int v) { part[me] = v * me + k; } put(3); }
    r[10] = part[0] + part[1] + part[2] + part[3];
  }
  static const int want[16] = { 27, 55177, 10, 46, 38, 82, 7, 8, 0, 0, 50 };
  int wrong = p.a != 7 || p.b != 9;
  for (int i = 0; i < 16; i++)
    if (r[i] != want[i]) printf("%d: %d\n", i, r[i]), wrong = 1;
  if (!wrong) printf("ok\n");
  return wrong;
}
