#include <stdio.h>

struct conf { int n; double f[2]; };

#pragma omp begin declare target
struct conf conf = {3, {0.5, 1.5}};
int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
#pragma omp end declare target

int main(void)
{
  double r = 0;
#pragma omp target map(from: r)
  {
    r = conf.n * conf.f[1] + grid[1][2];
    grid[0][0] = 100;
    conf.n = 50;
  }
#pragma omp target update from(grid, conf)
  puts(r == 10.5 && grid[0][0] == 100 && conf.n == 50 ? "ok" : "arrays and structures");
  return 0;
}
