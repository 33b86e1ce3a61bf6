#include <stdio.h>

struct s { int a[3]; double d; };

int main(void)
{
  int i = 3, a[3] = {1, 2, 3}, r = 0;
  struct s v = {{4, 5, 6}, 0.5};
#pragma omp target firstprivate(i, a, v) map(from: r)
  {
    r = i + a[2] + v.a[2] + (v.d == 0.5);
    i = 0;
    a[2] = 0;
    v.a[2] = 0;
  }
  puts(r == 13 && i == 3 && a[2] == 3 && v.a[2] == 6 ? "ok" : "firstprivate");
  return 0;
}
