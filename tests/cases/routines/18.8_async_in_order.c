// gcc: no (gcc-12 has no asynchronous routines)
// OpenMP 5.2 §18.8.7, §18.8.8, 6.0 §25.7: asynchronous routines are target tasks, in
// order with constructs and host tasks by what they depend on; they return before.
#include <omp.h>
#include <stdio.h>

enum { ROWS = 6, COLUMNS = 8 };

int main(void)
{
  int host = omp_get_initial_device(), d = omp_get_default_device(), bad = 0, seen = 0;
  static int a[ROWS][COLUMNS], b[ROWS][COLUMNS], box[2][3];
#pragma omp target enter data map(alloc: a)
  int *p = omp_get_mapped_ptr(a, d);
  size_t volume[] = {2, 3}, to[] = {0, 0}, from[] = {1, 2}, dst[] = {2, 3}, src[] = {ROWS, COLUMNS};
  omp_depend_t o;
  for (int i = 0; i < ROWS * COLUMNS; i++)
    b[0][i] = i;
#pragma omp depobj(o) depend(inout: a)
#pragma omp target nowait depend(inout: a)
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++)
      a[i][k] = -1;
  bad += omp_target_memset_async(p, 0, sizeof a / 2, d, 1, &o) != p;
  bad += omp_target_memcpy_async(p, b, sizeof b[0], 0, sizeof b[1], d, host, 1, &o) != 0;
#pragma omp target nowait depend(inout: a)
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++)
      a[i][k] += 100 * i + k;
  bad += omp_target_memcpy_rect_async(box, p, sizeof(int), 2, volume, to, from, dst, src, host, d, 1, &o) != 0;
  bad += omp_target_memcpy_async(b, p, sizeof b, 0, 0, host, d, 1, &o) != 0;
#pragma omp task depend(in: a) shared(seen)
  seen = b[5][7];
#pragma omp taskwait
#pragma omp depobj(o) destroy
#pragma omp target exit data map(delete: a)
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < COLUMNS; k++)
      bad += b[i][k] != 100 * i + k + (i == 0 ? 8 + k : i < 3 ? 0 : -1);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++)
      bad += box[i][k] != 100 * (i + 1) + k + 2;
  bad += seen != 506;
  puts(bad == 0 ? "ok" : "asynchronous routines");
  return 0;
}
