#include <stdio.h>

int main(void)
{
  int x = 100, sum = 0;
#pragma omp target map(tofrom: x, sum)
#pragma omp parallel for firstprivate(x) lastprivate(x) reduction(+: sum) num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; i++) {
    sum += x;
    x = i;
  }
  puts(x == 2 && sum >= 100 ? "ok" : "firstprivate and lastprivate");
  return 0;
}
