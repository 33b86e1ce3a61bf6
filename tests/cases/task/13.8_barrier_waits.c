#include <stdio.h>

int main(void)
{
  int a = 0, seen = -1;
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
#pragma omp target nowait map(from: a)
      a = 7;
    }
#pragma omp barrier
#pragma omp single
    seen = a;
  }
  puts(seen == 7 ? "ok" : "a barrier does not complete target tasks");
  return 0;
}
