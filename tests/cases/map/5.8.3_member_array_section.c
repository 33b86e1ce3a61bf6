#include <stdio.h>

struct s { int n; double x[10]; };

int main(void)
{
  struct s v = {3, {0}};
#pragma omp target map(tofrom: v.x[2:3])
  for (int i = 2; i < 5; i++)
    v.x[i] = i;
  puts(v.n == 3 && v.x[1] == 0 && v.x[2] == 2 && v.x[4] == 4 && v.x[5] == 0 ? "ok" : "section of a member");
  return 0;
}
