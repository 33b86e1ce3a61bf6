// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; // a program without device code has no devices
  int h = omp_get_initial_device(), d = omp_get_default_device(), bad = 0;
  int a[4][5], b[4][5] = {{0}};
  for (int i = 0; i < 20; i++)
    a[i / 5][i % 5] = i;
  int *p = omp_target_alloc(sizeof a, d);
  size_t all[2] = {4, 5}, none[2] = {0, 0}, dims[2] = {4, 5}, part[2] = {2, 3}, at[2] = {1, 2};
  bad += omp_target_memcpy_rect(p, a, sizeof(int), 2, all, none, none, dims, dims, d, h) != 0;
  bad += omp_target_memcpy_rect(b, p, sizeof(int), 2, part, none, at, dims, dims, h, d) != 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      bad += b[i][j] != a[i + 1][j + 2];
  bad += b[2][0] != 0 || b[0][3] != 0;
  bad += omp_target_memcpy_rect(NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, NULL, d, h) < 3;
  omp_target_free(p, d);
  puts(bad == 0 ? "ok" : "omp_target_memcpy_rect");
  return 0;
}
