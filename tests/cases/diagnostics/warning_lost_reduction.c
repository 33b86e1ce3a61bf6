#include <stdio.h>
int main(void)
{
  double a[1000], sum = 0, product = 1, most = 0;
  for (int i = 0; i < 1000; i++)
    a[i] = i;
#pragma omp target
#pragma omp parallel for reduction(+: sum)
  for (int i = 0; i < 1000; i++)
    sum += a[i];
  printf("%g\n", sum);
#pragma omp target teams firstprivate(product)
#pragma omp distribute parallel for reduction(*: product)
  for (int i = 0; i < 1000; i++)
    product *= a[i];
  printf("%g\n", product);
#pragma omp target map(to: most)
  {
#pragma omp parallel for reduction(max: most)
    for (int i = 0; i < 1000; i++)
      most = most > a[i] ? most : a[i];
  }
  printf("%g\n", most);
  return 0;
}
