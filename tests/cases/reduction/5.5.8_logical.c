#include <stdio.h>

int main(void)
{
  int all = 1, any = 0, none = 0;
#pragma omp target teams distribute parallel for reduction(&&: all) reduction(||: any, none) map(tofrom: all, any, none)
  for (int i = 0; i < 100; i++) {
    all = all && i < 100;
    any = any || i == 77;
    none = none || i > 100;
  }
  puts(all == 1 && any == 1 && none == 0 ? "ok" : "&& ||");
  return 0;
}
