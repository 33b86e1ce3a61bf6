// gcc: no (ext_vector_type is clang's)
// Vectors of three and six elements as globals, members, parameters and results, mapped, shared and private, and as elements of arrays.
#include <stdio.h>
#include <stdlib.h>
typedef float f3 __attribute__((ext_vector_type(3)));
typedef float f2 __attribute__((ext_vector_type(2)));
typedef double d3 __attribute__((ext_vector_type(3)));
typedef short h6 __attribute__((ext_vector_type(6)));
struct ray { f3 from, to; int n; };
#pragma omp begin declare target
f3 origin = { 1, 2, 3 }; f3 table[2] = { { 1, 1, 1 }, 5 };
static struct ray grow(struct ray r, int k) { r.to += r.from.zyx * k; r.n = k; return r; }
static f3 apply(f3 (*f)(f3, f3), f3 a, f3 b) { return f(a, b); }
static f3 add(f3 a, f3 b) { return a + b; }
#pragma omp end declare target
int main(void) {
  f3 acc[4] = { 0 }, shift = { 10, 20, 30 }, out = 0; d3 big = { 1e300, 2, -1 }; h6 six = { 1, 2, 3, 4, 5, 6 };
  struct ray r = { .from = { 1, 2, 3 } };
  f3 *heap = malloc(5 * sizeof *heap); for (int i = 0; i < 5; i++) heap[i] = i;
  origin = origin * 2;
#pragma omp target update to(origin)
#pragma omp target teams distribute parallel for map(tofrom: acc) firstprivate(shift, big) map(tofrom: heap[0:5]) num_teams(2)
  for (int i = 0; i < 4; i++) {
    f3 t = shift; t.x += i; acc[i] = t + origin.zzy; heap[i].yz = (f2){ -i, i } + (float)big.y;
  }
#pragma omp target map(tofrom: r, out, six, big)
  {
    r = grow(r, 3);
    out = apply(add, table[1], r.to) - shift.yyy;
    f3 v = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp critical
      v += 1;
    }
    out.z += v.z * 1000; six = six + six.s543210; big.zx = big.xz; six.odd = -six.even;
    int n = 3; f3 vla[n]; vla[n - 1] = v; out.y += vla[2].y; 
  }
#pragma omp target update from(origin)
  for (int i = 0; i < 4; i++) printf("%g %g %g\n", acc[i].x, acc[i].y, acc[i].z);
  for (int i = 0; i < 5; i++) printf("%g %g %g;", heap[i].x, heap[i].y, heap[i].z);
  printf("\n%g %g %g %d\n", r.to.x, r.to.y, r.to.z, r.n); printf("%g %g %g\n", out.x, out.y, out.z);
  printf("%d %d %d %d %d %d %d\n", six.s0, six.s1, six.s2, six.s3, six.s4, six.s5, (int)sizeof six); printf("%g %g %g\n", big.x, big.y, big.z);
  printf("%g %g %g\n", origin.x, origin.y, origin.z);
}
