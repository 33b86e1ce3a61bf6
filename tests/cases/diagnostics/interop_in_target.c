#include <omp.h>
int main(void)
{
  omp_interop_t o = omp_interop_none;
#pragma omp target
  {
#pragma omp interop init(targetsync: o)
  }
  return o != omp_interop_none;
}
