/* OpenMP 5.2 §5.5.5, 6.0 §7.6.5: a section of a row is reduced: the array base is the variable. */
#include <stdio.h>

static int arr[10][4], cube[3][4][5];

static void rows(int n, int (*p)[4], int r)
{
#pragma omp parallel for reduction(+: arr[1][0:2], p[r][1:n])
  for (int i = 0; i < 40; ++i)
    ++arr[1][i % 2], p[r][1 + i % n] += 2;
#pragma omp target parallel for reduction(+: p[r][0:2], cube[r][1:n - 1][:5]) map(p[:4], cube)
  for (int i = 0; i < 60; ++i)
    p[r][i % 2]++, cube[r][1 + i % 2][i / 2 % n]++;
#pragma omp target teams distribute parallel for reduction(max: cube[0][3][n:2]) map(cube)
  for (int i = 0; i < 60; ++i)
    cube[0][3][n + i % 2] = i > cube[0][3][n + i % 2] ? i : cube[0][3][n + i % 2];
}

int main(void)
{
  int a[4][4] = {{0}}, wrong = 0;
  rows(3, a, 2);
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 4; j++)
      wrong += arr[i][j] != (i == 1 && j < 2 ? 20 : 0);
  wrong += a[2][0] != 30 || a[2][1] != 30 + 28 || a[2][2] != 26 || a[2][3] != 26 || a[1][1] || a[3][0];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 5; k++)
        wrong += cube[i][j][k] != (i == 2 && (j == 1 || j == 2) && k < 3 ? 10 : i == 0 && j == 3 && k > 2 ? 55 + k : 0);
  if (wrong) return printf("%d wrong: %d %d %d\n", wrong, arr[1][0], a[2][1], cube[2][1][0]), 1;
  puts("ok");
}
