// Types of variadic arguments that are no words with a star behind them: pointers to functions and to arrays, typeof.
#include <stdarg.h>
#include <stdio.h>
#pragma omp begin declare target
struct pair { int a, b; };
static int square(int x) { return x * x; }
static int work(int n, ...)
{
  va_list ap;
  va_start(ap, n);
  int r = va_arg(ap, int (*)(int))(n);
  int (*row)[3] = va_arg(ap, int (*)[3]);
  r = r * 10 + (*row)[2];
  r = r * 10 + va_arg(ap, typeof(n));
  int (*const *table)(int) = va_arg(ap, int (*const *)(int));
  r += table[1](20);
  const char *text = va_arg(ap, const char *);
  const struct pair *pair = va_arg(ap, const struct pair *);
  r += text[0] + va_arg(ap, const unsigned long) + pair->b;
  r += *va_arg(ap, volatile int *) + va_arg(ap, const int (*)[2])[0][1];
  va_end(ap);
  return r;
}
#pragma omp end declare target
int main(void)
{
  int r;
  #pragma omp target map(from: r)
  {
    int a[3] = { 1, 2, 3 };
    int (*const table[2])(int) = { 0, square };
    struct pair pair = { 1, 1000 };
    volatile int v = 10000;
    const int last[2] = { 0, 100000 };
    r = work(5, square, &a, 7, table, "\1", &pair, 3ul, &v, &last);
  }
  printf("%d\n", r);
  return 0;
}
