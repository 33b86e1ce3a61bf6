#include <stdio.h>

int main(void)
{
  int sum = 0, last = 0, f = 3, r = 0;
#pragma omp target map(tofrom: sum, last, r)
#pragma omp parallel num_threads(3)
  {
    int t;
#pragma omp sections private(t) firstprivate(f) lastprivate(last) reduction(+: sum)
    {
#pragma omp section
      {
        t = f;
        sum += t;
        last = 1;
      }
#pragma omp section
      {
        t = f * 10;
        sum += t;
        last = 2;
      }
#pragma omp section
      {
        t = f * 100;
        sum += t;
        last = 3;
      }
    }
#pragma omp sections nowait
    {
#pragma omp section
#pragma omp atomic
      r += 1;
#pragma omp section
#pragma omp atomic
      r += 2;
    }
  }
  puts(sum == 333 && last == 3 && r == 3 ? "ok" : "clauses of sections");
  return 0;
}
