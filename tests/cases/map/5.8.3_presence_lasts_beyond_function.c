// only: device
#include <omp.h>
#include <stdio.h>

static int grid[32];

static void begin(void)
{
#pragma omp target enter data map(to: grid)
}

static void end(void)
{
#pragma omp target exit data map(from: grid)
}

int main(void)
{
  int d = omp_get_default_device(), ok;
  begin();
  ok = omp_target_is_present(grid, d);
#pragma omp target
  grid[31] = 31;
  ok = ok && grid[31] == 0;
  end();
  puts(ok && grid[31] == 31 && !omp_target_is_present(grid, d) ? "ok" : "unstructured mapping");
  return 0;
}
