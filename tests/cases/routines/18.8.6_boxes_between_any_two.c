// only: device
// gcc: no (gcc-12 has no asynchronous routines)
/* 5.1 §3.8.6, §3.8.8: boxes go between any two of host and device, of arrays with different extents; without both arrays
 * the routines tell the number of dimensions. */
#include <omp.h>
#include <stdio.h>

enum { A = 3, B = 4, C = 5, X = 4, Y = 6, Z = 7 };

int main(void)
{
#pragma omp target
  ; /* a program without device code has no devices */
  int host = omp_get_initial_device(), device = omp_get_default_device(), bad = 0;
  static int from[A][B][C], to[X][Y][Z];
  for (int i = 0; i < A * B * C; i++)
    from[i / (B * C)][i / C % B][i % C] = i + 1;
  size_t box[] = {2, 3, 2}, at[] = {1, 1, 3}, there[] = {2, 0, 5}, small[] = {A, B, C}, large[] = {X, Y, Z};
  for (int way = 0; way < 8; way++) {
    int src = way & 1 ? device : host, dst = way & 2 ? device : host;
    void *p = omp_target_alloc(sizeof from, src), *q = omp_target_alloc(sizeof to, dst);
    for (int i = 0; i < X * Y * Z; i++)
      to[i / (Y * Z)][i / Z % Y][i % Z] = 0;
    omp_target_memcpy(p, from, sizeof from, 0, 0, src, host);
    omp_target_memcpy(q, to, sizeof to, 0, 0, dst, host);
    if (way & 4) {
      bad += omp_target_memcpy_rect_async(q, p, sizeof(int), 3, box, there, at, large, small, dst, src, 0, NULL) != 0;
#pragma omp taskwait
      bad += omp_target_memcpy_rect_async(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, dst, src, 0, NULL) < 3;
    } else {
      bad += omp_target_memcpy_rect(q, p, sizeof(int), 3, box, there, at, large, small, dst, src) != 0;
      bad += omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, dst, src) < 3;
    }
    omp_target_memcpy(to, q, sizeof to, 0, 0, host, dst);
    for (int i = 0; i < X * Y * Z; i++) {
      int x = i / (Y * Z) - 2, y = i / Z % Y, z = i % Z - 5;
      int want = x >= 0 && y < 3 && z >= 0 ? from[x + 1][y + 1][z + 3] : 0;
      bad += to[x + 2][y][z + 5] != want;
    }
    omp_target_free(p, src);
    omp_target_free(q, dst);
  }
  puts(bad ? "boxes" : "ok");
  return 0;
}
