#include <stdio.h>

struct s { int a, b; };

int main(void)
{
  struct s v = {1, 2};
  int x = 3, *p = &x, r[8];
#pragma omp target map(from: r)
#pragma omp parallel for private(v, p) num_threads(4)
  for (int i = 0; i < 8; i++) {
    v.a = i;
    v.b = 10 * i;
    p = &v.b;
    r[i] = v.a + *p;
  }
  puts(r[7] == 77 && v.a == 1 && p == &x ? "ok" : "private structure and pointer");
  return 0;
}
