/* OpenMP 5.2 §5.8.3: a section is contiguous where the length of an outer dimension is 1 when the program runs. */
#include <stdio.h>

static void work(int rows, int n, int (*p)[10])
{
  int m[4][5][6];
  for (int i = 0; i < 4 * 5 * 6; i++)
    (&m[0][0][0])[i] = i;
#pragma omp target map(m[1][:rows][1:]) map(p[n:rows][2:3])
  {
    for (int k = 1; k < 6; k++)
      m[1][0][k] += 1000;
    for (int k = 2; k < 5; k++)
      p[n][k] = k;
  }
  int failed = 0;
  for (int i = 0; i < 4 * 5 * 6; i++)
    failed += (&m[0][0][0])[i] != i + (i > 30 && i < 36 ? 1000 : 0);
  for (int i = 0; i < 30; i++)
    failed += p[i / 10][i % 10] != (i >= 12 && i < 15 ? i - 10 : -1);
  if (!failed)
    puts("ok");
  else
    printf("%d elements are wrong\n", failed);
}

int main(void)
{
  int a[3][10];
  for (int i = 0; i < 30; i++)
    a[i / 10][i % 10] = -1;
  work(1, 1, a);
  return 0;
}
