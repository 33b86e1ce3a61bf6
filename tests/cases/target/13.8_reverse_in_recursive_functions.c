// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8: a reverse-offload region calls the function that it stands in, which no declaration precedes. */
#include <stdio.h>
#pragma omp requires reverse_offload

int digits(int n)
{
  int r = 1;
  if (n < 10) return r;
#pragma omp target map(tofrom: r) firstprivate(n)
  {
    int rest;
#pragma omp target device(ancestor: 1) map(from: rest)
    rest = digits(n / 10);
    r += rest;
  }
  return r;
}
int main(void) { puts(digits(7) == 1 && digits(31415) == 5 ? "ok" : "wrong"); }
