#include <stdio.h>

int main(void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    int k = 5, t = 100;
#pragma omp parallel num_threads(3) shared(k, t)
    {
#pragma omp single private(t) firstprivate(k)
      {
        t = k * 2;
        k = 0;
        r += t;
      }
#pragma omp single
      r += k;
    }
    r += t;
  }
  puts(r == 115 ? "ok" : "single private firstprivate");
  return 0;
}
