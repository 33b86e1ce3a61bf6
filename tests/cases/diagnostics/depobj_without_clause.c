#include <omp.h>
int main(void)
{
  omp_depend_t d;
  int x = 0;
#pragma omp depobj(d)
  return x;
}
