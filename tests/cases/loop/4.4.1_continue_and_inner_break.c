#include <stdio.h>

int main(void)
{
  int a[20];
#pragma omp target teams distribute parallel for map(from: a)
  for (int i = 0; i < 20; i++) {
    a[i] = -1;
    if (i % 3 == 0)
      continue;
    for (int j = 0;; j++)
      if (j * j >= i) {
        a[i] = j;
        break;
      }
  }
  puts(a[0] == -1 && a[1] == 1 && a[2] == 2 && a[16] == 4 && a[17] == 5 && a[18] == -1 ? "ok" : "continue and break");
  return 0;
}
