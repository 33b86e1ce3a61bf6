// The last iteration reads one element behind the section.
#include <stdio.h>

#ifdef MISTAKE
#define LAST n
#else
#define LAST (n - 1)
#endif

int main(void) {
  double x[101], y[101];
  int n = 100;
  for (int i = 0; i <= n; i++)
    x[i] = i, y[i] = 0;
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
  for (int i = 0; i < LAST; i++)
    y[i] = x[i + 1] - x[i];
  puts(y[0] == 1 && y[98] == 1 ? "ok" : "wrong");
  return 0;
}
