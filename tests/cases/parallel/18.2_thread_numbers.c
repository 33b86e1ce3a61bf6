#include <omp.h>
#include <stdio.h>

int main(void)
{
  int r[6] = {0};
#pragma omp target map(tofrom: r)
  {
    r[0] = omp_get_thread_num() == 0;
    r[1] = omp_get_num_threads() == 1;
    r[2] = !omp_in_parallel();
#pragma omp parallel num_threads(4)
    {
      if (omp_get_thread_num() == 0) {
        r[3] = omp_get_num_threads() >= 1;
        r[4] = omp_in_parallel() == (omp_get_num_threads() > 1);
        r[5] = omp_get_level() == 1;
      }
    }
  }
  puts(r[0] && r[1] && r[2] && r[3] && r[4] && r[5] ? "ok" : "thread numbers");
  return 0;
}
