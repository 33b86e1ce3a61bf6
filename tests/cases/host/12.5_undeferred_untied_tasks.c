// Untied tasks whose if clause says that they are not deferred (OpenMP 5.2 §12.5): libomp fails an assertion over them.
#include <stdio.h>

static int fib(int n, int cutoff)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > cutoff) untied mergeable
  a = fib(n - 1, cutoff);
#pragma omp task shared(b) untied, final(n < 3) if (task : n > cutoff)
  b = fib(n - 2, cutoff);
#pragma omp taskwait
  return a + b;
}

int main(void)
{
  int some = 0, none = 0, alone = fib(9, 20);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    some = fib(15, 9);
    none = fib(10, 100);
#pragma omp task untied if (0) depend(inout : none)
    none++;
  }
  puts(some == 610 && none == 56 && alone == 34 ? "ok" : "wrong");
  return 0;
}
