#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100; i++) {
#pragma omp critical(counter) hint(omp_sync_hint_contended)
    n += 1;
  }
  puts(n == 100 ? "ok" : "critical hint");
  return 0;
}
