#include <omp.h>
int main(void)
{
  omp_interop_t o = omp_interop_none;
  int x = 0;
#pragma omp interop init(target: o) depend(in: x)
  return x + (o != omp_interop_none);
}
