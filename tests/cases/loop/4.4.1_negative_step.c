#include <stdio.h>

int main(void)
{
  int a[20] = {0};
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 19; i >= 0; i -= 3)
    a[i] = i + 1;
  int bad = 0;
  for (int i = 0; i < 20; i++)
    bad += a[i] != ((19 - i) % 3 == 0 ? i + 1 : 0);
  puts(bad == 0 ? "ok" : "a loop that counts down");
  return 0;
}
