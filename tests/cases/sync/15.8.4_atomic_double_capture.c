#include <stdio.h>

int main(void)
{
  double x = 0, largest = 0;
#pragma omp target map(tofrom: x, largest)
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100; i++) {
    double old;
#pragma omp atomic capture
    { old = x; x += 0.5; }
#pragma omp critical
    if (old > largest)
      largest = old;
  }
  puts(x == 50 && largest == 49.5 ? "ok" : "capture of a double");
  return 0;
}
