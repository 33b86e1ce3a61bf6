// gcc: no (gcc 12 wants a compound statement round a stand-alone directive)
// A section is a sequence of statements, which may begin with a stand-alone directive or be one.
#include <stdio.h>

int main(void)
{
  int n = 0, m = 0;
#pragma omp parallel sections num_threads(2) shared(n)
  {
#pragma omp section
#pragma omp flush
    n++;
#pragma omp section
#pragma omp taskwait
#pragma omp section
    m = 1;
#pragma omp taskyield
  }
#pragma omp parallel num_threads(2)
#pragma omp sections firstprivate(m) lastprivate(m)
  {
#pragma omp taskwait
    m++;
#pragma omp section
#pragma omp flush
    m = 3;
  }
  if (n != 1 || m != 3) {
    printf("%d %d\n", n, m);
    return 1;
  }
  puts("ok");
  return 0;
}
