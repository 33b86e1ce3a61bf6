#include <omp.h>
#include <stdio.h>

int main(void)
{
  int x = 1, zero = 0, host = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait if(zero) map(tofrom: x, host) depend(inout: x)
    {
      host = omp_is_initial_device();
      x += 1;
    }
#pragma omp taskwait
  }
  puts(x == 2 && host ? "ok" : "if(0) nowait");
  return 0;
}
