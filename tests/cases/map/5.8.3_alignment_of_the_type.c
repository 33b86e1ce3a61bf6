// only: device
/* 5.2 §5.8.3: corresponding storage has the alignment that the original's static type asks for:
 * variables, sections, members and what pointers point to, private copies as well. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int word __attribute__((aligned(64)));
typedef struct {
  _Alignas(256) char c[10];
} wide;
struct mixed {
  int k;
  _Alignas(128) char m[128];
  int l;
};
static _Alignas(4096) char page[5000];

int main(void)
{
  int off[8] = {0}, between[3] = {1, 2, 3}, moved;
  word x = 3;
  wide y = {{1}};
  _Alignas(16384) int far = 4;
  struct mixed s = {1};
  wide *h = aligned_alloc(256, 4 * sizeof *h);
  h[2].c[0] = 6;
#pragma omp target map(tofrom: between, x, y, off)
  {
    between[0]++, x++, y.c[0]++;
    off[0] = (uintptr_t)&x % 64;
    off[1] = (uintptr_t)&y % 256;
  }
#pragma omp target map(tofrom: s.m, s.l, page[4095:100], off) map(to: far)
  {
    off[2] = (uintptr_t)&s.m % 128;
    off[3] = (uintptr_t)&page[4096] % 4096;
    off[4] = (uintptr_t)&far % 16384;
    s.l = far, page[4096] = 5;
  }
#pragma omp target map(tofrom: h[1:2], off) firstprivate(y, far)
  {
    off[5] = (uintptr_t)&h[1] % 256;
    off[6] = (uintptr_t)&y % 256;
    off[7] = (uintptr_t)&far % 16384;
    h[2].c[0] += y.c[0];
  }
  for (int i = 0; i < 8; i++)
    if (off[i])
      printf("storage %d is not aligned\n", i);
  moved = between[0] == 2 && x == 4 && y.c[0] == 2 && s.l == 4 && page[4096] == 5 && h[2].c[0] == 8;
  puts(moved && !(off[0] | off[1] | off[2] | off[3] | off[4] | off[5] | off[6] | off[7]) ? "ok" : "wrong");
  free(h);
  return 0;
}
