/* C17 6.7p3: a block may declare an object or function with linkage more than once. */
#include <stdio.h>

int number = 2, row[3] = {1, 2, 3};
int twice(int x) { return 2 * x; }

int bar(void)
{
  extern int number;
  extern int number;
  {
    extern int row[], row[3], twice(int), twice(int x);
    return twice(number) + row[2] + (int)(sizeof row / sizeof row[0]);
  }
}
#pragma omp declare target enter(number, row, twice, bar)

int main(void)
{
  int r = 0;
#pragma omp target map(from: r)
  {
    extern int number, number;
    r = 10 * bar() + number;
  }
  if (r == 102 && bar() == 10)
    puts("ok");
  else
    printf("%d %d\n", r, bar());
  return 0;
}
