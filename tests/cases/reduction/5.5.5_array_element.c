// gcc: no (gcc 12 loses the reduction of an element on target teams loop)
// A list item may be an array element: its array's section of length one.
#include <stdio.h>

int main(void)
{
  double avg[4] = {1, 2, 3, 4}, *p = avg;
  int m[2][3] = {{0}}, k = 1;
#pragma omp parallel for reduction(+ : avg[0])
  for (int i = 0; i < 100; i++)
    avg[0] += i;
#pragma omp parallel for reduction(+ : p[2])
  for (int i = 0; i < 100; i++)
    p[2] += i;
#pragma omp parallel for reduction(max : m[1][2])
  for (int i = 0; i < 100; i++)
    m[1][2] = m[1][2] > i ? m[1][2] : i;
#pragma omp parallel for reduction(+ : m[0][k])
  for (int i = 0; i < 100; i++)
    m[0][k] += i;
  if (avg[0] != 4951 || avg[2] != 4953 || m[1][2] != 99 || m[0][1] != 4950) {
    printf("host: %g %g %d %d\n", avg[0], avg[2], m[1][2], m[0][1]);
    return 1;
  }
#pragma omp target map(tofrom : avg)
#pragma omp teams distribute parallel for reduction(+ : avg[0])
  for (int i = 0; i < 100; i++)
    avg[0] += i;
#pragma omp target parallel for reduction(+ : p[2])
  for (int i = 0; i < 100; i++)
    p[2] += i;
#pragma omp target teams distribute parallel for reduction(max : m[1][2])
  for (int i = 0; i < 1000; i++)
    m[1][2] = m[1][2] > i ? m[1][2] : i;
#pragma omp target teams loop reduction(+ : m[0][k])
  for (int i = 0; i < 1000; i++)
    m[0][k] += i;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : avg[3])
  for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : avg[3]) firstprivate(i)
    avg[3] += i;
  }
  if (avg[0] != 9901 || avg[1] != 2 || avg[2] != 9903 || avg[3] != 49 || m[1][2] != 999 || m[0][1] != 504450) {
    printf("%g %g %g %g %d %d\n", avg[0], avg[1], avg[2], avg[3], m[1][2], m[0][1]);
    return 1;
  }
  puts("ok");
  return 0;
}
