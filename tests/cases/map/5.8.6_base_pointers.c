// only: device
/* 5.1 §2.14.5: the private copy of a base pointer is set such that the list item's elements are found through it,
 * also where the section does not begin at the pointer; that of a zero-length section is the device's
 * address where the storage is mapped, and keeps its value elsewhere (§2.21.7.2). */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../check.h"

int main(void)
{
  int device = omp_get_default_device(), n = 40, r[4] = {0}, zero = 0;
  int *p = malloc(n * sizeof *p), *end = p + n, *saved = p, *unmapped = malloc(sizeof *unmapped);
  int (*rows)[8] = (int (*)[8])p;
  uintptr_t got[3];
  for (int i = 0; i < n; i++)
    p[i] = i;
#pragma omp target map(tofrom: p[10:20]) map(tofrom: r)
  r[0] = p[10] + p[29], p[10] = -1, p += 11, r[1] = *p;
  CHECK(r[0] == 39 && r[1] == 11 && p == saved && p[10] == -1);
#pragma omp target map(tofrom: end[-8:4]) map(tofrom: r)
  r[0] = end[-8] + end[-5], end[-6] = -2;
  CHECK(r[0] == 67 && p[34] == -2);
#pragma omp target map(tofrom: rows[2:2][:8]) map(tofrom: r)
  r[0] = rows[2][1] + rows[3][3], rows[3][2] = -3;
  CHECK(r[0] == 44 && p[26] == -3);
#pragma omp target data map(to: p[5:10])
  {
#pragma omp target map(p[:0], unmapped[:zero], end[zero:0]) map(from: got)
    got[0] = (uintptr_t)p, got[1] = (uintptr_t)unmapped, got[2] = (uintptr_t)end;
    CHECK(got[0] == (uintptr_t)p && got[1] == (uintptr_t)unmapped && got[2] == (uintptr_t)end);
    int *inside = p + 7;
#pragma omp target map(inside[:zero]) map(tofrom: r) map(from: got)
    got[0] = (uintptr_t)inside, r[2] = inside[0] + inside[-1];
    CHECK(r[2] == 13 && got[0] == (uintptr_t)omp_get_mapped_ptr(p + 7, device) && inside == p + 7);
  }
  free(p);
  free(unmapped);
  puts(errors ? "base pointers" : "ok");
  return 0;
}
