#include <stdio.h>

int main(void)
{
  int a[64];
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target data map(from: a)
    {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma omp target
#pragma omp parallel for
      for (int i = 0; i < 64; i++)
        a[i] += 1;
    }
  }
  puts(a[0] == 1 && a[63] == 64 ? "ok" : "nested constructs");
  return 0;
}
