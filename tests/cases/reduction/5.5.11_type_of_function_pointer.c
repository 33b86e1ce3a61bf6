// The type of a declare reduction may be a pointer to functions, which needs the name inside.
#include <stdio.h>

typedef int unary(int);
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }

#pragma omp declare reduction(any: int (*)(int): omp_out = omp_in ? omp_in : omp_out) initializer(omp_priv = 0)

int main(void)
{
  unary *f = 0;
#pragma omp parallel for num_threads(4) reduction(any: f)
  for (int i = 0; i < 8; i++)
    if (i == 5)
      f = two;
  int r = 0;
#pragma omp target map(tofrom: r)
  r = 1;
  if (!f || f == one || f(r) != 3) {
    puts("wrong");
    return 1;
  }
  puts("ok");
  return 0;
}
