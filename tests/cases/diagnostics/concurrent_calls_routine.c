#include <omp.h>
int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < 8; i++)
    a[i] = omp_get_thread_num();
  return x + a[0];
}
