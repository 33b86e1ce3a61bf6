#include <stdio.h>

static int calls;
static int next(void) { return ++calls; }

int main(void)
{
  int a[8] = {0}, on = 1;
#pragma omp target map(tofrom: a[next() - 1:8]) if(on)
  a[7] = 5;
  puts(a[7] == 5 && calls >= 1 ? "ok" : "a call in a clause");
  return 0;
}
