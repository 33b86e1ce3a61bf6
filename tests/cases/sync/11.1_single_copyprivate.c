#include <omp.h>
#include <stdio.h>

int main(void)
{
  int bad = 0;
#pragma omp target map(tofrom: bad)
#pragma omp parallel num_threads(4)
  {
    int x = omp_get_thread_num();
    double y = 0;
#pragma omp single copyprivate(x, y)
    {
      x = 77;
      y = 2.5;
    }
    if (x != 77 || y != 2.5) {
#pragma omp atomic
      bad += 1;
    }
  }
  puts(bad == 0 ? "ok" : "copyprivate");
  return 0;
}
