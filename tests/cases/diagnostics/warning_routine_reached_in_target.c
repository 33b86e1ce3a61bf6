#include <omp.h>
static int count(void)
{
  return omp_get_num_devices();
}
static int twice(void)
{
  int n = 2 * count();
  return n;
}
int main(void)
{
  int n = 0;
#pragma omp target map(from: n)
  n = twice();
  return n - twice();
}
