#include <omp.h>
static void limit(int n)
{
  omp_set_teams_thread_limit(n);
}
void f(void)
{
#pragma omp parallel
  {
    omp_set_num_teams(4);
    limit(8);
  }
}
