#include <stdio.h>

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  {
    int shared_one = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp atomic
      shared_one += 1;
    }
    r = shared_one;
  }
  puts(r >= 1 && r <= 4 ? "ok" : "a local of the region is not shared by its parallel");
  return 0;
}
