// sizeof of array parameters behind commas and conditions; alignment of the type of a vector element.
#include <stdio.h>
typedef float v4 __attribute__((vector_size(16)));
static int f(char s[], int p[7][3]) { return sizeof(0, s) == sizeof(char *) && sizeof(1, p) == sizeof(void *) && sizeof(*(0, p)) == 3 * sizeof(int) && sizeof(1 ? p : 0) == sizeof(void *); }
#pragma omp declare target enter(f)
int main(void) { int ok = 0, al[4]; char t[7]; int q[7][3]; v4 v = {1, 2, 3, 4};
  #pragma omp target map(from: ok, al) map(to: v)
  { char c[3]; int m[7][3]; ok = f(c, m); __typeof__(v[0]) e = v[1]; __typeof__(v[0] + v[1]) g = v[2]; al[0] = _Alignof(__typeof__(v[0])); al[1] = sizeof e; al[2] = (int)g; struct { char k; __typeof__(v[0]) x; } z; al[3] = (int)((char *)&z.x - (char *)&z); }
  int bad = !ok | (al[0] != 4) * 2 | (al[1] != 4) * 4 | (al[2] != 3) * 8 | (al[3] != 4) * 16 | !f(t, q) * 32;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
