#include <stdio.h>

int main(void)
{
  int r[4] = {0};
#pragma omp target map(from: r)
  {
    for (int i = 0; i < 4; i++) {
      switch (i) {
      case 0: r[i] = 10; break;
      case 1:
      case 2: r[i] = 20;
        if (i == 2)
          goto add;
        break;
      default: r[i] = 30;
      }
      continue;
    add:
      r[i] += 1;
    }
  }
  puts(r[0] == 10 && r[1] == 20 && r[2] == 21 && r[3] == 30 ? "ok" : "control flow in a region");
  return 0;
}
