#include <stdio.h>

int main(void)
{
  int a[10] = {0}, seen = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int k = 0; k < 10; k++) {
#pragma omp target nowait map(from: a[k:1]) firstprivate(k)
        a[k] = k * k;
      }
    }
    for (int k = 0; k < 10; k++)
      seen += a[k];
  }
  puts(seen == 285 ? "ok" : "taskgroup does not wait for target tasks");
  return 0;
}
