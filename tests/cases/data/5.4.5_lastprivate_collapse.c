#include <stdio.h>

int main(void)
{
  int x = 0, y = 0;
#pragma omp target teams distribute parallel for collapse(2) lastprivate(x, y) map(tofrom: x, y)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 7; j++) {
      x = i;
      y = j;
    }
  puts(x == 4 && y == 6 ? "ok" : "lastprivate of a nest");
  return 0;
}
