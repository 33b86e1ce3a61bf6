// gcc: no (ext_vector_type is clang's)
// Elements of clang's vectors by name: read, written, of parts of structures and of results.
#include <stdio.h>
#pragma omp begin declare target
typedef float f4 __attribute__((ext_vector_type(4)));
typedef int i2 __attribute__((ext_vector_type(2)));
typedef unsigned char c16 __attribute__((ext_vector_type(16)));
struct body { f4 at; i2 cell[2]; };
static f4 twice(f4 v) { return v + v; }
static float work(struct body *b)
{
  f4 v = { 1, 2, 3, 4 };
  c16 c = 0;
  v.x = v.w;
  v.y += 10, v.g++;
  b->at = v, b->at.z = 7;
  b->cell[1].y = 5, b->cell[1].x = b->cell[1].y + 1;
  c.sf = 200, c.sA = 3, c.s0 = c.sF;
  return v.x + v.y * 10 + b->at.b * 1000 + b->at.a * 10000 + b->cell[1].x * 100000 + twice(v).x + c.s0 / 1000.f + c.sa;
}
#pragma omp end declare target
int main(void)
{
  struct body b = { 0 };
  float r = 0;
  #pragma omp target map(tofrom: r, b)
  r = work(&b);
  struct body h = { 0 };
  float s = work(&h);
  if (r != s || b.at.z != h.at.z || b.cell[1].x != 6) printf("%f, host %f\n", r, s);
  else printf("ok\n");
  return r != s;
}
