// Loops and work-sharing constructs directly in a target region, with variables of the
// function around it: its one thread executes them (5.2 §13.8).
#include <stdio.h>

int main(void)
{
  int i = 77, j, k = 0, l = 0, m[10][10];
  double x, sum = 0;
#pragma omp target map(sum)
#pragma omp loop private(x) reduction(+ : sum)
  for (i = 1; i <= 100; i++) {
    x = i * 2;
    sum = sum + x;
  }
#pragma omp target map(sum)
#pragma omp for private(x) reduction(+ : sum)
  for (i = 1; i <= 100; i++) {
    x = i * 2;
    sum = sum + x;
  }
#pragma omp target map(m)
#pragma omp loop collapse(2)
  for (i = 0; i < 10; i++)
    for (j = 0; j < 10; j++)
      m[i][j] = i * j;
  if (i != 77 || m[3][4] != 12 || sum != 20200) {
    printf("%d %d %g\n", i, m[3][4], sum);
    return 1;
  }
#pragma omp target map(i, j, k, l)
  {
#pragma omp loop bind(thread) lastprivate(i)
    for (i = 0; i < 10; i++)
      ;
#pragma omp sections lastprivate(k) reduction(+ : l)
    {
#pragma omp section
      k = 1, l += 2;
#pragma omp section
      k = 2, l += 3;
    }
#pragma omp for lastprivate(j)
    for (j = 0; j < 4; j++)
      ;
  }
  if (i != 10 || j != 4 || k != 2 || l != 5) {
    printf("%d %d %d %d\n", i, j, k, l);
    return 1;
  }
  puts("ok");
  return 0;
}
