#include <omp.h>
#include <stdio.h>

int main(void)
{
  int many = 0, one = 0;
#pragma omp target map(tofrom: many, one)
  for (int k = 0; k < 2; k++) {
#pragma omp parallel if(k) num_threads(3)
    {
#pragma omp single
      {
        if (k)
          many = omp_get_num_threads();
        else
          one = omp_get_num_threads();
      }
    }
  }
  puts(one == 1 && many >= 1 && many <= 3 ? "ok" : "if on parallel");
  return 0;
}
