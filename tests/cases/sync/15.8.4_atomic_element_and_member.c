#include <stdio.h>

struct s { int n; double w; };

int main(void)
{
  struct s v[2] = {{0, 0}, {0, 0}};
  int h[4] = {0};
#pragma omp target teams distribute parallel for map(tofrom: v, h)
  for (int i = 0; i < 400; i++) {
#pragma omp atomic
    h[i & 3]++;
#pragma omp atomic
    v[i & 1].n += 2;
#pragma omp atomic
    v[1].w += 0.5;
  }
  puts(h[0] == 100 && h[3] == 100 && v[0].n == 400 && v[1].n == 400 && v[1].w == 200 ? "ok" : "atomic lvalues");
  return 0;
}
