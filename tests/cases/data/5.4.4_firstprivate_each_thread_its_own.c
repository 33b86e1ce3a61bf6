#include <stdio.h>

int main(void)
{
  int k = 10, sum = 0;
#pragma omp target map(tofrom: sum)
#pragma omp parallel for firstprivate(k) reduction(+: sum) num_threads(4) schedule(static, 1)
  for (int i = 0; i < 4; i++) {
    k += i;
    sum += k;
  }
  puts(sum == 46 && k == 10 ? "ok" : "threads share a firstprivate variable");
  return 0;
}
