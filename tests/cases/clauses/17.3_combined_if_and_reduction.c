#include <stdio.h>

int main(void)
{
  int s = 0, n = 100, y = 1;
#pragma omp target teams distribute parallel for simd if(target: y) if(parallel: n > 10) if(simd: y) \
    reduction(+: s) firstprivate(y) num_teams(2) thread_limit(8) num_threads(4) collapse(1) schedule(static) dist_schedule(static)
  for (int i = 0; i < n; i++)
    s += y;
  puts(s == 100 ? "ok" : "every clause at its constituent");
  return 0;
}
