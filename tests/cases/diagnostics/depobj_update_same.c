#include <omp.h>
int main(void)
{
  omp_depend_t d;
  int x = 0;
#pragma omp depobj(d) depend(in: x)
#pragma omp depobj(d) update(source)
  return x;
}
