#include <stdio.h>
#include <stdlib.h>

int main(void)
{
  int n = 3, m = 4, **p = malloc(n * sizeof *p);
  for (int i = 0; i < n; i++) {
    p[i] = malloc(m * sizeof **p);
    for (int j = 0; j < m; j++)
      p[i][j] = i * m + j;
  }
#pragma omp target enter data map(to: p[0:n])
  for (int i = 0; i < n; i++) {
#pragma omp target enter data map(to: p[i][0:m])
  }
#pragma omp target map(p[0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      p[i][j] += 100;
  for (int i = 0; i < n; i++) {
#pragma omp target exit data map(from: p[i][0:m])
  }
#pragma omp target exit data map(release: p[0:n])
  int bad = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      bad += p[i][j] != i * m + j + 100;
  puts(bad == 0 ? "ok" : "rows of a matrix attached one by one");
  return 0;
}
