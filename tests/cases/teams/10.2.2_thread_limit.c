#include <omp.h>
#include <stdio.h>

int main(void)
{
  int n = 0;
#pragma omp target teams num_teams(1) thread_limit(3) map(tofrom: n)
  {
#pragma omp parallel num_threads(64)
    {
#pragma omp single
      n = omp_get_num_threads();
    }
  }
  puts(n >= 1 && n <= 3 ? "ok" : "thread_limit");
  return 0;
}
