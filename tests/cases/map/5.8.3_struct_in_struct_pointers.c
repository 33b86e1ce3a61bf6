#include <stdio.h>

struct leaf { int n; double *x; };
struct tree { struct leaf left, right; };

int main(void)
{
  double a[2] = {1, 2}, b[3] = {3, 4, 5}, sum = 0;
  struct tree t = {{2, a}, {3, b}};
#pragma omp target map(to: t) map(tofrom: t.left.x[0:2], t.right.x[0:3], sum)
  {
    for (int i = 0; i < t.left.n; i++)
      sum += t.left.x[i];
    for (int i = 0; i < t.right.n; i++)
      t.right.x[i] = -t.right.x[i];
  }
  puts(sum == 3 && b[2] == -5 && t.left.x == a ? "ok" : "pointers in nested structures");
  return 0;
}
